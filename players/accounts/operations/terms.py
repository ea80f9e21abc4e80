"""Accepting the house's terms (PT-15)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import transaction

from kernel.rejection import Rejected
from players.accounts.operations.holding import hold_player
from players.accounts.terms import in_force
from players.events.names import EventName
from players.events.telling import tell
from players.models import Acceptance


@dataclass(frozen=True, slots=True)
class TermsAccepted:
    """The version that the person has accepted now. `repeat`: it was accepted before, and nothing was written."""

    person_id: int
    version: int
    repeat: bool


class TermsRejection(StrEnum):
    """Why nothing was accepted; in the order of checking."""

    NOT_IN_FORCE = "not-in-force"
    """Another version is in force by now: that one must be read."""
    NO_SUCH_TEXT = "no-such-text"
    """The version was never written in this language: it cannot have been read in it."""
    NO_SUCH_PERSON = "no-such-person"


class TermsRejected(Rejected):
    """The terms were not accepted."""

    reason: TermsRejection
    rule = "PT-15"


def accept_terms(*, person_id: int, version: int, language: str, address: str, now: datetime) -> TermsAccepted:
    """Note that the player accepts this version, which must be the one in force (PT-15). Twice is as once.

    `language`: of the text that was shown. Raises `TermsRejected`.
    """
    present = in_force(now)
    if version != present.number:
        raise TermsRejected(TermsRejection.NOT_IN_FORCE)
    if language not in present.languages:
        raise TermsRejected(TermsRejection.NO_SUCH_TEXT)
    with transaction.atomic():
        person = hold_player(person_id)
        if person is None:
            raise TermsRejected(TermsRejection.NO_SUCH_PERSON)
        _, created = Acceptance.objects.get_or_create(
            person=person, version=version, defaults={"language": language, "address": address, "at": now}
        )
        if created:
            key = person.person_key
            tell(EventName.TERMS_ACCEPTED, by=person_id, now=now, key=key, person_id=person_id, version=version)
        if person.terms_version < version:
            person.terms_version = version
            person.save(update_fields=["terms_version"])
    return TermsAccepted(person_id, version, repeat=not created)
