"""Background work of the cashier: sending withdrawals, asking after silent payments, sending money back.

Every sweep asks the database what is due, talks to the provider outside any transaction, and may be killed anywhere:
every order carries our key, so one given twice is one payment.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from players.accounts.operations.holding import hold_player
from players.cashier.operations.holders import registered_name
from players.cashier.operations.notices import take_notice
from players.cashier.operations.telling import tell_deposit, tell_withdrawal
from players.cashier.operations.terms import cashier_terms
from players.cashier.payments.provider import Order, Provider, ProviderAway
from players.events.names import EventName
from players.models import Deposit, DepositState, Withdrawal, WithdrawalState

MOST: Final = 50
"""Payments of one sweep; the next one goes on."""


def send_withdrawals(*, provider: Provider, now: datetime) -> int:
    """Hand the withdrawals that are ready to the provider; answers how many it took."""
    for key in _keys(Withdrawal.objects.filter(state=WithdrawalState.READY)):
        with transaction.atomic():
            owner = Withdrawal.objects.values_list("person_id", flat=True).get(key=key)
            hold_player(owner)
            row = Withdrawal.objects.select_for_update(of=("self",)).get(key=key)
            # Between the two looks the player may have cancelled it.
            if row.state == WithdrawalState.READY:
                row.state, row.sent_at = WithdrawalState.SENT, now
                row.save(update_fields=["state", "sent_at"])
                tell_withdrawal(EventName.WITHDRAWAL_SENT, row, by=None, now=now)
    taken = 0
    for row in Withdrawal.objects.filter(state=WithdrawalState.SENT, provider_ref="").select_related("instrument")[
        :MOST
    ]:
        order = Order(row.key, row.amount, row.instrument.label, registered_name(row.person_id) or "")
        try:
            ref = provider.pay_out(order, now=now)
        except ProviderAway:
            break
        taken += Withdrawal.objects.filter(pk=row.pk, provider_ref="").update(provider_ref=ref)
    return taken


def ask_after_silent(*, provider: Provider, now: datetime) -> int:
    """Ask the provider about payments whose notice does not come, and let deposits expire; answers how many it knew."""
    terms = cashier_terms()
    asked_long_ago = Q(asked_at__isnull=True) | Q(asked_at__lt=now - terms.ask_every)
    deposits = Deposit.objects.filter(asked_long_ago, state=DepositState.PENDING, started_at__lt=now - terms.ask_after)
    sent = Withdrawal.objects.filter(
        asked_long_ago, state=WithdrawalState.SENT, sent_at__lt=now - terms.ask_after
    ).exclude(provider_ref="")
    known = 0
    for outward, rows in ((False, deposits), (True, sent)):
        for key in _keys(rows):
            try:
                notice = provider.ask(key=key, outward=outward, now=now)
            except ProviderAway:
                return known
            model: Any = Withdrawal if outward else Deposit
            model.objects.filter(key=key).update(asked_at=now)
            if notice is not None:
                take_notice(notice=notice, provider=provider.name, now=now)
                known += 1
    _expire(now)
    return known


def send_money_back(*, provider: Provider, now: datetime) -> int:
    """Have money that came and was not credited returned to where it came from; answers how many payments."""
    done = 0
    for key in _keys(Deposit.objects.filter(refund_due_at__isnull=False, refunded_at__isnull=True)):
        try:
            provider.send_back(key=key, now=now)
        except ProviderAway:
            break
        with transaction.atomic():
            sent = Deposit.objects.filter(key=key, refunded_at__isnull=True).update(refunded_at=now)
            if sent:
                tell_deposit(EventName.DEPOSIT_RETURNED, Deposit.objects.get(key=key), by=None, now=now)
        done += sent
    return done


def _expire(now: datetime) -> None:
    """Expire deposits that were not paid. One that is paid later all the same is credited then."""
    late = Deposit.objects.filter(state=DepositState.PENDING, started_at__lt=now - cashier_terms().expire_after)
    for key in _keys(late):
        with transaction.atomic():
            hold_player(Deposit.objects.values_list("person_id", flat=True).get(key=key))
            expired = Deposit.objects.filter(key=key, state=DepositState.PENDING).update(
                state=DepositState.EXPIRED, finished_at=now
            )
            if expired:
                tell_deposit(EventName.DEPOSIT_EXPIRED, Deposit.objects.get(key=key), by=None, now=now)


def _keys(rows: QuerySet[Any]) -> Iterable[Any]:
    return list(rows.order_by("pk").values_list("key", flat=True)[:MOST])
