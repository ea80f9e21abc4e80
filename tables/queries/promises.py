"""The house's average win by the exact odds on the bets that were really laid, and how far chance may carry it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Final, TypeAlias

from django.db import connection

from baccarat.revenue import compare
from baccarat.rulesets import Ruleset
from tables.models import Configuration, Round
from tables.table_settings import terms_of

MICRO: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Promise:
    """Mean and variance of the house's result on given bets."""

    expected: int = 0
    """Millionths of a cent."""
    variance: int = 0
    """Square cents."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Of the house's result per unit staked: its mean by chance, its covariance by pair of chances."""

    mean: Mapping[str, Fraction]
    covariance: Mapping[tuple[str, str], Fraction]


Stakes: TypeAlias = dict[str, int]
Products: TypeAlias = dict[tuple[str, str], int]
Hours: TypeAlias = dict[tuple[int, int], tuple[Stakes, Products]]
"""By configuration and hour: stakes by chance, and by pair of chances the sums over rounds of their products."""


@lru_cache(maxsize=64)
def moments_of(ruleset: Ruleset) -> Moments:
    """The exact moments of a ruleset's bets off whole decks; two bets on the same cards are not independent."""
    alone = compare(ruleset, ruleset)
    covariance = {
        (min(one, other), max(one, other)): value
        for (one, other), value in ((map(str, pair), value) for pair, value in alone.within_old.items())
    }
    return Moments({chance.value: edge for chance, edge in alone.old.items()}, covariance)


def promises(*, since: datetime, until: datetime) -> dict[int, Promise]:
    """The promise of the rounds settled in [since, until), by configuration; exact but for the last rounding.

    Rounds are taken as independent: what a shoe has already given is left out, as published odds leave it out.
    """
    rulesets, alike = _rulesets(since, until)
    found: dict[int, Promise] = {}
    for names, configurations in alike.items():
        for pk, _hour, stakes, products in _sums(configurations, names, since, until):
            found[pk] = promised(moments_of(rulesets[pk]), stakes, products)
    return found


def stakes_by_hour(*, since: datetime, until: datetime) -> Hours:
    """What was staked in the rounds settled in [since, until), by configuration and by whole hours since then."""
    found: Hours = {}
    for names, configurations in _rulesets(since, until)[1].items():
        for pk, hour, stakes, products in _sums(configurations, names, since, until, by_hour=True):
            found[pk, hour] = stakes, products
    return found


def _rulesets(since: datetime, until: datetime) -> tuple[dict[int, Ruleset], dict[tuple[str, ...], list[int]]]:
    """The rulesets of the configurations that were played, and those that offer the same chances together."""
    settled = Round.objects.filter(settled_at__gte=since, settled_at__lt=until).order_by()
    # Asked first: as a part of the next statement it would be answered from every round of every configuration.
    played = list(settled.values_list("configuration_id", flat=True).distinct())
    rulesets = {each.pk: terms_of(each.pk, each.terms).ruleset for each in Configuration.objects.filter(pk__in=played)}
    alike: dict[tuple[str, ...], list[int]] = {}
    for pk, ruleset in rulesets.items():
        alike.setdefault(tuple(moments_of(ruleset).mean), []).append(pk)
    return rulesets, alike


def promised(moments: Moments, stakes: Mapping[str, int], products: Mapping[tuple[str, str], int]) -> Promise:
    """The promise of these stakes; pairs of chances that `products` leaves out had no stakes together."""
    expected = sum((moments.mean[name] * stake for name, stake in stakes.items()), Fraction(0))
    variance = Fraction(0)
    for (one, other), covariance in moments.covariance.items():
        variance += covariance * products.get((one, other), 0) * (1 if one == other else 2)
    return Promise(expected=round(expected * MICRO), variance=round(variance))


def _sums(
    configurations: Sequence[int], names: Sequence[str], since: datetime, until: datetime, *, by_hour: bool = False
) -> Iterator[tuple[int, int, Stakes, Products]]:
    """By configuration, by hour if so asked: stakes by chance, and the sums over rounds of each pair's products."""
    pairs = [(one, other) for one in names for other in names if one <= other]
    place = {name: f"s{at}" for at, name in enumerate(names)}
    read = ", ".join(f"coalesce((sums->>%s)::numeric, 0) AS {place[name]}" for name in names)
    added = ", ".join(f"coalesce(sum({place[name]}), 0)" for name in names)
    multiplied = ", ".join(f"coalesce(sum({place[one]} * {place[other]}), 0)" for one, other in pairs)
    hour = "floor(extract(epoch FROM settled_at - %s::timestamptz) / 3600)::int" if by_hour else "0"
    with connection.cursor() as cursor:
        # OFFSET 0 keeps the planner from reading each stake out of its document again for every product.
        cursor.execute(
            f"SELECT configuration_id, hour, {added}, {multiplied} FROM ("  # noqa: S608
            f"SELECT configuration_id, {hour} AS hour, {read}"
            " FROM tables_round WHERE configuration_id = ANY(%s) AND settled_at >= %s AND settled_at < %s"
            " OFFSET 0) laid GROUP BY configuration_id, hour",
            [*([since] if by_hour else []), *names, list(configurations), since, until],
        )
        for pk, at, *row in cursor.fetchall():
            sums = [int(value) for value in row]
            products = dict(zip(pairs, sums[len(names) :], strict=True))
            yield int(pk), int(at), dict(zip(names, sums, strict=False)), products
