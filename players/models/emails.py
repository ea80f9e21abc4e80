"""E-mails to people: written with the fact they tell of, sent afterwards."""

from django.db import models
from django.db.models import Q

from players.models.outsiders import Outsider
from players.models.persons import Person


class Email(models.Model):
    """An e-mail to one person, or to a person without an account who complained.

    The row is the truth; that it was sent is noted once a mail server has taken it.
    """

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="emails")
    outsider = models.ForeignKey(Outsider, on_delete=models.PROTECT, null=True, related_name="emails")
    key = models.UUIDField()
    kind = models.TextField()
    """Names the template that it is worded by."""
    facts = models.JSONField(default=dict)
    written_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    tries = models.IntegerField(default=0)

    class Meta:
        db_table = "players_letter"  # the name that the audit trail has
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="players_letter_once"),
            models.CheckConstraint(
                condition=Q(person__isnull=False, outsider=None) | Q(person=None, outsider__isnull=False),
                name="players_letter_one_reader",
            ),
            models.CheckConstraint(condition=Q(tries__gte=0), name="players_letter_tries"),
        ]
        indexes = [
            models.Index(fields=["id"], condition=Q(sent_at__isnull=True), name="players_letter_waiting"),
            models.Index(fields=["person", "-id"], name="players_letter_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.written_at:%Y-%m-%d}"
