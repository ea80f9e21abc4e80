"""The rows behind a batch of slips: read once under the locks, written in a handful of set-based statements."""

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from django.db import connection

from baccarat.chances import Chance
from players import gates
from tables import broadcast
from tables.models import Bet, PlaySession, Round, Slip, Table
from tables.operations import idle, stops
from tables.operations.locking import lock_tables
from tables.queries import state
from tables.terms import Terms, terms_of
from wallet import operations as wallet
from wallet.money import Currency


class Asked(Protocol):
    """What this module needs to know of a slip."""

    @property
    def key(self) -> uuid.UUID: ...
    @property
    def person_id(self) -> int: ...
    @property
    def table_id(self) -> int: ...
    @property
    def lines(self) -> Mapping[str, int]: ...
    @property
    def received_at(self) -> datetime: ...


@dataclass(slots=True)
class Place:
    """A table under its lock, and its round's sums as the batch moves them."""

    table: Table
    current: Round | None
    terms: Terms
    sums: dict[Chance, int]
    offered: frozenset[Chance]

    @property
    def round(self) -> Round:
        """The round in play; asked only once it is known that there is one."""
        assert self.current is not None
        return self.current


@dataclass(frozen=True, slots=True)
class Seen:
    """The first answer to a key."""

    round_code: str
    lines: dict[str, int]
    refusal: dict[str, Any] | None
    number: str
    taken_at: datetime
    closes_at: datetime | None


@dataclass(slots=True)
class Batch:
    """Everything that deciding needs, and everything that it decided."""

    places: dict[int, Place]
    gates: dict[int, gates.Answer]
    sessions: dict[int, PlaySession]
    balances: dict[int, int]
    """As the batch moves them; `before` keeps them as they were read."""
    before: dict[int, int]
    mine: dict[tuple[int, int], dict[Chance, int]]
    stops: frozenset[str]
    seen: dict[tuple[int, uuid.UUID], Seen]
    lines: list[wallet.Line] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)
    touched: dict[tuple[int, int], dict[Chance, int]] = field(default_factory=dict)
    now: datetime | None = None

    def stakes_of(self, person_id: int, place: Place) -> dict[Chance, int]:
        """What a player has on the round in play, by chance; a copy."""
        return dict(self.mine.get((person_id, place.current.pk), {})) if place.current else {}

    def touch(self, person_id: int, place: Place, mine: dict[Chance, int]) -> None:
        """Note a player's new stakes."""
        self.mine[person_id, place.round.pk] = mine
        self.touched[person_id, place.table.pk] = mine

    def keep(self, slip: Asked, place: Place, *, number: str, refusal: dict[str, Any] | None) -> None:
        """Note the answer to a key; a second slip of this very batch with the same key meets it too."""
        assert self.now is not None
        session = self.sessions.get(slip.person_id)
        self.slips.append(
            Slip(
                person_id=slip.person_id,
                key=slip.key,
                round=place.round,
                session_id=session.pk if session else None,
                number=number,
                lines=dict(slip.lines),
                received_at=slip.received_at,
                taken_at=self.now,
                refusal=refusal,
            )
        )
        self.seen[slip.person_id, slip.key] = Seen(
            place.round.code, dict(slip.lines), refusal, number, self.now, place.round.closes_at
        )


def read(slips: Sequence[Asked], *, now: datetime) -> Batch:
    """Lock the tables and the accounts of a batch, in that order and each by id, and read what deciding needs."""
    tables = lock_tables(slip.table_id for slip in slips)
    places = {pk: _place(table) for pk, table in tables.items() if table.configuration_id}
    persons = {slip.person_id for slip in slips}
    sessions = {
        session.person_id: session for session in PlaySession.objects.filter(person_id__in=persons, ended_at=None)
    }
    balances = wallet.lock_balances(session.account for session in sessions.values())
    rounds = [place.current.pk for place in places.values() if place.current]
    return Batch(
        places=places,
        gates=_gates(slips, places, now=now),
        sessions=sessions,
        balances=balances,
        before=dict(balances),
        mine=_stakes(persons, rounds),
        stops=stops.active(),
        seen=_seen(slips, persons),
        now=now,
    )


