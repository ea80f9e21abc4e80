"""Excluding a person from play, and ending it early. Free acts of the person are never made hard, their ends are slow.

Instants are aware UTC; months are calendar months in Lisbon. Exclusions add up: a shorter one never shortens another.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction

from kernel.calendar import add_months, end_after_notice
from kernel.rejection import Rejected
from players.accounts.operations.closing import close_held
from players.accounts.operations.holding import hold_player
from players.events.names import EventName
from players.models import ClosureCause, Exclusion, Person
from players.models import ExclusionKind as ExclusionKind
from players.models import ExclusionSource as ExclusionSource
from players.protection.operations.aftermath import EMAILS, owe_end, owe_for, tell
from players.protection.operations.telling import tell_exclusion
from players.roles import Action, may

FEWEST_MONTHS: Final = 3
MOST_MONTHS: Final = 127
"""The regulator's message carries the months in one signed byte (PT-31)."""
MOTIVE_LONGEST: Final = 500
SHORTEST: Final = timedelta(hours=1)
"""A break shorter than this is none: the player may as well leave the table."""


@dataclass(frozen=True, slots=True)
class Excluded:
    """An exclusion that now stands; `ends_at` is None when it has no end."""

    exclusion_id: int
    person_id: int
    kind: ExclusionKind
    source: ExclusionSource
    starts_at: datetime
    ends_at: datetime | None
    repeat: bool


@dataclass(frozen=True, slots=True)
class Revoked:
    """An exclusion revoked by the side that ordered it. `repeat`: it already was."""

    exclusion_id: int
    person_id: int
    revoked_at: datetime
    repeat: bool


@dataclass(frozen=True, slots=True)
class NoticeGiven:
    """When the exclusions that the person gave notice of now end, the last of them at `ends_at`."""

    person_id: int
    notice_at: datetime
    ends_at: datetime


class ExclusionRejection(StrEnum):
    """Why no exclusion was written; in the order of checking."""

    PERIOD_INVALID = "period-invalid"
    PERIOD_TOO_SHORT = "period-too-short"
    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_PERSON = "no-such-person"
    KEY_REUSED = "key-reused"


class NoticeRejection(StrEnum):
    """Why a notice changes nothing; in the order of checking."""

    NOT_EXCLUDED = "not-excluded"
    NOT_OURS = "not-ours"
    """Only a national list or the operator's own exclusion stands: those who made it end it."""
    SHORT_BREAK = "short-break"
    """A short break ends by itself, and not earlier."""
    ALREADY_GIVEN = "already-given"


class RevocationRejection(StrEnum):
    """Why an exclusion was not taken back; in the order of checking."""

    REASON_MISSING = "reason-missing"
    NOT_ALLOWED = "not-allowed"
    NO_SUCH_EXCLUSION = "no-such-exclusion"
    NOT_OURS = "not-ours"
    """Only the operator's own exclusions are taken back by staff."""
    OVER = "over"


class RevocationRejected(Rejected):
    """An exclusion was not taken back."""

    reason: RevocationRejection


class ExclusionRejected(Rejected):
    """No exclusion was written."""

    reason: ExclusionRejection


class NoticeRejected(Rejected):
    """A notice was not taken. `until` is when the exclusion ends as it stands, if it does."""

    reason: NoticeRejection


