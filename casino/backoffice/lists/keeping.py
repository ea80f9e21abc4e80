"""The tables of what is kept: the classes with their terms, and the erasures."""

from datetime import datetime
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, day, moment, noted, whole
from casino.backoffice.columns import NOTHING, STACKED, Column, Table, to
from casino.backoffice.presenters import keeping as presenters
from casino.web.addresses import address
from kernel.calendar import lisbon_date
from kernel.labels import label
from players.keeping.queries import ClassCard, ErasureCard, ErasureState

_TONES: Final = {
    ErasureState.PROPOSED: "warn",
    ErasureState.APPROVED: "warn",
    ErasureState.REJECTED: "bad",
    ErasureState.DONE: "good",
}


def _term(card: ClassCard) -> SafeString:
    return noted(presenters.term(card.months), gettext("from %(start)s") % {"start": label(card.start)})


def _past(card: ClassCard) -> SafeString | str:
    if card.past is None or not card.erasable:
        return NOTHING
    return badge(whole(card.past), "warn") if card.past else whole(0)


def _what(card: ClassCard) -> SafeString:
    return noted(presenters.name(card.kind), label(card.end))


def _day(at: datetime) -> str:
    return day(lisbon_date(at))


def classes(*, may_propose: bool) -> Table:
    """Every class: its term and why, how it ends, how much there is and is past its term, the way to a proposal."""

    def way(card: ClassCard) -> SafeString | str:
        link = '<a class="button button--small{}" href="{}">{}</a>'
        if card.erasure is not None:
            return format_html(link, "", address("backoffice:erasure", card.erasure), f"L-{card.erasure}")
        if not may_propose or not presenters.still_due(card):
            return ""
        to_propose = address("backoffice:propose_erasure", card.kind.value)
        return format_html(link, " button--primary", to_propose, gettext("Propose"))

    return Table(
        columns=(
            Column("", _("What is kept, and what happens then"), _what, css="is-long"),
            Column("", pgettext_lazy("keeping", "Term"), _term),
            Column("source", _("By which law, or why"), css="small"),
            Column("rows", _("Rows"), whole, end=True),
            Column("oldest", _("Oldest row"), _day, css="small is-short"),
            Column("", _("Past its term"), _past, end=True),
            Column("next_at", _("First term over"), _day, css="small is-short"),
            Column("", _("Erasure"), way, end=True, unseen=True),
        ),
        look=STACKED,
    )


def _state(card: ErasureCard) -> SafeString:
    return badge(label(card.state), _TONES.get(card.state, ""))


ERASURES: Final = Table(
    columns=(
        Column("kind", _("What"), presenters.name, href=to("backoffice:erasure", "id")),
        Column("before", _("Terms that began before"), moment),
        Column("", _("State"), _state),
        Column("counted", _("Counted"), whole, end=True),
        Column("erased", pgettext_lazy("rows", "Erased"), whole, end=True),
        Column("", _("Proposed by"), lambda card: noted(card.proposed_by, moment(card.proposed_at))),
        Column(
            "",
            _("Decided by"),
            lambda card: noted(card.decided_by, moment(card.decided_at)) if card.decided_by else NOTHING,
        ),
    ),
    look=STACKED,
)
