"""Reports that come by themselves: requested when due, told of once, received once; refusals, and what the database
keeps (I3)."""

import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import IntegrityError, InternalError, connection, transaction

from casino.adapters.mail import send
from kernel.money import MOST, Currency
from players.events.queries import Subject, of_subject
from players.messages.operations.emails import send_emails
from players.models import Email, Person
from players.roles import Role
from players.staff import operations as staff
from reporting import operations
from reporting.making.turns import Rhythm
from reporting.models import ExportLog, Notice, ReportRun, RunFile, RunState, Schedule, ScheduleTurn
from reporting.operations import prepare_due, schedules, sending
from reporting.operations.schedules import Plan, ScheduleRejected, ScheduleRejection
from reporting.queries import exports
from reporting.queries import schedules as queries
from reporting.writers import Format
from tests.factories import Actor, Floor
from tests.integration.reporting.test_reporting_daily import DAY, NEXT, played
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
EVE = datetime(DAY.year, DAY.month, DAY.day, 21, tzinfo=UTC)
"""The evening of the day that is played."""


@pytest.fixture
def keeper(floor: Floor) -> Actor:
    played(floor)
    return floor.staff(Role.COMPLIANCE)


@pytest.fixture
def auditor(floor: Floor) -> Actor:
    return floor.staff(Role.AUDITOR)


def plan(*members: Actor, **changes: Any) -> Plan:
    first = Plan(
        rhythm=Rhythm.DAY,
        hour=6,
        format=Format.PDF,
        members=tuple(member.id for member in members),
        receipt_hours=4,
    )
    return replace(first, **changes)


def made(keeper: Actor, *members: Actor, name: str = "bets", now: datetime = EVE, **changes: Any) -> int:
    return schedules.make_schedule(
        name=name,
        plan=plan(*members, **changes),
        reason="pedido do auditor",
        by=keeper.id,
        idempotency_key=uuid.uuid4(),
        now=now,
    ).number


def sweep(now: datetime) -> int:
    """As the worker does it: request, make, tell."""
    sending.send_due(now=now)
    prepare_due(now=now)
    return sending.send_due(now=now)


def told_of(number: int) -> list[str]:
    return [event.name.value for event in of_subject(Subject.SCHEDULE, f"S-{number}")]


MORNING = NEXT.replace(hour=12)


def test_a_report_comes_by_itself_is_told_of_without_data_and_received(keeper: Actor, auditor: Actor) -> None:
    number = made(keeper, keeper, auditor)
    assert sweep(EVE + timedelta(minutes=1)) == 0, "nothing is due before its hour"
    assert sweep(MORNING) == 1
    assert sweep(MORNING) == 0
    (turn,) = queries.turns_of(number, now=MORNING)
    assert (turn.first, turn.last, turn.told_at) == (DAY, DAY, MORNING)
    run = ReportRun.objects.get()
    assert run.rows > 0
    assert (run.filter["first_day"], run.filter["last_day"]) == (DAY.isoformat(), DAY.isoformat())
    assert Email.objects.filter(kind="scheduled-report").count() == 2

    send_emails(send=send, now=MORNING)
    letter = next(each for each in mail.outbox if each.to == [auditor.email])
    for said in ("Registo de apostas", str(run.key), RunFile.objects.get().sha256, str(run.rows)):
        assert said in f"{letter.subject}\n{letter.body}"
    for player in Person.objects.filter(kind="player"):
        assert player.nickname not in letter.body
        assert str(player.public_id) not in letter.body
    assert "ponto-1" not in letter.body
    assert not letter.attachments

    file = operations.take(key=run.key, format=Format.PDF, by=auditor.id, now=MORNING)
    assert file.sha256 == turn.sha256, "the file is the one whose hash the e-mail said"
    assert sending.receive(key=run.key, by=auditor.id, now=MORNING)
    assert not sending.receive(key=run.key, by=auditor.id, now=MORNING + timedelta(hours=1))
    (turn,) = queries.turns_of(number, now=MORNING + timedelta(hours=5))
    assert {each.member_id: (each.received_at, each.late) for each in turn.notices} == {
        auditor.id: (MORNING, False),
        keeper.id: (None, True),
    }
    assert [each.number for each in queries.turns_in_trouble(now=MORNING + timedelta(hours=5), limit=9)] == [number]
    assert queries.turns_in_trouble(now=MORNING + timedelta(hours=3), limit=9) == ()
    opened = exports()[0]
    assert (opened.format, opened.by, opened.filter["schedule"]) == (sending.OPENED, auditor.name, f"S-{number}")
    assert opened.receipts == ((auditor.name, MORNING),)
    assert told_of(number) == ["schedule.made", "schedule.sent", "schedule.received"]


