"""Sitting down, sitting out and leaving: a player's session at a table (R2d, R33–R36)."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db import IntegrityError, transaction

from kernel.money import Currency
from kernel.rejection import Rejected
from players import gates
from players.accounts import queries as players
from tables import broadcast
from tables.models import Bet, PlaySession, RoundPhase, Table, TableKind, TableStatus
from tables.operations import alone, timing
from tables.operations.locking import lock_table
from tables.operations.origin import NOWHERE, Origin
from tables.queries import playtime, state
from tables.table_settings import terms_of
from wallet import queries as wallet


class SeatRejection(StrEnum):
    """Why a player cannot sit down or leave, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    BARRED = "barred"
    TIME_OVER = "time-over"
    TABLE_CLOSED = "table-closed"
    SEATED_ELSEWHERE = "seated-elsewhere"
    NO_SUCH_SEAT = "no-such-seat"
    SEAT_TAKEN = "seat-taken"
    TABLE_FULL = "table-full"
    NOT_SEATED = "not-seated"


class SeatRejected(Rejected):
    """The person's seat stayed as it was. `block` says what bars the person; `where` is the other table's code."""

    reason: SeatRejection
    where: str

    def __init__(
        self, reason: SeatRejection, *, rule: str | None = None, block: StrEnum | None = None, where: str = ""
    ) -> None:
        super().__init__(reason, rule=rule, block=block)
        vars(self).update(where=where)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    """A session begun (or, for a repeated key, the one that it began)."""

    session_code: uuid.UUID
    table_id: int
    seat: int
    started_at: datetime
    repeat: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionEnded:
    """A session over, or to be over with the round; its summary can be asked for by its code (R33)."""

    session_code: uuid.UUID
    table_id: int
    ended_at: datetime | None


def sit(
    *,
    table_id: int,
    person_id: int,
    seat: int | None,
    idempotency_key: uuid.UUID,
    now: datetime,
    origin: Origin = NOWHERE,
) -> Seated:
    """Take a seat (any free one for null) and begin a session (R34). Raises `SeatRejected`.

    A person holds one seat in the whole house. Sitting down again where one already sits answers with that session.
    """
    with transaction.atomic():
        table = _locked(table_id)
        gate = gates.may_play(person_ids=[person_id], currency=Currency(table.currency), now=now)[person_id]
        gate = gates.at_shared(gate) if table.kind != TableKind.INDIVIDUAL else gate
        if gate.block is not None:
            raise SeatRejected(SeatRejection.BARRED, rule=gate.rule, block=gate.block)
        if gate.minutes is not None and playtime.over_time({person_id: gate.minutes}, now=now):
            raise SeatRejected(SeatRejection.TIME_OVER, rule=timing.TIME_RULE)
        present = PlaySession.objects.filter(person_id=person_id, ended_at=None).select_related("table").first()
        if present is not None and present.table_id == table.pk:
            return _seated(present, repeat=True)
        if table.status in {TableStatus.CLOSED, TableStatus.CLOSING} or table.configuration is None:
            raise SeatRejected(SeatRejection.TABLE_CLOSED)
        if present is not None:
            raise SeatRejected(SeatRejection.SEATED_ELSEWHERE, where=present.table.code)
        session = _begin(table, person_id, _free_seat(table, seat), idempotency_key, origin, now=now)
        tell_seats(table, person_id, now=now)
        _wake(table, now=now)
    return _seated(session, repeat=False)


def _begin(table: Table, person_id: int, seat: int, key: uuid.UUID, origin: Origin, *, now: datetime) -> PlaySession:
    account = wallet.account_id(players.person_keys([person_id])[person_id], Currency(table.currency))
    assert account is not None, "a player who passes the gate has an account"
    try:
        with transaction.atomic():
            return PlaySession.objects.create(
                person_id=person_id,
                table=table,
                key=key,
                account=account,
                sign_in=origin.sign_in,
                address=origin.address,
                region=origin.region,
                seat=seat,
                started_at=now,
                check_due_at=timing.next_check(person_id, now=now),
            )
    except IntegrityError as error:  # the same person sat down at another table in this very moment, or the key is old
        raise SeatRejected(SeatRejection.SEATED_ELSEWHERE) from error


