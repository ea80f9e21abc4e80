"""The register of the software's components, from the lists that its self-checks kept (PT-75). Writes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from django.db.models import Subquery

from kernel.calendar import add_working_days, end_of_day, lisbon_date
from kernel.questions import NOW, whether_any
from players.events.queries import EventName, keys_told
from reporting.evidence import canonical
from reporting.models import SoftwareCheck
from reporting.sealing import software
from reporting.sealing.components import COMPONENTS, Part, digests

LISTS_MOST: Final = 200
"""So many lists are looked back through; each is of a release, or of a change that was found."""
CHECKED_EVERY: Final = timedelta(hours=25)
"""The software checks itself once in 24 hours (GL-02), at the turn of an hour."""
REVIEWED_WITHIN: Final = 5
"""Working days after a change was found by which the register is reviewed: the house's own policy."""

_LISTS: Final = SoftwareCheck.objects.exclude(document="")
ANY_CHANGE: Final = whether_any(_LISTS.exclude(pk=Subquery(_LISTS.order_by("pk").values("pk")[:1])))
"""Whether `unreviewed_change` may have one: where there are two lists of the software's files."""
_LAST: Final = SoftwareCheck.objects.filter(pk=Subquery(SoftwareCheck.objects.order_by("-pk").values("pk")[:1]))
ANY_UNCHECKED: Final = whether_any(_LAST.filter(at__lt=NOW - CHECKED_EVERY))
"""Whether `unchecked_since` has a moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentCard:
    """A component as it runs: its files, their digest, since which check it is this one, and under which version."""

    part: Part
    relevance: int
    files: int
    sha256: str
    since: datetime
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """The components, and the last self-check: when, and whether the files were those of their release."""

    checked_at: datetime
    agrees: bool
    version: str
    components: tuple[ComponentCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCard:
    """What changed since the register was last reviewed: which components, found when, reviewed by when."""

    key: str
    """The first sixteen digits of the digest of all files, by which events name the software."""
    version: str
    parts: tuple[Part, ...]
    since: datetime
    due_at: datetime

    @property
    def tells_regulator(self) -> bool:
        """Whether the generator changed: the regulator is owed word of that, five working days before."""
        return Part.GENERATOR in self.parts


def unreviewed_change() -> ChangeCard | None:
    """The change that waits for a review; None where the components are those of the last one, or of the first list."""
    lists = _listed()
    if not lists:
        return None
    reviewed = keys_told(EventName.SOFTWARE_REVIEWED, [_key(row) for row in lists])
    base = next((place for place, row in enumerate(lists) if _key(row) in reviewed), len(lists) - 1)
    was, now = _digests(lists[base].sha256), _digests(lists[0].sha256)
    parts = tuple(part for part in Part if was.get(part) != now.get(part))
    if not parts:
        return None
    since = lists[base - 1].at
    due_on = add_working_days(lisbon_date(since), REVIEWED_WITHIN)
    return ChangeCard(
        key=_key(lists[0]), version=lists[0].software, parts=parts, since=since, due_at=end_of_day(due_on)
    )


def _key(row: SoftwareCheck) -> str:
    return row.sha256[:16]


def _listed() -> Sequence[SoftwareCheck]:
    """The checks that have a list, the newest first. The lists stay there: each is a quarter of a megabyte."""
    return list(_LISTS.defer("document").order_by("-pk")[:LISTS_MOST])


@lru_cache(maxsize=LISTS_MOST)
def _digests(sha256: str) -> Mapping[Part, tuple[int, str]]:
    """Of each component in the list of this digest its files and their digest.

    Kept: a list never changes, and to read one of two thousand files takes longer than everything else of a page.
    """
    document = _LISTS.filter(sha256=sha256).values_list("document", flat=True)[:1].get()
    return digests(software.from_document(canonical.parse(document.encode())).files)


def unchecked_since(*, now: datetime) -> datetime | None:
    """When the software last checked itself, if that is too long ago; None where it goes on, or never began."""
    last = SoftwareCheck.objects.order_by("-pk").values_list("at", flat=True).first()
    return last if last is not None and now - last > CHECKED_EVERY else None


def register() -> Register | None:
    """The register of the software as it was last checked; None before the first check."""
    last = SoftwareCheck.objects.defer("document").order_by("-pk").first()
    if last is None:
        return None
    known = [(row, _digests(row.sha256)) for row in _listed()]
    return Register(
        checked_at=last.at,
        agrees=last.agrees,
        version=last.software,
        components=tuple(_card(each.part, each.relevance, known) for each in COMPONENTS if each.part in known[0][1]),
    )


def _card(
    part: Part, relevance: int, known: Sequence[tuple[SoftwareCheck, Mapping[Part, tuple[int, str]]]]
) -> ComponentCard:
    files, sha256 = known[0][1][part]
    first = known[0][0]
    for row, found in known:
        if found.get(part) != (files, sha256):
            break
        first = row
    return ComponentCard(
        part=part, relevance=relevance, files=files, sha256=sha256, since=first.at, version=first.software
    )
