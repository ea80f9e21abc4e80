"""The national list of excluded persons: what its entries mean for the players of this house (PT-30)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import uuid5

from django.db import connection, transaction
from django.db.models import Q

from kernel.rejection import Rejected
from players.accounts.operations.holding import hold_player
from players.events.names import EventName
from players.events.telling import tell as tell_event
from players.models import Exclusion, ExclusionKind, ExclusionSource, NationalEntry, NationalPush, Registration
from players.protection.national_entries import Document, Entry
from players.protection.national_push import Push
from players.protection.operations.aftermath import EMAILS, tell
from players.protection.operations.exclusion import Excluded, ExclusionRejected, ExclusionRejection, excluded
from players.protection.operations.telling import tell_exclusion
from players.protection.queries.protection import national_exclusion_of

_KEEP: Final = """
INSERT INTO players_nationalentry AS kept
    (reference, tax_number, document_kind, document_country, document, starts_at, ends_at, received_at)
SELECT reference, tax_number, document_kind, document_country, document, starts_at, ends_at, %(now)s
FROM unnest(
    %(references)s::text[], %(tax_numbers)s::text[], %(kinds)s::smallint[], %(countries)s::text[],
    %(documents)s::text[], %(starts)s::timestamptz[], %(ends)s::timestamptz[]
) AS said (reference, tax_number, document_kind, document_country, document, starts_at, ends_at)
ON CONFLICT (reference) DO UPDATE SET tax_number = excluded.tax_number, document_kind = excluded.document_kind,
    document_country = excluded.document_country, document = excluded.document,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, removed_at = NULL
WHERE (kept.tax_number, kept.document_kind, kept.document_country, kept.document, kept.starts_at, kept.ends_at,
       kept.removed_at)
    IS DISTINCT FROM (excluded.tax_number, excluded.document_kind, excluded.document_country, excluded.document,
       excluded.starts_at, excluded.ends_at, NULL)
