"""Slips: taken in batches, each accepted or refused by itself, in one transaction.

Locks: tables, then players' accounts, each in id order. A slip alone is a batch of one.
"""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import StrEnum
from itertools import compress
from typing import Any, Final

from django.db import transaction

from baccarat.chances import Chance
from baccarat.limits import Rejection, TableLimits, check_slip
from baccarat.offers import offer
from kernel.rejection import Rejected
from tables import scopes
from tables.codes import slip_name
from tables.models import RoundPhase, TableStatus
from tables.operations import slip_memory, slip_reading, slip_writing, timing
from tables.operations.origin import NOWHERE, Origin
from tables.operations.slip_rows import Batch, Place, Seen
from tables.queries import state
from wallet.chart import Code
from wallet.operations import Line

AMOUNT_MAX: Final = 10**12
"""Cents; beyond it a slip is malformed at every table."""
CHANCES: Final = frozenset(chance.value for chance in Chance)
BELOW_MINIMUM: Final = frozenset({"R13", "R14"})
"""The rules that ask for the minimum: on a chance, or between the two sides."""


class BetRejection(StrEnum):
    """Why a slip is not taken, in the order of checking."""

    MALFORMED = "malformed"
    NO_SUCH_TABLE = "no-such-table"
    KEY_REUSED = "key-reused"
    BARRED = "barred"
    NOT_SEATED = "not-seated"
    TIME_OVER = "time-over"
    CHECK_DUE = "check-due"
    WRONG_CURRENCY = "wrong-currency"
    PAUSED = "paused"
    WRONG_ROUND = "wrong-round"
    BETTING_CLOSED = "betting-closed"
    NOT_OFFERED = "not-offered"
    OVER_LIMIT = "over-limit"
    OWN_LIMIT = "own-limit"
    SHORT_OF_FUNDS = "short-of-funds"


