"""Corrections of a player's balance by two persons: one proposes with a reason, another decides (D6)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction

from kernel.money import MOST, Currency, is_amount
from kernel.rejection import Rejected
from players.accounts.operations.closing import owe_what_came
from players.accounts.operations.holding import hold_player
from players.accounts.operations.settled import not_yet
from players.events.names import EventName
from players.events.telling import tell
from players.models import Adjustment, AdjustmentState, Kind, Person
from players.roles import Action, may
from wallet import operations as wallet

LONGEST_REASON = 500
LONGEST_REFERENCE = 100


class AdjustmentRejection(StrEnum):
    """Why a correction was not proposed or not decided; in the order of checking."""

    AMOUNT_INVALID = "amount-invalid"
    REASON_MISSING = "reason-missing"
    TEXT_INVALID = "text-invalid"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_PERSON = "no-such-person"
    KEY_REUSED = "key-reused"
    NO_SUCH_ADJUSTMENT = "no-such-adjustment"
    OWN_PROPOSAL = "own-proposal"
    TOO_RECENT = "too-recent"
    SAME_HANDS = "same-hands"
    """Of the last two `players.accounts.operations.settled` tells."""
    ALREADY_DECIDED = "already-decided"
    SHORT_OF_FUNDS = "short-of-funds"


class AdjustmentRejected(Rejected):
    """A correction was not made: `reason`, the `rule` it comes from, what was `asked` and the `most` possible.

    `until` is from when on the same person may decide.
    """

    reason: AdjustmentRejection


@dataclass(frozen=True, slots=True)
class AdjustmentProposed:
    """A correction that waits for a second person. `repeat`: it was proposed before under the same key."""

    adjustment_id: int
    key: UUID
    repeat: bool


@dataclass(frozen=True, slots=True)
class AdjustmentDecided:
    """How a proposal was decided; `transfer` is the ledger's line, None when rejected."""

    adjustment_id: int
    state: AdjustmentState
    transfer: int | None
    repeat: bool


def propose_adjustment(
    *, person_id: int, amount: int, reason: str, reference: str = "", idempotency_key: UUID, by: int, now: datetime
) -> AdjustmentProposed:
    """Propose to correct the player's balance by `amount` cents, above zero in the player's favour (D6).

    No money moves before another person calls `approve_adjustment`. The same key and facts: the first answer.

    Raises `AdjustmentRejected`.
    """
    reason, reference = reason.strip(), reference.strip()
    if not is_amount(abs(amount) if type(amount) is int else amount):
        raise AdjustmentRejected(AdjustmentRejection.AMOUNT_INVALID, rule="D6", most=MOST)
    if not reason:
        raise AdjustmentRejected(AdjustmentRejection.REASON_MISSING, rule="D6")
    if len(reason) > LONGEST_REASON or len(reference) > LONGEST_REFERENCE or "\0" in reason + reference:
        raise AdjustmentRejected(AdjustmentRejection.TEXT_INVALID, rule="D6", most=LONGEST_REASON)
    with transaction.atomic():
        author = _staff(by, Action.PROPOSE_ADJUSTMENT)
        if not Person.objects.filter(pk=person_id, kind=Kind.PLAYER).exists():
            raise AdjustmentRejected(AdjustmentRejection.NO_SUCH_PERSON)
        found, created = Adjustment.objects.get_or_create(
            key=idempotency_key,
            defaults={
                "person_id": person_id,
                "amount": amount,
                "reason": reason,
                "reference": reference,
                "state": AdjustmentState.PROPOSED,
                "proposed_by": author,
                "proposed_at": now,
            },
        )
        if created:
            _tell(EventName.ADJUSTMENT_PROPOSED, found, by, now, why=reason)
        facts = (found.person_id, found.amount, found.reason, found.reference)
        if facts != (person_id, amount, reason, reference):
            raise AdjustmentRejected(AdjustmentRejection.KEY_REUSED, asked=amount)
    return AdjustmentProposed(found.pk, idempotency_key, repeat=not created)


