"""Acts of staff, players, the bank and the national list on money and persons: prepared, and not yet done.

Each takes a house and answers the operation. It is one transaction; it may be asked for as often as it takes, and done
twice it changes no more than done once.
"""

import contextlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from kernel.periods import Period
from players.cashier import operations as cashier
from players.cashier.payments.provider import Notice, NoticeKind
from players.complaints import operations as complaints
from players.complaints.operations import CaseDone
from players.messages.operations import emails
from players.models import ExclusionKind, ExclusionSource, Limit, LimitKind
from players.protection.operations import exclusion, limits, national
from players.roles import Role
from players.staff import operations as staff
from tests.factories import Actor, Floor, personal_details
from tests.integration.players.tills import Till, iban

Operation = Callable[[], object]
TEXT: Final = "A jogada foi paga como empate e as cartas eram outras."
REASONS: Final = "Jogámos a jogada de novo a partir do que está guardado e vimos o engano."


@dataclass
class Office:
    """A player with money and a proven means of payment, and those who decide about both."""

    floor: Floor
    till: Till
    player: Actor
    instrument: int
    support: Actor
    compliance: Actor

    def withdrawal(self, cents: int) -> uuid.UUID:
        """One that was asked for."""
        return self.till.ask_out(self.player, cents, self.instrument)

    def complaint(self) -> CaseDone:
        """One that support has in hand."""
        made = complaints.complain(
            person_id=self.player.id, category="round", text=TEXT, idempotency_key=uuid.uuid4(), now=self.floor.now
        )
        return complaints.take_in_hand(
            complaint_id=made.complaint_id, by=self.support.id, seen=made.revision, now=self.floor.now
        )


def office(floor: Floor) -> Office:
    """The house in which everything here is done."""
    till, player = Till(floor), floor.player(cents=10_000_00)
    instrument = till.instrument(player, proven=True)
    return Office(floor, till, player, instrument, floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE))


# The bank ------------------------------------------------------------------------------------------------------------


def _noticed(of: Office, key: uuid.UUID, kind: NoticeKind) -> Operation:
    row = (of.till.withdrawal if kind in {NoticeKind.PAID_OUT, NoticeKind.PAY_OUT_FAILED} else of.till.deposit)(key)
    notice = Notice(f"e-{uuid.uuid4()}", kind, key, row.provider_ref, row.amount, "EUR", "Ana Maria Reis")
    return lambda: cashier.take_notice(notice=notice, provider="sandbox", now=of.floor.now)


def deposit_credited(of: Office) -> Operation:
    """The bank says that a deposit is paid."""
    return _noticed(of, of.till.start(of.player, 37_50, instrument=of.instrument), NoticeKind.PAID_IN)


def deposit_taken_back(of: Office) -> Operation:
    """The bank takes a credited deposit back."""
    return _noticed(of, of.till.paid(of.floor.player(cents=0), 41_00), NoticeKind.CHARGED_BACK)


def _sent(of: Office) -> uuid.UUID:
    key = of.withdrawal(12_34)
    cashier.send_withdrawals(provider=of.till.provider, now=of.floor.now)
    return key


def withdrawal_paid(of: Office) -> Operation:
    """The bank says that it paid out."""
    return _noticed(of, _sent(of), NoticeKind.PAID_OUT)


def withdrawal_failed(of: Office) -> Operation:
    """The bank says that it could not pay out: the money comes back."""
    return _noticed(of, _sent(of), NoticeKind.PAY_OUT_FAILED)


# The cashier ---------------------------------------------------------------------------------------------------------


def instrument_added(of: Office) -> Operation:
    """A player names a means of payment."""
    key, other = uuid.uuid4(), of.floor.player(cents=0)
    number = iban(90_000_000 + other.id)
    return lambda: cashier.add_instrument(
        person_id=other.id, kind="bank-account", number=number, idempotency_key=key, now=of.floor.now
    )


def withdrawal_requested(of: Office) -> Operation:
    """A player asks for money."""
    key = uuid.uuid4()
    return lambda: cashier.request_withdrawal(
        person_id=of.player.id, instrument_id=of.instrument, amount=23_00, idempotency_key=key, now=of.floor.now
    )


