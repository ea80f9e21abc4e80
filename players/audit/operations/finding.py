"""Finding a person by what they did not show: a name, an e-mail, an account's end. Each is noted (PT-01, GL-48).

Besides players these are the people who complained without an account, for those who may see complaints.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models.functions import Lower

from kernel.rejection import Rejected
from players.audit.queries.alike import named_alike, outsiders_alike, words_of
from players.audit.queries.finding import FoundCase, FoundPerson
from players.events.names import EventName
from players.events.telling import Told, tell_all
from players.models import Complaint, Instrument, Kind, Outsider, Person, Registration, Viewing
from players.models.tails import tail_of
from players.roles import Action, may

MOST: Final = 6
TAIL: Final = 4


class By(StrEnum):
    """What a person is found by."""

    EMAIL = "email"
    TAIL = "tail"
    """The last four digits of an account, registered or paid with."""
    NAME = "name"
    """Words of the name that they registered with; of names like it where there is none. Only for who may see names."""


class FindingRejection(StrEnum):
    """Why nothing is looked up, in the order of checking."""

    NOT_UNDERSTOOD = "not-understood"
    NOT_ALLOWED = "not-allowed"


class FindingRejected(Rejected):
    """`reason` says why."""

    reason: FindingRejection


@dataclass(frozen=True, slots=True)
class Finding:
    """Who was found, masked; at most six of each."""

    persons: tuple[FoundPerson, ...]
    cases: tuple[FoundCase, ...] = ()
    """The complaints of people without an account."""


_NOTED: Final = {
    By.EMAIL: "Procura pelo e-mail",
    By.TAIL: "Procura pelo fim da conta",
    By.NAME: "Procura pelo nome",
}
"""The reason in the log, in the language of record."""
_NEEDS: Final = {By.NAME: (Action.SEE_PLAYERS, Action.SEE_PERSONAL_DATA)}
"""Who finds a name learns whose it is: the mask over names would hide nothing."""


def find_persons(*, how: str, text: str, by: int, now: datetime) -> Finding:
    """Return the players of this e-mail, name or account's end, and the complaints of such people without an account,
    after noting for each that they were looked for.

    Raises `FindingRejected`.
    """
    text = text.strip().lower()
    if how not in set(By) or not _understood(By(how), text):
        raise FindingRejected(FindingRejection.NOT_UNDERSTOOD)
    with transaction.atomic():
        asking = Person.objects.filter(pk=by).first()
        if not all(may(asking, action) for action in _NEEDS.get(By(how), (Action.SEE_PLAYERS,))):
            raise FindingRejected(FindingRejection.NOT_ALLOWED)
        persons = list(Person.objects.filter(pk__in=_ids(By(how), text), kind=Kind.PLAYER).order_by("pk")[:MOST])
        cases = _cases(By(how), text) if may(asking, Action.SEE_COMPLAINTS) else []
        _note(persons, cases, why=_NOTED[By(how)], by=by, now=now)
    return Finding(tuple(FoundPerson.of(person) for person in persons), tuple(FoundCase.of(case) for case in cases))


def _note(persons: Sequence[Person], cases: Sequence[Complaint], *, why: str, by: int, now: datetime) -> None:
    """Write with each person, or their complaint, that they were looked for."""
    Viewing.objects.bulk_create(Viewing(person=person, by_id=by, at=now, reason=why) for person in persons)
    viewed = [
        Told(name=EventName.DATA_VIEWED, at=now, by=by, key=str(person.person_key), person_id=person.pk, why=why)
        for person in persons
    ]
    sought = [Told(name=EventName.COMPLAINT_SOUGHT, at=now, by=by, key=case.number, why=why) for case in cases]
    tell_all([*viewed, *sought])


def _cases(how: By, text: str) -> list[Complaint]:
    """The complaints of people without an account of this e-mail or name; no account of theirs has an end."""
    if how is By.TAIL:
        return []
    if how is By.NAME:
        ids = list(outsiders_alike(text, most=MOST))
    else:
        ids = list(
            Outsider.objects.alias(low=Lower("email"))
            .filter(low=text)
            .order_by("-pk")
            .values_list("pk", flat=True)[:MOST]
        )
    return list(Complaint.objects.filter(outsider__in=ids).select_related("outsider").order_by("-pk")[:MOST])


def _understood(how: By, text: str) -> bool:
    if how is By.TAIL:
        return len(text) == TAIL and text.isascii() and text.isdigit()
    if how is By.NAME:
        return bool(words_of(text)) and len(text) <= 120
    return "@" in text and len(text) <= 254 and text.isprintable()


def _ids(how: By, text: str) -> list[int]:
    if how is By.EMAIL:
        return list(Person.objects.filter(email=text).values_list("pk", flat=True))
    if how is By.NAME:
        return list(named_alike(text, most=MOST))
    paid = Instrument.objects.annotate(tail=tail_of("label")).filter(tail=text).values_list("person_id", flat=True)
    said = Registration.objects.annotate(tail=tail_of("iban")).filter(tail=text)
    return [*paid[:MOST], *said.values_list("person_id", flat=True)[:MOST]]
