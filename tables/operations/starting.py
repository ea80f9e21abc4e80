"""The beginning of rounds (R27): configurations that come into force, new shoes, and the betting opened.

Several tables' together, under their locks: a group costs as many statements as a round by itself.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from kernel import prepared
from kernel.json_text import encode
from kernel.money import Currency
from tables.codes import round_code
from tables.models import Configuration, ConfigurationStatus, Round, RoundPhase, Shoe, Table, TableKind
from tables.operations import shoes, telling
from tables.queries import state
from tables.queries.cuts import cut_section
from tables.table_settings import TableSettings, terms_of
from wallet import operations as wallet

GRACE: Final = timedelta(milliseconds=200)
"""After the close, slips that arrived in time may still be on their way through the intake."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The facts that the opening of a round depends on, beside the table itself."""

    stops: frozenset[str]
    approved_id: int | None
    """A configuration that comes into force with the round: approved, and its start has come."""
    shoe_number: int
    """The number of the next new shoe."""


_AHEAD: Final = """
SELECT place.id, (SELECT array_agg(scope) FROM tables_stop WHERE lifted_at IS NULL),
  (SELECT id FROM tables_configuration
    WHERE table_id = place.id AND status = 'approved' AND (starts_at IS NULL OR starts_at <= %s)),
  (SELECT coalesce(max(number), 0) + 1 FROM tables_shoe WHERE table_id = place.id)
FROM unnest(%s::bigint[]) AS place (id)
"""


def read_ahead(tables: Collection[Table], *, now: datetime) -> dict[int, Ahead]:
    """What is to be known before each of these tables goes on, in one statement. The caller holds their locks."""
    if not tables:
        return {}
    with prepared.cursor() as cursor:
        cursor.execute(_AHEAD, [now, prepared.array([table.pk for table in tables])])
        return {
            table_id: Ahead(stops=frozenset(scopes or ()), approved_id=approved_id, shoe_number=shoe_number)
            for table_id, scopes, approved_id, shoe_number in cursor.fetchall()
        }


def rules_ahead(table: Table, ahead: Ahead) -> Configuration | None:
    """The rules of the next round; None for a table that has none yet."""
    if ahead.approved_id is not None:
        return Configuration.objects.get(pk=ahead.approved_id)
    return table.configuration


@dataclass(frozen=True, slots=True)
class _Start:
    """A round that is about to be opened, and the terms it is played under; nothing of it is written yet."""

    table: Table
    current: Round
    terms: TableSettings


def open_rounds(tables: Sequence[Table], ahead: Mapping[int, Ahead], *, now: datetime) -> None:
    """Open the betting of a new round at each of these tables. The caller holds their locks; none has a round in play.

    An approved configuration comes into force here and nowhere else: always at a round's boundary (H1). Raises
    `baccarat.shoe.ShoeUnfit` where a new shoe fails its self-test.
    """
    if not tables:
        return
    starts = [_start(table, ahead[table.pk], now=now) for table in tables]
    _write(starts, now=now)
    seated: dict[int, list[state.Seated]] = {}
    for each in state.seated_at([table.pk for table in tables]):
        seated.setdefault(each.table_id, []).append(each)
    changed = [start.table for start in starts if _is_new(start, now=now)]
    boards = state.boards(changed, now=now) if changed else {}
    for start in starts:
        _tell(start, seated.get(start.table.pk, []), boards.get(start.table.pk), now=now)


def _start(table: Table, ahead: Ahead, *, now: datetime) -> _Start:
    configuration = _configuration_in_force(table, ahead, now=now)
    terms = terms_of(configuration.pk, configuration.terms)
    shoe = shoes.shoe_for_next_round(
        table, terms.ruleset, version=configuration.number, number=ahead.shoe_number, now=now
    )
    table.round_count += 1
    current = Round(
        table=table,
        configuration=configuration,
        shoe=shoe,
        number=table.round_count,
        code=round_code(table=table.code, opened_at=now, number=table.round_count),
        phase=RoundPhase.BETTING,
        round_of_shoe=shoe.round_of_shoe,
        first_card=shoe.dealt,
        opened_at=now,
        closes_at=now + timedelta(seconds=terms.betting_seconds) if table.kind != TableKind.INDIVIDUAL else None,
    )
    table.shoe, table.current_round, table.configuration = shoe, current, configuration
    table.due_at = current.closes_at + GRACE if current.closes_at else now
    table.version += 1
    return _Start(table, current, terms)


def _configuration_in_force(table: Table, ahead: Ahead, *, now: datetime) -> Configuration:
    present = table.configuration
    if ahead.approved_id is None:
        assert present is not None, "an open table has a configuration"
        return present
    waiting = table.configurations.select_for_update().get(pk=ahead.approved_id)
    if present is not None:
        present.status, present.superseded_at = ConfigurationStatus.SUPERSEDED, now
        present.save(update_fields=["status", "superseded_at"])
    waiting.status, waiting.in_force_from = ConfigurationStatus.IN_FORCE, now
    waiting.save(update_fields=["status", "in_force_from"])
    waiting.table = table
    telling.tell_in_force(waiting, present, now=now)
    return waiting


