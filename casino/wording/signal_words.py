"""The signals of players' protection in plain words: the same for staff and for the player, with the very figures."""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext, ngettext

from casino.wording import protection_names, words

_Facts = Mapping[str, int]


def _chasing(facts: _Facts) -> str:
    return ngettext(
        "After losing a round, the next bet was at least double: %(count)d time on that day (the sign appears "
        "from %(threshold)d).",
        "After losing a round, the next bet was at least double: %(count)d times on that day (the sign appears "
        "from %(threshold)d).",
        facts["count"],
    ) % dict(facts)


def _rising(facts: _Facts) -> str:
    return ngettext(
        "The average bet rose from %(first)s at the beginning of the day to %(last)s at the end, over "
        "%(rounds)d round (the sign appears when it is %(threshold)d times as large).",
        "The average bet rose from %(first)s at the beginning of the day to %(last)s at the end, over "
        "%(rounds)d rounds (the sign appears when it is %(threshold)d times as large).",
        facts["rounds"],
    ) % {**facts, "first": words.money(facts["first"], "EUR"), "last": words.money(facts["last"], "EUR")}


def _night(facts: _Facts) -> str:
    return gettext(
        "Between midnight and six in the morning, time at the table was %(time)s (the sign appears from %(least)s)."
    ) % _times(facts)


def _hits(facts: _Facts) -> str:
    return ngettext(
        "A gambling limit stopped bets %(count)d time on that day (the sign appears from %(threshold)d).",
        "A gambling limit stopped bets %(count)d times on that day (the sign appears from %(threshold)d).",
        facts["count"],
    ) % dict(facts)


def _long(facts: _Facts) -> str:
    return gettext("Time at the table on that day was %(time)s (the sign appears from %(least)s).") % _times(facts)


def _deposits(facts: _Facts) -> str:
    return ngettext(
        "%(count)d deposit on that day (the sign appears from %(threshold)d).",
        "%(count)d deposits on that day (the sign appears from %(threshold)d).",
        facts["count"],
    ) % dict(facts)


def _times(facts: _Facts) -> dict[str, str]:
    return {
        "time": protection_names.minutes(facts["count"]),
        "least": protection_names.minutes(facts["threshold"]),
    }


SENTENCES: Final[Mapping[str, Callable[[_Facts], str]]] = {
    "chasing": _chasing,
    "rising-stakes": _rising,
    "night-play": _night,
    "limit-hits": _hits,
    "long-sessions": _long,
    "many-deposits": _deposits,
}


def sentence(kind: str, facts: _Facts) -> str:
    """The signal, with its figures."""
    return SENTENCES[kind](facts)
