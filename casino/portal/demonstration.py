"""Play chips for players who run out of them at a demonstration table: free, and worth nothing."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils.translation import gettext

from casino.wording import words
from casino.wording.rejections import play
from kernel.money import Currency
from players.accounts import queries as players
from wallet import operations, queries

FULL: Final = 1_000_00
"""A balance is filled up to this, in cents; a player with as much or more has enough to go on."""


@dataclass(frozen=True, slots=True)
class Refill:
    """Whether chips were given, and the sentence that says so or why not."""

    given: bool
    text: str


def refill(*, person_id: int, idempotency_key: UUID, now: datetime) -> Refill:
    """Fill the person's play chips up to a thousand. The same key never gives twice."""
    person = players.person(person_id)
    missing = FULL - queries.balance(person.person_key, Currency.PLAY) if person else 0
    if person is None or missing <= 0:
        text = gettext("You still have %(full)s or more: enough to go on.")
        return Refill(False, text % {"full": words.money(FULL, Currency.PLAY)})
    try:
        operations.top_up_play(person_key=person.person_key, amount=missing, idempotency_key=idempotency_key, now=now)
    except operations.TopUpRejected as refused:
        return Refill(False, play.rejection(reason=refused.reason.value, currency=Currency.PLAY))
    given = words.money(missing, Currency.PLAY)
    return Refill(
        True, gettext("You have received %(given)s of play money. They are not worth money.") % {"given": given}
    )
