"""What a decision about money rests on: who asks, how they stand, what each answer does to the money."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from casino import words
from players import queries as persons
from players.operations.cashier.terms import cashier_terms
from players.queries import cashier
from wallet import queries as wallet
from wallet.money import Currency


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
    """What was asked for and no bank has paid yet, this payment with it."""


def holder(person_id: int, *, now: datetime) -> Holder:
    """How the player of a payment stands now."""
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
    """Why it waits, and what agreeing and refusing would do."""
    amount = words.money(card.amount, "EUR")
    yield _why_two(card)
    if card.first_by_id is None:
        yield gettext("Com a sua aprovação fica a faltar a de outra pessoa: ainda não sai dinheiro.")
    else:
        yield gettext("Com a sua aprovação, %(amount)s seguem para %(account)s. Já não se volta atrás.") % {
            "amount": amount,
            "account": card.label,
        }
    yield gettext("Se recusar, %(amount)s voltam já ao saldo do jogador, que lê o motivo.") % {"amount": amount}


def _why_two(card: cashier.WithdrawalCard) -> str:
    terms, asked = cashier_terms(), cashier.asked_lately(card)
    if asked.day > terms.two_persons_over:
        said = gettext(
            "Espera por duas pessoas: com este pedido, o jogador pediu %(sum)s em 24 horas, mais de %(over)s."
        )
        sum_, over = asked.day, terms.two_persons_over
    elif asked.week > terms.two_persons_over_week:
        said = gettext("Espera por duas pessoas: com este pedido, o jogador pediu %(sum)s em 7 dias, mais de %(over)s.")
        sum_, over = asked.week, terms.two_persons_over_week
    else:
        return gettext("Espera por duas pessoas porque a conta estava suspensa quando se pediu.")
    return said % {"sum": words.money(sum_, "EUR"), "over": words.money(over, "EUR")}


def adjustment_follows(card: cashier.AdjustmentCard, balance: int) -> Iterator[str]:
    """What agreeing and refusing would do to a balance of so many cents."""
    after = balance + card.amount
    if after < 0:
        yield gettext("O saldo é de %(balance)s e não chega: um acerto não o leva abaixo de zero (PT-05).") % {
            "balance": words.money(balance, "EUR")
        }
    else:
        yield gettext("Se aprovar, o saldo passa já de %(balance)s para %(after)s, com uma linha no livro-razão.") % {
            "balance": words.money(balance, "EUR"),
            "after": words.money(after, "EUR"),
        }
    yield gettext("Se recusar, nenhum dinheiro se move. Uma linha escrita só se corrige com outro acerto.")
