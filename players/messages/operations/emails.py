"""E-mails to people: written in the transaction of what they tell, sent by a sweep. At least once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from players.models import Email

TRIES: Final = 45
"""Tries, over a month: from then on only people can help."""
PATIENCE: Final = timedelta(seconds=5)
DOUBLED: Final = 14
"""So many times the wait is doubled; from then on an e-mail is tried once a day."""
AWAY: Final = 3
"""After so many e-mails that it did not take, the mail server is left alone until the next sweep."""
LOOKED_AT: Final = 1000


@dataclass(frozen=True, slots=True)
class Written:
    """An e-mail that waits to be sent, or was there already (`repeat`)."""

    email_id: int
    repeat: bool


@dataclass(frozen=True, slots=True)
class ToSend:
    """An e-mail with what the code that words and sends it needs."""

    email_id: int
    kind: str
    facts: Mapping[str, Any]
    email: str
    nickname: str
    language: str
    written_at: datetime
    person_id: int = 0
    """To whom; 0 for an e-mail that is only a specimen, or to a person without an account."""


def write_email(
    *,
    person_id: int | None,
    kind: str,
    facts: Mapping[str, Any],
    idempotency_key: UUID,
    now: datetime,
    outsider_id: int | None = None,
) -> Written:
    """Write an e-mail of `kind` to the person, or else to `outsider_id`; the same kind and key: the first one again.

    Call it inside the transaction of what the e-mail tells: both stand, or neither. `facts` are JSON-able: cents as
    whole numbers, moments as ISO 8601.
    """
    message, created = Email.objects.get_or_create(
        kind=kind,
        key=idempotency_key,
        defaults={"person_id": person_id, "outsider_id": outsider_id, "facts": dict(facts), "written_at": now},
    )
    return Written(message.pk, repeat=not created)


def send_emails(*, send: Callable[[ToSend], None], now: datetime, limit: int = 50) -> int:
    """Hand the e-mails that are due to `send`, the least tried first, and note those that it took; answers how many.

    An e-mail whose sending raises is tried again, later and later. Other errors than `OSError` are raised here too,
    once the others were tried: an e-mail that cannot be worded keeps none back. A failure of the transaction itself is
    raised at once, and counts as no try. Killed between sending and noting, an e-mail goes out twice.
    """
    sent = not_taken = 0
    fault: Exception | None = None
    for email_id in _due(now)[:limit]:
        if not_taken == AWAY:
            break
        with transaction.atomic():
            waiting = Email.objects.select_for_update(skip_locked=True, of=("self",)).select_related(
                "person", "outsider"
            )
            message = waiting.filter(pk=email_id, sent_at__isnull=True).first()
            if message is None:
                continue
            message.tries += 1
            kept = _send(message, send)
            if kept is None:
                message.sent_at = now
                sent += 1
            elif isinstance(kept, OSError):
                not_taken += 1
            else:
                fault = kept  # raised below, when no other e-mail waits for it
            message.save(update_fields=["tries", "sent_at"])
    if fault is not None:
        raise fault
    return sent


def _send(message: Email, send: Callable[[ToSend], None]) -> Exception | None:
    """Send one e-mail in a savepoint; answers what it raised, None if it was taken.

    Raises what went wrong around it: where the savepoint cannot be set, left or gone back to, the transaction is lost,
    and another statement would only hide why.
    """
    sending = False
    try:
        with transaction.atomic():
            sending = True
            send(_to_send(message))
            sending = False
    except Exception as error:
        if not sending or transaction.get_rollback():
            raise
        return error
    return None


def _due(now: datetime) -> list[int]:
    """The e-mails whose next try is due, the least tried first."""
    waiting = Email.objects.filter(sent_at__isnull=True, tries__lt=TRIES).order_by("tries", "pk")
    found = waiting.values_list("pk", "tries", "written_at")[:LOOKED_AT]
    return [email_id for email_id, tries, at in found if not tries or now >= at + wait_before(tries)]


def wait_before(tries: int) -> timedelta:
    """How long after an e-mail was written the next try is due, after so many.

    >>> [str(wait_before(tries)) for tries in (0, 1, 2, 10, 14, 15)]
    ['0:00:00', '0:00:05', '0:00:15', '1:25:15', '22:45:15', '1 day, 22:45:15']
    """
    doublings: int = 2 ** min(tries, DOUBLED)
    return PATIENCE * (doublings - 1) + timedelta(days=max(0, tries - DOUBLED))


def _to_send(message: Email) -> ToSend:
    person, outsider = message.person, message.outsider
    if outsider is not None:
        return ToSend(
            message.pk,
            message.kind,
            {**message.facts, "outsider": True},
            outsider.email,
            outsider.name,
            outsider.language,
            message.written_at,
        )
    assert person is not None, "an e-mail has one reader"
    return ToSend(
        message.pk,
        message.kind,
        message.facts,
        person.email,
        person.nickname,
        person.language,
        message.written_at,
        person.pk,
    )
