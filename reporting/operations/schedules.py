"""Schedules: reports of the catalogue that the house has made and sent by itself to named members of staff.

Instants are aware UTC. One row a schedule, locked by its id. Personal data stay masked: who needs them asks for the
report in person, with a reason.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from kernel.money import Currency
from kernel.reasons import REASON, stated
from kernel.rejection import Rejected
from players.events.names import EventName
from players.events.telling import tell
from players.roles import Action
from players.staff.queries import members_who_may
from reporting.catalogue import CATALOGUE, Definition, Period
from reporting.making.figures import day_of
from reporting.making.turns import HOURS, Rhythm
from reporting.models import Schedule, ScheduleState
from reporting.operations.requests import RequestRejected, Wanted, checked_filter
from reporting.writers import Format

RECEIPT_HOURS: Final = (4, 8, 24, 48, 72, 168)
MEMBERS_MOST: Final = 20
OPEN_MOST: Final = 100
"""Schedules that are not ended."""


class ScheduleRejection(StrEnum):
    """Why a schedule stays as it was, in the order of checking."""

    NOT_ALLOWED = "not-allowed"
    NO_SUCH_SCHEDULE = "no-such-schedule"
    NO_SUCH_REPORT = "no-such-report"
    KEY_REUSED = "key-reused"
    REASON_MISSING = "reason-missing"
    ALREADY_ENDED = "already-ended"
    ALREADY_SO = "already-so"
    """It is paused, or active, already."""
    NOT_A_TURN = "not-a-turn"
    """No such rhythm, hour, format or time for the receipt."""
    NO_MEMBERS = "no-members"
    TOO_MANY_MEMBERS = "too-many-members"
    MEMBER_MAY_NOT = "member-may-not"
    """A person who was named may not take reports."""
    NO_SUCH_TABLE = "no-such-table"
    NO_SUCH_PLAYER = "no-such-player"
    AMOUNT_OUT_OF_RANGE = "amount-out-of-range"
    TOO_MANY = "too-many"


class ScheduleRejected(Rejected):
    """`reason` says why; `asked` and `most` the figures it is about, where it is about any."""

    reason: ScheduleRejection


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a schedule does. `least` is an amount in cents; None is the house's threshold in force in each period."""

    rhythm: Rhythm
    hour: int
    format: Format
    members: tuple[int, ...]
    receipt_hours: int
    currency: Currency = Currency.EUR
    table: str = ""
    player: str = ""
    least: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleActed:
    """A schedule after the act. `repeat`: it was so already, and nothing was written."""

    number: int
    state: str
    repeat: bool = False


def make_schedule(
    *, name: str, plan: Plan, reason: str, by: int, idempotency_key: UUID, now: datetime
) -> ScheduleActed:
    """Have the report `name` made and sent by itself, from its next turn on. A repeat with the same key is the same.

    Raises `ScheduleRejected`.
    """
    with transaction.atomic():
        _author(by)
        definition = CATALOGUE.get(name)
        if definition is None:
            raise ScheduleRejected(ScheduleRejection.NO_SUCH_REPORT)
        why, settings = _reason(reason), _settings(definition, plan, now)
        facts = {"reason": why, "changed_by_id": by, "changed_at": now}
        known = {"name": name, "since": now, **settings, **facts}
        schedule, new = Schedule.objects.get_or_create(key=idempotency_key, defaults=known)
        if not new:
            if (schedule.name, _plan_of(schedule)) != (name, settings):
                raise ScheduleRejected(ScheduleRejection.KEY_REUSED)
            return _acted(schedule, repeat=True)
        if Schedule.objects.exclude(state=ScheduleState.ENDED).count() > OPEN_MOST:
            raise ScheduleRejected(ScheduleRejection.TOO_MANY, most=OPEN_MOST)
        _tell(EventName.SCHEDULE_MADE, schedule, by, now, after=settings)
    return _acted(schedule)


def change_schedule(*, number: int, plan: Plan, reason: str, by: int, now: datetime) -> ScheduleActed:
    """Change what a schedule does. With another rhythm it begins at its next turn; what is due stays due.

    Raises `ScheduleRejected`.
    """
    with transaction.atomic():
        schedule, why = _open(number, reason, by)
        settings, before = _settings(CATALOGUE[schedule.name], plan, now), _plan_of(schedule)
        if settings == before:
            return _acted(schedule, repeat=True)
        if settings["rhythm"] != schedule.rhythm:
            schedule.since = now
        for name, value in settings.items():
            setattr(schedule, name, value)
        _note(schedule, why, by, now, *settings, "since")
        _tell(EventName.SCHEDULE_CHANGED, schedule, by, now, before=before, after=settings)
    return _acted(schedule)


def pause_schedule(*, number: int, reason: str, by: int, now: datetime) -> ScheduleActed:
    """Let it rest: turns that fall due meanwhile are left out. Raises `ScheduleRejected`."""
    return _turn_to(ScheduleState.PAUSED, EventName.SCHEDULE_PAUSED, number, reason, by, now)


