"""Turns of the duties that come round with the calendar, and the secret addresses at which a calendar reads them."""

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class DutyTurn(models.Model):
    """What became of one turn of a duty: who carries it, who did it when, and by what that is seen. Done, it stays."""

    id = models.BigAutoField(primary_key=True)
    code = models.TextField()
    """A `DutyCode`."""
    period = models.TextField()
    """The key of its period: «2026-11», «2026-Q4», «2026»."""
    owner = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    done_at = models.DateTimeField(null=True)
    done_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="+")
    evidence = models.TextField(blank=True, default="")

    class Meta:
        db_table = "players_dutyturn"
        constraints = [
            models.UniqueConstraint(fields=["code", "period"], name="players_dutyturn_once"),
            models.CheckConstraint(condition=~Q(code="") & ~Q(period=""), name="players_dutyturn_named"),
            models.CheckConstraint(
                condition=Q(done_at__isnull=True, done_by__isnull=True, evidence="")
                | (Q(done_at__isnull=False, done_by__isnull=False) & ~Q(evidence="")),
                name="players_dutyturn_done_with_evidence",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.period}"


class CalendarFeed(models.Model):
    """A member's secret address of the duties' calendar. Only its digest is kept; revoked, it opens nothing more."""

    id = models.BigAutoField(primary_key=True)
    member = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    digest = models.TextField(unique=True)
    made_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "players_calendarfeed"
        constraints = [
            models.UniqueConstraint(
                fields=["member"], condition=Q(revoked_at__isnull=True), name="players_calendarfeed_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d}"
