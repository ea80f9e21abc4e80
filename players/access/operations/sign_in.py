"""Signing in: each attempt counted before it is looked at, locks after too many, checks and devices after a right one.

An attempt is a row first, and counts as a failure until it is known better: concurrent attempts cannot slip past the
count (GL-06, GL-07; `players.access.operations.counting`). Unknown e-mails are counted and locked like known ones.
Instants are aware UTC.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID, uuid4, uuid5

from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, transaction

from players.access.operations.counting import NO_WAIT, WINDOW, counter_for, lock_if_full, one_at_a_time, wait_of
from players.accounts.operations.standing import Standing, note_standing
from players.events.names import EventName
from players.events.telling import tell
from players.messages.brakes import Asked
from players.messages.operations.asks import wish_email
from players.models import AttemptOutcome, Device, Kind, Person, SignInAttempt, SignInLock
from players.models import Factor as Factor
from players.protection.operations.national import bar_if_listed

LONGEST_DEVICE: Final = 300
EXPIRED_MOST: Final = 1_000
TOLD_WITHIN: Final = timedelta(minutes=4)
"""Shorter than what a day's files wait for after its end (`reporting.making.figures.SETTLED_FOR`)."""
_EXPIRED: Final = """
UPDATE players_device device SET ended_at = GREATEST(over.expired, %(told)s, device.signed_in_at)
FROM (
    SELECT open.id, session.expire_date AS expired
    FROM players_device open JOIN django_session session ON session.session_key = open.session
    WHERE open.ended_at IS NULL AND session.expire_date <= %(now)s
    ORDER BY open.id LIMIT %(limit)s
) over
WHERE device.id = over.id AND device.ended_at IS NULL
"""
_EMAILS: Final = UUID("0d3b0c5e-52f7-4c0b-8a55-0c2f5d6f9a01")


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt that was written down. It may not be looked at before `wait` is over."""

    id: int
    wait: timedelta = NO_WAIT

    @property
    def refused(self) -> bool:
        """Whether it may not be looked at."""
        return self.wait > NO_WAIT


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A complete sign-in. `previous_at` is the one before it (PT-09); `standing` is None for staff.

    `closed`: the account is closed; its holder may look at it all the same.
    """

    person_id: int
    previous_at: datetime | None
    standing: Standing | None
    closed: bool = False


def begin_attempt(
    *,
    email: str,
    factor: Factor,
    address: str,
    device: str,
    now: datetime,
    browser: UUID | None = None,
    session: str | None = None,
) -> Attempt:
    """Write an attempt down before it is looked at; refused while its counter waits.

    `browser` is the id that the browser keeps, `session` the key of the session whose person proves it again.
    """
    email = normalised(email)
    with transaction.atomic():
        one_at_a_time(email, address)
        counter = counter_for(email=email, address=address, browser=browser, session=session, now=now)
        wait = wait_of(email=email, counter=counter, address=address, now=now)
        attempt = SignInAttempt.objects.create(
            email=email,
            counter=counter,
            person=Person.objects.filter(email=email).first(),
            factor=factor,
            address=address,
            device=device[:LONGEST_DEVICE],
            at=now,
            outcome=AttemptOutcome.REFUSED if wait > NO_WAIT else AttemptOutcome.PENDING,
        )
    return Attempt(attempt.pk, wait)


def attempt_failed(*, attempt_id: int, now: datetime) -> None:
    """Note that the proof was wrong; one too many locks its counter for a while, and the account's owner is told."""
    with transaction.atomic():
        attempt = SignInAttempt.objects.get(pk=attempt_id)
        one_at_a_time(attempt.email, "")
        SignInAttempt.objects.filter(pk=attempt_id, outcome=AttemptOutcome.PENDING).update(
            outcome=AttemptOutcome.FAILED
        )
        lock = lock_if_full(attempt=attempt, now=now)
        if lock is not None and lock.ends_at is not None:  # for unknown e-mails alike: the same work
            _tell_locked(attempt, lock.ends_at, now)
            wish_email(
                kind=Asked.LOCKED,
                subject=attempt.email,
                facts={"locked_at": now.isoformat(), "ends_at": lock.ends_at.isoformat()},
                key=uuid5(_EMAILS, str(lock.pk)),
                now=now,
            )


def _tell_locked(attempt: SignInAttempt, until: datetime, now: datetime) -> None:
    tell(EventName.SIGN_IN_LOCKED, by=None, now=now, person_id=attempt.person_id, until=until)


