"""The lists of people: players, staff."""

from collections.abc import Callable
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badges, euros, moment, noted, soft
from casino.backoffice.columns import STACKED, Column, Table, deciding, to
from casino.backoffice.list_pages import Link, List
from casino.templatetags import sabot
from casino.wording import staff_names
from kernel.labels import label
from kernel.sorting import Sort, Sortable
from players.audit.queries.dossier import PLAYERS as SORTABLE
from players.audit.queries.dossier import players_list
from players.roles import Action
from players.staff.queries import MemberCard

PLAYERS: Final = List(
    place="players",
    title=_("Players"),
    query=players_list,
    late=True,
    sortable=SORTABLE,
    report="players",
    empty=(
        _("No players"),
        _(
            "There are no players with these filters. "
            "The email and the name are searched by their beginning; the NIF and the number, in full."
        ),
    ),
    columns=(
        Column("nickname", _("Name at the table"), sort="name", href=to("backoffice:player", "public_id")),
        Column("email", _("Email")),
        Column("joined_at", _("Since"), moment, sort="joined"),
        Column("", _("Standing"), cell="backoffice/cells/player_state.html"),
    ),
)
_STAFF_BY: Final[dict[str, Callable[[MemberCard], Any]]] = {
    "status": lambda card: (not card.active, card.name.casefold()),
    "name": lambda card: (card.name.casefold(), card.id),
    "access": lambda card: (card.last_access is not None, card.last_access or card.joined_at),
}


def _access(card: MemberCard) -> SafeString:
    return moment(card.last_access) if card.last_access else soft(gettext("never"))


def _standing(card: MemberCard) -> SafeString:
    return badges(
        (gettext("can sign in"), "good") if card.active else (gettext("no access"), "bad"),
        (gettext("invited"), "") if card.invited else None,
        (gettext("taxpayer number missing"), "warn") if card.active and not card.nif else None,
    )


STAFF: Final = List(
    place="staff",
    title=_("Staff"),
    about=_("The members of staff, their roles and their last sign-in. Members of staff never play."),
    sortable=Sortable(_STAFF_BY, Sort("status")),
    report="staff",
    links=(Link("backoffice:new_staff", _("New person"), Action.MANAGE_STAFF),),
    columns=(
        Column("name", _("Name"), sort="name", href=to("backoffice:member", "public_id")),
        Column("email", _("Email")),
        Column("roles", _("Roles"), staff_names.named),
        Column("", _("Last access"), _access, sort="access"),
        Column("", _("State"), _standing, sort="status"),
    ),
)
MEMBER_CHANGES: Final = Table(
    columns=(
        Column("at", _("When"), moment),
        Column("change", _("What"), label),
        Column("reason", _("Reason")),
        Column("by", _("By"), nothing=""),
    ),
    look=STACKED,
    row_heads=False,
)


def staff_proposals(*, may_decide: bool) -> Table:
    """The proposals that wait: each with what it asks for, and whether it is one's own."""
    return Table(
        columns=(
            Column("1", _("Proposal"), href=to("backoffice:staff_proposal", "0.id")),
            Column("0.about", _("About")),
            Column("0.reason", _("Reason")),
            Column("", _("Proposed by"), lambda row: noted(row[0].proposed_by, moment(row[0].proposed_at))),
            deciding(
                to("backoffice:staff_proposal", "0.id"), _("another person decides"), own="2", may_decide=may_decide
            ),
        )
    )


RECTIFICATIONS: Final = Table(
    columns=(
        Column("decided_at", _("When"), moment),
        Column("nickname", _("Player")),
        Column(
            "",
            pgettext_lazy("request", "Request"),
            lambda row: f"{sabot.correctable(row.field)}: {row.wanted}",
            css="words",
        ),
        Column(
            "state", _("Decision"), lambda state: gettext("accepted") if state == "accepted" else gettext("refused")
        ),
        Column("decision_reason", pgettext_lazy("request", "Reason"), css="words"),
        Column("decided_by", _("By")),
    )
)
"""The requests for rectification that were decided."""


def _cause(row: Any) -> SafeString:
    cause = label(row.cause)
    if not row.reopened_at:
        return format_html("{}", cause)
    again = format_html("· {} {}", gettext("opened again on"), moment(row.reopened_at))
    return format_html("{} {}", cause, soft(again))


CLOSURES: Final = Table(
    columns=(
        Column("closed_at", _("When"), moment),
        Column("nickname", _("Player")),
        Column("", _("Cause"), _cause),
        Column("reason", pgettext_lazy("request", "Reason")),
        Column("balance", _("Balance then"), euros, end=True),
    ),
    empty=_("None."),
)
