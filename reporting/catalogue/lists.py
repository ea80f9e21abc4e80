"""The closed lists of the catalogue in words, in the language of record."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

Words = Mapping[str, Any]

CODES: Final[Words] = {
    "deposit": _("depósito"),
    "withdrawal": _("levantamento"),
    "withdrawal-requested": _("levantamento pedido"),
    "withdrawal-given-back": _("levantamento devolvido"),
    "play-top-up": _("fichas de demonstração"),
    "stake": _("aposta"),
    "stake-taken-back": _("aposta retirada"),
    "stake-returned": _("aposta devolvida"),
    "prize": _("prémio"),
    "refund": _("reembolso"),
    "adjustment": _("acerto"),
    "charge-back": _("depósito retirado pelo banco"),
}
STATES: Final[Words] = {
    "active": _("ativa"),
    "suspended": _("suspensa"),
    "excluded": _("excluída"),
    "closed": _("encerrada"),
}
CHANGES: Final[Words] = {
    "suspended": _("suspensão"),
    "reinstated": _("fim da suspensão"),
    "verified": _("identidade verificada"),
    "closed": _("encerramento"),
    "closed-death": _("encerramento por falecimento"),
    "closed-exclusion": _("encerramento por autoexclusão sem prazo"),
    "excluded-short": _("pausa curta"),
    "excluded-fixed": _("autoexclusão por prazo"),
    "excluded-indefinite": _("autoexclusão sem prazo"),
}
WHOLENESS: Final[Words] = {"complete": _("completo"), "incomplete": _("incompleto")}
BARRIERS: Final[Words] = {
    "short": _("pausa curta"),
    "fixed": _("autoexclusão por prazo"),
    "indefinite": _("autoexclusão sem prazo"),
    "suspended": _("suspensão"),
}
ORIGINS: Final[Words] = {"self": _("o próprio"), "operator": _("a casa"), "national": _("a lista nacional")}
DOCUMENTS: Final[Words] = {
    "0": _("bilhete de identidade"),
    "1": _("cartão de cidadão"),
    "2": _("passaporte"),
    "3": _("NIF"),
    "4": _("outro"),
}
CHANCES: Final[Words] = {
    "ponto": _("Ponto"),
    "banca": _("Banca"),
    "empate": _("Empate"),
    "par-ponto": _("Par ponto"),
    "par-banca": _("Par banca"),
    "qualquer-par": _("Qualquer par"),
    "par-perfeito": _("Par perfeito"),
}
POSSIBLE: Final[Words] = {
    "ponto": _("ganha se o ponto ganhar; devolvida em empate; senão perde"),
    "banca": _("ganha se a banca ganhar; devolvida em empate; senão perde"),
    "empate": _("ganha em empate; senão perde"),
    "par-ponto": _("ganha se as duas primeiras cartas do ponto forem par; senão perde"),
    "par-banca": _("ganha se as duas primeiras cartas da banca forem par; senão perde"),
}
OUTCOMES: Final[Words] = {"win": _("ganha"), "lose": _("perdida"), "push": _("devolvida"), "void": _("anulada")}
WINNERS: Final[Words] = {"ponto": _("ponto"), "banca": _("banca"), "empate": _("empate")}
PHASES: Final[Words] = {"settled": _("paga"), "void": _("anulada")}
CONFIGURATIONS: Final[Words] = {
    "approved": pgettext_lazy("rules", "aprovadas"),
    "in-force": pgettext_lazy("rules", "em vigor"),
    "superseded": pgettext_lazy("rules", "substituídas"),
}
UNUSUAL: Final[Words] = {
    "single": _("um movimento grande"),
    "cumulative": _("grande no conjunto"),
    "little-played": _("depositado e levantado quase sem jogar"),
}
ERRORS: Final[Words] = {
    "void-round": _("jogada anulada"),
    "stuck-round": _("jogada presa"),
    "shoe-unfit": _("sabot que não passou o autoteste"),
    "over-risk": _("exposição acima do limite da casa"),
    "ledger": _("diferença no livro-razão"),
    "stop-play": _("jogo parado pela casa"),
    "other": pgettext_lazy("incident", "outro"),
}
COMPONENTS: Final[Words] = {
    "table": _("mesa"),
    "switch": _("paragem do jogo"),
    "rules": _("regras"),
    "account": _("conta"),
    "exclusion": _("exclusão"),
    "sign-in": _("entrada"),
    "data": _("dados do jogador"),
    "prize": _("prémio elevado"),
    "balance": _("saldo"),
}
INSTRUMENTS: Final[Words] = {"bank-account": _("conta bancária"), "mbway": _("MB WAY")}
DEPOSITS: Final[Words] = {
    "pending": pgettext_lazy("deposit", "à espera do banco"),
    "credited": pgettext_lazy("deposit", "creditado"),
    "rejected": pgettext_lazy("deposit", "rejeitado"),
    "expired": pgettext_lazy("deposit", "caducado"),
    "charged-back": pgettext_lazy("deposit", "retirado pelo banco"),
}
WITHDRAWALS: Final[Words] = {
    "refused": pgettext_lazy("withdrawal", "recusado pela casa"),
    "failed": pgettext_lazy("withdrawal", "não aceite pelo banco"),
}
LIMITS: Final[Words] = {
    "deposit": pgettext_lazy("limit", "depósitos"),
    "stake": pgettext_lazy("limit", "apostas"),
    "loss": pgettext_lazy("limit", "perdas"),
    "session": pgettext_lazy("limit", "tempo de jogo"),
}
PERIODS: Final[Words] = {"day": _("dia"), "week": _("semana"), "month": _("mês")}
LIMIT_STATES: Final[Words] = {
    "in-force": pgettext_lazy("limit", "em vigor"),
    "waiting": pgettext_lazy("limit", "à espera"),
}
CATEGORIES: Final[Words] = {
    "round": _("uma jogada"),
    "bet": _("uma aposta"),
    "money": _("dinheiro"),
    "account": _("a conta"),
    "protection": _("proteção do jogador"),
    "service": _("atendimento"),
    "technical": _("falha técnica"),
    "other": _("outro"),
}
COMPLAINTS: Final[Words] = {
    "received": pgettext_lazy("complaint", "recebida"),
    "in-hand": pgettext_lazy("complaint", "em análise"),
    "answered": pgettext_lazy("complaint", "respondida"),
    "closed": pgettext_lazy("complaint", "encerrada"),
}
COMPLAINT_OUTCOMES: Final[Words] = {
    "accepted": pgettext_lazy("complaint", "aceite"),
    "partly": pgettext_lazy("complaint", "parcialmente aceite"),
    "rejected": pgettext_lazy("complaint", "rejeitada"),
}