"""
_REMOVE: Final = """
UPDATE players_nationalentry entry SET removed_at = %(now)s
WHERE removed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM unnest(%(references)s::text[]) AS said (name) WHERE said.name = entry.reference)
RETURNING reference
"""


def impose(
    *, person_id: int, reference: str, starts_at: datetime, ends_at: datetime | None, now: datetime
) -> Excluded | None:
    """Write the exclusion that an entry of the national list means for a player (PT-30); None for one that is over.

    The same reference: the first answer, or, where the list now says another end, a new exclusion in its place.

    Raises `ExclusionRejected`.
    """
    begins = max(starts_at, now)
    if ends_at is not None and ends_at <= begins:
        return None
    with transaction.atomic():
        if hold_player(person_id) is None:
            raise ExclusionRejected(ExclusionRejection.NO_SUCH_PERSON)
        ever = Exclusion.objects.filter(person_id=person_id, source=ExclusionSource.NATIONAL, reason=reference)
        caused = ever.filter(revoked_at=None)
        first = caused.filter(ends_at=ends_at).first()
        if first is not None:
            return excluded(first, repeat=True)
        times = ever.filter(ends_at=ends_at).count()  # an entry may be taken back and come again
        exclusion = Exclusion.objects.create(
            person_id=person_id,
            kind=ExclusionKind.INDEFINITE if ends_at is None else ExclusionKind.FIXED,
            source=ExclusionSource.NATIONAL,
            starts_at=begins,
            ends_at=ends_at,
            created_at=now,
            key=uuid5(EMAILS, f"{reference}:{ends_at}:{times}"),
            reason=reference,
        )
        replaced = list(caused.exclude(pk=exclusion.pk))
        caused.exclude(pk=exclusion.pk).update(revoked_at=now, revoke_reason=reference)
        for each in replaced:
            tell_exclusion(EventName.EXCLUSION_REVOKED, each, by=None, now=now)
        tell_exclusion(
            EventName.EXCLUSION_BEGAN, exclusion, by=None, now=now, starts_at=exclusion.starts_at, until=ends_at
        )
        tell(exclusion, "exclusion-begun", now)
    return excluded(exclusion, repeat=False)


def lift(*, references: Sequence[str], now: datetime) -> int:
    """Take back what entries of the list caused and still bars, once the list no longer holds them or says that they
    are over; answers how many (PT-30).
    """
    caused = Exclusion.objects.filter(source=ExclusionSource.NATIONAL, reason__in=references, revoked_at=None)
    caused = caused.filter(Q(ends_at=None) | Q(ends_at__gt=now))
    lifted = 0
    for person_id, exclusion_id in caused.order_by("pk").values_list("person_id", "pk"):
        with transaction.atomic():
            hold_player(person_id)
            exclusion = Exclusion.objects.filter(pk=exclusion_id, revoked_at=None).first()
            if exclusion is not None:
                exclusion.revoked_at, exclusion.revoke_reason = now, exclusion.reason
                exclusion.save(update_fields=["revoked_at", "revoke_reason"])
                tell_exclusion(EventName.EXCLUSION_REVOKED, exclusion, by=None, now=now)
                tell(exclusion, "exclusion-revoked", now)
                lifted += 1
    return lifted


def bar_if_listed(*, person_id: int, now: datetime) -> Excluded | None:
    """Bar a player whom the national list names at this moment; None for all other players (PT-08, PT-30).

    Part of registering and of every sign-in, so that no listed player plays before the next sweep. Call it inside a
    transaction that holds at most this person.
    """
    names = Registration.objects.filter(person_id=person_id).values_list(
        "nif", "document_kind", "document_country", "document_number"
    )
    own = names.first()
    found = None if own is None else national_exclusion_of(nif=own[0], document=Document(*own[1:]), now=now)
    if found is None:
        return None
    return impose(
        person_id=person_id, reference=found.reference, starts_at=found.starts_at, ends_at=found.ends_at, now=now
    )


@dataclass(frozen=True, slots=True)
class ListTaken:
    """The result of a list or of a change of it: entries kept, entries removed, persons newly barred, players freed."""

    entries: int
    removed: int
    barred: tuple[int, ...]
    freed: int


@dataclass(frozen=True, slots=True)
class PushTaken:
    """The result of a push: the persons newly barred, and how many were freed. `repeat`: nothing new in it."""

    repeat: bool
    barred: tuple[int, ...]
    freed: int


class PushRejection(StrEnum):
    """Why a push is not taken over."""

    NAME_REUSED = "name-reused"


class PushRejected(Rejected):
    """The name of a push stands for another content already."""

    reason: PushRejection


def take_list(*, entries: Sequence[Entry], complete: bool, now: datetime) -> ListTaken:
    """Take over entries of the national list, and bar at once the listed persons who play here (PT-30).

    `complete`: this is the whole list, so entries that it no longer names are removed and their players freed. The same
    list again changes nothing.
    """
    with transaction.atomic():
        _keep(entries, now)
        gone = _remove_others(entries, now) if complete else []
        facts: dict[str, Any] = {"entries": len(entries), "removed": len(gone), "complete": complete}
        tell_event(EventName.NATIONAL_LIST_TAKEN, by=None, now=now, **facts)
    over = [entry.reference for entry in entries if entry.ends_at is not None and entry.ends_at <= now]
    freed = lift(references=[*gone, *over], now=now) if gone or over else 0
    return ListTaken(len(entries), len(gone), apply_list(now=now), freed)


def drop_entry(*, reference: str, now: datetime) -> ListTaken:
    """Take back one entry that the regulator withdrew (PT-30); an unknown one changes nothing."""
    with transaction.atomic():
        removed = NationalEntry.objects.filter(reference=reference, removed_at=None).update(removed_at=now)
        if removed:
            tell_event(EventName.NATIONAL_LIST_CHANGED, by=None, now=now, key=reference, withdrawn=True)
    return ListTaken(0, removed, (), lift(references=[reference], now=now))


def apply_list(*, now: datetime) -> tuple[int, ...]:
    """Bar every player whom the list names and who is not barred by it yet; answers whom. Safe twice, safe late.

    Run again for players who registered since, or changed their data.
    """
    registered = Registration.objects.filter(ended_at=None)
    # By number alone here, which is an index; `_persons` compares kind and country too.
    ours = Q(tax_number__in=registered.values("nif")) | Q(document__in=registered.values("document_number"))
    found = NationalEntry.objects.filter(ours, Q(ends_at=None) | Q(ends_at__gt=now), removed_at=None)
    standing = list(found.order_by("reference"))
    persons, barred = _persons(standing), _barred_already(standing)
    done: list[int] = []
    for entry in standing:
        missing = [each for each in persons[entry.reference] if (each, entry.reference, entry.ends_at) not in barred]
        done += _bar(entry, missing, now)
    return tuple(done)


def take_push(*, push: Push, now: datetime) -> PushTaken:
    """Do what the list pushed, at once; the same push again changes nothing, and an older one than the last about the
    same entry is only noted (PT-30).

    Raises `PushRejected` for another content under the name of a push that came before.
    """
    with transaction.atomic():
        facts = {"digest": push.digest, "reference": push.reference, "said_at": push.said_at, "received_at": now}
        noted, created = NationalPush.objects.get_or_create(event=push.event, defaults=facts)
        if noted.digest != push.digest:
            raise PushRejected(PushRejection.NAME_REUSED)
        newer = NationalPush.objects.filter(reference=push.reference, said_at__gt=push.said_at)
        if not created or newer.exists():
            return PushTaken(repeat=True, barred=(), freed=0)
        if push.entry is None:
            return PushTaken(repeat=False, barred=(), freed=drop_entry(reference=push.reference, now=now).freed)
        _keep([push.entry], now)
        tell_event(EventName.NATIONAL_LIST_CHANGED, by=None, now=now, key=push.reference, withdrawn=False)
        entry = NationalEntry.objects.get(reference=push.entry.reference)
        if entry.ends_at is not None and entry.ends_at <= now:
            return PushTaken(repeat=False, barred=(), freed=lift(references=[entry.reference], now=now))
        barred = _bar(entry, _persons([entry])[entry.reference], now)
        return PushTaken(repeat=False, barred=barred, freed=0)


def _keep(entries: Sequence[Entry], now: datetime) -> None:
    """Write the entries as the list has them, in one statement; one that says what it said before is not touched."""
    rows = sorted(entries, key=lambda entry: entry.reference)
    with connection.cursor() as cursor:
        cursor.execute(
            _KEEP,
            {
                "now": now,
                "references": [entry.reference for entry in rows],
                "tax_numbers": [entry.tax_number for entry in rows],
                "kinds": [entry.document.kind if entry.document else None for entry in rows],
                "countries": [entry.document.country if entry.document else "" for entry in rows],
                "documents": [entry.document.number if entry.document else "" for entry in rows],
                "starts": [entry.starts_at for entry in rows],
                "ends": [entry.ends_at for entry in rows],
            },
        )


def _remove_others(entries: Sequence[Entry], now: datetime) -> list[str]:
    """Mark what the list no longer names as removed; answers its references."""
    with connection.cursor() as cursor:
        cursor.execute(_REMOVE, {"now": now, "references": [entry.reference for entry in entries]})
        return [reference for (reference,) in cursor.fetchall()]


def _bar(entry: NationalEntry, person_ids: Sequence[int], now: datetime) -> tuple[int, ...]:
    """Bar these persons, whom the entry names; answers who was not barred by it before."""
    barred = []
    for person_id in person_ids:
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


def _persons(entries: Sequence[NationalEntry]) -> dict[str, list[int]]:
    """By reference, the players registered under the entry's tax number, or its document of that kind and country."""
    numbers = {entry.tax_number for entry in entries if entry.tax_number}
    documents = {entry.document for entry in entries if entry.document}
    found = Registration.objects.filter(Q(nif__in=numbers) | Q(document_number__in=documents), ended_at=None)
    by_number: dict[str, list[int]] = {}
    by_document: dict[Document, list[int]] = {}
    for person_id, nif, kind, country, number in found.values_list(
        "person_id", "nif", "document_kind", "document_country", "document_number"
    ):
        by_number.setdefault(nif, []).append(person_id)
        by_document.setdefault(Document(kind, country, number), []).append(person_id)
    return {
        entry.reference: sorted({*by_number.get(entry.tax_number, []), *by_document.get(_document(entry), [])})
        for entry in entries
    }


def _document(entry: NationalEntry) -> Document:
    """Return the entry's document; one without a kind matches no registration."""
    return Document(-1 if entry.document_kind is None else entry.document_kind, entry.document_country, entry.document)


def _barred_already(entries: Sequence[NationalEntry]) -> set[tuple[int, str, datetime | None]]:
    """Return the persons whom the entries bar, by which entry and until when."""
    caused = Exclusion.objects.filter(
        source=ExclusionSource.NATIONAL, reason__in=[entry.reference for entry in entries], revoked_at=None
    )
    return set(caused.values_list("person_id", "reason", "ends_at"))
