"""When a session's player is next to be told of time and money (UK-11)."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_incidents_watched")]

    operations = [
        migrations.AddField(
            model_name="playsession",
            name="check_due_at",
            field=models.DateTimeField(null=True),
        ),
    ]
