"""Signing in: each attempt counted before it is looked at, locks after too many, checks and devices after a right one.

An attempt is a row first, and counts as a failure until it is known better: concurrent attempts cannot slip past the
count (GL-06, GL-07). Unknown e-mails are counted and locked like known ones. Instants are aware UTC.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4, uuid5

from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, transaction

from players.models import AttemptOutcome, Device, Kind, Person, SignInAttempt, SignInLock
from players.models import Factor as Factor
from players.operations.letters import write_letter
from players.operations.national import bar_if_listed
from players.operations.standing import Standing, note_standing

FAILURES: Final = 3
WINDOW: Final = timedelta(minutes=30)
FAILURES_OF_ADDRESS: Final = 30
"""So many failures in the window, whoever was tried, and the address waits."""
LONGEST_DEVICE: Final = 300
_LETTERS: Final = UUID("0d3b0c5e-52f7-4c0b-8a55-0c2f5d6f9a01")
_COUNTING: Final = (AttemptOutcome.PENDING.value, AttemptOutcome.FAILED.value)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt that was written down. `refused`: it may not be looked at, and the answer is that of a failure."""

    id: int
    refused: bool


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A complete sign-in. `previous_at` is the one before it (PT-09); `standing` is None for staff.

    `closed`: the account is closed; its holder may look at it all the same.
    """

    person_id: int
    previous_at: datetime | None
    standing: Standing | None
    closed: bool = False


def begin_attempt(*, email: str, factor: Factor, address: str, device: str, now: datetime) -> Attempt:
    """Write an attempt down before it is looked at; refused after `FAILURES` within `WINDOW`, or under a lock."""
    email = normalised(email)
    with transaction.atomic():
        _one_at_a_time(email, address)
        refused = (
            SignInLock.objects.filter(email=email, opened_at__isnull=True).exists()
            or _failures(email, now, _COUNTING) >= FAILURES
            or _failures_of(address, now) >= FAILURES_OF_ADDRESS
        )
        attempt = SignInAttempt.objects.create(
            email=email,
            person=Person.objects.filter(email=email).first(),
            factor=factor,
            address=address,
            device=device[:LONGEST_DEVICE],
            at=now,
            outcome=AttemptOutcome.REFUSED if refused else AttemptOutcome.PENDING,
        )
    return Attempt(attempt.pk, refused)


def attempt_failed(*, attempt_id: int, now: datetime) -> None:
    """Note that the proof was wrong; the third time within the window locks the e-mail, and its owner is told."""
    with transaction.atomic():
        attempt = SignInAttempt.objects.get(pk=attempt_id)
        _one_at_a_time(attempt.email, "")
        SignInAttempt.objects.filter(pk=attempt_id, outcome=AttemptOutcome.PENDING).update(
            outcome=AttemptOutcome.FAILED
        )
        if _failures(attempt.email, now, (AttemptOutcome.FAILED.value,)) < FAILURES:
            return
        if SignInLock.objects.filter(email=attempt.email, opened_at__isnull=True).exists():
            return
        lock = SignInLock.objects.create(email=attempt.email, person_id=attempt.person_id, locked_at=now)
        if attempt.person_id is not None:
            write_letter(
                person_id=attempt.person_id,
                kind="sign-in-locked",
                facts={"locked_at": now.isoformat()},
                key=uuid5(_LETTERS, str(lock.pk)),
                now=now,
            )


def attempt_passed(*, attempt_id: int, code_step: int | None = None) -> bool:
    """Note that the proof was right; what makes the sign-in complete may still be to come.

    `code_step`: the half minute that the code of an application is of, counted since 1970. False, and nothing noted,
    for one of which a code was used before: each serves once.
    """
    try:
        with transaction.atomic():
            SignInAttempt.objects.filter(pk=attempt_id, outcome=AttemptOutcome.PENDING).update(
                outcome=AttemptOutcome.STEP, code_step=code_step
            )
    except IntegrityError:
        return False
    return True


def complete_sign_in(*, person_id: int, session: str, address: str, device: str, now: datetime) -> SignedIn:
    """Note a complete sign-in and its device, and look a player up in the registers (PT-08, PT-09).

    Whom the national list names is barred by this very sign-in, and may look at their money all the same.
    """
    with transaction.atomic():
        bar_if_listed(person_id=person_id, now=now)
        person = Person.objects.get(pk=person_id)
        mine = SignInAttempt.objects.filter(person_id=person_id)
        previous = mine.filter(outcome=AttemptOutcome.SIGNED_IN).order_by("-pk").values_list("at", flat=True).first()
        last_step = mine.filter(outcome=AttemptOutcome.STEP, at__gt=now - WINDOW).order_by("-pk").first()
        if last_step is not None:
            last_step.outcome = AttemptOutcome.SIGNED_IN
            last_step.save(update_fields=["outcome"])
        else:
            SignInAttempt.objects.create(
                email=person.email,
                person=person,
                factor=Factor.PASSWORD,
                address=address,
                device=device[:LONGEST_DEVICE],
                at=now,
                outcome=AttemptOutcome.SIGNED_IN,
            )
        Device.objects.update_or_create(
            session=session,
            defaults={
                "public_id": uuid4(),
                "person": person,
                "address": address,
                "device": device[:LONGEST_DEVICE],
                "signed_in_at": now,
                "ended_at": None,
            },
        )
        standing = None
        if person.kind == Kind.PLAYER:
            standing = note_standing(person_id=person_id, occasion="sign-in", now=now)
    return SignedIn(person_id, previous, standing, person.closed_at is not None)


def open_locks(*, person_id: int, now: datetime) -> None:
    """Open the lock on the person's e-mail: somebody proved to own the mailbox, and the second factor if one is set."""
    with transaction.atomic():
        email = Person.objects.values_list("email", flat=True).get(pk=person_id)
        _one_at_a_time(email, "")
        SignInLock.objects.filter(email=email, opened_at__isnull=True).update(opened_at=now)


