"""A schedule's turn that is due: its report is requested, its members told once it is ready, and each one's receipt.

A sweep does it, as often as it likes: a turn, a notice and an e-mail are each written once, in one transaction with
what they tell, so a process that dies in between leaves nothing half said. Missed turns are made up.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Final
from uuid import UUID, uuid5

from django.db import transaction
from django.db.models import Max

from players.events.names import EventName
from players.events.telling import tell
from players.messages.operations.emails import write_email
from players.roles import Action
from players.staff.queries import members_who_may
from reporting.catalogue import CATALOGUE, Period
from reporting.making.turns import DueTurn, Rhythm, turns
from reporting.models import ExportLog, Notice, ReportRun, RunFile, RunState, Schedule, ScheduleState, ScheduleTurn
from reporting.operations.requests import checked_filter
from reporting.operations.schedules import key_of, wanted_of
from reporting.writers.software import software

TURNS_AT_ONCE: Final = 31
"""So many turns of a schedule are made up in one sweep."""
OPENED: Final = "page"
"""How the log of exports calls a report that was read on its page."""


def send_due(*, now: datetime) -> int:
    """Request the reports that are due by a schedule, and tell of those that are ready; how many were told of."""
    for number in Schedule.objects.filter(state=ScheduleState.ACTIVE).order_by("pk").values_list("pk", flat=True):
        _request(number, now)
    ready = ScheduleTurn.objects.filter(told_at=None, run__state=RunState.DONE)
    open_turns = ready.exclude(schedule__state=ScheduleState.ENDED).order_by("pk").values_list("pk", flat=True)
    return sum(_told(turn_id, now) for turn_id in open_turns)


def receive(*, key: UUID, by: int, now: datetime) -> bool:
    """Note that a member opened or took the scheduled report `key`: the receipt, once; whether it was one."""
    with transaction.atomic():
        notice = (
            Notice.objects.select_for_update(no_key=True, of=("self",))
            .select_related("turn__run", "turn__schedule")
            .filter(turn__run__key=key, member_id=by, left_out=False, received_at=None)
            .first()
        )
        if notice is None:
            return False
        notice.received_at = now
        notice.save(update_fields=["received_at"])
        turn, run = notice.turn, notice.turn.run
        assert run is not None, "only reports that were made are told of"
        number = key_of(turn.schedule_id)
        ExportLog.objects.create(
            at=now,
            by_id=by,
            what=run.name,
            format=OPENED,
            filter={**run.filter, "report": str(key), "schedule": number},
            rows=run.rows,
            sha256=RunFile.objects.get(run=run, format=turn.format).sha256,
        )
        tell(EventName.SCHEDULE_RECEIVED, by=by, now=now, key=number, report=run.name, day=turn.last_day)
    return True


def _request(number: int, now: datetime) -> None:
    """Request the reports of the turns that are due, the earliest first."""
    with transaction.atomic():
        held = Schedule.objects.select_for_update(no_key=True, skip_locked=True)
        schedule = held.filter(pk=number, state=ScheduleState.ACTIVE).first()
        if schedule is None:
            return
        due = list(islice(_due(schedule, now), TURNS_AT_ONCE))
        about_now = CATALOGUE[schedule.name].period is Period.MOMENT
        for turn in due:
            # How things stood at an earlier turn cannot be asked any more: only the last one is made.
            run = None if about_now and turn is not due[-1] else _requested(schedule, turn, now)
            ScheduleTurn.objects.create(
                schedule=schedule,
                first_day=turn.first,
                last_day=turn.last,
                due_at=turn.due_at,
                run=run,
                format=schedule.format,
            )


def _due(schedule: Schedule, now: datetime) -> Iterator[DueTurn]:
    last = schedule.turns.aggregate(last=Max("due_at"))["last"]
    after = max(schedule.since, last or schedule.since)
    known = set(schedule.turns.filter(due_at__gte=after - timedelta(days=40)).values_list("first_day", "last_day"))
    for turn in turns(Rhythm(schedule.rhythm), schedule.hour, after=after, until=now):
        if (turn.first, turn.last) not in known:
            yield turn


def _requested(schedule: Schedule, turn: DueTurn, now: datetime) -> ReportRun:
    """The turn's request, in the name of who last changed the schedule, and the file of its format."""
    definition, wanted = CATALOGUE[schedule.name], wanted_of(schedule)
    if definition.period is Period.DAYS:
        wanted = replace(wanted, first_day=turn.first, last_day=turn.last)
    filter_, until = checked_filter(definition, wanted, now=now)
    run = ReportRun.objects.create(
        key=uuid5(schedule.key, f"{turn.first}/{turn.last}"),
        name=definition.name,
        definition=definition.full_name,
        software=software(),
        filter=filter_,
        asked_by_id=schedule.changed_by_id,
        asked_at=now,
        until=until,
    )
    # Its bytes are kept in every format: they are the ones whose hash the e-mail says.
    RunFile.objects.create(run=run, format=schedule.format, asked_by_id=schedule.changed_by_id, asked_at=now)
    tell(EventName.REPORT_ASKED, by=None, now=now, key=run.name, report=str(run.key), personal_data=False)
    return run


def _told(turn_id: int, now: datetime) -> bool:
    """Tell the members that a turn's report is ready, once its file is; whether they were told."""
    with transaction.atomic():
        held = ScheduleTurn.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
        turn = held.select_related("schedule", "run").filter(pk=turn_id, told_at=None).first()
        if turn is None:
            return False
        files = RunFile.objects.filter(run=turn.run, format=turn.format, state=RunState.DONE)
        file = files.select_related("run").first()
        if file is None:
            return False
        schedule, may = turn.schedule, members_who_may(Action.EXPORT_REPORTS)
        due_at = now + timedelta(hours=schedule.receipt_hours)
        for member_id in schedule.members:
            left_out = member_id not in may
            Notice.objects.create(turn=turn, member_id=member_id, at=now, left_out=left_out, due_at=due_at)
            if not left_out:
                _write(turn, file, member_id, due_at, now)
        turn.told_at = now
        turn.save(update_fields=["told_at"])
        told = len(may.keys() & set(schedule.members))
        tell(
            EventName.SCHEDULE_SENT,
            by=None,
            now=now,
            key=key_of(schedule.pk),
            report=schedule.name,
            day=turn.last_day,
            rows=file.run.rows,
            sha256=file.sha256,
            told=told,
            left_out=len(schedule.members) - told,
        )
    return True


def _write(turn: ScheduleTurn, file: RunFile, member_id: int, due_at: datetime, now: datetime) -> None:
    """The e-mail: that the report is ready, and where; neither its rows nor its filter, which may name a player."""
    facts = {
        "scheduled": turn.schedule.name,
        "first_day": turn.first_day.isoformat(),
        "last_day": turn.last_day.isoformat(),
        "rows": file.run.rows,
        "format": file.format.upper(),
        "sha256": file.sha256,
        "run": str(file.run.key),
        "due_at": due_at.isoformat(),
    }
    if CATALOGUE[turn.schedule.name].period is Period.MOMENT:
        facts["until_at"] = file.run.until.isoformat()
    key = uuid5(file.run.key, str(member_id))
    write_email(person_id=member_id, kind="scheduled-report", facts=facts, idempotency_key=key, now=now)
