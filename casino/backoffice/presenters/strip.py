"""The figures above the floor: what is in play, what it can cost, what today brought against what was promised."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from math import isqrt

from django.utils import timezone
from django.utils.translation import gettext, ngettext

from casino.backoffice.presenters.day_lines import DayLine
from casino.backoffice.presenters.floor import Floor, Notice
from casino.backoffice.presenters.hold import BAND, MICRO
from casino.web.addresses import address
from casino.wording import names, words
from players.adapters.queries import Silence
from reporting.queries.regulator_line import MonthCard
from tables.queries import Pace, Peak, TableDay, UnfinishedRound


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its name, its value, and what it stands beside."""

    label: str
    value: str
    beside: str
    tone: str = ""
    line: DayLine | None = None
    """Its course over the day, where it has one."""


@dataclass(frozen=True, slots=True)
class Today:
    """The day so far in one currency; cents."""

    revenue: int
    promised: int
    band: int

    @property
    def inside(self) -> bool:
        """Whether the revenue lies within what chance explains, 95 days of 100."""
        return abs(self.revenue - self.promised) <= self.band


def today_of(lines: Iterable[TableDay], currency: str) -> Today:
    """The gross revenue of these lines beside what their very bets promised."""
    ours = [line for line in lines if line.currency == currency]
    variance = sum(line.variance for line in ours)
    return Today(
        revenue=sum(line.gross_revenue for line in ours),
        promised=(sum(line.expected for line in ours) + MICRO // 2) // MICRO,
        band=isqrt(variance * BAND * BAND) // 100,
    )


def figures(
    floor: Floor, *, today: Today, pace: Pace, still: timedelta, peak: Peak, line: MonthCard | None
) -> tuple[Figure, ...]:
    """The strip, in its order."""
    currency = floor.currency
    tables = ngettext("%(n)s table", "%(n)s tables", floor.tables) % {"n": words.number(floor.tables)}
    return (
        Figure(gettext("In play now"), words.money(floor.staked, currency), tables),
        Figure(
            gettext("Worst case of the floor"),
            words.money(floor.worst, currency),
            gettext("sum over the tables, as if all lost at once"),
            "down" if floor.worst else "",
        ),
        _revenue(today, currency, floor.day),
        Figure(
            gettext("Players at the tables"),
            words.number(floor.players),
            _peak(peak, floor),
        ),
        Figure(gettext("Rounds a minute"), _tenths(pace.tenths_a_minute), _late(pace)),
        _standstill(still, line),
    )


def _peak(peak: Peak, floor: Floor) -> str:
    """The most who sat today at once; they may sit now, a moment after the count was kept."""
    if peak.at is None or peak.players < floor.players:
        return gettext("of %(seats)s seats") % {"seats": words.number(floor.seats)}
    return gettext("peak %(players)s at %(time)s") % {
        "players": words.number(peak.players),
        "time": f"{timezone.localtime(peak.at):%H:%M}",
    }


def _revenue(today: Today, currency: str, line: DayLine | None) -> Figure:
    beside = gettext("promised %(point)s ± %(band)s") % {
        "point": ("+" if today.promised > 0 else "") + _whole(today.promised, currency),
        "band": _whole(today.band, currency),
    }
    if today.band:
        verdict = gettext("within the band") if today.inside else gettext("outside the band")
        beside = f"{beside} · {verdict}"
    return Figure(gettext("Gross revenue today"), words.signed(today.revenue, currency), beside, line=line)


def _whole(cents: int, currency: str) -> str:
    """An amount to the nearest whole one: a promised share is no sum that is owed."""
    return words.short_money((cents + 50) // 100 * 100, currency)


def _tenths(tenths: int) -> str:
    return f"{words.number(tenths // 10)}{words.separators()[0]}{tenths % 10}"


def _late(pace: Pace) -> str:
    if pace.late is None:
        return gettext("in the last ten minutes")
    return gettext("99%% close within %(late)s") % {"late": words.gap(pace.late)}


def _standstill(still: timedelta, line: MonthCard | None) -> Figure:
    """How long all play stood still; in a house with a line to the regulator, beside the minutes that count there."""
    minutes = -(-still // timedelta(minutes=1))
    if line is not None:
        counts = {"used": words.number(line.used), "most": words.number(line.budget)}
        return Figure(
            gettext("All play stopped this month"),
            gettext("%(minutes)s min") % {"minutes": words.number(minutes)},
            gettext("line down: %(used)s of %(most)s min (PT-72)") % counts,
            "down" if line.used >= line.alarm else "",
        )
    return Figure(
        gettext("All play stopped this month"),
        gettext("%(minutes)s min") % {"minutes": words.number(minutes)},
        gettext("by staff or by the house"),
    )


def notices(silences: Iterable[Silence], held: Iterable[UnfinishedRound], *, opens_rounds: bool) -> tuple[Notice, ...]:
    """What the house itself has to say: which of the outside is silent, and which rounds hang with money in them; the
    first of them is a link for who may open rounds.
    """
    said = [
        Notice(
            gettext("%(adapter)s: no answer since %(since)s")
            % {"adapter": names.adapter(silence.adapter.value), "since": words.moment(silence.since)}
        )
        for silence in silences
    ]
    hanging = list(held)
    if hanging:
        money: dict[str, int] = {}
        for each in hanging:
            money[each.currency] = money.get(each.currency, 0) + each.staked
        text = ngettext(
            "%(n)s round has been in play for more than an hour, with %(amount)s in it",
            "%(n)s rounds have been in play for more than an hour, with %(amount)s in them",
            len(hanging),
        )
        amounts = ", ".join(words.money(cents, currency) for currency, cents in sorted(money.items()))
        told = text % {"n": words.number(len(hanging)), "amount": amounts}
        first = address("backoffice:round", hanging[0].code) if opens_rounds else ""
        said.append(Notice(told, frozenset(each.table_id for each in hanging), first))
    return tuple(said)
