"""A player's life in figures, and their rounds, as the page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from babel.dates import get_day_names
from django.utils.translation import gettext, ngettext

from casino.wording import names, words
from kernel.calendar import LISBON
from kernel.money import Currency
from players.cashier.queries import MoneyLife
from tables.queries import Lifetime, OwnPromise, RoundCard, Sitting

HEAT_DAYS: Final = 28
NIGHT: Final = range(1, 5)
"""Hours that the office marks: play between one and five."""
STEPS: Final = 4
PARTS: Final = ((0, 6), (6, 12), (12, 18), (18, 24))


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of the strip: its name, the value as a cell writes it, what stands below it."""

    name: str
    kind: str
    """"money", "gain" or "text"."""
    value: int
    text: str
    note: str
    currency: str = "EUR"


def figures(
    life: Lifetime | None, promise: OwnPromise | None, paid: MoneyLife | None, *, balance: int, currency: str
) -> tuple[Figure, ...]:
    """The strip of one kind of money; `paid` is None for play money: it is not paid in."""
    found = [Figure(gettext("Balance"), "money", balance, "", "", currency)]
    if paid is not None:
        found += _paid(paid)
    if life is not None:
        found += _played(life, promise)
    return tuple(found)


def _paid(paid: MoneyLife) -> tuple[Figure, ...]:
    deposits = ngettext("%(count)s deposit", "%(count)s deposits", paid.deposits) % {
        "count": words.number(paid.deposits)
    }
    rejected = ngettext("%(count)s rejected", "%(count)s rejected", paid.rejected) % {
        "count": words.number(paid.rejected)
    }
    back = gettext("%(amount)s taken back by banks") % {"amount": words.money(paid.charged_back, "EUR")}
    withdrawals = ngettext("%(count)s withdrawal", "%(count)s withdrawals", paid.withdrawals) % {
        "count": words.number(paid.withdrawals)
    }
    waiting = gettext("%(amount)s on the way") % {"amount": words.money(paid.on_way, "EUR")}
    net = gettext("more brought than taken away") if paid.net >= 0 else gettext("more taken away than brought")
    return (
        Figure(
            gettext("Deposited"),
            "money",
            paid.deposited,
            "",
            _joined(deposits, rejected if paid.rejected else "", back if paid.charge_backs else ""),
        ),
        Figure(
            gettext("Withdrawn"), "money", paid.withdrawn, "", _joined(withdrawals, waiting if paid.waiting else "")
        ),
        Figure(gettext("In less out"), "money", abs(paid.net), "", net),
    )


def _played(life: Lifetime, promise: OwnPromise | None) -> tuple[Figure, ...]:
    sessions = ngettext("%(count)s session", "%(count)s sessions", life.sessions) % {
        "count": words.number(life.sessions)
    }
    days = ngettext("%(count)s day", "%(count)s days", life.days) % {"count": words.number(life.days)}
    median = gettext("half no longer than %(time)s") % {"time": hours(life.median_seconds)}
    staked = gettext("staked %(staked)s, returned %(returned)s") % {
        "staked": words.money(life.staked, life.currency),
        "returned": words.money(life.returned, life.currency),
    }
    found = [
        Figure(gettext("Player’s result"), "gain", life.result, "", staked, life.currency),
        Figure(gettext("Hours played"), "text", 0, hours(life.seconds), _joined(sessions, days, median)),
    ]
    if promise is not None and promise.staked:
        where = gettext("in the band of chance") if promise.inside else gettext("outside the band of chance")
        promised = gettext("promised %(share)s") % {"share": words.percent(promise.promised)}
        found.append(Figure(gettext("Hold"), "text", 0, words.percent(promise.hold), _joined(promised, where)))
    return tuple(found)


