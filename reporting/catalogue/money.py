"""Reports about money: what came in, went out and lay between, by account, by day and by movement."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from kernel.labels import labels_of
from players.cashier import datasets as money_datasets
from reporting.catalogue import lists
from reporting.catalogue.accounts import WHO
from reporting.catalogue.definition import Asked, Check, Definition, Filter, at, cents, code, day, ratio, whole
from reporting.writers.documents import Column
from wallet import queries as wallet
from wallet.chart import Code, prizes, stakes_returned

_ALL: Final = frozenset({Filter.CURRENCY, Filter.PLAYER})
_SUMS: Final[tuple[Column, ...]] = (
    cents("deposits", _("Deposits")),
    cents("withdrawals", _("Withdrawals")),
    cents("top_ups", _("Play money chips")),
    cents("adjustments", _("Adjustments")),
    cents("staked", _("Staked")),
    cents("payouts", _("Payouts, stakes included")),
    cents("refunded", _("Refunds")),
)


def moved(asked: Asked) -> dict[Code, int]:
    """The ledger's own sums of the period by code."""
    found = wallet.totals(Code, since=asked.since, until=asked.until, currency=asked.currency)
    return dict.fromkeys(Code, 0) | {total.code: total.amount for total in found}


def _sums(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    """Deposits, stakes, payouts … of all accounts beside the ledger's sums."""
    if not asked.whole:
        return ()
    ledger = moved(asked)
    paid_out = ledger[Code.WITHDRAWAL] + ledger[Code.WITHDRAWAL_REQUESTED] - ledger[Code.WITHDRAWAL_GIVEN_BACK]
    pairs = (
        ("deposits", _("Deposits"), ledger[Code.DEPOSIT]),
        ("withdrawals", _("Withdrawals"), paid_out),
        ("top_ups", _("Play money chips"), ledger[Code.PLAY_TOP_UP]),
        ("staked", _("Staked"), ledger[Code.STAKE] - ledger[Code.STAKE_TAKEN_BACK]),
        ("payouts", _("Payouts, stakes included"), stakes_returned(ledger) + prizes(ledger)),
        ("refunded", _("Refunds"), ledger[Code.REFUND]),
    )
    return tuple(Check(name=name, title=title, report=totals[name], ledger=sum_) for name, title, sum_ in pairs)


def _deposited(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    if not asked.whole:
        return ()
    return (Check(name="amount", title=_("Deposits"), report=totals["amount"], ledger=moved(asked)[Code.DEPOSIT]),)


def _withdrawn(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    if not asked.whole:
        return ()
    ledger = moved(asked)
    gone = ledger[Code.WITHDRAWAL] + ledger[Code.WITHDRAWAL_REQUESTED] - ledger[Code.WITHDRAWAL_GIVEN_BACK]
    return (Check(name="amount", title=_("Withdrawals"), report=totals["amount"], ledger=-gone),)


def _at_tables(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    if not asked.whole:
        return ()
    ledger = moved(asked)
    won = stakes_returned(ledger) + prizes(ledger) + ledger[Code.REFUND] + ledger[Code.STAKE_TAKEN_BACK]
    return (
        Check(name="amount", title=_("Gaming movements"), report=totals["amount"], ledger=won - ledger[Code.STAKE]),
    )


_PAYMENT: Final[tuple[Column, ...]] = (
    at("at", _("When")),
    *WHO,
    code("code", _("Movement"), labels_of(Code)),
    cents("amount", _("Amount")),
    cents("balance_before", _("Balance before"), summed=False),
    cents("balance_after", _("Balance after"), summed=False),
)

DEFINITIONS: Final = (
    Definition(
        name="deposits",
        version=1,
        source="PT-R02",
        title=_("Deposits"),
        about=_("All deposits credited, with the balance before and after."),
        filters=_ALL,
        columns=(*_PAYMENT, code("key", _("Reference"))),
        register=lambda asked: money_datasets.payments(
            since=asked.begin, until=asked.until, currency=asked.currency, paid_in=True, player=asked.player
        ),
        checks=_deposited,
    ),
    Definition(
        name="withdrawals",
        version=1,
        source="PT-R05",
        title=_("Withdrawals"),
        about=_("All withdrawals asked for and returned, with the balance before and after."),
        filters=_ALL,
        columns=(*_PAYMENT, code("key", _("Reference"))),
        register=lambda asked: money_datasets.payments(
            since=asked.begin, until=asked.until, currency=asked.currency, paid_in=False, player=asked.player
        ),
        grouped="code",
        checks=_withdrawn,
    ),
    Definition(
        name="game-movements",
        version=3,
        source="PT-R07",
        title=_("Gaming movements by account"),
        about=_("Each slip, payout and refund of each account, with the balance before and after."),
        filters=_ALL,
        columns=(
            at("at", _("When")),
            *WHO,
            code("round", _("Round")),
            code("code", _("Movement"), labels_of(Code)),
            cents("amount", _("Amount")),
            cents("balance_before", _("Balance before"), summed=False),
            cents("balance_after", _("Balance after"), summed=False),
        ),
        register=lambda asked: money_datasets.game_lines(
            since=asked.begin, until=asked.until, currency=asked.currency, player=asked.player
        ),
        grouped="code",
        checks=_at_tables,
    ),
    Definition(
        name="unusual-transfers",
        version=2,
        source="PT-R08",
        title=_("Movements to examine"),
        about=_(
            "Accounts whose deposits or withdrawals reach a given amount, in one movement or taken together, made or "
            "only asked for. Accounts that deposited that much, staked less than their deposits and withdrew are "
            "marked. It is a sign for those who examine, not an accusation."
        ),
        filters=frozenset({Filter.CURRENCY, Filter.LEAST}),
        columns=(
            *WHO,
            whole("deposit_count", _("No. of deposits")),
            cents("deposits", _("Deposits")),
            cents("largest_deposit", _("Largest deposit"), summed=False),
            whole("withdrawal_count", _("No. of withdrawals")),
            cents("withdrawals", _("Withdrawals")),
            cents("largest_withdrawal", _("Largest withdrawal"), summed=False),
            cents("staked", _("Staked")),
            code("why", _("Why"), lists.UNUSUAL),
        ),
        register=lambda asked: money_datasets.unusual(
            since=asked.begin, until=asked.until, currency=asked.currency, least=asked.least
        ),
        grouped="why",
    ),
    Definition(
        name="pattern-deviations",
        version=2,
        source="PT-R09",
        title=_("Departures from the betting pattern"),
        about=_(
            "Players who staked, per gaming day, at least three times what they did in the ninety days "
            "before the period, if they staked on three days of those. Stakes taken back do not count."
        ),
        columns=(
            *WHO,
            whole("days_before", _("Gaming days before"), summed=False),
            cents("a_day_before", _("Per day, before"), summed=False),
            whole("days", _("Gaming days in the period"), summed=False),
            cents("a_day", _("Per day, in the period"), summed=False),
            ratio("times", _("As % of what it was")),
        ),
        register=lambda asked: money_datasets.deviations(since=asked.begin, until=asked.until, currency=asked.currency),
    ),
    Definition(
        name="account-sums",
        version=2,
        source="PT-R17",
        title=_("Deposits, bets, payouts and withdrawals by account"),
        about=_("One line for each account with movements in the period, from the opening balance to the closing one."),
        filters=_ALL,
        columns=(
            *WHO,
            cents("opening", _("Opening balance"), summed=False),
            *_SUMS,
            cents("closing", _("Closing balance"), summed=False),
        ),
        register=lambda asked: money_datasets.account_sums(
            since=asked.begin, until=asked.until, currency=asked.currency, player=asked.player
        ),
        checks=_sums,
    ),
    Definition(
        name="account-days",
        version=2,
        source="PA-02",
        title=_("Daily summary by account"),
        about=_(
            "One line for each account and gaming day with movements: the opening balance and the movements make the "
            "closing balance. Deposits that banks took back are among the adjustments."
        ),
        filters=_ALL,
        columns=(
            day("day", _("Day")),
            *WHO,
            cents("opening", _("Opening balance"), summed=False),
            *_SUMS,
            cents("closing", _("Closing balance"), summed=False),
            cents("difference", _("Difference")),
        ),
        register=lambda asked: money_datasets.account_days(
            since=asked.begin, until=asked.until, currency=asked.currency, player=asked.player
        ),
        grouped="day",
        checks=_sums,
    ),
    Definition(
        name="operator-liability",
        version=3,
        source="GL-21",
        title=_("Liability to the players"),
        about=_("What the house owed the players on each day, summed from the first line of the ledger."),
        columns=(
            day("day", _("Day")),
            cents("opening", _("Opening balance"), summed=False),
            *_SUMS,
            cents("closing", _("Closing balance"), summed=False),
            cents("in_play", _("In play at the end"), summed=False),
            cents("waiting", _("On its way to the bank at the end"), summed=False),
        ),
        register=lambda asked: money_datasets.liability_days(
            since=asked.begin, until=asked.until, currency=asked.currency
        ),
        checks=_sums,
    ),
)
