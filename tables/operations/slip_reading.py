"""Read the data that deciding a batch of slips needs, in four statements: tables locked, floor read, accounts locked,
gates asked."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from django.db import connection

from baccarat.chances import Chance
from kernel import prepared
from kernel.json_text import decode
from kernel.money import Currency
from players import gates
from tables.operations import timing
from tables.operations.locking import lock_rows
from tables.operations.slip_rows import Asked, Batch, InPlay, Place, Seen, Session
from tables.queries import state
from tables.table_settings import TableSettings, terms_of
from wallet import operations as wallet

# One row a table: its round, its terms, and as documents who sits there and what lies on the round. A statement of its
# own after the lock: rows joined to a row that had to be waited for would be as old as the wait.
_FLOOR: Final = """
SELECT t.id, t.currency, t.status, t.version, c.id, c.terms,
  r.id, r.code, r.phase, r.closes_at, r.stakes_account, r.sums, r.round_of_shoe,
  (SELECT json_agg(json_build_array(s.id, s.person_id, s.account, coalesce(s.check_due_at <= %(now)s, false),
    s.seat, p.nickname, s.away))
    FROM tables_playsession s JOIN players_public_person p ON p.id = s.person_id
    WHERE s.table_id = t.id AND s.ended_at IS NULL),
  (SELECT json_agg(json_build_array(b.person_id, b.chance, b.stake))
    FROM tables_bet b WHERE b.round_id = r.id AND b.stake > 0),
  (SELECT array_agg(scope) FROM tables_stop WHERE lifted_at IS NULL),
  (SELECT array_agg(slip.id) FROM tables_slip slip
    JOIN unnest(%(persons)s::bigint[], %(keys)s::uuid[]) AS asked (person_id, key) USING (person_id, key))
FROM tables_table t
LEFT JOIN LATERAL (SELECT * FROM tables_round WHERE id = t.current_round_id OFFSET 0) r ON true
CROSS JOIN LATERAL (
  SELECT * FROM tables_configuration WHERE id = coalesce(r.configuration_id, t.configuration_id) OFFSET 0
) c
WHERE t.id = ANY(%(tables)s::bigint[])
"""

_SEEN: Final = """
SELECT slip.person_id, slip.key, r.code, slip.lines, slip.refusal, slip.number, slip.taken_at, r.closes_at
FROM tables_slip slip JOIN tables_round r ON r.id = slip.round_id WHERE slip.id = ANY(%s)
"""


def read(slips: Sequence[Asked], *, now: datetime) -> Batch:
    """Lock the tables and the accounts of a batch, in that order and each by id, and read what deciding needs."""
    tables = lock_rows(slip.table_id for slip in slips)
    places, stops, seen = _floor(slips, tables, now=now)
    sessions = {session.person_id: session for place in places.values() for session in place.sessions}
    balances = wallet.lock_balances(session.account for session in sessions.values())
    answers = _gates(slips, places, now=now)
    return Batch(
        now=now,
        places=places,
        gates=answers,
        sessions=sessions,
        balances=balances,
        before=dict(balances),
        own_headroom={
            person_id: answer.headroom.most
            for (person_id, currency), answer in answers.items()
            if answer.headroom and currency == Currency.EUR
        },
        over_time=timing.over_time(
            {person_id: answer.minutes for (person_id, _), answer in answers.items() if answer.minutes is not None},
            now=now,
        ),
        stops=stops,
        seen=_seen(seen) if seen else {},
    )


def _floor(
    slips: Sequence[Asked], tables: Sequence[int], *, now: datetime
) -> tuple[dict[int, Place], frozenset[str], list[int]]:
    """The places by table, the switches thrown, and the ids of slips whose key was seen before."""
    persons = {slip.person_id for slip in slips}
    asked: dict[str, Any] = {
        "now": now,
        "tables": prepared.array(tables),
        "persons": prepared.array([slip.person_id for slip in slips]),
        "keys": prepared.array([slip.key.hex for slip in slips]),
    }
    with prepared.cursor() as cursor:
        cursor.execute(_FLOOR, asked)
        rows = cursor.fetchall()
    if not rows:
        return {}, frozenset(), []
    *_, stops, seen = rows[0]
    return {row[0]: _place(row, persons) for row in rows}, frozenset(stops or ()), seen or []


def _place(row: Sequence[Any], persons: Collection[int]) -> Place:
    table_id, currency, status, version, configuration_id, document, round_id, code, phase, closes_at, *rest = row
    stakes_account, sums, round_of_shoe, seated, laid = rest[:5]
    terms = _terms(configuration_id, document)
    seated = seated or ()
    return Place(
        table_id=table_id,
        currency=currency,
        status=status,
        version=version,
        terms=terms,
        offered=state.offered(terms, round_of_shoe or 1),
        current=InPlay(round_id, code, phase, closes_at, stakes_account) if round_id else None,
        sums=state.stakes(decode(sums or "{}")),
        sessions=[
            Session(session_id, person_id, table_id, account, check_due)
            for session_id, person_id, account, check_due, *_ in seated
            if person_id in persons
        ],
        seated=[state.Seated(table_id, seat, person_id, *who) for _, person_id, _, _, seat, *who in seated],
        laid=_laid(laid or ()),
    )


def _laid(rows: Sequence[tuple[int, str, int]]) -> dict[int, dict[Chance, int]]:
    laid: dict[int, dict[Chance, int]] = {}
    for person_id, chance, stake in rows:
        laid.setdefault(person_id, {})[state.CHANCES[chance]] = stake
    return laid


_KNOWN_MAX: Final = 2048
_known: dict[int, tuple[str, TableSettings]] = {}


def _terms(configuration_id: int, document: str) -> TableSettings:
    """The terms by their stored text: comparing it costs nothing, reading it two hundred times a batch does."""
    known = _known.get(configuration_id)
    if known is not None and known[0] == document:
        return known[1]
    if len(_known) >= _KNOWN_MAX:
        _known.clear()
    terms = terms_of(configuration_id, decode(document))
    _known[configuration_id] = (document, terms)
    return terms


def _gates(
    slips: Sequence[Asked], places: Mapping[int, Place], *, now: datetime
) -> dict[tuple[int, str], gates.Answer]:
    """Each person's gate, by person and kind of money; one statement a kind."""
    by_currency: dict[str, set[int]] = {}
    for slip in slips:
        if slip.table_id in places:
            by_currency.setdefault(places[slip.table_id].currency, set()).add(slip.person_id)
    return {
        (person_id, currency): answer
        for currency, persons in by_currency.items()
        for person_id, answer in gates.may_play(
            person_ids=sorted(persons), currency=Currency(currency), now=now
        ).items()
    }


def _seen(ids: Sequence[int]) -> dict[tuple[int, uuid.UUID], Seen]:
    with connection.cursor() as cursor:
        cursor.execute(_SEEN, [list(ids)])
        return {
            (person_id, key): Seen(code, decode(lines), decode(rejection) if rejection else None, *rest)
            for person_id, key, code, lines, rejection, *rest in cursor.fetchall()
        }
