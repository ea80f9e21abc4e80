"""The back office's own names: roles, states of a configuration, fields of the terms, staff's acts."""

from collections.abc import Mapping
from typing import Final

from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from casino import names, staff_names

_Names = Mapping[str, "str | Promise"]

ROLES: Final = staff_names.ROLES

CONFIGURATION: Final[_Names] = {
    "draft": gettext_lazy("rascunho"),
    "submitted": gettext_lazy("à espera de decisão"),
    "rejected": gettext_lazy("recusada"),
    "approved": gettext_lazy("aprovada, entra na próxima jogada"),
    "in-force": gettext_lazy("em vigor"),
    "superseded": gettext_lazy("substituída"),
}

CONFIGURATION_TONES: Final[Mapping[str, str]] = {
    "draft": "warn",
    "submitted": "info",
    "rejected": "bad",
    "approved": "info",
    "in-force": "good",
    "superseded": "",
}

TERMS: Final = {
    "preset": gettext_lazy("Jogo"),
    "decks": gettext_lazy("Baralhos"),
    "shuffle": gettext_lazy("Cartas"),
    "commission": gettext_lazy("Comissão da banca"),
    "pairs": gettext_lazy("Apostas nos pares"),
    "minimum": gettext_lazy("Aposta mínima"),
    "max_prize": gettext_lazy("Prémio máximo por jogada"),
    "betting_seconds": gettext_lazy("Tempo de apostas"),
    "show_seconds": gettext_lazy("Tempo de resultado"),
    "cycle_seconds": gettext_lazy("Tempo entre começos"),
    "seats": gettext_lazy("Lugares"),
}

KINDS: Final[_Names] = {
    "shared": gettext_lazy("partilhada: até nove lugares, jogadas a horas certas"),
    "individual": gettext_lazy("individual: um lugar, o jogador dá as cartas quando quer"),
}
"""For whom a table is, as the form of a new one offers it."""

STATUS_REASONS: Final[_Names] = {
    "held": gettext_lazy("À espera: a casa parou o jogo."),
    "hours": gettext_lazy("É a hora marcada."),
    "cards-differ": gettext_lazy("A própria casa parou a mesa: há cartas dadas que não são as seladas (RN-06)."),
    "shoe-unfit": gettext_lazy("A própria casa parou a mesa: o sabot não passou o autoteste (RN-10)."),
}
"""What the house itself writes as a table's reason; staff's own words stand as they are."""

REPLAYED: Final[_Names] = {
    "sealed cards": gettext_lazy("cartas seladas"),
    "commitment": gettext_lazy("raiz publicada"),
    "cards": gettext_lazy("cartas"),
    "winner": gettext_lazy("desfecho"),
    "ledger line": gettext_lazy("linha do livro-razão"),
    "proof of card": gettext_lazy("prova da carta"),
    "bet": gettext_lazy("aposta"),
    "unreadable": gettext_lazy("ilegíveis"),
    "does not lead to the root": gettext_lazy("não leva à raiz"),
    "none": gettext_lazy("nada"),
    "": gettext_lazy("nada"),
}
"""The fixed words of what a replay found."""


def scope(code: str) -> str:
    """What a switch stops: one game, or everything."""
    return gettext("todos os jogos") if code == "all" else names.variant(code)


ACTS: Final[_Names] = {
    "create-table": gettext_lazy("criou a mesa"),
    "open-table": gettext_lazy("abriu a mesa"),
    "close-table": gettext_lazy("mandou fechar a mesa depois da jogada"),
    "pause-table": gettext_lazy("pôs a mesa em pausa"),
    "resume-table": gettext_lazy("retomou o jogo"),
    "stop-table": gettext_lazy("parou a mesa"),
    "void-round": gettext_lazy("anulou a jogada"),
    "propose-void": gettext_lazy("propôs anular a jogada"),
    "reject-void": gettext_lazy("não anulou a jogada"),
    "set-risk-limit": gettext_lazy("mudou o limite de risco"),
    "set-hours": gettext_lazy("mudou o horário"),
    "draft-configuration": gettext_lazy("escreveu o rascunho"),
    "revise-configuration": gettext_lazy("alterou o rascunho"),
    "submit-configuration": gettext_lazy("submeteu a proposta"),
    "approve-configuration": gettext_lazy("aprovou a proposta"),
    "reject-configuration": gettext_lazy("recusou a proposta"),
}

ACCOUNTS: Final[_Names] = {
    "player": gettext_lazy("Jogador"),
    "stakes": gettext_lazy("Apostas da jogada"),
    "gaming": gettext_lazy("Resultado do jogo"),
    "commission": pgettext_lazy("account", "Comissão"),
    "funding": gettext_lazy("Depósitos e levantamentos"),
    "payouts": gettext_lazy("Levantamentos por pagar"),
    "charge-backs": gettext_lazy("Perdas com depósitos retirados"),
    "play-source": gettext_lazy("Origem das fichas de demonstração"),
    "adjustments": gettext_lazy("Acertos"),
}

