"""Signs that play may be harming a player, with the figures that raised them and what staff did (MT-05)."""

from enum import StrEnum

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class SignalKind(StrEnum):
    """What was seen."""

    CHASING = "chasing"
    RISING_STAKES = "rising-stakes"
    NIGHT_PLAY = "night-play"
    LIMIT_HITS = "limit-hits"
    LONG_SESSIONS = "long-sessions"
    MANY_DEPOSITS = "many-deposits"


class SignalAct(StrEnum):
    """What staff do about a signal."""

    NOTE = "note"
    CONTACT = "contact"
    CLOSE = "close"


class Signal(models.Model):
    """One sign on one civil day in Lisbon; `facts` are the very figures, with the thresholds they passed."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="signals")
    kind = models.TextField()
    day = models.DateField()
    facts = models.JSONField()
    raised_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "kind", "day"], name="players_signal_once_a_day"),
            models.CheckConstraint(
                condition=Q(kind__in=sorted(kind.value for kind in SignalKind)), name="players_signal_kind_known"
            ),
        ]
        indexes = [
            models.Index(fields=["-id"], condition=Q(closed_at__isnull=True), name="players_signal_open"),
            models.Index(fields=["person", "-id"], name="players_signal_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.day}"


class SignalStep(models.Model):
    """What a member of staff did about a signal, in words. Only added."""

    id = models.BigAutoField(primary_key=True)
    signal = models.ForeignKey(Signal, on_delete=models.PROTECT, related_name="steps")
    act = models.TextField()
    text = models.TextField()
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="signal_steps")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(act__in=sorted(act.value for act in SignalAct)) & ~Q(text=""),
                name="players_signalstep_known",
            )
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.at:%Y-%m-%d}"
