"""The words of limits, breaks, obligations and signals in the user's language, and amounts as a limit counts them."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.wording import words
from kernel.labels import label
from kernel.periods import Period
from players.protection.queries.protection import LimitKind

_Names = Mapping[str, "str | Promise"]

PROHIBITIONS: Final[Mapping[str, "str | Promise"]] = {
    "office-holder": gettext_lazy("holder of a sovereign or regional government office"),
    "magistrate": gettext_lazy("magistrate"),
    "police": gettext_lazy("security forces or services"),
    "incapacitated": gettext_lazy("person declared legally incapable"),
    "barred": gettext_lazy("barred by a court"),
    "operator-staff": gettext_lazy("works in the house or directs it"),
    "system-access": gettext_lazy("has access to the gaming system"),
    "outcome-access": gettext_lazy("may know the results or act on them"),
    "regulator-staff": gettext_lazy("works for the body that supervises gambling"),
}
"""The reasons why a person may never play (PT-16)."""


def limit(name: str) -> str:
    """«limite de apostas por dia» for `stake-day`."""
    kind, _, period = name.partition("-")
    return f"{label(LimitKind(kind), 'limit')} {label(Period(period), 'per')}"


def minutes(count: int) -> str:
    """«1 hora e 30 minutos»."""
    hours, rest = divmod(count, 60)
    parts = []
    if hours:
        parts.append(ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours})
    if rest or not hours:
        parts.append(ngettext("%(count)d minute", "%(count)d minutes", rest) % {"count": rest})
    return gettext(" and ").join(parts)


def span(hours: int) -> str:
    """«24 horas», «7 dias»: days from two on."""
    if hours < 48:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", hours // 24) % {"count": hours // 24}


def amount(kind: str, most: int | None) -> str:
    """The value of a limit: money, or the time of a session limit; «sem limite» for none."""
    if most is None:
        return gettext("no limit")
    return minutes(most) if kind == "session" else words.money(most, "EUR")


def spoken(facts: Mapping[str, Any]) -> dict[str, str]:
    """The limit and its amount as an e-mail says them; nothing if the e-mail is about no limit."""
    if not {"kind", "period", "most"} <= facts.keys():
        return {}
    return {
        "limit_name": limit(f"{facts['kind']}-{facts['period']}"),
        "limit_amount": amount(str(facts["kind"]), facts["most"]),
    }


SIGNALS: Final[_Names] = {
    "chasing": gettext_lazy("Chasing losses"),
    "rising-stakes": gettext_lazy("Rising bets"),
    "night-play": gettext_lazy("Play at night"),
    "limit-hits": gettext_lazy("Running into limits"),
    "long-sessions": gettext_lazy("Many hours at the table"),
    "many-deposits": gettext_lazy("Many deposits"),
}
ACTS: Final[_Names] = {
    "note": gettext_lazy("note"),
    "contact": gettext_lazy("contact with the player"),
    "close": gettext_lazy("closed"),
}