def end_devices(
    *, person_id: int, now: datetime, only: UUID | None = None, but: str | None = None, session: str | None = None
) -> int:
    """Sign the person's devices out: all, `only` one, all `but` the one with this session, or that of `session`.

    Their pages are signed out at once, their sockets within two seconds. Answers how many were signed in.
    """
    with transaction.atomic():
        devices = Device.objects.filter(person_id=person_id, ended_at__isnull=True)
        if only is not None:
            devices = devices.filter(public_id=only)
        if but is not None:
            devices = devices.exclude(session=but)
        if session is not None:
            devices = devices.filter(session=session)
        sessions = list(devices.values_list("session", flat=True))
        Session.objects.filter(session_key__in=sessions).delete()
        Device.objects.filter(session__in=sessions).update(ended_at=now)
    return len(sessions)


def move_device(*, before: str, after: str) -> None:
    """The device goes on under another session key, as after a change of password."""
    Device.objects.filter(session=before).update(session=after)


def normalised(email: str) -> str:
    """The e-mail as it is counted: in small letters, cut where no address goes on."""
    return email.strip().lower()[:254]


def _failures(email: str, now: datetime, outcomes: tuple[str, ...]) -> int:
    """How many attempts on this e-mail count, since the window began, the last sign-in, and the last lock's opening."""
    right = SignInAttempt.objects.filter(email=email, outcome=AttemptOutcome.SIGNED_IN).order_by("-pk")
    opened = SignInLock.objects.filter(email=email, opened_at__isnull=False).order_by("-opened_at")
    since = max(
        now - WINDOW,
        right.values_list("at", flat=True).first() or now - WINDOW,
        opened.values_list("opened_at", flat=True).first() or now - WINDOW,
    )
    return SignInAttempt.objects.filter(email=email, outcome__in=outcomes, at__gt=since).count()


def _failures_of(address: str, now: datetime) -> int:
    if not address:
        return 0
    return SignInAttempt.objects.filter(address=address, outcome__in=_COUNTING, at__gt=now - WINDOW).count()


def _one_at_a_time(email: str, address: str) -> None:
    """Let the attempts on one e-mail, and those from one address, wait for one another: always in this order."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))", [email])
        if address:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 2))", [address])
