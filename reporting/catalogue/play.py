"""Reports about the game: rounds, bets, sessions, what the rules promise and what came of them, what went wrong."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from reporting.catalogue import lists
from reporting.catalogue.accounts import WHO
from reporting.catalogue.definition import (
    Asked,
    Check,
    Definition,
    Filter,
    at,
    cents,
    code,
    ratio,
    whole,
    words,
)
from reporting.catalogue.money import moved
from reporting.papers import Column
from tables.queries import registers
from wallet.chart import Code

_TABLE: Final = frozenset({Filter.CURRENCY, Filter.TABLE})
_ALL: Final = frozenset({Filter.CURRENCY, Filter.TABLE, Filter.PLAYER})
_WHERE: Final[tuple[Column, ...]] = (
    code("table_code", _("Mesa")),
    whole("version", _("Versão das regras"), summed=False),
)


def _paid(asked: Asked, totals: Mapping[str, int], *, staked: str = "staked") -> tuple[Check, ...]:
    """What was staked in rounds that ended in the period and what went back of it, beside the ledger's lines."""
    if not asked.whole:
        return ()
    ledger = moved(asked)
    back = ledger[Code.STAKE_RETURNED] + ledger[Code.REFUND]
    return (
        Check(name="staked", title=_("Apostado"), report=totals[staked], ledger=back + ledger[Code.STAKES_LOST]),
        Check(name="returned", title=_("Devolvido"), report=totals["returned"], ledger=back + ledger[Code.PRIZE]),
        Check(name="commission", title=_("Comissão"), report=totals["commission"], ledger=ledger[Code.COMMISSION]),
    )


