"""The page of one day: its six figures beside what they are compared with, its parts, its drawings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from typing import Final

from babel.dates import format_date
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino.backoffice.presenters import day_drawings as drawings
from casino.backoffice.presenters.day_books import DayBooks, day_books
from casino.backoffice.presenters.reports import MONEY, Check, CurrencyPart, DayReport, Edges
from casino.web.addresses import address
from casino.wording import names, words
from kernel.money import Currency
from reporting.making.figures import DayFigures, Total
from reporting.making.splits import COUNTED, PROMISED
from reporting.making.tax import TaxDay, TaxStatement, statement
from reporting.queries.safe_files import PackageCard
from reporting.queries.splits import DayInParts, Split, SplitBy, SplitLine, split_of
from tables.queries import PlayerEdge, RoundCard

ADDRESS: Final[Mapping[str, SplitBy]] = {
    "mesa": SplitBy.TABLE,
    "regras": SplitBy.RULES,
    "hora": SplitBy.HOUR,
    "aposta": SplitBy.CHANCE,
    "dispositivo": SplitBy.DEVICE,
}
"""The splits as an address names them."""
_NAMED: Final = {
    SplitBy.TABLE: gettext_lazy("Table"),
    SplitBy.RULES: gettext_lazy("Rules"),
    SplitBy.HOUR: gettext_lazy("Hour"),
    SplitBy.CHANCE: gettext_lazy("Bet"),
    SplitBy.DEVICE: gettext_lazy("Device"),
}
_TITLES: Final = {
    SplitBy.TABLE: gettext_lazy("By table"),
    SplitBy.RULES: gettext_lazy("By version of the rules"),
    SplitBy.HOUR: gettext_lazy("By hour"),
    SplitBy.CHANCE: gettext_lazy("By bet"),
    SplitBy.DEVICE: gettext_lazy("By device"),
}


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the six: what it is, how much, and what it is compared with."""

    name: str
    text: str
    note: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a table's rules as a line names it."""

    number: int
    href: str
    edges: tuple[PlayerEdge, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartRow:
    """One line of a split, or its total; figures that are not counted in this split are None."""

    name: str
    href: str = ""
    versions: tuple[Version, ...] = ()
    rounds: int | None
    voids: int | None
    bets: int
    players: int | None
    turnover: int
    returned: int
    prizes: int
    commission: int
    refunded: int
    gross_revenue: int
    hold: Fraction | None
    band: drawings.Band | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One split that may be chosen."""

    name: str
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class DayPart:
    """One currency of a day as the page shows it."""

    part: CurrencyPart
    strip: tuple[Figure, ...]
    rows: tuple[PartRow, ...]
    total: PartRow
    checks: tuple[Check, ...]
    apart: tuple[str, ...]
    """What tells the sum of the lines from the report, in words; empty where they agree."""
    hours: drawings.HoursChart | None = None
    chances: drawings.ChanceBars | None = None


@dataclass(frozen=True, slots=True)
class DayPage:
    """Everything that the page says beside the report's own heading."""

    parts: tuple[DayPart, ...]
    by: SplitBy
    title: str
    choices: tuple[Choice, ...]
    month: drawings.MonthChart | None
    before: str
    after: str
    books: DayBooks
    """Of money: rounds beside the ledger and the regulator's files. Play money has its own, with its lines."""

    @property
    def drawn(self) -> bool:
        """Whether there is anything to draw."""
        return self.month is not None or any(part.hours or part.chances for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What a day is compared with, and who its neighbours are."""

    week_before: DayFigures | None
    tax: TaxStatement | None
    """Of the day's month, by the last revisions of its reports."""
    first: date
    """The first gaming day."""
    today: date
    voids: Sequence[RoundCard] = ()
    packages: Sequence[PackageCard] = ()
    """Of the regulator's files of the day."""


def day_page(
    report: DayReport, figures: DayFigures, found: DayInParts, *, by: SplitBy, edges: Edges, around: Around
) -> DayPage:
    """One day, split by `by`."""
    split = split_of(figures, found, by)
    hours, chances = split_of(figures, found, SplitBy.HOUR), split_of(figures, found, SplitBy.CHANCE)
    parts = []
    for part in report.parts:
        one = _part(part, report, figures, split, edges, around)
        if part.regulated:
            voids = [each for each in around.voids if each.currency == part.currency][: drawings.VOIDS_MOST]
            one = replace(
                one,
                hours=drawings.hours_chart(
                    hours.of(part.currency),
                    since=figures.since,
                    until=figures.until,
                    hours=figures.hours,
                    voids=voids,
                    currency=part.currency,
                ),
                chances=drawings.chance_bars(chances.of(part.currency)),
            )
        parts.append(one)
    kept = f"&revisao={report.revision}" if report.revision and report.revision != _last(report) else ""
    return DayPage(
        parts=tuple(parts),
        by=by,
        title=str(_TITLES[by]),
        choices=tuple(
            Choice(str(_NAMED[each]), f"?por={word}{kept}#por", each is by) for word, each in ADDRESS.items()
        ),
        month=_month(figures, around),
        before=_neighbour(figures.day, -1, around),
        after=_neighbour(figures.day, 1, around),
        books=day_books(report.checks, around.packages),
    )


def _last(report: DayReport) -> int | None:
    return max((one.number for one in report.revisions), default=None)


def _neighbour(day: date, by: int, around: Around) -> str:
    other = day + timedelta(days=by)
    return other.isoformat() if around.first <= other <= around.today else ""


def _part(
    part: CurrencyPart, report: DayReport, figures: DayFigures, split: Split, edges: Edges, around: Around
) -> DayPart:
    lines = split.of(part.currency)
    promised = split.by in PROMISED
    # The variance of the whole day is the report's own: that of its bets alone is no sum of parts.
    total = part.total
    places = drawings.bands((*lines, total), total) if promised else [None] * (len(lines) + 1)
    rows = [_row(line, split.by, figures, edges, band) for line, band in zip(lines, places[:-1], strict=True)]
    return DayPart(
        part=part,
        strip=_strip(part, figures, around),
        rows=tuple(rows),
        total=_total(total, places[-1]),
        checks=tuple(check for check in report.checks if check.currency == part.currency),
        apart=tuple(_apart(figure, more) for currency, figure, more in split.differences if currency == part.currency),
    )


def _row(line: SplitLine, by: SplitBy, figures: DayFigures, edges: Edges, band: drawings.Band | None) -> PartRow:
    counted = by in COUNTED
    return PartRow(
        name=_name(line, by, figures),
        href=address("backoffice:table", line.table_code) if line.table_code else "",
        versions=tuple(
            Version(
                number,
                address("backoffice:configuration", line.table_code, number),
                edges.get((line.table_code, number), ()),
            )
            for number in line.versions
        ),
        rounds=line.rounds if counted else None,
        voids=line.voids if counted else None,
        bets=line.bets,
        players=line.players,
        turnover=line.turnover,
        returned=line.returned,
        prizes=line.prizes,
        commission=line.commission,
        refunded=line.refunded,
        gross_revenue=line.gross_revenue,
        hold=line.hold,
        band=band,
    )


def _name(line: SplitLine, by: SplitBy, figures: DayFigures) -> str:
    match by:
        case SplitBy.HOUR:
            return drawings.hour_span(figures.since, int(line.key))
        case SplitBy.CHANCE:
            return names.chance(line.key)
        case SplitBy.DEVICE:
            return line.key or gettext("not noted")
        case _:
            return line.table_name


def _total(total: Total, band: drawings.Band | None) -> PartRow:
    return PartRow(
        name="",
        rounds=total.rounds,
        voids=total.voids,
        bets=total.bets,
        players=total.players,
        turnover=total.turnover,
        returned=total.returned,
        prizes=total.prizes,
        commission=total.commission,
        refunded=total.refunded,
        gross_revenue=total.gross_revenue,
        hold=total.hold,
        band=band,
    )


FIGURES: Final = {
    "rounds": gettext_lazy("Rounds"),
    "voids": gettext_lazy("Void rounds"),
    "bets": gettext_lazy("Bets"),
    "players": gettext_lazy("Players"),
    "turnover": gettext_lazy("Staked"),
    "returned": gettext_lazy("Returned"),
    "prizes": gettext_lazy("Prizes"),
    "commission": gettext_lazy("Commission"),
    "gross_revenue": gettext_lazy("Gross revenue"),
    "pushes": gettext_lazy("Stakes tied and returned"),
    "refunded": gettext_lazy("Refunded"),
}
"""A report's figures by name."""
COUNTS: Final = frozenset({"rounds", "voids", "bets", "players"})


def _apart(figure: str, more: int) -> str:
    told = ("+" if more > 0 else "") + (words.number(more) if figure in COUNTS else words.money(more, MONEY))
    return f"{FIGURES[figure]}: {told}"


def _strip(part: CurrencyPart, figures: DayFigures, around: Around) -> tuple[Figure, ...]:
    total, currency = part.total, part.currency
    revenue = total.gross_revenue
    tables = len({line.table_code for line in part.lines if line.commission})
    strip = [
        Figure(gettext("Staked"), words.money(total.turnover, currency), _than_before(total, figures.day, around)),
        Figure(
            gettext("Returned"),
            words.money(total.returned, currency),
            gettext("prizes %(prizes)s") % {"prizes": words.money(total.prizes, currency)},
        ),
        Figure(
            gettext("Commission, included in revenue"),
            words.money(total.commission, currency),
            ngettext("at %(count)s table", "at %(count)s tables", tables) % {"count": tables},
        ),
        Figure(gettext("Gross revenue"), words.signed(revenue, currency), _promised(total, currency), _tone(total)),
        Figure(
            gettext("Rounds / void"),
            f"{words.number(total.rounds)} / {words.number(total.voids)}",
            gettext("%(amount)s refunded") % {"amount": words.money(total.refunded, currency)},
        ),
    ]
    if currency == Currency.EUR and around.tax is not None:
        strip.append(_tax(around.tax, figures.day))
    return tuple(strip)


def _than_before(total: Total, day: date, around: Around) -> str:
    """The stakes beside those of the same weekday a week before."""
    totals = around.week_before.totals if around.week_before else ()
    before = next((one for one in totals if one.currency == total.currency), None)
    then = format_date(day - timedelta(days=7), "EEE, d/M", locale=words.locale())
    if before is None or not before.turnover:
        return gettext("no stakes on %(day)s to compare") % {"day": then}
    share = Fraction(total.turnover, before.turnover) - 1
    told = ("+" if share > 0 else "") + words.percent(share, 1)
    return gettext("%(share)s against %(day)s") % {"share": told, "day": then}


def _promised(total: Total, currency: str) -> str:
    """What the bets promised, and the 95 % around it; nothing where the report does not know (definition 1)."""
    if not (total.expected or total.variance):
        return ""
    promised, spread = drawings.promised_of(total), drawings.spread_of(total.variance)
    return gettext("promised %(promised)s ± %(spread)s") % {
        "promised": words.signed(promised, currency),
        "spread": words.money(spread, currency),
    }


def _tone(total: Total) -> str:
    """A result without its band is not called good or bad; outside of it, it is told apart."""
    if not total.variance:
        return ""
    if abs(total.gross_revenue - drawings.promised_of(total)) > drawings.spread_of(total.variance):
        return "warn"
    return "up" if total.gross_revenue > 0 else "down" if total.gross_revenue < 0 else ""


def tax_so_far(tax: TaxStatement, day: date) -> TaxStatement:
    """A month's tax as of a day: its days up to it, those alone."""
    return statement(tax.month, [one for one in tax.days if one.day <= day], first=tax.first)


def _tax(tax: TaxStatement, day: date) -> Figure:
    so_far = tax_so_far(tax, day)
    rates = " · ".join(words.percent(part.rate.rate, 0) for part in so_far.parts)
    base = words.money(so_far.gross_revenue, MONEY)
    note = gettext("%(rate)s of %(base)s") % {"rate": rates, "base": base} if rates else ""
    if so_far.missing:
        note = ngettext("%(count)s day has no report", "%(count)s days have no report", len(so_far.missing)) % {
            "count": len(so_far.missing)
        }
    return Figure(gettext("Tax of the month so far"), words.money(so_far.tax, MONEY), note)


def _month(figures: DayFigures, around: Around) -> drawings.MonthChart | None:
    days = [day for day in around.tax.days if day.day <= figures.day] if around.tax else []
    total = next((one for one in figures.totals if one.currency == MONEY), None)
    if figures.provisional and total is not None:
        days.append(TaxDay(day=figures.day, revision=0, turnover=total.turnover, returned=total.returned))
    return drawings.month_chart(days, figures.day, MONEY, lambda day: address("backoffice:report", day.isoformat()))
