"""Deciding a complaint: an outcome with reasons (PT-77); where money is due, only once a second person agrees (D6)."""

from collections.abc import Collection
from datetime import datetime
from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import transaction

from kernel.typed import cleaned
from players.cashier import operations as cashier
from players.complaints.operations.cases import (
    CaseRejected,
    CaseRejection,
    case,
    known_templates,
    require,
    unchanged_since,
)
from players.complaints.operations.rows import (
    CaseDone,
    done,
    fits,
    happened,
    money,
    stand,
    tell_staff,
    waiting_decision,
)
from players.models import (
    Adjustment,
    AdjustmentState,
    Complaint,
    ComplaintDecision,
    ComplaintOutcome,
    ComplaintState,
    ReplyUse,
    What,
)
from players.roles import Action

AWARD_MOST: Final = 100_000_000
"""Cents; a slip of the keyboard is not a million euros."""
REJECTION_LEAST: Final = 3


def decide(
    *,
    complaint_id: int,
    outcome: str,
    reasons: str,
    by: int,
    seen: int,
    idempotency_key: UUID,
    now: datetime,
    award: int = 0,
    templates: Collection[int] = (),
) -> CaseDone:
    """Decide a case that one has in hand. `award` is money due to the player, in cents; `templates` are the versions
    of the kept texts that the reasons came from.

    Without money the outcome stands and the player is told. With money it is proposed: it stands, and is told, once a
    second person has approved the payment (`approve_award`).

    Raises `CaseRejected`.
    """
    require(by, Action.ANSWER_COMPLAINTS)
    reasons = cleaned(reasons)
    _check(outcome, reasons, award)
    known_templates(templates)
    with transaction.atomic():
        complaint = case(complaint_id)
        before = ComplaintDecision.objects.filter(key=idempotency_key).first()
        if before is not None:
            asked = (complaint.pk, outcome, reasons, award, by)
            if (before.complaint_id, before.outcome, before.reasons, before.award, before.by_id) != asked:
                raise CaseRejected(CaseRejection.KEY_REUSED)
            return done(complaint, repeat=True)
        if waiting_decision(complaint) is not None:
            raise CaseRejected(CaseRejection.AWARD_WAITS)
        if complaint.state != ComplaintState.IN_HAND:
            raise CaseRejected(CaseRejection.NOT_IN_THAT_STATE)
        unchanged_since(complaint, seen)
        if complaint.handler_id != by:
            raise CaseRejected(CaseRejection.NOT_YOURS)
        if award and complaint.person_id is None:
            raise CaseRejected(CaseRejection.NO_ACCOUNT)
        decision = ComplaintDecision(
            complaint=complaint,
            turn=complaint.turn,
            key=idempotency_key,
            outcome=outcome,
            reasons=reasons,
            award=award,
            by_id=by,
            at=now,
        )
        if award:
            decision.adjustment = _propose_money(complaint, award, idempotency_key, by=by, now=now)
            _keep(decision, templates)
            told = {"outcome": outcome, **money(award)}
            happened(complaint, What.PROPOSED, by=by, now=now, told=told, outcome=outcome, award=award)
        else:
            decision.decided_at = now
            _keep(decision, templates)
            stand(complaint, decision, by=by, now=now)
    return done(complaint)


def _keep(decision: ComplaintDecision, templates: Collection[int]) -> None:
    decision.save()
    ReplyUse.objects.bulk_create(ReplyUse(decision=decision, version_id=version) for version in sorted(set(templates)))


def _check(outcome: str, reasons: str, award: int) -> None:
    if outcome not in {each.value for each in ComplaintOutcome}:
        raise CaseRejected(CaseRejection.OUTCOME_UNKNOWN, rule="PT-77")
    if not fits(reasons):
        raise CaseRejected(CaseRejection.NO_REASONS, rule="PT-77")
    if type(award) is not int or not 0 <= award <= AWARD_MOST or (award and outcome == ComplaintOutcome.REJECTED):
        raise CaseRejected(CaseRejection.AWARD_INVALID, most=AWARD_MOST)


def _propose_money(complaint: Complaint, award: int, key: UUID, *, by: int, now: datetime) -> int:
    assert complaint.person_id is not None, "money is for an account"
    try:
        return cashier.propose_adjustment(
            person_id=complaint.person_id,
            amount=award,
            reason=f"Reclamação {complaint.number}",
            reference=complaint.number,
            idempotency_key=uuid5(NAMESPACE_URL, f"complaint-award/{key}"),
            by=by,
            now=now,
        ).adjustment_id
    except cashier.AdjustmentRejected as error:
        raise CaseRejected(CaseRejection.MONEY_REFUSED) from error


