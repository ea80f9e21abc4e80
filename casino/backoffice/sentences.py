"""Every refusal of the operations that staff use, as a sentence: what happened, that nothing changed, the next step."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino import words
from casino.backoffice.settled_sentences import NOT_YET, not_yet
from players.operations.accounts import StandingRefusal
from players.operations.exclusion import ExclusionRefusal, RevocationRefusal
from players.operations.limits import LimitRefusal
from players.operations.saved_views import ViewRefusal
from players.operations.viewing import ViewingRefusal
from reporting.operations import (
    ExportRefusal,
    MakingRefusal,
    OrderRefusal,
    OrderRefused,
    ReopeningRefusal,
    WorkRefusal,
    WorkRefused,
)
from tables import terms as limits_of_terms
from tables.operations.configurations import ConfigurationRefusal
from tables.operations.incidents import IncidentRefusal
from tables.operations.stops import StopRefusal
from tables.operations.tables import TableRefusal
from tables.operations.voids import VoidRefusal
from tables.terms import TermsInvalid

CONFIGURATIONS: Final[Mapping[ConfigurationRefusal, "str | Promise"]] = {
    ConfigurationRefusal.NO_SUCH_TABLE: gettext_lazy("Esta mesa não existe. Nada foi guardado."),
    ConfigurationRefusal.NO_SUCH_CONFIGURATION: gettext_lazy("Esta versão das regras não existe. Nada foi guardado."),
    ConfigurationRefusal.KEY_REUSED: gettext_lazy(
        "Este formulário já serviu para outro rascunho. Nada mudou; abra um formulário novo."
    ),
    ConfigurationRefusal.NOT_IN_THAT_STATE: gettext_lazy(
        "A proposta já não está nesse estado: alguém a moveu entretanto. Nada mudou; veja abaixo onde está agora."
    ),
    ConfigurationRefusal.ONE_SEAT: gettext_lazy(
        "Esta mesa é individual: tem um só lugar (R28). Nada foi guardado; ponha um lugar e volte a guardar."
    ),
    ConfigurationRefusal.NOT_IN_PROFILE: gettext_lazy(
        "O perfil desta casa não admite este jogo, nem em demonstração (R9, R10, R37). Nada mudou; escolha outro."
    ),
    ConfigurationRefusal.STALE: gettext_lazy(
        "Enquanto escrevia, outra pessoa guardou alterações neste rascunho. Os seus valores continuam aqui e nada foi"
        " substituído: compare-os com o que está guardado e volte a guardar se forem os que quer."
    ),
    ConfigurationRefusal.OWN_WORK: gettext_lazy(
        "Escreveu ou submeteu esta proposta: tem de ser outra pessoa a decidi-la. Nada mudou."
    ),
    ConfigurationRefusal.TOO_RECENT: NOT_YET["too-recent"],
    ConfigurationRefusal.SAME_HANDS: NOT_YET["same-hands"],
    ConfigurationRefusal.NO_REFERENCE: gettext_lazy(
        "Falta a referência da aprovação do regulador, entre 3 e 80 caracteres (PT-49). Nada mudou."
    ),
    ConfigurationRefusal.NO_REASON: gettext_lazy("Escreva o motivo, entre 3 e 300 caracteres. Nada mudou."),
    ConfigurationRefusal.NEGATIVE_EDGE: gettext_lazy(
        "Estas regras dão vantagem ao jogador. Para as aprovar, escreva porquê, em pelo menos 10 caracteres."
    ),
    ConfigurationRefusal.ANOTHER_WAITS: gettext_lazy(
        "Já há outra versão aprovada à espera de entrar em vigor nesta mesa. Decida esta depois da próxima jogada."
    ),
}

TABLES: Final[Mapping[TableRefusal, "str | Promise"]] = {
    TableRefusal.NO_SUCH_TABLE: gettext_lazy("Esta mesa não existe. Nada mudou."),
    TableRefusal.NO_REASON: gettext_lazy("Escreva o motivo, entre 3 e 300 caracteres. Nada mudou."),
    TableRefusal.CODE_TAKEN: gettext_lazy("Já existe uma mesa com este código. Escolha outro."),
    TableRefusal.NOT_IN_PROFILE: gettext_lazy(
        "O perfil desta casa não admite o jogo destas regras (R9, R10, R37). A mesa fica fechada; proponha outras."
    ),
    TableRefusal.NO_APPROVED_CONFIGURATION: gettext_lazy(
        "A mesa ainda não tem regras aprovadas, e sem elas não abre (PT-49). Escreva uma proposta e peça que a decidam."
    ),
    TableRefusal.NOT_IN_THAT_STATE: gettext_lazy(
        "A mesa já não está nesse estado: alguém agiu antes. Nada mudou; veja como está agora."
    ),
    TableRefusal.VOID_WAITS: gettext_lazy(
        "Há uma anulação desta jogada à espera de outra pessoa. A mesa fica em pausa; aprove-a ou recuse-a primeiro."
    ),
    TableRefusal.LIMIT_OUT_OF_RANGE: gettext_lazy(
        "Este limite de risco não serve: escolha um valor acima de zero e até 10 mil milhões de euros, ou nenhum."
    ),
}

VOIDS: Final[Mapping[VoidRefusal, "str | Promise"]] = {
    VoidRefusal.NO_SUCH_TABLE: gettext_lazy("Esta mesa não existe. Nada mudou."),
    VoidRefusal.NO_REASON: gettext_lazy("Escreva o motivo, entre 3 e 300 caracteres. Nada mudou."),
    VoidRefusal.NO_ROUND_TO_VOID: gettext_lazy(
        "Não há jogada por pagar nesta mesa: uma jogada paga já não se anula. Nenhum dinheiro se moveu."
    ),
    VoidRefusal.ROUND_MOVED_ON: gettext_lazy(
        "A jogada que viu já acabou e há outra em jogo. Nada foi anulado; veja a jogada de agora e decida de novo."
    ),
    VoidRefusal.VOID_WAITS: gettext_lazy(
        "Outra pessoa já propôs anular esta jogada. Nada mudou; abra a proposta na sala e decida-a."
    ),
    VoidRefusal.NO_SUCH_PROPOSAL: gettext_lazy("Esta proposta não existe. Nada mudou."),
    VoidRefusal.ALREADY_DECIDED: gettext_lazy("Esta proposta já foi decidida. Nada mudou; veja abaixo como."),
    VoidRefusal.OWN_PROPOSAL: gettext_lazy(
        "A proposta é sua: quem a aprova é outra pessoa (R29). Nenhum dinheiro se moveu."
    ),
    VoidRefusal.TOO_RECENT: NOT_YET["too-recent"],
    VoidRefusal.SAME_HANDS: NOT_YET["same-hands"],
}

STOPS: Final[Mapping[StopRefusal, "str | Promise"]] = {
    StopRefusal.NO_SUCH_SCOPE: gettext_lazy("Não há esse jogo nesta casa. Nada mudou; escolha um da lista."),
    StopRefusal.NO_REASON: gettext_lazy("Escreva o motivo, entre 3 e 300 caracteres. Nada mudou."),
    StopRefusal.ALREADY_STOPPED: gettext_lazy(
        "Isto já está parado: alguém agiu antes. Nada mudou; na sala vê-se quem parou, quando e porquê."
    ),
    StopRefusal.NOT_STOPPED: gettext_lazy("Isto já não está parado: alguém levantou a paragem antes. Nada mudou."),
}

REPORTS: Final[Mapping[MakingRefusal | ExportRefusal, "str | Promise"]] = {
    MakingRefusal.DAY_NOT_OVER: gettext_lazy(
        "Este dia ainda não acabou: o relatório faz-se depois da meia-noite de Lisboa. Até lá há números provisórios."
    ),
    ExportRefusal.NO_SUCH_REPORT: gettext_lazy("Este dia ainda não tem relatório. Nada foi descarregado."),
}

_WHYS: Final[Mapping[str, "str | Promise"]] = {
    "unknown": gettext_lazy("Este valor não é conhecido."),
    "missing": gettext_lazy("Falta preencher este campo."),
    "not-a-choice": gettext_lazy("O jogo escolhido não permite este valor."),
    "out-of-range": gettext_lazy("O valor está fora do que é permitido."),
    "not-for-this-game": gettext_lazy(
        "Só Macau (R41) e o bacará ao vivo, na diferença entre os dois lados, têm prémio máximo. Deixe em branco."
    ),
    "too-small-for-minimum": gettext_lazy(
        "É pouco: não chegava para uma aposta mínima em cada chance (em Macau, um par tem 8 % do prémio máximo: R43c)."
    ),
    "not-offered": gettext_lazy("Esta chance não está no pano desta mesa."),
    "below-minimum": gettext_lazy("O máximo de uma chance não pode ser menor do que a aposta mínima."),
    "above-rule": gettext_lazy("O máximo da casa pode ser menor do que o da regra, nunca maior (R15, R40)."),
}

WHYS: Final = frozenset(_WHYS)
"""Every code of `TermsInvalid` that has a sentence."""


def configuration(reason: ConfigurationRefusal, until: datetime | None = None) -> str:
    """Why a configuration stays as it is; `until` is from when on the same person may approve it."""
    if reason.value in NOT_YET:
        return not_yet(reason.value, until)
    return str(CONFIGURATIONS[reason])


def table(reason: TableRefusal) -> str:
    """Why a table stays as it is."""
    return str(TABLES[reason])


def void(reason: VoidRefusal, until: datetime | None = None) -> str:
    """Why a round was not made void, or a proposal not decided; `until` is from when on the same person may decide."""
    if reason.value in NOT_YET:
        return not_yet(reason.value, until)
    return str(VOIDS[reason])


REOPENINGS: Final[Mapping[ReopeningRefusal, "str | Promise"]] = {
    ReopeningRefusal.NO_REASON: gettext_lazy("Escreva o motivo, entre 3 e 300 caracteres. Nada mudou."),
    ReopeningRefusal.NOT_CLOSED: gettext_lazy("O jogo não está parado por uma prova. Nada mudou."),
    ReopeningRefusal.PROVE_AGAIN: gettext_lazy(
        "É preciso uma prova nova: nenhuma foi feita desde a paragem, ou a última encontrou mais. Nada mudou."
    ),
    ReopeningRefusal.KEY_REUSED: gettext_lazy("Este formulário já serviu para outra proposta. Nada mudou."),
    ReopeningRefusal.ALREADY_PROPOSED: gettext_lazy("Já há uma proposta à espera de outra pessoa. Nada mudou."),
    ReopeningRefusal.NO_SUCH_PROPOSAL: gettext_lazy("Esta proposta não existe. Nada mudou."),
    ReopeningRefusal.ALREADY_DECIDED: gettext_lazy("Esta proposta já foi decidida. Nada mudou."),
    ReopeningRefusal.OWN_PROPOSAL: gettext_lazy("A proposta é sua: quem a aprova é outra pessoa. Nada mudou."),
    ReopeningRefusal.TOO_RECENT: NOT_YET["too-recent"],
    ReopeningRefusal.SAME_HANDS: NOT_YET["same-hands"],
}


def reopening(reason: ReopeningRefusal, until: datetime | None = None) -> str:
    """Why play stays closed; `until` is from when on the same person may approve."""
    if reason.value in NOT_YET:
        return not_yet(reason.value, until)
    return str(REOPENINGS[reason])


def stop(reason: StopRefusal) -> str:
    """Why a switch stays as it is."""
    return str(STOPS[reason])


def report(reason: MakingRefusal | ExportRefusal) -> str:
    """Why no report was made or handed out."""
    return str(REPORTS[reason])


_ORDERS: Final[Mapping[OrderRefusal, "str | Promise"]] = {
    OrderRefusal.NO_SUCH_REPORT: gettext_lazy("Este relatório não existe. Nada foi pedido."),
    OrderRefusal.KEY_REUSED: gettext_lazy("Este formulário já serviu para outro pedido. Abra um formulário novo."),
    OrderRefusal.PERIOD_MISSING: gettext_lazy("Diga o primeiro e o último dia. Nada foi pedido."),
    OrderRefusal.PERIOD_BACKWARDS: gettext_lazy("O último dia vem antes do primeiro. Nada foi pedido."),
    OrderRefusal.PERIOD_TOO_LONG: gettext_lazy(
        "O período tem %(asked)s dias; um relatório abrange %(most)s no máximo. Peça-o por partes."
    ),
    OrderRefusal.PERIOD_NOT_BEGUN: gettext_lazy("Este período ainda não começou: não há nada para relatar."),
    OrderRefusal.PERIOD_TOO_EARLY: gettext_lazy(
        "Antes de 28 de junho de 2015 não havia jogo em linha. Nada foi pedido."
    ),
    OrderRefusal.NO_SUCH_TABLE: gettext_lazy("Esta mesa não existe. Nada foi pedido."),
    OrderRefusal.NO_SUCH_PLAYER: gettext_lazy(
        "Nenhum jogador tem esta chave ou este e-mail. Nada foi pedido; veja se está bem escrito."
    ),
    OrderRefusal.AMOUNT_OUT_OF_RANGE: gettext_lazy("O valor tem de ser maior do que zero. Nada foi pedido."),
    OrderRefusal.REASON_TOO_SHORT: gettext_lazy(
        "Para ver dados pessoais escreva o motivo, entre 10 e %(most)s caracteres; fica registado com o seu nome."
    ),
    OrderRefusal.TOO_MANY_OPEN: gettext_lazy(
        "Já tem %(most)s relatórios à espera. Deixe acabar um deles e volte a pedir."
    ),
    OrderRefusal.NOT_READY: gettext_lazy("Este ficheiro ainda não está pronto. Nada foi descarregado."),
    OrderRefusal.TOO_LONG_FOR_PAPER: gettext_lazy(
        "Tem %(asked)s linhas; em papel cabem %(most)s. Escolha outro formato, ou um período mais curto."
    ),
}


def order(refused: OrderRefused) -> str:
    """Why nothing was ordered or handed out; with the figures where it is about any."""
    return str(_ORDERS[refused.reason]) % {"asked": refused.asked, "most": refused.most}


_WORKS: Final[Mapping[WorkRefusal, "str | Promise"]] = {
    WorkRefusal.KEY_REUSED: gettext_lazy("Este formulário já serviu para outro pedido. Abra um formulário novo."),
    WorkRefusal.DAY_NOT_OVER: REPORTS[MakingRefusal.DAY_NOT_OVER],
    WorkRefusal.DAY_NOT_BEGUN: gettext_lazy("Este dia ainda não começou. Nada foi pedido."),
    WorkRefusal.TOO_MANY_OPEN: gettext_lazy("Já tem %(most)s trabalhos à espera. Deixe acabar um primeiro."),
}


def work(refused: WorkRefused) -> str:
    """Why a long work was not begun."""
    return str(_WORKS[refused.reason]) % {"most": refused.most}


def terms(error: TermsInvalid) -> str:
    """What is wrong with one field of the terms; ranges are named with their ends."""
    if error.why == "out-of-range":
        return _range(error.field)
    return str(_WHYS[error.why])


def choices(allowed: Iterable[str]) -> str:
    """What the chosen game allows in a field that has another value."""
    return gettext("Com este jogo só: %(allowed)s.") % {"allowed": gettext(" ou ").join(allowed)}


def why(code: str) -> str:
    """The sentence of one code of a field."""
    return str(_WHYS[code])


def _range(field: str) -> str:
    if field == "minimum":
        return gettext("A aposta mínima vai de %(low)s a %(high)s.") % {
            "low": words.money(1, "EUR"),
            "high": words.money(limits_of_terms.MINIMUM_MAX, "EUR"),
        }
    if field == "max_prize":
        return gettext("O prémio máximo vai até %(high)s.") % {
            "high": words.money(limits_of_terms.MAX_PRIZE_MAX, "EUR")
        }
    if field == "seats":
        return gettext("Uma mesa tem de um a nove lugares (R6a).")
    if field == "betting_seconds":
        return gettext("Entre %(low)s e %(high)s segundos; nunca menos de três para decidir (PT-32).") % {
            "low": limits_of_terms.BETTING_SECONDS[0],
            "high": limits_of_terms.BETTING_SECONDS[-1],
        }
    if field == "cycle_seconds":
        return gettext("Entre 0 e %(high)s segundos; 0 não pede nenhum tempo mínimo (C11).") % {
            "high": limits_of_terms.CYCLE_SECONDS[-1]
        }
    if field == "show_seconds":
        return gettext("Entre %(low)s e %(high)s segundos.") % {
            "low": limits_of_terms.SHOW_SECONDS[0],
            "high": limits_of_terms.SHOW_SECONDS[-1],
        }
    return str(_WHYS["out-of-range"])


INCIDENTS: Final[Mapping[IncidentRefusal, "str | Promise"]] = {
    IncidentRefusal.TEXT_INVALID: gettext_lazy("Escreva entre 3 e 2000 caracteres. Nada foi guardado."),
    IncidentRefusal.NO_SUCH_INCIDENT: gettext_lazy("Este incidente não existe."),
    IncidentRefusal.KEY_REUSED: gettext_lazy("Este formulário já foi enviado com outro texto. Abra-o de novo."),
    IncidentRefusal.ALREADY_TOLD: gettext_lazy("Já está anotado que o regulador foi informado. Nada mudou."),
    IncidentRefusal.CLOSED: gettext_lazy("O incidente já foi fechado por alguém. Nada mudou; veja como está agora."),
}


def incident(reason: IncidentRefusal) -> str:
    """Why an incident stays as it is."""
    return str(INCIDENTS[reason])


VIEWINGS: Final[Mapping[ViewingRefusal, "str | Promise"]] = {
    ViewingRefusal.REASON_MISSING: gettext_lazy("Escreva o motivo, entre 3 e 300 caracteres. Nada foi mostrado."),
    ViewingRefusal.NOT_ALLOWED: gettext_lazy("A sua função não permite ver dados pessoais. Nada foi mostrado."),
    ViewingRefusal.NO_SUCH_PERSON: gettext_lazy("Este jogador não existe. Nada foi mostrado."),
}

STANDINGS: Final[Mapping[StandingRefusal, "str | Promise"]] = {
    StandingRefusal.REASON_MISSING: gettext_lazy("Escreva o motivo. Nada mudou."),
    StandingRefusal.NOT_ALLOWED: gettext_lazy("A sua função não permite este ato. Nada mudou."),
    StandingRefusal.NO_SUCH_PERSON: gettext_lazy("Este jogador não existe. Nada mudou."),
}


def viewing(reason: ViewingRefusal) -> str:
    """Why personal data are not shown."""
    return str(VIEWINGS[reason])


def standing(reason: StandingRefusal) -> str:
    """Why a player's standing stays as it is."""
    return str(STANDINGS[reason])


