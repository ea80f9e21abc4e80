"""The closed lists of the catalogue in words, in the language of record."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import translation
from django.utils.dates import WEEKDAYS
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
    "closed-staff": _("encerramento por trabalhar na casa"),
    "closed-exclusion": _("encerramento por autoexclusão sem prazo"),
    "excluded-short": _("pausa curta"),
    "excluded-fixed": _("autoexclusão por prazo"),
    "excluded-indefinite": _("autoexclusão sem prazo"),
}
STAFF: Final[Words] = {"active": _("entra"), "disabled": _("sem acesso")}
ROLES: Final[Words] = {
    "game-manager": _("gestão de jogo"),
    "approver": _("aprovação"),
    "supervisor": _("supervisão de sala"),
    "support": _("apoio ao jogador"),
    "compliance": _("conformidade"),
    "auditor": _("auditoria"),
    "inspector": _("inspeção"),
    "administrator": _("administração"),
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
PRESETS: Final[Words] = {
    "ponto-e-banca": _("Ponto e Banca"),
    "macau": _("Ponto e Banca Macau"),
    "macau-floor": _("Ponto e Banca Macau, mesa de sala"),
    "punto-banco": _("Punto Banco"),
    "live-baccarat": _("Bacará ao vivo"),
}
CHANCES: Final[Words] = {
    "ponto": _("Ponto"),
    "banca": _("Banca"),
    "empate": _("Empate"),
    "par-ponto": _("Par ponto"),
    "par-banca": _("Par banca"),
    "qualquer-par": _("Qualquer par"),
    "par-perfeito": _("Par perfeito"),
    "banca-no-commission": _("Banca sem comissão"),
    "natural-ponto": _("Natural do ponto"),
    "natural-banca": _("Natural da banca"),
    "bonus-ponto": _("Bónus do ponto"),
    "bonus-banca": _("Bónus da banca"),
    "lucky-six": _("Lucky six"),
    "lucky-six-2": _("Lucky six, 2 cartas"),
    "lucky-six-3": _("Lucky six, 3 cartas"),
}
POSSIBLE: Final[Words] = {
    "ponto": _("ganha se o ponto ganhar; devolvida em empate; senão perde"),
    "banca": _("ganha se a banca ganhar; devolvida em empate; senão perde"),
    "empate": _("ganha em empate; senão perde"),
    "par-ponto": _("ganha se as duas primeiras cartas do ponto forem par; senão perde"),
    "par-banca": _("ganha se as duas primeiras cartas da banca forem par; senão perde"),
    "banca-no-commission": _("ganha se a banca ganhar, metade do prémio com 6; devolvida em empate; senão perde"),
    "qualquer-par": _("ganha se houver par no ponto ou na banca; senão perde"),
    "par-perfeito": _("ganha se houver par do mesmo naipe no ponto ou na banca; senão perde"),
    "natural-ponto": _("ganha se o ponto tiver 8 ou 9 nas duas primeiras cartas; senão perde"),
    "natural-banca": _("ganha se a banca tiver 8 ou 9 nas duas primeiras cartas; senão perde"),
    "bonus-ponto": _(
        "ganha se o ponto ganhar com natural ou por 4 ou mais; devolvida em empate com naturais; senão perde"
    ),
    "bonus-banca": _(
        "ganha se a banca ganhar com natural ou por 4 ou mais; devolvida em empate com naturais; senão perde"
    ),
    "lucky-six": _("ganha se a banca ganhar com 6; senão perde"),
    "lucky-six-2": _("ganha se a banca ganhar com 6 em duas cartas; senão perde"),
    "lucky-six-3": _("ganha se a banca ganhar com 6 em três cartas; senão perde"),
}
OUTCOMES: Final[Words] = {"win": _("ganha"), "lose": _("perdida"), "push": _("devolvida"), "void": _("anulada")}
WINNERS: Final[Words] = {"ponto": _("ponto"), "banca": _("banca"), "empate": _("empate")}
PHASES: Final[Words] = {"settled": _("paga"), "void": _("anulada")}
ENDS: Final[Words] = {
    "player": _("o jogador saiu"),
    "time": _("fim do tempo de jogo"),
    "idle": _("ausência"),
    "barred": _("já não podia jogar"),
    "table-closed": _("a mesa fechou"),
}
"""Why a session ended."""
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
    "cards-differ": _("cartas dadas que não são as seladas"),
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
    "transfer": _("movimento elevado"),
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
EVENTS: Final[Words] = {
    "create-table": _("mesa criada"),
    "open-table": _("mesa aberta"),
    "close-table": _("mesa mandada fechar"),
    "pause-table": _("mesa em pausa"),
    "resume-table": _("jogo retomado"),
    "stop-table": _("mesa parada"),
    "void-round": _("jogada anulada"),
    "set-risk-limit": _("limite de risco mudado"),
    "set-hours": _("horário mudado"),
    "draft-configuration": _("regras: rascunho escrito"),
    "revise-configuration": _("regras: rascunho alterado"),
    "submit-configuration": _("regras: proposta submetida"),
    "approve-configuration": _("regras: proposta aprovada"),
    "reject-configuration": _("regras: proposta recusada"),
    "in-force": _("regras: entrada em vigor"),
    "stop-play": _("jogo parado pela casa"),
    "lift-play": _("jogo deixado continuar"),
    **CHANGES,
    "hired": _("funcionário admitido"),
    "roles": _("funções mudadas"),
    "disabled": _("acesso retirado"),
    "enabled": _("acesso devolvido"),
    "left": _("fim do trabalho na casa"),
    "factor-reset": _("segundo fator tirado"),
    "locked": _("entrada bloqueada"),
    "email": _("e-mail mudado"),
    "iban": _("IBAN mudado"),
    "password": _("palavra-passe mudada"),
    "second-factor": _("segundo fator mudado"),
    "identity-refused": _("identidade não confirmada"),
    "full-name": _("nome mudado"),
    "birth-date": _("data de nascimento mudada"),
    "nationality": _("nacionalidade mudada"),
    "profession": _("profissão mudada"),
    "address": _("morada mudada"),
    "country": _("país mudado"),
    "document-kind": _("espécie de documento mudada"),
    "document-number": _("número do documento mudado"),
    "document-country": _("país do documento mudado"),
    "nif": _("NIF mudado"),
    "notice": _("aviso de fim da exclusão"),
    "revoked": _("exclusão retirada"),
    "large-prize": _("prémio elevado"),
    "large-stake": _("aposta elevada"),
    "large-deposit": _("depósito elevado"),
    "large-withdrawal-requested": _("levantamento elevado"),
    "adjustment": _("acerto"),
}
FIELDS: Final[Words] = {
    "yes": _("sim"),
    "no": _("não"),
    "status": _("Estado"),
    "status=open": _("aberta"),
    "status=paused": _("em pausa"),
    "status=closing": _("fecha depois desta jogada"),
    "status=closed": _("fechada"),
    "closes_at": _("Prazo das apostas"),
    "phase": _("Fase"),
    "phase=betting": _("apostas abertas"),
    "code": _("Código"),
    "name": _("Nome"),
    "round": _("Jogada"),
    "refunded": _("Reembolsado"),
    "reference": _("Aprovação"),
    "cents": _("Limite de risco"),
    "balance": _("Saldo"),
    "ends_at": _("Até"),
    "datum": _("Dado pessoal"),
    "preset": _("Jogo"),
    "decks": _("Baralhos"),
    "shuffle": _("Cartas"),
    "shuffle=every-round": _("baralhadas antes de cada jogada"),
    "shuffle=per-shoe": _("baralhadas a cada sabot"),
    "commission": _("Comissão da banca"),
    "commission=none": _("sem comissão"),
    "commission=5-percent": _("5 % dos prémios da banca"),
    "commission=half-on-5": _("metade do prémio quando a banca ganha com 5"),
    "commission=half-on-6": _("metade do prémio quando a banca ganha com 6"),
    "commission=half-on-5-and-6": _("metade do prémio quando a banca ganha com 5 ou com 6"),
    "pairs": _("Apostas nos pares"),
    "minimum": _("Aposta mínima"),
    "caps": _("Aposta máxima"),
    **CHANCES,
    "max_prize": _("Prémio máximo por jogada"),
    "betting_seconds": _("Tempo de apostas"),
    "show_seconds": _("Tempo de resultado"),
    "cycle_seconds": _("Tempo entre começos"),
    "seats": _("Lugares"),
    **{f"{day}": name for day, name in WEEKDAYS.items()},
    **{f"source={source}": name for source, name in ORIGINS.items()},
}
"""Fields of what staff change, and their codes by field and code."""


def of_record(words: Words) -> dict[str, str]:
    """A list in the language of record."""
    with translation.override("pt"):
        return {code: str(name) for code, name in words.items()}