def _free_seat(table: Table, seat: int | None) -> int:
    assert table.configuration is not None
    seats = range(1, terms_of(table.configuration.pk, table.configuration.terms).seats + 1)
    taken = set(PlaySession.objects.filter(table=table, ended_at=None).values_list("seat", flat=True))
    if seat is None:
        free = [number for number in seats if number not in taken]
        if not free:
            raise SeatRejected(SeatRejection.TABLE_FULL)
        return free[0]
    if seat not in seats:
        raise SeatRejected(SeatRejection.NO_SUCH_SEAT)
    if seat in taken:
        raise SeatRejected(SeatRejection.SEAT_TAKEN)
    return seat


def leave(*, table_id: int, person_id: int, now: datetime, reason: str = "player") -> SessionEnded:
    """End the player's session at a table (R34). Raises `SeatRejected`.

    With bets on the round in play they stand, and the session ends with the round, so that its summary is whole
    (`ended_at` is null until then).
    """
    with transaction.atomic():
        table = _locked(table_id)
        session = PlaySession.objects.filter(person_id=person_id, table=table, ended_at=None).first()
        if session is None:
            raise SeatRejected(SeatRejection.NOT_SEATED)
        session.end_reason = reason
        if _has_bets_in_play(table, person_id):
            session.leaving = True
        else:
            session.ended_at = now
        session.save(update_fields=["ended_at", "end_reason", "leaving"])
        tell_seats(table, person_id, now=now)
        if session.leaving and table.kind == "individual" and table.current_round is not None:
            # No other player will deal: the bets stand, and the due cards decide them now (R30) or after a pause.
            alone.close_alone(table, table.current_round, now=now)
    return SessionEnded(session_code=session.code, table_id=table.pk, ended_at=session.ended_at)


def _wake(table: Table, *, now: datetime) -> None:
    """An individual table sleeps while no player sits at it; the dealer's next look opens its round or its clock."""
    if table.kind == "individual" and table.due_at is None:
        table.due_at = now
        table.save(update_fields=["due_at"])


def _has_bets_in_play(table: Table, person_id: int) -> bool:
    current = table.current_round
    if current is None or current.phase in {RoundPhase.SETTLED, RoundPhase.VOID}:
        return False
    return Bet.objects.filter(round=current, person_id=person_id, stake__gt=0).exists()


def sit_out(*, table_id: int, person_id: int, away: bool, now: datetime) -> None:
    """Rest without losing the seat, or come back (G68). Raises `SeatRejected`."""
    with transaction.atomic():
        table = _locked(table_id)
        changed = PlaySession.objects.filter(person_id=person_id, table=table, ended_at=None).update(
            away=away, rounds_missed=0
        )
        if not changed:
            raise SeatRejected(SeatRejection.NOT_SEATED)
        tell_seats(table, person_id, now=now)


def _locked(table_id: int) -> Table:
    table = lock_table(table_id)
    if table is None:
        raise SeatRejected(SeatRejection.NO_SUCH_TABLE)
    return table


def _seated(session: PlaySession, *, repeat: bool) -> Seated:
    return Seated(
        session_code=session.code,
        table_id=session.table_id,
        seat=session.seat,
        started_at=session.started_at,
        repeat=repeat,
    )


def tell_seats(table: Table, person_id: int, *, now: datetime) -> None:
    """Tell the table who sits where, and the person the whole private state; the table is locked."""
    table.version += 1
    table.save(update_fields=["version"])
    assert table.configuration is not None
    seats = terms_of(table.configuration.pk, table.configuration.terms).seats
    laid = state.seats_of(table, seats)
    broadcast.tell(
        broadcast.TableEvent(
            table_id=table.pk, version=table.version, at=now, sections={"seats": laid}, persons=(person_id,)
        )
    )
