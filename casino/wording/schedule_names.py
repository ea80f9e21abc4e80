"""Reports that come by themselves, in words: when, as what, to whom, and what their e-mail says."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.wording import words
from kernel.money import Currency
from reporting.catalogue import CATALOGUE
from reporting.making.turns import Rhythm

RHYTHMS: "Final[Mapping[Rhythm, str | Promise]]" = {
    Rhythm.DAY: gettext_lazy("every day, about the day before"),
    Rhythm.WEEK: gettext_lazy("every Monday, about the week before"),
    Rhythm.MONTH: gettext_lazy("every 1st, about the month before"),
}


SHORT: "Final[Mapping[Rhythm, str | Promise]]" = {
    Rhythm.DAY: gettext_lazy("every day"),
    Rhythm.WEEK: gettext_lazy("every Monday"),
    Rhythm.MONTH: gettext_lazy("every 1st"),
}
"""The same without what it is about."""


def rhythm(name: str, hour: int) -> str:
    """«todas as segundas-feiras, sobre a semana anterior, às 06:00»."""
    return gettext("%(rhythm)s, at %(hour)s:00") % {"rhythm": RHYTHMS[Rhythm(name)], "hour": f"{hour:02}"}


def period(first: date, last: date) -> str:
    """The days that a report is about, one or several."""
    begin, end = (date_format(day, "SHORT_DATE_FORMAT") for day in (first, last))
    return begin if first == last else gettext("%(first)s to %(last)s") % {"first": begin, "last": end}


def within(hours: int) -> str:
    """Until when a report is to be received, from its e-mail on."""
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": hours}


def filters(asked: Mapping[str, Any]) -> str:
    """What a schedule asks by, in words; «tudo» where by nothing."""
    told = []
    if asked.get("currency") == Currency.PLAY:
        told.append(gettext("chips, not money"))
    if asked.get("table"):
        told.append(gettext("table %(code)s") % {"code": asked["table"]})
    if asked.get("player"):
        told.append(gettext("player %(key)s") % {"key": str(asked["player"])[:8]})
    if asked.get("least"):
        told.append(gettext("from %(amount)s on") % {"amount": words.money(int(asked["least"]), Currency.EUR)})
    return ", ".join(told) or gettext("everything")


def settings(told: Mapping[str, Any], persons: Mapping[int, str]) -> dict[str, str]:
    """A schedule's settings as its events tell them, by their labels; nothing where nothing is told."""
    if not told:
        return {}
    return {
        gettext("When"): rhythm(told["rhythm"], told["hour"]),
        gettext("Format"): told["format"].upper(),
        gettext("What is in it"): filters(told["filter"]),
        gettext("Members"): ", ".join(persons.get(number, "–") for number in told["members"]),
        gettext("To be received within"): within(told["receipt_hours"]),
    }


def spoken(facts: Mapping[str, Any]) -> dict[str, str]:
    """What the e-mail about a report says of it in words; nothing for other e-mails."""
    if "scheduled" not in facts:
        return {}
    if "until_at" in facts:
        about = words.moment(datetime.fromisoformat(facts["until_at"]))
    else:
        about = period(*(date.fromisoformat(facts[name]) for name in ("first_day", "last_day")))
    return {
        "report_title": str(CATALOGUE[facts["scheduled"]].title),
        "period": about,
        "lines": words.number(facts["rows"]),
    }
