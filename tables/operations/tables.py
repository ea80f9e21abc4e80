"""Acts of staff on a table: create, open, pause, resume, close after the round. Each with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import IntegrityError, transaction

from kernel.money import Currency
from kernel.reasons import stated
from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from tables.admission import is_offered
from tables.hours import Hours
from tables.models import Configuration, ConfigurationStatus, StaffAct, Table, TableAct, TableKind, TableStatus
from tables.operations import rounds, voids
from tables.operations.locking import lock_table
from tables.operations.staff_acts import change, note
from tables.operations.telling import tell_in_force

RISK_MAX = 10**12
"""Cents: more than any table could lose."""


class TableRejection(StrEnum):
    """Why a table stays as it is, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NO_REASON = "no-reason"
    NO_ROBOT_HERE = "no-robot-here"
    """A robot deals croupiers' tables of play money alone."""
    CODE_TAKEN = "code-taken"
    NO_APPROVED_CONFIGURATION = "no-approved-configuration"
    STARTS_LATER = "starts-later"
    """Its first rules are approved, for a moment that has not come."""
    NOT_IN_PROFILE = "not-in-profile"
    NOT_IN_THAT_STATE = "not-in-that-state"
    VOID_WAITS = "void-waits"
    LIMIT_OUT_OF_RANGE = "limit-out-of-range"


class TableRejected(Rejected):
    """`reason` says why; `most` is the most that would do, where there is such a figure."""

    reason: TableRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class TableActed:
    """The table after an act."""

    table_id: int
    code: str
    status: str


def create_table(
    *, code: str, name: str, currency: Currency, by: int, now: datetime, kind: str = "shared", robot: bool = False
) -> TableActed:
    """Set up a table, closed, without a configuration. `robot`: one deals it while no croupier has it, for play money.

    Raises `TableRejected` for a code that is taken, and for a robot elsewhere.
    """
    if robot and (kind != TableKind.CROUPIER or currency is not Currency.PLAY):
        raise TableRejected(TableRejection.NO_ROBOT_HERE)
    try:
        with transaction.atomic():
            table = Table.objects.create(
                code=code, name=name, currency=currency.value, kind=kind, robot=robot, opened_at=now
            )
            note(table, TableAct.CREATE_TABLE, by=by, reason="", before={}, after={"code": code, "name": name}, now=now)
            tell(
                EventName.TABLE_CREATED,
                by=by,
                now=now,
                key=code,
                table_id=table.pk,
                kind=kind,
                currency=currency.value,
            )
    except IntegrityError as error:
        raise TableRejected(TableRejection.CODE_TAKEN) from error
    return _acted(table)


def open_table(*, table_id: int, by: int | None, now: datetime, reason: str = "") -> TableActed:
    """Let rounds run, from now on, under the configuration in force or approved (PT-49). Raises `TableRejected`.

    `by` is None when the table's hours open it.
    """
    with transaction.atomic():
        table = _locked(table_id)
        approved = _rules_of_next_round(table, now=now)
        if not is_offered(approved.terms["preset"]):
            raise TableRejected(TableRejection.NOT_IN_PROFILE)
        _expect(table, {TableStatus.CLOSED, TableStatus.CLOSING})
        if table.configuration is None:
            approved.status, approved.in_force_from = ConfigurationStatus.IN_FORCE, now
            approved.save(update_fields=["status", "in_force_from"])
            table.configuration = approved
            tell_in_force(approved, None, now=now)
        table.due_at = now
        table.save(update_fields=["due_at", "configuration"])
        change(table, TableStatus.OPEN, TableAct.OPEN_TABLE, by=by, reason=reason, now=now)
    return _acted(table)


def _rules_of_next_round(table: Table, *, now: datetime) -> Configuration:
    """The rules of a round opened now: those approved if their start has come, else those in force."""
    waiting = table.configurations.filter(status=ConfigurationStatus.APPROVED).first()
    if waiting is not None and (waiting.starts_at is None or waiting.starts_at <= now):
        return waiting
    if table.configuration is not None:
        return table.configuration
    if waiting is None:
        raise TableRejected(TableRejection.NO_APPROVED_CONFIGURATION)
    raise TableRejected(TableRejection.STARTS_LATER, until=waiting.starts_at)


def pause(*, table_id: int, by: int, reason: str, now: datetime) -> TableActed:
    """Stop the table where it is: no bets, no cards (L). The round in play waits. Raises `TableRejected`."""
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        _expect(table, {TableStatus.OPEN, TableStatus.CLOSING})
        change(table, TableStatus.PAUSED, TableAct.PAUSE_TABLE, by=by, reason=reason, now=now)
    return _acted(table)