# New shoes, the rounds on them and their tables, whose ids are named again so that the planner looks them up.
_WRITE: Final = """
WITH starts AS MATERIALIZED (
  SELECT * FROM json_to_recordset(%(starts)s::json) AS starts (table_id bigint, configuration bigint, number int,
    code text, round_of_shoe int, first_card int, stakes_account bigint, closes_at timestamptz, due_at timestamptz,
    shoe bigint, new_shoe json)
), made AS (
  INSERT INTO tables_shoe (table_id, number, scope, root, header, header_path, sealed, decks, card_count, cut,
    rounds_after_cut, dealt, round_of_shoe, last_round, created_at)
  SELECT starts.table_id, new.number, scope, root, header, header_path, decode(sealed, 'hex'), decks, card_count, cut,
    rounds_after_cut, dealt, new.round_of_shoe, last_round, %(now)s
  FROM starts CROSS JOIN LATERAL json_to_record(new_shoe) AS new (number int, scope text, root text, header jsonb,
    header_path text[], sealed text, decks int, card_count int, cut int, rounds_after_cut int, dealt int,
    round_of_shoe int, last_round int)
  WHERE new_shoe IS NOT NULL
  RETURNING id, table_id
), rounds AS (
  INSERT INTO tables_round (table_id, configuration_id, shoe_id, number, code, round_of_shoe, first_card, phase,
    stakes_account, sums, opened_at, closes_at, void_reason, cards, winner, proofs)
  SELECT starts.table_id, configuration, coalesce(made.id, shoe), number, code, round_of_shoe, first_card, 'betting',
    stakes_account, '{}', %(now)s, closes_at, '', '{}', '', '[]'
  FROM starts LEFT JOIN made ON made.table_id = starts.table_id
  RETURNING id, table_id, shoe_id
)
UPDATE tables_table SET version = version + 1, round_count = starts.number, current_round_id = rounds.id,
  configuration_id = starts.configuration, shoe_id = rounds.shoe_id, due_at = starts.due_at
FROM starts JOIN rounds ON rounds.table_id = starts.table_id
WHERE tables_table.id = starts.table_id AND tables_table.id = ANY(%(tables)s::bigint[])
RETURNING tables_table.id, rounds.id, rounds.shoe_id
"""


def _write(starts: Sequence[_Start], *, now: datetime) -> None:
    """Write the rounds, their accounts, new shoes and tables; ids are set on the objects."""
    currencies = {start.current.code: Currency(start.table.currency) for start in starts}
    accounts = wallet.open_stakes_accounts(rounds=currencies, now=now)
    for start in starts:
        start.current.stakes_account = accounts[start.current.code]
    with prepared.cursor() as cursor:
        cursor.execute(
            _WRITE,
            {
                "now": now,
                "starts": encode([_row(start) for start in starts]),
                "tables": prepared.array([start.table.pk for start in starts]),
            },
        )
        ids = {table_id: (round_id, shoe_id) for table_id, round_id, shoe_id in cursor.fetchall()}
    for start in starts:
        start.current.pk, start.current.shoe.pk = ids[start.table.pk]
        start.current.shoe, start.table.shoe = start.current.shoe, start.current.shoe  # their keys with them
        start.table.current_round = start.current


def _row(start: _Start) -> dict[str, Any]:
    current = start.current
    return {
        "table_id": start.table.pk,
        "configuration": current.configuration_id,
        "number": current.number,
        "code": current.code,
        "round_of_shoe": current.round_of_shoe,
        "first_card": current.first_card,
        "stakes_account": current.stakes_account,
        "closes_at": current.closes_at,
        "due_at": start.table.due_at,
        "shoe": current.shoe.pk,
        "new_shoe": _shoe_row(current.shoe) if current.shoe._state.adding else None,
    }


_SHOE: Final = (
    "number",
    "scope",
    "root",
    "header",
    "header_path",
    "decks",
    "card_count",
    "cut",
    "rounds_after_cut",
    "dealt",
    "round_of_shoe",
    "last_round",
)


def _shoe_row(shoe: Shoe) -> dict[str, Any]:
    return {"sealed": bytes(shoe.sealed).hex(), **{name: getattr(shoe, name) for name in _SHOE}}


def _is_new(start: _Start, *, now: datetime) -> bool:
    """Whether the board or the rules begin anew with the round: another whole shoe, another configuration."""
    shoe = start.current.shoe
    return start.current.configuration.in_force_from == now or (shoe.scope != "round" and shoe.round_of_shoe == 1)


def _tell(
    start: _Start, seated: Sequence[state.Seated], results: Sequence[state.BoardResult] | None, *, now: datetime
) -> None:
    table, current, terms = start.table, start.current, start.terms
    sections = {
        "table": state.table_section(table),
        "round": state.round_section(table, current, terms),
        **state.bets_sections(terms, current, seated, {}),
    }
    if results is not None:
        sections |= {
            "rules": state.rules_section(current.configuration, terms),
            **state.results_sections(results, terms),
            **cut_section(table),
        }
    telling.tell(table, sections, persons=tuple(each.person_id for each in seated), now=now)
