"""Reports about money: what came in, went out and lay between, by account, by day and by movement."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from players import money_registers
from reporting.catalogue import lists
from reporting.catalogue.accounts import WHO
from reporting.catalogue.definition import Asked, Check, Definition, Filter, at, cents, code, day, ratio, whole
from reporting.papers import Column
from wallet import queries as wallet
from wallet.chart import Code

_ALL: Final = frozenset({Filter.CURRENCY, Filter.PLAYER})
_SUMS: Final[tuple[Column, ...]] = (
    cents("deposits", _("Depósitos")),
    cents("withdrawals", _("Levantamentos")),
    cents("top_ups", _("Fichas de demonstração")),
    cents("adjustments", _("Acertos")),
    cents("staked", _("Apostado")),
    cents("returned", _("Apostas devolvidas")),
    cents("prizes", _("Prémios")),
    cents("refunded", _("Reembolsos")),
)


def moved(asked: Asked) -> dict[Code, int]:
    """The ledger's own sums of the period by code."""
    found = wallet.totals(Code, since=asked.since, until=asked.until, currency=asked.currency)
    return dict.fromkeys(Code, 0) | {total.code: total.amount for total in found}


def _sums(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    """Deposits, stakes, prizes … of all accounts beside the ledger's sums."""
    if not asked.whole:
        return ()
    ledger = moved(asked)
    paid_out = ledger[Code.WITHDRAWAL] + ledger[Code.WITHDRAWAL_REQUESTED] - ledger[Code.WITHDRAWAL_GIVEN_BACK]
    pairs = (
        ("deposits", _("Depósitos"), ledger[Code.DEPOSIT]),
        ("withdrawals", _("Levantamentos"), paid_out),
        ("top_ups", _("Fichas de demonstração"), ledger[Code.PLAY_TOP_UP]),
        ("staked", _("Apostado"), ledger[Code.STAKE] - ledger[Code.STAKE_TAKEN_BACK]),
        ("returned", _("Apostas devolvidas"), ledger[Code.STAKE_RETURNED]),
        ("prizes", _("Prémios"), ledger[Code.PRIZE]),
        ("refunded", _("Reembolsos"), ledger[Code.REFUND]),
    )
    return tuple(Check(name=name, title=title, report=totals[name], ledger=sum_) for name, title, sum_ in pairs)


def _deposited(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    if not asked.whole:
        return ()
    return (Check(name="amount", title=_("Depósitos"), report=totals["amount"], ledger=moved(asked)[Code.DEPOSIT]),)


def _withdrawn(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    if not asked.whole:
        return ()
    ledger = moved(asked)
    gone = ledger[Code.WITHDRAWAL] + ledger[Code.WITHDRAWAL_REQUESTED] - ledger[Code.WITHDRAWAL_GIVEN_BACK]
    return (Check(name="amount", title=_("Levantamentos"), report=totals["amount"], ledger=-gone),)


def _at_tables(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    if not asked.whole:
        return ()
    ledger = moved(asked)
    won = ledger[Code.STAKE_RETURNED] + ledger[Code.PRIZE] + ledger[Code.REFUND] + ledger[Code.STAKE_TAKEN_BACK]
    return (
        Check(name="amount", title=_("Movimentos de jogo"), report=totals["amount"], ledger=won - ledger[Code.STAKE]),
    )


_PAYMENT: Final[tuple[Column, ...]] = (
    at("at", _("Quando")),
    *WHO,
    code("code", _("Movimento"), lists.CODES),
    cents("amount", _("Valor")),
    cents("balance_before", _("Saldo antes"), summed=False),
    cents("balance_after", _("Saldo depois"), summed=False),
)

DEFINITIONS: Final = (
    Definition(
        name="deposits",
        version=1,
        source="PT-R02",
        title=_("Depósitos"),
        about=_("Todos os depósitos creditados, com o saldo antes e depois."),
        filters=_ALL,
        columns=(*_PAYMENT, code("key", _("Referência"))),
        register=lambda asked: money_registers.payments(
            since=asked.begin, until=asked.until, currency=asked.currency, paid_in=True, player=asked.player
        ),
        checks=_deposited,
    ),
    Definition(
        name="withdrawals",
        version=1,
        source="PT-R05",
        title=_("Levantamentos"),
        about=_("Todos os levantamentos pedidos e devolvidos, com o saldo antes e depois."),
        filters=_ALL,
        columns=(*_PAYMENT, code("key", _("Referência"))),
        register=lambda asked: money_registers.payments(
            since=asked.begin, until=asked.until, currency=asked.currency, paid_in=False, player=asked.player
        ),
        grouped="code",
        checks=_withdrawn,
    ),
    Definition(
        name="game-movements",
        version=1,
        source="PT-R07",
        title=_("Movimentos de jogo por conta"),
        about=_("Cada aposta, prémio, devolução e reembolso de cada conta, com o saldo antes e depois."),
        filters=_ALL,
        columns=(
            at("at", _("Quando")),
            *WHO,
            code("round", _("Jogada")),
            code("code", _("Movimento"), lists.CODES),
            cents("amount", _("Valor")),
            cents("balance_before", _("Saldo antes"), summed=False),
            cents("balance_after", _("Saldo depois"), summed=False),
        ),
        register=lambda asked: money_registers.game_lines(
            since=asked.begin, until=asked.until, currency=asked.currency, player=asked.player
        ),
        grouped="code",
        checks=_at_tables,
    ),
    Definition(
        name="unusual-transfers",
        version=1,
        source="PT-R08",
        title=_("Movimentos a examinar"),
        about=_(
            "Contas com depósitos ou levantamentos a partir de um valor, num só movimento ou no conjunto, e as que"
            " levantam quase sem ter jogado. É um sinal para quem examina, não uma acusação."
        ),
        filters=frozenset({Filter.CURRENCY, Filter.LEAST}),
        columns=(
            *WHO,
            whole("deposit_count", _("N.º de depósitos")),
            cents("deposits", _("Depósitos")),
            cents("largest_deposit", _("Maior depósito"), summed=False),
            whole("withdrawal_count", _("N.º de levantamentos")),
            cents("withdrawals", _("Levantamentos")),
            cents("largest_withdrawal", _("Maior levantamento"), summed=False),
            cents("staked", _("Apostado")),
            code("why", _("Porquê"), lists.UNUSUAL),
        ),
        register=lambda asked: money_registers.unusual(
            since=asked.begin, until=asked.until, currency=asked.currency, least=asked.least
        ),
        grouped="why",
    ),
    Definition(
        name="pattern-deviations",
        version=1,
        source="PT-R09",
        title=_("Desvios do padrão de apostas"),
        about=_("Quem apostou, por dia de jogo, três vezes ou mais do que nos noventa dias antes do período."),
        columns=(
            *WHO,
            whole("days_before", _("Dias de jogo antes"), summed=False),
            cents("a_day_before", _("Por dia, antes"), summed=False),
            whole("days", _("Dias de jogo no período"), summed=False),
            cents("a_day", _("Por dia, no período"), summed=False),
            ratio("times", _("Em % do que era")),
        ),
        register=lambda asked: money_registers.deviations(
            since=asked.begin, until=asked.until, currency=asked.currency
        ),
    ),
    Definition(
        name="account-sums",
        version=1,
        source="PT-R17",
        title=_("Depósitos, apostas, prémios e levantamentos por conta"),
        about=_("Uma linha por conta com movimentos no período, do saldo inicial ao final."),
        filters=_ALL,
        columns=(
            *WHO,
            cents("opening", _("Saldo inicial"), summed=False),
            *_SUMS,
            cents("closing", _("Saldo final"), summed=False),
        ),
        register=lambda asked: money_registers.account_sums(
            since=asked.begin, until=asked.until, currency=asked.currency, player=asked.player
        ),
        checks=_sums,
    ),
    Definition(
        name="account-days",
        version=1,
        source="PA-02",
        title=_("Resumo diário por conta"),
        about=_("Uma linha por conta e dia de jogo: o saldo inicial e os movimentos fazem o saldo final."),
        filters=_ALL,
        columns=(
            day("day", _("Dia")),
            *WHO,
            cents("opening", _("Saldo inicial"), summed=False),
            *_SUMS,
            cents("closing", _("Saldo final"), summed=False),
            cents("difference", _("Diferença")),
        ),
        register=lambda asked: money_registers.account_days(
            since=asked.begin, until=asked.until, currency=asked.currency, player=asked.player
        ),
        grouped="day",
        checks=_sums,
    ),
    Definition(
        name="operator-liability",
        version=1,
        source="GL-21",
        title=_("Responsabilidade para com os jogadores"),
        about=_("O que a casa devia aos jogadores em cada dia, somado desde a primeira linha do livro."),
        columns=(
            day("day", _("Dia")),
            cents("opening", _("Saldo inicial"), summed=False),
            *_SUMS,
            cents("closing", _("Saldo final"), summed=False),
            cents("in_play", _("Em jogo no fim"), summed=False),
            cents("waiting", _("A caminho do banco no fim"), summed=False),
        ),
        register=lambda asked: money_registers.liability_days(
            since=asked.begin, until=asked.until, currency=asked.currency
        ),
        checks=_sums,
    ),
)
