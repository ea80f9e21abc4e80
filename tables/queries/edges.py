"""Rules that give players an edge: let through by a written override, and marked wherever they are shown (B4)."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from baccarat.odds import odds_of
from kernel.kept_queries import KeptQuery
from kernel.prepared import array, texts
from kernel.questions import Among
from tables.models import Configuration
from tables.table_settings import TableSettings, terms_of


@dataclass(frozen=True, slots=True)
class PlayerEdge:
    """A chance on which the house loses on average; `edge` is its exact share of a stake, below 0."""

    chance: str
    edge: Fraction


def player_edges(terms: TableSettings) -> tuple[PlayerEdge, ...]:
    """The chances of these terms that give players an edge, in the felt's order (A6)."""
    exact = odds_of(terms.ruleset).bets.items()
    return tuple(PlayerEdge(chance.value, odds.edge) for chance, odds in exact if odds.edge < 0)


def edges_of_versions(versions: Collection[tuple[str, int]]) -> dict[tuple[str, int], tuple[PlayerEdge, ...]]:
    """By table's code and version's number: those of these versions that give players an edge. One statement."""
    codes, numbers = texts({code for code, _ in versions}), array({number for _, number in versions})
    rows = _OF_VERSIONS(codes=codes, numbers=numbers) if versions else []
    found = {(code, number): player_edges(terms_of(pk, terms)) for pk, code, number, terms in rows}
    return {version: edges for version, edges in found.items() if edges and version in versions}


_OF_VERSIONS: Final = KeptQuery(
    lambda: Configuration.objects.filter(
        Among("table__code", "codes", kind="text"), Among("number", "numbers")
    ).values_list("pk", "table__code", "number", "terms")
)
