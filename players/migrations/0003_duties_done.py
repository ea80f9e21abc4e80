from django.db import migrations, models


class Migration(migrations.Migration):
    """The duties done last are found without sorting all that ever were."""

    dependencies = [("players", "0002_guards")]

    operations = [
        migrations.AddIndex(
            "duty",
            models.Index(
                fields=["-done_at"], condition=models.Q(done_at__isnull=False), name="players_duty_done"
            ),
        )
    ]
