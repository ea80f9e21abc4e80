"""The national list of excluded persons: what its entries mean for the players of this house (PT-30)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid5

from django.db import transaction
from django.db.models import Q

from players.models import Exclusion, ExclusionKind, ExclusionSource, NationalEntry, Registration
from players.national_list import Entry
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


@dataclass(frozen=True, slots=True)
class ListTaken:
    """What a list or a change of it came to: entries kept, entries removed, players newly barred, players freed."""

    entries: int
    removed: int
    barred: int
    freed: int


def take_list(*, entries: Sequence[Entry], complete: bool, now: datetime) -> ListTaken:
    """Take over entries of the national list, and bar at once whoever of them plays here (PT-30).

    `complete`: the list holds nobody else, so what it no longer names is removed and its players freed. The same list
    again changes nothing.
    """
    with transaction.atomic():
        for entry in entries:
            facts = {
                "tax_number": entry.tax_number,
                "document": entry.document,
                "starts_at": entry.starts_at,
                "ends_at": entry.ends_at,
                "removed_at": None,
            }
            NationalEntry.objects.update_or_create(
                reference=entry.reference, defaults=facts, create_defaults={**facts, "received_at": now}
            )
        gone = NationalEntry.objects.filter(removed_at=None).exclude(reference__in=[each.reference for each in entries])
        references = list(gone.values_list("reference", flat=True)) if complete else []
        NationalEntry.objects.filter(reference__in=references).update(removed_at=now)
    freed = sum(lift(reference=reference, now=now) for reference in references)
    return ListTaken(len(entries), len(references), apply_list(now=now), freed)


def drop_entry(*, reference: str, now: datetime) -> ListTaken:
    """Take back one entry that the regulator withdrew (PT-30); an unknown one changes nothing."""
    removed = NationalEntry.objects.filter(reference=reference, removed_at=None).update(removed_at=now)
    return ListTaken(0, removed, 0, lift(reference=reference, now=now))


def apply_list(*, now: datetime) -> int:
    """Bar every player whom the list names and who is not barred by it yet; answers how many. Safe twice, safe late.

    Run again for whoever registered since, or changed their data.
    """
    barred = 0
    for entry in NationalEntry.objects.filter(Q(ends_at=None) | Q(ends_at__gt=now), removed_at=None):
        for person_id in _persons(entry):
            done = impose(
                person_id=person_id,
                reference=entry.reference,
                starts_at=entry.starts_at,
                ends_at=entry.ends_at,
                now=now,
            )
            barred += done is not None and not done.repeat
    return barred


def _persons(entry: NationalEntry) -> list[int]:
    """The players registered under the entry's tax number or document."""
    names = Q()
    if entry.tax_number:
        names |= Q(nif=entry.tax_number)
    if entry.document:
        names |= Q(document_number=entry.document)
    return list(Registration.objects.filter(names, ended_at=None).values_list("person_id", flat=True))
