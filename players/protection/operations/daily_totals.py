"""Keeping daily totals near the ledger's end, so that asking what a limit leaves stays cheap however long one plays."""

from collections.abc import Collection
from typing import Final

from django.conf import settings
from django.db import transaction

from players.headroom import write_daily_totals
from players.models import Kind, Limit, LimitState, Person

BATCH: Final = 200


def add_up() -> int:
    """Add the finished rounds of all players who have limits to their daily totals; return how many players.

    Safe twice, safe late. A player held by another transaction at that moment is left for the next sweep.
    """
    limited = Limit.objects.filter(state=LimitState.IN_FORCE).values("person_id")
    players = Person.objects.filter(kind=Kind.PLAYER)
    wanted = players if settings.HOUSE_LIMITS else players.filter(pk__in=limited)
    return add_up_of(wanted.order_by("pk").values_list("pk", flat=True))


def add_up_of(person_ids: Collection[int]) -> int:
    """The same for the players among these persons, limits or not: after a session, lest a day's sum reads years."""
    ids = sorted(set(person_ids))
    added = 0
    for start in range(0, len(ids), BATCH):
        with transaction.atomic():
            free = Person.objects.select_for_update(no_key=True, skip_locked=True).filter(kind=Kind.PLAYER)
            held = list(free.order_by("pk").filter(pk__in=ids[start : start + BATCH]).values_list("pk", flat=True))
            write_daily_totals(held)
            added += len(held)
    return added
