"""Viewings of a player's personal data: the member of staff, and the reason."""

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class Viewing(models.Model):
    """One look at what a player registered, unmasked. Only added."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="viewings")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="viewings_made")
    at = models.DateTimeField()
    reason = models.TextField()

    class Meta:
        constraints = [models.CheckConstraint(condition=~Q(reason=""), name="players_viewing_has_reason")]
        indexes = [models.Index(fields=["person", "-id"], name="players_viewing_person")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d}"
