"""Every refusal of a player's act on a complaint, as a sentence: what happened, that nothing changed, the next step."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from players.operations.complaints import ComplaintRefusal, ComplaintRefused

REFUSALS: Final[Mapping[ComplaintRefusal, "str | Promise"]] = {
    ComplaintRefusal.NO_SUCH_PERSON: gettext_lazy("Só quem tem conta de jogador reclama aqui. Nada foi enviado."),
    ComplaintRefusal.NO_SUCH_COMPLAINT: gettext_lazy("Esta reclamação não existe. Nada foi enviado."),
    ComplaintRefusal.CATEGORY_UNKNOWN: gettext_lazy("Escolha de que se trata. Nada foi enviado."),
    ComplaintRefusal.TEXT_INVALID: gettext_lazy(
        "Escreva entre 10 e 5000 caracteres, para percebermos o que aconteceu. Nada foi enviado."
    ),
    ComplaintRefusal.SUBJECT_INVALID: gettext_lazy(
        "A referência não é válida. Nada foi enviado; abra o formulário a partir da jogada, da sessão ou do movimento."
    ),
    ComplaintRefusal.KEY_REUSED: gettext_lazy(
        "Este formulário já foi enviado com outro texto. Nada mudou; abra a página de novo e escreva outra vez."
    ),
    ComplaintRefusal.TOO_MANY_OPEN: gettext_lazy(
        "Já tem %(most)s reclamações à espera de resposta. Junte o que falta a uma delas. Nada foi enviado."
    ),
    ComplaintRefusal.TOO_MANY_MESSAGES: gettext_lazy(
        "Esta reclamação já tem %(most)s mensagens. Telefone-nos ou escreva-nos por e-mail. Nada foi enviado."
    ),
    ComplaintRefusal.CLOSED: gettext_lazy("Esta reclamação está encerrada. Nada foi enviado; pode fazer outra."),
    ComplaintRefusal.NOT_ANSWERED: gettext_lazy("Esta reclamação ainda não tem resposta. Nada mudou."),
    ComplaintRefusal.REOPENED_ALREADY: gettext_lazy(
        "Esta reclamação já foi vista duas vezes. Pode recorrer ao Livro de Reclamações ou a uma entidade independente."
    ),
    ComplaintRefusal.TOO_LATE: gettext_lazy(
        "Só se reabre uma reclamação nos %(most)s dias depois da resposta. Pode fazer outra, ou recorrer ao Livro de"
        " Reclamações ou a uma entidade independente."
    ),
}


def refusal(error: ComplaintRefused) -> str:
    """Why nothing was written."""
    return str(REFUSALS[error.reason]) % {"most": error.most}
