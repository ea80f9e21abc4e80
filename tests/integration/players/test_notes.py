"""Notes of staff on players: written once, never changed, told without their text, the player's to read (H3)."""

import uuid

import pytest
from django.db import InternalError, connection, transaction
from django.db.utils import IntegrityError
from pytest_django import DjangoAssertNumQueries

from players.audit.operations.notes import NoteRejected, NoteRejection, add_note, pin_note
from players.audit.queries.notes import note_count, notes_on
from players.events import queries as spine
from players.events.names import EventName
from players.models import NotePin, PlayerNote
from players.privacy.queries import parts_of
from players.roles import Role
from tests.factories import Actor, Floor
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db


@pytest.fixture
def rita(floor: Floor) -> Actor:
    return floor.player("Rita")


def note(floor: Floor, player: Actor, by: Actor, text: str, key: uuid.UUID | None = None) -> int:
    return add_note(
        person_id=player.id, text=text, by=by.id, idempotency_key=key or uuid.uuid4(), now=floor.now
    ).note_id


def test_a_note_stands_with_its_author_and_moment(floor: Floor, rita: Actor) -> None:
    tiago = floor.staff(Role.SUPPORT)
    note(floor, rita, tiago, "  Prefere resposta por correio.  ")
    (line,) = notes_on(rita.id)
    assert (line.text, line.by, line.at, line.on_top) == ("Prefere resposta por correio.", tiago.name, floor.now, False)
    assert note_count(rita.id) == 1
    assert notes_on(floor.player().id) == ()


def test_the_same_form_sent_twice_writes_one_note(floor: Floor, rita: Actor) -> None:
    tiago, key = floor.staff(Role.SUPPORT), uuid.uuid4()
    assert note(floor, rita, tiago, "uma nota", key) == note(floor, rita, tiago, "uma nota", key)
    assert PlayerNote.objects.count() == 1


def test_who_may_write_and_on_whom(floor: Floor, rita: Actor) -> None:
    support = floor.staff(Role.SUPPORT)
    for by, whom, text, reason in (
        (support, rita, "ab", NoteRejection.TEXT_MISSING),
        (support, rita, " " * 9, NoteRejection.TEXT_MISSING),
        (support, rita, "x" * 2_001, NoteRejection.TEXT_MISSING),
        (floor.staff(Role.INSPECTOR), rita, "uma nota", NoteRejection.NOT_ALLOWED),
        (floor.staff(Role.ADMINISTRATOR), rita, "uma nota", NoteRejection.NOT_ALLOWED),
        (rita, rita, "uma nota", NoteRejection.NOT_ALLOWED),
        (support, support, "uma nota", NoteRejection.NO_SUCH_PERSON),
    ):
        with pytest.raises(NoteRejected) as refused:
            note(floor, whom, by, text)
        assert refused.value.reason is reason
    assert not PlayerNote.objects.exists()
    for role in (Role.SUPERVISOR, Role.COMPLIANCE):
        note(floor, rita, floor.staff(role), "uma nota")


def test_notes_on_top_come_first_and_pages_lose_none(floor: Floor, rita: Actor) -> None:
    tiago = floor.staff(Role.SUPPORT)
    numbers = [note(floor, rita, tiago, f"nota {n}") for n in range(6)]

    def pin(number: int, on_top: bool) -> None:
        pin_note(person_id=rita.id, note_id=number, on_top=on_top, by=tiago.id, now=floor.now)

    pin(numbers[1], True)
    pin(numbers[1], True)
    pin(numbers[2], True)
    pin(numbers[2], False)
    assert NotePin.objects.count() == 3
    first = notes_on(rita.id, limit=3)
    assert [line.id for line in first] == [numbers[1], numbers[5], numbers[4]]
    rest = notes_on(rita.id, before=first[-1].id)
    assert [line.id for line in rest] == [numbers[3], numbers[2], numbers[0]]
    with pytest.raises(NoteRejected) as refused:
        pin_note(person_id=floor.player().id, note_id=numbers[0], on_top=True, by=tiago.id, now=floor.now)
    assert refused.value.reason is NoteRejection.NO_SUCH_NOTE
    with pytest.raises(NoteRejected) as refused:
        pin_note(person_id=rita.id, note_id=numbers[0], on_top=True, by=rita.id, now=floor.now)
    assert refused.value.reason is NoteRejection.NOT_ALLOWED


def test_the_spine_tells_of_a_note_and_not_what_it_says(floor: Floor, rita: Actor) -> None:
    tiago = floor.staff(Role.SUPPORT)
    number = note(floor, rita, tiago, "segredo escrito")
    pin_note(person_id=rita.id, note_id=number, on_top=True, by=tiago.id, now=floor.now)
    pin_note(person_id=rita.id, note_id=number, on_top=False, by=tiago.id, now=floor.now)
    told = spine.of_person(rita.id, limit=3)
    assert [each.name for each in told] == [EventName.NOTE_UNPINNED, EventName.NOTE_PINNED, EventName.NOTE_ADDED]
    for each in told:
        assert (each.by, each.key, each.facts, each.why) == (tiago.id, rita.key, {}, "")


@pytest.mark.parametrize("statement", ["UPDATE {} SET at = now()", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
@pytest.mark.parametrize("table", ["players_playernote", "players_notepin"])
def test_the_database_keeps_them(floor: Floor, rita: Actor, table: str, statement: str) -> None:
    tiago = floor.staff(Role.SUPPORT)
    number = note(floor, rita, tiago, "uma nota")
    pin_note(person_id=rita.id, note_id=number, on_top=True, by=tiago.id, now=floor.now)
    refused = pytest.raises((IntegrityError, InternalError))
    with refused, transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(statement.format(table))


def test_the_file_of_ones_own_data_has_the_notes_and_not_which_stand_on_top(floor: Floor, rita: Actor) -> None:
    tiago = floor.staff(Role.SUPPORT)
    number = note(floor, rita, tiago, "Prefere resposta por correio.")
    pin_note(person_id=rita.id, note_id=number, on_top=True, by=tiago.id, now=floor.now)
    parts = {part.name: list(part.rows) for part in parts_of(rita.id)}
    assert "notepin" not in parts
    (row,) = parts["playernote"]
    assert "Prefere resposta por correio." in row


def test_reading_costs_one_statement_however_many(
    floor: Floor, rita: Actor, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tiago = floor.staff(Role.SUPPORT)
    for n in range(7):
        number = note(floor, rita, tiago, f"nota {n}")
        pin_note(person_id=rita.id, note_id=number, on_top=n % 2 == 0, by=tiago.id, now=floor.now)
        if n in {0, 6}:
            with django_assert_num_queries(1):
                assert len(notes_on(rita.id)) == n + 1
