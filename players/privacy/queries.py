"""Everything that this app holds about a person, table by table, and where the person's requests stand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db import models

from kernel.kept_queries import MOST, KeptQuery
from kernel.questions import whether_any
from kernel.sorting import with_names
from players.models import (
    AccountClosure,
    DataExport,
    DataExportPart,
    ExportState,
    Person,
    RectificationRequest,
)
from players.models.privacy import ClosureCause as ClosureCause
from players.models.privacy import Correctable as Correctable
from players.models.privacy import RectificationState as RectificationState

SECRET: Final = frozenset({"password", "secret", "seed", "code_hash", "token", "session", "session_key", "content"})
"""Columns that are no knowledge about the person but keys of theirs, or bytes that other pages give out."""
WITHHELD: Final[Mapping[str, str]] = {
    "AuditEntry": "who of the staff did what; what they changed is in the changed tables themselves",
    "SignalStep": "what staff noted among themselves; the signals themselves are told",
    "Prohibition": "about people by tax number, registered or not; its effect is in the identity checks",
    "NotePin": "which notes staff keep on top: how they work, and nothing about the person; the notes are told",
    "ReplyUse": "which kept text an answer began with: how staff work; the answer itself is told",
    "NationalEntry": "the regulator's own list: its copy is the regulator's to give out",
    "DataExportPart": "the pieces of such a file itself",
    "SandboxPayment": "the sandbox bank's books: another house, in a demonstration",
    "SandboxNotice": "the sandbox bank's books: another house, in a demonstration",
}
"""Tables that are not given out, and why. Every other table that names a person is."""
AMONG_STAFF: Final[Mapping[str, Mapping[str, Any]]] = {
    "ComplaintMessage": {"side": "note"},
    "ComplaintFile": {"message__side": "note"},
    "ComplaintEvent": {"what__in": ["noted", "proposed", "award-refused"]},
    "ComplaintDecision": {"decided_at": None},
    "Adjustment": {"state__in": ["proposed", "rejected"]},
}
"""Rows of a disclosed table that are notes among staff, or proposals of staff that are not approved yet."""
OWNERS: Final = ("person", "player")


@dataclass(frozen=True, slots=True)
class Part:
    """One table's rows about a person, as plain values by column."""

    name: str
    columns: tuple[str, ...]
    rows: Iterator[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class ExportCard:
    """A data export; `done` of `parts` are written while it is being made."""

    code: UUID
    state: ExportState
    asked_at: datetime
    done: int
    parts: int
    made_at: datetime | None
    expires_at: datetime | None
    size: int | None
    sha256: str
    fetches: int


@dataclass(frozen=True, slots=True)
class RectificationCard:
    """A request for rectification."""

    id: int
    person_id: int
    nickname: str
    field: str
    wanted: str
    why: str
    state: RectificationState
    asked_at: datetime
    due_at: datetime
    decided_at: datetime | None
    decided_by: str
    decision_reason: str


@dataclass(frozen=True, slots=True)
class ClosureCard:
    """A closed account, or, where `reopened_at` is set, one that was."""

    person_id: int
    nickname: str
    cause: ClosureCause
    reason: str
    closed_at: datetime
    balance: int
    reopened_at: datetime | None

    @property
    def may_reopen(self) -> bool:
        """Whether its holder finds a way back, once nothing excludes them any more."""
        return self.cause in {ClosureCause.EXCLUSION, ClosureCause.STAFF} and self.reopened_at is None


def parts_of(person_id: int) -> tuple[Part, ...]:
    """Every table of this app that says something of the person, read row by row as it is written out."""
    return (_own_row(person_id), *(part for model in _models() for part in _part(model, person_id)))


def told_models() -> frozenset[str]:
    """The names of the tables that `parts_of` reads."""
    return frozenset(model.__name__ for model in _models() if _path(model) is not None) | {"Person"}


def _own_row(person_id: int) -> Part:
    columns = tuple(field.attname for field in Person._meta.concrete_fields if field.name not in SECRET)
    return Part("person", columns, Person.objects.filter(pk=person_id).values_list(*columns).iterator())


def _models() -> list[type[models.Model]]:
    return [
        model
        for model in apps.get_app_config("players").get_models()
        if model is not Person and model.__name__ not in WITHHELD
    ]


def _path(model: type[models.Model]) -> str | None:
    """How a row leads to its person: itself, or through the row that it belongs to; None where it does not."""
    keys = [field for field in model._meta.concrete_fields if isinstance(field, models.ForeignKey)]
    for key in keys:
        if key.related_model is Person and key.name in OWNERS:
            return str(key.attname)
    for key in keys:
        related: Any = key.related_model
        if related._meta.app_label == "players" and related is not Person and related.__name__ not in WITHHELD:
            inner = _path(related) if related is not model else None
            if inner is not None:
                return f"{key.name}__{inner}"
    return None


def _part(model: type[models.Model], person_id: int) -> Iterator[Part]:
    path = _path(model)
    if path is None:
        return
    columns = tuple(
        str(field.attname)
        for field in model._meta.concrete_fields
        if field.name not in SECRET and not isinstance(field, models.BinaryField)
    )
    found = model._default_manager.filter(**{path: person_id}).order_by("pk")
    if model.__name__ in AMONG_STAFF:
        found = found.exclude(**AMONG_STAFF[model.__name__])
    yield Part(model.__name__.lower(), columns, found.values_list(*columns).iterator())


def exports_of(person_id: int, *, limit: int = 10) -> tuple[ExportCard, ...]:
    """The person's files, newest first."""
    return tuple(
        ExportCard(
            one.code,
            ExportState(one.state),
            one.asked_at,
            one.done,
            one.parts,
            one.made_at,
            one.expires_at,
            one.size,
            one.sha256,
            one.fetches,
        )
        for one in DataExport.objects.filter(person_id=person_id).order_by("-pk")[:limit]
    )


def export_content(code: UUID) -> Iterator[bytes]:
    """The pieces of a file in their order, each read as it is asked for; none when it is gone."""
    number = 0
    while piece := DataExportPart.objects.filter(export__code=code, number=number + 1).first():
        number = piece.number
        yield bytes(piece.content)


def rectifications_of(person_id: int, *, limit: int = 20) -> tuple[RectificationCard, ...]:
    """The person's requests, newest first."""
    return _rectifications(RectificationRequest.objects.filter(person_id=person_id).order_by("-pk")[:limit])


def open_rectifications() -> tuple[RectificationCard, ...]:
    """The requests that wait for a decision, the most urgent first, a hundred at most."""
    return tuple(_rectification(one) for one in _MOST_URGENT())


def rectification(number: int) -> RectificationCard | None:
    """The request of this number, open or decided; None where there is none."""
    return next(iter(_rectifications(RectificationRequest.objects.filter(pk=number))), None)


_OPEN: Final = RectificationRequest.objects.filter(state=RectificationState.OPEN.value)
ANY_RECTIFICATION: Final = whether_any(_OPEN)


def decided_rectifications(*, limit: int = 20) -> tuple[RectificationCard, ...]:
    """The latest decisions."""
    decided = RectificationRequest.objects.exclude(state=RectificationState.OPEN.value)
    return _rectifications(decided.order_by("-decided_at", "-pk")[:limit])


def _rectifications(found: "models.QuerySet[RectificationRequest]") -> tuple[RectificationCard, ...]:
    return tuple(_rectification(one) for one in _with_people(found))


def _with_people(found: "models.QuerySet[RectificationRequest]") -> "models.QuerySet[RectificationRequest]":
    return with_names(found, person=("nickname",), decided_by=("nickname",))


_MOST_URGENT: Final = KeptQuery(lambda: _with_people(_OPEN.order_by("due_at", "pk")[:MOST]))


def _rectification(one: RectificationRequest) -> RectificationCard:
    return RectificationCard(
        id=one.pk,
        person_id=one.person_id,
        nickname=one.person.nickname,
        field=one.field,
        wanted=one.wanted,
        why=one.why,
        state=RectificationState(one.state),
        asked_at=one.asked_at,
        due_at=one.due_at,
        decided_at=one.decided_at,
        decided_by=one.decided_by.nickname if one.decided_by else "",
        decision_reason=one.decision_reason,
    )


def closure_of(person_id: int) -> ClosureCard | None:
    """Return the latest closure of the person's account that stands, or None."""
    standing = AccountClosure.objects.filter(person_id=person_id, reopened_at__isnull=True)
    found = _closures(standing.order_by("-pk")[:1])
    return found[0] if found else None


def closures_of(person_id: int) -> tuple[ClosureCard, ...]:
    """Every time that the person's account was closed, the newest first."""
    return _closures(AccountClosure.objects.filter(person_id=person_id).order_by("-pk"))


def closures(*, limit: int = 20) -> tuple[ClosureCard, ...]:
    """The accounts closed last."""
    return _closures(AccountClosure.objects.order_by("-closed_at", "-pk")[:limit])


def _closures(found: "models.QuerySet[AccountClosure]") -> tuple[ClosureCard, ...]:
    return tuple(
        ClosureCard(
            one.person_id,
            one.person.nickname,
            ClosureCause(one.cause),
            one.reason,
            one.closed_at,
            one.balance,
            one.reopened_at,
        )
        for one in with_names(found, person=("nickname",))
    )