def attempt_passed(*, attempt_id: int, code_step: int | None = None) -> bool:
    """Note that the proof was right; a second step may still have to complete the sign-in.

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


def complete_sign_in(
    *, person_id: int, session: str, address: str, device: str, now: datetime, browser: UUID | None = None
) -> SignedIn:
    """Note a complete sign-in and its device, and look a player up in the registers (PT-08, PT-09).

    `browser` is the id by which the browser will be known again: its failures then have a counter of their own. A
    person on the national list is barred by this very sign-in, and may look at their money all the same.
    """
    with transaction.atomic():
        bar_if_listed(person_id=person_id, now=now)
        person = Person.objects.get(pk=person_id)
        mine = SignInAttempt.objects.filter(person_id=person_id)
        previous = mine.filter(outcome=AttemptOutcome.SIGNED_IN).order_by("-pk").values_list("at", flat=True).first()
        counter = counter_for(email=person.email, address=address, browser=browser, session=None, now=now)
        steps = mine.filter(outcome=AttemptOutcome.STEP, counter=counter, at__gt=now - WINDOW)
        last_step = steps.order_by("-pk").first()
        if last_step is not None:
            last_step.outcome = AttemptOutcome.SIGNED_IN
            last_step.save(update_fields=["outcome"])
        else:
            SignInAttempt.objects.create(
                email=person.email,
                counter=counter,
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
                "browser": browser,
                "signed_in_at": now,
                "ended_at": None,
            },
        )
        standing = None
        if person.kind == Kind.PLAYER:
            standing = note_standing(person_id=person_id, occasion="sign-in", now=now)
        elif person.kind == Kind.STAFF:  # the session that will say so begins with this very request
            tell(EventName.SIGN_IN_SUCCEEDED, by=None, now=now, key=person.person_key, person_id=person.pk)
    return SignedIn(person_id, previous, standing, person.closed_at is not None)


def open_locks(*, person_id: int, now: datetime) -> None:
    """Open all locks on the person's address: an e-mail's link proved the mailbox, and a code the second factor."""
    with transaction.atomic():
        email = Person.objects.values_list("email", flat=True).get(pk=person_id)
        one_at_a_time(email, "")
        SignInLock.objects.filter(email=email, opened_at__isnull=True).update(opened_at=now)


def know_browser(*, person_id: int, browser: UUID, address: str, device: str, now: datetime) -> None:
    """Know this browser again, as after a sign-in: in it an e-mail's link, and a second factor, proved who is there."""
    with transaction.atomic():
        Device.objects.create(
            public_id=uuid4(),
            person_id=person_id,
            session=f"none-{uuid4().hex}",
            browser=browser,
            address=address,
            device=device[:LONGEST_DEVICE],
            signed_in_at=now,
            ended_at=now,
        )


def end_devices(
    *, person_id: int, now: datetime, only: UUID | None = None, but: str | None = None, session: str | None = None
) -> int:
    """Sign the person's devices out: all, `only` one, all `but` the one with this session, or that of `session`.

    Their pages are signed out at once, their sockets within two seconds; unless that of `session` alone signs out,
    their browsers are known no longer. Answers how many were signed in.
    """
    with transaction.atomic():
        if session is None:
            _forget_browsers(person_id=person_id, only=only, but=but, now=now)
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


def end_expired(*, now: datetime, limit: int = EXPIRED_MOST) -> int:
    """End the sign-ins whose session ran out by itself; how many (PT-68).

    They end when the session did. One that is found later than a day's files wait for ends a moment before it is found,
    so that files made of an earlier day stay the same.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_EXPIRED, {"now": now, "told": now - TOLD_WITHIN, "limit": limit})
        return int(cursor.rowcount)


def move_device(*, before: str, after: str) -> None:
    """The device goes on under another session key, as after a change of password."""
    Device.objects.filter(session=before).update(session=after)


def normalised(email: str) -> str:
    """The e-mail as it is counted: in small letters, cut where no address goes on."""
    return email.strip().lower()[:254]


def _forget_browsers(*, person_id: int, only: UUID | None, but: str | None, now: datetime) -> None:
    known = Device.objects.filter(person_id=person_id, forgotten_at=None, browser__isnull=False)
    if only is not None:
        known = known.filter(browser__in=Device.objects.filter(public_id=only, person_id=person_id).values("browser"))
    if but is not None:
        known = known.exclude(browser__in=Device.objects.filter(session=but, browser__isnull=False).values("browser"))
    known.update(forgotten_at=now)
