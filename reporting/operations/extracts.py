"""Extracts: a report of the catalogue by criteria of one's own (PT-73).

One person proposes, another one agrees, and only then its rows are gathered.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from kernel.reasons import REASON, stated
from kernel.rejection import Rejected
from players.accounts.operations.settled import not_yet
from players.events.names import EventName
from players.events.telling import tell
from reporting.catalogue import CATALOGUE, Definition, criteria, keeping, runs
from reporting.catalogue.criteria import Condition, CriteriaFault
from reporting.models import Extract, ExtractState, ReportRun
from reporting.operations.requests import REASON_TO_SEE, Wanted, checked_filter
from reporting.writers.software import software

TITLE: Final = (3, 120)
"""Characters of a title."""
WAITING_MOST: Final = 5
"""Proposals that one person may have waiting."""
COUNT_MOST: Final = 1_000_000
COUNT_MILLISECONDS: Final = 2_000


class ExtractRejection(StrEnum):
    """Why an extract stays as it is, in the order of checking."""

    NO_SUCH_REPORT = "no-such-report"
    TITLE_INVALID = "title-invalid"
    REASON_INVALID = "reason-invalid"
    NO_CRITERIA = "no-criteria"
    """Neither conditions nor columns: that is the report of the catalogue itself."""
    COLUMN_UNKNOWN = "column-unknown"
    MATCH_UNKNOWN = "match-unknown"
    VALUE_MISSING = "value-missing"
    VALUE_INVALID = "value-invalid"
    TOO_MANY = "too-many"
    PERSONAL = "personal"
    """It asks for rows by data that it does not show."""
    KEY_REUSED = "key-reused"
    TOO_MANY_WAITING = "too-many-waiting"
    NO_SUCH_EXTRACT = "no-such-extract"
    ALREADY_DECIDED = "already-decided"
    OWN_PROPOSAL = "own-proposal"
    NOT_OWN = "not-own"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"


class ExtractRejected(Rejected):
    """`reason` says why; `most` is what would do, where something is too much."""

    reason: ExtractRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An extract to propose: what a request of the report asks for, and the criteria on its rows and columns.

    `wanted.reason` is why the extract is needed; it also stands for seeing personal data where `reveal` is set.
    """

    wanted: Wanted
    title: str
    reveal: bool
    conditions: Sequence[Condition] = ()
    columns: Sequence[str] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractActed:
    """An extract after the act; `run_id` and `run_key` are those of its report once it is approved."""

    extract_id: int
    state: str
    run_id: int | None = None
    run_key: UUID | None = None
    repeat: bool = False


def propose_extract(*, draft: Draft, by: int, idempotency_key: UUID, now: datetime) -> ExtractActed:
    """Propose an extract; the same key and facts: the first answer. No row leaves the database before another person
    agrees; how many there are is counted. Raises `ExtractRejected`, and `RequestRejected` for the period and filters.
    """
    definition = CATALOGUE.get(draft.wanted.name)
    if definition is None:
        raise ExtractRejected(ExtractRejection.NO_SUCH_REPORT)
    title = _text(draft.title, TITLE, ExtractRejection.TITLE_INVALID)
    reason = _text(draft.wanted.reason, REASON_TO_SEE, ExtractRejection.REASON_INVALID)
    filter_, until = checked_filter(definition, draft.wanted, now=now)
    filter_ |= _criteria(definition, draft)
    facts = {"name": definition.name, "title": title, "filter": filter_, "reveal": draft.reveal, "reason": reason}
    with transaction.atomic():
        earlier = Extract.objects.filter(key=idempotency_key).first()
        if earlier is not None:
            if earlier.proposed_by_id != by or any(getattr(earlier, name) != fact for name, fact in facts.items()):
                raise ExtractRejected(ExtractRejection.KEY_REUSED)
            return _acted(earlier, repeat=True)
        if Extract.objects.filter(proposed_by_id=by, state=ExtractState.PROPOSED).count() >= WAITING_MOST:
            raise ExtractRejected(ExtractRejection.TOO_MANY_WAITING, most=WAITING_MOST)
        counted = _count(definition, draft, filter_, until)
        made = Extract.objects.create(
            key=idempotency_key, until=until, counted=counted, proposed_by_id=by, proposed_at=now, **facts
        )
        _tell(EventName.EXTRACT_PROPOSED, made, by=by, now=now, reason=reason)
    return _acted(made)


