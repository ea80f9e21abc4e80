"""The log of complaints as a file in five formats: every field that PT-77 and UK-15 name, and how long it took."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import date, datetime
from typing import Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from kernel.calendar import lisbon_date
from kernel.labels import labels_of
from kernel.sorting import Sort
from players.complaints.queries import cases as complaints
from players.complaints.queries.cases import (
    CaseCard,
    CaseFilter,
    Category,
    Channel,
    ComplaintOutcome,
    ComplaintState,
    SubjectKind,
)
from reporting.catalogue import lists
from reporting.operations import Exported, log_export
from reporting.writers import CONTENT_TYPES, Format, write
from reporting.writers.documents import Column, Document, Kind, Row, Section
from reporting.writers.software import software

DEFINITION: Final = "complaint-log/5"
ROWS_MOST: Final = 100_000
OLDEST_FIRST: Final = Sort("received")
_K: Final = Kind
_TITLES: Final = (
    ("number", gettext_lazy("Number"), _K.CODE),
    ("account", gettext_lazy("Account"), _K.CODE),
    ("player", gettext_lazy("Player"), _K.TEXT),
    ("complainant", gettext_lazy("Complainant"), _K.CODE),
    ("type", gettext_lazy("Type"), _K.CODE),
    ("subject_kind", gettext_lazy("About"), _K.CODE),
    ("subject", gettext_lazy("Reference"), _K.TEXT),
    ("grounds", pgettext_lazy("complaint", "Grounds"), _K.TEXT),
    ("channel", gettext_lazy("Channel"), _K.CODE),
    ("sheet", gettext_lazy("Sheet in the Complaints Book"), _K.TEXT),
    ("occurred_at", gettext_lazy("Occurrence"), _K.MOMENT),
    ("submitted_at", pgettext_lazy("complaint", "Made at"), _K.MOMENT),
    ("acknowledged_at", gettext_lazy("Receipt confirmed"), _K.MOMENT),
    ("due_on", gettext_lazy("Answer by"), _K.DAY),
    ("state", gettext_lazy("State"), _K.CODE),
    ("handler", pgettext_lazy("complaint", "Assigned to"), _K.TEXT),
    ("outcome", gettext_lazy("Result"), _K.CODE),
    ("reasons", gettext_lazy("Reasons"), _K.TEXT),
    ("award", gettext_lazy("Paid to the player"), _K.CENTS),
    ("resolved_at", gettext_lazy("Resolved"), _K.MOMENT),
    ("resolution_hours", gettext_lazy("Hours until resolution"), _K.WHOLE),
    ("late", gettext_lazy("Overdue"), _K.CODE),
    ("reopened_at", gettext_lazy("Reopened"), _K.MOMENT),
    ("closed_at", pgettext_lazy("complaint", "Closed"), _K.MOMENT),
)
_WORDS: Final[dict[str, Mapping[str, Any]]] = {
    "complainant": lists.COMPLAINANTS,
    "type": labels_of(Category),
    "subject_kind": labels_of(SubjectKind),
    "channel": labels_of(Channel),
    "state": labels_of(ComplaintState),
    "outcome": labels_of(ComplaintOutcome),
    "late": lists.YES_OR_NO,
}
_FILTERS: Final[dict[str, tuple[Any, Mapping[str, Any]]]] = {
    "states": (gettext_lazy("state"), _WORDS["state"]),
    "category": (gettext_lazy("type"), _WORDS["type"]),
    "outcome": (gettext_lazy("outcome"), _WORDS["outcome"]),
    "handler_id": (gettext_lazy("in charge: person no."), {}),
    "unassigned": (gettext_lazy("with no person in charge"), {}),
    "late": (gettext_lazy("overdue"), {}),
    "award_waits": (gettext_lazy("payment to be decided"), {}),
    "text": (gettext_lazy("with the text"), {}),
    "round_code": (gettext_lazy("round"), {}),
    "since": (gettext_lazy("received from"), {}),
    "until": (gettext_lazy("received to"), {}),
}
"""Each filter's title, and its values in words."""
COLUMNS: Final = tuple(
    Column(name=name, title=title, kind=kind, values=_WORDS.get(name, {})) for name, title, kind in _TITLES
)


def export_complaints(
    *, asked: CaseFilter, format: Format, by: int, now: datetime, sort: Sort = OLDEST_FIRST
) -> Exported:
    """The complaints that are asked for, in this order, as a file; the log of exports keeps who took it (I10)."""
    cards = complaints.cases(asked, now=now, limit=ROWS_MOST, sort=sort)
    rows = tuple(_rows(cards))
    filters = {name: _said(value) for name, value in asdict(asked).items() if value}
    document = Document(
        name="complaints",
        title=gettext_lazy("Complaints log"),
        operator=settings.OPERATOR_PROFILE.operator.name,
        definition=DEFINITION,
        software=software(),
        revision="",
        made_at=now,
        sha256=hashlib.sha256(repr(rows).encode()).hexdigest(),
        filters=_in_words(asked),
        sections=(
            Section(
                name="complaints",
                title=gettext_lazy("Complaints"),
                columns=COLUMNS,
                rows=rows,
                count=len(rows),
                empty=gettext_lazy("There are no complaints with these filters."),
            ),
        ),
    )
    written = write(document, format)
    log_export(
        what="complaints", format=format.value, filter=filters, rows=len(rows), sha256=written.sha256, by=by, now=now
    )
    return Exported(
        filename=f"reclamacoes-{lisbon_date(now)}.{format.value}",
        content_type=CONTENT_TYPES[format],
        file=written.file,
        length=written.length,
        rows=len(rows),
        sha256=written.sha256,
    )


def _rows(cards: tuple[CaseCard, ...]) -> Iterator[Row]:
    numbers = [card.id for card in cards]
    said, decided = complaints.first_words(numbers), complaints.standing_decisions(numbers)
    for card in cards:
        standing = decided.get(card.id, ())
        last = standing[-1] if standing and card.outcome else None
        hours = int((card.answered_at - card.received_at).total_seconds()) // 3_600 if card.answered_at else None
        yield (
            card.number,
            card.person_key,
            card.nickname,
            card.outsider.relation.value if card.outsider else "player",
            card.category.value,
            card.subject_kind.value,
            card.subject,
            said[card.id],
            card.channel.value,
            card.sheet,
            card.occurred_at,
            card.received_at,
            card.acknowledged_at,
            card.due_on,
            card.state.value,
            card.handler,
            card.outcome.value if card.outcome else "",
            last.reasons if last else "",
            sum(decision.award for decision in standing),
            card.answered_at,
            hours,
            "yes" if card.is_late or _answered_late(card) else "no",
            card.reopened_at,
            card.closed_at,
        )


def _answered_late(card: CaseCard) -> bool:
    return card.answered_at is not None and lisbon_date(card.answered_at) > card.due_on


def _in_words(asked: CaseFilter) -> tuple[tuple[str, Any, str], ...]:
    """Name, title and value of each filter that was set, in the language of record."""
    with translation.override(settings.LANGUAGE_CODE):
        found = []
        for name, value in asdict(asked).items():
            if value:
                title, words = _FILTERS[name]
                several = sorted(value) if isinstance(value, frozenset | set) else [value]
                told = [_("yes") if one is True else str(words.get(str(one), _said(one))) for one in several]
                found.append((name, title, ", ".join(told)))
        return tuple(found)


def _said(value: object) -> str:
    """A filter's value as the log of exports keeps it."""
    if isinstance(value, frozenset | set):
        return ", ".join(sorted(map(str, value)))
    return value.isoformat() if isinstance(value, date) else str(value)
