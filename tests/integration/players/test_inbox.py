"""Work among staff: given, taken, put off, watched and mentioned, and everything that is refused."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.complaints import operations as complaints
from players.complaints.queries import cases
from players.events import queries as events
from players.events.names import EventName, Subject
from players.inbox import operations as inbox
from players.inbox import queries
from players.inbox.calling import called_in_vain, named
from players.inbox.operations import InboxRejected, InboxRejection
from players.inbox.things import KINDS, Thing, are_known, number_of
from players.models import Person
from players.roles import ALLOWED, Action, Role
from tables.operations import incidents
from tests.factories import Actor, Floor

pytestmark = pytest.mark.django_db


def complaint(floor: Floor) -> Thing:
    case = complaints.complain(
        person_id=floor.player().id,
        category="round",
        text="A jogada foi mal paga.",
        idempotency_key=uuid4(),
        now=floor.now,
    )
    return Thing(Subject.COMPLAINT, case.number)


def incident(floor: Floor, by: Actor) -> Thing:
    made = incidents.report(text="A câmara parou.", by=by.id, idempotency_key=uuid4(), now=floor.now)
    return Thing(Subject.INCIDENT, f"I-{made.incident_id}")


def told(thing: Thing) -> list[EventName]:
    found = events.of_subject(thing.kind, thing.key)
    return [event.name for event in found if event.name.startswith("work.")]


def test_a_thing_is_taken_given_on_and_given_back(floor: Floor) -> None:
    one, other = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)
    case = complaint(floor)
    assert queries.carers([case]) == {}
    assert inbox.assign(things=[case], person_id=one.id, by=one.id, now=floor.now).changed == 1
    assert inbox.assign(things=[case, case], person_id=one.id, by=one.id, now=floor.now).changed == 0
    inbox.assign(things=[case], person_id=other.id, by=one.id, now=floor.now)
    assert queries.carers([case])[case].name == other.name
    inbox.assign(things=[case], person_id=None, by=other.id, now=floor.now)
    assert queries.carers([case])[case].person_id is None
    assert told(case) == [EventName.WORK_TAKEN, EventName.WORK_ASSIGNED, EventName.WORK_GIVEN_BACK]
    given = events.of_subject(case.kind, case.key)[-2]
    assert (given.whom, given.who) == (other.name, one.name)
    assert given.facts == {"before": one.id, "after": other.id}


def test_taking_a_complaint_in_hand_is_looking_after_it(floor: Floor) -> None:
    one = floor.staff(Role.SUPPORT)
    case = complaint(floor)
    found = cases.case(case.key, now=floor.now)
    assert found is not None
    complaints.take_in_hand(complaint_id=found.id, by=one.id, seen=found.revision, now=floor.now)
    assert queries.carers([case])[case].person_id == one.id
    assert told(case) == []  # the case tells it itself


def test_an_inbox_gives_many_things_at_once_with_as_many_statements(floor: Floor) -> None:
    one = floor.staff(Role.SUPPORT)
    many = [complaint(floor) for _ in range(6)]
    counts = []
    for things in (many[:2], many[2:]):
        with CaptureQueriesContext(connection) as asked:
            assert inbox.assign(things=things, person_id=one.id, by=one.id, now=floor.now).changed == len(things)
        counts.append(len(asked))
    assert counts[0] == counts[1]
    assert set(queries.carers(many)) == set(many)


def test_who_works_on_anything_may_give_it() -> None:
    gives = {role for role, actions in ALLOWED.items() if Action.GIVE_WORK in actions}
    works = {role for role, actions in ALLOWED.items() if any(of.worked & actions for of in KINDS.values())}
    assert gives == works


@pytest.mark.parametrize("role", [Role.GAME_MANAGER, Role.APPROVER, Role.AUDITOR, Role.INSPECTOR, Role.ADMINISTRATOR])
def test_only_who_works_on_a_thing_gives_it(floor: Floor, role: Role) -> None:
    one, helper = floor.staff(role), floor.staff(Role.SUPPORT)
    with pytest.raises(InboxRejected) as refused:
        inbox.assign(things=[complaint(floor)], person_id=helper.id, by=one.id, now=floor.now)
    assert refused.value.reason is InboxRejection.NOT_ALLOWED


def test_players_give_nothing_and_are_given_nothing(floor: Floor) -> None:
    one, player = floor.staff(Role.SUPPORT), floor.player()
    case = complaint(floor)
    for person_id, by, reason in (
        (one.id, player.id, InboxRejection.NOT_ALLOWED),
        (player.id, one.id, InboxRejection.NO_SUCH_COLLEAGUE),
        (0, one.id, InboxRejection.NO_SUCH_COLLEAGUE),
        (floor.staff(Role.GAME_MANAGER).id, one.id, InboxRejection.COLLEAGUE_MAY_NOT_WORK_ON),
    ):
        with pytest.raises(InboxRejected) as refused:
            inbox.assign(things=[case], person_id=person_id, by=by, now=floor.now)
        assert refused.value.reason is reason
    assert queries.carers([case]) == {}


def test_who_left_is_given_nothing(floor: Floor) -> None:
    one, gone = floor.staff(Role.SUPPORT), floor.staff(Role.SUPPORT)
    Person.objects.filter(pk=gone.id).update(is_active=False)
    case = complaint(floor)
    with pytest.raises(InboxRejected) as refused:
        inbox.assign(things=[case], person_id=gone.id, by=one.id, now=floor.now)
    assert refused.value.reason is InboxRejection.NO_SUCH_COLLEAGUE
    assert gone.name not in {each.name for each in queries.workers(Subject.COMPLAINT)}


@pytest.mark.parametrize("key", ["R-2026-99999", "R-2026-9", "", "x", "R-2026-00001/..", "R-٢٠٢٦-١"])
def test_what_is_not_there_is_refused_whole(floor: Floor, key: str) -> None:
    one = floor.staff(Role.SUPPORT)
    case = complaint(floor)
    with pytest.raises(InboxRejected) as refused:
        inbox.assign(things=[case, Thing(Subject.COMPLAINT, key)], person_id=one.id, by=one.id, now=floor.now)
    assert refused.value.reason is InboxRejection.NO_SUCH_THING
    assert queries.carers([case]) == {}


def test_nothing_and_too_much_are_refused(floor: Floor) -> None:
    one = floor.staff(Role.SUPPORT)
    many = [Thing(Subject.COMPLAINT, f"R-2026-{number:05}") for number in range(inbox.MOST + 1)]
    for things, reason in (([], InboxRejection.NOTHING_CHOSEN), (many, InboxRejection.TOO_MANY)):
        with pytest.raises(InboxRejected) as refused:
            inbox.assign(things=things, person_id=one.id, by=one.id, now=floor.now)
        assert refused.value.reason is reason


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_of_thing_is_found_and_odd_keys_are_not(floor: Floor, kind: Subject) -> None:
    for key in ("", "nada", "X-1", "-", "S-", "S-1e3", f"A-{10**30}", "/v", "macau/v²", "2026-13-40"):
        assert not are_known([Thing(kind, key)])


def test_keys_are_numbers_in_one_way_only() -> None:
    assert number_of("I-7", "I") == 7
    assert [number_of(key, "I") for key in ("7", "I7", "I--7", "I-٧", "S-7", "I-")] == [None] * 6


def test_a_thing_is_put_off_and_brought_back(floor: Floor) -> None:
    one, other = floor.staff(Role.SUPPORT), floor.staff(Role.SUPPORT)
    case, until = complaint(floor), floor.now + timedelta(days=2)
    inbox.put_off(things=[case], until=until, by=one.id, now=floor.now)
    assert queries.kept_by(one.id, now=floor.now)[case].put_off_until == until
    assert queries.kept_by(other.id, now=floor.now) == {}
    assert queries.kept_by(one.id, now=until) == {}
    assert inbox.bring_back(things=[case], by=one.id, now=floor.now).changed == 1
    assert inbox.bring_back(things=[case], by=one.id, now=floor.now).changed == 0
    assert queries.kept_by(one.id, now=floor.now) == {}
    assert told(case) == [EventName.WORK_PUT_OFF, EventName.WORK_BROUGHT_BACK]


@pytest.mark.parametrize("ahead", [timedelta(0), timedelta(days=-1), timedelta(days=30, seconds=1)])
def test_put_off_ends_between_now_and_thirty_days(floor: Floor, ahead: timedelta) -> None:
    one = floor.staff(Role.SUPPORT)
    case = complaint(floor)
    with pytest.raises(InboxRejected) as refused:
        inbox.put_off(things=[case], until=floor.now + ahead, by=one.id, now=floor.now)
    assert (refused.value.reason, refused.value.most) == (InboxRejection.UNTIL_INVALID, 30)
    assert told(case) == []


def test_inspectors_watch_and_put_off_for_themselves(floor: Floor) -> None:
    one = floor.staff(Role.INSPECTOR)
    case = complaint(floor)
    inbox.watch(things=[case], by=one.id, now=floor.now)
    inbox.put_off(things=[case], until=floor.now + timedelta(hours=1), by=one.id, now=floor.now)
    kept = queries.kept_by(one.id, now=floor.now)[case]
    assert (kept.is_watched, kept.put_off_until) == (True, floor.now + timedelta(hours=1))
    assert inbox.unwatch(things=[case], by=one.id, now=floor.now).changed == 1
    assert not queries.kept_by(one.id, now=floor.now)[case].is_watched


def test_what_a_role_does_not_see_cannot_be_watched(floor: Floor) -> None:
    one = floor.staff(Role.APPROVER)
    for act in (inbox.watch, inbox.unwatch, inbox.bring_back, inbox.read_mentions):
        with pytest.raises(InboxRejected) as refused:
            act(things=[complaint(floor)], by=one.id, now=floor.now)
        assert refused.value.reason is InboxRejection.NOT_ALLOWED


def test_a_note_puts_an_incident_into_a_colleagues_inbox(floor: Floor) -> None:
    boss, other, manager = floor.staff(Role.SUPERVISOR), floor.staff(Role.COMPLIANCE), floor.staff(Role.APPROVER)
    thing = incident(floor, boss)
    incidents.note(
        incident_id=int(thing.key[2:]),
        text=f"Vê isto, @{other.name}, e @{manager.name} também; a@b.pt não.",
        by=boss.id,
        idempotency_key=uuid4(),
        now=floor.now,
    )
    kept = queries.kept_by(other.id, now=floor.now)[thing]
    assert (kept.mentioned_at, kept.mentioned_by) == (floor.now, boss.name)
    assert queries.kept_by(manager.id, now=floor.now) == {}  # approvers do not see incidents
    assert told(thing) == [EventName.WORK_MENTIONED]
    inbox.read_mentions(things=[thing], by=other.id, now=floor.now)
    assert queries.kept_by(other.id, now=floor.now) == {}


def test_a_note_puts_a_complaint_into_a_colleagues_inbox_once(floor: Floor) -> None:
    one, other = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)
    case, key = complaint(floor), uuid4()
    number = cases.case_id(case.key)
    assert number is not None
    for _ in range(2):
        complaints.note(
            complaint_id=number, text=f"@{other.name} só falta isto.", by=one.id, idempotency_key=key, now=floor.now
        )
    assert told(case) == [EventName.WORK_MENTIONED]
    assert list(queries.kept_by(other.id, now=floor.now)) == [case]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("@Inês Sá viu", [1]),
        ("@inês sá, @tiago", [1, 3]),
        ("@Inês", []),  # two are called so
        ("@Inês Sáurio", []),
        ("@Tiago.", [3]),
        ("tiago@casa.pt e x.@Tiago", []),
        ("@@Tiago", []),
        ("@", []),
        ("@Rui", []),
    ],
)
def test_names_behind_an_at_are_found(text: str, found: list[int]) -> None:
    assert named(text, {1: "Inês Sá", 2: "Inês Melo", 3: "Tiago Costa"}) == found


def test_a_look_is_remembered(floor: Floor) -> None:
    one = floor.staff(Role.SUPPORT)
    assert queries.looked_at(one.id) is None
    inbox.look(by=one.id, now=floor.now)
    inbox.look(by=one.id, now=floor.now + timedelta(hours=1))
    assert queries.looked_at(one.id) == floor.now + timedelta(hours=1)


def test_colleagues_are_those_whose_role_sees_the_thing(floor: Floor) -> None:
    people = {role: floor.staff(role) for role in Role}
    with CaptureQueriesContext(connection) as asked:
        names = {each.name for each in queries.colleagues(Subject.COMPLAINT)}
    assert len(asked) == 1
    sees = {Role.SUPPORT, Role.COMPLIANCE, Role.AUDITOR, Role.INSPECTOR}
    assert names >= {people[role].name for role in sees}
    assert not names & {people[role].name for role in set(Role) - sees}


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("@Inês Sá, veja", ()),
        ("@inês viu; @Rui não", ("Rui",)),
        ("@Ana e @Ana e @Rui", ("Ana", "Rui")),
        ("rui@casa.example", ()),
        ("@ ninguém, @_ nem assim", ()),
    ],
)
def test_names_that_no_colleague_has_are_said(text: str, missed: tuple[str, ...]) -> None:
    assert called_in_vain(text, {1: "Inês Sá", 2: "Ana Reis", 3: "Ana Sousa"}) == missed