def withdrawal_cancelled(of: Office) -> Operation:
    """A player takes a request back."""
    key = of.withdrawal(23_00)
    return lambda: cashier.cancel_withdrawal(person_id=of.player.id, key=key, now=of.floor.now)


def withdrawal_approved(of: Office) -> Operation:
    """The second of two agrees to a payment, which may go."""
    key, first = of.withdrawal(2_500_00), of.floor.staff(Role.COMPLIANCE)
    cashier.approve_withdrawal(key=key, reason="visto", by=first.id, now=of.floor.now)
    return lambda: cashier.approve_withdrawal(key=key, reason="visto", by=of.compliance.id, now=of.floor.now)


def withdrawal_refused(of: Office) -> Operation:
    """One of staff refuses a payment: the money comes back."""
    key = of.withdrawal(2_500_00)
    return lambda: cashier.refuse_withdrawal(key=key, reason="não é dele", by=of.compliance.id, now=of.floor.now)


def _proposed(of: Office, amount: int, key: uuid.UUID) -> int:
    made = cashier.propose_adjustment(
        person_id=of.player.id,
        amount=amount,
        reason="prémio por pagar",
        reference="R-1",
        idempotency_key=key,
        by=of.support.id,
        now=of.floor.now,
    )
    return made.adjustment_id


def adjustment_proposed(of: Office) -> Operation:
    """A correction of a balance is proposed."""
    key = uuid.uuid4()
    return lambda: _proposed(of, 12_50, key)


def adjustment_approved(of: Office) -> Operation:
    """A second person agrees that money is taken."""
    proposal = _proposed(of, -12_50, uuid.uuid4())
    return lambda: cashier.approve_adjustment(adjustment_id=proposal, by=of.compliance.id, now=of.floor.now)


# Protection ----------------------------------------------------------------------------------------------------------


def excluded_by_oneself(of: Office) -> Operation:
    """A player excludes themselves."""
    player, key = of.floor.player(cents=5_00), uuid.uuid4()
    return lambda: exclusion.exclude(
        person_id=player.id, kind=ExclusionKind.FIXED, months=3, idempotency_key=key, now=of.floor.now
    )


def excluded_by_staff(of: Office) -> Operation:
    """Staff bar a player, whose waiting withdrawal stays."""
    player, key = of.floor.player(cents=5_00), uuid.uuid4()
    return lambda: exclusion.exclude(
        person_id=player.id,
        kind=ExclusionKind.SHORT,
        length=timedelta(days=2),
        source=ExclusionSource.OPERATOR,
        reason="jogo excessivo",
        by=of.compliance.id,
        idempotency_key=key,
        now=of.floor.now,
    )


def excluded_by_the_list(of: Office) -> Operation:
    """The national list bars a player."""
    player, reference = of.floor.player(cents=5_00), f"SRIJ-{uuid.uuid4().hex[:12]}"
    return lambda: national.impose(
        person_id=player.id, reference=reference, starts_at=of.floor.now, ends_at=None, now=of.floor.now
    )


def exclusion_revoked(of: Office) -> Operation:
    """Staff take an exclusion of theirs back."""
    made = excluded_by_staff(of)()
    assert isinstance(made, exclusion.Excluded)
    return lambda: exclusion.revoke(
        exclusion_id=made.exclusion_id, reason="engano", by=of.compliance.id, now=of.floor.now
    )


def limit_lowered(of: Office) -> Operation:
    """A player lowers a limit that holds at once."""
    player = of.floor.player(cents=0)

    def put(most: int, key: uuid.UUID) -> limits.LimitSet:
        return limits.set_limit(
            person_id=player.id,
            kind=LimitKind.DEPOSIT,
            period=Period.DAY,
            most=most,
            idempotency_key=key,
            now=of.floor.now,
        )

    put(100_00, uuid.uuid4())
    assert Limit.objects.filter(person_id=player.id).count() == 1
    key = uuid.uuid4()
    return lambda: put(50_00, key)


