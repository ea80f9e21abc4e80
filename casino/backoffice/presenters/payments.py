"""The facts behind a decision about money: the player, their standing, and the effect of each answer on the money."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from casino.wording import words
from kernel.money import Currency
from players.accounts import queries as persons
from players.cashier import queries as cashier
from players.cashier.operations.terms import cashier_terms
from wallet import queries as wallet


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The player whose money it is. Amounts are cents."""

    public_id: UUID
    nickname: str
    verified: bool
    suspended: bool
    excluded: bool
    closed: bool
    balance: int
    on_way: int
    """The sum of the requests that no bank has paid yet, including this payment."""


def holder(person_id: int, *, now: datetime) -> Holder:
    """The present standing of the player of a payment."""
    card = persons.person(person_id)
    assert card is not None, "a payment has its player"
    return Holder(
        public_id=card.public_id,
        nickname=card.nickname,
        verified=card.verified_at is not None,
        suspended=card.suspended_at is not None,
        excluded=persons.exclusion_of(person_id, now) is not None,
        closed=card.closed_at is not None,
        balance=wallet.balance(card.person_key, Currency.EUR),
        on_way=cashier.on_its_way(person_id),
    )


def withdrawal_follows(card: cashier.WithdrawalCard) -> Iterator[str]:
    """The reason why it waits, and the effect of approving and of refusing it."""
    amount = words.money(card.amount, "EUR")
    yield _why_two(card)
    if card.first_by_id is None:
        yield gettext("With your approval, another person’s is still missing: no money leaves yet.")
    else:
        yield gettext("With your approval, %(amount)s go to %(account)s. This cannot be undone.") % {
            "amount": amount,
            "account": card.label,
        }
    yield gettext(
        "If you refuse, %(amount)s return to the player’s balance at once, and the player reads the reason."
    ) % {"amount": amount}


def _why_two(card: cashier.WithdrawalCard) -> str:
    terms, asked = cashier_terms(), cashier.asked_lately(card)
    if asked.day > terms.two_persons_over:
        said = gettext(
            "It needs two approvals: with this request, the player asked for %(sum)s in 24 hours, more than %(over)s."
        )
        sum_, over = asked.day, terms.two_persons_over
    elif asked.week > terms.two_persons_over_week:
        said = gettext(
            "It needs two approvals: with this request, the player asked for %(sum)s in 7 days, more than %(over)s."
        )
        sum_, over = asked.week, terms.two_persons_over_week
    else:
        return gettext("It needs two approvals because the account was suspended when the withdrawal was requested.")
    return said % {"sum": words.money(sum_, "EUR"), "over": words.money(over, "EUR")}


def adjustment_follows(card: cashier.AdjustmentCard, balance: int) -> Iterator[str]:
    """The effect of approving and of refusing on a balance of so many cents."""
    after = balance + card.amount
    if after < 0:
        yield gettext(
            "The balance is %(balance)s, which is not enough: an adjustment does not take it below zero (PT-05)."
        ) % {"balance": words.money(balance, "EUR")}
    else:
        yield gettext(
            "If you approve, the balance goes from %(balance)s to %(after)s at once, with a line in the ledger."
        ) % {
            "balance": words.money(balance, "EUR"),
            "after": words.money(after, "EUR"),
        }
    yield gettext("If you refuse, no money moves. A line once written is corrected only by another adjustment.")
