"""The weekly drill, a backup restored elsewhere and proven, as the board of deadlines shows it."""

from collections.abc import Iterator
from datetime import datetime, time

from django.conf import settings
from django.utils.translation import gettext

from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from casino.wording import words
from kernel.calendar import LISBON
from kernel.labels import label
from players.duties import queries as duties
from players.duties.queries import DutyCode
from reporting import queries as reporting


def weekly(now: datetime) -> Iterator[Due]:
    """The next drill, and what became of the last; a demonstration owes none until it has had one."""
    first = reporting.first_day()
    if first is None:
        return
    card = duties.drills(since=datetime.combine(first, time.min, tzinfo=LISBON), now=now)
    if settings.DEMO_HOUSE and card.proven_at is None and card.failed_at is None:
        return
    yield Due(
        what=gettext("Restore a backup and prove it"),
        subject=_last(card),
        href=address("backoffice:duty", DutyCode.RESTORE_DRILL.value, card.period),
        to_whom=gettext("the house"),
        since=card.failed_at or card.proven_at or datetime.combine(first, time.min, tzinfo=LISBON),
        due_at=card.due_at,
        rule="GL-49",
        impersonal=True,
    )


def _last(card: duties.DrillCard) -> str:
    """What became of the last one."""
    if card.fault is not None and card.failed_at is not None:
        return gettext("it failed on %(moment)s: %(why)s") % {
            "moment": words.moment(card.failed_at),
            "why": label(card.fault),
        }
    if card.proven_at is None:
        return gettext("none yet")
    return gettext("the last one held on %(moment)s; it lacked %(seconds)s s") % {
        "moment": words.moment(card.proven_at),
        "seconds": words.number(card.lacked),
    }
