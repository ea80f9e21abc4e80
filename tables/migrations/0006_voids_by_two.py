from pathlib import Path

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GUARD = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
BACK = """
DROP TRIGGER round_void_by_two ON tables_round;
DROP FUNCTION tables_guard_void();
DROP TRIGGER void_proposals_stay ON tables_voidproposal;
DROP TRIGGER void_proposal_guard ON tables_voidproposal;
DROP FUNCTION tables_guard_void_proposal();
"""


class Migration(migrations.Migration):
    """Lets a round with bets become void only by two persons."""

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("tables", "0005_silent_adapters")]

    operations = [
        migrations.CreateModel(
            name="VoidProposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "state",
                    models.CharField(
                        choices=[("proposed", "Proposed"), ("approved", "Approved"), ("rejected", "Rejected")],
                        default="proposed",
                        max_length=8,
                    ),
                ),
                ("reason", models.CharField(max_length=300)),
                ("proposed_at", models.DateTimeField()),
                ("decided_at", models.DateTimeField(null=True)),
                ("decision_reason", models.CharField(blank=True, default="", max_length=300)),
                (
                    "decided_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "proposed_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="void_proposals", to="tables.round"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "proposed")), fields=("round",), name="one_void_proposal_waits"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["proposed", "approved", "rejected"])),
                        name="void_proposal_state_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="void_proposal_has_reason"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("decided_at__isnull", True), ("decided_by__isnull", True), ("state", "proposed")),
                            models.Q(
                                models.Q(("state", "proposed"), _negated=True),
                                ("decided_at__isnull", False),
                                ("decided_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="void_proposal_decided_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "approved"), _negated=True),
                            models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                            _connector="OR",
                        ),
                        name="void_approved_by_another",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state", "rejected"), _negated=True),
                            models.Q(("decision_reason", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="void_rejected_with_reason",
                    ),
                ],
            },
        ),
        migrations.RunSQL(GUARD, BACK),
    ]
