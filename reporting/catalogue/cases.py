"""Reports about cases: payments at the banks, limits, complaints."""

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from kernel import periods
from kernel.labels import labels_of
from players.cashier.queries import DepositState, InstrumentKind, WithdrawalState
from players.complaints import datasets as case_datasets
from players.complaints.queries.cases import Category, Channel, ComplaintOutcome, ComplaintState
from players.protection.queries.protection import LimitKind, LimitSource, LimitState
from reporting.catalogue import lists
from reporting.catalogue.accounts import WHO
from reporting.catalogue.definition import Definition, Period, at, cents, code, day, whole, words
from reporting.writers.documents import Column

_DEPOSIT: Final[tuple[Column, ...]] = (
    at("at", _("Requested at")),
    *WHO,
    code("instrument", _("Payment method"), labels_of(InstrumentKind)),
    words("label", _("Number"), personal=True),
    cents("amount", _("Amount")),
    code("state", _("State"), labels_of(DepositState)),
    code("reason", _("Reason for the rejection")),
    at("finished_at", _("Completed at")),
    at("refunded_at", _("Returned to the payer at")),
    code("key", _("Reference")),
)

DEFINITIONS: Final = (
    Definition(
        name="deposits-by-instrument",
        version=1,
        source="PT-R03",
        title=_("Deposits by payment method"),
        about=_("Each deposit asked for in the period, with the payment method and what became of it."),
        filters=frozenset(),
        columns=_DEPOSIT,
        register=lambda asked: case_datasets.instrument_deposits(since=asked.begin, until=asked.until),
        grouped="instrument",
    ),
    Definition(
        name="rejected-deposits",
        version=1,
        source="PT-R04",
        title=_("Rejected deposits"),
        about=_("Deposits that were turned down, and why. Those that were never paid are not among them."),
        filters=frozenset(),
        columns=_DEPOSIT,
        register=lambda asked: case_datasets.instrument_deposits(
            since=asked.begin, until=asked.until, state="rejected"
        ),
        grouped="reason",
    ),
    Definition(
        name="rejected-withdrawals",
        version=1,
        source="PT-R06",
        title=_("Rejected withdrawals"),
        about=_("Withdrawals that the house refused or the bank did not accept, why and by whom."),
        filters=frozenset(),
        columns=(
            at("at", _("Requested at")),
            *WHO,
            code("instrument", _("Payment method"), labels_of(InstrumentKind)),
            words("label", _("Number"), personal=True),
            cents("amount", _("Amount")),
            code("state", _("State"), labels_of(WithdrawalState)),
            words("reason", _("Reason")),
            words("employee", _("Employee")),
            at("finished_at", _("Completed at")),
            code("key", _("Reference")),
        ),
        register=lambda asked: case_datasets.refused_withdrawals(since=asked.begin, until=asked.until),
        grouped="state",
    ),
    Definition(
        name="limits",
        version=1,
        source="PT-R15",
        title=_("Players with limits"),
        about=_("Each limit in force or waiting to come into force, and whose wish it is."),
        period=Period.MOMENT,
        filters=frozenset(),
        columns=(
            *WHO,
            code("kind", _("Limit"), labels_of(LimitKind)),
            code("period", _("Per"), labels_of(periods.Period)),
            code("source", _("By whom"), labels_of(LimitSource)),
            code("state", _("State"), labels_of(LimitState)),
            cents("most", _("Amount"), summed=False),
            whole("minutes", _("Minutes"), summed=False),
            at("requested_at", _("Requested at")),
            at("due_at", _("Can come into force at")),
            at("starts_at", _("In force since")),
            words("employee", _("Employee")),
            words("reason", _("Reason")),
        ),
        register=lambda asked: case_datasets.limits(until=asked.until),
        grouped="kind",
    ),
    Definition(
        name="complaints",
        version=4,
        source="PT-R19, PT-77",
        title=_("Complaints log"),
        about=_("Each complaint received: grounds, when it happened, deadline, time to the answer and outcome."),
        filters=frozenset(),
        columns=(
            code("number", _("Number")),
            *WHO,
            code("complainant", _("Complainant"), lists.COMPLAINANTS),
            code("category", _("Grounds"), labels_of(Category)),
            code("subject", _("About")),
            code("channel", _("Channel"), labels_of(Channel)),
            code("sheet", _("Sheet in the Complaints Book")),
            at("occurred_at", _("Happened at")),
            at("received_at", pgettext_lazy("complaint", "Received at")),
            day("due_on", _("Deadline")),
            code("state", _("State"), labels_of(ComplaintState)),
            code("outcome", _("Outcome"), labels_of(ComplaintOutcome)),
            at("answered_at", _("Answered at")),
            whole("hours", _("Hours until the answer"), summed=False),
            words("employee", _("Employee")),
        ),
        register=lambda asked: case_datasets.complaints(since=asked.begin, until=asked.until),
        grouped="outcome",
    ),
)
