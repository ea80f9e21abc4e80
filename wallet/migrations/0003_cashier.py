"""Accounts and codes for money on its way out, and for what a bank takes back."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("wallet", "0002_append_only")]

    operations = []
