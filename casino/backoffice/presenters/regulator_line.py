"""The line to the regulator in words and as a drawing: its parts, the month's minutes, what waits for staff (PT-72)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.conf import settings
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.adapters.gateway import has_gateway
from casino.adapters.safe import has_safe
from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from casino.wording import words
from kernel.labels import label
from reporting.operations.regulator_line import BUDGET
from reporting.queries import hours, regulator_line
from reporting.queries.hours import OpenHour
from reporting.queries.regulator_line import LinePart, MonthCard, OutageCard, PartCard
from reporting.six_files.line import TERMS, LineState, minutes

WIDTH: Final = 320
"""Units of the meter's drawing from nothing to its end."""
TONES: Final = {LineState.UP: "good", LineState.DEGRADED: "warn", LineState.STOPPED: "bad"}
_STOPPED: "Final[Mapping[str, str | Promise]]" = {
    LinePart.GATEWAY.value: gettext_lazy("The gateway to the regulator does not answer."),
    LinePart.CAPTOR.value: gettext_lazy("No hour’s files were made for two hours."),
    LinePart.SAFE.value: gettext_lazy("The regulator’s safe has taken no package for 24 hours."),
}
_ABOUT: "Final[Mapping[str, str | Promise]]" = {
    LinePart.GATEWAY.value: gettext_lazy("While it does not answer, play stops at once."),
    LinePart.CAPTOR.value: gettext_lazy("Makes each hour’s files; play stops where none was made for two hours."),
    LinePart.SAFE.value: gettext_lazy("Takes each day’s package; play stops where it takes none for 24 hours."),
}
_TROUBLES: "Final[Mapping[str, str | Promise]]" = {
    "under-way": gettext_lazy("transactions of the hour are still under way"),
    "sums-differ": gettext_lazy("sums that do not agree"),
}


@dataclass(frozen=True, slots=True)
class PartLine:
    """A part in words."""

    name: str
    state: str
    tone: str
    about: str
    told: str
    """Since when it fails and when play stops for it; empty while it works."""


@dataclass(frozen=True, slots=True)
class OutageLine:
    """A time in which a part failed, as the table of the month has it."""

    card: OutageCard
    part: str
    minutes: int | None
    """Those of this month; None for the gateway, whose minutes are not counted."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A piece of the meter: where it begins, how wide it is, and whose it is."""

    x: int
    width: int
    code: str


@dataclass(frozen=True, slots=True)
class Meter:
    """The month's minutes as a bar with its two marks."""

    card: MonthCard
    width: int
    bars: tuple[Bar, ...]
    alarm_x: int
    budget_x: int
    tone: str
    left: str
    text: str
    """What it shows, for those who do not see it."""


@dataclass(frozen=True, slots=True)
class Line:
    """The line to the regulator as the pages show it."""

    state: str
    tone: str
    stopped_at: datetime | None
    parts: tuple[PartLine, ...]
    meter: Meter
    outages: tuple[OutageLine, ...]
    last: hours.HourMade | None
    waiting: tuple[OpenHour, ...]


def stop_reason(code: str) -> str:
    """Why play stopped, by the part that the stop names."""
    return str(_STOPPED.get(code, code))


def incident_reason(facts: Mapping[str, Any]) -> str:
    """Why the incident of the line was opened, by its facts."""
    if facts.get("reason") != BUDGET:
        return stop_reason(str(facts.get("reason", "")))
    first = date.fromisoformat(facts["day"])
    text = gettext("In %(month)s captor and safe have failed for %(alarm)s of %(budget)s minutes, or more.")
    counts = {"alarm": minutes(TERMS.alarm), "budget": minutes(TERMS.budget)}
    return text % {"month": date_format(first, "F Y"), **counts}


def line(*, first: date | None, now: datetime) -> Line | None:
    """The line with the minutes of the month that begins on `first`, or of the present one.

    None for a house without a safe and a gateway: nothing can fail there.
    """
    parts = _parts()
    if not parts:
        return None
    vault = settings.OPERATOR_PROFILE.files.vault
    card = regulator_line.line(vault=vault, parts=parts, now=now)
    month = regulator_line.month(vault=vault, first=first or regulator_line.this_month(now), now=now)
    return Line(
        state=label(card.state) if not card.stopped_at else gettext("play is stopped"),
        tone=TONES[card.state],
        stopped_at=card.stopped_at,
        parts=tuple(map(_part, card.parts)),
        meter=_meter(month),
        outages=tuple(_outage(each, month, now) for each in month.outages),
        last=hours.last_made(vault=vault),
        waiting=tuple(each for each in hours.open_hours(vault=vault, now=now) if each.trouble or each.due_at <= now),
    )