def hours(seconds: int) -> str:
    """«88 h 20», «48 min»: hours without an end, where a clock would mislead."""
    minutes = seconds // 60
    if minutes < 60:
        return f"{minutes}\N{NO-BREAK SPACE}min"
    return f"{words.number(minutes // 60)}\N{NO-BREAK SPACE}h\N{NO-BREAK SPACE}{minutes % 60:02}"


def _joined(*texts: str) -> str:
    return " · ".join(each for each in texts if each)


@dataclass(frozen=True, slots=True)
class PlayedRow:
    """One of the player's rounds, with their own bets in words."""

    code: str
    opened_at: datetime
    table_name: str
    currency: str
    bets: tuple[tuple[str, int], ...]
    """Chance and stake."""
    staked: int
    returned: int
    result: int
    verdict: str


def played_row(played: RoundCard) -> PlayedRow:
    """A round as the list of a player's rounds shows it."""
    done = played.phase in {"settled", "void"}
    verdict = names.outcome(played.winner) if played.winner else names.phase(played.phase)
    if played.winner and played.ponto is not None and played.banca is not None:
        verdict = f"{verdict} {played.ponto}\N{EN DASH}{played.banca}"
    return PlayedRow(
        code=played.code,
        opened_at=played.opened_at,
        table_name=played.table_name,
        currency=played.currency,
        bets=tuple((bet.chance, bet.stake) for bet in played.bets),
        staked=played.staked,
        returned=played.returned if done else 0,
        result=played.result if done else 0,
        verdict=verdict,
    )


@dataclass(frozen=True, slots=True)
class Hour:
    """One hour of a weekday on the drawing."""

    x: int
    y: int
    tone: str
    title: str


@dataclass(frozen=True, slots=True)
class Heat:
    """When the player sat at tables in the last weeks, and the same by parts of the day."""

    width: int
    height: int
    hours: tuple[Hour, ...]
    days: tuple[tuple[int, str], ...]
    parts: tuple[tuple[str, tuple[int, ...]], ...]
    """Weekday -> seconds from 0 to 6, 6 to 12, 12 to 18, 18 to 24 o'clock."""


CELL: Final = 16
HEAT_LEFT: Final = 32


def heat(sat: Sequence[Sitting]) -> Heat | None:
    """The drawing; None where the player never sat."""
    by_hour = [[0] * 24 for _ in range(7)]
    for each in sat:
        begins = each.since
        while begins < each.until:
            here = begins.astimezone(LISBON)
            rest = 3600 - here.minute * 60 - here.second - here.microsecond / 1_000_000
            ends = min(each.until, begins + timedelta(seconds=rest))
            by_hour[here.weekday()][here.hour] += int((ends - begins).total_seconds())
            begins = ends
    most = max(map(max, by_hour))
    if not most:
        return None
    letters = get_day_names("narrow", locale=words.locale())
    weekdays = get_day_names("wide", locale=words.locale())
    return Heat(
        width=HEAT_LEFT + 24 * CELL,
        height=7 * CELL + 18,
        hours=tuple(
            Hour(
                HEAT_LEFT + hour * CELL,
                day * CELL,
                _tone(seconds, most, hour),
                f"{weekdays[day]} {hour}\N{NO-BREAK SPACE}h: {words.duration(seconds)}",
            )
            for day, row in enumerate(by_hour)
            for hour, seconds in enumerate(row)
        ),
        days=tuple((day * CELL + 12, letters[day].upper()) for day in range(7)),
        parts=tuple(
            (weekdays[day], tuple(sum(row[begins:ends]) for begins, ends in PARTS)) for day, row in enumerate(by_hour)
        ),
    )


def _tone(seconds: int, most: int, hour: int) -> str:
    step = -(-seconds * STEPS // most)
    return f"{'night' if hour in NIGHT and step else 'day'}-{step}"


def kinds_of_money(lives: Sequence[Lifetime]) -> tuple[str, ...]:
    """Money always, play money where it was played with."""
    return (Currency.EUR.value, *(each.currency for each in lives if each.currency != Currency.EUR))
