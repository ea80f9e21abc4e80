"""The archive outside, as the board of deadlines shows it: daily reports and sealed days (PT-56)."""

from collections.abc import Callable, Iterator
from datetime import datetime

from django.utils.translation import gettext, ngettext

from casino.backoffice.presenters.dues import Due
from casino.backoffice.presenters.keeping import MONTHS_TO_ACT
from casino.web.addresses import address
from casino.wording import words
from kernel.calendar import add_months
from players.keeping.queries import Keeping, archived_after
from reporting.queries.archive import VERIFIED_EVERY, ArchiveState, archive_state, archived_days, erased_copies


def reports(now: datetime) -> Iterator[Due]:
    """Daily reports that are not in the archive, do not come back, or were not read back for a year."""
    return _dues(archive_state(now=now), gettext("Deliver reports to the archive"), _reports)


def days(now: datetime) -> Iterator[Due]:
    """The same of sealed days, and copies of erased ones that the archive has not given up."""
    yield from _dues(archived_days(now=now), gettext("Deliver sealed days to the archive"), _days)
    left = erased_copies()
    if left is not None:
        subject = _days(left.count) % {"n": words.number(left.count)}
        yield _due(gettext("Remove erased days from the archive"), subject, left.since, add_months(left.since, 1))


def _dues(state: ArchiveState, deliver: str, counted: Callable[[int], str]) -> Iterator[Due]:
    if state.failed_since is not None:
        what, count = gettext("The archive gives back something else, or nothing"), state.failed
        since = due_at = state.failed_since
    elif state.unread and state.longest_unread is not None:
        what, count = gettext("Read the archive back"), state.unread
        since, due_at = state.longest_unread, state.longest_unread + VERIFIED_EVERY
    elif state.waiting_since is not None:
        what, count = deliver, state.waiting
        since = add_months(state.waiting_since, archived_after(Keeping.DAILY_REPORTS))
        due_at = add_months(since, MONTHS_TO_ACT)
    else:
        return
    yield _due(what, counted(count) % {"n": words.number(count)}, since, due_at)


def _due(what: str, subject: str, since: datetime, due_at: datetime) -> Due:
    return Due(
        what=what,
        subject=subject,
        href=address("backoffice:keeping"),
        to_whom=gettext("regulator"),
        since=since,
        due_at=due_at,
        rule="PT-56",
        impersonal=True,
    )


def _reports(count: int) -> str:
    return ngettext("%(n)s report", "%(n)s reports", count)


def _days(count: int) -> str:
    return ngettext("%(n)s sealed day", "%(n)s sealed days", count)
