"""The public state of a table, section by section, as the sockets tell it: one projection for every viewer."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import connection

from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.limits import table_headroom
from baccarat.odds import odds_of
from baccarat.play import Result, Winner, play
from baccarat.rulesets import Ruleset, Shuffle
from baccarat.settlement import Outcome, price
from tables.broadcast import milliseconds
from tables.models import Bet, Configuration, PlaySession, Round, RoundPhase, Table
from tables.queries import paper, squeezes
from tables.queries.cuts import cut_section
from tables.table_settings import TableSettings, terms_of
from tables.timeline import Squeeze, timeline

RESULTS_MAX: Final = 120
WINNER_LETTER: Final = {Winner.PONTO.value: "P", Winner.BANCA.value: "B", Winner.EMPATE.value: "E"}

Sections = dict[str, Any]


def table_section(table: Table) -> Sections:
    """Name, money, status."""
    return {
        "code": table.code,
        "name": table.name,
        "currency": table.currency,
        "kind": table.kind,
        "status": table.status,
        "why": table.status_reason or None,
    }


_UNTOLD: Final = frozenset({"caps", "show_seconds", "pairs_combined"})
"""Of the terms what pages are told in another form, or need not know."""


def rules_section(configuration: Configuration, terms: TableSettings) -> Sections:
    """The rules of the table, their version, and each chance's payout and cost."""
    exact = odds_of(terms.ruleset).bets
    return {
        **{name: value for name, value in terms.document().items() if name not in _UNTOLD},
        "version": configuration.number,
        "sides_apart": terms.minimum if terms.ruleset.limit_scheme.keeps_sides_apart else None,
        "sides_offset": terms.ruleset.limit_scheme.offsets_sides,
        "pairs_together": terms.limits.pairs_combined,
        "chances": [
            {"id": chance.value, "pays": pays(terms.ruleset, chance), "edge_ppm": round(exact[chance].edge * 1_000_000)}
            for chance in terms.ruleset.chances
        ],
    }


def round_section(
    table: Table, current: Round | None, terms: TableSettings, squeeze: Squeeze | None = None
) -> Sections:
    """The round in play, its commitment and, once the bets are closed, its cards; `squeeze` is read unless given."""
    if current is None:
        return {"phase": "waiting", "code": None, "number": 0, "deal": None}
    squeeze = squeezes.windows_of(current, terms) if squeeze is None else squeeze
    return {
        "code": current.code,
        "number": current.number,
        "round_of_shoe": current.round_of_shoe,
        "phase": current.phase,
        "opens_at": milliseconds(current.opened_at),
        "closes_at": milliseconds(current.closes_at) if current.closes_at else None,
        "next_at": _next_at(table, current),
        "offered": [
            chance.value for chance in terms.ruleset.chances if chance in offered(terms, current.round_of_shoe)
        ],
        "last": table.status == "closing" or current.shoe.last_round == current.round_of_shoe,
        "root": current.shoe.root,
        "paper": paper.is_paper(current.shoe),
        "void_reason": current.void_reason or None,
        "squeeze": squeezes.squeeze_section(squeeze),
        "deal": _deal(current, terms, squeeze),
    }


def _next_at(table: Table, current: Round) -> int | None:
    finished = current.phase in {RoundPhase.SETTLED, RoundPhase.VOID}
    return milliseconds(table.due_at) if finished and table.due_at and table.status == "open" else None


def _deal(current: Round, terms: TableSettings, squeeze: Squeeze) -> Sections | None:
    """A face-down card is never told before the bets are closed: until then the row itself has none.

    At a croupier's table the cards are told one by one, and the winner once the round is paid.
    """
    if paper.is_paper(current.shoe):
        return _deal_of_paper(current, terms, squeeze)
    if not current.cards or current.closed_at is None:
        return None
    result = result_of(current)
    return {
        "starts_at": milliseconds(current.closed_at),
        "cards": laid_cards(result),
        "ponto": {"total": result.ponto.total},
        "banca": {"total": result.banca.total},
        "natural": result.natural,
        "winner": result.winner.value,
        "wins": [chance.value for chance in winners(terms.ruleset, result)],
        "timeline": timeline(result, show_ms=terms.show_seconds * 1000, squeeze=squeeze),
        "proof": joint_proof(current.proofs, current.shoe.header, current.shoe.header_path),
    }


def _deal_of_paper(current: Round, terms: TableSettings, squeeze: Squeeze) -> Sections | None:
    told = paper.deal_section(current, squeeze)
    if told is None or current.closed_at is None or current.phase == RoundPhase.VOID:
        return None
    told |= {"starts_at": milliseconds(current.closed_at), "natural": False, "winner": None, "wins": [], "proof": None}
    if current.phase != RoundPhase.SETTLED or current.settled_at is None:
        return told
    result = result_of(current)
    over = milliseconds(current.settled_at) - milliseconds(current.closed_at)
    return told | {
        "natural": result.natural,
        "winner": result.winner.value,
        "wins": [chance.value for chance in winners(terms.ruleset, result)],
        "timeline": [*told["timeline"], {"at": over, "do": "result"}],
    }


