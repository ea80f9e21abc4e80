"""Guests: people who play the demonstration at one touch, without an account and for play money alone (ADR 0177).

Amounts are whole cents of play money, instants aware UTC.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from secrets import randbelow
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.models import Session
from django.db import connection, transaction

from kernel.money import Currency
from kernel.rejection import Rejected
from players import gates
from players.access.operations import sign_in
from players.access.operations.counting import KNOWN, network_of
from players.messages.brakes import Asked
from players.messages.operations.asks import ask
from players.models import Device, Guest, Kind, Person
from players.models.guests import GuestEnd as GuestEnd
from players.models.persons import GUEST_DOMAIN
from wallet.operations import open_player_account, top_up_play

CHIPS: Final = 1_000_00
"""What a guest begins with."""
LONGEST: Final = timedelta(days=1)
UNSIGNED: Final = timedelta(minutes=1)
"""So long a guest may be without a session: the touch that made it signs it in."""
_COUNTED: Final = "SELECT pg_advisory_xact_lock(hashtextextended('players_guest', 0))"
_NUMBERS: Final = 900_000


class GuestRejection(StrEnum):
    """Why no guest was made; in the order of checking."""

    SWITCHED_OFF = "switched-off"
    AGE_NOT_SAID = "age-not-said"
    LANGUAGE_UNKNOWN = "language-unknown"
    NOT_HERE = "not-here"
    """A player for whom play is closed has signed in with this browser."""
    TOO_MANY = "too-many"
    ENDED = "ended"
    """The same touch made a guest whose demonstration is over."""


_RULES: Final = {GuestRejection.AGE_NOT_SAID: "PT-03", GuestRejection.NOT_HERE: "PT-25"}


class GuestRejected(Rejected):
    """No guest was made. `most` is how many there may be at a time, where that is the reason."""

    reason: GuestRejection

    def __init__(self, reason: GuestRejection, *, most: int | None = None) -> None:
        super().__init__(reason, rule=_RULES.get(reason), most=most)


@dataclass(frozen=True, slots=True)
class GuestMade:
    """A guest. `repeat`: the same touch came before, and nothing was written now."""

    person_id: int
    person_key: str
    nickname: str
    ends_at: datetime
    repeat: bool = False


def make_guest(
    *,
    language: str,
    of_age: bool,
    browser: UUID | None,
    received_from: str,
    most: int,
    idempotency_key: UUID,
    now: datetime,
) -> GuestMade:
    """Make a guest with an account in play money, filled once. `most`: how many there may be at a time; 0 is none.

    `browser` is the id that the browser keeps since a person signed in with it. Nothing that says who the guest is
    stays but the network in the count of `Asked.GUEST`, for two days. The same key again: the first answer. Raises
    `GuestRejected` and `TooOften`.
    """
    if most < 1:
        raise GuestRejected(GuestRejection.SWITCHED_OFF)
    if not of_age:
        raise GuestRejected(GuestRejection.AGE_NOT_SAID)
    if language not in dict(settings.LANGUAGES):
        raise GuestRejected(GuestRejection.LANGUAGE_UNKNOWN)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(_COUNTED)
        before = Guest.objects.select_related("person").filter(key=idempotency_key).first()
        if before is not None:
            return _again(before, now)
        if browser is not None and _closed_to(browser, now):
            raise GuestRejected(GuestRejection.NOT_HERE)
        if Guest.objects.filter(ended_at=None, ends_at__gt=now).count() >= most:
            raise GuestRejected(GuestRejection.TOO_MANY, most=most)
        if network := network_of(received_from):
            ask(kind=Asked.GUEST, subject=f"network:{network}", key=idempotency_key, now=now)
        return _made(_write(language, idempotency_key, now))


def end_guest(*, person_id: int, why: GuestEnd, now: datetime) -> bool:
    """End a guest's demonstration, with the session of the browser; answers whether it had not ended before."""
    with transaction.atomic():
        guest = Guest.objects.select_for_update(no_key=True).filter(pk=person_id, ended_at=None).first()
        if guest is None:
            return False
        guest.ended_at, guest.ended_why = now, why.value
        guest.save(update_fields=["ended_at", "ended_why"])
        Person.objects.filter(pk=person_id).update(is_active=False)
        sign_in.end_devices(person_id=person_id, now=now)
    return True


def over(*, now: datetime, limit: int = 200) -> dict[int, GuestEnd]:
    """The guests whose demonstration is to end: after a day, or with the session of the browser."""
    late = Guest.objects.filter(ended_at=None, ends_at__lte=now).order_by("ends_at")[:limit]
    found = dict.fromkeys(late.values_list("pk", flat=True), GuestEnd.DAY)
    alive = Device.objects.filter(
        ended_at=None, session__in=Session.objects.filter(expire_date__gt=now).values("session_key")
    )
    gone = Guest.objects.filter(ended_at=None, ends_at__gt=now, made_at__lt=now - UNSIGNED).exclude(
        pk__in=alive.values("person_id")
    )
    return found | dict.fromkeys(gone.order_by("ends_at").values_list("pk", flat=True)[:limit], GuestEnd.SESSION)


def note_browser(*, person_id: int, session: str, now: datetime) -> None:
    """Keep the session in which a guest plays, so that both end together; neither address nor browser stays."""
    Device.objects.update_or_create(
        session=session,
        defaults={
            "public_id": uuid4(),
            "person_id": person_id,
            "address": "",
            "device": "",
            "browser": None,
            "signed_in_at": now,
            "ended_at": None,
        },
    )


def _closed_to(browser: UUID, now: datetime) -> bool:
    """Whether a player who may not play at all has signed in with this browser, as far as it is known."""
    known = Device.objects.filter(browser=browser, forgotten_at=None, signed_in_at__gt=now - KNOWN)
    people = sorted(set(known.values_list("person_id", flat=True)))
    answers = gates.may_play(person_ids=people, currency=Currency.PLAY, now=now) if people else {}
    return any(answer.block in gates.ENDING for answer in answers.values())


def _write(language: str, key: UUID, now: datetime) -> Guest:
    person = Person(
        email=f"{uuid4().hex}{GUEST_DOMAIN}",
        nickname=_name(),
        kind=Kind.GUEST,
        language=language,
        joined_at=now,
        password=make_password(None),
    )
    person.save(force_insert=True)
    open_player_account(person_key=person.person_key, currency=Currency.PLAY, now=now)
    top_up_play(person_key=person.person_key, amount=CHIPS, idempotency_key=key, now=now)
    return Guest.objects.create(person=person, key=key, made_at=now, ends_at=now + LONGEST)


def _name() -> str:
    """A free name that no player can have: nicknames have no space. Guests are made one after the other."""
    while Person.objects.filter(nickname=(name := f"Visita {randbelow(_NUMBERS) + 100_000}")).exists():
        pass
    return name


def _again(before: Guest, now: datetime) -> GuestMade:
    if before.ended_at is not None or before.ends_at <= now:
        raise GuestRejected(GuestRejection.ENDED)
    return _made(before, repeat=True)


def _made(guest: Guest, *, repeat: bool = False) -> GuestMade:
    person = guest.person
    return GuestMade(person.pk, person.person_key, person.nickname, guest.ends_at, repeat)
