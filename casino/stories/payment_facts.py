"""The facts of a complaint about a deposit or a withdrawal: what was asked for, what the bank said, what came of it.

As `case_facts` has those of a round: in the order of time, each from a row that the cashier keeps. Members of the staff
are not named, and neither is the holder of the bank account: the player reads these facts.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.wording import payment_names, words
from players.cashier import queries as cashier
from players.cashier.queries import DepositCard, NoticeCard, WithdrawalCard
from players.complaints.queries.cases import CaseCard, SubjectKind
from players.complaints.queries.replies import Placeholder
from wallet.queries import statements

LINE_DIGITS: Final = 18
"""Of a ledger line's number: more is none."""
_CURRENCY: Final = "EUR"
_OPENINGS: "Final[Mapping[str, str | Promise]]" = {
    "deposit": gettext_lazy("We have looked again at your deposit %(number)s of %(amount)s, begun on %(at)s%(fact)s."),
    "withdrawal": gettext_lazy(
        "We have looked again at your withdrawal %(number)s of %(amount)s, asked for on %(at)s%(fact)s."
    ),
}
_ENDS: "Final[Mapping[str, str | Promise]]" = {
    "pending": gettext_lazy("The bank has not answered yet, and nothing has been credited."),
    "credited": gettext_lazy("It was credited to your balance on %(at)s%(fact)s."),
    "rejected": gettext_lazy("It was not credited: %(cause)s%(fact)s."),
    "expired": gettext_lazy("The payment was not completed in time, and it was closed on %(at)s%(fact)s."),
    "charged-back": gettext_lazy("Your bank took the money back on %(at)s%(fact)s."),
    "held": gettext_lazy("It waits for the house to approve it; the amount is kept for you meanwhile."),
    "ready": gettext_lazy("It is about to be sent to the bank; the amount is kept for you meanwhile."),
    "sent": gettext_lazy("The bank has it and has not answered yet; the amount is kept for you meanwhile."),
    "paid": gettext_lazy("The bank paid it on %(at)s%(fact)s."),
    "cancelled": gettext_lazy("You cancelled it on %(at)s, and the amount went back to your balance%(fact)s."),
    "refused": gettext_lazy("The house refused it: %(cause)s. The amount went back to your balance%(fact)s."),
    "failed": gettext_lazy("The bank could not pay it. The amount went back to your balance on %(at)s%(fact)s."),
}
_ENDED: "Final[Mapping[str, tuple[str | Promise, str]]]" = {
    "credited": (gettext_lazy("The amount is credited to the balance."), "good"),
    "rejected": (gettext_lazy("The deposit is refused: %(cause)s."), "bad"),
    "expired": (gettext_lazy("The deposit is closed: it was not completed in time."), "bad"),
    "charged-back": (gettext_lazy("The player’s bank takes the deposit back."), "bad"),
    "paid": (gettext_lazy("The bank has paid the withdrawal."), "good"),
    "cancelled": (gettext_lazy("The player cancels the withdrawal, and the amount goes back to the balance."), ""),
    "refused": (
        gettext_lazy("The house refuses the withdrawal, and the amount goes back to the balance: %(cause)s."),
        "bad",
    ),
    "failed": (
        gettext_lazy("The bank could not pay the withdrawal, and the amount goes back to the balance."),
        "bad",
    ),
}


@dataclass(frozen=True, slots=True)
class Payment:
    """A player's own deposit or withdrawal, with everything that the bank said of it."""

    card: DepositCard | WithdrawalCard
    notices: tuple[NoticeCard, ...]

    @property
    def kind(self) -> str:
        """Which of the two it is: "deposit" or "withdrawal"."""
        return "deposit" if isinstance(self.card, DepositCard) else "withdrawal"

    @property
    def number(self) -> str:
        """As the office's search finds it: `D-1f3a9b2c`, or `L-` of a withdrawal."""
        return f"{'D' if self.kind == 'deposit' else 'L'}-{self.card.key.hex[:8]}"

    @property
    def asked_at(self) -> datetime:
        """When the player began it."""
        return self.card.started_at if isinstance(self.card, DepositCard) else self.card.requested_at

    @property
    def cause(self) -> str:
        """Why it was refused, without a full stop; empty where it was not."""
        return payment_names.why(self.card.reason).rstrip(".") if self.card.reason else ""


@dataclass(frozen=True, slots=True)
class Noted:
    """One fact; `kind` names it for citations, `tone` is "bad" for what was refused, "good" for what was done."""

    at: datetime
    kind: str
    text: str
    tone: str = ""


