"""A break or exclusion asked for by the person: barred first, then every open socket and the seat follow.

The first transaction bars; the steps after it could be lost with the process, and are made up for by the watchers' own
look at the gates and by `end_sessions`.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from kernel.money import Currency
from players import gates
from players.protection.national_entries import Entry
from players.protection.national_push import Push
from players.protection.operations import exclusion, national
from players.protection.operations.exclusion import ExclusionKind, ExclusionSource
from tables import broadcast
from tables.models import PlaySession
from tables.operations import seats
from tables.queries import playtime


def take_break(
    *,
    person_id: int,
    kind: ExclusionKind,
    idempotency_key: UUID,
    now: datetime,
    months: int | None = None,
    length: timedelta | None = None,
    motive: str = "",
) -> exclusion.Excluded:
    """Bar the person at the person's own wish, close every socket and give up the seat (PT-25, PT-27).

    `motive`: what the person says of it, if anything. Bets that have their receipt stand and are paid; the sockets of
    their table close once their round has been told. Raises `exclusion.ExclusionRejected`.
    """
    with transaction.atomic():
        done = exclusion.exclude(
            person_id=person_id,
            kind=kind,
            idempotency_key=idempotency_key,
            months=months,
            length=length,
            motive=motive,
            now=now,
        )
        broadcast.tell_person(person_id, {"code": broadcast.BARRED})
    give_up_seat(person_id, reason="barred", now=now)
    return done


def exclude_by_house(
    *,
    person_id: int,
    kind: ExclusionKind,
    reason: str,
    by: int,
    idempotency_key: UUID,
    now: datetime,
    months: int | None = None,
) -> exclusion.Excluded:
    """Bar the person at the house's order, close every socket and give up the seat; bets with a receipt are paid.

    Raises `exclusion.ExclusionRejected`.
    """
    with transaction.atomic():
        done = exclusion.exclude(
            person_id=person_id,
            kind=kind,
            months=months,
            source=ExclusionSource.OPERATOR,
            reason=reason,
            by=by,
            idempotency_key=idempotency_key,
            now=now,
        )
        broadcast.tell_person(person_id, {"code": broadcast.BARRED})
    give_up_seat(person_id, reason="barred", now=now)
    return done


def take_push(*, push: Push, now: datetime) -> national.PushTaken:
    """Do what the national list pushed; whom it bars leaves the table in this moment (PT-30).

    Raises `national.PushRejected`.
    """
    with transaction.atomic():
        done = national.take_push(push=push, now=now)
        for person_id in _barred(done.barred, now=now):
            broadcast.tell_person(person_id, {"code": broadcast.BARRED})
    for person_id in _barred(done.barred, now=now):
        give_up_seat(person_id, reason="barred", now=now)
    return done


def take_list(*, entries: Sequence[Entry], complete: bool, now: datetime) -> national.ListTaken:
    """Take over entries of the national list; whom they bar leaves the table at once, with every socket (PT-30)."""
    done = national.take_list(entries=entries, complete=complete, now=now)
    _show_out(done.barred, now=now)
    return done


def apply_list(*, now: datetime) -> int:
    """Bar the people on the national list who are not barred yet, as `take_list` does; answers how many."""
    barred = national.apply_list(now=now)
    _show_out(barred, now=now)
    return len(barred)


def end_sessions(*, now: datetime) -> int:
    """End the sessions of persons who may not play at all any more, or have played for all the time that their limit
    of a day allows; answers how many. Bets in play stand. Safe twice, safe late."""
    present = list(PlaySession.objects.filter(ended_at=None, leaving=False).values_list("person_id", flat=True))
    answers = gates.may_play(person_ids=present, currency=Currency.PLAY, now=now)
    barred = [person_id for person_id in present if answers[person_id].block in gates.ENDING]
    allowed = {person_id: answer.minutes for person_id, answer in answers.items() if answer.minutes is not None}
    ended = sum(give_up_seat(person_id, reason="barred", now=now) for person_id in barred)
    return ended + sum(
        give_up_seat(person_id, reason="time", now=now) for person_id in playtime.over_time(allowed, now=now)
    )


def _show_out(person_ids: Sequence[int], *, now: datetime) -> None:
    """Close the sockets of those who are barred by now, and give up their seats."""
    for person_id in _barred(person_ids, now=now) if person_ids else ():
        broadcast.tell_person(person_id, {"code": broadcast.BARRED})
        give_up_seat(person_id, reason="barred", now=now)


def _barred(person_ids: Sequence[int], *, now: datetime) -> list[int]:
    """Those who may not play at this moment: an entry of the list may begin only later."""
    answers = gates.may_play(person_ids=person_ids, currency=Currency.PLAY, now=now)
    return [person_id for person_id in person_ids if answers[person_id].block in gates.ENDING]


def give_up_seat(person_id: int, *, reason: str, now: datetime) -> bool:
    """End the person's session, wherever it is; answers whether there was one. Bets in play stand."""
    table_id = PlaySession.objects.filter(person_id=person_id, ended_at=None).values_list("table_id", flat=True).first()
    if table_id is None:
        return False
    try:
        seats.leave(table_id=table_id, person_id=person_id, reason=reason, now=now)
    except seats.SeatRejected:  # left or ended in this very moment
        return False
    return True
