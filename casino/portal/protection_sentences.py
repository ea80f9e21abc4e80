"""Every refusal about limits and breaks as a sentence in the user's language. What was not done is always said."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino import protection_names, words
from players.operations.exclusion import ExclusionRefused, NoticeRefusal, NoticeRefused
from players.operations.limits import LimitRefusal, LimitRefused

_Sentences = Mapping[str, "str | Promise"]

LIMITS: Final[_Sentences] = {
    LimitRefusal.NO_SUCH_PERSON: gettext_lazy("Só quem joga tem limites."),
    LimitRefusal.NO_SUCH_PERIOD: gettext_lazy("O tempo de jogo só se limita por dia."),
    LimitRefusal.AMOUNT_INVALID: gettext_lazy("Escreva um valor como 50 ou 50,00."),
    LimitRefusal.REASON_MISSING: gettext_lazy("Escreva porquê."),
    LimitRefusal.NOT_ALLOWED: gettext_lazy("A sua função não permite mudar este limite."),
    LimitRefusal.KEY_REUSED: gettext_lazy(
        "Este pedido já tinha sido tratado com outro valor. Veja a lista e peça de novo."
    ),
    LimitRefusal.NO_SUCH_LIMIT: gettext_lazy("Este pedido não existe."),
    LimitRefusal.NOTHING_CHANGES: gettext_lazy("O limite já é esse. Nada mudou."),
    LimitRefusal.EXCLUDED: gettext_lazy("Durante uma pausa nenhum limite sobe. Pode baixá-lo."),
    LimitRefusal.NOT_WAITING: gettext_lazy("Este pedido já não está à espera."),
    LimitRefusal.TOO_EARLY: gettext_lazy("Ainda não passaram as 24 horas."),
    LimitRefusal.LAPSED: gettext_lazy(
        "O tempo para confirmar passou. O limite fica como estava; se quiser, peça de novo."
    ),
}
NOTICES: Final[_Sentences] = {
    NoticeRefusal.NOT_EXCLUDED: gettext_lazy("Não tem nenhuma pausa em vigor."),
    NoticeRefusal.NOT_OURS: gettext_lazy("Esta exclusão não foi pedida por si: só quem a ordenou a termina."),
    NoticeRefusal.SHORT_BREAK: gettext_lazy("Uma pausa curta acaba sozinha, e não antes do seu fim."),
    NoticeRefusal.ALREADY_GIVEN: gettext_lazy("Já tinha dado este aviso."),
}
EXCLUSIONS: Final[_Sentences] = {
    "period-invalid": gettext_lazy(
        "Uma pausa curta dura de 1 hora a menos de 3 meses; uma autoexclusão, 3 a 127 meses."
    ),
    "period-too-short": gettext_lazy("Uma autoexclusão dura, pelo menos, 3 meses. Para menos tempo há a pausa curta."),
    "reason-missing": gettext_lazy("Escreva porquê."),
    "not-allowed": gettext_lazy("A sua função não permite excluir."),
    "no-such-person": gettext_lazy("Só quem joga se pode excluir."),
    "key-reused": gettext_lazy(
        "Esta página já tinha servido para outro pedido, que está em vigor. Este ainda não foi registado: se o quer, "
        "carregue outra vez."
    ),
}


def limit(refused: LimitRefused) -> str:
    """Why a limit stayed as it was."""
    if refused.reason is LimitRefusal.TOO_EARLY and refused.until is not None:
        return gettext("Ainda não passaram as 24 horas. Pode confirmar a partir de %(moment)s.") % {
            "moment": words.moment(refused.until)
        }
    return str(LIMITS[refused.reason])


def minutes_wanted() -> str:
    """What a session limit has to be."""
    return gettext("Escreva os minutos por dia, de 1 a 1440.")


def set_now(kind: str, name: str, most: int | None) -> str:
    """A limit that holds already."""
    return gettext("Feito: o seu %(limit)s é agora %(amount)s. Vale desde já.") % {
        "limit": protection_names.limit(name),
        "amount": protection_names.amount(kind, most),
    }


def exclusion(refused: ExclusionRefused) -> str:
    """Why no break began."""
    return str(EXCLUSIONS[refused.reason])


def notice(refused: NoticeRefused) -> str:
    """Why a notice changed nothing."""
    return str(NOTICES[refused.reason])
