"""What the open round of each table can cost the house, exactly and slip by slip (B3).

Kept in this process by the table's version, which every accepted slip raises: a table on which nothing was laid since
costs neither a row nor a sum. The row is the truth: another version, round or sum is worked out anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from baccarat.chances import Chance
from baccarat.exposure import Slip, distribution
from tables.models import UNFINISHED, Bet, RoundPhase, Table
from tables.queries.state import CHANCES
from tables.table_settings import TableSettings, terms_of

IN_99: Final = Fraction(99, 100)
IN_999: Final = Fraction(999, 1000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exposure:
    """The house's possible results of one round; losses in cents, never below 0.

    Off whole decks, as every published odd: what a shoe has already given is left out.
    """

    worst: int
    """The most that it can lose, however rarely."""
    in_99: int
    """The greatest loss that is not passed in 99 of 100 rounds."""
    in_999: int
    """The greatest loss that is not passed in 999 of 1,000 rounds."""
    results: tuple[tuple[int, Fraction], ...]
    """Every result with its probability, the worst first: above 0 the house wins."""


_Key = tuple[int, int, tuple[tuple[str, int], ...]]
_KEPT_MAX: Final = 4096
_CLOSED: Final = -1
"""In the place of the version once the bets are closed."""
_kept: dict[int, tuple[_Key, Exposure]] = {}
"""By table; the key is its version, its round and what lies on it."""


def exposures(tables: Iterable[Table]) -> dict[int, Exposure]:
    """The exposure of each of these tables that has bets in play, in one statement for all."""
    found: dict[int, Exposure] = {}
    wanted: dict[int, tuple[Table, _Key]] = {}
    for table in tables:
        key = _key(table)
        if key is None:
            continue
        kept = _kept.get(table.pk)
        if kept is not None and kept[0] == key:
            found[table.pk] = kept[1]
        else:
            wanted[key[1]] = (table, key)
    for round_id, slips in _slips(wanted).items():
        table, key = wanted[round_id]
        assert table.configuration is not None, "a round is played under rules"
        terms = terms_of(table.configuration.pk, table.configuration.terms)
        found[table.pk] = exposure_of(terms, slips)
        if len(_kept) >= _KEPT_MAX:
            _kept.clear()
        _kept[table.pk] = (key, found[table.pk])
    return found


def exposure_of(terms: TableSettings, slips: Iterable[Slip]) -> Exposure:
    """What these slips can cost under these terms."""
    spread = distribution(terms.ruleset, *slips)
    return Exposure(
        worst=max(0, -spread.worst),
        in_99=spread.loss_within(IN_99),
        in_999=spread.loss_within(IN_999),
        results=tuple((result, Fraction(count, spread.total)) for result, count in spread.counts.items()),
    )


def _key(table: Table) -> _Key | None:
    """What the exposure of the table is known by; None without bets in play."""
    current = table.current_round
    if current is None or current.phase not in UNFINISHED or not any(current.sums.values()):
        return None
    # After the close no slip is taken, and the version goes on with each card of a croupier's table.
    version = table.version if current.phase == RoundPhase.BETTING else _CLOSED
    return version, current.pk, tuple(sorted(current.sums.items()))


def _slips(rounds: Mapping[int, object]) -> dict[int, list[dict[Chance, int]]]:
    """Each round's stakes, player by player: every one is paid to the cent by itself."""
    if not rounds:
        return {}
    laid: dict[int, dict[int, dict[Chance, int]]] = {}
    rows = Bet.objects.filter(round_id__in=list(rounds), stake__gt=0)
    for round_id, person_id, chance, stake in rows.values_list("round_id", "person_id", "chance", "stake"):
        laid.setdefault(round_id, {}).setdefault(person_id, {})[CHANCES[chance]] = stake
    return {round_id: list(slips.values()) for round_id, slips in laid.items()}