def approve_award(*, complaint_id: int, by: int, seen: int, now: datetime) -> CaseDone:
    """Agree, as a second person, that the money is due: it is paid, the outcome stands, the player is told of both.

    Raises `CaseRejected`.
    """
    require(by, Action.APPROVE_AWARD)
    with transaction.atomic():
        complaint = case(complaint_id)
        decision = _waiting(complaint, by=by, seen=seen)
        assert decision.adjustment is not None, "a decision with money has its adjustment"
        try:
            cashier.approve_adjustment(adjustment_id=decision.adjustment, by=by, now=now)
        except cashier.AdjustmentRejected as error:
            if error.reason in {cashier.AdjustmentRejection.TOO_RECENT, cashier.AdjustmentRejection.SAME_HANDS}:
                raise CaseRejected(CaseRejection(error.reason.value), rule="H7", until=error.until) from error
            raise CaseRejected(CaseRejection.MONEY_REFUSED) from error
        _paid(complaint, decision, by=by, now=now)
    return done(complaint)


def _paid(complaint: Complaint, decision: ComplaintDecision, *, by: int, now: datetime) -> None:
    decision.approved_by_id, decision.decided_at = by, now
    decision.save(update_fields=["approved_by", "decided_at"])
    award, told = decision.award, money(decision.award)
    happened(complaint, What.AWARD_PAID, by=by, now=now, told=told, award=award, adjustment=decision.adjustment)
    stand(complaint, decision, by=decision.by_id, now=now, actor=by)


def refuse_award(*, complaint_id: int, reason: str, by: int, seen: int, now: datetime) -> CaseDone:
    """Disagree, as a second person: nothing is paid, the case goes back to its handler, and the player is told nothing.

    Raises `CaseRejected`.
    """
    require(by, Action.APPROVE_AWARD)
    reason = cleaned(reason)
    if not fits(reason, least=REJECTION_LEAST):
        raise CaseRejected(CaseRejection.TEXT_INVALID)
    with transaction.atomic():
        complaint = case(complaint_id)
        decision = _waiting(complaint, by=by, seen=seen)
        assert decision.adjustment is not None, "a decision with money has its adjustment"
        try:
            cashier.reject_adjustment(adjustment_id=decision.adjustment, reason=reason, by=by, now=now)
        except cashier.AdjustmentRejected as error:
            raise CaseRejected(CaseRejection.MONEY_REFUSED) from error
        _not_paid(complaint, decision, by=by, reason=reason, now=now)
    return done(complaint)


def _not_paid(complaint: Complaint, decision: ComplaintDecision, *, by: int, reason: str, now: datetime) -> None:
    decision.refused_by_id, decision.refused_at, decision.rejection = by, now, reason
    decision.save(update_fields=["refused_by", "refused_at", "rejection"])
    award, told = decision.award, money(decision.award)
    event = happened(complaint, What.AWARD_REFUSED, by=by, now=now, told=told, award=award, reason=reason)
    tell_staff(complaint, "complaint-award-refused", event, to=[decision.by_id], now=now, reason=reason)


def _waiting(complaint: Complaint, *, by: int, seen: int) -> ComplaintDecision:
    decision = waiting_decision(complaint)
    if decision is None:
        raise CaseRejected(CaseRejection.NO_AWARD_WAITS)
    unchanged_since(complaint, seen)
    if decision.by_id == by:
        raise CaseRejected(CaseRejection.OWN_WORK, rule="D6")
    return decision


def take_over_awards(*, now: datetime) -> int:
    """Apply decisions made at the cashier's own desk to their complaints; return in how many cases.

    The payment and its proposal are the cashier's: a decision there decides the complaint as well.
    """
    waiting = ComplaintDecision.objects.filter(decided_at=None, refused_at=None).values_list(
        "complaint_id", "adjustment"
    )
    settled = set(
        Adjustment.objects.filter(
            pk__in=[adjustment for _, adjustment in waiting], decided_at__isnull=False
        ).values_list("pk", flat=True)
    )
    return sum(_take_over(complaint_id, now) for complaint_id, adjustment in waiting if adjustment in settled)


def _take_over(complaint_id: int, now: datetime) -> bool:
    with transaction.atomic():
        complaint = case(complaint_id)
        decision = waiting_decision(complaint)
        if decision is None or decision.adjustment is None:
            return False
        money = Adjustment.objects.get(pk=decision.adjustment)
        assert money.decided_by_id is not None, "a decided adjustment names who decided"
        if money.state == AdjustmentState.APPROVED:
            _paid(complaint, decision, by=money.decided_by_id, now=now)
        else:
            _not_paid(complaint, decision, by=money.decided_by_id, reason=money.rejection, now=now)
    return True
