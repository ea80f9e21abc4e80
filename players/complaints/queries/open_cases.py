"""The cases that are open, as lists of all that waits say them. Writes nothing."""

from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Coalesce

from kernel.kept_queries import MOST, KeptQuery
from players.complaints.queries.cases import CASES, DUE_FIRST
from players.models import Complaint, ComplaintDecision, ComplaintMessage, ComplaintState, Side
from players.models.complaints import case_number

_OPEN: Final = (ComplaintState.RECEIVED.value, ComplaintState.IN_HAND.value)


class OpenCase(NamedTuple):
    """A case that is open, as a list of all that waits says it; `text` is its first message."""

    number: str
    nickname: str
    received_at: datetime
    due_on: date
    handler: str
    text: str
    proposed_by_id: int | None
    proposed_by: str
    """Who proposed a payment that waits for another person; else None and empty."""


def open_cases() -> tuple[OpenCase, ...]:
    """The cases that are open, the first due first, a hundred at most."""
    return tuple(OpenCase(case_number(year, serial), *told) for year, serial, *told in _OPEN_BY_DEADLINE())


def _open_by_deadline() -> QuerySet[Complaint, tuple[Any, ...]]:
    said = ComplaintMessage.objects.filter(complaint=OuterRef("pk")).exclude(side=Side.NOTE).order_by("pk")
    waits = ComplaintDecision.objects.filter(complaint=OuterRef("pk"), decided_at=None, refused_at=None)
    return CASES.page(Complaint.objects.filter(state__in=_OPEN), DUE_FIRST, None).values_list(
        "year",
        "serial",
        Coalesce("outsider__name", "person__nickname", output_field=TextField()),
        "received_at",
        "due_on",
        Coalesce("handler__nickname", Value(""), output_field=TextField()),
        Coalesce(Subquery(said.values("text")[:1]), Value(""), output_field=TextField()),
        Subquery(waits.values("by_id")[:1]),
        Coalesce(Subquery(waits.values("by__nickname")[:1]), Value(""), output_field=TextField()),
    )[:MOST]


_OPEN_BY_DEADLINE: Final = KeptQuery(_open_by_deadline)