def this_month_of(now: datetime) -> MonthCard | None:
    """The minutes of the present month; None for a house without a line."""
    if not _parts():
        return None
    vault = settings.OPERATOR_PROFILE.files.vault
    return regulator_line.month(vault=vault, first=regulator_line.this_month(now), now=now)


def trouble(code: str) -> str:
    """What keeps an hour's files from being made, by code."""
    return str(_TROUBLES.get(code, code))


def dues(now: datetime) -> Iterator[Due]:
    """What waits for staff: hours in trouble, parts that fail, a month whose minutes run out."""
    parts = _parts()
    if not parts:
        return
    vault = settings.OPERATOR_PROFILE.files.vault
    yield from (_hour(each) for each in hours.open_hours(vault=vault, now=now) if each.trouble or each.due_at <= now)
    card = regulator_line.line(vault=vault, parts=parts, now=now)
    yield from (_failing(part) for part in card.parts if part.since is not None)
    month = regulator_line.month(vault=vault, first=regulator_line.this_month(now), now=now)
    if month.used >= month.alarm and month.outages:
        yield Due(
            what=gettext("Minutes of the line to the regulator run out"),
            subject=_used(month),
            href=address("backoffice:line"),
            to_whom=gettext("regulator"),
            since=month.outages[-1].begins_at,
            due_at=None,
            rule="PT-72",
            impersonal=True,
        )


def _parts() -> tuple[LinePart, ...]:
    return regulator_line.parts_of(has_safe=has_safe(), has_gateway=has_gateway())


def _hour(each: OpenHour) -> Due:
    return Due(
        what=gettext("Make the hour’s files for the regulator"),
        subject=words.moment(each.hour.start),
        href=address("backoffice:line"),
        to_whom=gettext("regulator"),
        since=each.hour.end,
        due_at=each.due_at,
        rule="PT-58",
        impersonal=True,
        title=trouble(each.trouble),
    )


def _failing(part: PartCard) -> Due:
    assert part.since is not None, "it fails"
    return Due(
        what=gettext("The line to the regulator fails: %(part)s") % {"part": label(part.part)},
        subject=str(_ABOUT[part.part.value]),
        href=address("backoffice:line"),
        to_whom=gettext("players"),
        since=part.since,
        due_at=part.stops_at,
        rule="PT-72",
        impersonal=True,
    )


def _part(card: PartCard) -> PartLine:
    told = []
    if card.since is not None:
        told.append(gettext("since %(at)s") % {"at": words.moment(card.since)})
        if card.state is LineState.STOPPED:
            told.append(gettext("play stopped for it"))
        elif card.stops_at is not None:
            told.append(gettext("play stops at %(at)s") % {"at": words.moment(card.stops_at)})
    return PartLine(
        name=label(card.part),
        state=label(card.state),
        tone=TONES[card.state],
        about=str(_ABOUT[card.part.value]),
        told=" · ".join(told),
    )


def _outage(card: OutageCard, month: MonthCard, now: datetime) -> OutageLine:
    counts = card.part in regulator_line.COUNTED
    return OutageLine(card, label(card.part), regulator_line.minutes_in(card, month, now) if counts else None)


def _meter(card: MonthCard) -> Meter:
    end = max(card.budget, card.used)
    captor = _scaled(card.captor, end)
    bars = (Bar(0, captor, "captor"), Bar(captor, _scaled(card.used, end) - captor, "safe"))
    tone = "bad" if card.used >= card.budget else "warn" if card.used >= card.alarm else ""
    left = ngettext("%(n)s minute left", "%(n)s minutes left", card.left) % {"n": words.number(card.left)}
    if card.used > card.budget:
        over = card.used - card.budget
        left = ngettext("%(n)s minute too many", "%(n)s minutes too many", over) % {"n": words.number(over)}
    return Meter(
        card=card,
        width=WIDTH,
        bars=tuple(bar for bar in bars if bar.width),
        alarm_x=_scaled(card.alarm, end),
        budget_x=_scaled(card.budget, end),
        tone=tone,
        left=left,
        text=f"{_used(card)}; {left}",
    )


def _scaled(used: int, end: int) -> int:
    """Units of the drawing; even the shortest time has two."""
    return max(2, round(used * WIDTH / end)) if used else 0


def _used(card: MonthCard) -> str:
    text = gettext("%(used)s of %(budget)s minutes in %(month)s")
    return text % {
        "used": words.number(card.used),
        "budget": words.number(card.budget),
        "month": date_format(card.first, "F Y"),
    }
