"""Limits by name, spans of time, and amounts as a limit counts them, in the user's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from casino.wording import words
from kernel.labels import label
from kernel.periods import Period
from players.protection.queries.protection import LimitKind


def limit(name: str) -> str:
    """«limite de apostas por dia» for `stake-day`."""
    kind, period = named(name)
    return f"{label(kind, 'limit')} {label(period, 'per')}"


def heading(name: str) -> str:
    """«Apostas por dia» for `stake-day`, where that it is a limit stands beside it."""
    kind, period = named(name)
    return f"{capfirst(label(kind))} {label(period, 'per')}"


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


def named(limit: str) -> tuple[LimitKind, Period]:
    """The kind and the period that a limit's name says: `stake-day`."""
    kind, _, period = limit.partition("-")
    return LimitKind(kind), Period(period)


def amount_of(kind: LimitKind, typed: str) -> int | None:
    """A limit's amount as typed: minutes for a session, else cents; None if it is none."""
    return words.number_of(typed) if kind is LimitKind.SESSION else words.cents_of(typed)


def spoken(facts: Mapping[str, Any]) -> dict[str, str]:
    """The limit and its amount as an e-mail says them; nothing if the e-mail is about no limit."""
    if not {"kind", "period", "most"} <= facts.keys():
        return {}
    return {
        "limit_name": limit(f"{facts['kind']}-{facts['period']}"),
        "limit_amount": amount(str(facts["kind"]), facts["most"]),
    }
