"""What a person says of oneself, how it is verified, sign-ins, terms."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("players", "0003_letters")]

    operations = []
