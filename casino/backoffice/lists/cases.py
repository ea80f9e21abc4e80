"""The lists of cases: complaints, obligations, deadlines."""

from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, moment, player_edge, rule, soft
from casino.backoffice.columns import Column, Table, to
from casino.backoffice.list_pages import Link, List
from casino.backoffice.presenters import complaints as presenters
from casino.backoffice.presenters.deadlines import COLUMNS as BOARD_BY
from casino.templatetags import protection
from kernel.sorting import Sort, Sortable
from players.complaints.queries import cases
from players.roles import Action

OBLIGATIONS: Final = Table(
    columns=(
        Column("", _("Deadline"), cell="backoffice/cells/obligation_due.html", sort="due"),
        Column("kind", _("What"), protection.obligation_kind, sort="kind"),
        Column("nickname", _("Player"), sort="name", href=to("backoffice:player", "public_id")),
        Column("", _("Fulfilled"), cell="backoffice/cells/obligation_done.html", action=Action.EXCLUDE_PLAYER),
    ),
    row_heads=False,
    empty=_(
        "Nothing to fulfil. Reports to the regulator are sent automatically; "
        "any report that cannot be sent appears here."
    ),
)


def _complainant(row: Any) -> SafeString | str:
    if not row.relation:
        return str(row.card.nickname)
    return format_html("{} {}", row.card.nickname, badge(row.relation, ""))


COMPLAINTS: Final = List(
    place="complaints",
    title=_("Complaints"),
    present=presenters.line,
    sortable=cases.CASES,
    links=(
        Link("backoffice:register_outsider", _("Register for a person without an account"), Action.ANSWER_COMPLAINTS),
    ),
    empty=(
        _("No complaints here"),
        _("When a player complains, the case appears here with the deadline for the answer, the most urgent first."),
    ),
    columns=(
        Column("", _("Number"), cell="backoffice/cells/case_number.html"),
        Column("", _("Deadline"), cell="backoffice/cells/case_due.html", sort="due"),
        Column("", _("Complainant"), _complainant),
        Column("", _("Subject"), cell="backoffice/cells/case_subject.html"),
        Column("card.received_at", pgettext_lazy("complaint", "Received"), moment, sort="received"),
        Column("", _("State"), cell="backoffice/cells/case_state.html"),
        Column("card.handler", pgettext_lazy("complaint", "Assigned to")),
    ),
)


def _until(row: Any) -> SafeString:
    if row.due.due_at is None:
        return soft(gettext("no set deadline"))
    return format_html("{} {}", moment(row.due.due_at), badge(row.left, row.tone))


def _handler(row: Any) -> SafeString | str:
    return str(row.due.who) or soft(gettext("unassigned"))


def _about(due: Any) -> SafeString:
    named = format_html('<a href="{}">{}</a>', due.href, due.subject)
    return format_html("{} {}", named, player_edge(due.player_edges)) if due.player_edges else named


DEADLINES: Final = List(
    place="deadlines",
    title=_("Deadlines"),
    sortable=Sortable(BOARD_BY, Sort("due")),
    in_turn=True,
    row_heads=False,
    empty=(
        _("Nothing is waiting"),
        _(
            "Complaints, reports to the regulator, withdrawals, adjustments, incidents and reports "
            "appear here with their deadlines."
        ),
    ),
    columns=(
        Column("due.what", _("What"), sort="kind", css="words"),
        Column("due", _("About"), _about, css="words"),
        Column("due.to_whom", _("To whom"), sort="whom", css="words"),
        Column("due.since", _("Since"), moment, sort="since"),
        Column("", _("Until"), _until, sort="due", css="words"),
        Column("", _("Assigned to"), _handler, sort="who", css="words"),
        Column("due.rule", _("Rule"), rule),
    ),
)