def joint_proof(
    proofs: Sequence[Mapping[str, Any]] | None, header: Mapping[str, Any] | None = None, header_path: Sequence[str] = ()
) -> Sections | None:
    """The proofs of a round's cards against the shoe's root, without what can be worked out: half of their text.

    `leaves` are [index, salt] in the order of drawing, `nodes` [level, index, hash] of the neighbours in the tree that
    nothing else here leads to, `height` the levels up to the root (A8); `header` the shoe's, which is the tree's first
    leaf, with those of the cards behind it.
    """
    if not proofs:
        return None
    lead = 0 if header is None else 1
    paths = {proof["index"] + lead: proof["path"] for proof in proofs} | ({0: header_path} if lead else {})
    height = len(proofs[0]["path"])
    ours = {(level, leaf >> level) for leaf in paths for level in range(height)}
    nodes = {
        (level, (leaf >> level) ^ 1): neighbour for leaf, path in paths.items() for level, neighbour in enumerate(path)
    }
    return {
        "height": height,
        "leaves": [[proof["index"], proof["salt"]] for proof in proofs],
        "nodes": [[level, index, node] for (level, index), node in sorted(nodes.items()) if (level, index) not in ours],
        **({"header": header} if lead else {}),
    }


def laid_cards(result: Result) -> list[str | None]:
    """The six places of the felt: P1 B1 P2 B2 P3 B3; null where no third card was drawn."""
    ponto, banca = result.ponto.cards, result.banca.cards
    laid = (ponto[0], banca[0], ponto[1], banca[1], result.ponto_third, result.banca_third)
    return [str(card) if card else None for card in laid]


def winners(ruleset: Ruleset, result: Result) -> list[Chance]:
    """The chances that won, in the felt's order (G61: marked beyond doubt)."""
    return [chance for chance in ruleset.chances if price(ruleset, chance, result.facts).outcome is Outcome.WIN]


def pays(ruleset: Ruleset, chance: Chance) -> list[str]:
    """The ratios that a chance can pay, as written: `11:1`."""
    offer = ruleset.offer(chance)
    assert offer is not None
    return [f"{ratio.prize}:{ratio.stake}" for _, ratio in offer.pays if ratio.prize]


def result_of(current: Round) -> Result:
    """The result that the stored cards make."""
    return play([Card.parse(card) for card in current.cards])


def headroom_section(terms: TableSettings, sums: Mapping[Chance, int], offered: frozenset[Chance]) -> Sections:
    """The amount that the table as a whole can still take on each chance, and the rule that stops it (B2)."""
    found = table_headroom(terms.limits, offered=offered, table=sums)
    return {chance: {"most": most, "rule": rule} for chance, (most, rule) in found.items()}


CHANCES: Final = {chance.value: chance for chance in Chance}
"""Chances by name: a look-up, where asking the enumeration is a call for each of hundreds in a batch."""


def stakes(sums: Mapping[str, int]) -> dict[Chance, int]:
    """Stored sums as the game reads them."""
    return {CHANCES[chance]: cents for chance, cents in sums.items()}


def offered(terms: TableSettings, round_of_shoe: int) -> frozenset[Chance]:
    """The chances that may be bet on in this round of the shoe (A5)."""
    return terms.ruleset.offered(None if terms.ruleset.shuffle is Shuffle.EVERY_ROUND else round_of_shoe)


class Seated(NamedTuple):
    """A player at a table."""

    table_id: int
    seat: int
    person_id: int
    nickname: str
    away: bool


def seated_at(table_ids: Collection[int]) -> list[Seated]:
    """Everybody who sits at these tables."""
    rows = PlaySession.objects.filter(table_id__in=table_ids, ended_at=None)
    return [Seated(*row) for row in rows.values_list("table_id", "seat", "person_id", "person__nickname", "away")]


def laid_on(round_id: int | None) -> dict[int, dict[str, int]]:
    """The stakes on a round, by person and chance."""
    laid: dict[int, dict[str, int]] = {}
    if round_id is not None:
        rows = Bet.objects.filter(round_id=round_id, stake__gt=0).values_list("person_id", "chance", "stake")
        for person_id, chance, cents in rows:
            laid.setdefault(person_id, {})[chance] = cents
    return laid


Laid = Mapping[int, Mapping[str, int] | Mapping[Chance, int]]
"""The stakes on a round, by person and chance."""


def seats_section(seats: int, seated: Iterable[Seated], laid: Laid) -> list[Sections]:
    """The seats as on a real table: nicknames, whether away, stakes by chance."""
    at = {each.seat: each for each in seated}
    return [
        seat_section(who, laid) if (who := at.get(seat)) else {"seat": seat, "who": None}
        for seat in range(1, seats + 1)
    ]


def seat_section(who: Seated, laid: Laid) -> Sections:
    """One seat that is taken, as the section of the seats has it."""
    return {"seat": who.seat, "who": who.nickname, "away": who.away, "stakes": laid.get(who.person_id, {})}


