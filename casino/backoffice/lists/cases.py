"""The lists of cases: complaints, obligations, deadlines."""

from html import escape
from typing import Any, Final

from django.template.defaultfilters import truncatechars
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, day, minute, moment, player_edge, rule, soft, whole
from casino.backoffice.columns import NOTHING, Column, Table, to
from casino.backoffice.list_pages import Link, List
from casino.backoffice.presenters import complaints as presenters
from casino.backoffice.presenters import replies as reply_presenters
from casino.backoffice.presenters.deadlines import COLUMNS as BOARD_BY
from casino.templatetags import protection
from casino.templatetags.sabot import span
from casino.web.addresses import address
from kernel.sorting import Sort, Sortable
from players.complaints.queries import cases, replies
from players.roles import Action

SUBJECT_SHOWN: Final = 28
"""Letters of what a case is about."""


def _obligation_due(row: Any) -> SafeString:
    overdue = badge(gettext("overdue"), "bad")
    return SafeString(f"{moment(row.due_at)} {overdue}") if row.overdue else moment(row.due_at)


OBLIGATIONS: Final = Table(
    columns=(
        Column("", _("Deadline"), _obligation_due, sort="due"),
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


def _number(row: Any) -> SafeString:
    href = escape(address("backoffice:complaint", row.card.number))
    reopened = gettext("reopened")
    again = f" {badge(reopened)}" if row.card.turn > 1 else ""
    return SafeString(f'<a href="{href}">{escape(row.card.number)}</a>{again}')


def _due(row: Any) -> SafeString:
    if not row.card.is_open:
        return NOTHING
    return SafeString(f"{escape(day(row.card.due_on))} {span(row.days_left, f'badge badge--{row.tone}')}")


def _subject(row: Any) -> SafeString:
    key = truncatechars(row.card.subject, SUBJECT_SHOWN)
    about = key if row.subject.casefold() == row.category.casefold() else f"{row.subject} {key}"
    return SafeString(escape(row.category) + (f" {span(about, 'soft small')}" if row.card.subject else ""))


def _case_state(row: Any) -> SafeString:
    waiting = gettext("awaits approval")
    waits = f" {badge(waiting, 'info')}" if row.card.award_waits else ""
    outcome = f" {escape(row.outcome)}" if row.outcome else ""
    return SafeString(f"{span(row.state, f'badge badge--{row.state_tone}')}{waits}{outcome}")


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
        Link("backoffice:reply_templates", _("Reply templates"), Action.SEE_COMPLAINTS),
        Link("backoffice:register_outsider", _("Register for a person without an account"), Action.ANSWER_COMPLAINTS),
    ),
    empty=(
        _("No complaints here"),
        _("When a player complains, the case appears here with the deadline for the answer, the most urgent first."),
    ),
    columns=(
        Column("", _("Number"), _number, css="words"),
        Column("", _("Deadline"), _due, sort="due", css="words"),
        Column("", _("Complainant"), _complainant, css="words"),
        Column("", _("Subject"), _subject, css="words"),
        Column("card.received_at", pgettext_lazy("complaint", "Received"), moment, sort="received"),
        Column("", _("State"), _case_state, css="words"),
        Column("card.carer", pgettext_lazy("complaint", "Assigned to")),
    ),
)


def _template_state(row: Any) -> SafeString:
    return badge(gettext("retired"), "") if row.card.retired else badge(gettext("offered"), "good")


REPLY_TEMPLATES: Final = List(
    place="complaints",
    title=_("Reply templates"),
    about=_("Texts for the answers to complaints, filled with the facts of the case. Every version is kept."),
    query=replies.templates,
    present=reply_presenters.line,
    sortable=replies.TEMPLATES,
    links=(Link("backoffice:new_reply_template", _("New template"), Action.KEEP_TEMPLATES),),
    empty=(
        _("No templates here"),
        _("What answers often say can be written once: a template stands here, and in the answers that it fits."),
    ),
    columns=(
        Column("card.key", _("Number"), href=lambda row: address("backoffice:reply_template", row.card.template_id)),
        Column("card.title", _("Title"), css="words"),
        Column("subject", _("Subject"), css="words"),
        Column("language", _("Language")),
        Column("card.version", _("Version"), end=True),
        Column("", _("State"), _template_state),
        Column("card.uses", _("Answers from this version"), whole, end=True),
        Column("card.by", _("By whom")),
        Column("card.at", _("When"), moment),
    ),
)


def _until(row: Any) -> SafeString:
    if row.due.due_at is None:
        return soft(gettext("no set deadline"))
    return SafeString(f"{minute(row.due.due_at)} {badge(row.left, row.tone)}")


def _handler(row: Any) -> SafeString | str:
    due = row.due
    who = str(due.who) or soft(gettext("unassigned"))
    if not due.proposed_by:
        return who
    proposed = soft(gettext("proposed by %(name)s") % {"name": due.proposed_by})
    return SafeString(f"{conditional_escape(who)} · {proposed}")


def _about(due: Any) -> SafeString:
    edge = f" {player_edge(due.player_edges)}" if due.player_edges else ""
    return SafeString(f'<a href="{escape(due.href)}">{escape(due.subject)}</a>{edge}')


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
        Column("due.since", _("Since"), minute, sort="since"),
        Column("", _("Until"), _until, sort="due", css="words words--due"),
        Column("", _("Assigned to"), _handler, sort="who", css="words"),
        Column("due.rule", _("Rule"), rule),
    ),
)