def resume(*, table_id: int, by: int, reason: str, now: datetime) -> TableActed:
    """Go on after a pause, a table that was closing still closing. A round that was taking bets gets its betting time
    afresh. Not while a void waits for its second person. Raises `TableRejected`.
    """
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        _expect(table, {TableStatus.PAUSED})
        if voids.waits_at(table):
            raise TableRejected(TableRejection.VOID_WAITS)
        status = _before_pause(table)
        rounds.restart_betting(table, now=now)
        change(table, status, TableAct.RESUME_TABLE, by=by, reason=reason, now=now)
    return _acted(table)


def _before_pause(table: Table) -> TableStatus:
    """The table's status when it was paused, from the note of that pause."""
    pauses = StaffAct.objects.filter(table=table, action__in=[TableAct.PAUSE_TABLE, TableAct.STOP_TABLE]).order_by(
        "-pk"
    )
    before = pauses.values_list("before", flat=True).first() or {}
    closing = before.get("status") == TableStatus.CLOSING
    return TableStatus.CLOSING if closing else TableStatus.OPEN


def close_after_round(*, table_id: int, by: int | None, reason: str, now: datetime) -> TableActed:
    """Finish the round in play and close: announced to the players at once. Raises `TableRejected`.

    `by` is None when the table's hours close it.
    """
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        _expect(table, {TableStatus.OPEN})
        change(table, TableStatus.CLOSING, TableAct.CLOSE_TABLE, by=by, reason=reason, now=now)
    return _acted(table)


def set_risk_limit(*, table_id: int, cents: int | None, by: int, reason: str, now: datetime) -> TableActed:
    """Say how much the house is ready to lose on one round here, None: no limit (B3). It tells the floor, and refuses
    no bet. Raises `TableRejected`.
    """
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        if cents is not None and not 0 < cents <= RISK_MAX:
            raise TableRejected(TableRejection.LIMIT_OUT_OF_RANGE, most=RISK_MAX)
        note(
            table,
            TableAct.SET_RISK_LIMIT,
            by=by,
            reason=reason,
            before={"cents": table.risk_limit},
            after={"cents": cents},
            now=now,
        )
        tell(
            EventName.TABLE_RISK_SET,
            by=by,
            now=now,
            key=table.code,
            table_id=table.pk,
            reason=reason.strip(),
            before=table.risk_limit,
            after=cents,
            currency=str(table.currency),
        )
        table.risk_limit = cents
        table.save(update_fields=["risk_limit"])
    return _acted(table)


def set_hours(*, table_id: int, hours: Mapping[str, Any], by: int, reason: str, now: datetime) -> TableActed:
    """Say when the table opens and closes by itself; empty: only by hand. It acts from the next boundary on.

    Raises `TableRejected`, and `HoursInvalid` naming the day.
    """
    checked = Hours.from_document(hours)
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        note(table, TableAct.SET_HOURS, by=by, reason=reason, before=dict(table.hours), after=dict(hours), now=now)
        tell(
            EventName.TABLE_HOURS_SET,
            by=by,
            now=now,
            key=table.code,
            table_id=table.pk,
            reason=reason.strip(),
            before=dict(table.hours),
            after=dict(hours),
        )
        last = checked.before(now)
        table.hours, table.hours_applied_at = dict(hours), last.at if last else now
        table.save(update_fields=["hours", "hours_applied_at"])
    return _acted(table)


def stop_by_house(*, table_id: int, reason: str, now: datetime) -> TableActed:
    """Pause a table that the house itself found unfit to go on, as when a shoe fails its self-test (RN-10)."""
    with transaction.atomic():
        table = _locked(table_id)
        if table.status != TableStatus.PAUSED:
            change(table, TableStatus.PAUSED, TableAct.STOP_TABLE, by=None, reason=reason, now=now)
    return _acted(table)


def _locked(table_id: int) -> Table:
    table = lock_table(table_id)
    if table is None:
        raise TableRejected(TableRejection.NO_SUCH_TABLE)
    return table


def _require_reason(reason: str) -> None:
    stated(reason, TableRejected(TableRejection.NO_REASON))


def _expect(table: Table, states: set[TableStatus]) -> None:
    if table.status not in states:
        raise TableRejected(TableRejection.NOT_IN_THAT_STATE)


def _acted(table: Table) -> TableActed:
    return TableActed(table_id=table.pk, code=table.code, status=table.status)
