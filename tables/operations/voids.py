"""Making a round void (R29): by one person if it has no bets, else by two."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.db import transaction

from kernel.reasons import stated
from kernel.rejection import Rejected
from players.accounts.operations.settled import not_yet
from players.events.names import EventName
from players.events.telling import tell
from tables.models import Bet, Round, RoundPhase, TableAct, TableStatus, VoidProposal, VoidState
from tables.models import Table as TableRow
from tables.operations import rounds, staff_acts
from tables.operations.locking import lock_table


class VoidRejection(StrEnum):
    """Why a round stays as it is, in the order of checking."""

    NO_SUCH_TABLE = "no-such-table"
    NO_REASON = "no-reason"
    NO_ROUND_TO_VOID = "no-round-to-void"
    ROUND_MOVED_ON = "round-moved-on"
    VOID_WAITS = "void-waits"
    """Another person proposed it already: it waits for the decision."""
    NO_SUCH_PROPOSAL = "no-such-proposal"
    ALREADY_DECIDED = "already-decided"
    OWN_PROPOSAL = "own-proposal"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""


class VoidRejected(Rejected):
    """`reason` says why; `until` is from when on the same person may approve."""

    reason: VoidRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidActed:
    """The round after the act: `state` is proposed, approved or rejected; `refunded` is in cents, once it is void."""

    table_id: int
    round_code: str
    state: str
    proposal_id: int | None = None
    refunded: int | None = None
    repeat: bool = False

    @property
    def is_void(self) -> bool:
        """Whether the stakes went back."""
        return self.refunded is not None


def void_round(*, table_id: int, by: int, reason: str, now: datetime, seen_round_code: str | None = None) -> VoidActed:
    """Void the round in play if it has no bets; else pause the table and propose it to a second person (R29).

    `seen_round_code` is the round that was looked at: another one in play by now is not voided in its stead. Asked
    again by the same person while the proposal waits: the same answer. Raises `VoidRejected`; a settled round stands.
    """
    with transaction.atomic():
        table = _locked(table_id)
        said = _reason(reason)
        current = table.current_round
        if current is None or current.phase in {RoundPhase.SETTLED, RoundPhase.VOID}:
            raise VoidRejected(VoidRejection.NO_ROUND_TO_VOID)
        if seen_round_code is not None and seen_round_code != current.code:
            raise VoidRejected(VoidRejection.ROUND_MOVED_ON)
        waiting = VoidProposal.objects.filter(round=current, state=VoidState.PROPOSED).first()
        if waiting is not None:
            if waiting.proposed_by_id != by:
                raise VoidRejected(VoidRejection.VOID_WAITS)
            return _acted(table, current, waiting, repeat=True)
        if not Bet.objects.filter(round=current, stake__gt=0).exists():
            voided = _void(table, current, by=by, reason=said, proposal=None, now=now)
            return VoidActed(table_id=table.pk, round_code=voided.code, state=VoidState.APPROVED, refunded=0)
        return _propose(table, current, by=by, reason=said, now=now)


def _propose(table: TableRow, current: Round, *, by: int, reason: str, now: datetime) -> VoidActed:
    """The table stands from here on: no bets, no cards, nothing paid before another person decides."""
    proposal = VoidProposal.objects.create(round=current, reason=reason, proposed_by_id=by, proposed_at=now)
    staff_acts.note(
        table, TableAct.PROPOSE_VOID, by=by, reason=reason, before={}, after={"round": current.code}, now=now
    )
    _tell(EventName.ROUND_VOID_PROPOSED, table, current, by=by, now=now, reason=reason)
    if table.status != TableStatus.PAUSED:
        staff_acts.change(table, TableStatus.PAUSED, TableAct.PAUSE_TABLE, by=by, reason=reason, now=now)
    return _acted(table, current, proposal)


def approve_void(*, proposal_id: int, by: int, now: datetime) -> VoidActed:
    """Agree to another person's proposal: every stake goes back. The table stays paused until it is resumed.

    Approved already by the same person: the same answer. Raises `VoidRejected`.
    """
    with transaction.atomic():
        table, proposal = _proposal(proposal_id)
        if proposal.state == VoidState.APPROVED and proposal.decided_by_id == by:
            return _acted(table, proposal.round, proposal, repeat=True)
        if proposal.state != VoidState.PROPOSED:
            raise VoidRejected(VoidRejection.ALREADY_DECIDED)
        if proposal.proposed_by_id == by:
            raise VoidRejected(VoidRejection.OWN_PROPOSAL)
        if (late := not_yet(by=by, others=[proposal.proposed_by_id], now=now)) is not None:
            raise VoidRejected(VoidRejection(late.why.value), until=late.until)
        current = table.current_round
        if current is None or current.pk != proposal.round_id:
            raise VoidRejected(VoidRejection.ROUND_MOVED_ON)
        proposal.state, proposal.decided_by_id, proposal.decided_at = VoidState.APPROVED, by, now
        proposal.save(update_fields=["state", "decided_by", "decided_at"])
        voided = _void(table, current, by=by, reason=proposal.reason, proposal=proposal, now=now)
    return VoidActed(
        table_id=table.pk,
        round_code=voided.code,
        state=VoidState.APPROVED,
        proposal_id=proposal.pk,
        refunded=voided.refunded,
    )


def reject_void(*, proposal_id: int, by: int, reason: str, now: datetime) -> VoidActed:
    """Turn a proposal down, or take back one's own: the bets stand, the table may be resumed. Raises `VoidRejected`."""
    with transaction.atomic():
        table, proposal = _proposal(proposal_id)
        said = _reason(reason)
        if proposal.state != VoidState.PROPOSED:
            raise VoidRejected(VoidRejection.ALREADY_DECIDED)
        proposal.state, proposal.decided_by_id, proposal.decided_at = VoidState.REJECTED, by, now
        proposal.decision_reason = said
        proposal.save(update_fields=["state", "decided_by", "decided_at", "decision_reason"])
        after = {"round": proposal.round.code}
        staff_acts.note(table, TableAct.REJECT_VOID, by=by, reason=said, before={}, after=after, now=now)
        proposed_by = proposal.proposed_by_id
        _tell(
            EventName.ROUND_VOID_REJECTED, table, proposal.round, by=by, now=now, reason=said, proposed_by=proposed_by
        )
    return _acted(table, proposal.round, proposal)


