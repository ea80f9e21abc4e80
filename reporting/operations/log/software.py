"""The self-check of the software (GL-02): every file of the running tree, beside what the log has of this version."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from django.db import transaction

from players.events.names import EventName
from players.events.telling import tell
from reporting.evidence import canonical
from reporting.models import LeafKind, SoftwareCheck
from reporting.operations.log.telling import tell_log
from reporting.sealing import software
from tables.operations import incidents

KEYS: Final = uuid.UUID("0f8a4f5e-31c4-4a53-8c3a-6f0d3f0e7b21")
EVERY: Final = timedelta(hours=24)
NAMED: Final = 5
"""Files that the incident names; the list of each check has all of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedSoftware:
    """A self-check: how many files there are, and the paths that are not as they were checked before."""

    version: str
    sha256: str
    files: int
    different: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether the software is the one that the log has under this version."""
        return not self.different


def check_software_daily(*, now: datetime) -> CheckedSoftware | None:
    """Check the software if its last check is a day old; None where it is not."""
    if SoftwareCheck.objects.filter(at__gt=now - EVERY).exists():
        return None
    return check_software(now=now)


def check_software(*, now: datetime, root: Path = software.ROOT) -> CheckedSoftware:
    """Read every file and compare with the first check of this version; tell the log of software that it does not have.

    The same version with other files opens an incident, once for what was found, and is told again at every check: no
    release changes by itself. Another version is a release, and its first check is its list.
    """
    now_there = software.listing(root)
    listed = SoftwareCheck.objects.exclude(document="")
    first = listed.filter(software=now_there.version).order_by("pk").first()
    last = listed.order_by("-pk").first()
    found = () if first is None else software.different(_listing(first), now_there)
    with transaction.atomic():
        SoftwareCheck.objects.create(
            at=now,
            software=now_there.version,
            sha256=now_there.digest,
            files=len(now_there.files),
            agrees=not found,
            document="" if _known(last, now_there) else canonical.line(now_there.document(checked_at=None)).decode(),
        )
        tell_log(
            kind=LeafKind.SOFTWARE,
            key=now_there.digest,
            facts={"version": now_there.version, "digest": now_there.digest},
            now=now,
        )
        tell(
            EventName.SOFTWARE_CHECKED,
            by=None,
            now=now,
            key=now_there.digest[:16],
            version=now_there.version,
            files=len(now_there.files),
            agrees=not found,
        )
        if found:
            incidents.open_incident(
                kind="software",
                idempotency_key=uuid.uuid5(KEYS, now_there.digest),
                facts={"reason": ", ".join(found[:NAMED]), "files": len(found)},
                now=now,
                subject=now_there.digest[:16],
            )
    return CheckedSoftware(
        version=now_there.version, sha256=now_there.digest, files=len(now_there.files), different=found
    )


def _listing(check: SoftwareCheck) -> software.Listing:
    return software.from_document(canonical.parse(check.document.encode()))


def _known(last: SoftwareCheck | None, now_there: software.Listing) -> bool:
    """Whether the list before was this very one, of the same version."""
    return last is not None and (last.software, last.sha256) == (now_there.version, now_there.digest)