# Complaints, e-mails, staff ------------------------------------------------------------------------------------------


def complaint_made(of: Office) -> Operation:
    """A player complains."""
    key, player = uuid.uuid4(), of.floor.player(cents=0)
    return lambda: complaints.complain(
        person_id=player.id, category="round", text=TEXT, idempotency_key=key, now=of.floor.now
    )


def complaint_answered(of: Office) -> Operation:
    """Support writes to the player."""
    case, key = of.complaint(), uuid.uuid4()
    return lambda: complaints.write(
        complaint_id=case.complaint_id, text=TEXT, by=of.support.id, idempotency_key=key, now=of.floor.now
    )


def _decided(of: Office, case: CaseDone, award: int, key: uuid.UUID) -> CaseDone:
    return complaints.decide(
        complaint_id=case.complaint_id,
        outcome="accepted" if award else "rejected",
        reasons=REASONS,
        by=of.support.id,
        seen=case.revision,
        idempotency_key=key,
        award=award,
        now=of.floor.now,
    )


def complaint_decided(of: Office) -> Operation:
    """Support decides, and proposes money."""
    case, key = of.complaint(), uuid.uuid4()
    return lambda: _decided(of, case, 7_00, key)


def award_approved(of: Office) -> Operation:
    """A second person agrees, and the money is paid."""
    decided = _decided(of, of.complaint(), 7_00, uuid.uuid4())
    return lambda: complaints.approve_award(
        complaint_id=decided.complaint_id, by=of.compliance.id, seen=decided.revision, now=of.floor.now
    )


def email_written(of: Office) -> Operation:
    """An e-mail by itself, without the transaction of what it tells."""
    key = uuid.uuid4()
    return lambda: emails.write_email(
        person_id=of.player.id, kind="deposit-credited", facts={"amount": 1_00}, idempotency_key=key, now=of.floor.now
    )


def _hire(of: Office, boss: Actor, key: uuid.UUID, nif: str) -> int:
    number = key.hex[:10]
    made = staff.propose_hire(
        email=f"{number}@sabot.example",
        name=f"Pessoa {number}",
        roles=[Role.SUPPORT],
        full_name="Rui Manuel Costa",
        nif=nif,
        reason="começa hoje",
        idempotency_key=key,
        by=boss.id,
        now=of.floor.now,
    )
    return made.proposal_id


def hire_proposed(of: Office) -> Operation:
    """An administrator proposes to take a colleague on."""
    boss, key, nif = of.floor.staff(Role.ADMINISTRATOR), uuid.uuid4(), personal_details().nif
    return lambda: _hire(of, boss, key, nif)


def hire_approved(of: Office) -> Operation:
    """A second person agrees: the account is made."""
    proposal = _hire(of, of.floor.staff(Role.ADMINISTRATOR), uuid.uuid4(), personal_details().nif)
    return lambda: staff.approve_proposal(proposal_id=proposal, by=of.compliance.id, now=of.floor.now)


DOINGS: Final[dict[str, Callable[[Office], Operation]]] = {
    each.__name__: each
    for each in (
        deposit_credited,
        deposit_taken_back,
        withdrawal_paid,
        withdrawal_failed,
        instrument_added,
        withdrawal_requested,
        withdrawal_cancelled,
        withdrawal_approved,
        withdrawal_refused,
        adjustment_proposed,
        adjustment_approved,
        excluded_by_oneself,
        excluded_by_staff,
        excluded_by_the_list,
        exclusion_revoked,
        limit_lowered,
        complaint_made,
        complaint_answered,
        complaint_decided,
        award_approved,
        hire_proposed,
        hire_approved,
    )
}


def once_more(operation: Operation) -> None:
    """Ask again for what is done: a repeat, or a rejection."""
    with contextlib.suppress(
        cashier.WithdrawalRejected,
        cashier.AdjustmentRejected,
        complaints.CaseRejected,
        exclusion.RevocationRejected,
        staff.MemberRejected,
    ):
        operation()
