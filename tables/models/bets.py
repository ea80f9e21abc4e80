"""Slips as they were sent and answered, and the bets that they came to.

A key that another index begins with has none of its own (`db_index=False`): each index costs every slip.
"""

import uuid

from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q

from tables.models.play import PlaySession, Round


class BetOutcome(models.TextChoices):
    """The outcome of a bet, as `baccarat.settlement.Outcome` has it, and `VOID` with its round."""

    WIN = "win"
    PUSH = "push"
    LOSE = "lose"
    VOID = "void"


class Slip(models.Model):
    """A player's request, and the answer: accepted or refused. Never changed afterwards.

    Like a bet's its keys are soft: rows here are never deleted, and only the indexes named below are kept up.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    key = models.UUIDField()
    round = models.ForeignKey(
        Round, on_delete=models.DO_NOTHING, related_name="slips", db_constraint=False, db_index=False
    )
    session = models.ForeignKey(
        PlaySession, null=True, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    number = models.CharField(max_length=8)
    lines = models.JSONField()
    received_at = models.DateTimeField()
    taken_at = models.DateTimeField()
    rejection = models.JSONField(null=True, db_column="refusal")
    """Null for an accepted slip; else reason, rule, chance, asked, most."""
    sign_in = models.UUIDField(null=True)
    """The public id of the sign-in under which it came (PT-63); another than the seat's from another browser."""
    address = models.CharField(max_length=45, blank=True, default="", db_default="")
    region = models.CharField(max_length=6, blank=True, default="", db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "key"], name="slip_key_once")]
        indexes = [
            models.Index(fields=["round", "person"], name="slip_of_round"),
            BrinIndex(fields=["taken_at"], name="slip_taken", autosummarize=True, pages_per_range=32),
        ]


class Bet(models.Model):
    """A player's stake on one chance of one round, and its outcome. Soft keys, as a slip's."""

    round = models.ForeignKey(
        Round, on_delete=models.DO_NOTHING, related_name="bets", db_constraint=False, db_index=False
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.DO_NOTHING, related_name="+", db_constraint=False, db_index=False
    )
    session = models.ForeignKey(
        PlaySession, on_delete=models.DO_NOTHING, related_name="bets", db_constraint=False, db_index=False
    )
    key = models.UUIDField(default=uuid.uuid4)
    """Names this bet. Before payouts were a line a player it named its ledger lines too (ADR 0164)."""
    chance = models.CharField(max_length=20)
    stake = models.BigIntegerField()
    outcome = models.CharField(max_length=6, blank=True, default="")
    prize = models.BigIntegerField(default=0)
    commission = models.BigIntegerField(default=0)
    returned = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "person", "chance"], name="one_bet_a_chance"),
            models.CheckConstraint(condition=Q(stake__gte=0), name="bet_stake_not_negative"),
            models.CheckConstraint(
                condition=Q(prize__gte=0, commission__gte=0, returned__gte=0), name="bet_paid_not_negative"
            ),
        ]
        indexes = [
            models.Index(fields=["person", "-id"], name="bet_of_person"),
            models.Index(fields=["session"], name="bet_of_session"),
        ]
