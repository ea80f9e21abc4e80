"""Looking a person up in the registers of the excluded and the prohibited, and keeping what they said (PT-08)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from players.models import Exclusion, Prohibition, Registration, StandingCheck


@dataclass(frozen=True, slots=True)
class Standing:
    """The registers' answer. `excluded_until` is None for an exclusion without end, and for none."""

    excluded: bool
    excluded_until: datetime | None
    prohibited: bool


def note_standing(*, person_id: int, occasion: str, now: datetime) -> Standing:
    """Ask both registers about the player and keep the answer; call it inside a transaction.

    `occasion` is `registration` or `sign-in`.
    """
    unrevoked = Q(revoked_at__isnull=True) | Q(revoked_at__gt=now)
    found = Exclusion.objects.filter(unrevoked, person_id=person_id, starts_at__lte=now)
    ends = [each.until for each in found if each.is_in_force(now)]
    nifs = Registration.objects.filter(person_id=person_id).values("nif")
    standing = Standing(
        excluded=bool(ends),
        excluded_until=None if None in ends else max((end for end in ends if end is not None), default=None),
        prohibited=Prohibition.objects.filter(nif__in=nifs, lifted_at__isnull=True).exists(),
    )
    StandingCheck.objects.create(
        person_id=person_id,
        occasion=occasion,
        excluded=standing.excluded,
        excluded_until=standing.excluded_until,
        prohibited=standing.prohibited,
        at=now,
    )
    return standing
