"""What the office's search asks of the persons: each by an index, masked (ADR 0182, 0241)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from django.db.models.functions import Lower

from kernel.masking import masked_email, masked_name
from players.audit.queries.alike import nicknamed_alike
from players.models import Complaint, Kind, Person, Relation

LAST_SIGN = "\U0010ffff"


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """A player; the e-mail is masked."""

    public_id: UUID
    nickname: str
    email: str
    suspended: bool
    closed: bool

    @classmethod
    def of(cls, row: Person) -> "FoundPerson":
        """The player of a row."""
        suspended, closed = row.suspended_at is not None, row.closed_at is not None
        return cls(row.public_id, row.nickname, masked_email(row.email), suspended, closed)


@dataclass(frozen=True, slots=True)
class FoundCase:
    """A complaint of a person without an account; name and e-mail are masked, an e-mail may be missing."""

    number: str
    relation: Relation
    name: str
    email: str
    received_at: datetime

    @classmethod
    def of(cls, row: Complaint) -> "FoundCase":
        """The complaint of a row, read with its outsider."""
        person = row.outsider
        assert person is not None, "players are found as players"
        email = masked_email(person.email) if person.email else ""
        return cls(row.number, Relation(person.relation), masked_name(person.name), email, row.received_at)


def find_players(*, name: str, key: str, limit: int) -> tuple[FoundPerson, ...]:
    """Players whose name at the table, or whose key, begins so, then those whose name is written much like it.

    Either may be empty.
    """
    if not name and not key:
        return ()
    named = Person.objects.filter(kind=Kind.PLAYER).annotate(low_nickname=Lower("nickname")).order_by("low_nickname")
    begins = Q(low_nickname__gte=name.lower(), low_nickname__lt=name.lower() + LAST_SIGN)
    keyed = Q(public_id__gte=UUID(key.ljust(32, "0")), public_id__lte=UUID(key.ljust(32, "f")))
    rows = (named.filter(begins | keyed) if name and key else named.filter(begins if name else keyed))[:limit]
    near = _alike(name, {row.pk for row in rows}, limit) if name and len(rows) < limit else []
    return tuple(FoundPerson.of(row) for row in (*rows, *near)[:limit])


def _alike(name: str, but: set[int], limit: int) -> list[Person]:
    """The others whose name at the table is written much like it."""
    ids = [each for each in nicknamed_alike(name, most=limit) if each not in but]
    found = Person.objects.in_bulk(ids)
    return [found[each] for each in ids]
