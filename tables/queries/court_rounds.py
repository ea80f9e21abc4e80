"""Finished rounds with the factors that the drift court takes of them, all from their own rows."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import connection

from baccarat import court
from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.court import Laid, Stream
from baccarat.court_events import factors_of_events
from baccarat.exposure import distribution
from baccarat.play import Winner, play
from kernel.money import Currency
from tables.models import Bet, Configuration
from tables.table_settings import TableSettings, terms_of

IMPOSSIBLE: Final = 1e12
"""The factor of a card that cannot come, since none is left: under fair play that has no chance at all."""
WHOLE: Final = frozenset({"shoe", "paper"})
"""The scopes of shoes that several rounds are dealt from: what earlier rounds showed is not left in them."""
_OF_A_RANK: Final = 4
"""Cards of each rank in a deck."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A finished round as the court takes it."""

    number: int
    """In the order in which rounds finished."""
    round_id: int
    table_id: int
    configuration_id: int
    code: str
    currency: str
    at: datetime
    factors: Mapping[Stream, tuple[float, ...]]
    """Empty for a void round. Money alone of rounds with stakes of money; play money has none."""


@dataclass(slots=True)
class _Shoes:
    """The cards left in the shoes of these rounds, as far as rounds showed them: burned cards are as any other.

    Some of a croupier's were seen, the first of a shoe and those put aside. They stay in as well:
    each card that no round showed is as likely to come next.
    """

    left: dict[int, list[int]] = field(default_factory=dict)

    def of(self, shoe_id: int, scope: str, decks: int) -> list[int]:
        """Before the next round of the shoe; cards of a round's own shuffle come off whole decks."""
        if scope not in WHOLE:
            return [_OF_A_RANK * decks] * 13
        return self.left.setdefault(shoe_id, [_OF_A_RANK * decks] * 13)


def judged_rounds(*, after: int, until: int, most: int) -> list[Judged]:
    """The finished rounds above one number up to another, at most so many, in their order. Four statements."""
    rows = _rows(after, until, most)
    shoes = _shown_before(rows)
    terms = _terms(rows)
    money = _money([row for row in rows if row["phase"] == "settled" and row["currency"] == Currency.EUR], terms)
    return [_judged(row, shoes, money, terms) for row in rows]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A finished round as a sealed day tells of it: its place in the order, and what lay in its shoe before it."""

    number: int
    code: str
    left: tuple[int, ...]
    """Cards of each rank, ace to king; empty where the round had whole decks of its own."""
    shown: tuple[str, ...]
    """The cards that a void round showed."""


def told_rounds(*, after: int, until: int, most: int) -> list[Told]:
    """The finished rounds above one number up to another, at most so many, in their order. Two statements."""
    rows = _rows(after, until, most)
    shoes, found = _shown_before(rows), []
    for row in rows:
        whole, shown = row["scope"] in WHOLE, tuple(row["shown"] or ())
        left = shoes.of(row["shoe_id"], row["scope"], row["decks"])
        found.append(Told(number=row["number"], code=row["code"], left=tuple(left) if whole else (), shown=shown))
        _take(left, shown or row["cards"] or ())
    return found


def _rows(after: int, until: int, most: int) -> list[dict[str, Any]]:
    if until <= after:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_ROUNDS, [after, until, most])
        columns = [column.name for column in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def _judged(
    row: Mapping[str, Any],
    shoes: _Shoes,
    money: Mapping[int, tuple[float, ...]],
    terms: Mapping[int, TableSettings],
) -> Judged:
    left = shoes.of(row["shoe_id"], row["scope"], row["decks"])
    factors: dict[Stream, tuple[float, ...]] = {}
    if row["phase"] == "settled":
        factors[Stream.OUTCOMES] = court.factors_by_winner(row["decks"])[Winner(row["winner"])]
        facts = play([Card.parse(card) for card in row["cards"]]).facts
        factors.update(factors_of_events(terms[row["configuration_id"]].ruleset, facts))
        factors[Stream.CARDS] = _cards(left, row["cards"])
        if row["round_id"] in money:
            factors[Stream.MONEY] = money[row["round_id"]]
    elif row["shown"]:
        _take(left, row["shown"])  # it decides nothing, and later rounds are dealt without these cards
    return Judged(
        number=row["number"],
        round_id=row["round_id"],
        table_id=row["table_id"],
        configuration_id=row["configuration_id"],
        code=row["code"],
        currency=row["currency"],
        at=row["at"],
        factors=factors,
    )


def _cards(left: list[int], cards: Sequence[str]) -> tuple[float, ...]:
    """The factors of a round's cards, which are taken from `left`: of impossible ones as of any, as far as they go."""
    before = tuple(left)
    try:
        return court.round_of_cards(left, [court.rank_of(Card.parse(card)) for card in cards])
    except ValueError:
        left[:] = before
        _take(left, cards)
        return (IMPOSSIBLE,) * len(court.ALTERNATIVES[Stream.CARDS])


