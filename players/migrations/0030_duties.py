from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

SQL = Path(__file__).with_suffix(".sql")
_NOBODY_ELSE = {"on_delete": django.db.models.deletion.PROTECT, "related_name": "+", "to": settings.AUTH_USER_MODEL}


class Migration(migrations.Migration):
    """Turns of the duties that come round with the calendar, and the secret addresses of that calendar."""

    dependencies = [("players", "0029_notes_on_players")]

    operations = [
        migrations.CreateModel(
            name="DutyTurn",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("code", models.TextField()),
                ("period", models.TextField()),
                ("done_at", models.DateTimeField(null=True)),
                ("evidence", models.TextField(blank=True, default="")),
                ("owner", models.ForeignKey(null=True, **_NOBODY_ELSE)),
                ("done_by", models.ForeignKey(null=True, **_NOBODY_ELSE)),
            ],
            options={
                "db_table": "players_dutyturn",
                "constraints": [
                    models.UniqueConstraint(fields=["code", "period"], name="players_dutyturn_once"),
                    models.CheckConstraint(condition=~Q(code="") & ~Q(period=""), name="players_dutyturn_named"),
                    models.CheckConstraint(
                        condition=Q(done_at__isnull=True, done_by__isnull=True, evidence="")
                        | (Q(done_at__isnull=False, done_by__isnull=False) & ~Q(evidence="")),
                        name="players_dutyturn_done_with_evidence",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="CalendarFeed",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("digest", models.TextField(unique=True)),
                ("made_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                ("member", models.ForeignKey(**_NOBODY_ELSE)),
            ],
            options={
                "db_table": "players_calendarfeed",
                "constraints": [
                    models.UniqueConstraint(
                        fields=["member"], condition=Q(revoked_at__isnull=True), name="players_calendarfeed_one"
                    ),
                ],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