def test_who_was_not_told_receives_nothing(keeper: Actor, auditor: Actor) -> None:
    made(keeper, auditor)
    sweep(MORNING)
    assert not sending.receive(key=ReportRun.objects.get().key, by=keeper.id, now=MORNING)
    assert not sending.receive(key=uuid.uuid4(), by=auditor.id, now=MORNING)
    assert not ExportLog.objects.exists()


def test_what_was_missed_is_made_up_once(keeper: Actor, auditor: Actor) -> None:
    number = made(keeper, auditor)
    late = MORNING + timedelta(days=4)
    assert sweep(late) == 5
    assert sweep(late) == 0
    assert [turn.first for turn in queries.turns_of(number, now=late)] == [
        DAY + timedelta(days=ahead) for ahead in reversed(range(5))
    ]
    assert Email.objects.filter(kind="scheduled-report").count() == 5


def test_a_sweep_that_dies_leaves_nothing_half_said(
    keeper: Actor, auditor: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(keeper, keeper, auditor)
    sending.send_due(now=MORNING)
    prepare_due(now=MORNING)

    def dies(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sending, "tell", dies)
    with pytest.raises(KeyboardInterrupt):
        sending.send_due(now=MORNING)
    monkeypatch.undo()
    assert not Notice.objects.exists()
    assert not Email.objects.filter(kind="scheduled-report").exists()
    assert sending.send_due(now=MORNING) == 1
    assert Email.objects.filter(kind="scheduled-report").count() == 2


def test_how_things_stood_cannot_be_asked_later(keeper: Actor, auditor: Actor) -> None:
    number = made(keeper, auditor, name="accounts")
    late = MORNING + timedelta(days=2)
    assert sweep(late) == 1
    assert [turn.key is None for turn in queries.turns_of(number, now=late)] == [False, True, True]


def test_who_lost_the_role_gets_nothing_and_this_is_said(floor: Floor, keeper: Actor, auditor: Actor) -> None:
    gone, left = floor.staff(Role.AUDITOR), floor.staff(Role.INSPECTOR)
    number = made(keeper, auditor, gone, left)
    floor.promote(gone, Role.SUPPORT)
    staff.disable_staff(person_id=left.id, reason="saiu", by=floor.staff(Role.ADMINISTRATOR).id, now=EVE)
    assert sweep(MORNING) == 1
    (turn,) = queries.turns_of(number, now=MORNING)
    assert {each.member_id for each in turn.notices if each.left_out} == {gone.id, left.id}
    assert Email.objects.filter(kind="scheduled-report").values_list("person_id", flat=True).get() == auditor.id
    card = queries.schedule(number, now=MORNING)
    assert card is not None
    assert {member for member, (_name, gets) in card.members.items() if not gets} == {gone.id, left.id}
    assert not sending.receive(key=ReportRun.objects.get().key, by=gone.id, now=MORNING)


def test_paused_resumed_changed_and_ended_each_with_a_reason(keeper: Actor, auditor: Actor) -> None:
    number = made(keeper, auditor)
    act = {"number": number, "by": keeper.id}
    schedules.pause_schedule(**act, reason="férias", now=EVE)
    assert sweep(MORNING) == 0
    schedules.resume_schedule(**act, reason="de volta", now=MORNING)
    assert sweep(MORNING) == 0, "what fell due meanwhile is left out"
    tomorrow = MORNING + timedelta(days=1)
    assert sweep(tomorrow) == 1
    earlier = plan(auditor, hour=20)
    assert not schedules.change_schedule(**act, plan=earlier, reason="mais tarde", now=tomorrow).repeat
    assert schedules.change_schedule(**act, plan=earlier, reason="mais tarde", now=tomorrow).repeat
    assert sweep(tomorrow + timedelta(hours=9)) == 0, "that day was sent already"
    weekly = plan(auditor, hour=20, rhythm=Rhythm.WEEK)
    schedules.change_schedule(**act, plan=weekly, reason="por semana", now=tomorrow)
    card = queries.schedule(number, now=tomorrow)
    assert card is not None
    assert (card.changed_by, card.changed_at, card.reason) == (keeper.name, tomorrow, "por semana")
    schedules.end_schedule(**act, reason="já não é preciso", now=tomorrow)
    assert sweep(tomorrow + timedelta(days=30)) == 0
    assert told_of(number) == [
        "schedule.made",
        "schedule.paused",
        "schedule.resumed",
        "schedule.sent",
        "schedule.changed",
        "schedule.changed",
        "schedule.ended",
    ]
    with pytest.raises(ScheduleRejected) as caught:
        schedules.resume_schedule(**act, reason="outra vez", now=tomorrow)
    assert caught.value.reason is ScheduleRejection.ALREADY_ENDED


def test_a_change_of_hour_makes_up_what_became_due(keeper: Actor, auditor: Actor) -> None:
    number = made(keeper, auditor, hour=20)
    assert sweep(MORNING - timedelta(days=1)) == 0
    assert sweep(MORNING) == 0, "the day is sent at eight in the evening"
    schedules.change_schedule(number=number, plan=plan(auditor), reason="mais cedo", by=keeper.id, now=MORNING)
    assert sweep(MORNING) == 1


def test_a_failed_file_shows_and_is_told_of_once_it_is_made(keeper: Actor, auditor: Actor) -> None:
    number = made(keeper, auditor)
    sending.send_due(now=MORNING)
    prepare_due(now=MORNING)
    with as_owner():
        RunFile.objects.update(state=RunState.FAILED)
    assert sending.send_due(now=MORNING) == 0
    assert [turn.failed for turn in queries.turns_in_trouble(now=MORNING, limit=9)] == [True]
    run = ReportRun.objects.get()
    assert not operations.request_file(key=run.key, format=Format.PDF, by=keeper.id, now=MORNING)
    assert sweep(MORNING) == 1
    assert not queries.turns_of(number, now=MORNING)[0].failed


def test_a_repeat_with_the_same_key_is_the_same(keeper: Actor, auditor: Actor) -> None:
    key, wanted = uuid.uuid4(), {"name": "bets", "reason": "porque sim", "by": keeper.id, "now": EVE}
    first = schedules.make_schedule(**wanted, plan=plan(auditor), idempotency_key=key)  # type: ignore[arg-type]
    again = schedules.make_schedule(**wanted, plan=plan(auditor), idempotency_key=key)  # type: ignore[arg-type]
    assert (first.number, first.repeat, again.repeat) == (again.number, False, True)
    with pytest.raises(ScheduleRejected) as caught:
        schedules.make_schedule(**wanted, plan=plan(keeper), idempotency_key=key)  # type: ignore[arg-type]
    assert caught.value.reason is ScheduleRejection.KEY_REUSED


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"name": "nada"}, ScheduleRejection.NO_SUCH_REPORT),
        ({"reason": " a "}, ScheduleRejection.REASON_MISSING),
        ({"reason": "nulo \0 aqui"}, ScheduleRejection.REASON_MISSING),
        ({"reason": "x" * 301}, ScheduleRejection.REASON_MISSING),
        ({"hour": 0}, ScheduleRejection.NOT_A_TURN),
        ({"hour": 24}, ScheduleRejection.NOT_A_TURN),
        ({"receipt_hours": 5}, ScheduleRejection.NOT_A_TURN),
        ({"members": ()}, ScheduleRejection.NO_MEMBERS),
        ({"members": tuple(range(1, 30))}, ScheduleRejection.TOO_MANY_MEMBERS),
        ({"members": (987_654,)}, ScheduleRejection.MEMBER_MAY_NOT),
        ({"table": "nenhuma"}, ScheduleRejection.NO_SUCH_TABLE),
        ({"player": "ninguem@sabot.example"}, ScheduleRejection.NO_SUCH_PLAYER),
        ({"name": "significant-events", "least": 0}, ScheduleRejection.AMOUNT_OUT_OF_RANGE),
        ({"name": "significant-events", "least": MOST + 1}, ScheduleRejection.AMOUNT_OUT_OF_RANGE),
    ],
)
def test_what_is_wrong_is_refused(
    keeper: Actor, auditor: Actor, asked: dict[str, Any], reason: ScheduleRejection
) -> None:
    sent = {"name": "bets", "reason": "pedido do auditor"} | {
        name: asked.pop(name) for name in ("name", "reason") if name in asked
    }
    with pytest.raises(ScheduleRejected) as caught:
        schedules.make_schedule(
            **sent, plan=plan(auditor, **asked), by=keeper.id, idempotency_key=uuid.uuid4(), now=EVE
        )
    assert caught.value.reason is reason
    assert not Schedule.objects.exists()


