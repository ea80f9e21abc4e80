"""The cut of a shoe: the numbers by which the players say where it is begun, and the start that they came to."""

from django.db import models
from django.db.models import F, Q

from tables.models.play import PlaySession, Shoe


class Cut(models.Model):
    """One shoe's cut. While it has no start, no round is opened on the shoe."""

    shoe = models.OneToOneField(Shoe, on_delete=models.PROTECT, related_name="cut_of")
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    """Until then a seat may send the commitment to its number."""
    closed_at = models.DateTimeField(null=True)
    shown_until = models.DateTimeField(null=True)
    """Until then a number may be shown; a seat that does not is left out. Null: no seat had sent one."""
    decided_at = models.DateTimeField(null=True)
    """When the start was worked out: it stands in the shoe's row."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, shown_until__isnull=True, decided_at__isnull=True)
                | Q(closed_at__isnull=False, closed_at__gte=F("closes_at")),
                name="cut_closed_when_due",
            ),
        ]


class CutNumber(models.Model):
    """One seat's number: first what it is held to, then itself."""

    cut = models.ForeignKey(Cut, on_delete=models.PROTECT, related_name="numbers", db_index=False)
    session = models.ForeignKey(PlaySession, on_delete=models.PROTECT, related_name="+")
    seat = models.IntegerField()
    commitment = models.CharField(max_length=64)
    committed_at = models.DateTimeField()
    number = models.CharField(max_length=32, blank=True, default="")
    """Hex; empty until it was shown."""
    shown_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["cut", "seat"], name="cut_number_of_a_seat"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=9), name="cut_number_seat_exists"),
            models.CheckConstraint(
                condition=Q(number="", shown_at__isnull=True) | Q(~Q(number=""), shown_at__isnull=False),
                name="cut_number_shown_whole",
            ),
        ]
