"""Whether a slip fits the limits, and how much headroom is left: R13, R14, R15, R40-R43, L and D, at every instant.

A slip is checked as a whole: as what the player and the table would have after it. Taking a bet back is checked as
placing one is. The chances of a slip are looked at in the felt's order, and on each the rules in the order of `RULES`;
the first that fails is named. Taking back more than is there comes before all others, as R14. All amounts are cents.

Each chance may hold a set of ranges of whole amounts. One function per rule narrows it, so that the check, the
"most" of a rejection and the headroom shown on the felt cannot disagree.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from baccarat.chances import BANCA_SIDE, PAIRS, PONTO_SIDE, Chance
from baccarat.ranges import ANY, UNLIMITED, Range, between, holds, largest_step, meet
from baccarat.rulesets import LimitScheme

RULES: Final = ("offered", "R13", "R14", "R15", "cap", "R43a", "R43b", "R43c")
"""Every rule that a rejection can name, in the order of checking. `offered`: the bet is not (or no longer) on the felt.
`cap`: the operator's own maximum for the chance. The last three are rules of the whole table, the rest of a player."""

TABLE_RULES: Final = frozenset({"R43a", "R43b", "R43c"})

MULTIPLES: Final[Mapping[Chance, int]] = MappingProxyType(
    {Chance.PONTO: 70, Chance.BANCA: 70, Chance.EMPATE: 15, Chance.PAR_PONTO: 8, Chance.PAR_BANCA: 8}
)
"""R15: chance -> the multiple of the minimum that one player may have on it."""

EMPATE_PERCENT: Final = 10
"""R43b: the most that all players may have on empate, in percent of M."""

PAIR_PERCENT: Final = 8
"""R43c: what all may have on each pair (or, where the operator is stricter, on both together), in percent of M."""

_PRIZE_SCHEMES = frozenset({LimitScheme.DIFFERENCE, LimitScheme.SIDES})


class LimitsInvalid(ValueError):
    """Limits that no table can have. `field` names the faulty figure (`caps.ponto`), `why` says why."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(f"{field}: {why}")
        self.field = field
        self.why = why


@dataclass(frozen=True, slots=True)
class TableLimits:
    """The limits that an operator sets for a table, in cents.

    Raises `LimitsInvalid` for a minimum below 1, a maximum prize or cap below 0, a cap above R15's multiple ("never
    more"), and any cap under R40, which leaves a player's bets unlimited.
    """

    scheme: LimitScheme
    minimum: int
    """R14: a player stakes nothing on a chance, or at least this."""
    max_prize: int | None = None
    """R41: M, for one round of the whole table. None: no ceilings. Read by `DIFFERENCE` and `SIDES` alone."""
    caps: Mapping[Chance, int] = field(default_factory=dict)
    """The operator's own maximum per player, chance and round; under `SIDES`, on ponto and banca, the maximum by which
    the player's bets on that side may exceed those on the other (L)."""
    pairs_combined: bool = False
    """R43c read strictly: both pairs together against 8 % of M, instead of each by itself."""
    _speaking: Mapping[Chance, tuple[str, ...]] = field(init=False, repr=False, compare=False)
    """The rules that say anything of a chance under these limits, in the order of checking: worked out once."""
    _topping: Mapping[frozenset[str], Mapping[Chance, tuple[str, ...]]] = field(init=False, repr=False, compare=False)
    """The same by which rules count: of the table, of a player, all; empty where none of them sets a top."""

    def __post_init__(self) -> None:
        _require("minimum", self.minimum, 1)
        if self.max_prize is not None:
            _require("max_prize", self.max_prize, 0)
        for chance, cap in self.caps.items():
            _require(f"caps.{chance}", cap, 0)
            if self.scheme is LimitScheme.DIFFERENCE:
                raise LimitsInvalid(f"caps.{chance}", "R40 leaves a player's bets on a chance unlimited")
            multiple = MULTIPLES.get(chance)
            if self.scheme is LimitScheme.MULTIPLES and multiple is not None and cap > multiple * self.minimum:
                raise LimitsInvalid(f"caps.{chance}", f"R15 allows at most {multiple * self.minimum}, not {cap}")
        speaking = {chance: _speaking(self, chance) for chance in Chance}
        object.__setattr__(self, "_speaking", speaking)
        ways = (_ALL, _OF_A_PLAYER, TABLE_RULES)
        topping = {way: {chance: _topping(rules, way) for chance, rules in speaking.items()} for way in ways}
        object.__setattr__(self, "_topping", topping)


