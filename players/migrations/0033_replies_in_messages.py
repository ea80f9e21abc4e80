from pathlib import Path

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

SQL = Path(__file__).with_suffix(".sql")
_KEPT = {"on_delete": django.db.models.deletion.PROTECT, "db_index": False, "null": True, "related_name": "replies"}


class Migration(migrations.Migration):
    """Messages to players name the kept texts that they came from; who acts is proven in one place. Not to be undone."""

    dependencies = [("players", "0032_keeping")]

    operations = [
        migrations.AlterField("replyuse", "decision", models.ForeignKey(to="players.complaintdecision", **_KEPT)),
        migrations.AddField("replyuse", "message", models.ForeignKey(to="players.complaintmessage", **_KEPT)),
        migrations.AddConstraint(
            "replyuse",
            models.UniqueConstraint(fields=("message", "version"), name="players_replyuse_message_once"),
        ),
        migrations.AddConstraint(
            "replyuse",
            models.CheckConstraint(
                condition=Q(decision__isnull=False, message__isnull=True)
                | Q(decision__isnull=True, message__isnull=False),
                name="players_replyuse_of_one",
            ),
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8")),
    ]
