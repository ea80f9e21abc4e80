"""The tables of a player's page: rounds, weeks, months, cases, documents, letters, devices, limits that were tried."""

from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import (
    badge,
    code,
    day,
    duration,
    euros,
    gain,
    gain_of,
    moment,
    money_of,
    noted,
    play,
    whole,
)
from casino.backoffice.columns import PLAIN, STACKED, Column, Table, to
from casino.backoffice.presenters.player_figures import hours
from casino.templatetags import protection, sabot
from casino.wording import complaint_names as complaints
from casino.wording import devices, payment_names, protection_names, words
from kernel.labels import label, label_of
from players.audit.queries.documents import DocumentKind, DocumentLine
from players.audit.queries.dossier import Outcome


def _bets(row: Any) -> SafeString:
    each = ((sabot.chance(chance), words.money(stake, row.currency)) for chance, stake in row.bets)
    return format_html_join(", ", '{} <span class="bet-stake">{}</span>', each)


def rounds(*, sees_rounds: bool) -> Table:
    """A player's rounds with their own bets; they lead to the round, for people who may see it."""
    leads = to("backoffice:round", "code")
    return Table(
        columns=(
            Column("opened_at", _("When"), sabot.minute, css="num"),
            Column("code", _("Round"), href=leads if sees_rounds else None),
            Column("", _("Bets"), _bets),
            Column("", _("Staked"), money_of("staked"), end=True),
            Column("", _("Returned"), money_of("returned"), end=True),
            Column("", _("Difference"), gain_of("result"), end=True),
            Column("", _("Result"), lambda row: play(row.verdict, row.currency)),
        ),
        look=STACKED,
        row_heads=False,
        empty=_("No rounds."),
    )


SESSIONS: Final = Table(
    columns=(
        Column("started_at", _("Start"), moment),
        Column("", _("Table"), lambda row: play(row.table_name, row.currency)),
        Column("seconds", pgettext_lazy("duration", "Time"), duration, end=True),
        Column("rounds", _("Rounds"), whole, end=True),
        Column("", _("Staked"), money_of("staked"), end=True),
        Column("", _("Result"), gain_of("result"), end=True),
        Column("", _("Average cost"), money_of("cost"), end=True),
    ),
    look=STACKED,
    row_heads=False,
    empty=_("No sessions."),
)
WEEKS: Final = Table(
    columns=(
        Column("week", _("Week from"), day),
        Column("staked", _("Staked"), euros, end=True),
        Column("result", _("Result"), gain("EUR"), end=True),
        Column("so_far", _("Result so far"), gain("EUR"), end=True),
        Column("promised", _("Promised by the bets"), gain("EUR"), end=True),
        Column("", _("Band of chance"), lambda week: _band(week), end=True),
    ),
    look=STACKED,
)
"""What the drawing of a player's money shows."""


def _band(week: Any) -> str:
    return f"{words.money(week.low, 'EUR')} … {words.money(week.high, 'EUR')}"


MONTHS: Final = Table(
    columns=(
        Column("month", _("Month from"), day),
        Column("deposited", _("Deposited"), euros, end=True),
        Column("withdrawn", _("Withdrawn"), euros, end=True),
    ),
    look=PLAIN,
)
PARTS_OF_DAY: Final = Table(
    columns=(
        Column("0", _("Day")),
        Column("1.0", _("0 h to 6 h"), duration, end=True),
        Column("1.1", _("6 h to 12 h"), duration, end=True),
        Column("1.2", _("12 h to 18 h"), duration, end=True),
        Column("1.3", _("18 h to 24 h"), duration, end=True),
    ),
    look=PLAIN,
)


def _state(state: str) -> SafeString:
    return badge(payment_names.state(state), payment_names.TONES.get(state, ""))


