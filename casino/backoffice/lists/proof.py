"""The tables of proof: reports and their days, the books side by side, tax, the ledger's proof, conformance."""

from typing import Any, Final

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import (
    badge,
    code,
    day,
    gain,
    moment,
    money,
    money_of,
    noted,
    percent,
    play,
    share,
    whole,
)
from casino.backoffice.columns import FRAMED, NOTHING, PLAIN, STACKED, Column, Table, Text, deciding, to
from casino.web.addresses import address
from kernel.labels import label
from players.roles import Action
from reporting.writers import Format


def _named(check: Any) -> SafeString:
    return play(check.name, check.currency)


def _differs(check: Any) -> str:
    return "is-negative" if check.difference else ""


def _report_of(row: Any) -> str:
    return address("backoffice:report", row.day.isoformat())


def _compared(*others: Column, look: str = FRAMED) -> Table:
    """The sums of a day by its rounds, by the ledger and by these other books."""
    return Table(
        columns=(
            Column("", _("Sum"), _named),
            Column("", _("Rounds"), money_of("rounds"), end=True),
            Column("", _("Ledger"), money_of("ledger"), end=True),
            *others,
            Column("", _("Difference"), money_of("difference"), end=True),
        ),
        look=look,
        tone=_differs,
    )


def _by_files(row: Any) -> SafeString | str:
    if row.files is None:
        return NOTHING
    return noted(money_of("files")(row), row.note)


CHECKS: Final = _compared(look=STACKED)
"""A day's sums by its rounds and by the ledger."""
DAY_BOOKS: Final = _compared(Column("", _("Regulator’s files"), _by_files, end=True), look=STACKED)
"""The same with the sums of the day's files for the regulator."""


def books(*, revision: int | None) -> Table:
    """A day's sums by its rounds, the ledger, and this revision of the report."""
    report: Text = gettext("Report, revision %(revision)s") % {"revision": revision} if revision else _("Report")
    return _compared(
        Column("", report, lambda row: NOTHING if row.report is None else money_of("report")(row), end=True)
    )


SESSION_CHECKS: Final = Table(
    columns=(
        Column("", _("Sum"), _named),
        Column("", _("Sessions"), money_of("sessions"), end=True),
        Column("", _("Bets of the sessions"), money_of("bets"), end=True),
        Column("", _("Difference"), money_of("difference"), end=True),
    ),
    tone=_differs,
)


def _files(row: Any) -> SafeString | str:
    if not row.revision:
        return ""
    of_day = f'<span class="visually-hidden"> {escape(row.name)}</span></a>'
    links = [
        f'<a class="download" href="{address("backoffice:export", row.day, each)}" download>{each.upper()}{of_day}'
        for each in Format
    ]
    return SafeString(" ".join(links))


def days(*, currency: str) -> Table:
    """The gaming days, with the files of each."""
    return Table(
        columns=(
            Column("name", _("Day"), href=to("backoffice:report", "day")),
            Column("", _("State"), lambda row: badge(row.state, row.tone)),
            Column("total.rounds", _("Rounds"), whole, end=True),
            Column("total.turnover", _("Staked"), money(currency), end=True),
            Column("total.commission", _("Commission"), money(currency), end=True),
            Column("total.gross_revenue", _("Gross revenue"), gain(currency), end=True),
            Column("hold", _("Hold"), percent, end=True),
            Column("revision", _("Revision"), end=True, css="num"),
            Column("", _("Download"), _files, action=Action.EXPORT_REPORTS),
        )
    )


def _made(row: Any) -> SafeString:
    return format_html("{}", row.revision) if row.revision else badge(gettext("missing"), "bad")


def tax_days(*, currency: str) -> Table:
    """The days of a month, from the latest revision of each report."""

    def figure(name: str, draw: Any) -> Any:
        return lambda row: draw(getattr(row, name)) if row.revision else NOTHING

    return Table(
        columns=(
            Column("day", _("Day"), day, href=_report_of),
            Column("", _("Revision"), _made, end=True, css="num"),
            Column("", _("Staked"), figure("turnover", money(currency)), end=True),
            Column("", _("Returned"), figure("returned", money(currency)), end=True),
            Column("", _("Gross revenue"), figure("gross_revenue", gain(currency)), end=True),
            Column("", _("Commission, included"), figure("commission", money(currency)), end=True),
        ),
        empty=_("No day of this month is over yet."),
    )


RATES: Final = Table(
    columns=(
        Column("since", _("Since"), day),
        Column("rate", _("Rate"), percent, end=True),
        Column("source", _("Legal basis")),
    ),
    look=PLAIN,
)


