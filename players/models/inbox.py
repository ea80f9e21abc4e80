"""Work among the staff: who looks after a thing that waits, and what each member keeps in view or out of it.

The things are of all apps: they are named by kind and key, as events name them, and no row points to them (ADR 0187).
"""

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class Assignment(models.Model):
    """Who looks after one thing now; who did before, the events tell."""

    id = models.BigAutoField(primary_key=True)
    kind = models.TextField()
    key = models.TextField()
    person = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="assignments")
    """Empty once it was given back."""
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="assignments_made")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["kind", "key"], name="players_assignment_once"),
            models.CheckConstraint(condition=~Q(kind="") & ~Q(key=""), name="players_assignment_named"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class Attention(models.Model):
    """What one member of staff said of one thing for themselves, and that a colleague named them in it."""

    id = models.BigAutoField(primary_key=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="attentions")
    kind = models.TextField()
    key = models.TextField()
    put_off_until = models.DateTimeField(null=True)
    watched_at = models.DateTimeField(null=True)
    mentioned_at = models.DateTimeField(null=True)
    """Empty again once the member has read it."""
    mentioned_by = models.ForeignKey(Person, on_delete=models.PROTECT, null=True, related_name="mentions_made")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "kind", "key"], name="players_attention_once"),
            models.CheckConstraint(condition=~Q(kind="") & ~Q(key=""), name="players_attention_named"),
            models.CheckConstraint(
                condition=Q(mentioned_at__isnull=True) | Q(mentioned_by__isnull=False),
                name="players_attention_mention_whole",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class InboxLook(models.Model):
    """When a member of staff last looked into their inbox: what came later is new to them."""

    id = models.BigAutoField(primary_key=True)
    person = models.OneToOneField(Person, on_delete=models.PROTECT, related_name="inbox_look")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}"
