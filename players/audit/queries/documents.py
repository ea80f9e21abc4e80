"""The documents by which a person was registered, as staff see them: numbers masked, each with its latest check.

The house keeps no copy of a document: what the registers answered stands in its place (PT-02).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from kernel.kept_queries import KeptQuery
from kernel.masking import masked
from kernel.questions import PERSON
from players.models import DataChange, IdentityCheck, Registration
from players.models.registration import Datum
from players.models.registration import DocumentKind as DocumentKind

MOST: Final = 20
_ENDS: Final = 2
_FIELDS: Final = {
    Datum.DOCUMENT_KIND.value: "kind",
    Datum.DOCUMENT_NUMBER.value: "number",
    Datum.DOCUMENT_COUNTRY.value: "country",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLine:
    """A document; `until` is when another took its place. Without a check, or while one waits, its fields are empty."""

    kind: int
    number: str
    """Masked."""
    country: str
    since: datetime
    until: datetime | None
    checked_at: datetime | None
    outcome: str
    register: str
    """Who was asked, and the number of the answer where the register gives one."""


@dataclass(frozen=True, slots=True)
class _Span:
    values: dict[str, str]
    since: datetime
    until: datetime | None


def documents_of(person_id: int) -> tuple[DocumentLine, ...]:
    """The person's documents, the present one first: three statements, however often they changed."""
    registered = REGISTRATION.first(person=person_id)
    if registered is None:
        return ()
    changes, checks = _CHANGES(person=person_id), _CHECKS(person=person_id)
    return tuple(_line(span, checks) for span in _spans(registered, changes))[:MOST]


REGISTRATION: Final = KeptQuery(lambda: Registration.objects.filter(person_id=PERSON))
_CHANGES: Final = KeptQuery(
    lambda: DataChange.objects.filter(person_id=PERSON, what__in=list(_FIELDS)).order_by("-at", "-pk")[: 3 * MOST]
)
_CHECKS: Final = KeptQuery(
    lambda: IdentityCheck.objects.filter(person_id=PERSON, answered_at__isnull=False).order_by("-answered_at")[:MOST]
)


def _spans(registered: Registration, changes: Sequence[DataChange]) -> Iterator[_Span]:
    """From the present document back: a correction says what stood there before, each of its fields in a row."""
    values = {
        "kind": str(registered.document_kind),
        "number": registered.document_number,
        "country": registered.document_country,
    }
    until = registered.ended_at
    for place, change in enumerate(changes):
        if place == 0 or changes[place - 1].at != change.at:
            yield _Span(dict(values), change.at, until)
            until = change.at
        values[_FIELDS[change.what]] = change.before
    yield _Span(values, registered.received_at, until)


def _line(span: _Span, checks: Sequence[IdentityCheck]) -> DocumentLine:
    check = next((each for each in checks if _within(each, span)), None)
    return DocumentLine(
        kind=int(span.values["kind"]),
        number=masked(span.values["number"], ends=_ENDS),
        country=span.values["country"],
        since=span.since,
        until=span.until,
        checked_at=check.answered_at if check else None,
        outcome=check.outcome if check else "",
        register=" · ".join(filter(None, (check.verifier, check.answer_number))) if check else "",
    )


def _within(check: IdentityCheck, span: _Span) -> bool:
    """Whether the question was asked while the document stood there: the answer is of what was asked."""
    return span.since <= check.asked_at and (span.until is None or check.asked_at < span.until)