def approve_adjustment(*, adjustment_id: int, by: int, now: datetime) -> AdjustmentDecided:
    """Approve another person's proposal and write the ledger's line, both or neither (D6).

    Raises `AdjustmentRejected`; a correction against the player never takes the balance below zero (PT-05).
    """
    with transaction.atomic():
        proposal, author = _to_decide(adjustment_id, by)
        if proposal.state == AdjustmentState.APPROVED and proposal.decided_by_id == by:
            return AdjustmentDecided(proposal.pk, AdjustmentState.APPROVED, None, repeat=True)
        person = _decidable(proposal, by)
        if (late := not_yet(by=by, others=[proposal.proposed_by_id], now=now)) is not None:
            raise AdjustmentRejected(AdjustmentRejection(late.why.value), rule="H7", until=late.until)
        proposal.state, proposal.decided_by, proposal.decided_at = AdjustmentState.APPROVED, author, now
        proposal.save(update_fields=["state", "decided_by", "decided_at"])
        try:
            moved = wallet.adjust(
                person_key=person.person_key,
                amount=proposal.amount,
                idempotency_key=proposal.key,
                reference=proposal.reference,
                now=now,
            )
        except wallet.AdjustmentRejected as error:
            raise AdjustmentRejected(
                AdjustmentRejection.SHORT_OF_FUNDS, rule=error.rule, asked=error.asked, most=error.most
            ) from error
        _tell(EventName.ADJUSTMENT_APPROVED, proposal, by, now, proposed_by=proposal.proposed_by_id)
        if proposal.amount > 0:
            owe_what_came(person, subject=f"adjustment:{proposal.key}", now=now)
    return AdjustmentDecided(proposal.pk, AdjustmentState.APPROVED, moved.transfer, repeat=False)


def reject_adjustment(*, adjustment_id: int, reason: str, by: int, now: datetime) -> AdjustmentDecided:
    """Reject another person's proposal for good, with the reason; no money moves.

    Raises `AdjustmentRejected`.
    """
    reason = reason.strip()
    if not reason:
        raise AdjustmentRejected(AdjustmentRejection.REASON_MISSING, rule="D6")
    if len(reason) > LONGEST_REASON or "\0" in reason:
        raise AdjustmentRejected(AdjustmentRejection.TEXT_INVALID, rule="D6", most=LONGEST_REASON)
    with transaction.atomic():
        proposal, author = _to_decide(adjustment_id, by)
        if proposal.state == AdjustmentState.REJECTED and proposal.decided_by_id == by:
            return AdjustmentDecided(proposal.pk, AdjustmentState.REJECTED, None, repeat=True)
        _decidable(proposal, by)
        proposal.state, proposal.decided_by, proposal.decided_at = AdjustmentState.REJECTED, author, now
        proposal.rejection = reason
        proposal.save(update_fields=["state", "decided_by", "decided_at", "rejection"])
        _tell(EventName.ADJUSTMENT_REJECTED, proposal, by, now, why=reason, proposed_by=proposal.proposed_by_id)
    return AdjustmentDecided(proposal.pk, AdjustmentState.REJECTED, None, repeat=False)


def _tell(name: EventName, adjustment: Adjustment, by: int, now: datetime, why: str = "", **facts: Any) -> None:
    tell(
        name,
        by=by,
        now=now,
        key=f"A-{adjustment.pk}",
        person_id=adjustment.person_id,
        why=why,
        amount=adjustment.amount,
        currency=Currency.EUR.value,
        **facts,
    )


def _staff(by: int, action: Action) -> Person:
    person = Person.objects.filter(pk=by).first()
    if person is None or not may(person, action):
        raise AdjustmentRejected(AdjustmentRejection.NOT_ALLOWED, rule="D6")
    return person


def _to_decide(adjustment_id: int, by: int) -> tuple[Adjustment, Person]:
    """The proposal, held still, and who decides. The player is held first: persons before everything else."""
    author = _staff(by, Action.APPROVE_ADJUSTMENT)
    owner = Adjustment.objects.filter(pk=adjustment_id).values_list("person_id", flat=True).first()
    if owner is None:
        raise AdjustmentRejected(AdjustmentRejection.NO_SUCH_ADJUSTMENT)
    hold_player(owner)
    return Adjustment.objects.select_for_update(of=("self",)).select_related("person").get(pk=adjustment_id), author


def _decidable(proposal: Adjustment, by: int) -> Person:
    if proposal.state != AdjustmentState.PROPOSED:
        raise AdjustmentRejected(AdjustmentRejection.ALREADY_DECIDED, rule="D6")
    if proposal.proposed_by_id == by:
        raise AdjustmentRejected(AdjustmentRejection.OWN_PROPOSAL, rule="D6")
    return proposal.person