def _take(left: list[int], cards: Iterable[str]) -> None:
    for card in cards:
        rank = court.rank_of(Card.parse(card))
        left[rank] = max(0, left[rank] - 1)


def _shown_before(rows: Iterable[Mapping[str, Any]]) -> _Shoes:
    """The whole shoes of these rounds, less what rounds before the first of them showed."""
    shoes = _Shoes()
    first: dict[int, Mapping[str, Any]] = {}
    for row in rows:
        if row["scope"] in WHOLE:
            first.setdefault(row["shoe_id"], row)
    if not first:
        return shoes
    least = min(row["number"] for row in first.values())
    with connection.cursor() as cursor:
        cursor.execute(_SHOWN, [list(first), least])
        for shoe_id, cards in cursor.fetchall():
            _take(shoes.of(shoe_id, first[shoe_id]["scope"], first[shoe_id]["decks"]), cards)
    return shoes


def _terms(rows: Iterable[Mapping[str, Any]]) -> dict[int, TableSettings]:
    wanted = {row["configuration_id"] for row in rows}
    found = Configuration.objects.filter(pk__in=wanted).only("pk", "terms")
    return {each.pk: terms_of(each.pk, each.terms) for each in found}


def _money(rows: Iterable[Mapping[str, Any]], terms: Mapping[int, TableSettings]) -> dict[int, tuple[float, ...]]:
    """The factors of the rounds with stakes: what the house won beside what it could have won on the very bets."""
    played = {row["round_id"]: row["configuration_id"] for row in rows}
    slips: dict[int, dict[int, dict[Chance, int]]] = {}
    results: dict[int, int] = {}
    bets = Bet.objects.filter(round_id__in=list(played), stake__gt=0).order_by("round_id", "person_id", "chance")
    for bet in bets.values_list("round_id", "person_id", "chance", "stake", "returned"):
        round_id, person_id, chance, stake, returned = bet
        slips.setdefault(round_id, {}).setdefault(person_id, {})[Chance(chance)] = stake
        results[round_id] = results.get(round_id, 0) + stake - returned
    found = {}
    for round_id, of_round in slips.items():
        laid = Laid.of(distribution(terms[played[round_id]].ruleset, *of_round.values()))
        found[round_id] = court.factors_of_money(float(laid.place(results[round_id])))
    return found


_ROUNDS: Final = """
SELECT f.id AS number, r.id AS round_id, r.table_id, r.configuration_id, r.code, r.phase, r.cards, r.winner, r.shoe_id,
  coalesce(r.settled_at, r.voided_at) AS at, s.scope, s.decks, t.currency, o.cards AS shown
FROM tables_finishedround f JOIN tables_round r ON r.id = f.round_id JOIN tables_shoe s ON s.id = r.shoe_id
JOIN tables_table t ON t.id = r.table_id LEFT JOIN tables_voidopening o ON o.round_id = r.id
WHERE f.id > %s AND f.id <= %s ORDER BY f.id LIMIT %s
"""
_SHOWN: Final = """
SELECT r.shoe_id, coalesce(o.cards, r.cards) FROM tables_round r
JOIN tables_finishedround f ON f.round_id = r.id LEFT JOIN tables_voidopening o ON o.round_id = r.id
WHERE r.shoe_id = ANY(%s) AND f.id < %s AND r.phase IN ('settled', 'void')
"""
