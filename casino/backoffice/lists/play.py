"""The lists of play: rounds, tables, incidents."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from django.template.defaultfilters import truncatechars
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, moment, money_of, noted, play, played_for, player_edge
from casino.backoffice.columns import Column, Table, deciding, to
from casino.backoffice.list_pages import Link, List
from casino.backoffice.presenters import incidents as presenters
from casino.backoffice.presenters.floor_card import FloorCard
from casino.wording import names, words
from kernel.sorting import Sort, Sortable
from players.roles import Action
from tables import queries


def _won(winner: str) -> SafeString:
    return format_html('<span class="side-{}">{}</span>', winner, names.outcome(winner))


def _rounds(*ending: Column) -> tuple[Column, ...]:
    return (
        Column("code", _("Round"), href=to("backoffice:round", "code")),
        Column("", _("Table"), lambda row: play(row.table_name, row.currency), sort="table"),
        *ending,
        Column("ponto", _("Ponto"), end=True, css="num"),
        Column("banca", _("Banca"), end=True, css="num"),
        Column("", _("Staked"), money_of("stakes"), sort="stakes", end=True),
        Column("version", _("Rules"), lambda version: f"v{version}"),
    )


ROUNDS: Final = List(
    place="rounds",
    title=_("Rounds"),
    query=queries.settled_rounds,
    late=True,
    sortable=queries.ROUNDS,
    newest=_("The newest first, %(most)s at a time"),
    report="rounds",
    empty=(
        _("No rounds"),
        _("There are no rounds with these filters. A round that is not over is found by its number."),
    ),
    columns=_rounds(
        Column("settled_at", _("Paid at"), moment, sort="settled"),
        Column("winner", _("Result"), _won, sort="winner"),
    ),
)
ROUNDS_OF_A_DAY: Final = replace(ROUNDS, sortable=queries.ROUNDS_OF_A_DAY)
VOID_ROUNDS: Final = replace(
    ROUNDS,
    query=queries.void_rounds,
    late=True,
    sortable=queries.VOID_ROUNDS,
    columns=_rounds(
        Column("voided_at", _("Voided at"), moment, sort="settled"),
        Column("void_reason", _("Why"), sort="winner"),
    ),
)


def _incident(row: Any) -> str:
    kind, text = names.incident_kind(row.kind), row.facts.get("text")
    return f"{kind}: {truncatechars(text, 60)}" if text else kind


def _severity(severity: int) -> SafeString:
    return badge(str(names.SEVERITIES[severity]), presenters.severity_tone(severity))


def _regulator(row: Any) -> SafeString | str:
    """When it was told, or until when; nothing where it is not to be."""
    if row.told_at:
        return moment(row.told_at)
    return "–" if row.tell_by is None else badge(gettext("until %(at)s") % {"at": words.moment(row.tell_by)}, "warn")


def _is_open(row: Any) -> SafeString:
    return badge(gettext("closed"), "good") if row.closed_at else badge(gettext("open"), "warn")


INCIDENTS: Final = List(
    place="incidents",
    title=_("Incidents"),
    query=queries.incidents,
    sortable=queries.INCIDENTS,
    report="system-errors",
    links=(Link("backoffice:report_incident", _("Record an incident"), Action.HANDLE_INCIDENTS),),
    empty=(
        _("No incidents"),
        _(
            "Stopped tables, void rounds and the incidents recorded by staff appear here, "
            "until the cause and the remedy are known."
        ),
    ),
    columns=(
        Column("id", _("Number"), lambda number: f"I-{number}", href=to("backoffice:incident", "id")),
        Column("", _("What"), _incident, sort="kind", css="words"),
        Column("severity", _("Severity"), _severity),
        Column("table_name", _("Where")),
        Column("opened_at", _("Since"), moment, sort="opened"),
        Column("", _("By whom"), presenters.by_whom, css="words"),
        Column("owner", _("Owner"), nothing=_("no one")),
        Column("", _("Regulator"), _regulator, css="words"),
        Column("", _("State"), _is_open),
    ),
)
_TABLES_BY: Final[dict[str, Callable[[FloorCard], Any]]] = {
    "alert": lambda card: card.code,
    "name": lambda card: (card.name.casefold(), card.code),
    "money": lambda card: (card.play, card.name.casefold()),
    "status": lambda card: (card.status, card.name.casefold()),
    "seats": lambda card: (card.taken, card.name.casefold()),
}
TABLES: Final = List(
    place="tables",
    title=_("Tables and rules"),
    sortable=Sortable(_TABLES_BY, Sort("alert")),
    links=(Link("backoffice:new_table", _("New table"), Action.CREATE_TABLE),),
    in_turn=True,
    empty=(
        _("No tables yet"),
        _(
            "A table begins closed. Then rules are proposed, another person approves them, "
            "and only then can the table open."
        ),
    ),
    columns=(
        Column("", _("Table"), cell="backoffice/cells/table_name.html", sort="name"),
        Column("play", _("Played for"), lambda plays: played_for("PLAY" if plays else ""), sort="money"),
        Column("", _("State"), cell="backoffice/cells/table_state.html", sort="status"),
        Column("", _("Rules in force"), cell="backoffice/cells/table_version.html"),
        Column("", _("Next"), cell="backoffice/cells/table_next.html"),
        Column("", _("Table ceiling"), cell="backoffice/cells/table_ceiling.html", end=True),
        Column("", _("Seats"), lambda card: f"{card.taken} / {card.seats}", sort="seats", end=True, css="num"),
        Column(
            "",
            _("Propose"),
            cell="backoffice/cells/table_draft.html",
            action=Action.DRAFT_CONFIGURATION,
            unseen=True,
            end=True,
        ),
    ),
)
"""In the order of the floor: the tables that need attention first."""


def _proposal(card: queries.ConfigurationCard, address: str) -> SafeString:
    named = format_html('<a href="{}">{} · v{}</a>', address, card.table_name, card.number)
    return format_html("{} {}", named, player_edge(card.player_edges)) if card.player_edges else named


def decisions(*, may_decide: bool) -> Table:
    """The proposals of rules that wait: each with its version, and whether it is one's own."""
    own = _("your own proposal: another person decides")
    way = to("backoffice:configuration", "0.table_code", "0.number")
    return Table(
        columns=(
            Column("", _("Proposal"), lambda row: _proposal(row[0], way(row))),
            Column("1.authors", _("From")),
            Column("0", _("Submitted"), lambda card: noted(moment(card.submitted_at), card.submitted_by)),
            Column("0.currency", _("Played for"), played_for),
            deciding(way, own, own="2", may_decide=may_decide),
        )
    )
