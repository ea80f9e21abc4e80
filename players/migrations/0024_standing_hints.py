from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP TRIGGER hinted ON players_person;
DROP TRIGGER hinted ON players_exclusion;
DROP TRIGGER hinted ON players_prohibition;
DROP TRIGGER hinted ON players_registration;
DROP TRIGGER hinted ON django_session;
DROP TRIGGER hinted_sooner ON django_session;
DROP FUNCTION players_hint_person();
DROP FUNCTION players_hint_registered();
DROP FUNCTION players_hint_session();
"""


class Migration(migrations.Migration):
    """Changes of standing and ends of sessions leave hints, which processes with sockets read."""

    dependencies = [("players", "0023_rectifications")]

    operations = [
        migrations.CreateModel(
            name="StandingHint",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("act", models.BigIntegerField()),
                ("person_id", models.BigIntegerField(null=True)),
                ("session", models.CharField(default="", max_length=40)),
                ("at", models.DateTimeField()),
            ],
            options={"indexes": [models.Index(fields=["act"], name="players_standinghint_act")]},
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
