"""Read the data that deciding a batch of slips needs, in four statements: tables locked, floor read, accounts locked,
gates asked. They travel together where it is known which accounts to lock."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import connection
from django.db.backends.utils import CursorWrapper

from baccarat.chances import Chance
from kernel import prepared
from kernel.json_text import decode
from kernel.money import Currency
from players import gates
from tables.operations import slip_memory
from tables.operations.locking import send_lock
from tables.operations.slip_memory import Known, Sitting
from tables.operations.slip_rows import Asked, Batch, InPlay, Place, Seen, Session
from tables.queries import playtime, state
from tables.table_settings import TableSettings, terms_of
from wallet import operations as wallet

# One row a table: its round, and as documents its terms, who sits there and what lies on the round; these move with the
# version, and are left out where this process knows the present one. A statement of its own after the lock: rows joined
# to a row that had to be waited for would be as old as the wait.
_FLOOR: Final = """
SELECT t.id, t.currency, t.status, t.version, r.id, r.code, r.phase, r.closes_at, r.stakes_account, r.round_of_shoe,
  now.configuration_id,
  CASE WHEN now.unknown THEN (SELECT c.terms FROM tables_configuration c WHERE c.id = now.configuration_id) END,
  CASE WHEN now.unknown THEN r.sums END,
  CASE WHEN now.unknown THEN (
    SELECT json_agg(json_build_array(s.id, s.person_id, s.account, s.check_due_at, s.seat, p.nickname, s.away))
    FROM tables_playsession s JOIN players_public_person p ON p.id = s.person_id
    WHERE s.table_id = t.id AND s.ended_at IS NULL
  ) END,
  CASE WHEN now.unknown THEN (
    SELECT json_agg(json_build_array(b.person_id, b.chance, b.stake))
    FROM tables_bet b WHERE b.round_id = r.id AND b.stake > 0
  ) END,
  CASE WHEN now.unknown THEN (SELECT root FROM tables_shoe WHERE id = r.shoe_id) END,
  house.name,
  (SELECT array_agg(scope) FROM tables_stop WHERE lifted_at IS NULL),
  (SELECT array_agg(slip.id) FROM tables_slip slip
    JOIN unnest(%(persons)s::bigint[], %(keys)s::uuid[]) AS asked (person_id, key) USING (person_id, key))
FROM (
  SELECT concat('tables_table'::regclass::oid, ' ', extract(epoch FROM pg_postmaster_start_time())) AS name OFFSET 0
) house
CROSS JOIN unnest(%(tables)s::bigint[], %(versions)s::bigint[]) AS asked (id, version)
CROSS JOIN LATERAL (SELECT * FROM tables_table WHERE id = asked.id OFFSET 0) t
LEFT JOIN LATERAL (SELECT * FROM tables_round WHERE id = t.current_round_id OFFSET 0) r ON true
CROSS JOIN LATERAL (
  SELECT coalesce(r.configuration_id, t.configuration_id) AS configuration_id,
    (asked.version = t.version AND house.name = %(house)s) IS NOT TRUE AS unknown
) now
WHERE now.configuration_id IS NOT NULL
"""

_SEEN: Final = """
SELECT slip.person_id, slip.key, r.code, slip.lines, slip.refusal, slip.number, slip.taken_at, r.closes_at, shoe.root
FROM tables_slip slip JOIN tables_round r ON r.id = slip.round_id JOIN tables_shoe shoe ON shoe.id = r.shoe_id
WHERE slip.id = ANY(%s)
"""


class Misremembered(Exception):
    """An account that a player plays from is not the one known here: the database is another. Begin again."""


def read(slips: Sequence[Asked], *, now: datetime) -> Batch:
    """Lock the tables and the accounts of a batch, in that order and each by id, and read what deciding needs.

    Where a player sat at the table when it was last read, the account is known: a player has one of each kind of
    money, and a table has one kind. Then all four statements travel together; else the accounts wait for the floor.
    Raises `Misremembered`.
    """
    tables = sorted({slip.table_id for slip in slips})
    persons = sorted({slip.person_id for slip in slips})
    house, known = slip_memory.recall(tables)
    accounts = _accounts(slips, known)
    with prepared.together():
        send_lock(tables)
        floor_sent = _send_floor(slips, tables, house, known)
        if accounts is not None:
            balances, answers = wallet.send_lock(accounts), gates.send(person_ids=persons, now=now)
    floor = _floor(floor_sent.fetchall(), slips, known, now=now)
    sessions = {session.person_id: session for place in floor.places.values() for session in place.sessions}
    if accounts is None:
        with prepared.together():
            balances = wallet.send_lock(session.account for session in sessions.values())
            answers = gates.send(person_ids=persons, now=now)
    return _batch(floor, sessions, balances(), _gates(slips, floor.places, answers), now=now)


def _accounts(slips: Sequence[Asked], known: Mapping[int, Known]) -> set[int] | None:
    """The accounts that the slips' players play from, if each is known."""
    accounts = set()
    for slip in slips:
        table = known.get(slip.table_id)
        sitting = table.sitting.get(slip.person_id) if table else None
        if sitting is None:
            return None
        accounts.add(sitting.account)
    return accounts


