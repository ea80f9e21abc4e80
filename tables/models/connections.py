"""The log of connections: which sockets a seated player opened and lost (PT-53, G3). Evidence: only added to."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tables.models.play import Table


class WebProcess(models.Model):
    """A process that holds sockets, and when it last said so: it identifies its open sockets if it dies."""

    code = models.UUIDField(primary_key=True)
    seen_at = models.DateTimeField()


class Connection(models.Model):
    """One socket of a seated player. A row for each socket, none for what is said on it."""

    code = models.UUIDField(unique=True)
    process = models.ForeignKey(WebProcess, on_delete=models.PROTECT, related_name="+")
    # Not checked by the database: the check would wait for rows that the dealer and the bets lock.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, db_constraint=False, related_name="+"
    )
    table = models.ForeignKey(Table, on_delete=models.PROTECT, db_constraint=False, related_name="+")
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    """Null: still open, or lost with its process."""
    close_code = models.IntegerField(null=True)
    address = models.CharField(max_length=45, blank=True, default="")
    device = models.CharField(max_length=40, blank=True, default="")
    """The family of the browser and its system, not what it calls itself."""

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True) | Q(closed_at__gte=F("opened_at")), name="connection_closed_after"
            ),
            models.CheckConstraint(
                condition=Q(close_code__isnull=True) | Q(closed_at__isnull=False), name="connection_code_with_close"
            ),
        ]
        indexes = [models.Index(fields=["table", "person", "-opened_at"], name="connection_at_table")]


class ClosedConnection(models.Model):
    """A connection whose end was noted, numbered by the database in the order of the ends. Only added, by a trigger."""

    connection_id = models.BigIntegerField(unique=True)
