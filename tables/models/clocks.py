"""What became of the clocks of the hosts that deal, beside the database's (GL-17, PT-57). Evidence: only added to."""

from django.db import models
from django.db.models import Q


class ClockChange(models.Model):
    """A host's clock went beyond the difference at which it deals no more, or came back within it."""

    id = models.BigAutoField(primary_key=True)
    dealer = models.CharField(max_length=60)
    """The process that noticed: its host, its number and a word of its own."""
    at = models.DateTimeField()
    """By the database's clock."""
    ahead_ms = models.BigIntegerField()
    """How far the host's clock was ahead of the database's; below 0, behind it."""
    agrees = models.BooleanField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(dealer=""), name="clock_change_of_a_dealer")]
        indexes = [models.Index(fields=["at"], name="clock_change_at")]

    def __str__(self) -> str:
        return f"{self.dealer} {self.ahead_ms} ms"
