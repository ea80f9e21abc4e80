from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

SQL = Path(__file__).with_suffix(".sql")
_STAFF = {"on_delete": django.db.models.deletion.PROTECT, "related_name": "+", "to": settings.AUTH_USER_MODEL}


class Migration(migrations.Migration):
    """Terms of keeping: what is counted of each class, and erasures that two persons agree to (PT-56, GDPR 5)."""

    dependencies = [("players", "0031_reply_templates")]

    operations = [
        migrations.CreateModel(
            name="KeepingLook",
            fields=[
                ("kind", models.TextField(primary_key=True, serialize=False)),
                ("looked_at", models.DateTimeField()),
                ("rows", models.BigIntegerField()),
                ("oldest", models.DateTimeField(null=True)),
                ("past", models.BigIntegerField()),
                ("first_since", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Erasure",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("key", models.UUIDField(unique=True)),
                ("kind", models.TextField()),
                ("before", models.DateTimeField()),
                ("months", models.IntegerField()),
                ("counted", models.BigIntegerField()),
                ("reason", models.CharField(max_length=300)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("proposed", "Proposed"),
                            ("approved", "Approved"),
                            ("rejected", "Rejected"),
                            ("withdrawn", "Withdrawn"),
                            ("done", "Done"),
                        ],
                        default="proposed",
                        max_length=9,
                    ),
                ),
                ("proposed_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("rejection", models.CharField(blank=True, default="", max_length=300)),
                ("erased", models.BigIntegerField(default=0)),
                ("running_in", models.BigIntegerField(editable=False, null=True)),
                ("done_at", models.DateTimeField(null=True)),
                ("decided_by", models.ForeignKey(null=True, **_STAFF)),
                ("proposed_by", models.ForeignKey(**_STAFF)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(
                            kind__in=[
                                "abandoned",
                                "accounts",
                                "complaints",
                                "devices",
                                "emails",
                                "own-data",
                                "sign-ins",
                                "signals",
                            ]
                        ),
                        name="players_erasure_kind",
                    ),
                    models.CheckConstraint(
                        condition=Q(state__in=["proposed", "approved", "rejected", "withdrawn", "done"]),
                        name="players_erasure_state",
                    ),
                    models.CheckConstraint(
                        condition=~Q(reason="") & Q(counted__gte=0, erased__gte=0, months__gt=0),
                        name="players_erasure_accounted_for",
                    ),
                    models.CheckConstraint(
                        condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                        | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                        name="players_erasure_decided",
                    ),
                    models.CheckConstraint(
                        condition=Q(state="proposed")
                        | (Q(state="withdrawn", decided_by__isnull=False) & Q(decided_by=F("proposed_by")))
                        | (
                            Q(state__in=["approved", "rejected", "done"], decided_by__isnull=False)
                            & ~Q(decided_by=F("proposed_by"))
                        ),
                        name="players_erasure_two_persons",
                    ),
                    models.CheckConstraint(
                        condition=~Q(state="rejected") | ~Q(rejection=""), name="players_erasure_rejection"
                    ),
                    models.CheckConstraint(
                        condition=Q(state="done", done_at__isnull=False)
                        | (~Q(state="done") & Q(done_at__isnull=True)),
                        name="players_erasure_done",
                    ),
                    models.UniqueConstraint(
                        fields=["kind"],
                        condition=Q(state__in=["proposed", "approved"]),
                        name="players_erasure_one_open",
                    ),
                ],
                "indexes": [models.Index(fields=["-proposed_at"], name="players_erasure_latest")],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8")),
    ]
