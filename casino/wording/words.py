"""The formats of numbers, money and moments, by language. The only place that knows a locale by name."""

import datetime as calendar
import math
import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final, Literal

from babel.dates import format_date, format_timedelta
from babel.numbers import format_currency, format_decimal, get_decimal_symbol, get_group_symbol
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext

from kernel.calendar import LISBON

NUMBER_DIGITS: Final = 5
"""Of a typed number of minutes, hours or months; more is none."""
LOCALES: Final = {"pt": "pt_PT", "en": "en_IE", "ro": "ro_RO"}
"""Language to locale: the Portuguese of Portugal, and an English that writes euros as Europe does."""


def locale() -> str:
    """The locale of the language that is active now."""
    language = get_language() or "pt"
    return LOCALES.get(language) or LOCALES.get(language.split("-")[0], "pt_PT")


def money(cents: int, currency: str) -> str:
    """An amount as people write it: «1 234,50 €». Play money is plainly not money: «1 234,50 fichas».

    Raises `TypeError` for anything but whole cents.
    """
    if type(cents) is not int:
        raise TypeError(f"cents are whole, not {cents!r}")
    if currency == "PLAY":
        return gettext("%(amount)s chips") % {"amount": amount(cents)}
    return _shape(locale(), currency).of(cents)


