"""The tables of one day's report: its parts, its books, its revisions and what tells two of them apart."""

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import moment, noted, percent, player_edge, whole
from casino.backoffice.columns import NOTHING, STACKED, Column, Table
from casino.backoffice.presenters.day_drawings import BAND_WIDTH, Band
from casino.web.addresses import address
from casino.wording import words
from reporting.making.splits import COUNTED, PROMISED, SplitBy

FIGURES: Final = "data-table data-table--stack data-table--figures"
"""The look of many figures side by side: narrow cells; on a phone each row a small list."""
_HEADS: Final[dict[SplitBy, "str | Promise"]] = {
    SplitBy.TABLE: _("Table"),
    SplitBy.RULES: _("Table"),
    SplitBy.HOUR: _("Hour"),
    SplitBy.CHANCE: _("Bet"),
    SplitBy.DEVICE: _("Device"),
}


def _amount(cents: int) -> SafeString:
    return format_html('<span class="num">{}</span>', words.amount(cents))


def _some(cents: int) -> SafeString:
    return _amount(cents) if cents else NOTHING


def _gain(cents: int) -> SafeString:
    """An amount with its sign, and no colour: without its band a figure is neither good nor bad."""
    return format_html('<b class="num">{}{}</b>', "+" if cents > 0 else "", words.amount(cents))


def _few(count: int) -> SafeString:
    return whole(count) if count else NOTHING


def _versions(row: Any) -> SafeString:
    found = (
        (each.href, each.number, format_html(" {}", player_edge(each.edges)) if each.edges else "")
        for each in row.versions
    )
    return format_html_join(", ", '<a href="{}">v{}</a>{}', found)


def _band(band: Band) -> SafeString:
    """The hold as a point, the promise as a stroke, and what chance explains as a bar."""
    return format_html(
        '<svg class="band" width="{0}" height="20" viewBox="0 0 {0} 20" role="img" aria-label="{1}"><title>{1}</title>'
        '<path class="chart__grid" d="M0 10H{0}"/>'
        '<rect class="chart__band" x="{2}" y="4" width="{3}" height="12" rx="3"/>'
        '<path class="chart__promised" d="M{4} 2V18"/><circle class="{5}" cx="{6}" cy="10" r="4"/></svg>',
        BAND_WIDTH,
        band.said,
        band.low,
        band.breadth,
        band.promised,
        "chart__last" if band.inside else "chart__last chart__last--out",
        band.hold,
    )


def _people(count: int | None) -> SafeString:
    if count is None:
        return NOTHING
    said = gettext("Different people: not the sum of the column.")
    return format_html('<span title="{}">{}</span>', said, whole(count))


def parts(*, by: SplitBy, currency: str) -> Table:
    """A day's lines under one split, in one currency; the heading says the currency once."""
    counted, named = by in COUNTED, by in {SplitBy.TABLE, SplitBy.RULES}
    staked = _("Staked, €") if currency == "EUR" else _("Staked")
    return Table(
        columns=(
            Column("name", _HEADS[by], href=(lambda row: row.href) if named else None),
            *((Column("", _("Rules"), _versions),) if named else ()),
            *(
                (
                    Column("rounds", _("Rounds"), whole, end=True),
                    Column("voids", pgettext_lazy("rounds", "Void"), _few, end=True),
                )
                if counted
                else ()
            ),
            Column("bets", _("Bets"), whole, end=True),
            Column("players", _("Players"), whole, end=True, total=_people),
            Column("turnover", staked, _amount, end=True),
            Column("returned", _("Returned"), _amount, end=True),
            Column("prizes", _("Prizes"), _amount, end=True),
            Column("commission", _("Commission"), _some, end=True),
            *(() if named else (Column("refunded", _("Refunded"), _some, end=True),)),
            Column("gross_revenue", _("Gross revenue"), _gain, end=True),
            Column("hold", _("Hold"), percent, end=True),
            *((Column("band", _("in the band of chance"), _band, css="is-drawn"),) if by in PROMISED else ()),
        ),
        look=FIGURES,
    )


def _number(row: Any) -> SafeString:
    return noted(row.number, gettext("this one") if row.current else "")


def _short(digest: str) -> SafeString:
    return format_html('<code title="{}">{}</code>', digest, Truncator(digest).chars(13))


def revisions(*, day: str) -> Table:
    """The revisions of a day's report, and why each was made."""

    def other(row: Any) -> str:
        return "" if row.current else f"{address('backoffice:report', day)}?revisao={row.number}"

    return Table(
        columns=(
            Column("", _("No."), _number, href=other),
            Column("made_at", pgettext_lazy("report", "Made at"), moment),
            Column("why", _("Why"), css="words"),
            Column("sha256", "SHA-256", _short),
        ),
        look=STACKED,
        tone=lambda row: "is-here" if row.current else "",
    )


CHANGES: Final = Table(
    columns=(
        Column("subject", _("Row")),
        Column("figure", _("Figure")),
        Column("before", _("Was"), end=True, css="num"),
        Column("after", _("Is"), end=True, css="num"),
        Column("difference", _("Difference"), end=True, css="num"),
    ),
    look=STACKED,
)
"""The figures of one table of a report that two revisions tell apart."""