def exclude(
    *,
    person_id: int,
    kind: ExclusionKind,
    now: datetime,
    months: int | None = None,
    length: timedelta | None = None,
    source: ExclusionSource = ExclusionSource.SELF,
    idempotency_key: UUID | None = None,
    by: int | None = None,
    reason: str = "",
    motive: str = "",
) -> Excluded:
    """Bar the player from betting and depositing from this moment (PT-25, PT-27), and owe the regulator word (PT-29).

    `SHORT` takes a `length` from an hour to below three months, `FIXED` three `months` or more, `INDEFINITE` neither:
    at the person's own wish it closes the account too, and owes the balance (PT-28). An operator's exclusion names who
    ordered it and why. `motive` is what the person says of it, free text that nothing asks for: it is kept for the
    regulator's file (PT-31), and cut rather than refused, so that it never stands in the way. The same key and facts:
    the first answer.

    Raises `ExclusionRejected`.
    """
    ends_at = _end(kind, now, months, length)
    reason = reason.strip()
    with transaction.atomic():
        author = _author(by, reason) if source is ExclusionSource.OPERATOR else None
        person = hold_player(person_id)
        if person is None:
            raise ExclusionRejected(ExclusionRejection.NO_SUCH_PERSON)
        first = (
            Exclusion.objects.filter(person_id=person_id, key=idempotency_key).first()
            if idempotency_key is not None
            else None
        )
        if first is not None:
            if (first.kind, first.source) != (kind, source) or not _is_same_span(first, months, length):
                raise ExclusionRejected(ExclusionRejection.KEY_REUSED)
            return excluded(first, repeat=True)
        exclusion = Exclusion.objects.create(
            person_id=person_id,
            kind=kind,
            source=source,
            starts_at=now,
            ends_at=ends_at,
            created_at=now,
            key=idempotency_key,
            by=author,
            reason=reason,
            motive=_plain(motive) if source is ExclusionSource.SELF else "",
        )
        tell_exclusion(
            EventName.EXCLUSION_BEGAN,
            exclusion,
            by=person_id if author is None else author.pk,
            now=now,
            why=reason,
            starts_at=now,
            until=ends_at,
        )
        owe_for(exclusion, months=months, now=now)
        if _closes(exclusion) and person.closed_at is None:
            closing = uuid5(EMAILS, f"closure:{exclusion.pk}")
            close_held(person, cause=ClosureCause.EXCLUSION, exclusion=exclusion, key=closing, now=now)
        tell(exclusion, "exclusion-begun", now)
    return excluded(exclusion, repeat=False)


def _plain(text: str) -> str:
    """A wish's own words in one line of printable text, as long as the column takes."""
    shown = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(shown.split())[:MOTIVE_LONGEST]


def revoke(*, exclusion_id: int, reason: str, by: int, now: datetime) -> Revoked:
    """Take back an exclusion that the operator ordered, from this moment (PT-29). Revoking again answers the same.

    Raises `RevocationRejected`.
    """
    reason = reason.strip()
    if not reason:
        raise RevocationRejected(RevocationRejection.REASON_MISSING)
    with transaction.atomic():
        author = Person.objects.filter(pk=by).first()
        if not may(author, Action.EXCLUDE_PLAYER):
            raise RevocationRejected(RevocationRejection.NOT_ALLOWED)
        person_id = Exclusion.objects.filter(pk=exclusion_id).values_list("person_id", flat=True).first()
        if person_id is None:
            raise RevocationRejected(RevocationRejection.NO_SUCH_EXCLUSION)
        hold_player(person_id)
        exclusion = Exclusion.objects.get(pk=exclusion_id)
        if exclusion.source != ExclusionSource.OPERATOR:
            rule = "PT-26" if exclusion.source == ExclusionSource.SELF else "PT-30"
            raise RevocationRejected(RevocationRejection.NOT_OURS, rule=rule)
        if exclusion.revoked_at is not None:
            return Revoked(exclusion.pk, person_id, exclusion.revoked_at, repeat=True)
        if not exclusion.is_in_force(now):
            raise RevocationRejected(RevocationRejection.OVER)
        exclusion.revoked_at, exclusion.revoked_by, exclusion.revoke_reason = now, author, reason
        exclusion.save(update_fields=["revoked_at", "revoked_by", "revoke_reason"])
        tell_exclusion(EventName.EXCLUSION_REVOKED, exclusion, by=by, now=now, why=reason)
        owe_end(exclusion, now, now=now)
        tell(exclusion, "exclusion-revoked", now)
    return Revoked(exclusion_id, person_id, now, repeat=False)


