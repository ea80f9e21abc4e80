"""The lobby's tiles, and what is published about a table's rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from django.db import connection
from django.db.models import QuerySet, TextField

from baccarat.chances import Chance
from baccarat.limits import MULTIPLES
from baccarat.odds import OddsTable, odds_of
from baccarat.rulesets import LimitScheme
from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import Among, Given
from tables.film import NO_FILM, Film
from tables.models import Configuration, ConfigurationStatus, PlaySession, RoundPhase, Stop, Table, TableKind
from tables.queries import squeezes, state
from tables.queries.paper import lying_on
from tables.queries.showing import NOTHING, Shown, shown, shown_of_paper
from tables.scopes import PROOF, WHOLE_HOUSE
from tables.table_settings import TableSettings, terms_of
from tables.timeline import HOUSE_TURNS, Squeeze

TILE_RESULTS: Final = 5
"""As many as a tile shows."""
LOOKED_THROUGH: Final = 60
"""Rounds that are looked through for them: void ones have no result."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One past result: winner's letter P, B or E, and the pairs."""

    winner: str
    ponto_pair: bool
    banca_pair: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A table as the lobby shows it; amounts in cents."""

    table_id: int
    code: str
    name: str
    currency: str
    kind: str
    """"shared" or "individual"."""
    preset: str
    status: str
    held: str
    """Why no new round opens although the table may be open: "proof" (it closed all play), "held" otherwise, or ""."""
    minimum: int
    max_prize: int | None
    most: int | None
    """The most that one player may stake on ponto or banca; None where no such rule holds."""
    commission: str
    commission_edge: Fraction
    """House edge of banca under this table's commission."""
    ponto_edge: Fraction
    empate_edge: Fraction
    seats: int
    taken: int
    taken_seats: frozenset[int]
    phase: str
    round_of_shoe: int
    """The round's number in its shoe, 0 without a round."""
    shown: Shown
    closes_at: datetime | None
    next_at: datetime | None
    """When the next round opens; None while one is in play, or where none opens by itself."""
    betting_seconds: int
    results: tuple[Outcome, ...]
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesCard:
    """A published version of a table's rules (PT-49): everything that the rules page shows."""

    table_code: str
    table_name: str
    currency: str
    kind: str
    version: int
    status: str
    terms: TableSettings
    odds: OddsTable
    reference: str
    in_force_from: datetime | None
    superseded_at: datetime | None
    versions: tuple[int, ...]
    """All versions ever published, newest first."""
    film: Film = NO_FILM


def lobby(*, currency: str | None, now: datetime, code: str | None = None) -> tuple[Tile, ...]:
    """The tables that are not closed, in the order of their codes; of one kind of money, or all for null.

    With a `code`, that table alone.
    """
    wanted = {name: value for name, value in (("currency", currency), ("code", code)) if value}
    tables = _open_tables(frozenset(wanted))(**wanted)
    results = _results(tables)
    stopped = frozenset(_STOPPED())
    taken = _taken(table.pk for table in tables)
    cards = _Cards(_read_on(tables), _squeezed(tables))
    return tuple(
        _tile(table, results.get(table.pk, ()), stopped, taken.get(table.pk, frozenset()), cards, now)
        for table in tables
    )


@cache
def _open_tables(asked: frozenset[str]) -> "KeptQuery[Table]":
    """The tables that are not closed and have rules, of the currency or the code that is given."""

    def rows() -> "QuerySet[Table]":
        given = {name: Given(name, TextField()) for name in asked}
        found = Table.objects.exclude(status="closed").filter(configuration__isnull=False, **given)
        return found.select_related("configuration", "current_round").order_by("code")

    return KeptQuery(rows)


_STOPPED: Final = KeptQuery(lambda: Stop.objects.filter(lifted_at=None).values_list("scope", flat=True))
_TAKEN: Final = KeptQuery(
    lambda: PlaySession.objects.filter(Among("table", "tables"), ended_at=None).values_list("table_id", "seat")
)


def _read_on(tables: Iterable[Table]) -> dict[int, list[str]]:
    """The cards that lie at croupiers' tables, by round; asked for only where there are such tables."""
    lying = lying_on(
        table.current_round_id
        for table in tables
        if table.kind == TableKind.CROUPIER and table.current_round_id is not None
    )
    return {round_id: [event.card for event in events] for round_id, events in lying.items()}


class _Cards(NamedTuple):
    """How the cards of the rounds lie, by round: those of paper that were read, and whose turn is a player's."""

    read: Mapping[int, Sequence[str]]
    squeezed: Mapping[int, Squeeze]


def _squeezed(tables: Iterable[Table]) -> dict[int, Squeeze]:
    """Who turns the cards, by round; asked for only where there are such tables."""
    rounds = ((table.current_round, table.configuration) for table in tables)
    return squeezes.windows(
        (current, terms_of(configuration.pk, configuration.terms))
        for current, configuration in rounds
        if current is not None and configuration is not None
    )


