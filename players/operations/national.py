"""The national list of excluded persons: what its entries mean for the players of this house (PT-30)."""

from datetime import datetime
from uuid import uuid5

from django.db import transaction

from players.models import Exclusion, ExclusionKind, ExclusionSource
from players.operations.aftermath import LETTERS, tell
from players.operations.exclusion import Excluded, ExclusionRefusal, ExclusionRefused, excluded
from players.operations.holding import hold_player


def impose(
    *, person_id: int, reference: str, starts_at: datetime, ends_at: datetime | None, now: datetime
) -> Excluded | None:
    """Write the exclusion that an entry of the national list means for a player (PT-30); None for one that is over.

    The same reference: the first answer, or, where the list now says another end, a new exclusion in its place.

    Raises `ExclusionRefused`.
    """
    begins = max(starts_at, now)
    if ends_at is not None and ends_at <= begins:
        return None
    with transaction.atomic():
        if hold_player(person_id) is None:
            raise ExclusionRefused(ExclusionRefusal.NO_SUCH_PERSON)
        key = uuid5(LETTERS, f"{reference}:{ends_at}")
        first = Exclusion.objects.filter(person_id=person_id, key=key).first()
        if first is not None and first.revoked_at is None:
            return excluded(first, repeat=True)
        exclusion = Exclusion.objects.create(
            person_id=person_id,
            kind=ExclusionKind.INDEFINITE if ends_at is None else ExclusionKind.FIXED,
            source=ExclusionSource.NATIONAL,
            starts_at=begins,
            ends_at=ends_at,
            created_at=now,
            key=key if first is None else uuid5(key, now.isoformat()),
            reason=reference,
        )
        others = Exclusion.objects.filter(
            person_id=person_id, source=ExclusionSource.NATIONAL, reason=reference, revoked_at=None
        ).exclude(pk=exclusion.pk)
        others.update(revoked_at=now, revoke_reason=reference)
        tell(exclusion, "exclusion-begun", now)
    return excluded(exclusion, repeat=False)


def lift(*, reference: str, now: datetime) -> int:
    """Take back what an entry of the list caused, once the list no longer holds it; answers how many (PT-30)."""
    caused = Exclusion.objects.filter(source=ExclusionSource.NATIONAL, reason=reference, revoked_at=None)
    lifted = 0
    for person_id, exclusion_id in caused.values_list("person_id", "pk"):
        with transaction.atomic():
            hold_player(person_id)
            exclusion = Exclusion.objects.filter(pk=exclusion_id, revoked_at=None).first()
            if exclusion is not None:
                exclusion.revoked_at, exclusion.revoke_reason = now, reference
                exclusion.save(update_fields=["revoked_at", "revoke_reason"])
                tell(exclusion, "exclusion-revoked", now)
                lifted += 1
    return lifted
