from pathlib import Path

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):
    """The drift court: how far it judged, its evidence, its alarms; an incident and a stop of its own."""

    dependencies = [
        ("tables", "0029_sessions_by_their_end"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="CourtMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=10, unique=True)),
                ("last", models.BigIntegerField(default=0)),
                ("seen", models.BigIntegerField(default=0)),
                ("horizon", models.BigIntegerField(default=0)),
                ("looked_at", models.DateTimeField(null=True)),
                ("generator_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="CourtState",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.CharField(max_length=30)),
                (
                    "stream",
                    models.CharField(
                        choices=[
                            ("outcomes", "outcomes"),
                            ("cards", "cards"),
                            ("money", "money"),
                            ("generator", "generator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("values", django.contrib.postgres.fields.ArrayField(base_field=models.FloatField(), size=None)),
                ("rounds", models.BigIntegerField(default=0)),
                ("since", models.BigIntegerField(default=0)),
                ("last_number", models.BigIntegerField(default=0)),
                ("last_at", models.DateTimeField(null=True)),
                ("trace", models.JSONField(default=dict)),
            ],
        ),
        migrations.CreateModel(
            name="DriftAlarm",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.CharField(max_length=30)),
                (
                    "stream",
                    models.CharField(
                        choices=[
                            ("outcomes", "outcomes"),
                            ("cards", "cards"),
                            ("money", "money"),
                            ("generator", "generator"),
                        ],
                        max_length=10,
                    ),
                ),
                ("number", models.BigIntegerField()),
                ("round_code", models.CharField(blank=True, default="", max_length=64)),
                ("at", models.DateTimeField()),
                ("rounds", models.BigIntegerField()),
                ("since", models.BigIntegerField()),
                ("evidence", models.FloatField()),
                ("threshold", models.FloatField()),
                ("what", models.CharField(max_length=10)),
                ("more", models.BooleanField()),
                ("stop_due_at", models.DateTimeField()),
                ("let_on_at", models.DateTimeField(null=True)),
                ("let_on_reason", models.CharField(blank=True, default="", max_length=300)),
                ("proposed_at", models.DateTimeField(null=True)),
                ("cause", models.CharField(blank=True, default="", max_length=1000)),
                ("solution", models.CharField(blank=True, default="", max_length=1000)),
                ("decided_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="incident",
            name="incident_kind_known",
        ),
        migrations.RemoveConstraint(
            model_name="stop",
            name="stop_by_somebody_or_the_proof",
        ),
        migrations.AlterField(
            model_name="incident",
            name="kind",
            field=models.CharField(
                choices=[
                    ("stuck-round", "Stuck Round"),
                    ("void-round", "Void Round"),
                    ("shoe-unfit", "Shoe Unfit"),
                    ("cards-differ", "Cards Differ"),
                    ("over-risk", "Over Risk"),
                    ("ledger", "Ledger"),
                    ("adapter-silent", "Adapter Silent"),
                    ("drift", "Drift"),
                    ("other", "Other"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddConstraint(
            model_name="incident",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "stuck-round",
                            "void-round",
                            "shoe-unfit",
                            "cards-differ",
                            "over-risk",
                            "ledger",
                            "adapter-silent",
                            "drift",
                            "other",
                        ],
                    )
                ),
                name="incident_kind_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="stop",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("by__isnull", False),
                    ("scope", "proof"),
                    ("scope", "drift"),
                    ("scope__startswith", "drift-"),
                    _connector="OR",
                ),
                name="stop_by_somebody_or_the_proof",
            ),
        ),
        migrations.AddField(
            model_name="courtstate",
            name="configuration",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.configuration"
            ),
        ),
        migrations.AddField(
            model_name="courtstate",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"
            ),
        ),
        migrations.AddField(
            model_name="driftalarm",
            name="configuration",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.configuration"
            ),
        ),
        migrations.AddField(
            model_name="driftalarm",
            name="decided_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="driftalarm",
            name="incident",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.incident"
            ),
        ),
        migrations.AddField(
            model_name="driftalarm",
            name="let_on_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="driftalarm",
            name="proposed_by",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="driftalarm",
            name="stop",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.stop"
            ),
        ),
        migrations.AddField(
            model_name="driftalarm",
            name="table",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table"
            ),
        ),
        migrations.AddConstraint(
            model_name="courtstate",
            constraint=models.UniqueConstraint(fields=("place", "stream"), name="court_state_once"),
        ),
        migrations.AddIndex(
            model_name="driftalarm",
            index=models.Index(
                condition=models.Q(("decided_at__isnull", True), ("let_on_at__isnull", True)),
                fields=["at"],
                name="drift_alarm_open",
            ),
        ),
        migrations.AddConstraint(
            model_name="driftalarm",
            constraint=models.UniqueConstraint(fields=("place", "stream", "number"), name="drift_alarm_once"),
        ),
        migrations.AddConstraint(
            model_name="driftalarm",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("let_on_at__isnull", True), ("let_on_by__isnull", True), ("let_on_reason", "")),
                    models.Q(
                        models.Q(("let_on_reason", ""), _negated=True),
                        ("let_on_at__isnull", False),
                        ("let_on_by__isnull", False),
                        ("stop__isnull", True),
                    ),
                    _connector="OR",
                ),
                name="drift_alarm_let_on_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="driftalarm",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("cause", ""), ("proposed_at__isnull", True), ("proposed_by__isnull", True), ("solution", "")
                    ),
                    models.Q(
                        models.Q(("cause", ""), _negated=True),
                        models.Q(("solution", ""), _negated=True),
                        ("proposed_at__isnull", False),
                        ("proposed_by__isnull", False),
                        ("stop__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="drift_alarm_proposed_whole",
            ),
        ),
        migrations.AddConstraint(
            model_name="driftalarm",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("decided_at__isnull", True), ("decided_by__isnull", True)),
                    models.Q(
                        models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                        ("decided_at__isnull", False),
                        ("decided_by__isnull", False),
                        ("proposed_by__isnull", False),
                    ),
                    _connector="OR",
                ),
                name="drift_alarm_two_persons",
            ),
        ),
        migrations.RunSQL(GUARD),
    ]