def waits_at(table: TableRow) -> bool:
    """Whether a void of the table's round waits for its second person."""
    if table.current_round is None:
        return False
    return VoidProposal.objects.filter(round=table.current_round, state=VoidState.PROPOSED).exists()


def _void(
    table: TableRow, current: Round, *, by: int, reason: str, proposal: VoidProposal | None, now: datetime
) -> rounds.Voided:
    voided = rounds.void_round(table, current, reason=reason, now=now)
    after: dict[str, object] = {"round": voided.code, "refunded": voided.refunded}
    if proposal is not None:
        after["proposed_by"] = proposal.proposed_by.nickname
    staff_acts.note(table, TableAct.VOID_ROUND, by=by, reason=reason, before={"phase": "betting"}, after=after, now=now)
    _tell(
        EventName.ROUND_VOIDED,
        table,
        current,
        by=by,
        now=now,
        reason=reason,
        proposed_by=None if proposal is None else proposal.proposed_by_id,
        refunded=voided.refunded,
        currency=str(table.currency),
        bets=voided.bets,
    )
    return voided


def _tell(name: EventName, table: TableRow, current: Round, *, by: int, now: datetime, **facts: Any) -> None:
    tell(name, by=by, now=now, key=current.code, table_id=table.pk, round_code=current.code, **facts)


def _locked(table_id: int) -> TableRow:
    table = lock_table(table_id)
    if table is None:
        raise VoidRejected(VoidRejection.NO_SUCH_TABLE)
    return table


def _proposal(proposal_id: int) -> tuple[TableRow, VoidProposal]:
    """The proposal, read after its table's lock: a person who decides at the same time waits here."""
    table_id = VoidProposal.objects.filter(pk=proposal_id).values_list("round__table_id", flat=True).first()
    if table_id is None:
        raise VoidRejected(VoidRejection.NO_SUCH_PROPOSAL)
    table = _locked(table_id)
    return table, VoidProposal.objects.select_related("round", "proposed_by").get(pk=proposal_id)


def _reason(reason: str) -> str:
    return stated(reason, VoidRejected(VoidRejection.NO_REASON))


def _acted(table: TableRow, current: Round, proposal: VoidProposal, *, repeat: bool = False) -> VoidActed:
    refunded = None
    if proposal.state == VoidState.APPROVED:
        refunded = sum(Bet.objects.filter(round=current, outcome="void").values_list("stake", flat=True))
    return VoidActed(
        table_id=table.pk,
        round_code=current.code,
        state=proposal.state,
        proposal_id=proposal.pk,
        refunded=refunded,
        repeat=repeat,
    )
