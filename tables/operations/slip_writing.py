"""Write the decisions on a batch of slips: one statement for the tables' own rows, one for the ledger; then told."""

from collections.abc import Iterable
from typing import Any, Final

from kernel import prepared
from kernel.json_text import encode
from tables import broadcast
from tables.operations import slip_memory
from tables.operations.slip_rows import Batch, Kept, Place, Touched
from tables.queries import personal, state
from wallet import operations as wallet

# Five writes in one statement, each to a table of its own, so that none can see or wait for another. A bet clears any
# warning about not betting (R35). Ids are named twice where rows are joined, so that the planner looks them
# up instead of reading a table whole.
_WRITE: Final = """
WITH slips AS (
  INSERT INTO tables_slip (person_id, key, round_id, session_id, number, lines, received_at, taken_at, refusal,
    sign_in, address, region)
  SELECT person_id, key, round_id, session_id, number, lines, received_at, %(now)s, rejection, sign_in, address, region
  FROM json_to_recordset(%(slips)s::json) AS slip (person_id bigint, key uuid, round_id bigint, session_id bigint,
    number text, lines jsonb, received_at timestamptz, rejection jsonb, sign_in uuid, address text, region text)
), bets AS (
  INSERT INTO tables_bet (round_id, person_id, session_id, key, chance, stake, outcome, prize, commission, returned)
  SELECT round_id, person_id, session_id, gen_random_uuid(), chance, stake, '', 0, 0, 0
  FROM unnest(%(rounds)s::bigint[], %(persons)s::bigint[], %(sessions)s::bigint[], %(chances)s::text[],
    %(stakes)s::bigint[]) AS bet (round_id, person_id, session_id, chance, stake)
  ON CONFLICT (round_id, person_id, chance) DO UPDATE SET stake = excluded.stake, session_id = excluded.session_id
), sessions AS (
  UPDATE tables_playsession SET last_bet_at = %(now)s, invited_at = NULL, rounds_missed = 0
  WHERE id = ANY(%(sessions)s::bigint[])
), sums AS (
  UPDATE tables_round SET sums = moved.sums
  FROM json_to_recordset(%(sums)s::json) AS moved (id bigint, sums jsonb)
  WHERE tables_round.id = moved.id AND tables_round.id = ANY(%(rounds)s::bigint[])
)
UPDATE tables_table SET version = version + 1 WHERE id = ANY(%(tables)s::bigint[])
"""


def write(batch: Batch) -> None:
    """Write what the batch decided: slips, bets, transfers, sums, versions; and tell the tables that changed.

    Once committed, this process knows the batch's tables as they are now.
    """
    if batch.kept:
        _write(batch)
    slip_memory.keep(batch.house, {table_id: place.as_known() for table_id, place in batch.places.items()})


def _write(batch: Batch) -> None:
    changed = [batch.places[table_id] for table_id in batch.touched]
    posted = dict(batch.before)
    with prepared.together():
        written = prepared.send(_WRITE, _rows(batch, changed))
        wallet.send(batch.lines, balances=posted, now=batch.now)
        for place in changed:  # while the database writes; messages are kept back until the commit
            place.version += 1
            _tell(place, batch.touched[place.table_id], batch)
    assert written.rowcount == len(changed), "a table that the batch changed is gone"
    assert posted == batch.balances, "the ledger and the batch disagree"


def _rows(batch: Batch, changed: Iterable[Place]) -> dict[str, Any]:
    bets = [
        (place.round.id, person_id, touched.session.id, chance, place.laid[person_id].get(chance, 0))
        for place in changed
        for person_id, touched in batch.touched[place.table_id].items()
        for chance in touched.chances
    ]
    rounds, persons, sessions, chances, stakes = zip(*bets, strict=True) if bets else ((), (), (), (), ())
    return {
        "now": batch.now,
        "slips": encode([_slip(kept) for kept in batch.kept]),
        "rounds": prepared.array(rounds),
        "persons": prepared.array(persons),
        "sessions": prepared.array(sessions),
        "chances": prepared.array(chances),
        "stakes": prepared.array(stakes),
        "sums": encode([{"id": place.round.id, "sums": place.sums} for place in changed]),
        "tables": prepared.array([place.table_id for place in changed]),
    }


def _slip(kept: Kept) -> dict[str, Any]:
    slip = kept.slip
    return {
        "person_id": slip.person_id,
        "key": slip.key,
        "round_id": kept.place.round.id,
        "session_id": kept.session_id,
        "number": kept.number,
        "lines": dict(slip.lines),
        "received_at": slip.received_at,
        "rejection": kept.rejection,
        "sign_in": slip.origin.sign_in,
        "address": slip.origin.address,
        "region": slip.origin.region,
    }


def _tell(place: Place, touched: dict[int, Touched], batch: Batch) -> None:
    """The event for everybody, and for each player who moved something the part of `you` that it changed.

    A player who set limits gets the whole of `you` afresh: the gate says how much they leave.
    """
    sections = {"sums": place.sums, "room": state.headroom_section(place.terms, place.sums, place.offered)}
    limited = {person_id for person_id in touched if person_id in batch.own_headroom}
    broadcast.tell(
        broadcast.TableEvent(
            table_id=place.table_id,
            version=place.version,
            at=batch.now,
            sections=sections,
            seats=[state.seat_section(who, place.laid) for who in place.seated if who.person_id in touched],
            persons=tuple(limited),
            mine={
                person_id: _mine(place, each, batch.balances[each.session.account])
                for person_id, each in touched.items()
                if person_id not in limited
            },
        )
    )


def _mine(place: Place, touched: Touched, balance: int) -> broadcast.Mine:
    mine = place.laid[touched.session.person_id]
    return broadcast.Mine(
        changed={
            "balance": balance,
            "stakes": mine,
            "room": personal.headroom(place.terms, place.offered, mine, balance),
            "invited": None,
            "rounds_missed": 0,
        },
        receipts=tuple(
            personal.receipt(kept.number, kept.slip.received_at, kept.slip.lines) for kept in touched.receipts
        ),
    )