def approve_extract(*, extract_id: int, by: int, now: datetime) -> ExtractActed:
    """Agree to another person's extract: its report is requested in the same transaction. The same person again: the
    same answer. Raises `ExtractRejected`.
    """
    with transaction.atomic():
        row = _locked(extract_id)
        if row.state == ExtractState.APPROVED and row.decided_by_id == by:
            return _acted(row, repeat=True)
        _require_waiting(row)
        if row.proposed_by_id == by:
            raise ExtractRejected(ExtractRejection.OWN_PROPOSAL)
        if (late := not_yet(by=by, others=[row.proposed_by_id], now=now)) is not None:
            raise ExtractRejected(ExtractRejection(late.why.value), until=late.until)
        _require_still_fits(row)
        row.run = ReportRun.objects.create(
            key=row.key,
            name=row.name,
            definition=CATALOGUE[row.name].full_name,
            software=software(),
            filter={**row.filter, "extract": row.pk},
            reason=row.reason if row.reveal else "",
            asked_by_id=row.proposed_by_id,
            asked_at=row.proposed_at,
            until=row.until,
        )
        _decide(row, ExtractState.APPROVED, by, now)
        _tell(EventName.EXTRACT_APPROVED, row, by=by, now=now, proposed_by=row.proposed_by_id)
    return _acted(row)


def reject_extract(*, extract_id: int, reason: str, by: int, now: datetime) -> ExtractActed:
    """Turn another person's extract down, with the reason; nothing is gathered. Raises `ExtractRejected`."""
    said = _text(reason, REASON, ExtractRejection.REASON_INVALID)
    with transaction.atomic():
        row = _locked(extract_id)
        _require_waiting(row)
        if row.proposed_by_id == by:
            raise ExtractRejected(ExtractRejection.OWN_PROPOSAL)
        row.rejection = said
        _decide(row, ExtractState.REJECTED, by, now)
        _tell(EventName.EXTRACT_REJECTED, row, by=by, now=now, reason=said, proposed_by=row.proposed_by_id)
    return _acted(row)


def withdraw_extract(*, extract_id: int, by: int, now: datetime) -> ExtractActed:
    """Take one's own proposal back before it is decided. Raises `ExtractRejected`."""
    with transaction.atomic():
        row = _locked(extract_id)
        if row.state == ExtractState.WITHDRAWN and row.decided_by_id == by:
            return _acted(row, repeat=True)
        _require_waiting(row)
        if row.proposed_by_id != by:
            raise ExtractRejected(ExtractRejection.NOT_OWN)
        _decide(row, ExtractState.WITHDRAWN, by, now)
        _tell(EventName.EXTRACT_WITHDRAWN, row, by=by, now=now)
    return _acted(row)


def _require_still_fits(row: Extract) -> None:
    """The report may have lost a column since it was proposed."""
    conditions = runs.conditions_of(row.filter)
    try:
        criteria.checked(CATALOGUE[row.name], conditions, row.filter["columns"], reveal=row.reveal)
    except CriteriaFault as fault:
        raise ExtractRejected(ExtractRejection(fault.fault.value), most=fault.most) from fault


def _criteria(definition: Definition, draft: Draft) -> dict[str, Any]:
    """The criteria as the filter keeps them."""
    if not draft.conditions and not draft.columns:
        raise ExtractRejected(ExtractRejection.NO_CRITERIA)
    try:
        conditions, columns = criteria.checked(definition, draft.conditions, draft.columns, reveal=draft.reveal)
    except CriteriaFault as fault:
        raise ExtractRejected(ExtractRejection(fault.fault.value), most=fault.most) from fault
    return {
        "conditions": [condition.document() for condition in conditions],
        "columns": list(columns),
        "title": draft.title.strip(),
    }


def _count(definition: Definition, draft: Draft, filter_: dict[str, Any], until: datetime) -> int | None:
    rows = criteria.rows_where(definition.register(runs.asked_by(filter_, until)), definition, draft.conditions)
    point = transaction.savepoint()
    found = keeping.count(rows, most=COUNT_MOST, milliseconds=COUNT_MILLISECONDS)
    transaction.savepoint_rollback(point)
    return None if found is None or found > COUNT_MOST else found


def _locked(extract_id: int) -> Extract:
    row = Extract.objects.select_for_update(no_key=True).filter(pk=extract_id).first()
    if row is None:
        raise ExtractRejected(ExtractRejection.NO_SUCH_EXTRACT)
    return row


def _require_waiting(row: Extract) -> None:
    if row.state != ExtractState.PROPOSED:
        raise ExtractRejected(ExtractRejection.ALREADY_DECIDED)


def _decide(row: Extract, state: ExtractState, by: int, now: datetime) -> None:
    row.state, row.decided_by_id, row.decided_at = state, by, now
    row.save(update_fields=["state", "decided_by", "decided_at", "rejection", "run"])


def _tell(name: EventName, row: Extract, *, by: int, now: datetime, **facts: Any) -> None:
    tell(name, by=by, now=now, key=f"X-{row.pk}", report=row.name, personal_data=row.reveal, **facts)


def _text(text: str, lengths: tuple[int, int], otherwise: ExtractRejection) -> str:
    least, most = lengths
    return stated(text, ExtractRejected(otherwise, least=least, most=most), lengths=lengths)


def _acted(row: Extract, *, repeat: bool = False) -> ExtractActed:
    run = row.run_id
    return ExtractActed(
        extract_id=row.pk, state=row.state, run_id=run, run_key=row.key if run is not None else None, repeat=repeat
    )
