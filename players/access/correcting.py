"""Whether a person may correct data that the registers did not confirm, and how often still. Asked, never stored."""

from typing import Final

from players.models import AccountClosure, DataChange, IdentityCheck, Outcome, Person
from players.models.registration import Datum

ATTEMPTS: Final = 3
"""How often a person may correct unproven data; after that staff help."""
CORRECTABLE: Final = frozenset({Outcome.NOT_FOUND, Outcome.MISMATCH})
"""Answers that a typing mistake explains; the others have another cause."""
TRIED: Final = Datum.IDENTITY_REFUSED.value
"""The name of an attempt with another person's number: nothing changed, but it counts."""


def is_correctable(person: Person) -> bool:
    """Whether the latest answer is one that a correction may change, and nothing else stands in the way."""
    latest = IdentityCheck.objects.filter(person=person).order_by("-pk").first()
    return (
        person.is_active
        and person.verified_at is None
        and person.closed_at is None
        and person.suspended_at is None
        and latest is not None
        and latest.outcome in CORRECTABLE
    )


def attempts_left(person_id: int) -> int:
    """How many corrections are left: each question after the first counts, and each try that was refused as taken.

    Questions asked because an account is opened again, or because staff corrected it, do not count.
    """
    reopened = AccountClosure.objects.filter(person_id=person_id, reopened_at__isnull=False).values("reopened_at")
    by_staff = DataChange.objects.filter(person_id=person_id).exclude(by_id=person_id).values("at")
    asked = IdentityCheck.objects.filter(person_id=person_id).exclude(asked_at__in=reopened)
    asked = asked.exclude(asked_at__in=by_staff)
    tried = max(0, asked.count() - 1) + DataChange.objects.filter(person_id=person_id, what=TRIED).count()
    return max(0, ATTEMPTS - tried)
