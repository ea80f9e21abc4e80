"""Acts of staff at a table, noted with their reason; and a change of the table's state, told to all who watch it."""

from datetime import datetime
from typing import Any, Final

from kernel.calendar import LISBON
from kernel.reasons import REASON
from players.events.names import EventName
from players.events.telling import tell as tell_event
from tables import broadcast
from tables.models import UNFINISHED, PlaySession, RoundPhase, StaffAct, Table, TableAct, TableStatus
from tables.queries import state


def note(
    table: Table,
    action: TableAct,
    *,
    by: int | None,
    reason: str,
    before: dict[str, Any],
    after: dict[str, Any],
    now: datetime,
) -> None:
    """Write down an act; `by` is None for the house itself."""
    StaffAct.objects.create(
        at=now, by_id=by, action=action, table=table, reason=reason.strip()[: REASON[1]], before=before, after=after
    )


def change(table: Table, status: TableStatus, action: TableAct, *, by: int | None, reason: str, now: datetime) -> None:
    """Note the act, and let the table stand so from now on. The caller holds the table's lock."""
    before: dict[str, Any] = {"status": table.status}
    after: dict[str, Any] = {"status": status.value}
    deadline = _deadline(table)
    if status is TableStatus.PAUSED:
        before |= deadline
    elif table.status == TableStatus.PAUSED:
        after |= deadline
    note(table, action, by=by, reason=reason, before=before, after=after, now=now)
    _tell(table, status, action, by=by, reason=reason, now=now)
    table.status = status
    table.status_reason = reason.strip()[:200] if status is TableStatus.PAUSED else ""
    table.version += 1
    table.save(update_fields=["status", "status_reason", "version"])
    persons = tuple(PlaySession.objects.filter(table=table, ended_at=None).values_list("person_id", flat=True))
    sections = state.snapshot(table, now=now)
    broadcast.tell(
        broadcast.TableEvent(table_id=table.pk, version=table.version, at=now, sections=sections, persons=persons)
    )


_STANDING: Final = {
    TableAct.PAUSE_TABLE: EventName.TABLE_PAUSED,
    TableAct.RESUME_TABLE: EventName.TABLE_RESUMED,
    TableAct.STOP_TABLE: EventName.TABLE_STOPPED,
}
"""These tell the deadline too: set aside by a pause, set anew by a resumption."""
_TOLD: Final = _STANDING | {TableAct.OPEN_TABLE: EventName.TABLE_OPENED, TableAct.CLOSE_TABLE: EventName.TABLE_CLOSING}


def _tell(table: Table, status: TableStatus, action: TableAct, *, by: int | None, reason: str, now: datetime) -> None:
    """Tell the house's event of the act, before the table stands so."""
    current = table.current_round
    playing = current if current is not None and current.phase in UNFINISHED else None
    facts: dict[str, Any] = {"reason": reason.strip()[: REASON[1]], "before": str(table.status), "after": status.value}
    if action in _STANDING:
        betting = playing is not None and playing.phase == RoundPhase.BETTING
        facts["closes_at"] = playing.closes_at if playing is not None and betting else None
    tell_event(
        _TOLD[action],
        by=by,
        now=now,
        key=table.code,
        table_id=table.pk,
        round_code="" if playing is None else playing.code,
        **facts,
    )


def _deadline(table: Table) -> dict[str, str]:
    """The end of betting as a note keeps it, in legal time with its distance from UTC: the one that a pause sets aside
    or a resumption sets; empty without one."""
    current = table.current_round
    if current is None or current.phase != RoundPhase.BETTING or current.closes_at is None:
        return {}
    return {"closes_at": current.closes_at.astimezone(LISBON).isoformat()}
