"""The reports' door for reading schedules: their turns, receipts, and reports without one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet

from kernel.questions import NOW, whether_any
from players.accounts.queries import nicknames
from players.roles import Action
from players.staff.queries import members_who_may
from reporting.catalogue import CATALOGUE, Definition, Period
from reporting.making.turns import DueTurn, Rhythm, next_turn
from reporting.models import Notice, RunFile, RunState, Schedule, ScheduleState, ScheduleTurn

__all__ = [
    "ANY_TROUBLE",
    "NoticeCard",
    "ScheduleCard",
    "ScheduleState",
    "TurnCard",
    "receipts",
    "schedule",
    "schedules",
    "turn_of",
    "turns_in_trouble",
    "turns_of",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeCard:
    """A report's word to one member."""

    member_id: int
    member: str
    at: datetime
    due_at: datetime
    left_out: bool
    received_at: datetime | None
    late: bool
    """Should have been received by now: who may not take reports any more owes no receipt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCard:
    """One turn of a schedule. `key` is its report's, None for one that was left out; `told_at` when it was sent."""

    number: int
    definition: Definition
    first: date
    last: date
    due_at: datetime
    key: UUID | None
    until: datetime | None
    rows: int
    format: str
    sha256: str
    failed: bool
    told_at: datetime | None
    notices: tuple[NoticeCard, ...]

    @property
    def about_moment(self) -> bool:
        """Whether it says how things stood, rather than what happened on days."""
        return self.definition.period is Period.MOMENT


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleCard:
    """A schedule as it stands. `members` are those who get it, by id: name, and whether they may."""

    number: int
    definition: Definition
    rhythm: Rhythm
    hour: int
    format: str
    filter: Mapping[str, Any]
    members: Mapping[int, tuple[str, bool]]
    receipt_hours: int
    state: ScheduleState
    reason: str
    changed_by: str
    changed_at: datetime
    upcoming: DueTurn | None
    """The next turn; None unless it is active."""
    last: TurnCard | None

    @property
    def key(self) -> str:
        """How people name it: «S-7»."""
        return f"S-{self.number}"


def schedules(*, now: datetime) -> tuple[ScheduleCard, ...]:
    """Every schedule: the active ones first, those that ended last. A few statements, however many."""
    order = {ScheduleState.ACTIVE: 0, ScheduleState.PAUSED: 1, ScheduleState.ENDED: 2}
    rows = sorted(_rows(), key=lambda row: (order[ScheduleState(row.state)], row.pk))
    newest = ScheduleTurn.objects.order_by("schedule_id", "-due_at").distinct("schedule_id").values_list("pk")
    last = {card.number: card for card in _turns(ScheduleTurn.objects.filter(pk__in=newest), now)}
    return _cards(rows, last, now)


def schedule(number: int, *, now: datetime) -> ScheduleCard | None:
    """One schedule; None for no such."""
    return next(iter(_cards(_rows().filter(pk=number), {}, now)), None)


def turns_of(number: int, *, now: datetime, limit: int = 60) -> tuple[TurnCard, ...]:
    """A schedule's turns, the newest first."""
    found = ScheduleTurn.objects.filter(schedule_id=number).order_by("-due_at")[:limit]
    return _turns(ScheduleTurn.objects.filter(pk__in=list(found.values_list("pk", flat=True))), now)


def turn_of(key: UUID, *, now: datetime) -> TurnCard | None:
    """The turn that this report was made for; None for one that a person requested."""
    return next(iter(_turns(ScheduleTurn.objects.filter(run__key=key), now)), None)


def turns_in_trouble(*, now: datetime, limit: int) -> tuple[TurnCard, ...]:
    """Turns whose report failed, or whose receipt is overdue; of schedules that go on."""
    open_turns = ScheduleTurn.objects.exclude(schedule__state=ScheduleState.ENDED)
    failed = open_turns.filter(told_at=None, run__state=RunState.FAILED).values_list("pk", flat=True)
    no_file = open_turns.filter(told_at=None, run__files__state=RunState.FAILED).values_list("pk", flat=True)
    late = Notice.objects.filter(left_out=False, received_at=None, due_at__lte=now).exclude(
        turn__schedule__state=ScheduleState.ENDED
    )
    wanted = [*failed[:limit], *no_file[:limit], *late.order_by("due_at").values_list("turn_id", flat=True)[:limit]]
    found = _turns(ScheduleTurn.objects.filter(pk__in=wanted), now)
    return tuple(card for card in found if card.failed or any(each.late for each in card.notices))


