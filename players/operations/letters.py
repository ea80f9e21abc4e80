"""Letters to persons: written in the transaction of what they tell, posted by a sweep. At least once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from players.models import Letter

TRIES: Final = 12
"""After so many failures a letter waits for a person to look at it."""


@dataclass(frozen=True, slots=True)
class Written:
    """A letter that waits to be sent, or was there already (`repeat`)."""

    letter_id: int
    repeat: bool


@dataclass(frozen=True, slots=True)
class ToSend:
    """A letter as whoever words and posts it needs it."""

    letter_id: int
    kind: str
    facts: Mapping[str, Any]
    email: str
    nickname: str
    language: str
    written_at: datetime
    person_id: int = 0
    """To whom; 0 for a letter that is only a specimen."""


def write_letter(*, person_id: int, kind: str, facts: Mapping[str, Any], key: UUID, now: datetime) -> Written:
    """Write a letter of `kind` to the person; the same kind and key: the first one again.

    Call it inside the transaction of what the letter tells: both stand, or neither. `facts` are JSON-able: cents as
    whole numbers, moments as ISO 8601.
    """
    letter, created = Letter.objects.get_or_create(
        kind=kind, key=key, defaults={"person_id": person_id, "facts": dict(facts), "written_at": now}
    )
    return Written(letter.pk, repeat=not created)


def send_letters(*, post: Callable[[ToSend], None], now: datetime, limit: int = 50) -> int:
    """Hand the letters that wait to `post`, oldest first, and note those that it took; answers how many.

    A letter whose posting raises is tried again later. Killed between posting and noting, it goes out twice.
    """
    sent = 0
    for _ in range(limit):
        with transaction.atomic():
            letter = (
                Letter.objects.select_for_update(skip_locked=True, of=("self",))
                .filter(sent_at__isnull=True, tries__lt=TRIES)
                .select_related("person")
                .order_by("tries", "pk")
                .first()
            )
            if letter is None:
                break
            letter.tries += 1
            try:
                post(_to_send(letter))
            except OSError:
                letter.save(update_fields=["tries"])
                break
            letter.sent_at = now
            letter.save(update_fields=["tries", "sent_at"])
            sent += 1
    return sent


def _to_send(letter: Letter) -> ToSend:
    person = letter.person
    return ToSend(
        letter.pk,
        letter.kind,
        letter.facts,
        person.email,
        person.nickname,
        person.language,
        letter.written_at,
        person.pk,
    )
