"""Persons' details as they were registered at the end of a period: for the commitments of sealed days."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import Max

from players.models import DataChange, Person, Registration
from players.models.registration import Datum

_FIELDS: Final = {
    Datum.EMAIL: "email",
    Datum.IBAN: "iban",
    Datum.FULL_NAME: "full_name",
    Datum.BIRTH_DATE: "birth_date",
    Datum.NATIONALITY: "nationality",
    Datum.PROFESSION: "profession",
    Datum.ADDRESS: "address",
    Datum.COUNTRY: "country",
    Datum.DOCUMENT_KIND: "document_kind",
    Datum.DOCUMENT_NUMBER: "document_number",
    Datum.DOCUMENT_COUNTRY: "document_country",
    Datum.NIF: "nif",
}
"""What a registration holds, by what a change of it is called."""
AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedPerson:
    """A player's details at the end of a period, all of them text; `at` is when the last of them was written."""

    person_id: int
    public_id: UUID
    at: datetime
    record: dict[str, str]


def recorded_in(*, since: datetime, until: datetime) -> Iterator[RecordedPerson]:
    """Every player who registered, or whose details changed, in [since, until), with the details as of `until`."""
    at: dict[int, datetime] = dict(
        Registration.objects.filter(received_at__gte=since, received_at__lt=until).values_list(
            "person_id", "received_at"
        )
    )
    changed = DataChange.objects.filter(at__gte=since, at__lt=until, what__in=[datum.value for datum in _FIELDS])
    for person_id, last in changed.values_list("person_id").annotate(last=Max("at")).order_by():
        at[person_id] = max(last, at.get(person_id, last))
    wanted = sorted(at)
    for start in range(0, len(wanted), AT_ONCE):
        yield from _recorded(wanted[start : start + AT_ONCE], at, until)


def _recorded(person_ids: list[int], at: dict[int, datetime], until: datetime) -> Iterator[RecordedPerson]:
    later: dict[int, list[tuple[str, str]]] = defaultdict(list)
    since_then = DataChange.objects.filter(person_id__in=person_ids, at__gte=until, what__in=list(_FIELDS))
    for person_id, what, before in since_then.order_by("-id").values_list("person_id", "what", "before"):
        later[person_id].append((what, before))
    persons = Person.objects.filter(pk__in=person_ids, kind="player").select_related("registration")
    for person in persons.filter(registration__isnull=False).order_by("pk"):
        record = _record(person)
        for what, before in later[person.pk]:
            record[_FIELDS[Datum(what)]] = before  # the newest first: what was before each of them stays
        yield RecordedPerson(person_id=person.pk, public_id=person.public_id, at=at[person.pk], record=record)


def _record(person: Person) -> dict[str, str]:
    held = person.registration
    own = {"email": person.email, "birth_date": person.birth_date.isoformat() if person.birth_date else ""}
    return own | {name: str(getattr(held, name)) for name in _FIELDS.values() if name not in own}