KEPT: Final = frozenset(
    {
        BetRejection.BARRED,
        BetRejection.BETTING_CLOSED,
        BetRejection.OVER_LIMIT,
        BetRejection.OWN_LIMIT,
        BetRejection.SHORT_OF_FUNDS,
    }
)
"""Rejections that another moment might turn: kept, so that a repeat gets its first answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """A player's request: signed cents by chance (negative takes back), under a key of the player's own making."""

    key: uuid.UUID
    person_id: int
    table_id: int
    round_code: str
    lines: Mapping[str, int]
    received_at: datetime
    currency: str | None = None
    origin: Origin = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Why not: the reason, the rule (`R43b`, `PT-25`), what was asked and the most that would do (cents).

    `most` is a fact for programs, and may be above what was asked. `offer` is what may be put before the player: below
    what was asked, and within the balance and the player's own limits at that moment; None: nothing.
    """

    reason: BetRejection
    rule: str | None = None
    chance: str | None = None
    asked: int | None = None
    most: int | None = None
    block: str | None = None
    offer: int | None = None
    minimum: int | None = None
    """The table's minimum (cents), where it is what the slip fell short of: R13, R14."""

    def document(self) -> dict[str, Any]:
        """A JSON-able copy, without what is not said."""
        said = {item.name: getattr(self, item.name) for item in fields(self)}
        return {name: value for name, value in said.items() if value is not None}

    @classmethod
    def over_limit(cls, rejection: Rejection, limits: TableLimits, *, spendable: int, **asked: Any) -> "Refused":
        """What the table's limits refuse: `asked` is what `check_slip` was asked, `spendable` what is left (cents)."""
        return cls(
            reason=BetRejection.OVER_LIMIT,
            rule=rejection.rule,
            chance=rejection.chance.value,
            asked=rejection.asked,
            most=rejection.most,
            offer=offer(rejection, limits, **asked, spendable=spendable),
            minimum=limits.minimum if rejection.rule in BELOW_MINIMUM else None,
        )

    @classmethod
    def too_much(
        cls,
        lines: Mapping[str, int],
        cents: int,
        *,
        laid: Mapping[Chance, int],
        minimum: int,
        reason: BetRejection,
        rule: str,
    ) -> "Refused":
        """The lines ask for so many cents too much: the chance named is the largest that was asked for. `laid` is what
        lies there already.
        """
        chance, asked = max(lines.items(), key=lambda line: line[1])
        most = max(0, asked - cents)
        if laid.get(Chance(chance), 0) + most < minimum:
            most = 0
        return cls(reason=reason, rule=rule, chance=chance, asked=asked, most=most)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> "Refused":
        """Read what `document` wrote."""
        return cls(**{**document, "reason": BetRejection(document["reason"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A receipt (`refused` is null) or a rejection. `stakes` is what the player has on the round now, in cents."""

    slip: Slip
    refused: Refused | None
    number: str = ""
    taken_at: datetime | None = None
    closes_at: datetime | None = None
    root: str = ""
    """Of the shoe that the round is dealt from, hex: published before the first bet on it."""
    stakes: Mapping[str, int] = field(default_factory=dict)
    repeat: bool = False


class BetRejected(Rejected):
    """A single slip was refused; `refused` says why, in all its facts."""

    reason: BetRejection
    refused: Refused

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.reason, rule=refused.rule, asked=refused.asked, most=refused.most)
        vars(self).update(refused=refused)


def take_slip(*, slip: Slip, now: datetime) -> Answer:
    """Take one slip: a batch of one. Raises `BetRejected`."""
    answer = take_slips([slip], now=now)[0]
    if answer.refused is not None:
        raise BetRejected(answer.refused)
    return answer


def take_slips(slips: Sequence[Slip], *, now: datetime) -> tuple[Answer, ...]:
    """Decide every slip in order of arrival, write the accepted ones, and answer each, in the same order.

    One player's rejection touches no other player's slip. A key seen before gets its first answer again; with other
    content it is refused. In time is what was received before the round's close (R27); R13–R15 and R40–R43 hold
    after every single slip.
    """
    are_sound = [_is_sound(slip) for slip in slips]
    sound = list(compress(slips, are_sound))
    decided: list[Answer] = []
    if sound:
        try:
            decided = _take(sound, now=now)
        except slip_reading.Misremembered:  # undone, and nothing is remembered any more
            slip_memory.forget()
            decided = _take(sound, now=now)
    in_order = iter(decided)
    malformed = Refused(reason=BetRejection.MALFORMED)
    return tuple(
        next(in_order) if is_sound else Answer(slip=slip, refused=malformed)
        for slip, is_sound in zip(slips, are_sound, strict=True)
    )


def _take(slips: Sequence[Slip], *, now: datetime) -> list[Answer]:
    with transaction.atomic():
        batch = slip_reading.read(slips, now=now)
        decided = [_decide(slip, batch, now=now) for slip in slips]
        slip_writing.write(batch)
    return decided


def _is_sound(slip: Slip) -> bool:
    return 0 < len(slip.lines) <= len(CHANCES) and all(
        chance in CHANCES and type(cents) is int and cents != 0 and abs(cents) <= AMOUNT_MAX
        for chance, cents in slip.lines.items()
    )


def _decide(slip: Slip, batch: Batch, *, now: datetime) -> Answer:
    place = batch.places.get(slip.table_id)
    if place is None:
        return Answer(slip=slip, refused=Refused(reason=BetRejection.NO_SUCH_TABLE))
    first = batch.seen.get((slip.person_id, slip.key))
    if first is not None:
        return _again(slip, first, place, batch)
    lines, name = state.stakes(slip.lines), slip_name(slip.person_id, slip.key)
    refused = _rejection(slip, lines, place, batch)
    if refused is None:
        _accept(slip, name, lines, place, batch)
    answer = Answer(
        slip=slip,
        refused=refused,
        number=name.hex[:8].upper(),
        taken_at=now,
        closes_at=place.current.closes_at if place.current else None,
        root=place.known.root,
        stakes=_by_name(place.stakes_of(slip.person_id)),
    )
    if refused is None or (refused.reason in KEPT and slip.person_id in batch.sessions):
        batch.keep(slip, place, number=answer.number, rejection=refused.document() if refused else None)
    return answer


def _again(slip: Slip, first: Seen, place: Place, batch: Batch) -> Answer:
    """The first answer to this key; or a rejection, where the key now comes with another content.

    The offer made then is left out: balance, limits and table may have changed since.
    """
    if first.round_code != slip.round_code or first.lines != dict(slip.lines):
        return Answer(slip=slip, refused=Refused(reason=BetRejection.KEY_REUSED))
    refused = replace(Refused.from_document(first.rejection), offer=None) if first.rejection else None
    return Answer(
        slip=slip,
        refused=refused,
        number=first.number,
        taken_at=first.taken_at,
        closes_at=first.closes_at,
        root=first.root,
        stakes=_by_name(place.stakes_of(slip.person_id)),
        repeat=True,
    )


def _by_name(stakes: Mapping[Chance, int]) -> Mapping[str, int]:
    return {chance: cents for chance, cents in stakes.items()}  # noqa: C416 - a name is a `str`, a key is its own type


def _rejection(slip: Slip, lines: Mapping[Chance, int], place: Place, batch: Batch) -> Refused | None:
    gate = batch.gates[slip.person_id, place.currency]
    if gate.block is not None:
        return Refused(reason=BetRejection.BARRED, rule=gate.rule, block=gate.block.value)
    session = batch.sessions.get(slip.person_id)
    if session is None or session.table_id != slip.table_id:
        return Refused(reason=BetRejection.NOT_SEATED)
    if any(cents > 0 for cents in slip.lines.values()):  # taking back is always free
        if slip.person_id in batch.over_time:
            return Refused(reason=BetRejection.TIME_OVER, rule=timing.TIME_RULE)
        if session.check_due:
            return Refused(reason=BetRejection.CHECK_DUE, rule=timing.CHECK_RULE)
    if slip.currency is not None and slip.currency != place.currency:
        return Refused(reason=BetRejection.WRONG_CURRENCY, rule="R38")
    if place.status == TableStatus.PAUSED or scopes.holds(
        batch.stops, table_id=place.table_id, preset=place.terms.preset
    ):
        return Refused(reason=BetRejection.PAUSED)
    current = place.current
    if current is None or slip.round_code != current.code:
        return Refused(reason=BetRejection.WRONG_ROUND)
    late = current.closes_at is not None and slip.received_at >= current.closes_at
    if current.phase != RoundPhase.BETTING or late:
        return Refused(reason=BetRejection.BETTING_CLOSED, rule="R27")
    return (
        _over_limit(slip, lines, place, batch) or _own_limit(slip, place, batch) or _short_of_funds(slip, place, batch)
    )


def _over_limit(slip: Slip, lines: Mapping[Chance, int], place: Place, batch: Batch) -> Refused | None:
    for chance in lines:
        if chance not in place.offered:
            return Refused(reason=BetRejection.NOT_OFFERED, rule="R10", chance=chance.value)
    limits, mine = place.terms.limits, place.stakes_of(slip.person_id)
    rejection = check_slip(limits, offered=place.offered, table=place.sums, mine=mine, slip=lines)
    if rejection is None:
        return None
    return Refused.over_limit(
        rejection,
        limits,
        offered=place.offered,
        table=place.sums,
        mine=mine,
        slip=lines,
        spendable=_spendable(slip.person_id, batch),
    )


def _spendable(person_id: int, batch: Batch) -> int:
    """The amount that the player may still spend, in cents: the balance, or the part that own limits leave of it."""
    balance = batch.balances[batch.sessions[person_id].account]
    return max(0, min(balance, batch.own_headroom.get(person_id, balance)))


def _own_limit(slip: Slip, place: Place, batch: Batch) -> Refused | None:
    """PT-22: the player's own limits, for the slip as a whole. Taking back is always allowed.

    A limit is not a target: the amount left is said, and not offered. The same holds of the balance.
    """
    gate = batch.gates[slip.person_id, place.currency]
    increase = sum(slip.lines.values())
    if gate.headroom is None or slip.person_id not in batch.own_headroom or increase <= 0:
        return None
    over = increase - batch.own_headroom[slip.person_id]
    return _too_much(slip, place, over, reason=BetRejection.OWN_LIMIT, rule=gate.headroom.rule) if over > 0 else None


def _short_of_funds(slip: Slip, place: Place, batch: Batch) -> Refused | None:
    """PT-05: never below zero. Taking back pays for the rest."""
    short = sum(slip.lines.values()) - batch.balances[batch.sessions[slip.person_id].account]
    return _too_much(slip, place, short, reason=BetRejection.SHORT_OF_FUNDS, rule="PT-05") if short > 0 else None


def _too_much(slip: Slip, place: Place, cents: int, *, reason: BetRejection, rule: str) -> Refused:
    laid, minimum = place.stakes_of(slip.person_id), place.terms.minimum
    return Refused.too_much(slip.lines, cents, laid=laid, minimum=minimum, reason=reason, rule=rule)


def _accept(slip: Slip, name: uuid.UUID, lines: Mapping[Chance, int], place: Place, batch: Batch) -> None:
    """Move the slip's money and stakes in the batch; written with it. What is taken back pays for the rest."""
    account = batch.sessions[slip.person_id].account
    mine = dict(place.stakes_of(slip.person_id))
    for chance, cents in lines.items():
        _add(mine, chance, cents)
        _add(place.sums, chance, cents)
    increase = sum(lines.values())
    if increase:  # a slip that only moves stakes from one chance to another moves no money
        batch.lines.append(_line(name, place, account, increase))
    batch.balances[account] -= increase
    if slip.person_id in batch.own_headroom:  # the next batch reads anew what withdrawn bets leave
        batch.own_headroom[slip.person_id] -= max(0, increase)
    batch.touch(place, slip.person_id, mine, lines)


def _add(stakes: dict[Chance, int], chance: Chance, cents: int) -> None:
    """Add to a chance; a stake taken back whole is removed."""
    stakes[chance] = stakes.get(chance, 0) + cents
    if not stakes[chance]:
        del stakes[chance]


def _line(name: uuid.UUID, place: Place, account: int, cents: int) -> Line:
    stakes = place.round.stakes_account
    debit, credit = (account, stakes) if cents > 0 else (stakes, account)
    return Line(
        debit=debit,
        credit=credit,
        amount=abs(cents),
        code=Code.STAKE if cents > 0 else Code.STAKE_TAKEN_BACK,
        key=name,
        reference=place.round.code,
    )
