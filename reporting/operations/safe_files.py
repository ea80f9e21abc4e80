"""Making a day's files for the regulator's safe, and delivering them (PT-58 to PT-61, PT-67).

Made twice they are the same bytes: their numbers and moments are rows. What does not add up is not made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.rejection import Rejected
from reporting.making.figures import SETTLED_FOR
from reporting.models import SafePackage, SafeParcel
from reporting.operations.making_files import (
    Numbers,
    Standing,
    SumsDiffer,
    digest_of,
    facts_of,
    keep_files,
    lock_safe,
    standing,
)
from reporting.six_files.gate import Fault
from reporting.six_files.hours import hours_of
from reporting.six_files.names import package_of
from reporting.six_files.package import packed
from reporting.six_files.packer import Packer
from reporting.six_files.profile import Profile
from reporting.six_files.safe import Receipt, Safe

OTHERS: Final = ".others.zip"
"""How the name of a package ends that was rebuilt of the files that no correction changed: none of the safe."""


class FilesRejection(StrEnum):
    """Why a day's files were not made or delivered; in the order of checking."""

    DAY_NOT_OVER = "day-not-over"
    SUMS_DIFFER = "sums-differ"
    """A sum of the gate does not agree, or the facts of a round contradict each other."""
    CHANGED = "changed"
    """The day was made before, and its facts make other files now: two persons correct it (`corrections`)."""
    NOT_MADE = "not-made"


class FilesRejected(Rejected):
    """Nothing was made. `faults` are all sums that do not agree; `files` the names of those that changed."""

    reason: FilesRejection
    faults: tuple[Fault, ...]
    files: tuple[str, ...]
    rule = "PT-67"

    def __init__(self, reason: FilesRejection, *, faults: Sequence[Fault] = (), files: Sequence[str] = ()) -> None:
        super().__init__(reason)
        vars(self).update(faults=tuple(faults), files=tuple(files))


@dataclass(frozen=True, slots=True)
class FilesMade:
    """A day's package, and its files' digests by name. `repeat`: they were made before, and are the same."""

    day: date
    package: str
    content: bytes
    sha256: str
    files: Mapping[str, str]
    repeat: bool
    correction: int = 0
    """The day's last correction, whose package and files these are; 0: the day has none, and these are all of it."""
    others: Mapping[str, bytes] = field(default_factory=dict)
    """Of a corrected day the other files that stand, by name: earlier packages have them."""


def make_files(*, day: date, profile: Profile, now: datetime) -> FilesMade:
    """Make every file of a day that is over, ask the gate, and pack them; again, the same bytes (PT-58, PT-67).

    Of a day that was corrected: the package of its last correction once more. Raises `FilesRejected`.
    """
    if now < hours_of(day)[-1].end + SETTLED_FOR:
        raise FilesRejected(FilesRejection.DAY_NOT_OVER)
    with transaction.atomic():
        lock_safe(profile.vault)
        kept = standing(profile.vault, day)
        try:
            written = facts_of(day, profile).written(numbers := Numbers(profile.vault, kept, now))
        except SumsDiffer as differ:
            raise FilesRejected(FilesRejection.SUMS_DIFFER, faults=differ.faults) from differ
        if changed := kept.differing(now_made := written.contents):
            raise FilesRejected(FilesRejection.CHANGED, files=kept.names_of(changed))
        if kept.correction:
            return _corrected(day, profile, kept, now_made)
        digests = {name: digest_of(content) for name, content in now_made.items()}
        fresh = {name: content for name, content in now_made.items() if name not in kept.files}
        keep_files(fresh, day=day, profile=profile, numbers=numbers)
        content = packed(now_made)
        package = package_of(day, profile.vault, begins=profile.package)
        sha256 = digest_of(content)
        about = {"day": day, "made_at": now, "sha256": sha256, "size": len(content), "sums": written.book.kept()}
        kept_as = {"vault": profile.vault, "name": package, "correction": 0}
        _, first = SafePackage.objects.get_or_create(**kept_as, defaults=about)
    return FilesMade(day, package, content, sha256, digests, repeat=not first)


