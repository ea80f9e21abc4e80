"""Whether a person may play or deposit at this moment, and if not, why and until when. Asked, never stored."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.backends.utils import CursorWrapper

from kernel import prepared
from kernel.money import Currency
from players import headroom
from players.accounts.terms import in_force
from players.headroom import Headroom as Headroom


class Block(StrEnum):
    """The possible blocks; in the order of checking."""

    SIGNED_OUT = "signed-out"
    STAFF = "staff"
    INACTIVE = "inactive"
    EXCLUDED = "excluded"
    """Checked before the other closed states: an excluded player is told so, and until when."""
    CLOSED = "closed"
    SUSPENDED = "suspended"
    PROHIBITED = "prohibited"
    GUEST = "guest"
    """A guest plays for play money, alone at a table; nothing else."""
    EMAIL_UNCONFIRMED = "email-unconfirmed"
    NOT_VERIFIED = "not-verified"
    TERMS_NOT_ACCEPTED = "terms-not-accepted"


RULES: Final = {
    Block.SIGNED_OUT: "PT-01",
    Block.STAFF: "PT-16",
    Block.INACTIVE: "PT-18",
    Block.CLOSED: "PT-18",
    Block.SUSPENDED: "PT-19",
    Block.EXCLUDED: "PT-25",
    Block.PROHIBITED: "PT-16",
    Block.GUEST: "PT-01",
    Block.EMAIL_UNCONFIRMED: "PT-01",
    Block.NOT_VERIFIED: "PT-02",
    Block.TERMS_NOT_ACCEPTED: "PT-15",
}


ENDING: Final = frozenset({Block.INACTIVE, Block.CLOSED, Block.SUSPENDED, Block.EXCLUDED, Block.PROHIBITED})
"""Blocks that end a connection and a session; staff and persons not yet verified may watch."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`block` is None when nothing stands in the way. `until` is when it falls by itself; None: not by itself.

    `headroom` is None when no limit on stakes or losses is set (PT-22); only money has one. `minutes` is how long a
    day the person may sit at tables, None without such a limit. `guest`: the person has no account and plays alone.
    """

    block: Block | None
    until: datetime | None = None
    rule: str = ""
    headroom: Headroom | None = None
    minutes: int | None = None
    guest: bool = False

    @property
    def allowed(self) -> bool:
        return self.block is None


_FREE: Final = Answer(None)
_GUEST: Final = Answer(None, guest=True)

# An exclusion without end outlasts every other, so one statement tells both whether and until when. One that begins at
# once bars from the moment it is there, even a bet whose clock was read before.
_STANDING: Final = """
SELECT person.id, person.kind, person.is_active, person.closed_at IS NOT NULL, person.suspended_at IS NOT NULL,
       excluded.count, excluded.until,
       EXISTS (
           SELECT 1 FROM players_registration registration
           JOIN players_prohibition prohibition ON prohibition.nif = registration.nif AND prohibition.lifted_at IS NULL
           WHERE registration.person_id = person.id
       ),
       person.email_confirmed_at IS NOT NULL, person.verified_at IS NOT NULL, person.terms_version >= %(version)s,
       ARRAY(
           SELECT concat_ws(' ', kind, period, source, most) FROM players_limit
           WHERE person_id = person.id AND state = 'in-force'
       )