DEPOSITS: Final = Table(
    columns=(
        Column("started_at", _("Started"), moment, href=to("backoffice:deposit", "key")),
        Column("label", _("Method")),
        Column("amount", _("Amount"), euros, end=True),
        Column("state", _("State"), _state),
    ),
    look=STACKED,
    row_heads=False,
    empty=_("No deposits."),
)
WITHDRAWALS: Final = Table(
    columns=(
        Column("requested_at", _("Asked"), moment, href=to("backoffice:withdrawal", "key")),
        Column("label", _("To")),
        Column("amount", _("Amount"), euros, end=True),
        Column("state", _("State"), _state),
    ),
    look=STACKED,
    row_heads=False,
    empty=_("No withdrawals."),
)
ADJUSTMENTS: Final = Table(
    columns=(
        Column("proposed_at", _("Proposed"), moment, href=to("backoffice:adjustment", "id")),
        Column("reason", _("Reason")),
        Column("amount", _("Amount"), gain("EUR"), end=True),
        Column("state", _("State"), _state),
    ),
    look=STACKED,
    row_heads=False,
    empty=_("No adjustments."),
)


def _case_state(card: Any) -> SafeString:
    if card.outcome:
        return badge(label(card.outcome), complaints.OUTCOME_TONES.get(card.outcome.value, ""))
    return badge(label(card.state), complaints.STATE_TONES[card.state])


CASES: Final = Table(
    columns=(
        Column("number", _("Number"), href=to("backoffice:complaint", "number")),
        Column("category", _("Subject"), lambda value: capfirst(label(value))),
        Column("received_at", pgettext_lazy("complaint", "Received"), moment),
        Column("due_on", _("Deadline"), day),
        Column("", _("State"), _case_state),
    ),
    look=STACKED,
    empty=_("No complaints."),
)
FILES: Final = Table(
    columns=(
        Column("name", _("File"), href=to("backoffice:complaint_file", "code")),
        Column("number", _("Complaint"), href=to("backoffice:complaint", "number")),
        Column("at", _("When"), moment),
        Column("sha256", "SHA-256", lambda value: code(f"{value[:12]}…")),
    ),
    look=STACKED,
    empty=_("No documents."),
)


def _answer(document: DocumentLine) -> str:
    waits = document.until is None and not document.outcome
    return gettext("awaiting an answer") if waits else label_of(document.outcome, Outcome)


DOCUMENTS: Final = Table(
    columns=(
        Column("kind", _("Document"), lambda kind: capfirst(label(DocumentKind(kind)))),
        Column("number", _("Number"), css="num"),
        Column("country", _("Country")),
        Column("since", _("Since"), moment),
        Column("until", _("Until"), moment),
        Column("checked_at", _("Checked"), moment),
        Column("", _("Answer"), _answer),
        Column("register", _("By")),
    ),
    look=STACKED,
    empty=_("No documents."),
)
DEVICES: Final = Table(
    columns=(
        Column("device", _("With what"), devices.name_of),
        Column("signed_in_at", _("Signed in"), moment),
        Column("address", _("Address"), css="num"),
    ),
    look=STACKED,
    empty=_("Signed in nowhere now."),
)
LIMITS: Final = Table(
    columns=(
        Column("requested_at", _("Asked"), sabot.minute, css="num"),
        Column("name", _("Limit"), protection_names.heading),
        Column("", _("Most"), lambda row: protection_names.amount(row.kind, row.most), end=True),
        Column("", _("Whose"), lambda row: noted(capfirst(label(row.source, "whose")), row.reason)),
        Column("state", _("State"), protection.limit_state),
        Column("starts_at", _("Since"), sabot.minute, css="num"),
        Column("ended_at", _("Until"), sabot.minute, css="num"),
    ),
    look=STACKED,
    row_heads=False,
    empty=_("No limits so far."),
)
"""Every wish for a limit, carried out or not."""


def _reached(row: Any) -> str:
    return gettext("%(reached)s of %(spans)s") % {
        "reached": words.number(row.reached),
        "spans": words.number(row.spans),
    }


TRIED: Final = Table(
    columns=(
        Column(
            "limit",
            _("Limit"),
            lambda limit: format_html(
                "{}: {}",
                protection_names.heading(limit.name),
                protection_names.amount(limit.kind, limit.most),
            ),
        ),
        Column("", _("Reached, of the days, weeks or months"), _reached, end=True),
        Column("rounds", _("Rounds stopped"), whole, end=True),
        Column("staked", _("Staked less"), euros, end=True),
        Column("less_lost", _("Lost less"), gain("EUR"), end=True),
        Column("deposited", _("Deposited less"), euros, end=True),
        Column("seconds", _("Time less"), hours, end=True),
    ),
    look=STACKED,
)
"""What each limit that was tried would have stopped."""
