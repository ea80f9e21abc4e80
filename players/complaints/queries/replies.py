"""The texts that staff keep for answers to complaints, and where each came from. Writes nothing."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, TextField

from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import Among, Given
from kernel.sorting import Sort, Sortable, with_names
from players.complaints.placeholders import Placeholder, filled_in, names_in
from players.complaints.queries.cards import Use
from players.models import Category, ReplyUse, ReplyVersion

__all__ = [
    "TEMPLATES",
    "Placeholder",
    "Use",
    "VersionCard",
    "filled_in",
    "fitting",
    "names_in",
    "template",
    "templates",
    "used_by",
    "used_in",
    "versions_of",
]

TEMPLATES: Final = Sortable({"number": "template_id"}, Sort("number"))
"""How kept texts are sorted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionCard:
    """One version of a kept text."""

    id: int
    """Of the version."""
    template_id: int
    version: int
    category: Category | None
    """The subject that it answers; None: every subject."""
    language: str
    title: str
    text: str
    retired: bool
    reason: str
    by: str
    at: datetime
    uses: int
    """How many answers and messages came from this version."""

    @property
    def key(self) -> str:
        """As events and pages name the text: `T-7`."""
        return f"T-{self.template_id}"

    @property
    def name(self) -> str:
        """As an answer names the version: `T-7/v2`."""
        return f"{self.key}/v{self.version}"


def templates(
    *,
    category: str = "",
    language: str = "",
    retired: bool | None = False,
    limit: int = 200,
    before: int | None = None,
    sort: Sort | None = None,
) -> tuple[VersionCard, ...]:
    """The newest version of each text; `retired` None asks for those that are offered and those that are not."""
    rows = _newest()
    if category:
        rows = rows.filter(template__category=category)
    if language:
        rows = rows.filter(template__language=language)
    if retired is not None:
        rows = rows.filter(retired=retired)
    return _cards(TEMPLATES.page(rows, sort, before)[:limit])


def fitting(*, category: str, language: str) -> tuple[VersionCard, ...]:
    """The texts that are offered for an answer about this subject in this language, those of the subject first."""
    return tuple(_version(row) for row in _FITTING(category=category, language=language))


def _fitting() -> QuerySet[ReplyVersion]:
    subject = Q(template__category=Given("category", TextField())) | Q(template__category="")
    rows = _newest().filter(subject, retired=False, template__language=Given("language", TextField()))
    return _told(rows.order_by("-template__category", "title", "pk"))


_FITTING: Final = KeptQuery(_fitting)


def template(template_id: int) -> VersionCard | None:
    """The newest version of a text, or None."""
    return next(iter(versions_of(template_id)), None)


def versions_of(template_id: int) -> tuple[VersionCard, ...]:
    """Every version of a text, the newest first."""
    return _cards(ReplyVersion.objects.filter(template_id=template_id).order_by("-number"))


def used_by(decision_ids: Collection[int]) -> dict[int, tuple[Use, ...]]:
    """The versions that the answers of these decisions came from, by decision. One statement."""
    return _used("decision_id", decision_ids)


def used_in(message_ids: Collection[int]) -> dict[int, tuple[Use, ...]]:
    """The versions that these messages to players came from, by message. One statement."""
    return _used("message_id", message_ids)


def _used(column: str, ids: Collection[int]) -> dict[int, tuple[Use, ...]]:
    found: dict[int, tuple[Use, ...]] = {}
    for owner, template_id, number, title in _uses(column)(owners=array(ids)) if ids else ():
        found[owner] = (*found.get(owner, ()), Use(template_id, number, title))
    return found


@cache
def _uses(column: str) -> "KeptQuery[tuple[int, int, int, str]]":
    told = (column, "version__template_id", "version__number", "version__title")
    return KeptQuery(lambda: ReplyUse.objects.filter(Among(column, "owners")).order_by("pk").values_list(*told))


def _newest() -> QuerySet[ReplyVersion]:
    last = ReplyVersion.objects.filter(template=OuterRef("template")).order_by("-number").values("pk")[:1]
    return ReplyVersion.objects.filter(pk=Subquery(last))


def _cards(rows: QuerySet[ReplyVersion]) -> tuple[VersionCard, ...]:
    return tuple(_version(row) for row in _told(rows))


def _told(rows: QuerySet[ReplyVersion]) -> QuerySet[Any]:
    return with_names(rows, by=("nickname",)).annotate(
        used=Count("uses"), category=F("template__category"), language=F("template__language")
    )


def _version(row: Any) -> VersionCard:
    return VersionCard(
        id=row.pk,
        template_id=row.template_id,
        version=row.number,
        category=Category(row.category) if row.category else None,
        language=row.language,
        title=row.title,
        text=row.text,
        retired=row.retired,
        reason=row.reason,
        by=row.by.nickname,
        at=row.at,
        uses=row.used,
    )
