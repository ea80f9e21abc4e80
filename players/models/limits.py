"""Limits on deposits, stakes, losses and time: every wish is a row, and only what became of it is written later."""

from datetime import timedelta
from enum import StrEnum
from typing import Final

from django.db import models
from django.db.models import F, Q

from kernel.periods import Period
from players.models.persons import Person

COOLING_OFF: Final = timedelta(hours=24)
"""PT-24, GL-10: how long a higher limit, or none, has to wait."""


class LimitKind(StrEnum):
    """The quantity that a limit bounds; money in cents, time in minutes."""

    DEPOSIT = "deposit"
    STAKE = "stake"
    LOSS = "loss"
    SESSION = "session"


class LimitSource(StrEnum):
    """The side that wants a limit. The stricter of both holds (GL-09)."""

    SELF = "self"
    OPERATOR = "operator"


class LimitState(StrEnum):
    """The state of a wish for a limit."""

    WAITING = "waiting"
    """A higher limit, or its removal, before its second confirmation."""
    IN_FORCE = "in-force"
    REPLACED = "replaced"
    """Another limit, or its removal, took its place."""
    REMOVED = "removed"
    """A wish to have none, carried out."""
    CANCELLED = "cancelled"
    DROPPED = "dropped"
    """A later wish for the same limit took its place while it waited."""
    LAPSED = "lapsed"
    """The player did not confirm it in time."""


class Limit(models.Model):
    """One wish for a limit of one kind and period (GL-16); `most` is empty for a wish to have none."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="limits")
    source = models.TextField()
    kind = models.TextField()
    period = models.TextField()
    most = models.BigIntegerField(null=True)
    """Cents, or minutes of a session limit."""
    state = models.TextField()
    key = models.UUIDField()
    requested_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    """From when it may be confirmed; empty when it needed no waiting."""
    lapses_at = models.DateTimeField(null=True)
    starts_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="limits_set")
    """The member of staff who set an operator's limit."""
    reason = models.TextField(blank=True, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "key"], name="players_limit_key_once"),
            models.UniqueConstraint(
                fields=["person", "source", "kind", "period"],
                condition=Q(state=LimitState.IN_FORCE.value),
                name="players_limit_one_in_force",
            ),
            models.UniqueConstraint(
                fields=["person", "source", "kind", "period"],
                condition=Q(state=LimitState.WAITING.value),
                name="players_limit_one_waiting",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=sorted(kind.value for kind in LimitKind)), name="players_limit_kind_known"
            ),
            models.CheckConstraint(
                condition=Q(source__in=sorted(source.value for source in LimitSource)),
                name="players_limit_source_known",
            ),
            models.CheckConstraint(
                condition=Q(state__in=sorted(state.value for state in LimitState)), name="players_limit_state_known"
            ),
            models.CheckConstraint(
                condition=Q(period=Period.DAY.value)
                | (~Q(kind=LimitKind.SESSION.value) & Q(period__in=sorted(period.value for period in Period))),
                name="players_limit_period_known",
            ),
            models.CheckConstraint(
                condition=Q(most__isnull=True)
                | (~Q(kind=LimitKind.SESSION.value) & Q(most__gte=0))
                | Q(kind=LimitKind.SESSION.value, most__gte=1, most__lte=24 * 60),
                name="players_limit_most",
            ),
            models.CheckConstraint(
                condition=Q(due_at__isnull=True, lapses_at__isnull=True)
                | Q(
                    due_at__isnull=False,
                    due_at__gte=F("requested_at") + COOLING_OFF,
                    lapses_at__isnull=False,
                    lapses_at__gt=F("due_at"),
                ),
                name="players_limit_waits_a_day",
            ),
            models.CheckConstraint(
                condition=Q(starts_at__isnull=True)
                | Q(due_at__isnull=True, starts_at__gte=F("requested_at"))
                | Q(
                    due_at__isnull=False,
                    starts_at__gte=F("due_at"),
                    lapses_at__isnull=False,
                    starts_at__lt=F("lapses_at"),
                ),
                name="players_limit_starts_when_due",
            ),
            models.CheckConstraint(
                condition=Q(state=LimitState.WAITING.value, due_at__isnull=False, starts_at__isnull=True)
                | Q(state=LimitState.IN_FORCE.value, starts_at__isnull=False, most__isnull=False, ended_at__isnull=True)
                | Q(state=LimitState.REPLACED.value, starts_at__isnull=False, ended_at__isnull=False)
                | Q(state=LimitState.REMOVED.value, starts_at__isnull=False, most__isnull=True)
                | Q(
                    state__in=[LimitState.CANCELLED.value, LimitState.DROPPED.value, LimitState.LAPSED.value],
                    starts_at__isnull=True,
                    ended_at__isnull=False,
                ),
                name="players_limit_state_has_its_moments",
            ),
            models.CheckConstraint(
                condition=Q(source=LimitSource.SELF.value, by__isnull=True)
                | (Q(source=LimitSource.OPERATOR.value, by__isnull=False) & ~Q(reason="")),
                name="players_limit_accounted_for",
            ),
        ]
        indexes = [models.Index(fields=["person", "-id"], name="players_limit_person")]

    def __str__(self) -> str:
        return f"{self.kind} {self.period} {self.most} {self.state}"


class DailyTotal(models.Model):
    """A person's stakes, losses and deposits of one civil day, up to a line of the ledger; later lines are summed.

    It can be made anew from the ledger at any time, and only keeps long histories from being summed again and again.
    """

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="daily_totals")
    day = models.DateField()
    upto = models.BigIntegerField()
    staked = models.BigIntegerField()
    lost = models.BigIntegerField()
    """Negative on a day of winnings."""
    deposited = models.BigIntegerField()

    class Meta:
        db_table = "players_tally"
        constraints = [
            models.UniqueConstraint(fields=["person", "day"], name="players_tally_day_once"),
            models.CheckConstraint(condition=Q(staked__gte=0, deposited__gte=0), name="players_tally_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.staked}"


class CheckInterval(models.Model):
    """After how many minutes of play a person wishes to be told about time and money (UK-11)."""

    person = models.OneToOneField(Person, on_delete=models.PROTECT, primary_key=True, related_name="check_interval")
    minutes = models.IntegerField()
    set_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(minutes__gte=10, minutes__lte=120), name="players_checkinterval_minutes")
        ]

    def __str__(self) -> str:
        return f"{self.minutes} min"
