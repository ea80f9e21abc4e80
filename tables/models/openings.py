"""The cards of void rounds, shown after the stakes went back."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from tables.models.play import Round


class VoidOpening(models.Model):
    """The cards that a void round would have been dealt, with their proofs. They decide nothing; only added."""

    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="opening")
    opened_at = models.DateTimeField()
    cards = ArrayField(models.CharField(max_length=2))
    """In drawing order, as the drawing table takes them from the committed order; four to six."""
    proofs = models.JSONField(default=list)
    """Of each of them: index, card, salt and Merkle path."""
    unreadable = models.BooleanField(default=False)
    """The sealed cards of its shoe could not be opened: there is nothing to show, and an incident says so."""

    paper = models.BooleanField(default=False, db_default=False)
    """At a croupier's table: these were read before the round was void, and there are no others."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(unreadable=True, paper=False, cards__len=0)
                | Q(unreadable=False, paper=True, cards__len__lte=6)
                | Q(unreadable=False, paper=False, cards__len__gte=4, cards__len__lte=6),
                name="void_opening_shows_a_round",
            ),
        ]
