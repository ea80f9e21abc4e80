"""Complaints, their messages and attachments."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("players", "0006_protection")]

    operations = []
