"""Independence of deciders: not within days of being taken on or changed, and not in the same hands (H7).

The database asks the same (`players_refuse_unsettled`). Instants are aware UTC.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import QuerySet

from players.models import ProposalState, StaffAct, StaffProposal


class Unsettled(StrEnum):
    """Why a member does not decide yet; in the order of checking."""

    TOO_RECENT = "too-recent"
    """Taken on or changed within the last days."""
    SAME_HANDS = "same-hands"
    """The proposer was taken on or changed lately by the decider, or by a person who lately did so to the decider."""


@dataclass(frozen=True, slots=True)
class NotYet:
    """Why a member does not decide, and from when on that reason is gone."""

    why: Unsettled
    until: datetime


def settled_at(act: StaffAct, now: datetime) -> datetime:
    """From when on a member decides who was changed at `now`; a name and a number change nothing in this."""
    return now if act in {StaffAct.FOUND, StaffAct.IDENTITY} else now + timedelta(days=settings.STAFF_DAYS)


def not_yet(*, by: int, others: Iterable[int | None], now: datetime) -> NotYet | None:
    """Why `by` does not decide at `now` on what `others` proposed or agreed to; None if nothing is against it."""
    recent = _changes([by]).filter(settled_at__gt=now).order_by("-settled_at").first()
    if recent is not None and recent.settled_at is not None:
        return NotYet(Unsettled.TOO_RECENT, recent.settled_at)
    theirs = list(_changes([each for each in others if each is not None]).filter(settled_at__gt=now))
    own = list(_changes([by])) if theirs else []
    ends = [
        each.settled_at
        for each in theirs
        if each.settled_at is not None and (by in _hands(each) or any(_same_hands(each, one) for one in own))
    ]
    return NotYet(Unsettled.SAME_HANDS, max(ends)) if ends else None


def _changes(members: Iterable[int]) -> QuerySet[StaffProposal]:
    """The approved proposals about these members; the first ones of a house have none."""
    changes = StaffProposal.objects.filter(member__in=list(members), state=ProposalState.APPROVED)
    return changes.exclude(act=StaffAct.FOUND)


def _hands(change: StaffProposal) -> set[int]:
    return {each for each in (change.proposed_by_id, change.decided_by_id) if each is not None}


def _same_hands(theirs: StaffProposal, own: StaffProposal) -> bool:
    """Whether one person made both changes, the later one before the days of the earlier were over."""
    near = own.settled_at is not None and theirs.decided_at is not None and own.settled_at > theirs.decided_at
    return near and bool(_hands(theirs) & _hands(own))
