"""The player of a case in a few figures: since when, the last days, the hold in its band, complaints, limits."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from casino.wording import protection_names
from kernel.money import Currency
from players.accounts import queries as players
from players.complaints.queries.cases import CaseCard, ComplaintOutcome, cases_of
from players.protection.queries import protection
from tables import queries as tables
from tables.queries import OwnPromise, Wanted

DAYS: Final = 30
CASES_MOST: Final = 100
LIMITS_MOST: Final = 100


@dataclass(frozen=True, slots=True)
class Brief:
    """Who complains. `lately` is the player's result of the last days, in cents; None where nothing was played."""

    public_id: UUID
    nickname: str
    joined_at: datetime
    is_active: bool
    is_verified: bool
    lately: int | None
    promise: OwnPromise | None
    cases: int
    accepted: int
    """Of those, accepted wholly or in part."""
    limits: tuple[str, ...]
    """Those in force, each with its amount."""


def brief(case: CaseCard, *, now: datetime) -> Brief | None:
    """The player in short; None for a person without an account."""
    person = players.person(case.person_id) if case.person_id is not None else None
    if person is None:
        return None
    wanted = Wanted(since=now - timedelta(days=DAYS), currency=Currency.EUR.value)
    sums = next(iter(tables.played_sums(person.id, wanted=wanted)), None)
    promise = next((each for each in tables.own_promise(person.id) if each.currency == Currency.EUR.value), None)
    own = cases_of(person.id, now=now, limit=CASES_MOST)
    return Brief(
        public_id=person.public_id,
        nickname=person.nickname,
        joined_at=person.joined_at,
        is_active=person.suspended_at is None and person.closed_at is None,
        is_verified=person.verified_at is not None,
        lately=sums.result if sums is not None else None,
        promise=promise if promise is not None and promise.staked else None,
        cases=len(own),
        accepted=sum(each.outcome in {ComplaintOutcome.ACCEPTED, ComplaintOutcome.PARTLY} for each in own),
        limits=tuple(
            f"{protection_names.heading(each.name)}: {protection_names.amount(each.kind.value, each.most)}"
            for each in protection.limit_history(person.id, limit=LIMITS_MOST)
            if each.state == "in-force"
        ),
    )
