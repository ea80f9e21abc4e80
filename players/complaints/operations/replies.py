"""Keeping texts for answers: written, changed and retired by those who keep them; every version stays for good."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import IntegrityError, transaction

from kernel.reasons import stated
from kernel.rejection import Rejected
from kernel.typed import cleaned
from players.complaints.operations.rows import TEXT_LEAST
from players.complaints.placeholders import unknown_in
from players.events.names import EventName
from players.events.telling import tell
from players.models import Category, Person, ReplyTemplate, ReplyVersion
from players.roles import Action, may

TITLE: Final = (3, 80)
TEXT: Final = (TEXT_LEAST, 2_000)


class ReplyRejection(StrEnum):
    """Why nothing was kept; in the order of checking."""

    NOT_ALLOWED = "not-allowed"
    TITLE_INVALID = "title-invalid"
    TEXT_INVALID = "text-invalid"
    PLACEHOLDER_UNKNOWN = "placeholder-unknown"
    REASON_MISSING = "reason-missing"
    CATEGORY_UNKNOWN = "category-unknown"
    LANGUAGE_UNKNOWN = "language-unknown"
    NO_SUCH_TEMPLATE = "no-such-template"
    KEY_REUSED = "key-reused"
    STALE = "stale"
    UNCHANGED = "unchanged"


class ReplyRejected(Rejected):
    """Nothing was kept. `unknown`: what stands in braces and is no placeholder."""

    reason: ReplyRejection
    unknown: tuple[str, ...]

    def __init__(self, reason: ReplyRejection, *, unknown: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        vars(self).update(unknown=unknown)


@dataclass(frozen=True, slots=True)
class ReplyDone:
    """A version as it was kept; `repeat`: it had been kept with this key before."""

    template_id: int
    version: int
    repeat: bool = False


@dataclass(frozen=True, slots=True)
class _Said:
    title: str
    text: str
    reason: str
    retired: bool = False


def write_template(
    *,
    category: str,
    language: str,
    title: str,
    text: str,
    reason: str,
    by: int,
    idempotency_key: UUID,
    now: datetime,
) -> ReplyDone:
    """Keep a new text for answers about this subject (empty: every subject) in this language.

    Raises `ReplyRejected`.
    """
    _require(by)
    said = _said(title, text, reason)
    if category and category not in {each.value for each in Category}:
        raise ReplyRejected(ReplyRejection.CATEGORY_UNKNOWN)
    if language not in dict(settings.LANGUAGES):
        raise ReplyRejected(ReplyRejection.LANGUAGE_UNKNOWN)
    before = _kept(by, idempotency_key, said)
    if before is not None:
        return before
    try:
        with transaction.atomic():
            template = ReplyTemplate.objects.create(category=category, language=language, by_id=by, at=now)
            return _add(template, 1, said, by=by, key=idempotency_key, now=now)
    except IntegrityError:
        return _other(by, idempotency_key, said)


def change_template(
    *, template_id: int, title: str, text: str, reason: str, seen: int, by: int, idempotency_key: UUID, now: datetime
) -> ReplyDone:
    """Keep another version, which is offered from now on; a retired text is offered again.

    `seen` is the version that was changed. Raises `ReplyRejected`.
    """
    _require(by)
    return _next(template_id, _said(title, text, reason), seen=seen, by=by, key=idempotency_key, now=now)


def retire_template(
    *, template_id: int, reason: str, seen: int, by: int, idempotency_key: UUID, now: datetime
) -> ReplyDone:
    """Offer a text no more. It stays readable, and may be brought back by a change. Raises `ReplyRejected`."""
    _require(by)
    last = _last(template_id)
    said = _said(last.title, last.text, reason, retired=True)
    return _next(template_id, said, seen=seen, by=by, key=idempotency_key, now=now)


def _next(template_id: int, said: _Said, *, seen: int, by: int, key: UUID, now: datetime) -> ReplyDone:
    before = _kept(by, key, said)
    if before is not None:
        if before.template_id != template_id:
            raise ReplyRejected(ReplyRejection.KEY_REUSED)
        return before
    last = _last(template_id)
    if last.number != seen:
        raise ReplyRejected(ReplyRejection.STALE)
    if (last.title, last.text, last.retired) == (said.title, said.text, said.retired):
        raise ReplyRejected(ReplyRejection.UNCHANGED)
    try:
        with transaction.atomic():
            return _add(last.template, last.number + 1, said, by=by, key=key, now=now)
    except IntegrityError:
        return _other(by, key, said)


def _add(template: ReplyTemplate, number: int, said: _Said, *, by: int, key: UUID, now: datetime) -> ReplyDone:
    ReplyVersion.objects.create(
        template=template,
        number=number,
        title=said.title,
        text=said.text,
        retired=said.retired,
        reason=said.reason,
        by_id=by,
        key=key,
        at=now,
    )
    name = EventName.TEMPLATE_RETIRED if said.retired else EventName.TEMPLATE_WRITTEN
    tell(name, by=by, now=now, key=str(template), version=number, reason=said.reason)
    return ReplyDone(template.pk, number)


def _other(by: int, key: UUID, said: _Said) -> ReplyDone:
    """What another request did in the same moment: the same form, or a colleague's version with this number."""
    before = _kept(by, key, said)
    if before is None:
        raise ReplyRejected(ReplyRejection.STALE)
    return before


def _kept(by: int, key: UUID, said: _Said) -> ReplyDone | None:
    row = ReplyVersion.objects.filter(by_id=by, key=key).first()
    if row is None:
        return None
    if (row.title, row.text, row.reason, row.retired) != (said.title, said.text, said.reason, said.retired):
        raise ReplyRejected(ReplyRejection.KEY_REUSED)
    return ReplyDone(row.template_id, row.number, repeat=True)


def _last(template_id: int) -> ReplyVersion:
    found = ReplyVersion.objects.filter(template_id=template_id).select_related("template").order_by("-number").first()
    if found is None:
        raise ReplyRejected(ReplyRejection.NO_SUCH_TEMPLATE)
    return found


def _said(title: str, text: str, reason: str, *, retired: bool = False) -> _Said:
    said = _Said(" ".join(cleaned(title).split()), cleaned(text), cleaned(reason), retired)
    stated(said.title, ReplyRejected(ReplyRejection.TITLE_INVALID), lengths=TITLE)
    stated(said.text, ReplyRejected(ReplyRejection.TEXT_INVALID), lengths=TEXT)
    unknown = unknown_in(said.text)
    if unknown:
        raise ReplyRejected(ReplyRejection.PLACEHOLDER_UNKNOWN, unknown=unknown)
    stated(said.reason, ReplyRejected(ReplyRejection.REASON_MISSING))
    return said


def _require(by: int) -> None:
    if not may(Person.objects.filter(pk=by).first(), Action.KEEP_TEMPLATES):
        raise ReplyRejected(ReplyRejection.NOT_ALLOWED)