def _settled(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    """The same without void rounds."""
    if not asked.whole:
        return ()
    ledger = moved(asked)
    staked = ledger[Code.STAKE_RETURNED] + ledger[Code.STAKES_LOST]
    returned = ledger[Code.STAKE_RETURNED] + ledger[Code.PRIZE]
    return (
        Check(name="staked", title=_("Apostado"), report=totals["staked"], ledger=staked),
        Check(name="returned", title=_("Devolvido"), report=totals["returned"], ledger=returned),
        Check(name="commission", title=_("Comissão"), report=totals["commission"], ledger=ledger[Code.COMMISSION]),
    )


DEFINITIONS: Final = (
    Definition(
        name="bets",
        version=2,
        source="PT-R20, PT-54",
        title=_("Registo de apostas"),
        about=_("Cada aposta: quando foi aceite, o que podia sair, o que cada parte pôs em jogo e o que saiu."),
        filters=_ALL,
        columns=(
            code("round", _("Jogada")),
            *_WHERE,
            code("player", _("Jogador")),
            at("accepted_at", _("Aceite")),
            code("chance", _("Aposta"), lists.CHANCES),
            code("possible", _("Resultados possíveis"), lists.POSSIBLE),
            cents("stake", _("Apostado pelo jogador")),
            cents("at_risk", _("Posto pela casa, no máximo")),
            at("closed_at", _("Jogo feito")),
            at("ended_at", _("Paga ou anulada")),
            code("winner", _("Desfecho"), lists.WINNERS),
            code("outcome", _("Resultado"), lists.OUTCOMES),
            cents("prize", _("Prémio")),
            cents("commission", _("Comissão")),
            cents("returned", _("Devolvido")),
        ),
        register=lambda asked: registers.bets(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table, player=asked.player
        ),
        grouped="chance",
        checks=lambda asked, totals: _paid(asked, totals, staked="stake"),
    ),
    Definition(
        name="rounds",
        version=1,
        source="PT-52",
        title=_("Jogadas"),
        about=_("Cada jogada paga ou anulada, com as cartas e as somas."),
        filters=_TABLE,
        columns=(
            code("round", _("Jogada")),
            *_WHERE,
            at("opened_at", _("Aberta")),
            at("closed_at", _("Jogo feito")),
            at("ended_at", _("Paga ou anulada")),
            code("phase", _("Estado"), lists.PHASES),
            words("void_reason", _("Motivo da anulação")),
            code("cards", _("Cartas")),
            code("winner", _("Desfecho"), lists.WINNERS),
            whole("players", _("Jogadores"), summed=False),
            whole("bets", _("Apostas")),
            cents("staked", _("Apostado")),
            cents("returned", _("Devolvido")),
            cents("prizes", _("Prémios")),
            cents("commission", _("Comissão")),
        ),
        register=lambda asked: registers.rounds(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table
        ),
        grouped="table_code",
        checks=_paid,
    ),
    Definition(
        name="player-games",
        version=1,
        source="PT-52",
        title=_("Jogadas de cada jogador"),
        about=_("Cada jogada de cada jogador, com o saldo no início e no fim."),
        filters=_ALL,
        columns=(
            code("round", _("Jogada")),
            *_WHERE,
            *WHO,
            at("opened_at", _("Aberta")),
            at("ended_at", _("Paga ou anulada")),
            cents("opening", _("Saldo inicial"), summed=False),
            cents("staked", _("Apostado")),
            cents("prizes", _("Prémios")),
            cents("commission", _("Comissão")),
            cents("returned", _("Devolvido")),
            cents("closing", _("Saldo final"), summed=False),
            code("phase", _("Estado"), lists.PHASES),
            words("void_reason", _("Motivo da anulação")),
        ),
        register=lambda asked: registers.games(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table, player=asked.player
        ),
        grouped="table_code",
        checks=_paid,
    ),
    Definition(
        name="player-sessions",
        version=3,
        source="GL-24, PT-51",
        title=_("Sessões de jogo"),
        about=_("Cada sessão que acabou no período, ou que ainda dura, com as somas e o motivo do fim."),
        filters=_ALL,
        columns=(
            code("session", _("Sessão")),
            *WHO,
            code("table_code", _("Mesa")),
            at("started_at", _("Início")),
            at("ended_at", _("Fim")),
            code("end_reason", _("Motivo do fim"), lists.ENDS),
            words("device", _("Dispositivo")),
            whole("deposits", _("Depósitos")),
            whole("withdrawals", _("Levantamentos")),
            whole("rounds", _("Jogadas")),
            cents("staked", _("Apostado")),
            cents("prizes", _("Prémios")),
            cents("returned", _("Devolvido")),
            cents("commission", _("Comissão")),
            cents("opening", _("Saldo inicial"), summed=False),
            cents("closing", _("Saldo final"), summed=False),
            cents("in_play", _("Em jogadas por acabar")),
        ),
        register=lambda asked: registers.sessions(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table, player=asked.player
        ),
        grouped="table_code",
    ),
    Definition(
        name="game-performance",
        version=3,
        source="GL-20",
        title=_("Desempenho do jogo"),
        about=_(
            "Por mesa, versão das regras e aposta: o que as probabilidades exatas prometem devolver e o que voltou."
        ),
        filters=_TABLE,
        columns=(
            *_WHERE,
            code("preset", _("Jogo"), lists.PRESETS),
            at("in_force_from", _("Em vigor desde")),
            code("status", _("Estado das regras"), lists.CONFIGURATIONS),
            code("chance", _("Aposta"), lists.CHANCES),
            whole("rounds", _("Jogadas"), summed=False),
            whole("bets", _("Apostas")),
            cents("staked", _("Apostado")),
            cents("returned", _("Devolvido")),
            cents("gross_revenue", _("Receita bruta")),
            cents("commission", _("Comissão")),
            cents("voided", _("Em jogadas anuladas")),
            ratio("theoretical", _("Retorno teórico %")),
            ratio("actual", _("Retorno real %")),
        ),
        register=lambda asked: registers.performance(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table
        ),
        grouped="table_code",
        checks=_settled,
    ),
    Definition(
        name="paytables",
        version=2,
        source="GL-15, PT-49",
        title=_("Versões das regras"),
        about=_("Cada versão das regras de cada mesa: aprovação, vigência, melhor retorno e o que se jogou com ela."),
        filters=_TABLE,
        columns=(
            *_WHERE,
            code("preset", _("Jogo"), lists.PRESETS),
            code("mode", _("Comissão da banca")),
            words("reference", _("Aprovação")),
            code("status", _("Estado"), lists.CONFIGURATIONS),
            at("in_force_from", _("Em vigor desde")),
            at("superseded_at", _("Substituída em")),
            ratio("theoretical", _("Melhor retorno teórico %")),
            whole("rounds", _("Jogadas")),
            whole("voids", _("Anuladas")),
            whole("bets", _("Apostas")),
            cents("staked", _("Apostado")),
            cents("returned", _("Devolvido")),
            cents("commission", _("Comissão")),
            cents("unfinished", _("Em jogadas por acabar")),
        ),
        register=lambda asked: registers.paytables(
            since=asked.begin, until=asked.until, currency=asked.currency, table=asked.table
        ),
        grouped="table_code",
        checks=_settled,
    ),
    Definition(
        name="system-errors",
        version=2,
        source="PT-R18",
        title=_("Erros do sistema"),
        about=_("Incidentes, jogadas anuladas e jogo parado pela casa: causa, solução e quem tratou deles."),
        filters=frozenset(),
        columns=(
            at("at", _("Quando")),
            code("number", _("Incidente")),
            code("what", _("O quê"), lists.ERRORS),
            code("subject", _("Onde")),
            words("cause", _("Causa")),
            words("solution", _("Solução")),
            words("employee", _("Funcionário")),
            at("ended_at", _("Resolvido em")),
        ),
        register=lambda asked: registers.errors(since=asked.begin, until=asked.until),
        grouped="what",
    ),
    Definition(
        name="significant-events",
        version=3,
        source="GL-23, PT-53",
        title=_("Acontecimentos e alterações relevantes"),
        about=_(
            "Quem fez o quê e quem autorizou, o valor antes e depois, o motivo; e as apostas, os prémios, os depósitos"
            " e os levantamentos a partir de um valor."
        ),
        filters=frozenset({Filter.LEAST}),
        columns=(
            at("at", _("Quando")),
            code("component", _("Componente"), lists.COMPONENTS),
            code("event", _("Acontecimento"), lists.EVENTS),
            code("subject", _("Sobre")),
            words("employee", _("Quem fez")),
            words("authorised", _("Quem autorizou")),
            words("reason", _("Motivo")),
            words("change", _("O que mudou")),
        ),
        register=lambda asked: registers.significant(
            since=asked.begin, until=asked.until, least=asked.least, words=lists.of_record(lists.FIELDS)
        ),
        grouped="component",
    ),
)
