"""Finding a player by what they did not show: a name, an e-mail, an account's end. Each is noted (PT-01, GL-48)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.rejection import Rejected
from players.audit.queries.alike import named_alike, words_of
from players.audit.queries.finding import FoundPerson
from players.events.names import EventName
from players.events.telling import Told, tell_all
from players.models import Instrument, Kind, Person, Registration, Viewing
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
    """Who was found, masked; at most six."""

    persons: tuple[FoundPerson, ...]


_NOTED: Final = {
    By.EMAIL: "Procura pelo e-mail",
    By.TAIL: "Procura pelo fim da conta",
    By.NAME: "Procura pelo nome",
}
"""The reason in the log, in the language of record."""
_NEEDS: Final = {By.NAME: (Action.SEE_PLAYERS, Action.SEE_PERSONAL_DATA)}
"""Who finds a name learns whose it is: the mask over names would hide nothing."""


def find_persons(*, how: str, text: str, by: int, now: datetime) -> Finding:
    """Return the players of this e-mail, name or account's end, after noting for each that they were looked for.

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
        Viewing.objects.bulk_create(
            Viewing(person=person, by_id=by, at=now, reason=_NOTED[By(how)]) for person in persons
        )
        tell_all(
            Told(
                name=EventName.DATA_VIEWED,
                at=now,
                by=by,
                key=str(person.person_key),
                person_id=person.pk,
                why=_NOTED[By(how)],
            )
            for person in persons
        )
    return Finding(tuple(FoundPerson.of(person) for person in persons))


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
