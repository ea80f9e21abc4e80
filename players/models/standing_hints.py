"""Whose standing changed: what the processes with sockets read, so that they need not compare everybody (ADR 0171)."""

from django.db import models


class StandingHint(models.Model):
    """A person, or a browser session, that may have lost the right to stay. Only a hint: the rows say whether it has.

    Written by triggers in the transaction of the change, and removed by a sweep once every process has read it.
    """

    id = models.BigAutoField(primary_key=True)
    act = models.BigIntegerField()
    """The transaction that wrote it: numbers of transactions tell what a reader has not seen yet, its own do not."""
    person_id = models.BigIntegerField(null=True)
    session = models.CharField(max_length=40, default="")
    """The session's key as the rows know it (`players.accounts.session_keys`), where it is no person's as a whole."""
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["act"], name="players_standinghint_act")]

    def __str__(self) -> str:
        return f"{self.person_id or self.session} {self.at:%Y-%m-%d}"
