"""The obstacle between a reader of a table's page and its seats, in words, and the page that helps."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.wording import words
from casino.wording.rejections import play
from kernel.money import Currency
from players.gates import Answer, Block, at_shared, may_play
from tables import queries as tables
from tables.queries import playtime

_HELP: Final = ("portal:help", gettext_lazy("Talk to someone"))
_WAYS: Final[Mapping[Block, tuple[str, "str | Promise"]]] = {
    Block.INACTIVE: _HELP,
    Block.EXCLUDED: ("portal:breaks", gettext_lazy("Until when, and how to come back")),
    Block.CLOSED: ("portal:account", gettext_lazy("See your account")),
    Block.SUSPENDED: _HELP,
    Block.PROHIBITED: _HELP,
    Block.GUEST: ("portal:register", gettext_lazy("Register")),
    Block.EMAIL_UNCONFIRMED: ("portal:security", gettext_lazy("Confirm the email")),
    Block.NOT_VERIFIED: ("portal:identity", gettext_lazy("Confirm the identity")),
    Block.TERMS_NOT_ACCEPTED: ("portal:terms", gettext_lazy("Read and accept the terms")),
}
"""Each block's page; staff have none, for nothing lets them play."""


@dataclass(frozen=True, slots=True)
class SeatBlock:
    """`why` no seat is offered; `address` and `label` of the page that helps, empty where none does."""

    why: str
    address: str
    label: str


def seat_block(*, person_id: int, table_code: str, currency: str, kind: str, now: datetime) -> SeatBlock | None:
    """Return what keeps the person from a seat at a table of `currency` and `kind`; None when nothing does."""
    gate = may_play(person_ids=[person_id], currency=Currency(currency), now=now)[person_id]
    gate = at_shared(gate) if kind != "individual" else gate
    if gate.block is not None:
        return in_words(gate)
    if gate.minutes is not None and playtime.over_time({person_id: gate.minutes}, now=now):
        return SeatBlock(str(play.PLAIN["time-over"]), reverse("portal:limits"), gettext("My limits"))
    return _elsewhere(person_id, table_code)


def in_words(gate: Answer) -> SeatBlock:
    """Word an answer of the gates that bars the player, for that player."""
    assert gate.block is not None
    why = str(play.BLOCKS[gate.block.value])
    if gate.until is not None:
        why += " " + gettext("Until %(until)s.") % {"until": words.moment(gate.until)}
    page, label = _WAYS.get(gate.block, ("", ""))
    return SeatBlock(why, reverse(page) if page else "", str(label))


def _elsewhere(person_id: int, table_code: str) -> SeatBlock | None:
    held = tables.held_seat(person_id)
    if held is None or held.table_code == table_code:
        return None
    why = gettext(
        "You have a seat at the table %(table)s, and each person has only one in the house: leave it to sit down here."
    )
    address = reverse("portal:table", kwargs={"code": held.table_code})
    return SeatBlock(
        why % {"table": held.table_name}, address, gettext("Back to the table %(name)s") % {"name": held.table_name}
    )