FROM players_person person
CROSS JOIN LATERAL (
    SELECT count(*) AS count, CASE WHEN bool_or(ends IS NULL) THEN NULL ELSE max(ends) END AS until
    FROM (
        SELECT least(ends_at, revoked_at) AS ends FROM players_exclusion
        WHERE person_id = person.id AND starts_at <= greatest(%(now)s, created_at)
          AND (ends_at IS NULL OR ends_at > %(now)s) AND (revoked_at IS NULL OR revoked_at > %(now)s)
    ) exclusion
) excluded
WHERE person.id = ANY(%(ids)s::bigint[])
"""


_TO_COME: Final = """
SELECT person_id, min(starts_at) FROM players_exclusion
WHERE person_id = ANY(%(ids)s::bigint[]) AND starts_at > %(now)s
GROUP BY person_id
"""


def may_play(*, person_ids: Sequence[int], currency: Currency, now: datetime) -> dict[int, Answer]:
    """For each person, whether they may bet `currency` at `now`; an unknown id answers `SIGNED_OUT`.

    One statement, however many persons; another where some of them have limits on stakes or losses. Inside a
    transaction that holds the persons' accounts it is the last word.
    """
    return send(person_ids=person_ids, now=now)(person_ids, currency)


def send(*, person_ids: Sequence[int], now: datetime) -> Callable[[Sequence[int], Currency], dict[int, Answer]]:
    """The same, to be answered after a block of statements sent together, for some of the persons and their money."""
    sent = _cursor()
    sent.execute(_STANDING, {"ids": prepared.array(person_ids), "now": now, "version": in_force(now).number})
    rows: dict[int, tuple[Any, ...]] = {}

    def answers(persons: Sequence[int], currency: Currency) -> dict[int, Answer]:
        if not rows:
            rows.update({int(row[0]): row[1:] for row in sent.fetchall()})
        return _answers(persons, {each: rows[each] for each in persons if each in rows}, currency, now=now)

    return answers


def _answers(
    person_ids: Sequence[int], rows: Mapping[int, tuple[Any, ...]], currency: Currency, *, now: datetime
) -> dict[int, Answer]:
    answers = {person_id: _answer(rows.get(person_id), currency) for person_id in person_ids}
    limits = {person_id: headroom.parsed(row[-1]) for person_id, row in rows.items() if answers[person_id].allowed}
    return answers | _within(
        {person_id: found for person_id, found in limits.items() if found}, answers, currency, now=now
    )


def at_shared(answer: Answer) -> Answer:
    """The same answer for a seat at a table that others share: a guest watches there (ADR 0177)."""
    return _barred(Block.GUEST) if answer.guest else answer


def exclusions_to_come(*, person_ids: Sequence[int], now: datetime) -> dict[int, datetime]:
    """When the next exclusion of each of these persons begins that has not begun at `now`; others are left out."""
    with _cursor() as cursor:
        cursor.execute(_TO_COME, {"ids": prepared.array(person_ids), "now": now})
        return {int(person_id): begins for person_id, begins in cursor.fetchall()}


def _cursor() -> CursorWrapper:
    """Prepared where it is asked under locks, for every slip; pages ask outside a transaction."""
    return prepared.cursor() if connection.in_atomic_block else connection.cursor()


def may_deposit(*, person_id: int, now: datetime, amount: int | None = None, pending_key: UUID | None = None) -> Answer:
    """Whether the person may pay in `amount` cents at `now`: the same blocks as playing for money (PT-19, PT-27).

    `headroom`, where it is not None, is what the person's limits on deposits leave (PT-21); pending deposits count, but
    the one of `pending_key`. Without an amount: whether at all. Exact while the caller holds the person.
    """
    assert amount is None or amount > 0
    answer = may_play(person_ids=[person_id], currency=Currency.EUR, now=now)[person_id]
    if answer.block is not None:
        return answer
    return replace(answer, headroom=headroom.deposit_headroom(person_id, pending_key=pending_key, now=now))


def _within(
    limits: Mapping[int, tuple[headroom.Standing, ...]],
    answers: Mapping[int, Answer],
    currency: Currency,
    *,
    now: datetime,
) -> dict[int, Answer]:
    """The answers of those who have limits, with what these leave."""
    counted = [
        person_id
        for person_id, found in limits.items()
        if currency is Currency.EUR and any(limit.kind in headroom.PLAY_KINDS for limit in found)
    ]
    days = headroom.days_of(counted, since=headroom.first_counted(now)) if counted else {}
    return {
        person_id: replace(
            answers[person_id],
            headroom=headroom.tightest(found, headroom.PLAY_KINDS, days[person_id], now=now)
            if person_id in days
            else None,
            minutes=headroom.allowed_minutes(found),
        )
        for person_id, found in limits.items()
    }


def _answer(row: tuple[Any, ...] | None, currency: Currency) -> Answer:
    if row is None:
        return _barred(Block.SIGNED_OUT)
    kind, active, closed, suspended, exclusions, until, prohibited, confirmed, verified, agreed = row[:-1]
    if kind == "staff":
        return _barred(Block.STAFF)
    if not active:
        return _barred(Block.INACTIVE)
    if exclusions:
        return _barred(Block.EXCLUDED, until)
    if closed:
        return _barred(Block.CLOSED)
    if suspended:
        return _barred(Block.SUSPENDED)
    if prohibited:
        return _barred(Block.PROHIBITED)
    if kind == "guest":
        return _barred(Block.GUEST) if currency is Currency.EUR else _GUEST
    if currency is not Currency.EUR:
        return _FREE
    money = (
        (confirmed, Block.EMAIL_UNCONFIRMED),
        (verified, Block.NOT_VERIFIED),
        (agreed, Block.TERMS_NOT_ACCEPTED),
    )
    return next((_barred(block) for passed, block in money if not passed), _FREE)


def _barred(block: Block, until: datetime | None = None) -> Answer:
    return Answer(block, until, RULES[block])
