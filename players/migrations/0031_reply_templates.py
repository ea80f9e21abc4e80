from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP TRIGGER players_replytemplate_only_added ON players_replytemplate;
DROP TRIGGER players_replyversion_only_added ON players_replyversion;
DROP TRIGGER players_replyuse_only_added ON players_replyuse;
"""
_KEPT = {"on_delete": django.db.models.deletion.PROTECT}
_BY = {**_KEPT, "db_index": False, "related_name": "+", "to": settings.AUTH_USER_MODEL}


class Migration(migrations.Migration):
    """Texts that staff keep for answers to complaints, their versions, and which answers came from which."""

    dependencies = [("players", "0030_duties")]

    operations = [
        migrations.CreateModel(
            name="ReplyTemplate",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("category", models.TextField(blank=True, default="")),
                ("language", models.TextField()),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(**_BY)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(
                            category__in=[
                                "",
                                "account",
                                "bet",
                                "money",
                                "other",
                                "protection",
                                "round",
                                "service",
                                "technical",
                            ]
                        ),
                        name="players_replytemplate_category_known",
                    ),
                    models.CheckConstraint(condition=~Q(language=""), name="players_replytemplate_has_language"),
                ]
            },
        ),
        migrations.CreateModel(
            name="ReplyVersion",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("number", models.IntegerField()),
                ("title", models.TextField()),
                ("text", models.TextField()),
                ("retired", models.BooleanField(default=False)),
                ("reason", models.TextField()),
                ("key", models.UUIDField()),
                ("at", models.DateTimeField()),
                ("by", models.ForeignKey(**_BY)),
                (
                    "template",
                    models.ForeignKey(
                        **_KEPT, db_index=False, related_name="versions", to="players.replytemplate"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("template", "number"), name="players_replyversion_once"),
                    models.UniqueConstraint(fields=("by", "key"), name="players_replyversion_key_once"),
                    models.CheckConstraint(condition=Q(number__gte=1), name="players_replyversion_counts"),
                    models.CheckConstraint(
                        condition=~Q(title="") & ~Q(text="") & ~Q(reason=""), name="players_replyversion_whole"
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            name="ReplyUse",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                (
                    "decision",
                    models.ForeignKey(
                        **_KEPT, db_index=False, related_name="replies", to="players.complaintdecision"
                    ),
                ),
                ("version", models.ForeignKey(**_KEPT, related_name="uses", to="players.replyversion")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("decision", "version"), name="players_replyuse_once")
                ]
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