def test_only_compliance_schedules_and_only_for_those_who_may(floor: Floor, keeper: Actor, auditor: Actor) -> None:
    for by, member, reason in (
        (auditor, auditor, ScheduleRejection.NOT_ALLOWED),
        (keeper, floor.staff(Role.GAME_MANAGER), ScheduleRejection.MEMBER_MAY_NOT),
        (keeper, floor.player(), ScheduleRejection.MEMBER_MAY_NOT),
    ):
        with pytest.raises(ScheduleRejected) as caught:
            made(by, member)
        assert caught.value.reason is reason
    number = made(keeper, auditor)
    for operation in (schedules.pause_schedule, schedules.resume_schedule, schedules.end_schedule):
        with pytest.raises(ScheduleRejected) as caught:
            operation(number=number, reason="porque sim", by=auditor.id, now=EVE)
        assert caught.value.reason is ScheduleRejection.NOT_ALLOWED
        with pytest.raises(ScheduleRejected) as caught:
            operation(number=number + 1, reason="porque sim", by=keeper.id, now=EVE)
        assert caught.value.reason is ScheduleRejection.NO_SUCH_SCHEDULE
    with pytest.raises(ScheduleRejected) as caught:
        schedules.resume_schedule(number=number, reason="porque sim", by=keeper.id, now=EVE)
    assert caught.value.reason is ScheduleRejection.ALREADY_SO


