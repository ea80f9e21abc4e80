"""What staff do to a table: create, open, pause, resume, close after the round, void it. Each with its reason."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import IntegrityError, transaction

from players.calendar import LISBON
from tables import broadcast
from tables.admission import is_offered
from tables.hours import Hours
from tables.models import ConfigurationStatus, PlaySession, RoundPhase, StaffAct, Table, TableStatus
from tables.operations import rounds
from tables.operations.locking import lock_table
from tables.queries import state
from wallet.money import Currency

REASON_MAX = 300
RISK_MAX = 10**12
"""Cents: more than any table could lose."""


class TableRefusal(StrEnum):
    """Why a table stays as it is, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NO_REASON = "no-reason"
    CODE_TAKEN = "code-taken"
    NO_APPROVED_CONFIGURATION = "no-approved-configuration"
    NOT_IN_PROFILE = "not-in-profile"
    NOT_IN_THAT_STATE = "not-in-that-state"
    NO_ROUND_TO_VOID = "no-round-to-void"
    ROUND_MOVED_ON = "round-moved-on"
    LIMIT_OUT_OF_RANGE = "limit-out-of-range"


class TableRefused(Exception):
    """`reason` says why; `most` is the most that would do, where there is such a figure."""

    def __init__(self, reason: TableRefusal, *, most: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.most = reason, most


@dataclass(frozen=True, slots=True, kw_only=True)
class TableActed:
    """What became of the table."""

    table_id: int
    code: str
    status: str


def create_table(
    *, code: str, name: str, currency: Currency, by: int, now: datetime, kind: str = "shared"
) -> TableActed:
    """Set up a table, closed, without a configuration. Raises `TableRefused` for a code that is taken."""
    try:
        with transaction.atomic():
            table = Table.objects.create(code=code, name=name, currency=currency.value, kind=kind, opened_at=now)
            _note(table, "create-table", by=by, reason="", before={}, after={"code": code, "name": name}, now=now)
    except IntegrityError as error:
        raise TableRefused(TableRefusal.CODE_TAKEN) from error
    return _acted(table)


def open_table(*, table_id: int, by: int | None, now: datetime, reason: str = "") -> TableActed:
    """Let rounds run, from now on, under the configuration in force or approved (PT-49). Raises `TableRefused`.

    `by` is None when the table's hours open it.
    """
    with transaction.atomic():
        table = _locked(table_id)
        approved = table.configurations.filter(
            status__in=[ConfigurationStatus.APPROVED, ConfigurationStatus.IN_FORCE]
        ).first()
        if approved is None:
            raise TableRefused(TableRefusal.NO_APPROVED_CONFIGURATION)
        if not is_offered(approved.terms["preset"]):
            raise TableRefused(TableRefusal.NOT_IN_PROFILE)
        _expect(table, {TableStatus.CLOSED, TableStatus.CLOSING})
        if table.configuration is None:
            approved.status, approved.in_force_from = ConfigurationStatus.IN_FORCE, now
            approved.save(update_fields=["status", "in_force_from"])
            table.configuration = approved
        table.due_at = now
        table.save(update_fields=["due_at", "configuration"])
        _change(table, TableStatus.OPEN, "open-table", by=by, reason=reason, now=now)
    return _acted(table)


def pause(*, table_id: int, by: int, reason: str, now: datetime) -> TableActed:
    """Stop the table where it is: no bets, no cards (L). The round in play waits. Raises `TableRefused`."""
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        _expect(table, {TableStatus.OPEN, TableStatus.CLOSING})
        _change(table, TableStatus.PAUSED, "pause-table", by=by, reason=reason, now=now)
    return _acted(table)


def resume(*, table_id: int, by: int, reason: str, now: datetime) -> TableActed:
    """Go on after a pause, a table that was closing still closing. A round that was taking bets gets its betting time
    afresh. Raises `TableRefused`.
    """
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        _expect(table, {TableStatus.PAUSED})
        status = _before_pause(table)
        rounds.restart_betting(table, now=now)
        _change(table, status, "resume-table", by=by, reason=reason, now=now)
    return _acted(table)


def _before_pause(table: Table) -> TableStatus:
    """How the table stood when it was paused: what the note of that pause says."""
    pauses = StaffAct.objects.filter(table=table, action__in=["pause-table", "stop-table"]).order_by("-pk")
    before = pauses.values_list("before", flat=True).first() or {}
    closing = before.get("status") == TableStatus.CLOSING
    return TableStatus.CLOSING if closing else TableStatus.OPEN


def close_after_round(*, table_id: int, by: int | None, reason: str, now: datetime) -> TableActed:
    """Finish the round in play and close: announced to the players at once. Raises `TableRefused`.

    `by` is None when the table's hours close it.
    """
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        _expect(table, {TableStatus.OPEN})
        _change(table, TableStatus.CLOSING, "close-table", by=by, reason=reason, now=now)
    return _acted(table)


def void_round(
    *, table_id: int, by: int, reason: str, now: datetime, seen_round_code: str | None = None
) -> rounds.Voided:
    """Void the round in play and give every stake back (R29). Raises `TableRefused`; a settled round stands.

    `seen_round_code` is the round that the supervisor looked at: another one in play by now is not voided in its stead.
    """
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        current = table.current_round
        if current is None or current.phase in {RoundPhase.SETTLED, RoundPhase.VOID}:
            raise TableRefused(TableRefusal.NO_ROUND_TO_VOID)
        if seen_round_code is not None and seen_round_code != current.code:
            raise TableRefused(TableRefusal.ROUND_MOVED_ON)
        voided = rounds.void_round(table, current, reason=reason.strip(), now=now)
        after = {"round": voided.code, "refunded": voided.refunded}
        _note(table, "void-round", by=by, reason=reason, before={"phase": "betting"}, after=after, now=now)
    return voided


def set_risk_limit(*, table_id: int, cents: int | None, by: int, reason: str, now: datetime) -> TableActed:
    """Say how much the house is ready to lose on one round here, None: no limit (B3). It tells the floor, and refuses
    no bet. Raises `TableRefused`.
    """
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        if cents is not None and not 0 < cents <= RISK_MAX:
            raise TableRefused(TableRefusal.LIMIT_OUT_OF_RANGE, most=RISK_MAX)
        _note(
            table,
            "set-risk-limit",
            by=by,
            reason=reason,
            before={"cents": table.risk_limit},
            after={"cents": cents},
            now=now,
        )
        table.risk_limit = cents
        table.save(update_fields=["risk_limit"])
    return _acted(table)


def set_hours(*, table_id: int, hours: Mapping[str, Any], by: int, reason: str, now: datetime) -> TableActed:
    """Say when the table opens and closes by itself; empty: only by hand. It acts from the next boundary on.

    Raises `TableRefused`, and `HoursInvalid` naming the day.
    """
    checked = Hours.from_document(hours)
    with transaction.atomic():
        table = _locked(table_id)
        _require_reason(reason)
        _note(table, "set-hours", by=by, reason=reason, before=dict(table.hours), after=dict(hours), now=now)
        last = checked.before(now)
        table.hours, table.hours_applied_at = dict(hours), last.at if last else now
        table.save(update_fields=["hours", "hours_applied_at"])
    return _acted(table)


def stop_by_house(*, table_id: int, reason: str, now: datetime) -> TableActed:
    """Pause a table that the house itself found unfit to go on, as when a shoe fails its self-test (RN-10)."""
    with transaction.atomic():
        table = _locked(table_id)
        if table.status != TableStatus.PAUSED:
            _change(table, TableStatus.PAUSED, "stop-table", by=None, reason=reason, now=now)
    return _acted(table)


def _locked(table_id: int) -> Table:
    table = lock_table(table_id)
    if table is None:
        raise TableRefused(TableRefusal.NO_SUCH_TABLE)
    return table


def _require_reason(reason: str) -> None:
    if not 3 <= len(reason.strip()) <= REASON_MAX:
        raise TableRefused(TableRefusal.NO_REASON)


def _expect(table: Table, states: set[TableStatus]) -> None:
    if table.status not in states:
        raise TableRefused(TableRefusal.NOT_IN_THAT_STATE)


def _change(table: Table, status: TableStatus, action: str, *, by: int | None, reason: str, now: datetime) -> None:
    before: dict[str, Any] = {"status": table.status}
    after: dict[str, Any] = {"status": status.value}
    deadline = _deadline(table)
    if status is TableStatus.PAUSED:
        before |= deadline
    elif table.status == TableStatus.PAUSED:
        after |= deadline
    _note(table, action, by=by, reason=reason, before=before, after=after, now=now)
    table.status = status
    table.status_reason = reason.strip()[:200] if status is TableStatus.PAUSED else ""
    table.version += 1
    table.save(update_fields=["status", "status_reason", "version"])
    persons = tuple(PlaySession.objects.filter(table=table, ended_at=None).values_list("person_id", flat=True))
    sections = state.snapshot(table, now=now)
    broadcast.tell(
        broadcast.TableEvent(table_id=table.pk, version=table.version, at=now, sections=sections, persons=persons)
    )


def _deadline(table: Table) -> dict[str, str]:
    """The end of betting as a note keeps it, in legal time with its distance from UTC: what a pause sets aside, what a
    resumption sets; empty without one."""
    current = table.current_round
    if current is None or current.phase != RoundPhase.BETTING or current.closes_at is None:
        return {}
    return {"closes_at": current.closes_at.astimezone(LISBON).isoformat()}


def _note(
    table: Table,
    action: str,
    *,
    by: int | None,
    reason: str,
    before: dict[str, Any],
    after: dict[str, Any],
    now: datetime,
) -> None:
    StaffAct.objects.create(
        at=now, by_id=by, action=action, table=table, reason=reason.strip()[:REASON_MAX], before=before, after=after
    )


def _acted(table: Table) -> TableActed:
    return TableActed(table_id=table.pk, code=table.code, status=table.status)
