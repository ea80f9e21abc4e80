"""The national list of excluded persons: what its entries mean for the players of this house (PT-30)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid5

from django.db import transaction
from django.db.models import Q

from players.models import Exclusion, ExclusionKind, ExclusionSource, NationalEntry, NationalPush, Registration
from players.national_list import Entry
from players.national_push import Push
from players.operations.aftermath import LETTERS, tell
from players.operations.exclusion import Excluded, ExclusionRefusal, ExclusionRefused, excluded
from players.operations.holding import hold_player
from players.queries.protection import national_exclusion_of


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


def bar_if_listed(*, person_id: int, now: datetime) -> Excluded | None:
    """Bar a player whom the national list names at this moment, whoever asks; None for everybody else (PT-08, PT-30).

    Part of registering and of every sign-in, so that nobody plays before the next sweep. Call it inside a transaction
    that holds nothing yet but, at most, this person.
    """
    names = Registration.objects.filter(person_id=person_id).values_list("nif", "document_number").first()
    found = None if names is None else national_exclusion_of(nif=names[0], document=names[1], now=now)
    if found is None:
        return None
    return impose(
        person_id=person_id, reference=found.reference, starts_at=found.starts_at, ends_at=found.ends_at, now=now
    )


@dataclass(frozen=True, slots=True)
class ListTaken:
    """What a list or a change of it came to: entries kept, entries removed, persons newly barred, players freed."""

    entries: int
    removed: int
    barred: tuple[int, ...]
    freed: int


@dataclass(frozen=True, slots=True)
class PushTaken:
    """What a push came to: the persons newly barred, and how many were freed. `repeat`: nothing new in it."""

    repeat: bool
    barred: tuple[int, ...]
    freed: int


class PushRefused(Exception):
    """The name of a push stands for another content already."""


def take_list(*, entries: Sequence[Entry], complete: bool, now: datetime) -> ListTaken:
    """Take over entries of the national list, and bar at once whoever of them plays here (PT-30).

    `complete`: the list holds nobody else, so what it no longer names is removed and its players freed. The same list
    again changes nothing.
    """
    with transaction.atomic():
        for entry in entries:
            _keep(entry, now)
        gone = NationalEntry.objects.filter(removed_at=None).exclude(reference__in=[each.reference for each in entries])
        references = list(gone.values_list("reference", flat=True)) if complete else []
        NationalEntry.objects.filter(reference__in=references).update(removed_at=now)
    freed = sum(lift(reference=reference, now=now) for reference in references)
    return ListTaken(len(entries), len(references), apply_list(now=now), freed)


def drop_entry(*, reference: str, now: datetime) -> ListTaken:
    """Take back one entry that the regulator withdrew (PT-30); an unknown one changes nothing."""
    removed = NationalEntry.objects.filter(reference=reference, removed_at=None).update(removed_at=now)
    return ListTaken(0, removed, (), lift(reference=reference, now=now))


def apply_list(*, now: datetime) -> tuple[int, ...]:
    """Bar every player whom the list names and who is not barred by it yet; answers whom. Safe twice, safe late.

    Run again for whoever registered since, or changed their data.
    """
    registered = Registration.objects.filter(ended_at=None)
    ours = Q(tax_number__in=registered.values("nif")) | Q(document__in=registered.values("document_number"))
    standing = NationalEntry.objects.filter(ours, Q(ends_at=None) | Q(ends_at__gt=now), removed_at=None)
    return tuple(person_id for entry in standing for person_id in _bar(entry, now))


def take_push(*, push: Push, now: datetime) -> PushTaken:
    """Do what the list pushed, at once; the same push again changes nothing, and an older one than the last about the
    same entry is only noted (PT-30).

    Raises `PushRefused` for another content under the name of a push that came before.
    """
    with transaction.atomic():
        facts = {"digest": push.digest, "reference": push.reference, "said_at": push.said_at, "received_at": now}
        noted, created = NationalPush.objects.get_or_create(event=push.event, defaults=facts)
        if noted.digest != push.digest:
            raise PushRefused(push.event)
        newer = NationalPush.objects.filter(reference=push.reference, said_at__gt=push.said_at)
        if not created or newer.exists():
            return PushTaken(repeat=True, barred=(), freed=0)
        if push.entry is None:
            return PushTaken(repeat=False, barred=(), freed=drop_entry(reference=push.reference, now=now).freed)
        return PushTaken(repeat=False, barred=_bar(_keep(push.entry, now), now), freed=0)


def _keep(entry: Entry, now: datetime) -> NationalEntry:
    facts = {
        "tax_number": entry.tax_number,
        "document": entry.document,
        "starts_at": entry.starts_at,
        "ends_at": entry.ends_at,
        "removed_at": None,
    }
    return NationalEntry.objects.update_or_create(
        reference=entry.reference, defaults=facts, create_defaults={**facts, "received_at": now}
    )[0]


def _bar(entry: NationalEntry, now: datetime) -> tuple[int, ...]:
    """Bar whom the entry names; answers who was not barred by it before."""
    barred = []
    for person_id in _persons(entry):
        done = impose(
            person_id=person_id,
            reference=entry.reference,
            starts_at=entry.starts_at,
            ends_at=entry.ends_at,
            now=now,
        )
        if done is not None and not done.repeat:
            barred.append(person_id)
    return tuple(barred)


def _persons(entry: NationalEntry) -> list[int]:
    """The players registered under the entry's tax number or document."""
    names = Q()
    if entry.tax_number:
        names |= Q(nif=entry.tax_number)
    if entry.document:
        names |= Q(document_number=entry.document)
    found = Registration.objects.filter(names, ended_at=None).order_by("person_id")
    return list(found.values_list("person_id", flat=True))
