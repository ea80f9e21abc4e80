"""Requests that visitors may make, counted so that they have an end; e-mails that were asked for by address."""

from django.db import models
from django.db.models import Q


class Ask(models.Model):
    """One thing that was asked for: by an address of mail, a person or a network, whether these are known or not.

    An e-mail is written afterwards, by a sweep: asking takes the same work for an unknown address.
    """

    id = models.BigAutoField(primary_key=True)
    kind = models.TextField()
    """A `players.messages.brakes.Asked`."""
    subject = models.CharField(max_length=300)
    """By what it is counted: an e-mail, `person:<id>` or `network:<network>`."""
    key = models.UUIDField(null=True)
    facts = models.JSONField(default=dict)
    at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    """When its e-mail was written, or there was none to write; null while it waits."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], condition=Q(key__isnull=False), name="players_ask_once")
        ]
        indexes = [
            models.Index(fields=["kind", "subject", "-at"], name="players_ask_counted"),
            models.Index(fields=["id"], condition=Q(done_at__isnull=True), name="players_ask_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.at:%Y-%m-%d}"