def _place(table: Table) -> Place:
    current = table.current_round
    configuration = current.configuration if current else table.configuration
    assert configuration is not None
    terms = terms_of(configuration.pk, configuration.terms)
    return Place(
        table=table,
        current=current,
        terms=terms,
        sums=state.stakes(current.sums if current else {}),
        offered=state.offered(terms, current.round_of_shoe if current else 1),
    )


def _gates(slips: Sequence[Asked], places: Mapping[int, Place], *, now: datetime) -> dict[int, gates.Answer]:
    """Each person's gate; asked once per kind of money (a person sits at one table only)."""
    by_currency: dict[str, set[int]] = {}
    for slip in slips:
        if slip.table_id in places:
            by_currency.setdefault(places[slip.table_id].table.currency, set()).add(slip.person_id)
    answers: dict[int, gates.Answer] = {}
    for currency, persons in by_currency.items():
        for person_id, answer in gates.may_play(
            person_ids=sorted(persons), currency=Currency(currency), now=now
        ).items():
            if person_id not in answers or answers[person_id].barrier is None:
                answers[person_id] = answer
    return answers


def _stakes(persons: set[int], rounds: Sequence[int]) -> dict[tuple[int, int], dict[Chance, int]]:
    mine: dict[tuple[int, int], dict[Chance, int]] = {}
    rows = Bet.objects.filter(round_id__in=rounds, person_id__in=persons)
    for person_id, round_id, chance, stake in rows.values_list("person_id", "round_id", "chance", "stake"):
        mine.setdefault((person_id, round_id), {})[Chance(chance)] = stake
    return mine


def _seen(slips: Sequence[Asked], persons: set[int]) -> dict[tuple[int, uuid.UUID], Seen]:
    rows = Slip.objects.filter(person_id__in=persons, key__in=[slip.key for slip in slips]).select_related("round")
    return {
        (row.person_id, row.key): Seen(
            row.round.code, row.lines, row.refusal, row.number, row.taken_at, row.round.closes_at
        )
        for row in rows
    }


def write(batch: Batch, *, now: datetime) -> None:
    """Write what the batch decided: slips, bets, transfers, sums, versions; and tell the tables that changed."""
    Slip.objects.bulk_create(batch.slips)
    if not batch.touched:
        return
    Bet.objects.bulk_create(
        [
            Bet(
                round=batch.places[table_id].round,
                person_id=person_id,
                session_id=batch.sessions[person_id].pk,
                chance=chance.value,
                stake=stake,
            )
            for (person_id, table_id), mine in batch.touched.items()
            for chance, stake in mine.items()
        ],
        update_conflicts=True,
        unique_fields=["round", "person", "chance"],
        update_fields=["stake"],
    )
    posted = dict(batch.before)
    wallet.post(batch.lines, balances=posted, now=now)
    assert posted == batch.balances, "the ledger and the batch disagree"
    changed = [batch.places[table_id] for table_id in {table_id for _, table_id in batch.touched}]
    idle.note_bets([batch.sessions[person_id].pk for person_id, _ in batch.touched], now=now)
    _write_sums(changed)
    _tell(changed, batch, now=now)


def _write_sums(changed: Sequence[Place]) -> None:
    for place in changed:
        place.round.sums = {chance.value: cents for chance, cents in place.sums.items() if cents}
        place.table.version += 1
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_round r SET sums = v.sums FROM unnest(%s::bigint[], %s::jsonb[]) AS v(id, sums)"
            " WHERE r.id = v.id",
            [[place.round.pk for place in changed], [json.dumps(place.round.sums) for place in changed]],
        )
        cursor.execute(
            "UPDATE tables_table SET version = version + 1 WHERE id = ANY(%s)",
            [[place.table.pk for place in changed]],
        )


def _tell(changed: Sequence[Place], batch: Batch, *, now: datetime) -> None:
    seats = state.seats_sections([(place.table.pk, place.round.pk, place.terms.seats) for place in changed])
    for place in changed:
        sections = {
            "sums": place.round.sums,
            "room": state.room_section(place.terms, place.round.sums, place.offered),
            "seats": seats[place.table.pk],
        }
        persons = tuple(person_id for person_id, table_id in batch.touched if table_id == place.table.pk)
        broadcast.tell(
            broadcast.TableEvent(
                table_id=place.table.pk, version=place.table.version, at=now, sections=sections, persons=persons
            )
        )
