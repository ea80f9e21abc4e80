"""Instruments, deposits, withdrawals, adjustments by two persons."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("players", "0004_registration")]

    operations = []
