"""What other terms would have brought on the very bets of past days (B4): exact averages, and their band of chance.

Every accepted slip of the days is first tried under the new terms, as `check_slip` has it; what they refuse leaves.
What stays is priced by edge × stake under both terms. Players might have bet otherwise: that no sum can say.

A million slips are read in lots of rounds. What is kept are sums: by chance, by pair of chances, by rule, by size of
player, and the players of one day.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import itemgetter
from typing import Any, Final

from django.db.models import Count, Max, Min, Sum

from baccarat.chances import Chance
from baccarat.exposure import Bet as Handed
from baccarat.exposure import refused_bets
from baccarat.revenue import Comparison, band, chance_of_loss, compare
from kernel.calendar import LISBON, lisbon_date
from tables.models import Bet, Configuration, Round, Slip
from tables.queries.past_bet_figures import Fullest, OfChance, OfRule, OfSize, Revenue, WhatIfMoney, WhatIfOf
from tables.table_settings import TableSettings, terms_of

LOT: Final = 400
"""Rounds read at a time."""
DAYS: Final = (1, 7, 28)
"""How many days, up to yesterday, may be asked for."""
AT_ONCE: Final = 10_000
"""Up to so many slips are priced while a page waits: about half a second."""
SIZES: Final = (200_00, 2_000_00)
"""What a player staked on a day, in cents, up to which each band goes; a last band has no end."""
MILLION: Final = 1_000_000

Stakes = dict[Chance, int]


@dataclass(slots=True)
class _Player:
    """One player's day."""

    staked: int = 0
    refused: int = 0
    old: int = 0
    new: int = 0


@dataclass(slots=True)
class _Sums:
    """What is kept of all rounds."""

    comparison: Comparison
    scale: int
    """The common denominator of all edges: sums are kept as whole numbers of it."""
    edges_old: Mapping[Chance, int]
    edges_new: Mapping[Chance, int]
    rounds: int = 0
    slips: int = 0
    refused_slips: int = 0
    staked: Counter[Chance] = field(default_factory=Counter)
    kept: Counter[Chance] = field(default_factory=Counter)
    within_old: Counter[tuple[Chance, Chance]] = field(default_factory=Counter)
    within_new: Counter[tuple[Chance, Chance]] = field(default_factory=Counter)
    across: Counter[tuple[Chance, Chance]] = field(default_factory=Counter)
    rules: dict[str, list[int]] = field(default_factory=dict)
    sizes: list[list[int]] = field(default_factory=lambda: [[0, 0, 0, 0, 0] for _ in (*SIZES, None)])
    days: int = 0
    today: date | None = None
    of_today: dict[int, _Player] = field(default_factory=dict)
    persons: set[int] = field(default_factory=set)
    refused_persons: set[int] = field(default_factory=set)
    fullest: tuple[int, Fullest] | None = None


def what_if_of(*, configuration_id: int, days: int) -> WhatIfOf | None:
    """A configuration beside the one in force at its table; None where none is, or for days that are not asked for."""
    found = Configuration.objects.select_related("table").filter(pk=configuration_id).first()
    if found is None or found.table.configuration_id is None or days not in DAYS:
        return None
    old_id = found.table.configuration_id
    return WhatIfOf(table_id=found.table_id, old_id=old_id, new_id=found.pk, revision=found.revision, days=days)


def what_if_size(*, table_id: int, day: date, days: int, most: int) -> int:
    """How many accepted slips there are to try, counted to `most` and one more."""
    since, until = _span(day, days)
    settled = {"round__settled_at__gte": since, "round__settled_at__lt": until}
    return Slip.objects.filter(round__table_id=table_id, rejection__isnull=True, **settled)[: most + 1].count()


def what_if_money(
    about: WhatIfOf, *, day: date, step: Callable[[int, int], None] = lambda done, of: None
) -> WhatIfMoney | None:
    """The bets of the days up to `day` and with it under two of the table's configurations; None without any bet.

    `step` is told after each lot of rounds how many are done, and of how many.
    """
    versions = Configuration.objects.filter(pk__in=[about.old_id, about.new_id])
    terms = {one.pk: terms_of(one.pk, one.terms) for one in versions}
    return _money(about.table_id, terms[about.old_id], terms[about.new_id], day=day, days=about.days, step=step)


def what_if_money_of_day(*, table_id: int, old: TableSettings, new: TableSettings, day: date) -> WhatIfMoney | None:
    """The table's bets of one day under two sets of terms, stored or not; None without any bet."""
    return _money(table_id, old, new, day=day, days=1, step=lambda done, of: None)


