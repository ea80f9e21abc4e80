"""Requests about one's own data, and closed accounts."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("players", "0007_complaints")]

    operations = []
