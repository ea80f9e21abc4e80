"""Every refusal of staff's acts on a complaint, as a sentence: what happened, that nothing changed, the next step."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from casino.backoffice.settled_sentences import NOT_YET, not_yet
from players.operations.complaints import CaseRefusal, CaseRefused

REFUSALS: Final[Mapping[CaseRefusal, "str | Promise"]] = {
    CaseRefusal.NOT_ALLOWED: gettext_lazy("As suas funções não permitem isto. Nada mudou."),
    CaseRefusal.TEXT_INVALID: gettext_lazy("Escreva o texto, até 5000 caracteres. Nada foi guardado."),
    CaseRefusal.OUTCOME_UNKNOWN: gettext_lazy(
        "O resultado é aceite, parcialmente aceite ou rejeitada (PT-77). Nada foi decidido."
    ),
    CaseRefusal.NO_REASONS: gettext_lazy("Escreva as razões, entre 10 e 5000 caracteres (PT-77). Nada foi decidido."),
    CaseRefusal.AWARD_INVALID: gettext_lazy(
        "O pagamento não serve: só com a reclamação aceite, no todo ou em parte, e até 1 000 000,00 €. Nada foi"
        " decidido."
    ),
    CaseRefusal.NO_SUCH_COMPLAINT: gettext_lazy("Esta reclamação não existe. Nada mudou."),
    CaseRefusal.KEY_REUSED: gettext_lazy(
        "Este formulário já foi enviado com outro conteúdo. Nada mudou; veja abaixo o que ficou."
    ),
    CaseRefusal.STALE: gettext_lazy(
        "A reclamação mudou enquanto escrevia. Nada foi guardado; leia o que há de novo e envie outra vez."
    ),
    CaseRefusal.NOT_IN_THAT_STATE: gettext_lazy(
        "A reclamação já não está nesse estado. Nada mudou; veja abaixo onde está agora."
    ),
    CaseRefusal.NOT_YOURS: gettext_lazy("Quem decide é quem tem o caso em mãos. Nada mudou; tome-o primeiro."),
    CaseRefusal.AWARD_WAITS: gettext_lazy(
        "Há um pagamento à espera da aprovação de outra pessoa. Nada mudou até essa pessoa decidir."
    ),
    CaseRefusal.NO_AWARD_WAITS: gettext_lazy("Não há pagamento à espera de aprovação. Nada mudou."),
    CaseRefusal.OWN_WORK: gettext_lazy("Foi quem propôs o pagamento: tem de ser outra pessoa a aprovar. Nada mudou."),
    CaseRefusal.TOO_MANY_MESSAGES: gettext_lazy("Esta reclamação já tem %(most)s mensagens. Nada foi guardado."),
    CaseRefusal.TOO_RECENT: NOT_YET["too-recent"],
    CaseRefusal.SAME_HANDS: NOT_YET["same-hands"],
    CaseRefusal.MONEY_REFUSED: gettext_lazy("A caixa recusou o movimento. Nada foi pago; veja a conta do jogador."),
}


def refusal(error: CaseRefused) -> str:
    """Why nothing changed."""
    if error.reason.value in NOT_YET:
        return not_yet(error.reason.value, error.until)
    return str(REFUSALS[error.reason]) % {"most": error.most}
