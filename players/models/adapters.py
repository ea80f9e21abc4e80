"""How the outside answers: a row an adapter, kept by the sweeps that ask it."""

from django.db import models
from django.db.models import Q


class Adapter(models.TextChoices):
    """The outside services."""

    NATIONAL_LIST = "national-list"
    VERIFIER = "verifier"
    REGULATOR_DESK = "regulator-desk"


class AdapterState(models.Model):
    """When one of them was last asked and answered. `failing_since`: the first failure since it last answered."""

    name = models.CharField(max_length=20, primary_key=True, choices=Adapter.choices)
    first_asked_at = models.DateTimeField()
    last_good_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)
    last_failed_at = models.DateTimeField(null=True)
    fault = models.CharField(max_length=120, blank=True, default="")
    """The kind of the last failure, as a program says it; without what it was about."""

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(name__in=Adapter.values), name="players_adapter_known"),
            models.CheckConstraint(
                condition=Q(failing_since__isnull=True)
                | Q(last_failed_at__isnull=False, last_failed_at__gte=models.F("failing_since")),
                name="players_adapter_failing",
            ),
        ]

    def __str__(self) -> str:
        return self.name
