"""Verifying identities: rows wait, the verifier is asked outside of transactions, its answer is kept with every flag.

The row is the truth: asked twice it is answered once, killed at any line it is asked again (PT-02, PT-08, PT-16).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

from django.db import transaction

from kernel.calendar import lisbon_date
from players.access.identity import Question, Verdict, Verifier, VerifierUnavailable
from players.accounts.operations.holding import hold_player
from players.accounts.operations.standing import note_standing
from players.adapters.operations import note_answer, note_failure
from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.models import (
    Adapter,
    Change,
    IdentityCheck,
    Outcome,
    Person,
    Prohibition,
    Registration,
    StandingChange,
)
from players.protection.operations.national import bar_if_listed

PATIENCE: Final = timedelta(seconds=5)
NUMBER_LONGEST: Final = 60
LONGEST_WAIT: Final = timedelta(minutes=10)
_EMAILS: Final = UUID("6f1b1d52-6a3e-4f4e-9f3b-6a4a0d2d0f11")


@dataclass(frozen=True, slots=True)
class IdentityAnswered:
    """How a check ended."""

    check_id: int
    person_id: int
    outcome: Outcome


def ask_waiting(*, verifier: Verifier, now: datetime, limit: int = 50) -> tuple[IdentityAnswered, ...]:
    """Ask the verifier about every person whose check is due; those without an answer are due again later."""
    answered = []
    for _ in range(limit):
        claimed = _claim(now)
        if claimed is None:
            break
        check_id, question = claimed
        try:
            verdict = verifier.ask(question)
        except VerifierUnavailable as silence:
            note_failure(adapter=Adapter.VERIFIER, fault=silence, now=now)
            continue
        note_answer(adapter=Adapter.VERIFIER, now=now)
        answer = _record(check_id, verdict, verifier.name, now)
        if answer is not None:
            answered.append(answer)
    return tuple(answered)


def _claim(now: datetime) -> tuple[int, Question] | None:
    """Return the next check that is due, its next try put off first: if this process dies, the check is asked again."""
    with transaction.atomic():
        check = (
            IdentityCheck.objects.select_for_update(skip_locked=True)
            .filter(answered_at__isnull=True, next_try_at__lte=now)
            .order_by("next_try_at", "pk")
            .first()
        )
        if check is None:
            return None
        tries = check.tries
        check.next_try_at = now + min(PATIENCE * 2 ** min(tries, 10), LONGEST_WAIT)
        check.tries += 1
        check.save(update_fields=["next_try_at", "tries"])
        registration = Registration.objects.select_related("person").get(person_id=check.person_id)
    assert registration.person.birth_date is not None
    return check.pk, Question(
        full_name=registration.full_name,
        birth_date=registration.person.birth_date,
        nif=registration.nif,
        nationality=registration.nationality,
        document_kind=registration.document_kind,
        document_number=registration.document_number,
        document_country=registration.document_country,
        today=lisbon_date(now),
        tries=tries,
    )


def _record(check_id: int, verdict: Verdict, verifier: str, now: datetime) -> IdentityAnswered | None:
    with transaction.atomic():
        person = hold_player(IdentityCheck.objects.values_list("person_id", flat=True).get(pk=check_id))
        check = IdentityCheck.objects.select_for_update().get(pk=check_id)
        if person is None or check.answered_at is not None:
            return None
        nif = Registration.objects.values_list("nif", flat=True).get(person_id=person.pk)
        if verdict.prohibited is not None:
            Prohibition.objects.get_or_create(
                nif=nif, reason=verdict.prohibited, lifted_at=None, defaults={"added_at": now, "note": verifier}
            )
        bar_if_listed(person_id=person.pk, now=now)
        standing = note_standing(person_id=person.pk, occasion="registration", now=now)
        outcome = _outcome(verdict, prohibited=standing.prohibited)
        check.answered_at, check.verifier, check.outcome = now, verifier, outcome
        check.name_valid, check.nif_valid = verdict.name_valid, verdict.nif_valid
        check.birth_date_valid, check.of_age, check.deceased = (
            verdict.birth_date_valid,
            verdict.of_age,
            verdict.deceased,
        )
        check.answer_number, check.answer_given_at = verdict.number[:NUMBER_LONGEST], verdict.given_at
        answered = ["answered_at", "verifier", "outcome", "name_valid", "nif_valid", "birth_date_valid"]
        check.save(update_fields=[*answered, "of_age", "deceased", "answer_number", "answer_given_at"])
        if outcome is Outcome.VERIFIED and person.verified_at is None:
            person.verified_at = now
            person.save(update_fields=["verified_at"])
            StandingChange.objects.create(person=person, change=Change.VERIFIED, reason=verifier, created_at=now)
        _tell(person, outcome, verifier, now)
        kind = "identity-verified" if outcome is Outcome.VERIFIED else "identity-not-verified"
        write_email(
            person_id=person.pk,
            kind=kind,
            facts={"outcome": outcome.value},
            idempotency_key=uuid5(_EMAILS, str(check_id)),
            now=now,
        )
    return IdentityAnswered(check_id, person.pk, outcome)


def _tell(person: Person, outcome: Outcome, verifier: str, now: datetime) -> None:
    facts: dict[str, Any] = {"verifier": verifier}
    name = EventName.ACCOUNT_VERIFIED
    if outcome is not Outcome.VERIFIED:
        name, facts["outcome"] = EventName.ACCOUNT_NOT_VERIFIED, outcome.value
    tell(name, by=None, now=now, key=person.person_key, person_id=person.pk, **facts)


def _outcome(verdict: Verdict, *, prohibited: bool) -> Outcome:
    if not verdict.found:
        return Outcome.NOT_FOUND
    if verdict.deceased:
        return Outcome.DECEASED
    if not (verdict.name_valid and verdict.nif_valid and verdict.birth_date_valid):
        return Outcome.MISMATCH
    if not verdict.of_age:
        return Outcome.UNDER_AGE
    return Outcome.PROHIBITED if prohibited else Outcome.VERIFIED
