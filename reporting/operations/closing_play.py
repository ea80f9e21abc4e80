"""A proof that finds a difference closes play by itself; two persons open it again after another proof (D5)."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db import transaction

from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting.models import LedgerProof, ProposalState, Reopening
from reporting.operations.two_persons import Proposals
from tables.operations import incidents, stops
from tables.queries import proof_stop
from tables.scopes import PROOF

KEYS: Final = uuid.UUID("5d1a7f0c-52f8-4c53-9d1e-6b0a0b6c5e0f")
NAMED: Final = 5
"""Differences that the incident names; the proof has all of them."""


class ReopeningRejection(StrEnum):
    """Why play stays closed, in the order of checking."""

    NO_REASON = "no-reason"
    NOT_CLOSED = "not-closed"
    PROVE_AGAIN = "prove-again"
    """No proof was made since play was closed, or since the proposal another one found more."""
    KEY_REUSED = "key-reused"
    ALREADY_PROPOSED = "already-proposed"
    NO_SUCH_PROPOSAL = "no-such-proposal"
    ALREADY_DECIDED = "already-decided"
    OWN_PROPOSAL = "own-proposal"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""


class ReopeningRejected(Rejected):
    """`reason` says why; `until` is from when on the same person may approve."""

    reason: ReopeningRejection


PROPOSALS: Final = Proposals(Reopening, ReopeningRejected, ReopeningRejection)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReopeningActed:
    """A reopening after the act: `state` is proposed, approved or rejected."""

    reopening_id: int
    state: str
    repeat: bool = False


def close_on(*, proof_id: int, now: datetime) -> bool:
    """Close play and open an incident if the proof found a difference that two persons did not know of; whether it did.

    Rounds in play finish with the bets that they have. Closed already: nothing more.
    """
    proof = LedgerProof.objects.get(pk=proof_id)
    new = _marks(proof.differences) - _known()
    # Beyond the thousand that are named no person can have looked at each.
    if not new and proof.difference_count <= len(proof.differences):
        return False
    with transaction.atomic():
        if stops.close_by_proof(reason=f"Prova {proof_id}: {proof.difference_count}", now=now) is None:
            return False
        incidents.open_incident(
            kind="ledger",
            idempotency_key=uuid.uuid5(KEYS, f"proof:{proof_id}"),
            facts={"reason": _told(proof), "proof": proof_id, "differences": proof.difference_count},
            now=now,
            subject=f"proof {proof_id}",
        )
    return True


def propose_reopening(*, reason: str, by: int, idempotency_key: uuid.UUID, now: datetime) -> ReopeningActed:
    """Propose to open play again, on the last proof. The same key and facts: the first answer.

    Differences that this proof still finds are known from then on, and close play no more. Raises `ReopeningRejected`.
    """
    said = PROPOSALS.read_reason(reason)
    with transaction.atomic():
        earlier = Reopening.objects.filter(key=idempotency_key).first()
        if earlier is not None:
            if (earlier.proposed_by_id, earlier.reason) != (by, said):
                raise ReopeningRejected(ReopeningRejection.KEY_REUSED)
            return ReopeningActed(reopening_id=earlier.pk, state=earlier.state, repeat=True)
        stop = proof_stop(locked=True)
        if stop is None:
            raise ReopeningRejected(ReopeningRejection.NOT_CLOSED)
        proof = LedgerProof.objects.order_by("-pk").first()
        if proof is None or proof.made_at <= stop.at:
            raise ReopeningRejected(ReopeningRejection.PROVE_AGAIN)
        if Reopening.objects.filter(stop_id=stop.stop_id, state=ProposalState.PROPOSED).exists():
            raise ReopeningRejected(ReopeningRejection.ALREADY_PROPOSED)
        made = Reopening.objects.create(
            stop_id=stop.stop_id, key=idempotency_key, proof=proof, reason=said, proposed_by_id=by, proposed_at=now
        )
        tell(EventName.PLAY_REOPENING_PROPOSED, by=by, now=now, key=PROOF, reason=said, proof=proof.pk)
    return ReopeningActed(reopening_id=made.pk, state=made.state)


def approve_reopening(*, reopening_id: int, by: int, now: datetime) -> ReopeningActed:
    """Agree to another person's proposal: rounds open again. The same person again: the same answer.

    Raises `ReopeningRejected`; also where a later proof found what the proposal's did not.
    """
    with transaction.atomic():
        row = PROPOSALS.lock(reopening_id)
        if PROPOSALS.is_approved_by(row, by):
            return ReopeningActed(reopening_id=row.pk, state=row.state, repeat=True)
        PROPOSALS.require_second(row, by=by, now=now)
        last = LedgerProof.objects.order_by("-pk").first()
        assert last is not None, "the proposal has its proof"
        if _marks(last.differences) - _marks(row.proof.differences) - _known():
            raise ReopeningRejected(ReopeningRejection.PROVE_AGAIN)
        PROPOSALS.approve(row, by=by, now=now)
        stops.lift_proof(by=by, reason=row.reason, now=now)
    return ReopeningActed(reopening_id=row.pk, state=row.state)


def reject_reopening(*, reopening_id: int, reason: str, by: int, now: datetime) -> ReopeningActed:
    """Turn a proposal down, or take back one's own: play stays closed. Raises `ReopeningRejected`."""
    said = PROPOSALS.read_reason(reason)
    with transaction.atomic():
        row = PROPOSALS.lock(reopening_id)
        PROPOSALS.reject(row, reason=said, by=by, now=now)
        tell(
            EventName.PLAY_REOPENING_REJECTED,
            by=by,
            now=now,
            key=PROOF,
            reason=said,
            proof=row.proof_id,
            proposed_by=row.proposed_by_id,
        )
    return ReopeningActed(reopening_id=row.pk, state=row.state)


def _marks(differences: Iterable[dict[str, Any]]) -> set[tuple[str, ...]]:
    """Keys by which a difference is recognised again, also where both sums moved on by as much."""
    return {(one["where"], one["subject"], one["why"], str(_gap(one))) for one in differences}


def _gap(one: dict[str, Any]) -> int | None:
    if one["stored"] is None or one["computed"] is None:
        return None
    # The two sides of a whole currency are told with opposite signs.
    sign = -1 if one["why"] == "sum-not-zero" else 1
    return int(one["stored"]) - sign * int(one["computed"])


def _known() -> set[tuple[str, ...]]:
    """The differences that two persons knew of when they opened play again."""
    known: set[tuple[str, ...]] = set()
    for row in Reopening.objects.filter(state=ProposalState.APPROVED).select_related("proof"):
        known |= _marks(row.proof.differences)
    return known


def _told(proof: LedgerProof) -> str:
    return "; ".join(f"{one['where']}: {one['subject']}: {one['why']}" for one in proof.differences[:NAMED])[:1_000]
