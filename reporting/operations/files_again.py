"""Files that are asked for again, or were lost: a week to make the same bytes once more from the rows (W05)."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction

from kernel.reasons import stated
from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from reporting.models import SafePackage
from reporting.operations.making_files import lock_safe
from reporting.operations.safe_files import Rebuilt, rebuild_files
from reporting.queries.files_again import asked_again
from reporting.six_files.profile import Profile
from reporting.six_files.safe import Safe

TERM: Final = timedelta(days=7)
"""By when files that are asked for again lie there once more: the house's own policy."""


class FilesAgainRejection(StrEnum):
    """Why no wish was noted, in the order of checking."""

    NO_REASON = "no-reason"
    PERIOD_INVALID = "period-invalid"
    NOTHING_MADE = "nothing-made"
    """No day of the period has files."""
    ALREADY_ASKED = "already-asked"


class FilesAgainRejected(Rejected):
    """`reason` says why."""

    reason: FilesAgainRejection
    rule = "PT-67"


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """The days whose files are to be made once more, and until when."""

    first: date
    last: date
    due_at: datetime


def ask_files_again(*, first: date, last: date, reason: str, by: int, profile: Profile, now: datetime) -> AskedAgain:
    """Note that the files of the days in [first, last] are to be made once more. Raises `FilesAgainRejected`."""
    said = stated(reason, FilesAgainRejected(FilesAgainRejection.NO_REASON))
    if first > last:
        raise FilesAgainRejected(FilesAgainRejection.PERIOD_INVALID)
    with transaction.atomic():
        lock_safe(profile.vault)
        if not SafePackage.objects.filter(vault=profile.vault, day__gte=first, day__lte=last).exists():
            raise FilesAgainRejected(FilesAgainRejection.NOTHING_MADE)
        if any((each.first, each.last) == (first, last) for each in asked_again()):
            raise FilesAgainRejected(FilesAgainRejection.ALREADY_ASKED)
        due_at = now + TERM
        tell(
            EventName.DAY_FILES_ASKED,
            by=by,
            now=now,
            key=f"{first}/{last}",
            first=first,
            last=last,
            due_at=due_at,
            reason=said,
        )
    return AskedAgain(first, last, due_at)


def rebuild_asked(*, first: date, last: date, into: Safe, profile: Profile, now: datetime) -> Rebuilt:
    """Make the packages of the days in [first, last] once more; requests for days within them are done then.

    Not so where a day's facts make other files now. Raises `DeliveryRefused` as the safe does.
    """
    made = rebuild_files(into=into, profile=profile, since=first, until=last, now=now)
    if made.days and not made.changed:
        with transaction.atomic():
            lock_safe(profile.vault)
            for each in asked_again():
                if first <= each.first and each.last <= last:
                    tell(
                        EventName.DAY_FILES_REBUILT,
                        by=None,
                        now=now,
                        key=each.key,
                        first=each.first,
                        last=each.last,
                        days=made.days,
                    )
    return made