def _require(name: str, figure: object, least: int) -> None:
    if type(figure) is not int or figure < least:
        raise LimitsInvalid(name, f"must be a whole number of cents from {least} up, not {figure!r}")


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why a slip is not accepted."""

    rule: str
    """One of `RULES`."""
    chance: Chance
    asked: int
    """The slip's amount on that chance, with its sign."""
    most: int
    """The largest amount on that chance, of the asked kind (placed or taken back), that no rule on it would refuse, the
    rest of the slip being as it is; never negative, 0 when none would do, `UNLIMITED` when nothing bounds it. Never an
    offer to a player: those are `baccarat.offers`."""


@dataclass(frozen=True, slots=True)
class Headroom:
    """The amounts that can still be placed on one chance, in cents; None means without end."""

    most: int | None
    rule: str | None
    """The rule that would refuse one cent more; None where nothing would."""
    table_most: int | None
    """The same by the rules of the whole table alone."""
    table_rule: str | None


Left = tuple[int | None, str | None]
"""The largest further amount on a chance (None: without end), and the rule that would refuse one cent more."""

Figures = Mapping[Chance, int]
Rule = Callable[["_State", Chance], list[Range]]


@dataclass(slots=True)
class _State:
    """The stakes of the player and of the table on every chance after a slip."""

    limits: TableLimits
    offered: Collection[Chance]
    table: Figures
    mine: Figures

    def others(self, chance: Chance) -> int:
        """Return the other players' stakes on a chance."""
        return self.table.get(chance, 0) - self.mine.get(chance, 0)

    def sides(self, figures: Figures, chance: Chance) -> tuple[int, int] | None:
        """Return the stakes beside `chance` on its own side and on the other; None for a chance of no side."""
        if chance not in _BESIDE:
            return None
        beside, opposite = _BESIDE[chance]
        return sum([figures.get(each, 0) for each in beside]), sum([figures.get(each, 0) for each in opposite])


_BESIDE: Final[Mapping[Chance, tuple[tuple[Chance, ...], tuple[Chance, ...]]]] = MappingProxyType(
    {
        chance: (tuple(sorted(own - {chance})), tuple(sorted(opposite)))
        for own, opposite in ((PONTO_SIDE, BANCA_SIDE), (BANCA_SIDE, PONTO_SIDE))
        for chance in own
    }
)
"""Of a chance of either side: the others of its own side, and those of the opposite one."""

# Each of these gives the amounts that its rule lets the player have on a chance in the end. They are asked only of the
# limits and chances that the rule speaks of at all.


def _offered(state: _State, chance: Chance) -> list[Range]:
    return ANY if chance in state.offered else [(0, 0)]


def _r13_opposite(state: _State, chance: Chance) -> list[Range]:
    sides = state.sides(state.mine, chance)
    if sides is None or sides[1] == 0:
        return ANY
    beside, opposite = sides
    minimum = state.limits.minimum
    ranges: list[Range] = []
    if beside == 0:
        ranges.append((0, max(0, opposite - minimum)))
    elif opposite - minimum >= beside:
        ranges.append((0, opposite - minimum - beside))
    ranges.append((max(0, opposite + minimum - beside), None))
    return ranges


def _r14_minimum(state: _State, chance: Chance) -> list[Range]:
    return [(0, 0), (state.limits.minimum, None)]


def _r15_multiples(state: _State, chance: Chance) -> list[Range]:
    return [(0, MULTIPLES[chance] * state.limits.minimum)]


def _cap(state: _State, chance: Chance) -> list[Range]:
    """A cap on a chance; on ponto and banca under L it bounds by how much the player's one side exceeds the other."""
    caps, sides = state.limits.caps, state.sides(state.mine, chance)
    if sides is None or state.limits.scheme is not LimitScheme.SIDES:
        return [(0, caps[chance])]
    beside, opposite = sides
    staked = {each: cap for each, cap in caps.items() if each is chance or state.mine.get(each, 0) > 0}
    own = [cap for each, cap in staked.items() if each is chance or each in _BESIDE[chance][0]]
    other = [cap for each, cap in staked.items() if each in _BESIDE[chance][1]]
    least = max(0, opposite - beside - min(other)) if other else 0
    ranges: list[Range] = between(least, min(own) + opposite - beside) if own else [(least, None)]
    return ranges if least > 0 else [(0, 0), *ranges]


