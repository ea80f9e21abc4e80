from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")


class Migration(migrations.Migration):
    """Names the way by which a complaint came: the portal, or a letter and the like that staff registered."""

    dependencies = [("players", "0015_checks_without_null")]

    operations = [
        migrations.AddField(model_name="complaint", name="channel", field=models.TextField(default="portal")),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.CheckConstraint(
                condition=models.Q(("channel__in", ["complaints-book", "e-mail", "letter", "portal", "telephone"])),
                name="players_complaint_channel_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="complaint",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("channel", "portal"), ("acknowledged_at__gte", models.F("received_at")), _connector="OR"
                ),
                name="players_complaint_came_before",
            ),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
