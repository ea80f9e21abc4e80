from django.db import migrations, models


class Migration(migrations.Migration):
    """A code of an authenticator application works once, even if the cache is lost."""

    dependencies = [("players", "0003_duties_done")]

    operations = [
        migrations.AddField("signinattempt", "code_step", models.BigIntegerField(null=True)),
        migrations.AddConstraint(
            "signinattempt",
            models.UniqueConstraint(
                fields=["person", "code_step"],
                condition=models.Q(code_step__isnull=False),
                name="players_signinattempt_code_once",
            ),
        ),
    ]
