"""From a player's slips and bets on one round to the records of its operations (PT-63 to PT-66). Pure.

The ledger has one line a slip and one line of what comes back; a file wants a movement for each chance. A slip's line
is told in parts, what it takes back first, since that pays for the rest; what comes back, in the order of the felt. The
parts of a line follow each other without a gap, so the balances form one chain with the ledger's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from baccarat.chances import Chance
from baccarat.rulesets import PRESETS, LimitScheme, preset_data
from reporting.six_files.profile import Profile
from reporting.six_files.records import BetRecord, Movement

WITH_DIFFERENTIAL: Final = frozenset(
    name for name in PRESETS if preset_data(name).ruleset.limit_scheme is LimitScheme.DIFFERENCE
)
"""The games in which the greatest prize bounds the difference of the sides (R41-R43): Macau, and its floor tables."""
_PLACES: Final = {chance.value: place for place, chance in enumerate(Chance)}


class NotTold(ValueError):
    """Facts of a round that make no record: they contradict each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFacts:
    """A round that is settled or void. A void one has no cards, no totals and no winner."""

    code: str
    table: str
    seats: int
    preset: str
    rules_version: int
    opened_at: datetime
    ended_at: datetime
    cards_ponto: tuple[str, ...] = ()
    cards_banca: tuple[str, ...] = ()
    total_ponto: int | None = None
    total_banca: int | None = None
    winner: str | None = None
    max_prize: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SlipFacts:
    """An accepted slip: signed cents by chance, and the balance before its ledger line."""

    number: str
    name: str
    """The key of its ledger line."""
    taken_at: datetime
    session: str
    sign_in: str
    address: str
    region: str
    lines: Mapping[str, int]
    balance_before: int


class SettledBet(Protocol):
    """A bet as it was settled; `returned` is all that came back of it."""

    @property
    def chance(self) -> str: ...
    @property
    def stake(self) -> int: ...
    @property
    def outcome(self) -> str: ...
    @property
    def commission(self) -> int: ...
    @property
    def returned(self) -> int: ...


@dataclass(frozen=True, slots=True)
class _Step:
    """A part of a slip: what moved on one chance, and the balance before it."""

    slip: SlipFacts
    chance: str
    cents: int
    before: int

    @property
    def after(self) -> int:
        return self.before - self.cents


def records_of(
    played: RoundFacts,
    slips: Sequence[SlipFacts],
    bets: Sequence[SettledBet],
    *,
    round_of_player: str,
    paid_from: int | None,
    profile: Profile,
) -> tuple[BetRecord, ...]:
    """The records of one player on one round, in the order of the slips.

    `paid_from` is the balance before the line that paid; None where nothing came back. Raises `NotTold` where the
    stakes that the slips add up to are not those that were settled.
    """
    steps = [step for slip in slips for step in _steps(slip)]
    _check_stakes(steps, bets)
    if profile.taken_back == "net":
        steps = _stayed(steps)
    settled = _settlements(bets, paid_from, profile)
    last = {step.chance: place for place, step in enumerate(steps) if step.cents > 0}
    found = []
    for place, step in enumerate(steps):
        due = settled.get(step.chance) if last.get(step.chance) == place else None
        found.append(_record(played, step, due, round_of_player, profile))
    return tuple(found)


def _steps(slip: SlipFacts) -> list[_Step]:
    balance, found = slip.balance_before, []
    for chance in sorted(slip.lines, key=lambda each: (slip.lines[each] > 0, _PLACES[each])):
        found.append(_Step(slip, chance, slip.lines[chance], balance))
        balance = found[-1].after
    return found


def _stayed(steps: Sequence[_Step]) -> list[_Step]:
    """The steps without what was taken back later, of which the stakes laid last give way first.

    Each slip's parts still follow each other from the balance before its line.
    """
    left = [max(step.cents, 0) for step in steps]
    for place, step in enumerate(steps):
        back = -min(step.cents, 0)
        for earlier in range(place - 1, -1, -1):
            if steps[earlier].chance == step.chance:
                given = min(back, left[earlier])
                left[earlier], back = left[earlier] - given, back - given
    balances: dict[str, int] = {}
    found = []
    for step, cents in zip(steps, left, strict=True):
        before = balances.setdefault(step.slip.name, step.slip.balance_before)
        if cents:
            found.append(_Step(step.slip, step.chance, cents, before))
            balances[step.slip.name] = before - cents
    return found


def _check_stakes(steps: Sequence[_Step], bets: Sequence[SettledBet]) -> None:
    laid: dict[str, int] = {}
    for step in steps:
        laid[step.chance] = laid.get(step.chance, 0) + step.cents
    stood = {bet.chance: bet.stake for bet in bets if bet.stake}
    if {chance: cents for chance, cents in laid.items() if cents} != stood:
        raise NotTold(f"slips make {laid}, bets {stood}")


@dataclass(frozen=True, slots=True)
class _Settlement:
    """What a bet's settlement moved: a gain or a refund, with the commission that is inside."""

    movement: Movement
    gain: bool
    commission: int


def _settlements(bets: Sequence[SettledBet], paid_from: int | None, profile: Profile) -> dict[str, _Settlement]:
    """What came back of each bet, in the order of the felt, from the balance before the line that paid them all."""
    found, balance = {}, paid_from
    for bet in sorted(bets, key=lambda each: _PLACES[each.chance]):
        if not bet.returned:
            continue
        if balance is None:
            raise NotTold(f"{bet.chance} came back, and no line paid it")
        # The stakes of a void round come back as refunds in every house: the gate allows it no gain.
        gain = bet.outcome == "win" or (bet.outcome == "push" and profile.push_as == "gain")
        moved = Movement(balance, bet.returned, balance + bet.returned)
        found[bet.chance] = _Settlement(moved, gain, bet.commission)
        balance = moved.after
    return found


def _record(
    played: RoundFacts, step: _Step, due: _Settlement | None, round_of_player: str, profile: Profile
) -> BetRecord:
    slip = step.slip
    stake, gain, refund = _movements(step, due)
    return BetRecord(
        receipt=slip.number,
        bet=f"{played.code}/{step.chance}",
        at=slip.taken_at,
        opened_at=played.opened_at,
        ended_at=played.ended_at,
        round_of_player=round_of_player,
        sign_in=slip.sign_in,
        address=slip.address,
        region=slip.region,
        operation=f"{slip.name}/{step.chance}",
        session=slip.session,
        round=played.code,
        game=f"{profile.variant(played.preset)} v{played.rules_version}",
        table=played.table,
        seats=played.seats,
        cards_ponto=played.cards_ponto,
        cards_banca=played.cards_banca,
        chance=step.chance,
        differential=played.max_prize if played.preset in WITH_DIFFERENTIAL else None,
        total_ponto=played.total_ponto,
        total_banca=played.total_banca,
        winner=played.winner,
        stake=stake,
        commission=0 if due is None else due.commission,
        gain=gain,
        refund=refund,
    )


def _movements(step: _Step, due: _Settlement | None) -> tuple[Movement, Movement, Movement]:
    """Stake, gain and refund; one that moves nothing stands at the balance after the movement before it."""
    if step.cents < 0:
        return _still(step.before), _still(step.before), Movement(step.before, -step.cents, step.after)
    stake = Movement(step.before, step.cents, step.after)
    if due is None:
        return stake, _still(step.after), _still(step.after)
    if due.gain:
        return stake, due.movement, _still(due.movement.after)
    return stake, _still(step.after), due.movement


def _still(balance: int) -> Movement:
    return Movement(balance, 0, balance)