MONIES: Final[_Names] = {"EUR": gettext_lazy("Dinheiro"), "PLAY": gettext_lazy("Demonstração")}

SUMS: Final[_Names] = {
    "turnover": gettext_lazy("Apostado"),
    "returned": gettext_lazy("Devolvido"),
    "prizes": gettext_lazy("Prémios"),
    "commission": gettext_lazy("Comissão"),
    "refunded": gettext_lazy("Reembolsado"),
    "gross-revenue": gettext_lazy("Receita bruta"),
}

FAULTS: Final[_Names] = {
    "stakes-left": gettext_lazy("ficou dinheiro na conta das apostas da jogada"),
    "bet-without-outcome": gettext_lazy("há uma aposta sem desfecho"),
    "staked": gettext_lazy("o apostado não é o do livro-razão"),
    "returned": gettext_lazy("o devolvido não é o do livro-razão"),
    "commission": gettext_lazy("a comissão não é a do livro-razão"),
    "gross-revenue": gettext_lazy("a receita bruta das jogadas não é o que a casa tem nas suas contas"),
    "account-missing": gettext_lazy("falta a conta de uma linha"),
    "currencies-mixed": gettext_lazy("uma linha junta duas espécies de dinheiro"),
    "kinds-do-not-fit": gettext_lazy("uma linha move dinheiro entre contas que não o permitem"),
    "amount-not-positive": gettext_lazy("uma linha não tem valor positivo"),
    "step-wrong": gettext_lazy("os saldos antes e depois de uma linha não diferem do seu valor"),
    "chain-broken": gettext_lazy("uma linha não começa no saldo em que a anterior acabou"),
    "balance-wrong": gettext_lazy("o saldo guardado não é a soma das linhas"),
    "stakes-below-zero": gettext_lazy("saiu da conta da jogada mais do que se apostou"),
    "payouts-below-zero": gettext_lazy("pagou-se mais do que os jogadores pediram"),
    "sum-not-zero": gettext_lazy("a soma de todas as contas não é zero"),
    "guard-missing": gettext_lazy("falta uma proteção da base de dados"),
    "guard-changed": gettext_lazy("uma proteção da base de dados foi mudada ou desligada"),
    "guard-unknown": gettext_lazy("a base de dados tem uma proteção ou regra que ninguém instalou"),
    "row-other-than-trail": gettext_lazy("o registo não diz o que a auditoria diz dele"),
    "row-gone-without-trail": gettext_lazy("um registo desapareceu sem deixar rasto na auditoria"),
    "row-without-trail": gettext_lazy("um registo apareceu sem deixar rasto na auditoria"),
    "row-changed": gettext_lazy("uma linha encadeada foi mudada"),
    "row-missing": gettext_lazy("faltam linhas encadeadas"),
    "row-added": gettext_lazy("apareceu uma linha no meio das encadeadas"),
    "link-broken": gettext_lazy("um elo da cadeia não é o que foi feito"),
    "chain-cut": gettext_lazy("a cadeia não tem o fim que uma prova anterior viu"),
    "session-sums": gettext_lazy("as somas da sessão não são as das suas apostas"),
    "line-without-row": gettext_lazy("há uma linha da tesouraria sem o seu registo"),
    "row-without-line": gettext_lazy("há um registo da tesouraria sem a sua linha no livro-razão"),
    "amount-differs": gettext_lazy("o registo e a linha não têm o mesmo valor"),
    "currency-differs": gettext_lazy("o registo e a linha não são da mesma moeda"),
    "person-differs": gettext_lazy("o registo é de uma pessoa e a linha é de outra"),
    "direction-differs": gettext_lazy("a linha move o dinheiro ao contrário do que diz o registo"),
    "without-notice": gettext_lazy("nenhum aviso do banco, nem segunda pessoa, fala deste movimento"),
    "award-not-paid": gettext_lazy("a indemnização de uma reclamação não foi paga como se decidiu"),
    "account-of-nobody": gettext_lazy("uma conta de jogador não é de nenhum jogador"),
}
"""Why rounds, ledger and house do not agree."""

PROOF_PLACES: Final[_Names] = {
    "ledger": gettext_lazy("Livro-razão"),
    "rounds": gettext_lazy("Jogada"),
    "house": gettext_lazy("Contas da casa"),
    "cashier": gettext_lazy("Tesouraria"),
    "guards": gettext_lazy("Proteções da base de dados"),
    "trails": gettext_lazy("Auditoria"),
    "sessions": gettext_lazy("Sessões"),
    "chain": gettext_lazy("Cadeia"),
    "chain-ledger": gettext_lazy("Linhas encadeadas"),
    "chain-slips": gettext_lazy("Boletins encadeados"),
    "chain-rounds": gettext_lazy("Jogadas encadeadas"),
    "chain-audit": gettext_lazy("Entradas de auditoria encadeadas"),
    "chain-notices": gettext_lazy("Avisos do banco encadeados"),
}


def weekday(day: int) -> str:
    """A weekday's name; Monday is 0."""
    return str(WEEKDAYS[day])
