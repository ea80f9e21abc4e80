"""The words of limits, breaks, duties and signals in the user's language, and amounts as a limit counts them."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino import words

_Names = Mapping[str, "str | Promise"]

LIMITS: Final[_Names] = {
    "deposit-day": gettext_lazy("limite de depósitos por dia"),
    "deposit-week": gettext_lazy("limite de depósitos por semana"),
    "deposit-month": gettext_lazy("limite de depósitos por mês"),
    "stake-day": gettext_lazy("limite de apostas por dia"),
    "stake-week": gettext_lazy("limite de apostas por semana"),
    "stake-month": gettext_lazy("limite de apostas por mês"),
    "loss-day": gettext_lazy("limite de perdas por dia"),
    "loss-week": gettext_lazy("limite de perdas por semana"),
    "loss-month": gettext_lazy("limite de perdas por mês"),
    "session-day": gettext_lazy("limite de tempo de jogo por dia"),
}
KINDS: Final[_Names] = {
    "deposit": gettext_lazy("Depósitos"),
    "stake": gettext_lazy("Apostas"),
    "loss": gettext_lazy("Perdas"),
    "session": gettext_lazy("Tempo de jogo"),
}
PERIODS: Final[_Names] = {
    "day": gettext_lazy("por dia"),
    "week": gettext_lazy("por semana"),
    "month": gettext_lazy("por mês"),
}
EXCLUSIONS: Final[_Names] = {
    "short": gettext_lazy("pausa curta"),
    "fixed": gettext_lazy("autoexclusão com prazo"),
    "indefinite": gettext_lazy("autoexclusão sem prazo"),
}

PROHIBITIONS: Final[Mapping[str, "str | Promise"]] = {
    "office-holder": gettext_lazy("titular de órgão de soberania ou de governo regional"),
    "magistrate": gettext_lazy("magistrado"),
    "police": gettext_lazy("forças ou serviços de segurança"),
    "incapacitated": gettext_lazy("pessoa declarada incapaz"),
    "barred": gettext_lazy("impedida por um tribunal"),
    "operator-staff": gettext_lazy("trabalha na casa ou dirige-a"),
    "system-access": gettext_lazy("tem acesso ao sistema de jogo"),
    "outcome-access": gettext_lazy("pode conhecer os resultados ou agir sobre eles"),
    "regulator-staff": gettext_lazy("trabalha para a entidade que fiscaliza o jogo"),
}
"""Why somebody may never play (PT-16)."""


def limit(name: str) -> str:
    """«limite de apostas por dia» for `stake-day`."""
    return str(LIMITS.get(name, name))


def minutes(count: int) -> str:
    """«1 hora e 30 minutos»."""
    hours, rest = divmod(count, 60)
    parts = []
    if hours:
        parts.append(ngettext("%(count)d hora", "%(count)d horas", hours) % {"count": hours})
    if rest or not hours:
        parts.append(ngettext("%(count)d minuto", "%(count)d minutos", rest) % {"count": rest})
    return gettext(" e ").join(parts)


def span(hours: int) -> str:
    """«24 horas», «7 dias»: days from two on."""
    if hours < 48:
        return ngettext("%(count)d hora", "%(count)d horas", hours) % {"count": hours}
    return ngettext("%(count)d dia", "%(count)d dias", hours // 24) % {"count": hours // 24}


def amount(kind: str, most: int | None) -> str:
    """What a limit says: money, or time of a session limit; «sem limite» for none."""
    if most is None:
        return gettext("sem limite")
    return minutes(most) if kind == "session" else words.money(most, "EUR")


def spoken(facts: Mapping[str, Any]) -> dict[str, str]:
    """The limit and its amount as a letter says them; nothing where the letter is about no limit."""
    if not {"kind", "period", "most"} <= facts.keys():
        return {}
    return {
        "limit_name": limit(f"{facts['kind']}-{facts['period']}"),
        "limit_amount": amount(str(facts["kind"]), facts["most"]),
    }


STATES: Final[_Names] = {
    "waiting": gettext_lazy("à espera"),
    "in-force": gettext_lazy("em vigor"),
    "replaced": gettext_lazy("substituído"),
    "removed": gettext_lazy("retirado"),
    "cancelled": gettext_lazy("desistiu"),
    "dropped": gettext_lazy("trocado por outro pedido"),
    "lapsed": gettext_lazy("não confirmado a tempo"),
}
SOURCES: Final[_Names] = {
    "self": gettext_lazy("seu"),
    "operator": gettext_lazy("da casa"),
    "national": gettext_lazy("lista nacional"),
}
SIGNALS: Final[_Names] = {
    "chasing": gettext_lazy("Corre atrás das perdas"),
    "rising-stakes": gettext_lazy("Apostas a subir"),
    "night-play": gettext_lazy("Jogo de noite"),
    "limit-hits": gettext_lazy("Esbarra nos limites"),
    "long-sessions": gettext_lazy("Muitas horas à mesa"),
    "many-deposits": gettext_lazy("Muitos depósitos"),
}
ACTS: Final[_Names] = {
    "note": gettext_lazy("nota"),
    "contact": gettext_lazy("contacto com o jogador"),
    "close": gettext_lazy("fechado"),
}
DUTIES: Final[_Names] = {
    "notify-exclusion": gettext_lazy("Comunicar a exclusão ao regulador"),
    "notify-revocation": gettext_lazy("Comunicar o fim antecipado ao regulador"),
    "pay-out": gettext_lazy("Pagar o saldo da conta fechada"),
}
