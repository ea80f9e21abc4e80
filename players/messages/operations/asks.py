"""Asking for e-mails and files: counted in rows, refused when it is too often, e-mails written by a sweep (GL-06).

An e-mail that is asked for by address is a row, whether the address is known or not: the visitor learns nothing, not
even from how long it takes. Instants are aware UTC.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from kernel.rejection import Rejected
from players.messages.brakes import BRAKES, LONGEST, Asked
from players.messages.operations.emails import write_email
from players.models import Ask, Person

NO_WAIT: Final = timedelta(0)
FORGOTTEN: Final = 2 * LONGEST
"""After so long an ask is erased: it may be a mistyped address."""


class TooOften(Rejected):
    """It was asked for too often: `reason` says what, and `wait` for how long it may not be asked for again."""

    reason: Asked
    wait: timedelta


def ask(
    *, kind: Asked, subject: str, now: datetime, key: UUID | None = None, facts: Mapping[str, Any] | None = None
) -> None:
    """Count one more of this kind for this subject; one that asks for an e-mail waits for the next sweep.

    The same key again: nothing more. Raises `TooOften`.
    """
    with transaction.atomic():
        wait = _count(kind, subject, key, dict(facts or {}), now, email=kind in _EMAILS)
        if wait > NO_WAIT:
            raise TooOften(kind, wait=wait)


def wish_email(
    *, kind: Asked, subject: str, now: datetime, key: UUID, facts: Mapping[str, Any], counted_only: bool = False
) -> None:
    """Ask for an e-mail in the transaction of what it tells; one too many is left out, silently.

    `counted_only`: the e-mail was written already, and only counts.
    """
    with transaction.atomic():
        _count(kind, subject, key, dict(facts), now, email=not counted_only)


def wait_for(*, kind: Asked, subject: str, now: datetime) -> timedelta:
    """How long this subject must wait before it may ask for this again; nothing where it need not."""
    waits = [NO_WAIT]
    for most, span in BRAKES[kind].most:
        counted = Ask.objects.filter(kind=kind, subject=subject, at__gt=now - span).order_by("-at")
        first = counted.values_list("at", flat=True)[most - 1 : most].first()
        waits.append(NO_WAIT if first is None else first + span - now)
    return max(waits)


def write_asked(*, now: datetime, limit: int = 200) -> int:
    """Write the e-mails that were asked for, where the address is known; answers how many. Forgets old asks."""
    written = 0
    for ask_id in list(Ask.objects.filter(done_at=None).order_by("pk").values_list("pk", flat=True)[:limit]):
        with transaction.atomic():
            waiting = Ask.objects.select_for_update(skip_locked=True).filter(pk=ask_id, done_at=None).first()
            if waiting is None:
                continue
            written += _write(waiting, now)
            waiting.done_at = now
            waiting.save(update_fields=["done_at"])
    with transaction.atomic():
        Ask.objects.filter(done_at__isnull=False, at__lt=now - FORGOTTEN).delete()
    return written


def _count(
    kind: Asked, subject: str, key: UUID | None, facts: dict[str, Any], now: datetime, *, email: bool
) -> timedelta:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 3))", [f"{kind.value} {subject}"])
    if key is not None and Ask.objects.filter(kind=kind, key=key).exists():
        return NO_WAIT
    wait = wait_for(kind=kind, subject=subject, now=now)
    done_at = None if email and wait <= NO_WAIT else now
    counted = subject[:300] if wait <= NO_WAIT else ""  # one too many is written, for the same work, and not counted
    Ask.objects.create(kind=kind, subject=counted, key=key, facts=facts, at=now, done_at=done_at)
    return wait


def _write(asked: Ask, now: datetime) -> int:
    kind = Asked(asked.kind)
    facts = dict(asked.facts)
    person = _EMAILS[kind](asked.subject, facts)
    if person is None or asked.key is None:
        return 0
    # Members of staff whose number was used are told that they do not play, not that they play already (PT-16).
    worded = "staff-does-not-play" if facts.pop("staff", False) else kind.value
    write_email(person_id=person.pk, kind=worded, facts=facts, idempotency_key=asked.key, now=now)
    return 1


def _whose(email: str, facts: dict[str, Any]) -> Person | None:
    return Person.objects.filter(email=email, is_active=True).first()


def _unconfirmed(email: str, facts: dict[str, Any]) -> Person | None:
    facts["email"] = email
    return Person.objects.filter(email=email, email_confirmed_at__isnull=True).first()


def _if_free(subject: str, facts: dict[str, Any]) -> Person | None:
    taken = Person.objects.filter(email=facts["email"]).exists()
    return None if taken else Person.objects.filter(pk=facts.pop("person"), email=facts["before"]).first()


_EMAILS: Final = {
    Asked.RECOVERY: _whose,
    Asked.CONFIRMATION: _unconfirmed,
    Asked.EMAIL_CHANGE: _if_free,
    Asked.LOCKED: _whose,
    Asked.REGISTERED_ALREADY: _whose,
}
"""To whom each kind of e-mail goes; None for an unknown address."""
