"""The lists of money: deposits, withdrawals, adjustments; and the tables beside one payment."""

from typing import Any, Final

from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from casino.backoffice.cells import badge, euros, gain, joined, moment
from casino.backoffice.columns import STACKED, Column, Table, to
from casino.backoffice.list_pages import Link, List
from casino.templatetags import sabot
from casino.web.addresses import address
from casino.wording import payment_names
from players.cashier import queries as cashier
from players.roles import Action

NEWEST: Final = _("The newest first")


def _state(code: str) -> SafeString:
    return badge(payment_names.state(code), payment_names.TONES.get(code, ""))


DEPOSITS: Final = List(
    place="deposits",
    title=_("Deposits"),
    query=cashier.deposits,
    sortable=cashier.PAYMENTS,
    newest=NEWEST,
    report="deposits-by-instrument",
    columns=(
        Column("started_at", _("Started"), moment, sort="at", href=to("backoffice:deposit", "key")),
        Column("nickname", _("Player")),
        Column("label", _("Method")),
        Column("amount", _("Amount"), euros, sort="amount", end=True),
        Column("state", _("State"), _state),
        Column("", _("Reason"), payment_names.why_of, css="small"),
    ),
)
WITHDRAWALS: Final = List(
    place="withdrawals",
    title=_("Withdrawals"),
    query=cashier.withdrawals,
    sortable=cashier.PAYMENTS,
    newest=NEWEST,
    report="withdrawals",
    columns=(
        Column("requested_at", _("Asked"), moment, sort="at", href=to("backoffice:withdrawal", "key")),
        Column("nickname", _("Player")),
        Column("label", _("To")),
        Column("amount", _("Amount"), euros, sort="amount", end=True),
        Column("state", _("State"), _state),
        Column("", _("Approved by"), lambda row: joined(row.first_by, row.second_by), css="small"),
    ),
)
ADJUSTMENTS: Final = List(
    place="adjustments",
    title=_("Adjustments"),
    query=cashier.adjustments,
    sortable=cashier.PAYMENTS,
    newest=NEWEST,
    report="significant-events",
    links=(Link("backoffice:new_adjustment", _("Propose an adjustment"), Action.PROPOSE_ADJUSTMENT),),
    columns=(
        Column("proposed_at", _("Proposed"), moment, sort="at", href=to("backoffice:adjustment", "id")),
        Column("nickname", _("Player")),
        Column("amount", _("Amount"), gain("EUR"), sort="amount", end=True),
        Column("reason", _("Reason")),
        Column("state", _("State"), _state),
        Column("", _("By"), lambda row: joined(row.proposed_by, row.decided_by), css="small"),
    ),
)


def _amount(notice: Any) -> str | SafeString:
    return euros(notice.amount) if notice.currency == "EUR" else f"{notice.amount} {notice.currency}"


NOTICES: Final = Table(
    columns=(
        Column("received_at", _("Received"), moment),
        Column("kind", _("Notification"), sabot.notice_kind),
        Column("", _("Amount"), _amount, end=True, css="num"),
        Column("holder", _("Holder"), nothing=""),
        Column("outcome", _("Effect"), sabot.notice_outcome),
    ),
    empty=_("Nothing yet."),
)
"""What the bank said of a deposit."""


def statement(*, sees_rounds: bool) -> Table:
    """A player's latest movements; those of a round lead to it, for people who may see it."""

    def to_round(line: Any) -> str:
        leads = sees_rounds and sabot.is_round(line.reference)
        return address("backoffice:round", line.reference) if leads else ""

    return Table(
        columns=(
            Column("at", _("When"), moment),
            Column("code", _("Movement"), lambda code: capfirst(sabot.label(code)), href=to_round),
            Column("amount", _("Amount"), gain("EUR"), end=True),
            Column("balance_after", _("Balance"), euros, end=True),
        ),
        look=STACKED,
        row_heads=False,
    )
