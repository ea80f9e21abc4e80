"""The cases that are open, as lists of all that waits say them. Writes nothing."""

from datetime import date, datetime
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Coalesce

from kernel.kept_queries import MOST, KeptQuery
from players.complaints.queries.cases import CASES, DUE_FIRST
from players.models import Complaint, ComplaintMessage, ComplaintState, Side
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


def open_cases() -> tuple[OpenCase, ...]:
    """The cases that are open, the first due first, a hundred at most."""
    return tuple(OpenCase(case_number(year, serial), *told) for year, serial, *told in _OPEN_BY_DEADLINE())


def _open_by_deadline() -> QuerySet[Complaint, tuple[Any, ...]]:
    said = ComplaintMessage.objects.filter(complaint=OuterRef("pk")).exclude(side=Side.NOTE).order_by("pk")
    return CASES.page(Complaint.objects.filter(state__in=_OPEN), DUE_FIRST, None).values_list(
        "year",
        "serial",
        Coalesce("outsider__name", "person__nickname", output_field=TextField()),
        "received_at",
        "due_on",
        Coalesce("handler__nickname", Value(""), output_field=TextField()),
        Coalesce(Subquery(said.values("text")[:1]), Value(""), output_field=TextField()),
    )[:MOST]


_OPEN_BY_DEADLINE: Final = KeptQuery(_open_by_deadline)