def test_there_is_an_end_to_schedules(keeper: Actor, auditor: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedules, "OPEN_MOST", 1)
    made(keeper, auditor)
    with pytest.raises(ScheduleRejected) as caught:
        made(keeper, auditor)
    assert caught.value.reason is ScheduleRejection.TOO_MANY


def test_the_filter_is_the_schedules_own(keeper: Actor, auditor: Actor) -> None:
    made(keeper, auditor, name="significant-events", now=EVE)
    made(keeper, auditor, name="significant-events", least=7_000_00)
    made(keeper, auditor, name="bets", table="ponto-1", currency=Currency.EUR)
    sweep(MORNING)
    first, second, third = (run.filter for run in ReportRun.objects.order_by("pk"))
    assert (first["least"], second["least"]) == (5_000_00, 7_000_00)
    assert third["table"] == "ponto-1"


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM reporting_notice",
        "DELETE FROM reporting_scheduleturn",
        "DELETE FROM reporting_schedule",
        "UPDATE reporting_notice SET received_at = NULL",
        "UPDATE reporting_notice SET due_at = now()",
        "UPDATE reporting_scheduleturn SET told_at = now()",
        "UPDATE reporting_scheduleturn SET last_day = '2030-01-01'",
        "UPDATE reporting_schedule SET hour = 7",
    ],
)
def test_the_database_keeps_them(keeper: Actor, auditor: Actor, statement: str) -> None:
    number = made(keeper, auditor)
    sweep(MORNING)
    sending.receive(key=ReportRun.objects.get().key, by=auditor.id, now=MORNING)
    schedules.end_schedule(number=number, reason="já não é preciso", by=keeper.id, now=MORNING)
    refusal = pytest.raises((IntegrityError, InternalError))
    with refusal, transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert ScheduleTurn.objects.count() == 1
