"""The audit trail in words: each act with its author, its objects before and after, its reason and its address."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from casino.wording import words
from kernel.labels import label_of
from players.audit.queries.audit import Act, RowChanged
from reporting.writers.documents import read
from tables.queries import TableAct

SUBJECTS: Final[Mapping[str, "str | Promise"]] = {
    "tables_table": gettext_lazy("Table"),
    "tables_configuration": gettext_lazy("Table rules"),
    "tables_stop": gettext_lazy("Stop of play"),
    "tables_staffact": gettext_lazy("Act on the floor"),
    "players_person": gettext_lazy("Person"),
    "players_person_groups": gettext_lazy("Role"),
    "players_exclusion": gettext_lazy("Exclusion"),
    "players_standingchange": gettext_lazy("Person’s standing"),
    "players_registration": gettext_lazy("Registration"),
    "players_prohibition": pgettext_lazy("noun", "Bar from play"),
    "players_viewing": gettext_lazy("Viewing of personal data"),
    "players_limit": gettext_lazy("Player’s limit"),
    "players_duty": gettext_lazy("Obligation with a deadline"),
    "players_instrument": gettext_lazy("Payment method"),
    "players_withdrawal": gettext_lazy("Withdrawal request"),
    "players_adjustment": gettext_lazy("Adjustment"),
    "players_complaint": gettext_lazy("Complaint"),
    "players_complaintdecision": gettext_lazy("Decision on a complaint"),
    "players_dutyturn": gettext_lazy("Duty"),
    "tables_incident": gettext_lazy("Incident"),
    "tables_incidentnote": gettext_lazy("Incident note"),
    "players_correctionrequest": gettext_lazy("Request to correct data"),
    "players_accountclosure": gettext_lazy("Closed account"),
    "players_signal": gettext_lazy("Sign of play that may do harm"),
    "players_signalstep": gettext_lazy("Step on a sign"),
    "players_nationalentry": gettext_lazy("Entry in the national list"),
    "players_deposit": gettext_lazy("Deposit"),
    "tables_driftalarm": gettext_lazy("Drift alarm"),
    "tables_scanner": gettext_lazy("Scanner"),
    "reporting_lineopening": gettext_lazy("Opening of play after the line to the regulator failed"),
    "reporting_reopening": gettext_lazy("Reopening of play"),
    "players_causemark": gettext_lazy("Start of causes in the ledger"),
    "players_staffproposal": gettext_lazy("Proposal about staff"),
    "players_erasure": gettext_lazy("Erasure"),
    "players_staffidentity": gettext_lazy("Name and taxpayer number of a member of staff"),
    "players_staffseal": gettext_lazy("End of the initial setup"),
}
"""The tables that the trail watches. Column names stay those of the database: an auditor looks them up there."""

SHORT: Final = 8
"""The number of differences that are shown at once; the others are folded away until the reader opens them."""
_AUTHORS: Final = ("by_id", "decided_by_id", "submitted_by_id", "lifted_by_id", "proposed_by_id")
_NONE: Final[Mapping[int, str]] = MappingProxyType({})
_REASONS: Final = ("reason", "decision_reason", "status_reason", "note")


@dataclass(frozen=True, slots=True)
class Difference:
    """One column, with its value before and after."""

    column: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing changed; `verb` says how."""

    verb: str
    subject: str
    number: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One act as the page shows it."""

    id: int
    at: datetime
    who: str
    outside: bool
    """No user was signed in: the change came from the house's own processes, or from a person at the database."""
    origin: str
    deed: str
    reason: str
    changes: tuple[Change, ...]
    number: int
    more: bool
    """Whether it changed more than stands here."""

    @property
    def short(self) -> bool:
        """Whether all of it can be shown at once."""
        return sum(len(change.differences) for change in self.changes) <= SHORT


MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})", re.ASCII)
"""A moment as the database writes it down, in UTC: it is shown on the house's clock, as every other on the page."""
HIDDEN: Final = "•••"
"""The text that the database writes in place of a secret."""


def authors_of(acts: Sequence[Act]) -> set[int]:
    """The people whom the changed rows themselves name, for acts without a signed-in user."""
    return {number for act in acts for number in _named(act)}


