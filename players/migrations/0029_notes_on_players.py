from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

SQL = Path(__file__).with_suffix(".sql")
BACK = """
DROP TRIGGER players_playernote_only_added ON players_playernote;
DROP TRIGGER players_notepin_only_added ON players_notepin;
"""


class Migration(migrations.Migration):
    """Notes of staff on players, and which of them stand on top."""

    dependencies = [("players", "0028_inbox")]

    operations = [
        migrations.CreateModel(
            name="PlayerNote",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("key", models.UUIDField()),
                ("text", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="notes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["person", "-id"], name="players_playernote_person")],
                "constraints": [
                    models.UniqueConstraint(fields=("by", "key"), name="players_playernote_key_once"),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="players_playernote_has_text"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="NotePin",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("on_top", models.BooleanField()),
                ("at", models.DateTimeField()),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "note",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pins",
                        to="players.playernote",
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["note", "-id"], name="players_notepin_note")]},
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), BACK),
    ]
