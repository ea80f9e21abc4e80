"""The demonstration's first hours: some rounds of Rita's, a complaint that was answered, a limit that waits.

Each row comes from the operation that writes it in a house at work, by a clock that runs through today alone: a day
that may be reported already gets nothing new.
"""

import uuid
from datetime import datetime, time, timedelta
from typing import Final

from django.db import transaction
from django.utils import translation

from casino.backoffice.presenters.complaints import known
from casino.portal import demo_accounts
from demonstration import house as demo
from demonstration.invented import signed_in
from kernel.calendar import LISBON
from kernel.periods import Period
from players.access.operations import sign_in
from players.accounts import queries as players
from players.complaints import operations as complaints
from players.complaints.queries import cases
from players.complaints.queries.cases import SubjectKind
from players.protection.operations import limits
from players.protection.queries.protection import LimitKind
from players.roles import Role
from tables import queries
from tables.operations import bets, rounds, seats

LONG: Final = timedelta(hours=2)
LEAST: Final = timedelta(minutes=50)
"""Less of today than this, shortly after midnight, is no past: the house opens without one."""
TABLE: Final = "ponto-e-banca-1"
BET_AFTER: Final = timedelta(seconds=6)
BETTING: Final = timedelta(seconds=15, milliseconds=200)
"""The table's betting time, and the grace period after it."""
CYCLE: Final = timedelta(seconds=30)
ADDRESS: Final = "198.51.100.7"
SLIPS: Final = (
    {"ponto": 10_00},
    {"banca": 10_00},
    {"ponto": 15_00, "empate": 1_00},
    {"banca": 20_00},
    {"ponto": 10_00, "par-ponto": 1_00},
    {"banca": 10_00},
)
ASKED: Final = (
    "Nesta jogada esperava uma terceira carta que não vi sair. Podem, por favor, confirmar as cartas e as contas?"
)


def open_house(*, now: datetime) -> None:
    """Furnish the demonstration house; one that is new gets its first hours as well. All or nothing."""
    new = players.by_email(demo_accounts.PLAYERS[0].email) is None
    midnight = datetime.combine(now.astimezone(LISBON).date(), time(), LISBON)
    began = max(midnight, now - LONG)
    with transaction.atomic():
        if not new or now - began < LEAST:
            demo.furnish(now=now)
            return
        demo.furnish(now=began)
        rita, support = _id_of(demo_accounts.PLAYERS[0].email), _id_of(f"{Role.SUPPORT.value}@sabot.example")
        _limit(rita, 6_000_00, now=began + timedelta(minutes=2))
        code = _play(rita, since=began + timedelta(minutes=5))
        _complain(rita, support, code, since=began + timedelta(minutes=15))
        _limit(rita, 8_000_00, now=now - timedelta(minutes=5))


def _id_of(email: str) -> int:
    card = players.by_email(email)
    assert card is not None, "the house has just been furnished"
    return card.id


def _key(name: str) -> uuid.UUID:
    return uuid.uuid5(demo.KEYS, f"first-hours:{name}")


def _limit(person_id: int, most: int, *, now: datetime) -> None:
    """Deposits by month: the first limit holds at once, a higher one waits for its 24 hours (PT-24)."""
    key = _key(f"limit:{most}")
    limits.set_limit(
        person_id=person_id, kind=LimitKind.DEPOSIT, period=Period.MONTH, most=most, idempotency_key=key, now=now
    )


def _play(person_id: int, *, since: datetime) -> str:
    """A sign-in, and in it a session of one round for each slip; the last round's code."""
    table = queries.table_id(TABLE)
    assert table is not None, "the house has just been furnished"
    session = _key("sign-in")
    origin = signed_in(person_id, key=session, address=ADDRESS, now=since)
    seats.sit(table_id=table, person_id=person_id, seat=None, idempotency_key=_key("seat"), now=since, origin=origin)
    at, code = since, ""
    for number, lines in enumerate(SLIPS):
        at += CYCLE
        step = rounds.do_due_step(table_id=table, fence=None, now=at)
        assert step is rounds.Step.OPENED, step
        code = str(queries.table_state(table_id=table, now=at).sections["round"]["code"])
        received = at + BET_AFTER
        slip = bets.Slip(
            key=_key(f"slip:{number}"),
            person_id=person_id,
            table_id=table,
            round_code=code,
            lines=lines,
            received_at=received,
            origin=origin,
        )
        bets.take_slip(slip=slip, now=received)
        at += BETTING
        step = rounds.do_due_step(table_id=table, fence=None, now=at)
        assert step is rounds.Step.SETTLED, step
    seats.leave(table_id=table, person_id=person_id, now=at + CYCLE)
    sign_in.end_devices(person_id=person_id, now=at + CYCLE, session=session.hex)
    return code


def _complain(person_id: int, support: int, code: str, *, since: datetime) -> None:
    """A complaint about a round, and the answer that its facts give: support's own draft of them."""
    made = complaints.complain(
        person_id=person_id,
        category="round",
        text=ASKED,
        idempotency_key=_key("complaint"),
        now=since,
        subject=complaints.Subject(SubjectKind.ROUND, code),
    )
    taken = complaints.take_in_hand(
        complaint_id=made.complaint_id, by=support, seen=made.revision, now=since + timedelta(minutes=10)
    )
    case = cases.case(made.number, now=since)
    assert case is not None, "it was made just now"
    found = known(case)
    with translation.override(found.language):
        reasons = found.theirs.letter(found.theirs.draft)
    complaints.decide(
        complaint_id=made.complaint_id,
        outcome="rejected",
        reasons=reasons,
        by=support,
        seen=taken.revision,
        idempotency_key=_key("decision"),
        now=since + timedelta(minutes=25),
    )
