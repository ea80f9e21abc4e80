"""The register of components after a change: a person looks at what changed, and says what shows it (PT-75)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import connection, transaction

from kernel.reasons import stated
from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting.queries.components import unreviewed_change

LOCK: Final = 0x5AFD
EVIDENCE: Final = (3, 1_000)
"""The fewest and the most characters of what shows a review."""


class ReviewRejection(StrEnum):
    """Why no review was noted, in the order of checking."""

    EVIDENCE_MISSING = "evidence-missing"
    NO_SUCH_CHANGE = "no-such-change"
    """It was reviewed already, or the software is another by now."""


class ReviewRejected(Rejected):
    """`reason` says why."""

    reason: ReviewRejection
    rule = "PT-75"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The change that was reviewed, by its key."""

    key: str


def review_software(*, change: str, evidence: str, by: int, now: datetime) -> Reviewed:
    """Note that the changed components were reviewed, and what shows it. Raises `ReviewRejected`."""
    said = stated(evidence, ReviewRejected(ReviewRejection.EVIDENCE_MISSING), lengths=EVIDENCE)
    with transaction.atomic():
        with connection.cursor() as cursor:  # of two persons at once one notes it
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        found = unreviewed_change()
        if found is None or found.key != change:
            raise ReviewRejected(ReviewRejection.NO_SUCH_CHANGE)
        parts = [part.value for part in found.parts]
        tell(
            EventName.SOFTWARE_REVIEWED,
            by=by,
            now=now,
            key=found.key,
            version=found.version,
            parts=parts,
            evidence=said,
        )
    return Reviewed(found.key)
