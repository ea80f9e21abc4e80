"""People who complain without an account: refused at registration, heirs, representatives."""

from enum import StrEnum

from django.db import models
from django.db.models import Q

from players.models.persons import Person


class Relation(StrEnum):
    """What a person without an account has to do with the house."""

    REFUSED = "refused"
    """At registration."""
    HEIR = "heir"
    """Or a representative of a player."""
    OTHER = "other"


class Outsider(models.Model):
    """Who made one complaint and has no account, as staff registered it. Only added."""

    id = models.BigAutoField(primary_key=True)
    key = models.UUIDField(unique=True)
    relation = models.TextField()
    name = models.TextField()
    email = models.TextField(blank=True, default="")
    """Where the answer goes; empty where it goes by post."""
    postal = models.TextField(blank=True, default="")
    document = models.TextField(blank=True, default="")
    """The number of an identity document, if one was given."""
    language = models.TextField(default="pt")
    by = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(relation__in=sorted(relation.value for relation in Relation)),
                name="players_outsider_relation_known",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="players_outsider_named"),
            models.CheckConstraint(condition=~Q(email="", postal=""), name="players_outsider_reached"),
        ]

    def __str__(self) -> str:
        return f"{self.relation} {self.at:%Y-%m-%d}"
