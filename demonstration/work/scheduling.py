"""Stories of reports that come by themselves: to whom, which of them were opened, and one whose receipt is awaited."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from demonstration.work.stage import Stage, Story
from players.roles import Role
from reporting import operations
from reporting.making.turns import Rhythm, due_moment
from reporting.operations import schedules, sending
from reporting.operations.schedules import Plan
from reporting.queries import schedules as queries
from reporting.writers import Format

DAYS: Final = 8
"""Of the past's last days the daily report comes by itself: each of them is made, as in a house at work."""
WEEKS: Final = 4
HOUR: Final = 6
ROLES: Final = (Role.AUDITOR, Role.INSPECTOR)


def stories(stage: Stage) -> Iterator[Story]:
    """The performance of the tables by day for the auditor; the complaints of each week for the inspector too."""
    yield _schedule(stage, "game-performance", Rhythm.DAY, DAYS, Format.PDF, "O plano de auditoria pede-o por dia.")
    yield _schedule(
        stage, "complaints", Rhythm.WEEK, 7 * WEEKS, Format.XLSX, "A Inspeção quer ver as reclamações de cada semana."
    )
    days = len(stage.days)
    for day in range(max(0, days - 7 * WEEKS), days):
        yield _morning(stage, day)


def _schedule(stage: Stage, name: str, rhythm: Rhythm, days: int, format: Format, reason: str) -> Story:
    """Compliance has a report come by itself, from so many days before the past's end on."""
    compliance = stage.staff[Role.COMPLIANCE]
    members = ROLES if rhythm is Rhythm.WEEK else ROLES[:1]
    yield (at := stage.moment(max(0, len(stage.days) - days), 0, 20))
    plan = Plan(
        rhythm=rhythm,
        hour=HOUR,
        format=format,
        members=tuple(stage.staff[role] for role in members),
        receipt_hours=24,
    )
    with stage.act(at, compliance):
        schedules.make_schedule(
            name=name, plan=plan, reason=reason, by=compliance, idempotency_key=stage.key("schedule", name), now=at
        )


def _morning(stage: Stage, day: int) -> Story:
    """What the worker does when turns are due: the reports are requested, made and told of; readers open them later."""
    yield (at := due_moment(stage.days[day], HOUR) + timedelta(seconds=20))
    with stage.act(at):
        sending.send_due(now=at)
        operations.prepare_due(now=at)
        sending.send_due(now=at)
    for place, role in enumerate(ROLES):
        yield (at := at + timedelta(hours=3, minutes=17 + 11 * place))
        _opened(stage, stage.staff[role], at, last=day == len(stage.days) - 1)


def _opened(stage: Stage, reader: int, at: datetime, *, last: bool) -> None:
    """A member opens what was sent since the day before; on the past's last day only what others have open already."""
    for card in queries.schedules(now=at):
        if last and card.rhythm is Rhythm.DAY:
            continue
        for turn in queries.turns_of(card.number, now=at):
            if turn.key and any(each.member_id == reader and each.received_at is None for each in turn.notices):
                with stage.act(at, reader):
                    sending.receive(key=turn.key, by=reader, now=at)
