"""Reports about players' accounts: who they are, how they stand, what they hold."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _

from kernel.labels import labels_of
from players.access.queries import DocumentKind
from players.accounts import datasets
from players.protection.queries.protection import ExclusionSource
from players.roles import Role
from reporting.catalogue import lists
from reporting.catalogue.definition import (
    Asked,
    Check,
    Definition,
    Period,
    at,
    cents,
    code,
    day,
    whole,
    words,
)
from reporting.writers.documents import Column
from wallet import queries as wallet

WHO: Final[tuple[Column, ...]] = (code("player", _("Player")), words("nickname", _("Nickname"), personal=True))


def _held(asked: Asked, totals: Mapping[str, int]) -> tuple[Check, ...]:
    """The balances in the list beside what the ledger's lines come to."""
    held = wallet.players_hold(asked.currency)
    return (Check(name="balance", title=_("Balances"), report=totals["balance"], ledger=held),)


DEFINITIONS: Final = (
    Definition(
        name="accounts",
        version=2,
        source="PT-R01",
        title=_("Accounts by state"),
        about=_("All accounts, active or not, with balance, last change, reason and who made it."),
        period=Period.MOMENT,
        columns=(
            *WHO,
            code("state", _("State"), lists.STATES),
            at("joined_at", _("Registration")),
            cents("balance", _("Balance")),
            code("last_change", _("Last change"), lists.CHANGES),
            at("changed_at", _("Changed at")),
            words("reason", _("Reason")),
            words("employee", _("Employee")),
        ),
        register=lambda asked: datasets.accounts(until=asked.until, currency=asked.currency),
        grouped="state",
        checks=_held,
    ),
    Definition(
        name="inactive-accounts",
        version=1,
        source="PT-R10",
        title=_("Inactive accounts"),
        about=_("Accounts without any movement for more than 90 days, and what they still have."),
        period=Period.MOMENT,
        columns=(
            *WHO,
            code("state", _("State"), lists.STATES),
            at("joined_at", _("Registration")),
            at("last_movement", _("Last movement")),
            whole("days", _("Days without a movement"), summed=False),
            cents("balance", _("Balance")),
        ),
        register=lambda asked: datasets.inactive(until=asked.until, currency=asked.currency),
        grouped="state",
    ),
    Definition(
        name="closed-with-balance",
        version=1,
        source="PT-R11",
        title=_("Closed accounts with a balance"),
        about=_("Closed accounts that still have money to be returned."),
        period=Period.MOMENT,
        columns=(
            *WHO,
            at("joined_at", _("Registration")),
            at("closed_at", _("Closed at")),
            cents("balance", _("Balance")),
        ),
        register=lambda asked: datasets.closed_with_balance(until=asked.until, currency=asked.currency),
    ),
    Definition(
        name="registrations",
        version=1,
        source="PT-R12",
        title=_("Complete and incomplete registrations"),
        about=_("Players who registered in the period, and what is missing for those who did not finish."),
        filters=frozenset(),
        columns=(
            *WHO,
            at("joined_at", _("Registration")),
            at("email_confirmed_at", _("Email confirmed")),
            at("verified_at", _("Identity verified")),
            at("terms_at", _("Terms accepted")),
            code("state", _("State"), lists.WHOLENESS),
        ),
        register=lambda asked: datasets.registrations(since=asked.begin, until=asked.until),
        grouped="state",
    ),
    Definition(
        name="players",
        version=1,
        source="PT-R13",
        title=_("Registered players"),
        about=_("All players, with the account’s details and the dates."),
        period=Period.MOMENT,
        columns=(
            *WHO,
            words("full_name", _("Full name"), personal=True),
            words("email", _("Email"), personal=True),
            day("birth_date", _("Birth"), personal=True),
            code("nationality", _("Nationality")),
            words("profession", _("Occupation"), personal=True),
            words("address", _("Address"), personal=True),
            code("country", _("Country")),
            code("document_kind", _("Document"), labels_of(DocumentKind)),
            code("document_number", _("Number"), personal=True),
            code("nif", _("NIF"), personal=True),
            code("iban", _("IBAN"), personal=True),
            at("joined_at", _("Registration")),
            at("verified_at", _("Verified")),
            at("closed_at", _("Closed at")),
            code("state", _("State"), lists.STATES),
            cents("balance", _("Balance")),
        ),
        register=lambda asked: datasets.roll(until=asked.until, currency=asked.currency),
        grouped="state",
        checks=_held,
    ),
    Definition(
        name="barred-players",
        version=2,
        source="PT-R14",
        title=_("Suspended and self-excluded"),
        about=_("Players who cannot play now: why, since when and until when."),
        period=Period.MOMENT,
        filters=frozenset(),
        columns=(
            *WHO,
            code("kind", _("Kind"), lists.BLOCKS),
            code("source", _("By whom"), labels_of(ExclusionSource)),
            at("starts_at", _("Since")),
            at("ends_at", _("Until")),
            at("notice_at", _("Notice to end it")),
            words("reason", _("Reason")),
        ),
        register=lambda asked: datasets.barred(until=asked.until),
        grouped="kind",
    ),
    Definition(
        name="account-endings",
        version=2,
        source="PT-R16",
        title=_("Cancellations and deactivations"),
        about=_("Accounts closed, suspended or excluded in the period, with the grounds. Up to a year at a time."),
        filters=frozenset(),
        columns=(
            at("at", _("When")),
            *WHO,
            code("what", _("What"), lists.CHANGES),
            words("reason", _("Grounds")),
            words("employee", _("Employee")),
        ),
        register=lambda asked: datasets.endings(
            since=asked.begin, until=asked.until, words=lists.of_record(labels_of(ExclusionSource))
        ),
        grouped="what",
    ),
    Definition(
        name="staff",
        version=1,
        source="GL-18",
        title=_("Staff accounts"),
        about=_("Members of staff: roles, last access and from where, last password, end of access."),
        period=Period.MOMENT,
        filters=frozenset(),
        columns=(
            words("name", _("Name")),
            words("email", _("Email"), personal=True),
            words("roles", _("Roles")),
            code("state", _("State"), lists.STAFF),
            at("joined_at", _("Since")),
            at("last_access", _("Last access")),
            code("address", _("From where"), personal=True),
            at("password_at", _("Last password")),
            at("ended_at", _("Access ended")),
            words("reason", _("Reason")),
        ),
        register=lambda asked: datasets.staff(until=asked.until, words=lists.of_record(labels_of(Role))),
        grouped="state",
    ),
)
