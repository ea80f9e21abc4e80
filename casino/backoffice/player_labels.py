"""What staff read about players, in words: states, checks, exclusions, limits, sign-ins, changes of data."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

_Names = Mapping[str, "str | Promise"]

STATES: Final[_Names] = {
    "verified": gettext_lazy("identidade verificada"),
    "unverified": gettext_lazy("identidade por verificar"),
    "suspended": gettext_lazy("suspensos"),
    "excluded": gettext_lazy("excluídos"),
    "closed": gettext_lazy("conta encerrada"),
}
"""What the list can be narrowed to."""

WORDS: Final[Mapping[str, _Names]] = {
    "outcome": {
        "": gettext_lazy("à espera de resposta"),
        "verified": gettext_lazy("confirmada"),
        "not-found": gettext_lazy("não encontrada"),
        "mismatch": gettext_lazy("dados que não conferem"),
        "under-age": gettext_lazy("menor de idade"),
        "deceased": gettext_lazy("pessoa falecida"),
        "prohibited": gettext_lazy("pessoa impedida de jogar"),
    },
    "exclusion": {
        "short": gettext_lazy("pausa"),
        "fixed": gettext_lazy("exclusão a prazo"),
        "indefinite": gettext_lazy("exclusão por tempo indeterminado"),
    },
    "source": {
        "self": gettext_lazy("pedida pelo jogador"),
        "operator": gettext_lazy("da casa"),
        "national": gettext_lazy("da lista nacional"),
    },
    "limit-source": {
        "self": gettext_lazy("pedido pelo jogador"),
        "operator": pgettext_lazy("limit", "da casa"),
    },
    "limit": {
        "deposit": gettext_lazy("Depósitos"),
        "stake": gettext_lazy("Apostas"),
        "loss": gettext_lazy("Perdas"),
        "session": gettext_lazy("Tempo de jogo"),
    },
    "period": {
        "day": gettext_lazy("por dia"),
        "week": gettext_lazy("por semana"),
        "month": gettext_lazy("por mês"),
    },
    "limit-state": {
        "in-force": gettext_lazy("em vigor"),
        "waiting": pgettext_lazy("limit", "à espera"),
    },
    "sign-in": {
        "pending": gettext_lazy("a meio"),
        "failed": gettext_lazy("falhou"),
        "refused": gettext_lazy("recusada"),
        "step": gettext_lazy("falta o segundo passo"),
        "signed-in": gettext_lazy("entrou"),
    },
    "change": {
        "suspended": gettext_lazy("suspenso"),
        "reinstated": gettext_lazy("suspensão levantada"),
        "verified": gettext_lazy("identidade confirmada"),
        "closed": gettext_lazy("conta encerrada"),
        "reopened": gettext_lazy("conta reaberta"),
    },
    "closure": {
        "asked": gettext_lazy("a pedido do próprio"),
        "death": gettext_lazy("falecimento"),
        "exclusion": gettext_lazy("autoexclusão sem prazo"),
        "staff": gettext_lazy("trabalha na casa"),
    },
    "data": {
        "email": gettext_lazy("e-mail"),
        "iban": gettext_lazy("conta bancária"),
        "password": gettext_lazy("palavra-passe"),
        "second-factor": gettext_lazy("segundo fator"),
        "full-name": gettext_lazy("nome completo"),
        "birth-date": gettext_lazy("data de nascimento"),
        "nationality": gettext_lazy("nacionalidade"),
        "profession": gettext_lazy("profissão"),
        "address": gettext_lazy("morada"),
        "country": gettext_lazy("país de residência"),
        "document-kind": gettext_lazy("tipo de documento"),
        "document-number": gettext_lazy("número do documento"),
        "document-country": gettext_lazy("país do documento"),
        "nif": gettext_lazy("NIF"),
        "identity-refused": gettext_lazy("correção recusada: dados de outra pessoa"),
    },
}
"""By kind of code: how it reads. A code without a word stands as it is."""


def word(kind: str, code: str) -> str:
    """What a code of a kind means."""
    return str(WORDS[kind].get(code, code))
