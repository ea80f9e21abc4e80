"""Changes of the software that wait for a review of the register of components, on the board of deadlines (PT-75)."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext

from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from kernel.labels import label
from players.inbox.queries import Subject, Thing
from reporting.queries.components import ChangeCard, unreviewed_change


def reviews(_: datetime) -> Iterator[Due]:
    """The change that waits for its review, if the software is another than it was."""
    found = unreviewed_change()
    if found is not None:
        yield Due(
            what=gettext("Review the register of components after a change"),
            subject=parts_of(found),
            href=f"{address('backoffice:regulator')}#components",
            to_whom=gettext("regulator") if found.tells_regulator else gettext("the house"),
            since=found.since,
            due_at=found.due_at,
            rule="PT-75",
            impersonal=True,
            thing=Thing(Subject.SOFTWARE, found.key),
        )


def parts_of(change: ChangeCard) -> str:
    """The changed components in words."""
    return "; ".join(label(part) for part in change.parts)