def _money(
    table_id: int, old: TableSettings, new: TableSettings, *, day: date, days: int, step: Callable[[int, int], None]
) -> WhatIfMoney | None:
    sums, happened = _begun(old, new), 0
    since, until = _span(day, days)
    settled = Round.objects.filter(table_id=table_id, settled_at__gte=since, settled_at__lt=until).order_by()
    reach = settled.aggregate(first=Min("number"), last=Max("number"), count=Count("pk"))
    done = 0
    for first in range(reach["first"] or 0, (reach["last"] or -1) + 1, LOT):
        lot = settled.filter(number__gte=first, number__lt=first + LOT).order_by("number")
        rounds = {pk: rest for pk, *rest in lot.values_list("pk", "code", "round_of_shoe", "settled_at")}
        _add_lot(sums, rounds, new)
        brought = Bet.objects.filter(round__in=list(rounds)).aggregate(staked=Sum("stake"), returned=Sum("returned"))
        happened += (brought["staked"] or 0) - (brought["returned"] or 0)
        done += len(rounds)
        step(done, reach["count"])
    _end_day(sums)
    return _told(sums, days, happened, same_cards=old.decks == new.decks) if sums.rounds else None


def _span(day: date, days: int) -> tuple[datetime, datetime]:
    first, after = day - timedelta(days=days - 1), day + timedelta(days=1)
    return datetime.combine(first, time.min, tzinfo=LISBON), datetime.combine(after, time.min, tzinfo=LISBON)


def _begun(old: TableSettings, new: TableSettings) -> _Sums:
    comparison = compare(old.ruleset, new.ruleset)
    scale = lcm(*(edge.denominator for edge in (*comparison.old.values(), *comparison.new.values())))
    return _Sums(
        comparison=comparison,
        scale=scale,
        edges_old={chance: int(edge * scale) for chance, edge in comparison.old.items()},
        edges_new={chance: int(edge * scale) for chance, edge in comparison.new.items()},
    )


def _add_lot(sums: _Sums, rounds: Mapping[int, Sequence[Any]], new: TableSettings) -> None:
    slips = Slip.objects.filter(round__in=list(rounds), rejection__isnull=True).order_by("round_id", "pk")
    rows = slips.values_list("round_id", "person_id", "lines")
    for round_id, of_round in groupby(rows, key=itemgetter(0)):
        code, round_of_shoe, settled_at = rounds[round_id]
        handed = [(person, {Chance(name): cents for name, cents in lines.items()}) for _, person, lines in of_round]
        _add_round(sums, handed, new, code=code, round_of_shoe=round_of_shoe, at=settled_at)


def _add_round(
    sums: _Sums,
    handed: Sequence[tuple[int, Stakes]],
    new: TableSettings,
    *,
    code: str,
    round_of_shoe: int,
    at: datetime,
) -> None:
    if (today := lisbon_date(at)) != sums.today:
        _end_day(sums)
        sums.today = today
    bets = [Handed(person, slip) for person, slip in handed]
    refused = refused_bets(new.limits, bets, offered=new.ruleset.offered(round_of_shoe))
    rule_of: dict[int, str] = {}
    staked: Stakes = {}
    kept: Stakes = {}
    for place, (person, slip) in enumerate(handed):
        rejection = refused.get(place)
        _add_to(staked, slip)
        if rejection is None:
            _add_to(kept, slip)
        else:
            _add_refusal(sums, person, slip, rejection.rule, rule_of)
        _add_to_player(sums, person, slip, leaves=rejection is not None)
    sums.rounds += 1
    sums.slips += len(handed)
    _add_to(sums.staked, staked)
    _add_to(sums.kept, kept)
    _add_products(sums, staked, kept)
    total = sum(staked.values())
    if sums.fullest is None or total > sums.fullest[0]:
        sums.fullest = total, Fullest(code=code, at=at.isoformat(), old=_named(staked), new=_named(kept))


def _add_to(added: dict[Chance, int], slip: Mapping[Chance, int]) -> None:
    for chance, cents in slip.items():
        added[chance] = added.get(chance, 0) + cents


def _add_refusal(sums: _Sums, person: int, slip: Stakes, rule: str, rule_of: dict[int, str]) -> None:
    """What is taken back of a bet that was refused leaves with it: no refusal of its own, and on the rule of that."""
    taken_back = all(cents < 0 for cents in slip.values())
    if not (taken_back and person in rule_of):
        sums.refused_slips += 1
        sums.rules.setdefault(rule, [0, 0])[0] += 1
        rule_of[person] = rule
    sums.rules[rule_of[person]][1] += sum(slip.values())
    sums.refused_persons.add(person)


def _add_to_player(sums: _Sums, person: int, slip: Stakes, *, leaves: bool) -> None:
    player = sums.of_today.setdefault(person, _Player())
    cents = sum(slip.values())
    player.staked += cents
    player.old += sum(sums.edges_old.get(chance, 0) * amount for chance, amount in slip.items())
    if leaves:
        player.refused += cents
    else:
        player.new += sum(sums.edges_new[chance] * amount for chance, amount in slip.items())


