"""The switches that keep rounds from opening."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Stop(models.Model):
    """A switch that keeps new rounds from opening: everywhere, for one ruleset, at one table (PT-44). Rounds in play
    finish."""

    scope = models.CharField(max_length=40)
    """"all", the name of a preset, a table (`tables.scopes`), or "proof", "drift", "drift-7" and "regulator":
    those the house threw, and two persons lift them."""
    reason = models.CharField(max_length=300, blank=True)
    """Empty while staff who stopped with one press have not given it; given once."""
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    lifted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    lifted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope"], condition=Q(lifted_at__isnull=True), name="one_stop_a_scope"),
            models.CheckConstraint(condition=~Q(reason="") | Q(by__isnull=False), name="stop_of_the_house_has_reason"),
            models.CheckConstraint(
                condition=Q(by__isnull=False)
                | Q(scope__in=["proof", "drift", "regulator"])
                | Q(scope__startswith="drift-"),
                name="stop_by_somebody_or_the_proof",
            ),
        ]