VIEWS: Final[Mapping[ViewRefusal, "str | Promise"]] = {
    ViewRefusal.NAME_INVALID: gettext_lazy("Dê à vista um nome até 40 caracteres. Nada foi guardado."),
    ViewRefusal.QUERY_INVALID: gettext_lazy("Estes filtros não se podem guardar."),
    ViewRefusal.NO_SUCH_PERSON: gettext_lazy("Só quem trabalha na casa guarda vistas."),
    ViewRefusal.TOO_MANY: gettext_lazy("Já guardou 20 vistas desta lista. Esqueça uma antes de guardar outra."),
}


def view(reason: ViewRefusal) -> str:
    """Why a view was not kept."""
    return str(VIEWS[reason])


LIMITS: Final[Mapping[LimitRefusal, "str | Promise"]] = {
    LimitRefusal.NO_SUCH_PERSON: gettext_lazy("Só quem joga tem limites. Nada mudou."),
    LimitRefusal.NO_SUCH_PERIOD: gettext_lazy("O tempo de jogo só se limita por dia. Nada mudou."),
    LimitRefusal.AMOUNT_INVALID: gettext_lazy("Este valor não serve de limite. Nada mudou."),
    LimitRefusal.REASON_MISSING: gettext_lazy("Escreva porquê. Nada mudou."),
    LimitRefusal.NOT_ALLOWED: gettext_lazy("A sua função não permite pôr limites. Nada mudou."),
    LimitRefusal.KEY_REUSED: gettext_lazy("Este formulário já serviu para outro limite. Abra a página de novo."),
    LimitRefusal.NOTHING_CHANGES: gettext_lazy("A casa já tem esse limite para este jogador. Nada mudou."),
}
EXCLUSIONS: Final[Mapping[ExclusionRefusal, "str | Promise"]] = {
    ExclusionRefusal.PERIOD_INVALID: gettext_lazy("Uma exclusão dura de 3 a 127 meses, ou não tem fim. Nada mudou."),
    ExclusionRefusal.PERIOD_TOO_SHORT: gettext_lazy("Uma exclusão dura, pelo menos, 3 meses. Nada mudou."),
    ExclusionRefusal.REASON_MISSING: gettext_lazy("Escreva porquê. Nada mudou."),
    ExclusionRefusal.NOT_ALLOWED: gettext_lazy("A sua função não permite excluir. Nada mudou."),
    ExclusionRefusal.NO_SUCH_PERSON: gettext_lazy("Só quem joga se pode excluir. Nada mudou."),
    ExclusionRefusal.KEY_REUSED: gettext_lazy("Este formulário já serviu para outra exclusão. Abra a página de novo."),
}
REVOCATIONS: Final[Mapping[RevocationRefusal, "str | Promise"]] = {
    RevocationRefusal.REASON_MISSING: gettext_lazy("Escreva porquê. Nada mudou."),
    RevocationRefusal.NOT_ALLOWED: gettext_lazy("A sua função não permite retirar exclusões. Nada mudou."),
    RevocationRefusal.NO_SUCH_EXCLUSION: gettext_lazy("Este jogador não tem essa exclusão. Nada mudou."),
    RevocationRefusal.NOT_OURS: gettext_lazy("Esta exclusão não foi ordenada pela casa: só quem a pediu a termina."),
    RevocationRefusal.OVER: gettext_lazy("Esta exclusão já tinha acabado. Nada mudou."),
}


def limit(reason: LimitRefusal) -> str:
    """Why the house's limit for a player stays as it is."""
    return str(LIMITS[reason])


def exclusion(reason: ExclusionRefusal) -> str:
    """Why the house does not exclude a player."""
    return str(EXCLUSIONS[reason])


def revocation(reason: RevocationRefusal) -> str:
    """Why an exclusion is not taken back."""
    return str(REVOCATIONS[reason])