def _add_products(sums: _Sums, staked: Stakes, kept: Stakes) -> None:
    """The products of stakes by which each round's variance is the covariances' sum."""
    for within, covariances, stakes in (
        (sums.within_old, sums.comparison.within_old, staked),
        (sums.within_new, sums.comparison.within_new, kept),
    ):
        for pair in covariances.keys() & _pairs_of(stakes):
            within[pair] += stakes[pair[0]] * stakes[pair[1]]
    for one, mine in staked.items():
        for two, its in kept.items():
            if one in sums.edges_old and mine and its:
                sums.across[one, two] += mine * its


def _pairs_of(stakes: Stakes) -> set[tuple[Chance, Chance]]:
    placed = [chance for chance, cents in stakes.items() if cents]
    return {(one, two) for one in placed for two in placed}


def _end_day(sums: _Sums) -> None:
    """Put the players of a day into their bands; a day on which everything was taken back does not count."""
    sums.days += any(player.staked for player in sums.of_today.values())
    sums.persons.update(sums.of_today)
    for player in sums.of_today.values():
        place = next((at for at, most in enumerate(SIZES) if player.staked <= most), len(SIZES))
        for at, figure in enumerate((1, player.staked, player.refused, player.old, player.new)):
            sums.sizes[place][at] += figure
    sums.of_today.clear()


def _named(stakes: Stakes) -> dict[str, int]:
    return {chance.value: stakes[chance] for chance in Chance if stakes.get(chance)}


def _told(sums: _Sums, days: int, happened: int, *, same_cards: bool) -> WhatIfMoney:
    comparison = sums.comparison
    old = sum((edge * sums.staked[chance] for chance, edge in comparison.old.items()), Fraction(0))
    new = sum((edge * sums.kept[chance] for chance, edge in comparison.new.items()), Fraction(0))
    spread_old = _spread(comparison.within_old, sums.within_old)
    spread_new = _spread(comparison.within_new, sums.within_new)
    together = sum((comparison.across[pair] * product for pair, product in sums.across.items()), Fraction(0))
    played = max(1, sums.days)
    return WhatIfMoney(
        days=days,
        played=sums.days,
        rounds=sums.rounds,
        slips=sums.slips,
        players=len(sums.persons),
        staked=sum(sums.staked.values()),
        refused=sum(sums.staked.values()) - sum(sums.kept.values()),
        refused_slips=sums.refused_slips,
        refused_players=len(sums.refused_persons),
        unpriced=sum(cents for chance, cents in sums.staked.items() if chance not in comparison.old),
        old=Revenue(expected=_cents(old), band=band(spread_old)),
        new=Revenue(expected=_cents(new), band=band(spread_new)),
        difference=Revenue(expected=_cents(new - old), band=band(spread_old + spread_new - 2 * together)),
        same_cards=same_cards,
        happened=happened,
        loss_old=round(chance_of_loss(old / played, spread_old / played) * MILLION),
        loss_new=round(chance_of_loss(new / played, spread_new / played) * MILLION),
        by_chance=tuple(_of_chances(sums)),
        by_size=tuple(_of_sizes(sums)),
        by_rule=tuple(_of_rules(sums)),
        fullest=sums.fullest[1] if sums.fullest else None,
    )


def _cents(exact: Fraction) -> int:
    """To the nearest cent, halves to the even one: for what is shown, never for what is added further."""
    return round(exact)


def _spread(
    covariances: Mapping[tuple[Chance, Chance], Fraction], products: Mapping[tuple[Chance, Chance], int]
) -> Fraction:
    return sum(
        (covariances[pair] * product * (1 if pair[0] is pair[1] else 2) for pair, product in products.items()),
        Fraction(0),
    )


def _of_chances(sums: _Sums) -> Iterator[OfChance]:
    for chance in Chance:
        if staked := sums.staked[chance]:
            kept = sums.kept[chance]
            yield OfChance(
                chance=chance.value,
                staked=staked,
                refused=staked - kept,
                old=_cents(sums.comparison.old.get(chance, Fraction(0)) * staked),
                new=_cents(sums.comparison.new.get(chance, Fraction(0)) * kept),
            )


def _of_sizes(sums: _Sums) -> Iterator[OfSize]:
    for most, (players, staked, refused, old, new) in zip((*SIZES, None), sums.sizes, strict=True):
        if players:
            yield OfSize(
                most=most,
                players=players,
                staked=staked,
                refused=refused,
                old=_cents(Fraction(old, sums.scale)),
                new=_cents(Fraction(new, sums.scale)),
            )


def _of_rules(sums: _Sums) -> Iterator[OfRule]:
    for rule, (slips, cents) in sorted(sums.rules.items(), key=lambda each: (-each[1][0], each[0])):
        yield OfRule(rule=rule, slips=slips, cents=cents)
