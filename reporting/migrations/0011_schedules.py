from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

SQL = Path(__file__).with_suffix(".sql")
_STATES = [("active", "Active"), ("paused", "Paused"), ("ended", "Ended")]


def _of(to, **options):
    return models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, to=to, **options)


class Migration(migrations.Migration):
    """Reports that are made and sent by themselves: schedules, their turns, and each member's receipt."""

    dependencies = [
        ("reporting", "0010_what_if_jobs"),
        ("players", "0030_duties"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Schedule",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("key", models.UUIDField(unique=True)),
                ("name", models.TextField()),
                ("rhythm", models.TextField()),
                ("hour", models.IntegerField()),
                ("format", models.TextField()),
                ("filter", models.JSONField(default=dict)),
                ("members", models.JSONField(default=list)),
                ("receipt_hours", models.IntegerField()),
                ("state", models.TextField(choices=_STATES, default="active")),
                ("since", models.DateTimeField()),
                ("reason", models.CharField(max_length=300)),
                ("changed_at", models.DateTimeField()),
                ("changed_by", _of(settings.AUTH_USER_MODEL, related_name="+")),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(rhythm__in=["day", "week", "month"]), name="reporting_schedule_rhythm"
                    ),
                    models.CheckConstraint(
                        condition=Q(state__in=["active", "paused", "ended"]), name="reporting_schedule_state"
                    ),
                    models.CheckConstraint(condition=Q(hour__gte=1, hour__lte=23), name="reporting_schedule_hour"),
                    models.CheckConstraint(condition=Q(receipt_hours__gte=1), name="reporting_schedule_receipt"),
                    models.CheckConstraint(condition=~Q(reason=""), name="reporting_schedule_reason"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ScheduleTurn",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("first_day", models.DateField()),
                ("last_day", models.DateField()),
                ("due_at", models.DateTimeField()),
                ("format", models.TextField()),
                ("told_at", models.DateTimeField(null=True)),
                ("schedule", _of("reporting.schedule", related_name="turns")),
                (
                    "run",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="turn",
                        to="reporting.reportrun",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["schedule", "first_day", "last_day"], name="reporting_turn_once"),
                    models.CheckConstraint(
                        condition=Q(told_at__isnull=True) | Q(run__isnull=False),
                        name="reporting_turn_told_of_a_report",
                    ),
                ],
                "indexes": [
                    models.Index(
                        fields=["id"],
                        condition=Q(told_at__isnull=True, run__isnull=False),
                        name="reporting_turn_open",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("left_out", models.BooleanField(default=False)),
                ("due_at", models.DateTimeField()),
                ("received_at", models.DateTimeField(null=True)),
                ("turn", _of("reporting.scheduleturn", related_name="notices")),
                ("member", _of(settings.AUTH_USER_MODEL, related_name="+")),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["turn", "member"], name="reporting_notice_once"),
                    models.CheckConstraint(
                        condition=Q(left_out=False) | Q(received_at__isnull=True), name="reporting_notice_left_out"
                    ),
                ],
                "indexes": [
                    models.Index(
                        fields=["due_at"],
                        condition=Q(left_out=False, received_at__isnull=True),
                        name="reporting_notice_open",
                    )
                ],
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
