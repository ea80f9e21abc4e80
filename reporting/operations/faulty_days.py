"""Two persons may seal a day that does not hold; the manifest says what is wrong, why, and who agreed to it."""

import uuid
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting.models import FaultySeal, ProposalState, SealedDay
from reporting.operations.sealed_days import ACCEPTABLE, faults_of
from reporting.operations.two_persons import Proposals


class FaultyDayRejection(StrEnum):
    """Why a faulty day stays as it is, in the order of checking."""

    NO_REASON = "no-reason"
    KEY_REUSED = "key-reused"
    ALREADY_SEALED = "already-sealed"
    NO_FAULTS = "no-faults"
    """Nothing stands against the day: it is sealed by itself."""
    NOT_ACCEPTABLE = "not-acceptable"
    """The fault must be put right: no agreement seals a day with it."""
    ALREADY_PROPOSED = "already-proposed"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    ALREADY_DECIDED = "already-decided"
    OWN_PROPOSAL = "own-proposal"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""


class FaultyDayRejected(Rejected):
    """`reason` says why; `until` is from when on the same person may approve."""

    reason: FaultyDayRejection


PROPOSALS: Final = Proposals(FaultySeal, FaultyDayRejected, FaultyDayRejection)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultyDayActed:
    """A proposal after the act: `state` is proposed, approved or rejected."""

    proposal_id: int
    state: str
    repeat: bool = False


def propose_faulty_day(*, day: date, reason: str, by: int, idempotency_key: uuid.UUID, now: datetime) -> FaultyDayActed:
    """Propose to seal a day with the faults that stand against it now. The same key and facts: the first answer.

    Raises `FaultyDayRejected`.
    """
    said = PROPOSALS.read_reason(reason)
    with transaction.atomic():
        earlier = FaultySeal.objects.filter(key=idempotency_key).first()
        if earlier is not None:
            if (earlier.proposed_by_id, earlier.day, earlier.reason) != (by, day, said):
                raise FaultyDayRejected(FaultyDayRejection.KEY_REUSED)
            return FaultyDayActed(proposal_id=earlier.pk, state=earlier.state, repeat=True)
        if SealedDay.objects.filter(day=day).exists():
            raise FaultyDayRejected(FaultyDayRejection.ALREADY_SEALED)
        faults = faults_of(day)
        if not faults:
            raise FaultyDayRejected(FaultyDayRejection.NO_FAULTS)
        if not ACCEPTABLE.issuperset(faults):
            raise FaultyDayRejected(FaultyDayRejection.NOT_ACCEPTABLE)
        if FaultySeal.objects.filter(day=day, state=ProposalState.PROPOSED).exists():
            raise FaultyDayRejected(FaultyDayRejection.ALREADY_PROPOSED)
        codes = [fault.value for fault in faults]
        made = FaultySeal.objects.create(
            key=idempotency_key, day=day, faults=codes, reason=said, proposed_by_id=by, proposed_at=now
        )
        tell(EventName.DAY_FAULTY_PROPOSED, by=by, now=now, key=day, faults=codes, reason=said)
    return FaultyDayActed(proposal_id=made.pk, state=made.state)


def approve_faulty_day(*, proposal_id: int, by: int, now: datetime) -> FaultyDayActed:
    """Agree to another person's proposal: the next sweep seals the day. The same person again: the same answer.

    Raises `FaultyDayRejected`.
    """
    with transaction.atomic():
        row = PROPOSALS.lock(proposal_id)
        if PROPOSALS.is_approved_by(row, by):
            return FaultyDayActed(proposal_id=row.pk, state=row.state, repeat=True)
        PROPOSALS.require_second(row, by=by, now=now)
        PROPOSALS.approve(row, by=by, now=now)
        tell(
            EventName.DAY_FAULTY_APPROVED,
            by=by,
            now=now,
            key=row.day,
            faults=row.faults,
            proposed_by=row.proposed_by_id,
        )
    return FaultyDayActed(proposal_id=row.pk, state=row.state)


def reject_faulty_day(*, proposal_id: int, reason: str, by: int, now: datetime) -> FaultyDayActed:
    """Turn a proposal down, or take back one's own: the day stays without a seal. Raises `FaultyDayRejected`."""
    said = PROPOSALS.read_reason(reason)
    with transaction.atomic():
        row = PROPOSALS.lock(proposal_id)
        PROPOSALS.reject(row, reason=said, by=by, now=now)
        tell(EventName.DAY_FAULTY_REJECTED, by=by, now=now, key=row.day, reason=said, proposed_by=row.proposed_by_id)
    return FaultyDayActed(proposal_id=row.pk, state=row.state)