def payment_of(case: CaseCard) -> Payment | None:
    """The payment that a case is about: by its own key, or by a line of the player's statement; None for any other."""
    if case.subject_kind is not SubjectKind.PAYMENT or case.person_id is None:
        return None
    key = _key(case)
    if key is None:
        return None
    deposit = cashier.deposit(key, person_id=case.person_id)
    if deposit is not None:
        return Payment(deposit, cashier.notices_of(key, deposit.provider_ref))
    withdrawal = cashier.withdrawal(key, person_id=case.person_id)
    return Payment(withdrawal, ()) if withdrawal is not None else None


def _key(case: CaseCard) -> UUID | None:
    said = case.subject
    if said.isascii() and said.isdecimal():
        return statements.line_key(int(said), person_key=case.person_key) if len(said) <= LINE_DIGITS else None
    try:
        return UUID(said)
    except ValueError:
        return None


def noted_of(payment: Payment) -> list[Noted]:
    """The facts in the order of time; of the same moment, in the order in which they follow from each other."""
    return sorted(_noted(payment), key=lambda each: each.at)


def _noted(payment: Payment) -> Iterator[Noted]:
    card, told = payment.card, _told(payment)
    if isinstance(card, DepositCard):
        yield Noted(
            card.started_at, "asked", gettext("Deposit %(number)s of %(amount)s begins, from %(label)s.") % told
        )
    else:
        text = gettext(
            "Withdrawal %(number)s of %(amount)s to %(label)s is asked for, and the amount leaves the balance."
        )
        yield Noted(card.requested_at, "asked", text % told)
        yield from _approved(card)
    for notice in payment.notices:
        yield Noted(notice.received_at, "notice", _said(notice))
    if card.finished_at is not None:
        end, tone = _ENDED[card.state.value]
        yield Noted(card.finished_at, "ended", str(end) % told, tone)
    if isinstance(card, DepositCard):
        if card.refund_due_at is not None:
            yield Noted(card.refund_due_at, "due", gettext("What arrived has to go back to the bank."))
        if card.refunded_at is not None:
            yield Noted(card.refunded_at, "refunded", gettext("What arrived was sent back to the bank."), "good")


def _approved(card: WithdrawalCard) -> Iterator[Noted]:
    if card.first_at is not None:
        yield Noted(card.first_at, "approved", gettext("A member of the house’s staff approves the withdrawal."))
    if card.second_at is not None:
        yield Noted(
            card.second_at, "approved", gettext("A second member of the house’s staff approves the withdrawal.")
        )
    if card.sent_at is not None:
        yield Noted(card.sent_at, "sent", gettext("The withdrawal is sent to the bank."))


def _said(notice: NoticeCard) -> str:
    told = {"what": payment_names.notice(notice.kind)}
    if notice.amount is None:
        return gettext("The bank says: %(what)s.") % told
    told["amount"] = words.money(notice.amount, notice.currency)
    return gettext("The bank says: %(what)s, %(amount)s.") % told


def _told(payment: Payment) -> dict[str, str]:
    return {
        "number": payment.number,
        "amount": words.money(payment.card.amount, _CURRENCY),
        "label": payment.card.label,
        "cause": payment.cause,
    }


def values_of(payment: Payment, cites: Mapping[str, str]) -> Iterator[tuple[Placeholder, str]]:
    """What the places of a kept text are filled with, each with the number of its fact."""
    told, asked = _told(payment), cites.get("asked", "")
    yield Placeholder.PAYMENT, f"{payment.number}{asked}"
    yield Placeholder.AMOUNT, f"{told['amount']}{asked}"
    yield Placeholder.METHOD, f"{payment.card.label}{asked}"
    yield Placeholder.MOMENT, f"{words.moment(payment.asked_at)}{asked}"
    yield Placeholder.OUTCOME, f"{payment_names.state(payment.card.state.value)}{cites.get('ended', '')}"
    if payment.cause:
        yield Placeholder.CAUSE, f"{payment.cause}{cites.get('ended', '')}"


def draft_of(address: str, payment: Payment, cites: Mapping[str, str]) -> str:
    """A first draft of the answer, each of its facts with its number."""
    card = payment.card
    told = {**_told(payment), "at": words.moment(payment.asked_at), "fact": cites.get("asked", "")}
    parts = [f"{address},", str(_OPENINGS[payment.kind]) % told]
    if isinstance(card, WithdrawalCard) and card.sent_at is not None:
        sent = {"at": words.moment(card.sent_at), "fact": cites.get("sent", "")}
        parts.append(gettext("It was sent to the bank on %(at)s%(fact)s.") % sent)
    end = {**told, "fact": cites.get("ended", ""), "at": words.moment(card.finished_at) if card.finished_at else ""}
    parts.append(str(_ENDS[card.state.value]) % end)
    if isinstance(card, DepositCard) and card.refunded_at is not None:
        back = {"at": words.moment(card.refunded_at), "fact": cites.get("refunded", "")}
        parts.append(gettext("What had arrived was sent back to your bank on %(at)s%(fact)s.") % back)
    return "\n\n".join(parts)
