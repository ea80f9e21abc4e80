"""Old days that the house looked at by itself in the night, as the board of deadlines shows them (PT-56, GL-49)."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext, ngettext

from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from casino.wording import words
from reporting.queries import components, nights
from reporting.queries.nights import NightKind


def findings(now: datetime) -> Iterator[Due]:
    """The days whose rows, or whose copy in the archive, are no longer what was sealed; and nights without a look."""
    for each in nights.open_findings():
        if each.kind is NightKind.ROWS:
            what = gettext("The rows of a sealed day are not those that were sealed")
        else:
            what = gettext("A day in the archive does not verify")
        yield Due(
            what=what,
            subject=_found(f"{each.day:%d/%m/%Y}", each.count),
            href=f"{address('backoffice:regulator')}?dia={each.day.isoformat()}",
            to_whom=gettext("house"),
            since=each.at,
            due_at=each.at,
            rule="PT-56",
            impersonal=True,
            title="; ".join(each.told[:3]),
        )
    since = nights.silent_since(now=now)
    if since is not None:
        yield Due(
            what=gettext("Compare sealed days with the rows"),
            subject=gettext("no night has done so"),
            href=address("backoffice:sealed_days"),
            to_whom=gettext("house"),
            since=since,
            due_at=since + nights.SILENT_AFTER,
            rule="PT-56",
            impersonal=True,
        )


def software(now: datetime) -> Iterator[Due]:
    """The self-check of the software, where it did not come within its 24 hours (GL-02)."""
    since = components.unchecked_since(now=now)
    if since is not None:
        yield Due(
            what=gettext("Check the software’s files"),
            subject=gettext("the daily check did not come"),
            href=address("backoffice:regulator"),
            to_whom=gettext("house"),
            since=since,
            due_at=since + components.CHECKED_EVERY,
            rule="GL-02",
            impersonal=True,
        )


def _found(day: str, count: int) -> str:
    said = ngettext("%(day)s: %(n)s difference", "%(day)s: %(n)s differences", count)
    return said % {"day": day, "n": words.number(count)}
