"""A proposal to a second person: to void a round that players have bets on."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tables.models.play import Round


class VoidState(models.TextChoices):
    """A proposal's life."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"


class VoidProposal(models.Model):
    """One person says that a round with bets is to be void, and why; another decides. The table stands meanwhile."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="void_proposals")
    state = models.CharField(max_length=8, choices=VoidState.choices, default=VoidState.PROPOSED)
    reason = models.CharField(max_length=300)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    decision_reason = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round"], condition=Q(state="proposed"), name="one_void_proposal_waits"),
            models.CheckConstraint(condition=Q(state__in=VoidState.values), name="void_proposal_state_known"),
            models.CheckConstraint(condition=~Q(reason=""), name="void_proposal_has_reason"),
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(state="proposed") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="void_proposal_decided_by_somebody",
            ),
            models.CheckConstraint(
                condition=~Q(state="approved") | ~Q(decided_by=F("proposed_by")), name="void_approved_by_another"
            ),
            models.CheckConstraint(
                condition=~Q(state="rejected") | ~Q(decision_reason=""), name="void_rejected_with_reason"
            ),
        ]
