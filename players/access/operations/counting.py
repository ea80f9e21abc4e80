"""Counting failed proofs: the counters, when they are full, and how long the wait is then (GL-07).

Each failure counts for one counter of its e-mail: that of the living session, of the browser that signed in before, or
of the network that it came from. Strangers, from all networks, share one more. A full counter locks itself for a
while, longer each time, and no other. Unknown e-mails are counted with the same statements as known ones. UTC.
"""

import ipaddress
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import Q

from players.models import AttemptOutcome, Device, SignInAttempt, SignInLock

FAILURES: Final = 3
"""So many failures of one counter within `WINDOW` lock it."""
WINDOW: Final = timedelta(minutes=30)
FAILURES_OF_STRANGERS: Final = 10
"""So many failures within `DAY`, from any networks together, lock the account for browsers that it does not know."""
DAY: Final = timedelta(days=1)
FAILURES_OF_ADDRESS: Final = 30
"""An address waits after so many failures within the window, over all accounts."""
LOCKS: Final = (
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=4),
    timedelta(days=1),
)
"""How long the first lock of a counter holds, the second and so on; a sign-in begins anew, so does a quiet week."""
REMEMBERED: Final = timedelta(days=7)
KNOWN: Final = timedelta(days=400)
"""So long a browser in which a person signed in is known again: as long as browsers keep a cookie."""
STRANGERS: Final = "strangers"
NO_WAIT: Final = timedelta(0)
_COUNTING: Final = (AttemptOutcome.PENDING.value, AttemptOutcome.FAILED.value)


def counter_for(*, email: str, address: str, browser: UUID | None, session: str | None, now: datetime) -> str:
    """Return the counter that a proof for this e-mail counts for.

    `session` is the key of the session in which the person is signed in and proves it again; `browser` the id that the
    browser keeps. Both are asked after in the rows of this very person: another person's do not help.
    """
    mine = Device.objects.filter(person__email=email)
    if session is not None:
        device = mine.filter(session=session, ended_at__isnull=True).values_list("public_id", flat=True).first()
        if device is not None:
            return f"session:{device}"
    if browser is not None and mine.filter(browser=browser, forgotten_at=None, signed_in_at__gt=now - KNOWN).exists():
        return f"browser:{browser}"
    return f"network:{network_of(address)}"


def network_of(address: str) -> str:
    """Return the network of an address: addresses that one caller may choose from at will count as one.

    >>> network_of("192.0.2.77"), network_of("2001:db8:7:8::1"), network_of("::ffff:192.0.2.77"), network_of("")
    ('192.0.2.0/24', '2001:db8:7::/56', '192.0.2.0/24', '')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return str(ipaddress.ip_network((parsed, 24 if parsed.version == 4 else 56), strict=False))


def wait_of(*, email: str, counter: str, address: str, now: datetime) -> timedelta:
    """How long this counter must still wait before a proof is looked at; nothing where it need not.

    Proofs under way count as failures, so that concurrent ones do not slip past the count.
    """
    stranger = counter.startswith("network:")
    counters = (counter, STRANGERS) if stranger else (counter,)
    locks = SignInLock.objects.filter(email=email, counter__in=counters, opened_at=None, ends_at__gt=now)
    ends = locks.order_by("-ends_at").values_list("ends_at", flat=True).first()
    waits = [ends - now] if ends is not None else []
    if _full(email, counter, now, _COUNTING) or (stranger and _full(email, STRANGERS, now, _COUNTING)):
        waits.append(LOCKS[0])
    if stranger:
        waits.append(_wait_of_address(address, now))
    return max(waits, default=NO_WAIT)


def lock_if_full(*, attempt: SignInAttempt, now: datetime) -> SignInLock | None:
    """Lock the counters that this failure filled; answers the longest lock."""
    counters = (attempt.counter, STRANGERS) if attempt.counter.startswith("network:") else (attempt.counter,)
    made = [_lock(attempt, one, now) for one in counters if _full(attempt.email, one, now, (AttemptOutcome.FAILED,))]
    return max(made, key=lambda lock: lock.ends_at or now, default=None)


def one_at_a_time(email: str, address: str) -> None:
    """Let the attempts on one e-mail, and those from one address, wait for one another: always in this order."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 1))", [email])
        if address:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 2))", [address])


def _full(email: str, counter: str, now: datetime, outcomes: tuple[str, ...]) -> bool:
    """Whether so many attempts count, since the window began, the last lock, the last right proof, the last opening."""
    shared = counter == STRANGERS
    locks, mine = SignInLock.objects.filter(email=email), SignInAttempt.objects.filter(email=email)
    of_counter = mine.filter(counter__startswith="network:") if shared else mine.filter(counter=counter)
    since = [
        now - (DAY if shared else WINDOW),
        locks.filter(counter=counter).order_by("-pk").values_list("locked_at", flat=True).first(),
        locks.filter(opened_at__isnull=False).order_by("-opened_at").values_list("opened_at", flat=True).first(),
        None if shared else _last_right(email, counter),
    ]
    counted = of_counter.filter(outcome__in=outcomes, at__gt=max(moment for moment in since if moment is not None))
    return counted.count() >= (FAILURES_OF_STRANGERS if shared else FAILURES)


def _last_right(email: str, counter: str) -> datetime | None:
    """When this counter last signed in; in a living session, when it last proved again who is there."""
    right = Q(outcome=AttemptOutcome.SIGNED_IN)
    if counter.startswith("session:"):
        right |= Q(outcome=AttemptOutcome.STEP)
    found = SignInAttempt.objects.filter(right, email=email, counter=counter).order_by("-pk")
    return found.values_list("at", flat=True).first()


def _lock(attempt: SignInAttempt, counter: str, now: datetime) -> SignInLock:
    since = max(_last_right(attempt.email, counter) or now - REMEMBERED, now - REMEMBERED)
    earlier = SignInLock.objects.filter(email=attempt.email, counter=counter, opened_at=None, locked_at__gt=since)
    length = LOCKS[min(earlier.count(), len(LOCKS) - 1)]
    return SignInLock.objects.create(
        email=attempt.email, person_id=attempt.person_id, counter=counter, locked_at=now, ends_at=now + length
    )


def _wait_of_address(address: str, now: datetime) -> timedelta:
    """Until the oldest of the address's last failures no longer counts."""
    if not address:
        return NO_WAIT
    counted = SignInAttempt.objects.filter(address=address, outcome__in=_COUNTING, at__gt=now - WINDOW)
    latest = counted.order_by("-at").values_list("at", flat=True)[FAILURES_OF_ADDRESS - 1 : FAILURES_OF_ADDRESS].first()
    return NO_WAIT if latest is None else latest + WINDOW - now