def short_money(cents: int, currency: str) -> str:
    """An amount without its cents where it has none: «10 000 €», «0,50 €»."""
    if cents % 100:
        return money(cents, currency)
    if currency == "PLAY":
        said = ngettext("%(amount)s chip", "%(amount)s chips", abs(cents) // 100)
        return said % {"amount": _shape(locale(), "").whole(cents)}
    return _shape(locale(), currency).whole(cents)


@dataclass(frozen=True, slots=True)
class _Shape:
    """The format of an amount in a locale, derived once from an example: a page has hundreds of amounts."""

    ends: tuple[str, str]
    """The text before the figures and after them."""
    negative: tuple[str, str]
    group: str
    grouped_from: int
    """The least whole amount whose figures are grouped."""
    point: str

    def of(self, cents: int) -> str:
        """The amount in this shape."""
        return self._of(cents, f"{self.point}{abs(cents) % 100:02}")

    def whole(self, cents: int) -> str:
        """The same without its cents."""
        return self._of(cents, "")

    def _of(self, cents: int, part: str) -> str:
        whole = abs(cents) // 100
        before, after = self.negative if cents < 0 else self.ends
        figures = f"{whole:,}".replace(",", self.group) if whole >= self.grouped_from else str(whole)
        return f"{before}{figures}{part}{after}"


@cache
def _shape(locale: str, currency: str) -> _Shape:
    """The shape of amounts in this currency; of bare figures for none."""

    def written(amount: str) -> str:
        if currency:
            return _minus(format_currency(Decimal(amount), currency, locale=locale))
        return _minus(format_decimal(Decimal(amount), "#,##0.00", locale=locale))

    def ends(text: str) -> tuple[str, str]:
        before, _digits, after = re.split(r"(\d.*\d)", text, maxsplit=1)
        return before, after

    long, short = written("1234567.89"), written("1234.56")
    found = re.search(r"1(?P<group>\D+)234(?P=group)567(?P<point>\D+)89", long)
    assert found is not None, f"{locale} groups by thousands"
    return _Shape(
        ends=ends(long),
        negative=ends(written("-1234567.89")),
        group=found["group"],
        grouped_from=1_000 if f"1{found['group']}234" in short else 10_000,
        point=found["point"],
    )


_AMOUNT: Final = re.compile(r"([1-9]\d{0,2}(?:[.,]\d{3})+|\d+)(?:([.,])(\d{1,2}))?", re.ASCII)


def cents_of(text: str) -> int | None:
    """An amount as typed by a player, in cents: "37,50" and "37.50" alike; None if it is no amount.

    Three figures after the language's own decimal sign are no thousands: that amount is refused, not guessed.
    """
    found = _AMOUNT.fullmatch("".join(character for character in text.replace("€", "") if not character.isspace()))
    if found is None:
        return None
    whole, point, part = found[1], found[2], found[3] or ""
    groups = set(whole) & {".", ","}
    if len(groups) > 1 or point in groups or (point is None and separators()[0] in groups):
        return None
    return int(re.sub("[.,]", "", whole)) * 100 + int(part.ljust(2, "0"))


def number_of(text: str) -> int | None:
    """A whole number of up to five digits as typed, of minutes, hours or months; None if it is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= NUMBER_DIGITS else None


def percent(share: Fraction | Decimal | int, places: int = 2) -> str:
    """A share as a percentage: Fraction(1235, 100000) is «1,24 %» («1.24%» where English writes it so)."""
    hundredths = (
        Decimal(share.numerator) * 100 / Decimal(share.denominator) if isinstance(share, Fraction) else share * 100
    )
    text = _pointed(f"{round(Decimal(hundredths), places):.{places}f}")
    return f"{text}%" if locale().startswith("en") else f"{text}\N{NO-BREAK SPACE}%"


def share(millionths: int) -> str:
    """A share in millionths as a percentage with two places: 12351 is «1,24 %»."""
    hundredths = abs(round(millionths, -2)) // 100
    text = _pointed(f"{'-' if millionths < 0 else ''}{hundredths // 100}.{hundredths % 100:02}")
    return f"{text}%" if locale().startswith("en") else f"{text}\N{NO-BREAK SPACE}%"


def amount(cents: int) -> str:
    """An amount without its currency, for columns that name it above: «1 234,50»."""
    return _shape(locale(), "").of(cents)


def millionths(value: int) -> str:
    """A share in millionths as a percentage with four places, for columns that say so above: «1,2351»."""
    return _pointed(f"{Decimal(value) / 10_000:.4f}")


def number(value: int) -> str:
    """A whole number with its groups; one below nought has a true minus, as amounts have it."""
    shape = _shape(locale(), "")
    return _minus(f"{value:,}".replace(",", shape.group) if abs(value) >= shape.grouped_from else str(value))


def after(span: timedelta) -> str:
    """How long after something, in whole milliseconds: «+412 ms», or before it «−3 ms»."""
    whole = round(span.total_seconds() * 1000)
    return f"{'+' if whole >= 0 else ''}{number(whole)}\N{NO-BREAK SPACE}ms"


def _here(at: datetime) -> datetime:
    """A moment on the house's clock. Without its name Django asks which zone is active, which takes far longer."""
    return timezone.localtime(at, LISBON)


def moment(at: datetime) -> str:
    """A moment on the house's clock: day and time to the second, «21/11/2026 10:08:15»; Romanian puts points."""
    return _moment(at, locale())


@lru_cache(maxsize=4096)
def _moment(at: datetime, where: str) -> str:
    """Kept: a page that is asked again, and the page of another reader, name the same moments."""
    here = _here(at)
    return f"{_in_figures(here, where)} {here.hour:02}:{here.minute:02}:{here.second:02}"


def minute(at: datetime) -> str:
    """A moment on the house's clock, to the minute: «1/12/2026 00:00», as rules that start at a moment name it."""
    here = _here(at)
    return f"{day_in_figures(here)} {here.hour:02}:{here.minute:02}"


def date(at: datetime) -> str:
    """The day of a moment in figures: «21/11/2026»."""
    return day_in_figures(_here(at))


def day_in_figures(day: calendar.date) -> str:
    """A day as Django's SHORT_DATE_FORMAT writes it, in a tenth of the time: a list has a hundred of them."""
    return _in_figures(day, locale())


def _in_figures(day: calendar.date, where: str) -> str:
    point = "." if where == "ro_RO" else "/"
    return f"{day.day:02}{point}{day.month:02}{point}{day.year:04}"


def until(at: datetime, *, now: datetime) -> str:
    """A moment to come, to the minute: «25/11, 10:52», with its year where that is another than the present one."""
    here, present = _here(at), _here(now)
    day = date(at) if here.year != present.year else date(at)[:5]
    return f"{day}, {here:%H:%M}"


def day(at: datetime) -> str:
    """The day of a moment, in words."""
    return format_date(_here(at), "long", locale=locale())


def short_day(at: datetime) -> str:
    """The day of the week and of the month, in few letters: «dom. 22 nov.»."""
    return format_date(_here(at), "EEE d MMM", locale=locale())


def month_day(at: datetime) -> str:
    """The day of a month in few letters: «22 nov.»."""
    return format_date(_here(at), "d MMM", locale=locale())


def clock(at: datetime) -> str:
    """The time of day of a moment."""
    return f"{_here(at):%H:%M:%S}"


def instant(at: datetime) -> str:
    """The time of day of a moment to the millisecond: «22:14:09,118»."""
    here = _here(at)
    return f"{here:%H:%M:%S}{_shape(locale(), '').point}{here.microsecond // 1000:03}"


def to_the_millisecond(at: datetime) -> str:
    """A moment on the house's clock: «21/11/2026 22:14:09,118»."""
    return f"{date(at)} {instant(at)}"


def milliseconds(span: timedelta) -> str:
    """A span without its sign in whole milliseconds, rounded down: «8 914 ms»."""
    return f"{number(abs(span) // timedelta(milliseconds=1))}\N{NO-BREAK SPACE}ms"


def gap(span: timedelta) -> str:
    """A short span without its sign: «412 ms», from a second on «8,9 s», rounded down."""
    if abs(span) < timedelta(seconds=1):
        return milliseconds(span)
    tenths = abs(span) // timedelta(milliseconds=100)
    return f"{number(tenths // 10)}{_shape(locale(), '').point}{tenths % 10}\N{NO-BREAK SPACE}s"


def signed(cents: int, currency: str) -> str:
    """An amount with its sign, «+70,00 €» or «−5,00 €»; nothing at all has none."""
    return ("+" if cents > 0 else "") + money(cents, currency)


def duration(seconds: float | timedelta) -> str:
    """A length of time as a table's clock shows it: 0:47:12."""
    whole = int(seconds.total_seconds() if isinstance(seconds, timedelta) else seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


_UNITS: Final[tuple[tuple[Literal["hour", "minute", "second"], int, int], ...]] = (
    ("hour", 3600, 7200),
    ("minute", 60, 60),
    ("second", 1, 0),
)
"""Each unit's seconds, and from how many on it is told in."""


def wait(span: timedelta) -> str:
    """A length of time that is left, in words, never too short: «5 minutos», «2 horas»."""
    seconds = max(1, math.ceil(span.total_seconds()))
    unit, length = next((unit, length) for unit, length, enough in _UNITS if seconds >= enough)
    whole = timedelta(seconds=math.ceil(seconds / length) * length)
    return format_timedelta(whole, granularity=unit, threshold=1_000, locale=locale())


_LENGTHS: Final[tuple[tuple[Literal["day", "hour", "minute", "second"], int, int], ...]] = (
    ("day", 86_400, 2 * 86_400),
    ("hour", 3600, 2 * 3600),
    ("minute", 60, 2 * 60),
    ("second", 1, 0),
)


def length(span: timedelta) -> str:
    """How long something has lasted, short and rounded down: «38 s», «5 h», «6 dias»."""
    seconds = max(0, int(span.total_seconds()))
    unit, size = next((unit, size) for unit, size, enough in _LENGTHS if seconds >= enough)
    whole = timedelta(seconds=seconds // size * size)
    return format_timedelta(whole, granularity=unit, threshold=1_000, format="short", locale=locale())


def separators() -> tuple[str, str]:
    """The decimal and the group sign of the active language, for scripts."""
    return get_decimal_symbol(locale()), get_group_symbol(locale())


def money_pattern(currency: str) -> str:
    """The place of the figures in an amount, for scripts: «# €», «€#», «# fichas»."""
    return money(0, currency).replace(format_decimal(0, "0.00", locale=locale()), "#")


def _pointed(figures: str) -> str:
    """Figures as Python writes them, with this language's decimal sign and a true minus."""
    return _minus(figures.replace(".", _shape(locale(), "").point))


def _minus(text: str) -> str:
    return text.replace("-", "\N{MINUS SIGN}")