def stops_of(acts: Sequence[Act]) -> set[int]:
    """The switches that were thrown in these acts without a reason: it may have been given since."""
    return {number for act in acts for number in _unexplained(act)}


def _unexplained(act: Act) -> Iterator[int]:
    for row in act.rows:
        if row.subject == "tables_stop" and row.change == "insert" and not (row.after or {}).get("reason"):
            yield int(row.subject_id)


def entries(
    acts: Sequence[Act],
    nicknames: Mapping[int, str],
    *,
    about: int | None = None,
    stop_reasons: Mapping[int, str] = _NONE,
) -> tuple[Entry, ...]:
    """The acts in words; `nicknames` has the names of `authors_of` them, `stop_reasons` those of `stops_of` them.

    `about`: of each act nothing but the rows of this person, for a page about them alone.
    """
    return tuple(_entry(act, nicknames, about, stop_reasons) for act in acts)


def _later(act: Act, stop_reasons: Mapping[int, str]) -> str:
    """The reason that came after a press, or that it has not come."""
    for number in _unexplained(act):
        return stop_reasons.get(number) or gettext("reason not given yet")
    return ""


def _entry(act: Act, nicknames: Mapping[int, str], about: int | None, stop_reasons: Mapping[int, str]) -> Entry:
    named = next((nicknames[number] for number in _named(act) if number in nicknames), "")
    acts = [row.after["action"] for row in act.rows if row.subject == "tables_staffact" and row.after]
    deeds = dict.fromkeys(acts)
    return Entry(
        id=act.id,
        at=act.at,
        who=act.who or named,
        outside=act.by is None,
        origin=act.origin or act.login,
        deed=", ".join(label_of(deed, TableAct, form="did") for deed in deeds),
        reason=next(_said(act, _REASONS), "") or _later(act, stop_reasons),
        changes=tuple(_change(row) for row in act.rows if _is_told(row, about)),
        number=act.number,
        more=act.more,
    )


def _named(act: Act) -> Iterator[int]:
    for row in act.rows:
        for column in _AUTHORS:
            value = (row.after or {}).get(column)
            if isinstance(value, int):
                yield value


def _said(act: Act, columns: Sequence[str]) -> Iterator[str]:
    for row in act.rows:
        for column in columns:
            value = (row.after or {}).get(column)
            if isinstance(value, str) and value:
                yield value


def _is_told(row: RowChanged, about: int | None) -> bool:
    if row.subject == "tables_staffact":
        return False
    return about is None or about in _persons_of(row)


def _persons_of(row: RowChanged) -> Iterator[int]:
    if row.subject == "players_person":
        yield int(row.subject_id)
    for document in (row.before, row.after):
        value = (document or {}).get("person_id")
        if isinstance(value, int):
            yield value


def _change(row: RowChanged) -> Change:
    verbs = {
        "insert": pgettext("audit", "new"),
        "update": pgettext("audit", "changed"),
        "delete": pgettext("audit", "deleted"),
    }
    return Change(
        verb=verbs[row.change],
        subject=str(SUBJECTS.get(row.subject, row.subject)),
        number=row.subject_id,
        differences=tuple(_differences(row)),
    )


def _differences(row: RowChanged) -> Iterator[Difference]:
    before, after = _flat(row.before or {}), _flat(row.after or {})
    for column in sorted(before.keys() | after.keys()):
        old, new = before.get(column), after.get(column)
        if old != new or old == HIDDEN:  # a hidden value changed all the same
            yield Difference(column, _text(old), _text(new))


def _flat(document: Mapping[str, Any]) -> dict[str, Any]:
    """Columns that hold documents, as the terms of a configuration do, opened one step."""
    flat: dict[str, Any] = {}
    for column, value in document.items():
        if isinstance(value, Mapping):
            flat |= {f"{column}.{name}": inner for name, inner in value.items()}
        else:
            flat[column] = value
    return flat


def _text(value: Any) -> str:
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, list):
        return ", ".join(str(each) for each in value)
    if isinstance(value, str) and MOMENT.fullmatch(value):
        with suppress(ValueError):  # a person may have written what looks like a moment and is none
            return words.to_the_millisecond(datetime.fromisoformat(value))
    return read(str(value))