def give_notice(*, person_id: int, now: datetime) -> NoticeGiven:
    """End the person's own exclusions one month from now, though never before three months have passed (PT-26).

    Raises `NoticeRejected`.
    """
    with transaction.atomic():
        hold_player(person_id)
        standing = [
            exclusion
            for exclusion in Exclusion.objects.filter(person_id=person_id).order_by("pk")
            if exclusion.is_in_force(now)
        ]
        ending = _endable(standing)
        for exclusion in ending:
            end = end_after_notice(exclusion.starts_at, now)
            exclusion.notice_at = now
            exclusion.ends_at = end if exclusion.ends_at is None else min(end, exclusion.ends_at)
            exclusion.save(update_fields=["notice_at", "ends_at"])
            tell_exclusion(EventName.EXCLUSION_ENDING, exclusion, by=person_id, now=now, until=exclusion.ends_at)
            owe_end(exclusion, exclusion.ends_at, now=now)
            tell(exclusion, "exclusion-notice", now)
    return NoticeGiven(person_id, now, max(exclusion.ends_at for exclusion in ending if exclusion.ends_at is not None))


def _closes(exclusion: Exclusion) -> bool:
    """PT-28: an endless exclusion by the player closes the account; one that others ordered does not."""
    return exclusion.kind == ExclusionKind.INDEFINITE and exclusion.source == ExclusionSource.SELF


def _end(kind: ExclusionKind, now: datetime, months: int | None, length: timedelta | None) -> datetime | None:
    if kind is ExclusionKind.SHORT:
        if months is not None or length is None or length < SHORTEST or length >= add_months(now, FEWEST_MONTHS) - now:
            raise ExclusionRejected(ExclusionRejection.PERIOD_INVALID, rule="PT-25")
        return now + length
    if kind is ExclusionKind.INDEFINITE:
        if months is not None or length is not None:
            raise ExclusionRejected(ExclusionRejection.PERIOD_INVALID, rule="PT-25")
        return None
    if type(months) is not int or length is not None or months > MOST_MONTHS:
        raise ExclusionRejected(ExclusionRejection.PERIOD_INVALID, rule="PT-25")
    if months < FEWEST_MONTHS:
        raise ExclusionRejected(ExclusionRejection.PERIOD_TOO_SHORT, rule="PT-25", asked=months, least=FEWEST_MONTHS)
    return add_months(now, months)


def _is_same_span(first: Exclusion, months: int | None, length: timedelta | None) -> bool:
    """Whether the first wish asked for this span; one that notice or its orderer shortened is taken at its word."""
    asked = _end(ExclusionKind(first.kind), first.starts_at, months, length)
    return first.ends_at == asked or first.notice_at is not None


def _endable(standing: list[Exclusion]) -> list[Exclusion]:
    """Those of the standing exclusions that a notice by the person can end."""
    if not standing:
        raise NoticeRejected(NoticeRejection.NOT_EXCLUDED)
    ends = [exclusion.ends_at for exclusion in standing]
    until = None if None in ends else max(end for end in ends if end is not None)
    own = [exclusion for exclusion in standing if exclusion.source == ExclusionSource.SELF]
    if not own:
        raise NoticeRejected(NoticeRejection.NOT_OURS, rule="PT-30", until=until)
    long = [exclusion for exclusion in own if exclusion.kind != ExclusionKind.SHORT]
    if not long:
        raise NoticeRejected(NoticeRejection.SHORT_BREAK, rule="PT-25", until=until)
    fresh = [exclusion for exclusion in long if exclusion.notice_at is None]
    if not fresh:
        raise NoticeRejected(NoticeRejection.ALREADY_GIVEN, rule="PT-26", until=until)
    return fresh


def _author(by: int | None, reason: str) -> Person:
    if not reason:
        raise ExclusionRejected(ExclusionRejection.REASON_MISSING)
    author = None if by is None else Person.objects.filter(pk=by).first()
    if author is None or not may(author, Action.EXCLUDE_PLAYER):
        raise ExclusionRejected(ExclusionRejection.NOT_ALLOWED)
    return author


def excluded(exclusion: Exclusion, *, repeat: bool) -> Excluded:
    """The answer that an exclusion's row makes."""
    return Excluded(
        exclusion_id=exclusion.pk,
        person_id=exclusion.person_id,
        kind=ExclusionKind(exclusion.kind),
        source=ExclusionSource(exclusion.source),
        starts_at=exclusion.starts_at,
        ends_at=exclusion.ends_at,
        repeat=repeat,
    )
