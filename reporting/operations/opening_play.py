"""Play that stopped because the line to the regulator failed is opened again by two persons (PT-72)."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting.models import LineOpening, ProposalState
from reporting.operations.two_persons import Proposals
from reporting.queries.regulator_line import stops_still
from tables.operations import stops
from tables.queries import line_stop
from tables.scopes import REGULATOR


class OpeningRejection(StrEnum):
    """Why play stays stopped, in the order of checking."""

    NO_REASON = "no-reason"
    KEY_REUSED = "key-reused"
    NOT_STOPPED = "not-stopped"
    STILL_FAILS = "still-fails"
    """A part for which play stopped fails still."""
    ALREADY_PROPOSED = "already-proposed"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    ALREADY_DECIDED = "already-decided"
    OWN_PROPOSAL = "own-proposal"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""


class OpeningRejected(Rejected):
    """`reason` says why; `until` is from when on the same person may approve."""

    reason: OpeningRejection
    rule = "PT-72"


PROPOSALS: Final = Proposals(LineOpening, OpeningRejected, OpeningRejection)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningActed:
    """A proposal after the act: `state` is proposed, approved or rejected."""

    opening_id: int
    state: str
    repeat: bool = False


def propose_opening(*, reason: str, by: int, idempotency_key: uuid.UUID, now: datetime) -> OpeningActed:
    """Propose to a second person to open play again, with the fault and its repair.

    The same key and facts: the first answer. Raises `OpeningRejected`; also while the cause of the stop lasts.
    """
    said = PROPOSALS.read_reason(reason)
    with transaction.atomic():
        earlier = LineOpening.objects.filter(key=idempotency_key).first()
        if earlier is not None:
            if (earlier.proposed_by_id, earlier.reason) != (by, said):
                raise OpeningRejected(OpeningRejection.KEY_REUSED)
            return OpeningActed(opening_id=earlier.pk, state=earlier.state, repeat=True)
        stop = line_stop(locked=True)
        if stop is None:
            raise OpeningRejected(OpeningRejection.NOT_STOPPED)
        if stops_still():
            raise OpeningRejected(OpeningRejection.STILL_FAILS)
        if LineOpening.objects.filter(stop_id=stop.stop_id, state=ProposalState.PROPOSED).exists():
            raise OpeningRejected(OpeningRejection.ALREADY_PROPOSED)
        made = LineOpening.objects.create(
            stop_id=stop.stop_id, key=idempotency_key, reason=said, proposed_by_id=by, proposed_at=now
        )
        tell(EventName.LINE_OPENING_PROPOSED, by=by, now=now, key=REGULATOR, reason=said)
    return OpeningActed(opening_id=made.pk, state=made.state)


def approve_opening(*, opening_id: int, by: int, now: datetime) -> OpeningActed:
    """Agree to another person's proposal: rounds open again. The same person again: the same answer.

    Raises `OpeningRejected`; also where a cause for a stop has come again since.
    """
    with transaction.atomic():
        row = PROPOSALS.lock(opening_id)
        if PROPOSALS.is_approved_by(row, by):
            return OpeningActed(opening_id=row.pk, state=row.state, repeat=True)
        if stops_still():
            raise OpeningRejected(OpeningRejection.STILL_FAILS)
        PROPOSALS.require_second(row, by=by, now=now)
        PROPOSALS.approve(row, by=by, now=now)
        stops.lift_line(by=by, reason=row.reason, now=now)
    return OpeningActed(opening_id=row.pk, state=row.state)


def reject_opening(*, opening_id: int, reason: str, by: int, now: datetime) -> OpeningActed:
    """Turn a proposal down, or take back one's own: play stays stopped. Raises `OpeningRejected`."""
    said = PROPOSALS.read_reason(reason)
    with transaction.atomic():
        row = PROPOSALS.lock(opening_id)
        PROPOSALS.reject(row, reason=said, by=by, now=now)
        tell(
            EventName.LINE_OPENING_REJECTED,
            by=by,
            now=now,
            key=REGULATOR,
            reason=said,
            proposed_by=row.proposed_by_id,
        )
    return OpeningActed(opening_id=row.pk, state=row.state)