ANY_TROUBLE: Final = whether_any(
    ScheduleTurn.objects.filter(told_at=None, run__isnull=False),
    Notice.objects.filter(left_out=False, received_at=None, due_at__lte=NOW),
)
"""Whether `turns_in_trouble` may have any: a report that was not sent yet, or a receipt that is overdue."""


def receipts(keys: Iterable[UUID]) -> dict[UUID, tuple[tuple[str, datetime], ...]]:
    """Who received each of these reports, and when; unsent ones are left out. One statement."""
    rows = Notice.objects.filter(turn__run__key__in=set(keys), received_at__isnull=False).order_by("received_at")
    found: dict[UUID, tuple[tuple[str, datetime], ...]] = {}
    for key, name, at in rows.values_list("turn__run__key", "member__nickname", "received_at"):
        assert at is not None, "only those received are asked for"
        found[key] = (*found.get(key, ()), (name, at))
    return found


def _rows() -> "QuerySet[Schedule]":
    return Schedule.objects.select_related("changed_by").order_by("pk")


def _cards(rows: "Iterable[Schedule]", last: Mapping[int, TurnCard], now: datetime) -> tuple[ScheduleCard, ...]:
    kept = [row for row in rows if row.name in CATALOGUE]
    may = members_who_may(Action.EXPORT_REPORTS)
    names = nicknames({number for row in kept for number in row.members})
    return tuple(
        ScheduleCard(
            number=row.pk,
            definition=CATALOGUE[row.name],
            rhythm=Rhythm(row.rhythm),
            hour=row.hour,
            format=row.format,
            filter=row.filter,
            members={number: (names[number], number in may) for number in row.members},
            receipt_hours=row.receipt_hours,
            state=ScheduleState(row.state),
            reason=row.reason,
            changed_by=row.changed_by.nickname,
            changed_at=row.changed_at,
            upcoming=next_turn(Rhythm(row.rhythm), row.hour, after=max(now, row.since))
            if row.state == ScheduleState.ACTIVE
            else None,
            last=last.get(row.pk),
        )
        for row in kept
    )


def _turns(rows: "QuerySet[ScheduleTurn]", now: datetime) -> tuple[TurnCard, ...]:
    may = members_who_may(Action.EXPORT_REPORTS)
    found = rows.select_related("schedule", "run").prefetch_related("notices__member", "run__files")
    return tuple(_turn(row, may, now) for row in found.order_by("-due_at", "-pk") if row.schedule.name in CATALOGUE)


def _turn(row: ScheduleTurn, may: Mapping[int, str], now: datetime) -> TurnCard:
    run = row.run
    file = next((one for one in run.files.all() if one.format == row.format), None) if run else None
    return TurnCard(
        number=row.schedule_id,
        definition=CATALOGUE[row.schedule.name],
        first=row.first_day,
        last=row.last_day,
        due_at=row.due_at,
        key=run.key if run else None,
        until=run.until if run else None,
        rows=run.rows if run else 0,
        format=row.format,
        sha256=file.sha256 if file else "",
        failed=bool(run and row.told_at is None and _failed(run.state, file)),
        told_at=row.told_at,
        notices=tuple(
            NoticeCard(
                member_id=each.member_id,
                member=each.member.nickname,
                at=each.at,
                due_at=each.due_at,
                left_out=each.left_out,
                received_at=each.received_at,
                late=not each.left_out and each.received_at is None and each.member_id in may and now >= each.due_at,
            )
            for each in sorted(row.notices.all(), key=lambda each: each.member.nickname)
        ),
    )


def _failed(state: str, file: RunFile | None) -> bool:
    return RunState.FAILED in {state, file.state if file else ""}
