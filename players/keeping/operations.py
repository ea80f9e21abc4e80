"""Erasing what is past its term: one person proposes, another one agrees, a worker erases in batches (PT-56, GDPR 5).

Instants are aware UTC. Nothing of money, of play or of the chained evidence is erased.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.contrib.sessions.models import Session
from django.db import connection, transaction

from kernel.calendar import lisbon_date
from kernel.periods import midnight
from kernel.reasons import REASON, stated
from kernel.rejection import Rejected
from players.accounts.operations.settled import not_yet
from players.events.names import EventName
from players.events.telling import tell
from players.keeping.terms import all_terms, kept_tables, latest_before
from players.models import Erasure, ErasureState, KeepingLook
from players.models.keeping import ERASABLE, Keeping

BATCH: Final = 500
"""Rows, or accounts, erased in one transaction."""
BATCHES_MOST: Final = 200
"""Of one erasure in one sweep: a long past is erased in many."""
LOOK_EVERY: Final = timedelta(hours=20)
ESTIMATED_FROM: Final = 200_000
"""Tables with more rows are estimated by the database's own statistics."""
SESSIONS_KEPT: Final = timedelta(days=1)
SESSIONS_MOST: Final = 5_000


class ErasureRejection(StrEnum):
    """Why nothing changed; in the order of checking."""

    NOT_ERASABLE = "not-erasable"
    REASON_INVALID = "reason-invalid"
    TERM_NOT_OVER = "term-not-over"
    KEY_REUSED = "key-reused"
    ONE_OPEN = "one-open"
    """An erasure of this class waits or runs."""
    NOTHING_DUE = "nothing-due"
    NO_SUCH_ERASURE = "no-such-erasure"
    ALREADY_DECIDED = "already-decided"
    OWN_PROPOSAL = "own-proposal"
    NOT_OWN = "not-own"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"


_RULES: Final = {
    ErasureRejection.TERM_NOT_OVER: "PT-56",
    ErasureRejection.TOO_RECENT: "H7",
    ErasureRejection.SAME_HANDS: "H7",
}