def seats_of(table: Table, seats: int) -> list[Sections]:
    """The same, read from the rows."""
    return seats_section(seats, seated_at([table.pk]), laid_on(table.current_round_id))


# Written out: a round's end asks it, and building the query anew took longer than all else that the end tells. A board
# lies among a table's newest numbers: without them the database may read all its past for a board that is not full.
_BOARDS: Final = """
SELECT place.table_id, board.winners, board.cards
FROM unnest(%(tables)s::bigint[], %(after)s::int[], %(shoes)s::bigint[]) AS place (table_id, after, shoe_id)
CROSS JOIN LATERAL (
  SELECT array_agg(winner ORDER BY number) AS winners, array_agg(cards ORDER BY number) AS cards
  FROM (
    SELECT number, winner, array_to_string(cards[1:4], ' ') AS cards FROM tables_round
    WHERE table_id = place.table_id AND number > place.after AND phase = 'settled'
      AND CASE WHEN place.shoe_id IS NULL THEN settled_at > %(since)s ELSE shoe_id = place.shoe_id END
    ORDER BY number DESC LIMIT %(most)s
  ) settled
) board
"""

BoardResult = tuple[str, int, int]
"""As `outcome` answers it."""


def boards(tables: Sequence[Table], *, now: datetime) -> dict[int, list[BoardResult]]:
    """The results on the boards of these tables, the last at the end, in one statement.

    Those of the present shoe, or those of twelve hours where each round is shuffled; void rounds may cost a board
    some of its oldest results.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _BOARDS,
            {
                "tables": [table.pk for table in tables],
                "after": [table.round_count - 2 * RESULTS_MAX for table in tables],
                "shoes": [table.shoe_id if table.shoe and table.shoe.scope != "round" else None for table in tables],
                "since": now - timedelta(hours=12),
                "most": RESULTS_MAX,
            },
        )
        return {
            table_id: [outcome(winner, text.split()) for winner, text in zip(winners or (), cards or (), strict=True)]
            for table_id, winners, cards in cursor.fetchall()
        }


def results_sections(results: Sequence[BoardResult], terms: TableSettings) -> Sections:
    """Results (the page draws the roads from them) and statistics beside what was to be expected (A9)."""
    return {"results": results, "stats": _stats(results, terms.ruleset)}


def outcome(winner: str, cards: Sequence[str]) -> BoardResult:
    """Winner's letter and whether ponto's and banca's first two cards were pairs (cards in drawing order, P B P B)."""
    return WINNER_LETTER[winner], int(cards[0][0] == cards[2][0]), int(cards[1][0] == cards[3][0])


def _stats(results: Sequence[BoardResult], ruleset: Ruleset) -> Sections:
    letters = [letter for letter, _, _ in results]
    exact = odds_of(ruleset).bets
    return {
        "rounds": len(results),
        "ponto": letters.count("P"),
        "banca": letters.count("B"),
        "empate": letters.count("E"),
        "expected": {chance.value: float(exact[chance].win) for chance in (Chance.PONTO, Chance.BANCA, Chance.EMPATE)},
    }


def latest_section(played: Round) -> Sections:
    """A settled round with what everybody saw of it (R31)."""
    result = result_of(played)
    return {
        "code": played.code,
        "at": milliseconds(played.settled_at or played.opened_at),
        "cards": laid_cards(result),
        "ponto": result.ponto.total,
        "banca": result.banca.total,
        "winner": played.winner,
    }


def _latest(table: Table) -> Round | None:
    current = table.current_round
    if current is not None and current.phase == RoundPhase.SETTLED:
        return current
    return Round.objects.filter(table=table, phase=RoundPhase.SETTLED).order_by("-number").first()


def snapshot(table: Table, *, now: datetime) -> Sections:
    """All sections at once: what a client starts from and returns to after a gap."""
    configuration = table.configuration
    if configuration is None:
        return {"table": table_section(table), "round": {"phase": "waiting", "code": None, "number": 0, "deal": None}}
    terms = terms_of(configuration.pk, configuration.terms)
    return {
        "table": table_section(table),
        "rules": rules_section(configuration, terms),
        "round": round_section(table, table.current_round, terms),
        **bets_sections(terms, table.current_round, seated_at([table.pk]), laid_on(table.current_round_id)),
        **results_sections(boards([table], now=now)[table.pk], terms),
        **cut_section(table),
        "latest": latest_section(latest) if (latest := _latest(table)) else None,
    }


def bets_sections(
    terms: TableSettings, current: Round | None, seated: Iterable[Seated], laid: Mapping[int, Mapping[str, int]]
) -> Sections:
    """The sections that a slip changes."""
    sums = current.sums if current else {}
    return {
        "sums": sums,
        "room": headroom_section(terms, stakes(sums), offered(terms, current.round_of_shoe if current else 1)),
        "seats": seats_section(terms.seats, seated, laid),
    }