def _taken(table_ids: Iterable[int]) -> dict[int, frozenset[int]]:
    """Return the taken seats of each table."""
    found: dict[int, set[int]] = {}
    for table_id, seat in _TAKEN(tables=array(table_ids)):
        found.setdefault(table_id, set()).add(seat)
    return {table_id: frozenset(seats) for table_id, seats in found.items()}


def _tile(
    table: Table,
    results: tuple[Outcome, ...],
    stopped: frozenset[str],
    taken: frozenset[int],
    cards: _Cards,
    now: datetime,
) -> Tile:
    configuration = table.configuration
    assert configuration is not None
    terms = terms_of(configuration.pk, configuration.terms)
    current, edges = table.current_round, odds_of(terms.ruleset).bets
    finished = current is not None and current.phase in {RoundPhase.SETTLED, RoundPhase.VOID}
    return Tile(
        table_id=table.pk,
        code=table.code,
        name=table.name,
        currency=table.currency,
        kind=table.kind,
        preset=terms.preset,
        status=table.status,
        held=PROOF if PROOF in stopped else "held" if stopped & {*WHOLE_HOUSE, terms.preset} else "",
        minimum=terms.minimum,
        max_prize=terms.max_prize,
        most=_most(terms),
        commission=terms.commission,
        commission_edge=edges[Chance.BANCA].edge,
        ponto_edge=edges[Chance.PONTO].edge,
        empate_edge=edges[Chance.EMPATE].edge,
        seats=terms.seats,
        taken=len(taken),
        taken_seats=taken,
        phase=current.phase if current else "waiting",
        round_of_shoe=current.round_of_shoe if current else 0,
        shown=_shown(table, terms, cards, now),
        closes_at=current.closes_at if current else None,
        next_at=table.due_at if finished and table.status == "open" else None,
        betting_seconds=terms.betting_seconds,
        results=results,
        version=table.version,
    )


def _shown(table: Table, terms: TableSettings, cards: _Cards, now: datetime) -> Shown:
    current = table.current_round
    if current is None:
        return NOTHING
    squeeze = cards.squeezed.get(current.pk, HOUSE_TURNS)
    if table.kind != TableKind.CROUPIER:
        return shown(current, show_seconds=terms.show_seconds, squeeze=squeeze, now=now)
    playing = current.phase != RoundPhase.VOID
    return shown_of_paper(current, cards.read.get(current.pk, ()), squeeze) if playing else NOTHING


def _most(terms: TableSettings) -> int | None:
    """R15's multiple or the operator's own maximum, whichever is less."""
    multiple = terms.ruleset.limit_scheme is LimitScheme.MULTIPLES
    tops = [MULTIPLES[Chance.PONTO] * terms.minimum] if multiple else []
    tops += [cap for chance, cap in terms.caps.items() if chance in {Chance.PONTO, Chance.BANCA}]
    return min(tops, default=None)


def _results(tables: Iterable[Table]) -> dict[int, tuple[Outcome, ...]]:
    """The last results of each table, oldest first."""
    with connection.cursor() as cursor:
        cursor.execute(
            _RESULTS, {"tables": [table.pk for table in tables], "most": TILE_RESULTS, "back": LOOKED_THROUGH}
        )
        rows = cursor.fetchall()
    found: dict[int, list[Outcome]] = {}
    for table_id, winner, cards in rows:
        letter, ponto_pair, banca_pair = state.outcome(winner, cards)
        found.setdefault(table_id, []).append(Outcome(letter, bool(ponto_pair), bool(banca_pair)))
    return {table_id: tuple(outcomes) for table_id, outcomes in found.items()}


# Table by table from the newest round down, a few rows of an index: joined, all rounds there ever were are read.
_RESULTS: Final = """
SELECT t.id, r.winner, r.cards FROM tables_table t CROSS JOIN LATERAL (
  SELECT number, winner, cards FROM tables_round
  WHERE table_id = t.id AND phase = 'settled' AND number > t.round_count - %(back)s
  ORDER BY number DESC LIMIT %(most)s
) r
WHERE t.id = ANY(%(tables)s::bigint[]) ORDER BY t.id, r.number
"""


def rules_of(table_code: str, version: int | None = None) -> RulesCard | None:
    """The rules of a table: the version in force, or one that ever was. Null for what was never published."""
    published = Configuration.objects.filter(table__code=table_code, in_force_from__isnull=False).select_related(
        "table"
    )
    wanted = published.filter(number=version) if version else published.filter(status=ConfigurationStatus.IN_FORCE)
    configuration = wanted.first()
    if configuration is None:
        return None
    terms, table = terms_of(configuration.pk, configuration.terms), configuration.table
    return RulesCard(
        table_code=table_code,
        table_name=table.name,
        currency=table.currency,
        kind=table.kind,
        version=configuration.number,
        status=configuration.status,
        terms=terms,
        odds=odds_of(terms.ruleset),
        reference=configuration.reference,
        in_force_from=configuration.in_force_from,
        superseded_at=configuration.superseded_at,
        versions=tuple(published.order_by("-number").values_list("number", flat=True)),
        film=table.film,
    )