def _band(row: Any) -> SafeString:
    return NOTHING if row.low is None else SafeString(f"{share(row.low)} a {share(row.high)}")


def charted(*, currency: str) -> Table:
    """The figures of the charts, by day."""
    return Table(
        columns=(
            Column("day", _("Day"), day, href=_report_of),
            Column("turnover", _("Staked"), money(currency), end=True),
            Column("gross_revenue", _("Gross revenue"), gain(currency), end=True),
            Column("commission", _("Commission"), money(currency), end=True),
            Column("hold", _("Hold so far"), share, end=True),
            Column("promised", _("Promised"), share, end=True),
            Column("", _("Band"), _band, end=True),
        )
    )


def counts(*, head: str) -> Table:
    """Counts of cases, those in time and those overdue."""
    return Table(
        columns=(
            Column("name", head),
            Column("in_time", _("In time"), whole, end=True),
            Column("late", _("Overdue"), whole, end=True),
        ),
        look=PLAIN,
    )


def _state_of_request(card: Any) -> SafeString:
    if card.done:
        return badge(gettext("ready"), "good") if card.agrees else badge(gettext("ready, does not agree"), "bad")
    if card.failed:
        return badge(gettext("failed"), "bad")
    made = gettext("being made")
    return badge(f"{made} {card.percent} %" if card.percent else made, "info")


def report_requests(*, titles: bool) -> Table:
    """Requests for reports, the newest first; `titles`: whether to say which report each is."""
    return Table(
        columns=(
            Column("asked_at", _("Requested at"), moment, href=to("backoffice:requested_report", "key")),
            *((Column("definition.title", _("Report")),) if titles else ()),
            Column("until", _("Until"), moment),
            Column("by", _("By")),
            Column("", _("Lines"), lambda card: whole(card.rows) if card.done else NOTHING, end=True),
            Column("", _("State"), _state_of_request),
        ),
        look=STACKED,
    )


def waiting_extracts(*, may_decide: bool) -> Table:
    """The extracts that wait, each with what it is of, and whether it is one's own."""
    page = to("backoffice:extract", "0.id")
    return Table(
        columns=(
            Column("0.title", _("Extract"), href=page),
            Column("0.definition.title", _("Report")),
            Column("0.reason", _("Reason")),
            Column("", _("Proposed by"), lambda row: noted(row[0].proposed_by, moment(row[0].proposed_at))),
            deciding(page, _("another person decides"), own="1", may_decide=may_decide),
        ),
        look=STACKED,
    )


EXTRACTS: Final = Table(
    columns=(
        Column("title", _("Extract"), href=to("backoffice:extract", "id")),
        Column("definition.title", _("Report")),
        Column("state", _("State"), label),
        Column("", _("Decided by"), lambda card: noted(card.decided_by, moment(card.decided_at))),
        Column("proposed_by", _("Proposed by")),
    ),
    look=STACKED,
)
HEADS: Final = Table(
    columns=(
        Column("name", _("Chain")),
        Column("number", _("Links"), whole, end=True),
        Column("last", _("Up to row"), end=True, css="num"),
        Column("digest", "SHA-256", code),
    ),
    look=PLAIN,
)
DIFFERENCES: Final = Table(
    columns=(
        Column("where", _("Where")),
        Column(
            "subject",
            _("What"),
            href=lambda one: address("backoffice:round", one.subject) if one.is_round else "",
        ),
        Column("why", _("Why")),
        Column("stored", _("Stored (cents)"), whole, end=True),
        Column("computed", _("Worked out (cents)"), whole, end=True),
        Column("transfer", _("Line"), end=True, css="num"),
    ),
    look=PLAIN,
)


def _file(one: Any) -> SafeString:
    title = format_html('<a href="{}">{}</a>', one.href, one.title) if one.href else one.title
    return noted(format_html("{} · {}", title, one.format), " · ".join(str(each) for each in one.about))


EXPORTS: Final = Table(
    columns=(
        Column("at", _("When"), moment),
        Column("by", _("Who")),
        Column("", _("File"), _file),
        Column("rows", _("Lines"), whole, end=True),
        Column("sha256", "SHA-256", lambda digest: code(Truncator(digest).chars(17))),
    ),
    look=PLAIN,
    empty=_("Every file downloaded is recorded here: who, when, what, how many lines."),
)
CHANGED: Final = Table(
    columns=(
        Column("column", _("Field"), code),
        Column("before", _("Was"), nothing=""),
        Column("after", _("Is"), nothing=""),
    ),
    look=PLAIN,
)
"""One object of an act, before and after."""