def _corrected(day: date, profile: Profile, kept: Standing, now_made: Mapping[str, bytes]) -> FilesMade:
    """The package of the last correction once more."""
    row = SafePackage.objects.get(vault=profile.vault, day=day, correction=kept.correction)
    files = kept.in_package(row, now_made)
    content = packed(files)
    others = {each.name: now_made[name] for name, each in kept.files.items() if each.name not in files}
    return FilesMade(
        day=day,
        package=row.name,
        content=content,
        sha256=digest_of(content),
        files={name: digest_of(each) for name, each in files.items()},
        repeat=True,
        correction=kept.correction,
        others=others,
    )


def deliver_files(
    *, made: FilesMade, profile: Profile, safe: Safe, now: datetime, packer: Packer | None = None
) -> Receipt:
    """Give the safe a day's package and keep its receipt; delivered twice is delivered once (PT-61).

    A `packer` signs and encrypts it first (PT-71); its result is kept until the safe has it, so that a second try
    delivers the same bytes. The safe is asked outside of any transaction. Raises `FilesRejected`, `PackingRefused` as
    the packer does, and `DeliveryRefused` as the safe does.
    """
    package = SafePackage.objects.filter(vault=profile.vault, name=made.package, sha256=made.sha256).first()
    if package is None:
        raise FilesRejected(FilesRejection.NOT_MADE)
    name, content = made.package, made.content
    if packer is not None:
        name, content = _parcel(package, made, packer, now=now)
    receipt = safe.deliver(name, content)
    with transaction.atomic():
        waiting = SafePackage.objects.filter(pk=package.pk, delivered_at__isnull=True)
        waiting.update(delivered_at=now, receipt=asdict(receipt))
        SafeParcel.objects.filter(package=package).delete()
    return receipt


def _parcel(package: SafePackage, made: FilesMade, packer: Packer, *, now: datetime) -> tuple[str, bytes]:
    """The name and the bytes that the safe is given: those of the first try, if there was one."""
    kept = SafeParcel.objects.filter(package=package).first()
    if kept is None:
        name, content = packer.pack(made.package, made.content, now=now)
        kept = SafeParcel.objects.create(package=package, name=name, content=content, made_at=now)
    return kept.name, bytes(kept.content)


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """How many days' packages were written again; the days whose facts make other files now, or none.

    `superseded` names the packages that a later correction took the place of: their bytes cannot be made any more.
    """

    days: int
    changed: tuple[date, ...]
    superseded: tuple[str, ...] = ()


def rebuild_files(
    *, into: Safe, profile: Profile, now: datetime, since: date | None = None, until: date | None = None
) -> Rebuilt:
    """Make the packages of the days in [since, until] that were made before once more, from the rows: the same bytes.

    Of a day that was corrected: the package of its last correction, and the other files that stand in one of their own.
    For data that were lost, and for who compares (W05). Raises `DeliveryRefused` as the safe does.
    """
    found = SafePackage.objects.filter(vault=profile.vault)
    found = found.filter(day__gte=since) if since else found
    found = found.filter(day__lte=until) if until else found
    packages: dict[date, list[str]] = {}
    for row in found.order_by("day", "correction", "pk"):
        packages.setdefault(row.day, []).append(row.name)
    written, changed, superseded = 0, [], []
    for day, names in packages.items():
        try:
            made = make_files(day=day, profile=profile, now=now)
        except FilesRejected:
            changed.append(day)
            continue
        into.deliver(made.package, made.content)
        written += 1
        if made.correction:
            superseded += [name for name in names if name != made.package]
        if made.others:
            into.deliver(f"{names[0].removesuffix('.zip')}{OTHERS}", packed(made.others))
    return Rebuilt(written, tuple(changed), tuple(superseded))