def resume_schedule(*, number: int, reason: str, by: int, now: datetime) -> ScheduleActed:
    """Let it go on, from the next turn. Raises `ScheduleRejected`."""
    return _turn_to(ScheduleState.ACTIVE, EventName.SCHEDULE_RESUMED, number, reason, by, now)


def end_schedule(*, number: int, reason: str, by: int, now: datetime) -> ScheduleActed:
    """End it for good; reports that were sent stay, with their receipts. Raises `ScheduleRejected`."""
    return _turn_to(ScheduleState.ENDED, EventName.SCHEDULE_ENDED, number, reason, by, now)


def _turn_to(state: ScheduleState, name: EventName, number: int, reason: str, by: int, now: datetime) -> ScheduleActed:
    with transaction.atomic():
        schedule, why = _open(number, reason, by)
        if schedule.state == state:
            raise ScheduleRejected(ScheduleRejection.ALREADY_SO)
        if state is ScheduleState.ACTIVE:
            schedule.since = now
        schedule.state = state
        _note(schedule, why, by, now, "state", "since")
        _tell(name, schedule, by, now)
    return _acted(schedule)


def _author(by: int) -> None:
    if by not in members_who_may(Action.MAKE_REPORTS):
        raise ScheduleRejected(ScheduleRejection.NOT_ALLOWED)


def _open(number: int, reason: str, by: int) -> tuple[Schedule, str]:
    _author(by)
    schedule = Schedule.objects.select_for_update(no_key=True).filter(pk=number).first()
    if schedule is None:
        raise ScheduleRejected(ScheduleRejection.NO_SUCH_SCHEDULE)
    why = _reason(reason)
    if schedule.state == ScheduleState.ENDED:
        raise ScheduleRejected(ScheduleRejection.ALREADY_ENDED)
    return schedule, why


def _reason(text: str) -> str:
    asked = len(text.strip())
    return stated(text, ScheduleRejected(ScheduleRejection.REASON_MISSING, asked=asked, most=REASON[1]))


def _settings(definition: Definition, plan: Plan, now: datetime) -> dict[str, Any]:
    """The settings as they are kept, checked."""
    if plan.hour not in HOURS or plan.receipt_hours not in RECEIPT_HOURS:
        raise ScheduleRejected(ScheduleRejection.NOT_A_TURN)
    members = sorted(set(plan.members))
    if not members:
        raise ScheduleRejected(ScheduleRejection.NO_MEMBERS)
    if len(members) > MEMBERS_MOST:
        raise ScheduleRejected(ScheduleRejection.TOO_MANY_MEMBERS, asked=len(members), most=MEMBERS_MOST)
    if not set(members) <= members_who_may(Action.EXPORT_REPORTS).keys():
        raise ScheduleRejected(ScheduleRejection.MEMBER_MAY_NOT)
    return {
        "rhythm": plan.rhythm.value,
        "hour": plan.hour,
        "format": plan.format.value,
        "filter": _filter(definition, plan, now),
        "members": members,
        "receipt_hours": plan.receipt_hours,
    }


def _filter(definition: Definition, plan: Plan, now: datetime) -> dict[str, Any]:
    """What its requests are to ask by, tried with one of today: `wanted_of` reads it."""
    wanted = Wanted(
        name=definition.name, currency=plan.currency, table=plan.table, player=plan.player, least=plan.least
    )
    if definition.period is Period.DAYS:
        wanted = replace(wanted, first_day=day_of(now), last_day=day_of(now))
    try:
        found, _until = checked_filter(definition, wanted, now=now)
    except RequestRejected as rejected:
        raise ScheduleRejected(
            ScheduleRejection(rejected.reason.value), asked=rejected.asked, most=rejected.most
        ) from rejected
    if plan.least is None:
        found.pop("least", None)
    return {name: found[name] for name in ("currency", "table", "player", "least") if name in found}


def wanted_of(schedule: Schedule) -> Wanted:
    """The request of a schedule's turn, without its days."""
    asked = dict(schedule.filter)
    currency = Currency(asked.pop("currency", Currency.EUR))
    return Wanted(name=schedule.name, currency=currency, **asked)


def _plan_of(schedule: Schedule) -> dict[str, Any]:
    names = ("rhythm", "hour", "format", "filter", "members", "receipt_hours")
    return {name: getattr(schedule, name) for name in names}


def _note(schedule: Schedule, why: str, by: int, now: datetime, *changed: str) -> None:
    schedule.reason, schedule.changed_by_id, schedule.changed_at = why, by, now
    schedule.save(update_fields=[*changed, "reason", "changed_by", "changed_at"])


def _tell(name: EventName, schedule: Schedule, by: int, now: datetime, **facts: Any) -> None:
    tell(name, by=by, now=now, key=key_of(schedule.pk), report=schedule.name, reason=schedule.reason, **facts)


def key_of(number: int) -> str:
    """How people name a schedule: «S-7»."""
    return f"S-{number}"


def _acted(schedule: Schedule, *, repeat: bool = False) -> ScheduleActed:
    return ScheduleActed(number=schedule.pk, state=schedule.state, repeat=repeat)
