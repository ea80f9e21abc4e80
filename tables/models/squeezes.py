"""The squeeze: the player with the highest stake on a side turns its cards (C10)."""

from django.db import models
from django.db.models import F, Q

from tables.models.play import PlaySession, Round


class Squeeze(models.Model):
    """Who may turn one hand's cards in a round, and when that player did. Known once the betting is closed."""

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="squeezes", db_index=False)
    hand = models.CharField(max_length=5)
    session = models.ForeignKey(PlaySession, on_delete=models.PROTECT, related_name="+")
    seat = models.IntegerField()
    stake = models.BigIntegerField()
    """The stake on that side, in cents: no other player had more."""
    offered_at = models.DateTimeField()
    turned_at = models.DateTimeField(null=True)
    """When the player turned the two first cards; null: the house did, as the time was over."""
    third_at = models.DateTimeField(null=True)
    """The same of the third card; null where none was drawn, too."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "hand"], name="squeeze_of_a_hand"),
            models.CheckConstraint(condition=Q(hand__in=["ponto", "banca"]), name="squeeze_hand_exists"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=9), name="squeeze_seat_exists"),
            models.CheckConstraint(condition=Q(stake__gt=0), name="squeeze_has_a_stake"),
            models.CheckConstraint(
                condition=Q(turned_at__isnull=True) | Q(turned_at__gte=F("offered_at")), name="squeeze_turned_after"
            ),
            models.CheckConstraint(
                condition=Q(third_at__isnull=True) | Q(third_at__gte=F("offered_at")), name="squeeze_third_after"
            ),
        ]