def _r43a_difference(state: _State, chance: Chance) -> list[Range]:
    maximum, sides = state.limits.max_prize, state.sides(state.table, chance)
    if maximum is None or sides is None:
        return ANY
    beside = sides[0] + state.others(chance)
    return between(sides[1] - maximum - beside, sides[1] + maximum - beside)


def _r43b_empate(state: _State, chance: Chance) -> list[Range]:
    maximum = state.limits.max_prize
    if maximum is None:
        return ANY
    return between(0, maximum * EMPATE_PERCENT // 100 - state.others(chance))


def _r43c_pairs(state: _State, chance: Chance) -> list[Range]:
    maximum = state.limits.max_prize
    if maximum is None:
        return ANY
    others = state.others(chance)
    if state.limits.pairs_combined:
        others += sum(state.table.get(pair, 0) for pair in PAIRS if pair is not chance)
    return between(0, maximum * PAIR_PERCENT // 100 - others)


_FELT: Final = tuple(Chance)
_PLACE: Final = {chance: place for place, chance in enumerate(_FELT)}
_ALL: Final = frozenset(RULES)
_OF_A_PLAYER: Final = _ALL - TABLE_RULES
_LEAVE_A_TOP: Final = frozenset({"offered", "R13", "R14"})
"""On an offered chance these rules never reject an amount for being too large."""

_RULE_OF: Final[Mapping[str, Rule]] = MappingProxyType(
    dict(
        zip(
            RULES,
            (_offered, _r13_opposite, _r14_minimum, _r15_multiples, _cap, _r43a_difference, _r43b_empate, _r43c_pairs),
            strict=True,
        )
    )
)


def _speaking(limits: TableLimits, chance: Chance) -> tuple[str, ...]:
    """The rules that say anything of the chance under these limits, in the order of checking."""
    scheme, ceilings = limits.scheme, limits.max_prize is not None
    speaks = {
        "offered": True,
        "R13": chance in _BESIDE and scheme.keeps_sides_apart,
        "R14": True,
        "R15": chance in MULTIPLES and scheme is LimitScheme.MULTIPLES,
        "cap": chance in limits.caps or (scheme is LimitScheme.SIDES and _side_is_capped(limits, chance)),
        "R43a": chance in _BESIDE and ceilings and scheme in _PRIZE_SCHEMES,
        "R43b": chance is Chance.EMPATE and ceilings and scheme is LimitScheme.DIFFERENCE,
        "R43c": chance in PAIRS and ceilings and scheme is LimitScheme.DIFFERENCE,
    }
    return tuple(rule for rule in RULES if speaks[rule])


def _side_is_capped(limits: TableLimits, chance: Chance) -> bool:
    """Whether a cap on the chance, or on another of the two sides, bounds it (L)."""
    return chance in _BESIDE and not limits.caps.keys().isdisjoint(_BESIDE)


def _topping(rules: Iterable[str], counted: frozenset[str]) -> tuple[str, ...]:
    """Of these rules those that count, unless none of them sets a top."""
    asked = tuple(rule for rule in rules if rule in counted)
    return () if _LEAVE_A_TOP.issuperset(asked) else asked


def _allowed(state: _State, chance: Chance) -> list[Range]:
    ranges = ANY
    for rule in state.limits._speaking[chance]:
        ranges = meet(ranges, _RULE_OF[rule](state, chance))
    return ranges


def check_slip(
    limits: TableLimits, *, offered: Collection[Chance], table: Figures, mine: Figures, slip: Figures
) -> Rejection | None:
    """Whether a slip can be accepted: None, or the rejection of the first chance that fails (R13-R15, R40-R43, L, D).

    `table` is what all players have on each chance, this one included; `mine` is this player's part of it; `slip` is
    what the player asks to place (above 0) or take back (below 0). A 0 asks for nothing and is passed over.

    >>> limits = TableLimits(LimitScheme.DIFFERENCE, minimum=1000, max_prize=100_000)
    >>> felt = frozenset(Chance)
    >>> check_slip(limits, offered=felt, table={}, mine={}, slip={Chance.PONTO: 100_000}) is None
    True
    >>> check_slip(limits, offered=felt, table={Chance.PONTO: 60_000}, mine={}, slip={Chance.PONTO: 50_000})
    Rejection(rule='R43a', chance=<Chance.PONTO: 'ponto'>, asked=50000, most=40000)
    """
    touched = sorted([chance for chance, amount in slip.items() if amount], key=_PLACE.__getitem__)
    change = {chance: slip[chance] for chance in touched}
    after = _State(limits, offered, _sum(table, change), _sum(mine, change))
    for chance in touched:
        if after.mine[chance] < 0:
            return Rejection(
                "R14", chance, slip[chance], largest_step(_allowed(after, chance), mine.get(chance, 0), placing=False)
            )
    for chance in touched:
        rule = _failing(after, chance)
        if rule is not None:
            asked = slip[chance]
            return Rejection(
                rule, chance, asked, largest_step(_allowed(after, chance), mine.get(chance, 0), placing=asked > 0)
            )
    return None


def _sum(figures: Figures, change: Figures) -> Figures:
    return {**figures, **{chance: figures.get(chance, 0) + amount for chance, amount in change.items()}}


def _failing(after: _State, chance: Chance) -> str | None:
    for rule in after.limits._speaking[chance]:
        if not holds(_RULE_OF[rule](after, chance), after.mine[chance]):
            return rule
    return None


def headroom(
    limits: TableLimits, *, offered: Collection[Chance], table: Figures, mine: Figures
) -> dict[Chance, Headroom]:
    """The headroom on every offered chance, in the felt's order: the largest further amount, and what bounds it.

    >>> limits = TableLimits(LimitScheme.DIFFERENCE, minimum=1000, max_prize=100_000)
    >>> found = headroom(limits, offered=frozenset(Chance), table={Chance.PONTO: 60_000}, mine={})
    >>> found[Chance.PONTO].most, found[Chance.BANCA].most, found[Chance.EMPATE].most
    (40000, 160000, 10000)
    """
    state = _State(limits, offered, table, mine)
    found = {}
    for chance in _FELT:
        if chance in offered:
            most, rule = _headroom(state, chance, _ALL)
            table_most, table_rule = _headroom(state, chance, TABLE_RULES)
            found[chance] = Headroom(most, rule, table_most, table_rule)
    return found


def table_headroom(limits: TableLimits, *, offered: Collection[Chance], table: Figures) -> dict[Chance, Left]:
    """Return what the whole table's rules leave on each offered chance, for all players, and the binding rule.

    >>> limits = TableLimits(LimitScheme.DIFFERENCE, minimum=1000, max_prize=100_000)
    >>> table_headroom(limits, offered=frozenset(Chance), table={Chance.PONTO: 60_000})[Chance.PONTO]
    (40000, 'R43a')
    """
    state = _State(limits, offered, table, {})
    return {chance: _left_by_the_table(state, chance) for chance in _FELT if chance in offered}


def _left_by_the_table(state: _State, chance: Chance) -> Left:
    """The same as `_headroom`, where one rule speaks and the player has nothing: up to its top, and it refuses more."""
    asked = state.limits._topping[TABLE_RULES][chance]
    if len(asked) != 1:
        return _headroom(state, chance, TABLE_RULES)
    ranges = _RULE_OF[asked[0]](state, chance)
    return (ranges[-1][1] if ranges else 0), asked[0]


def own_headroom(limits: TableLimits, *, offered: Collection[Chance], mine: Figures) -> dict[Chance, Left]:
    """Return what one player may still stake on each offered chance, without counting the others, and the binding rule.

    >>> limits = TableLimits(LimitScheme.MULTIPLES, minimum=1000)
    >>> own_headroom(limits, offered=frozenset(Chance), mine={Chance.PONTO: 60_000})[Chance.PONTO]
    (10000, 'R15')
    """
    state = _State(limits, offered, mine, mine)
    return {chance: _headroom(state, chance, _OF_A_PLAYER) for chance in _FELT if chance in offered}


def _headroom(state: _State, chance: Chance, counted: frozenset[str]) -> Left:
    """`counted` are the rules that count; the chance is offered."""
    asked = state.limits._topping[counted][chance]
    if not asked:
        return None, None
    have = state.mine.get(chance, 0)
    narrowing = [(rule, _RULE_OF[rule](state, chance)) for rule in asked]
    allowed = ANY
    for _, ranges in narrowing:
        allowed = meet(allowed, ranges)
    most = largest_step(allowed, have, placing=True)
    if most == UNLIMITED:
        return None, None
    for rule, ranges in narrowing:
        if not holds(ranges, have + most + 1):
            return most, rule
    raise AssertionError(f"{most} is the most on {chance}, and yet no rule refuses one more")
