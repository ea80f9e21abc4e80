"""The figures above the floor: what is in play, what it can cost, what today brought against what was promised."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from math import isqrt
from typing import Final

from django.utils.translation import gettext, ngettext

from casino.backoffice.presenters.floor import Floor
from casino.backoffice.presenters.hold import BAND, MICRO
from casino.wording import names, words
from players.adapters.queries import Silence
from tables.queries import Pace, TableDay, UnfinishedRound

STANDSTILL_MOST: Final = 240
"""Minutes a month that play may stand still (PT-72)."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its name, its value, and what it stands beside."""

    label: str
    value: str
    beside: str
    tone: str = ""


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


def figures(floor: Floor, *, today: Today, pace: Pace, still: timedelta) -> tuple[Figure, ...]:
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
        _revenue(today, currency),
        Figure(
            gettext("Players at the tables"),
            words.number(floor.players),
            gettext("of %(seats)s seats") % {"seats": words.number(floor.seats)},
        ),
        Figure(gettext("Rounds a minute"), _tenths(pace.tenths_a_minute), _late(pace)),
        _standstill(still),
    )


def _revenue(today: Today, currency: str) -> Figure:
    beside = gettext("promised %(point)s ± %(band)s") % {
        "point": words.signed(today.promised, currency),
        "band": words.money(today.band, currency),
    }
    if today.band:
        verdict = gettext("within the band") if today.inside else gettext("outside the band")
        beside = f"{beside} · {verdict}"
    return Figure(gettext("Gross revenue today"), words.signed(today.revenue, currency), beside)


def _tenths(tenths: int) -> str:
    return f"{words.number(tenths // 10)}{words.separators()[0]}{tenths % 10}"


def _late(pace: Pace) -> str:
    if pace.late is None:
        return gettext("in the last ten minutes")
    return gettext("99%% close within %(late)s") % {"late": words.gap(pace.late)}


def _standstill(still: timedelta) -> Figure:
    minutes = -(-still // timedelta(minutes=1))
    return Figure(
        gettext("All play stopped this month"),
        gettext("%(minutes)s min") % {"minutes": words.number(minutes)},
        gettext("of %(most)s min (PT-72)") % {"most": words.number(STANDSTILL_MOST)},
        "down" if minutes > STANDSTILL_MOST else "",
    )


def notices(silences: Iterable[Silence], held: Iterable[UnfinishedRound]) -> tuple[str, ...]:
    """What the house itself has to say: which of the outside is silent, and which rounds hang with money in them."""
    said = [
        gettext("%(adapter)s: no answer since %(since)s")
        % {"adapter": names.adapter(silence.adapter.value), "since": words.moment(silence.since)}
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
        said.append(text % {"n": words.number(len(hanging)), "amount": amounts})
    return tuple(said)
