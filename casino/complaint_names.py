"""Complaints in words for both faces of the house: categories, states, outcomes, events, why a file is not taken."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from casino import words
from players.operations.attachments import AttachmentRefusal, AttachmentRefused

_Names = Mapping[str, "str | Promise"]

CATEGORIES: Final[_Names] = {
    "round": gettext_lazy("O resultado ou o pagamento de uma jogada"),
    "bet": gettext_lazy("Uma aposta recusada, atrasada ou que não foi vista"),
    "money": gettext_lazy("Um depósito, um levantamento ou o saldo"),
    "account": gettext_lazy("A minha conta ou a identificação"),
    "protection": gettext_lazy("Limites, pausas ou autoexclusão"),
    "service": gettext_lazy("O atendimento"),
    "technical": gettext_lazy("Um problema técnico"),
    "other": gettext_lazy("Outro assunto"),
}

SHORT_CATEGORIES: Final[_Names] = {
    "round": gettext_lazy("Jogada"),
    "bet": gettext_lazy("Aposta"),
    "money": gettext_lazy("Dinheiro"),
    "account": gettext_lazy("Conta"),
    "protection": gettext_lazy("Limites e pausas"),
    "service": gettext_lazy("Atendimento"),
    "technical": gettext_lazy("Técnico"),
    "other": gettext_lazy("Outro"),
}

STATES: Final[_Names] = {
    "received": pgettext_lazy("complaint", "recebida"),
    "in-hand": pgettext_lazy("complaint", "em análise"),
    "answered": pgettext_lazy("complaint", "respondida"),
    "closed": pgettext_lazy("complaint", "encerrada"),
}

STATE_TONES: Final[Mapping[str, str]] = {"received": "warn", "in-hand": "info", "answered": "good", "closed": ""}

OUTCOMES: Final[_Names] = {
    "accepted": pgettext_lazy("complaint", "aceite"),
    "partly": pgettext_lazy("complaint", "parcialmente aceite"),
    "rejected": pgettext_lazy("complaint", "rejeitada"),
}

OUTCOME_TONES: Final[Mapping[str, str]] = {"accepted": "good", "partly": "info", "rejected": "bad"}

SUBJECTS: Final[_Names] = {
    "none": gettext_lazy("sem referência"),
    "round": gettext_lazy("jogada"),
    "session": gettext_lazy("sessão"),
    "table": gettext_lazy("mesa"),
    "payment": gettext_lazy("movimento"),
}

EVENTS: Final[_Names] = {
    "received": gettext_lazy("reclamação recebida"),
    "acknowledged": gettext_lazy("receção confirmada por carta e na página"),
    "taken": gettext_lazy("tomou o caso em mãos"),
    "player-wrote": gettext_lazy("a pessoa escreveu"),
    "house-wrote": gettext_lazy("escreveu à pessoa"),
    "noted": gettext_lazy("escreveu uma nota interna"),
    "proposed": gettext_lazy("propôs o resultado com pagamento"),
    "award-refused": gettext_lazy("não aprovou o pagamento"),
    "award-paid": gettext_lazy("aprovou o pagamento, que foi feito"),
    "decided": gettext_lazy("o resultado ficou decidido e foi comunicado"),
    "reopened": gettext_lazy("a pessoa pediu que fosse vista de novo"),
    "closed": gettext_lazy("caso encerrado"),
    "late-start": gettext_lazy("lembrança: faltam cinco dias úteis"),
    "due-soon": gettext_lazy("lembrança: faltam dois dias úteis"),
    "overdue": gettext_lazy("passou o prazo; a chefia foi avisada"),
    "adr-named": gettext_lazy("oito semanas: foi indicada a resolução alternativa de litígios"),
}


def days_left(days: int | None) -> str:
    """How long there is for the answer, in words; empty when nothing is due."""
    if days is None:
        return ""
    if days < 0:
        late = -days
        said = ngettext("fora do prazo há %(n)s dia útil", "fora do prazo há %(n)s dias úteis", late)
        return said % {"n": words.number(late)}
    if days == 0:
        return gettext("acaba hoje")
    return ngettext("falta %(n)s dia útil", "faltam %(n)s dias úteis", days) % {"n": words.number(days)}


_FILES: Final[Mapping[AttachmentRefusal, "str | Promise"]] = {
    AttachmentRefusal.TOO_MANY: gettext_lazy("São demasiados ficheiros: no máximo %(most)s por mensagem."),
    AttachmentRefusal.EMPTY: gettext_lazy("O ficheiro «%(name)s» está vazio."),
    AttachmentRefusal.TOO_LARGE: gettext_lazy("O ficheiro «%(name)s» é demasiado grande: no máximo 5 MB cada um."),
    AttachmentRefusal.KIND_UNKNOWN: gettext_lazy(
        "O ficheiro «%(name)s» não é de um tipo que aceitemos: imagens JPEG, PNG e WebP, documentos PDF e texto"
        " simples."
    ),
    AttachmentRefusal.TOO_MANY_PIXELS: gettext_lazy(
        "A imagem «%(name)s» tem demasiados píxeis. Reduza-a e envie-a de novo."
    ),
    AttachmentRefusal.DAMAGED: gettext_lazy("O ficheiro «%(name)s» está danificado e não se consegue abrir."),
    AttachmentRefusal.ACTIVE: gettext_lazy(
        "O PDF «%(name)s» traz programas ou outros ficheiros dentro. Envie-o sem eles, ou uma imagem da página."
    ),
    AttachmentRefusal.TOO_MANY_NOW: gettext_lazy(
        "Na última hora já enviou todos os ficheiros que examinamos: no máximo %(most)s. Tente de novo mais tarde."
    ),
    AttachmentRefusal.BUSY: gettext_lazy(
        "Há outros ficheiros a ser examinados neste momento. Tente de novo daqui a pouco."
    ),
    AttachmentRefusal.ENCRYPTED: gettext_lazy(
        "O PDF «%(name)s» só se abre com uma palavra-passe. Envie-o sem ela, ou imagens das páginas."
    ),
    AttachmentRefusal.TOO_MANY_PAGES: gettext_lazy(
        "O PDF «%(name)s» tem demasiadas páginas: no máximo %(most)s. Envie só as que interessam."
    ),
    AttachmentRefusal.TOO_COMPLEX: gettext_lazy(
        "O ficheiro «%(name)s» é demasiado pesado para o redesenharmos. Envie-o mais pequeno, ou uma imagem do que"
        " interessa."
    ),
    AttachmentRefusal.INFECTED: gettext_lazy("O ficheiro «%(name)s» não passou o exame antivírus."),
}


def file_refusal(error: AttachmentRefused) -> str:
    """Why a file was not taken, and that nothing was sent."""
    said = str(_FILES[error.reason]) % {"name": error.name, "most": error.most}
    then = gettext("Nada foi enviado; os ficheiros têm de ser escolhidos outra vez.")
    return f"{said} {then}"