def _batch(
    floor: "_Floor",
    sessions: dict[int, Session],
    balances: dict[int, int],
    answers: dict[tuple[int, str], gates.Answer],
    *,
    now: datetime,
) -> Batch:
    if not balances.keys() >= {session.account for session in sessions.values()}:
        raise Misremembered
    return Batch(
        now=now,
        places=floor.places,
        gates=answers,
        sessions=sessions,
        balances=balances,
        before=dict(balances),
        own_headroom={
            person_id: answer.headroom.most
            for (person_id, currency), answer in answers.items()
            if answer.headroom and currency == Currency.EUR
        },
        over_time=playtime.over_time(
            {person_id: answer.minutes for (person_id, _), answer in answers.items() if answer.minutes is not None},
            now=now,
        ),
        stops=floor.stops,
        seen=_seen(floor.seen) if floor.seen else {},
        house=floor.house,
    )


@dataclass(frozen=True, slots=True)
class _Floor:
    """The places by table, the switches thrown, and the ids of slips whose key was seen before."""

    house: str = ""
    places: dict[int, Place] = field(default_factory=dict)
    stops: frozenset[str] = frozenset()
    seen: Sequence[int] = ()


def _send_floor(slips: Sequence[Asked], tables: Sequence[int], house: str, known: Mapping[int, Known]) -> CursorWrapper:
    versions = [known[table_id].version if table_id in known else None for table_id in tables]
    return prepared.send(
        _FLOOR,
        {
            "house": house,
            "tables": prepared.array(tables),
            "versions": prepared.array(versions),
            "persons": prepared.array([slip.person_id for slip in slips]),
            "keys": prepared.array([slip.key.hex for slip in slips]),
        },
    )


def _floor(rows: Sequence[Any], slips: Sequence[Asked], known: Mapping[int, Known], *, now: datetime) -> _Floor:
    if not rows:
        return _Floor()
    persons: dict[int, list[int]] = {}
    for slip in slips:
        persons.setdefault(slip.table_id, []).append(slip.person_id)
    *_, house, stops, seen = rows[0]
    places = {row[0]: _place(row, known.get(row[0]), persons[row[0]], now=now) for row in rows}
    return _Floor(house, places, frozenset(stops or ()), seen or ())


def _place(row: Sequence[Any], known: Known | None, persons: Iterable[int], *, now: datetime) -> Place:
    """A table as the row says, or as it was known where the row leaves that out."""
    table_id, currency, status, version, round_id, code, phase, closes_at, stakes_account, round_of_shoe, *rest = row
    if rest[1] is not None:
        known = _read(table_id, version, round_of_shoe or 1, *rest[:6])
    assert known is not None, "a section left out is known"
    return Place(
        table_id=table_id,
        currency=currency,
        status=status,
        version=version,
        current=InPlay(round_id, code, phase, closes_at, stakes_account) if round_id else None,
        known=known,
        sums=dict(known.sums),
        laid=dict(known.laid),
        sessions=[
            Session(
                sitting.session_id,
                person_id,
                table_id,
                sitting.account,
                sitting.check_due_at is not None and sitting.check_due_at <= now,
            )
            for person_id in persons
            if (sitting := known.sitting.get(person_id))
        ],
    )


def _read(
    table_id: int,
    version: int,
    round_of_shoe: int,
    configuration_id: int,
    document: str,
    sums: str | None,
    seated: Sequence[Any] | None,
    laid: Sequence[tuple[int, str, int]] | None,
    root: str | None,
) -> Known:
    terms = _terms(configuration_id, document)
    return Known(
        version=version,
        terms=terms,
        offered=state.offered(terms, round_of_shoe),
        root=root or "",
        sums=state.stakes(decode(sums or "{}")),
        sitting={
            person_id: Sitting(session_id, account, datetime.fromisoformat(due) if due else None)
            for session_id, person_id, account, due, *_ in seated or ()
        },
        seated=[state.Seated(table_id, seat, person_id, *who) for _, person_id, _, _, seat, *who in seated or ()],
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
    slips: Sequence[Asked],
    places: Mapping[int, Place],
    answers: Callable[[Sequence[int], Currency], dict[int, gates.Answer]],
) -> dict[tuple[int, str], gates.Answer]:
    """Each person's gate, by person and kind of money."""
    by_currency: dict[str, set[int]] = {}
    for slip in slips:
        if slip.table_id in places:
            by_currency.setdefault(places[slip.table_id].currency, set()).add(slip.person_id)
    return {
        (person_id, currency): answer
        for currency, persons in by_currency.items()
        for person_id, answer in answers(sorted(persons), Currency(currency)).items()
    }


def _seen(ids: Sequence[int]) -> dict[tuple[int, uuid.UUID], Seen]:
    with connection.cursor() as cursor:
        cursor.execute(_SEEN, [list(ids)])
        return {
            (person_id, key): Seen(code, decode(lines), decode(rejection) if rejection else None, *rest)
            for person_id, key, code, lines, rejection, *rest in cursor.fetchall()
        }