class ErasureRejected(Rejected):
    """`reason` says why; `until` is the latest moment where the day is too late, `least` and `most` characters where a
    text does not do."""

    reason: ErasureRejection

    def __init__(self, reason: ErasureRejection, **facts: Any) -> None:
        super().__init__(reason, rule=_RULES.get(reason), **facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasureActed:
    """An erasure after the act. `repeat`: the same was done before, and nothing was written now."""

    erasure_id: int
    state: str
    repeat: bool = False


def propose_erasure(
    *, kind: str, before: date, reason: str, by: int, idempotency_key: UUID, now: datetime
) -> ErasureActed:
    """Propose to erase the data of a class whose terms are over and began before a day in Lisbon. Nothing is
    erased before another person agrees. The same key and facts: the first answer. Raises `ErasureRejected`.
    """
    if kind not in ERASABLE:
        raise ErasureRejected(ErasureRejection.NOT_ERASABLE)
    said = _text(reason)
    latest = latest_before(Keeping(kind), now)
    moment = midnight(before)
    if moment > latest:
        raise ErasureRejected(ErasureRejection.TERM_NOT_OVER, until=latest)
    months = all_terms()[Keeping(kind)].on(lisbon_date(now)).months
    facts = {"kind": kind, "before": moment, "reason": said}
    with transaction.atomic():
        earlier = Erasure.objects.filter(key=idempotency_key).first()
        if earlier is not None:
            if earlier.proposed_by_id != by or any(getattr(earlier, name) != fact for name, fact in facts.items()):
                raise ErasureRejected(ErasureRejection.KEY_REUSED)
            return _acted(earlier, repeat=True)
        _one_at_a_time(kind)
        if Erasure.objects.filter(kind=kind, state__in=_OPEN).exists():
            raise ErasureRejected(ErasureRejection.ONE_OPEN)
        counted = _counted(kind, moment)
        if not counted:
            raise ErasureRejected(ErasureRejection.NOTHING_DUE)
        made = Erasure.objects.create(
            key=idempotency_key, months=months, counted=counted, proposed_by_id=by, proposed_at=now, **facts
        )
        _tell(EventName.ERASURE_PROPOSED, made, by=by, now=now, counted=counted, reason=said)
    return _acted(made)


def approve_erasure(*, erasure_id: int, by: int, now: datetime) -> ErasureActed:
    """Agree to another person's erasure: a worker erases it, from then on. The same person again: the same answer.
    Raises `ErasureRejected`.
    """
    with transaction.atomic():
        row = _locked(erasure_id)
        if row.state in {ErasureState.APPROVED, ErasureState.DONE} and row.decided_by_id == by:
            return _acted(row, repeat=True)
        _require_waiting(row)
        if row.proposed_by_id == by:
            raise ErasureRejected(ErasureRejection.OWN_PROPOSAL)
        if (late := not_yet(by=by, others=[row.proposed_by_id], now=now)) is not None:
            raise ErasureRejected(ErasureRejection(late.why.value), until=late.until)
        _decide(row, ErasureState.APPROVED, by, now)
        _tell(EventName.ERASURE_APPROVED, row, by=by, now=now, counted=row.counted, proposed_by=row.proposed_by_id)
    return _acted(row)


def reject_erasure(*, erasure_id: int, reason: str, by: int, now: datetime) -> ErasureActed:
    """Turn another person's erasure down, with the reason. Raises `ErasureRejected`."""
    said = _text(reason)
    with transaction.atomic():
        row = _locked(erasure_id)
        if row.state == ErasureState.REJECTED and (row.decided_by_id, row.rejection) == (by, said):
            return _acted(row, repeat=True)
        _require_waiting(row)
        if row.proposed_by_id == by:
            raise ErasureRejected(ErasureRejection.OWN_PROPOSAL)
        row.rejection = said
        _decide(row, ErasureState.REJECTED, by, now)
        _tell(EventName.ERASURE_REJECTED, row, by=by, now=now, reason=said, proposed_by=row.proposed_by_id)
    return _acted(row)


def withdraw_erasure(*, erasure_id: int, by: int, now: datetime) -> ErasureActed:
    """Take one's own proposal back before it is decided. Raises `ErasureRejected`."""
    with transaction.atomic():
        row = _locked(erasure_id)
        if row.state == ErasureState.WITHDRAWN and row.decided_by_id == by:
            return _acted(row, repeat=True)
        _require_waiting(row)
        if row.proposed_by_id != by:
            raise ErasureRejected(ErasureRejection.NOT_OWN)
        _decide(row, ErasureState.WITHDRAWN, by, now)
        _tell(EventName.ERASURE_WITHDRAWN, row, by=by, now=now)
    return _acted(row)


def erase_due(*, now: datetime, batch: int = BATCH) -> int:
    """Go on with every erasure that was agreed to; how many rows and accounts were erased. Each batch is a transaction
    of its own: killed anywhere, the next sweep goes on. Two processes never erase the same row twice.
    """
    agreed = Erasure.objects.filter(state=ErasureState.APPROVED).order_by("pk").values_list("pk", flat=True)
    return sum(_erase(erasure_id, now, batch) for erasure_id in list(agreed))


def look(*, now: datetime, again: bool = False) -> bool:
    """Count what is kept of every class, unless that was done within `LOOK_EVERY`; whether it was done now."""
    first = KeepingLook.objects.order_by("looked_at").first()
    if first is not None and not again and now - first.looked_at < LOOK_EVERY:
        return False
    for kind in Keeping:
        _look(kind, now)
    return True


def forget_sessions(*, now: datetime, limit: int = SESSIONS_MOST) -> int:
    """Remove the rows of browser sessions that ended a day ago or longer; how many."""
    over = Session.objects.filter(expire_date__lt=now - SESSIONS_KEPT).order_by("expire_date")[:limit]
    return Session.objects.filter(pk__in=list(over.values_list("pk", flat=True))).delete()[0]


def _erase(erasure_id: int, now: datetime, batch: int) -> int:
    gone = 0
    for _ in range(BATCHES_MOST):
        with transaction.atomic(), connection.cursor() as cursor:
            row = Erasure.objects.select_for_update(no_key=True).get(pk=erasure_id)
            if row.state != ErasureState.APPROVED:
                return gone
            cursor.execute("SELECT players_erase(%s, %s, %s)", [erasure_id, batch, now])
            step = int(cursor.fetchone()[0])
            if not step:
                row.refresh_from_db()
                _tell(EventName.ERASURE_DONE, row, by=None, now=now, erased=row.erased)
                break
        gone += step
    _look(Keeping(row.kind), now)
    return gone


def _look(kind: Keeping, now: datetime) -> None:
    tables = [table for table in kept_tables() if table.kind is kind]
    counted = {table.name: _rows(table.name) for table in tables}
    moments = (_oldest(table.name, table.since, counted[table.name]) for table in tables if table.since)
    rows, oldest = sum(counted.values()), min((at for at in moments if at), default=None)
    past, first = 0, None
    if kind.value in ERASABLE:
        past = _counted(kind.value, latest_before(kind, now))
        with connection.cursor() as cursor:
            cursor.execute(_FIRST.format(view=_view(kind.value)))
            (first,) = cursor.fetchone()
    said = {"looked_at": now, "rows": rows, "oldest": oldest, "past": past, "first_since": first}
    KeepingLook.objects.update_or_create(kind=kind.value, defaults=said)


def _rows(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass", [table])
        (estimate,) = cursor.fetchone()
        if estimate >= ESTIMATED_FROM:
            return int(estimate)
        cursor.execute(_ROWS.format(table=table))
        return int(cursor.fetchone()[0])


def _oldest(table: str, since: str, rows: int) -> datetime | None:
    """The moment of the oldest row; of a large table that of its first one, by the primary key where it has numbers."""
    with connection.cursor() as cursor:
        cursor.execute(_KEY, [table])
        ordered = cursor.fetchone() if rows >= ESTIMATED_FROM else None
        column = ordered[0] if ordered else since
        cursor.execute(_OLDEST.format(table=table, since=since, column=column))
        row = cursor.fetchone()
    return row[0] if row else None


def _counted(kind: str, before: datetime) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_PAST.format(view=_view(kind)), [before])
        return int(cursor.fetchone()[0])


def _view(kind: str) -> str:
    return f"{all_terms()[Keeping(kind)].app}_kept_{kind.replace('-', '_')}"


def _one_at_a_time(kind: str) -> None:
    """Two proposals about one class at the same moment come one after the other."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"players_erasure {kind}"])


_OPEN: Final = (ErasureState.PROPOSED, ErasureState.APPROVED)
_FIRST: Final = "SELECT min(since) FROM {view}"
_PAST: Final = "SELECT count(*) FROM {view} WHERE since < %s"
_ROWS: Final = 'SELECT count(*) FROM "{table}"'
_OLDEST: Final = 'SELECT "{since}" FROM "{table}" WHERE "{since}" IS NOT NULL ORDER BY "{column}" LIMIT 1'
_KEY: Final = """
SELECT a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
WHERE i.indrelid = %s::regclass AND i.indisprimary AND a.atttypid IN ('int8'::regtype, 'int4'::regtype)
"""


def _locked(erasure_id: int) -> Erasure:
    row = Erasure.objects.select_for_update(no_key=True).filter(pk=erasure_id).first()
    if row is None:
        raise ErasureRejected(ErasureRejection.NO_SUCH_ERASURE)
    return row


def _require_waiting(row: Erasure) -> None:
    if row.state != ErasureState.PROPOSED:
        raise ErasureRejected(ErasureRejection.ALREADY_DECIDED)


def _decide(row: Erasure, state: ErasureState, by: int, now: datetime) -> None:
    row.state, row.decided_by_id, row.decided_at = state, by, now
    row.save(update_fields=["state", "decided_by", "decided_at", "rejection"])


def _tell(name: EventName, row: Erasure, *, by: int | None, now: datetime, **facts: Any) -> None:
    tell(name, by=by, now=now, key=f"L-{row.pk}", kind=row.kind, up_to=row.before, **facts)


def _text(text: str) -> str:
    least, most = REASON
    return stated(text, ErasureRejected(ErasureRejection.REASON_INVALID, least=least, most=most))


def _acted(row: Erasure, *, repeat: bool = False) -> ErasureActed:
    return ErasureActed(erasure_id=row.pk, state=row.state, repeat=repeat)
