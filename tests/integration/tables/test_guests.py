"""Guests: made at one touch, seated alone for play money, walled off, and ended."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction

from kernel.money import Currency
from players import gates
from players.access.operations import guests, sign_in
from players.access.operations.guests import GuestEnd, GuestRejected, GuestRejection
from players.accounts import nicknames
from players.gates import Block
from players.messages.brakes import BRAKES, Asked
from players.messages.operations.asks import TooOften
from players.models import Guest, Kind, Person
from players.protection.operations.exclusion import ExclusionKind
from tables import queries
from tables.models import PlaySession
from tables.operations import breaks, individual, seats
from tables.operations import guests as demonstration
from tables.operations.guests import Begun, DemonstrationRejected
from tables.operations.seats import SeatRejected, SeatRejection
from tests.factories import ALONE, PONTO_WINS, Actor, Floor
from tests.funding import pay_in
from tests.tampering import as_owner
from wallet import operations as wallet
from wallet import queries as wallet_queries

pytestmark = pytest.mark.django_db

NETWORK = "192.0.2.7"


def table(floor: Floor, code: str = "demo-1", **others: Any) -> int:
    facts = {"code": code, "kind": "individual", "currency": Currency.PLAY} | others
    return floor.table(ALONE, **facts)


def begin(floor: Floor, **others: Any) -> Begun:
    facts: dict[str, Any] = {
        "language": "pt",
        "of_age": True,
        "browser": None,
        "received_from": NETWORK,
        "most": 5,
        "idempotency_key": uuid.uuid4(),
        "now": floor.now,
    }
    return demonstration.begin(**facts | others)


def actor(begun: Begun) -> Actor:
    person = Person.objects.get(pk=begun.person_id)
    return Actor(person.pk, person.person_key, person.email, person.nickname)


def signed_in(begun: Begun, floor: Floor) -> str:
    """The key of a living session of the guest's browser."""
    session = Session.objects.create(
        session_key=uuid.uuid4().hex, session_data="", expire_date=floor.now + timedelta(hours=1)
    )
    guests.note_browser(person_id=begun.person_id, session=session.session_key, now=floor.now)
    return session.session_key


def test_one_touch_makes_a_guest_with_play_money_and_a_seat(floor: Floor) -> None:
    table(floor)
    begun = begin(floor)
    person = Person.objects.get(pk=begun.person_id)
    assert (person.kind, person.is_guest, person.is_staff) == (Kind.GUEST, True, False)
    assert (person.birth_date, person.email_confirmed_at, person.has_usable_password()) == (None, None, False)
    assert person.email.endswith("@guest.invalid")
    assert person.nickname.startswith("Visita ")
    assert begun.table_code == "demo-1"
    assert wallet_queries.balance(person.person_key, Currency.PLAY) == guests.CHIPS
    assert wallet_queries.account_id(person.person_key, Currency.EUR) is None
    held = queries.held_seat(begun.person_id)
    assert held is not None
    assert held.table_code == "demo-1"
    floor.prove()


def test_a_guest_plays_the_same_game_and_the_money_adds_up(floor: Floor) -> None:
    at = table(floor)
    begun = begin(floor)
    who = actor(begun)
    code = floor.open_round(at, PONTO_WINS)
    floor.bet(who, at, ponto=10_00)
    individual.deal(table_id=at, person_id=who.id, round_code=code, now=floor.now)
    floor.settle(at)
    assert who.balance(Currency.PLAY) == guests.CHIPS + 10_00
    floor.prove()


def test_a_second_touch_with_the_same_key_is_the_same_guest(floor: Floor) -> None:
    table(floor)
    table(floor, "demo-2")
    key = uuid.uuid4()
    first, again = begin(floor, idempotency_key=key), begin(floor, idempotency_key=key)
    assert (again.person_id, again.table_code, again.repeat) == (first.person_id, first.table_code, True)
    assert Guest.objects.count() == 1
    assert wallet_queries.balance(actor(first).key, Currency.PLAY) == guests.CHIPS


def test_a_repeated_touch_seats_who_has_left_again(floor: Floor) -> None:
    at = table(floor)
    key = uuid.uuid4()
    first = begin(floor, idempotency_key=key)
    seats.leave(table_id=at, person_id=first.person_id, now=floor.now)
    assert begin(floor, idempotency_key=key).table_code == first.table_code
    assert PlaySession.objects.filter(person_id=first.person_id, ended_at=None).exists()


@pytest.mark.parametrize(
    ("others", "reason"),
    [
        ({"most": 0}, GuestRejection.SWITCHED_OFF),
        ({"of_age": False}, GuestRejection.AGE_NOT_SAID),
        ({"language": "xx"}, GuestRejection.LANGUAGE_UNKNOWN),
    ],
)
def test_no_guest_is_made(floor: Floor, others: dict[str, Any], reason: GuestRejection) -> None:
    table(floor)
    with pytest.raises(GuestRejected) as refused:
        begin(floor, **others)
    assert refused.value.reason is reason
    assert not Guest.objects.exists()


def test_so_many_at_a_time_and_no_more(floor: Floor) -> None:
    for number in range(3):
        table(floor, f"demo-{number}")
    first = begin(floor, most=2)
    begin(floor, most=2)
    with pytest.raises(GuestRejected) as refused:
        begin(floor, most=2)
    assert (refused.value.reason, refused.value.most) == (GuestRejection.TOO_MANY, 2)
    demonstration.end(person_id=first.person_id, why=GuestEnd.LEFT, now=floor.now)
    begin(floor, most=2)


def test_without_a_free_table_no_guest_is_made(floor: Floor) -> None:
    table(floor)
    table(floor, "for-money", currency=Currency.EUR)
    floor.table(code="shared", currency=Currency.PLAY)
    begin(floor)
    with pytest.raises(DemonstrationRejected):
        begin(floor)
    assert Guest.objects.count() == Person.objects.filter(kind=Kind.GUEST).count() == 1


def test_a_network_begins_so_many_an_hour(floor: Floor) -> None:
    table(floor)
    (most, span), _ = BRAKES[Asked.GUEST].most
    for _each in range(most):
        begun = begin(floor)
        demonstration.end(person_id=begun.person_id, why=GuestEnd.LEFT, now=floor.now)
    with pytest.raises(TooOften):
        begin(floor, received_from="192.0.2.99")
    begin(floor, received_from="198.51.100.1")
    floor.now += span
    demonstration.end_due(now=floor.now)
    begin(floor)


@pytest.mark.parametrize("barred", [True, False])
def test_a_browser_known_as_an_excluded_persons_makes_no_guest(floor: Floor, barred: bool) -> None:
    table(floor)
    browser, player = uuid.uuid4(), floor.player()
    sign_in.complete_sign_in(
        person_id=player.id, session="s", address=NETWORK, device="", browser=browser, now=floor.now
    )
    if not barred:
        assert begin(floor, browser=browser).table_code == "demo-1"
        return
    breaks.take_break(
        person_id=player.id, kind=ExclusionKind.FIXED, months=3, idempotency_key=uuid.uuid4(), now=floor.now
    )
    with pytest.raises(GuestRejected) as refused:
        begin(floor, browser=browser)
    assert refused.value.reason is GuestRejection.NOT_HERE
    assert refused.value.rule == "PT-25"
    assert begin(floor, browser=uuid.uuid4()).table_code == "demo-1"


def test_a_guest_may_play_for_play_money_alone(floor: Floor) -> None:
    table(floor)
    begun = begin(floor)
    ids = [begun.person_id]
    assert gates.may_play(person_ids=ids, currency=Currency.PLAY, now=floor.now)[begun.person_id].allowed
    answer = gates.may_play(person_ids=ids, currency=Currency.EUR, now=floor.now)[begun.person_id]
    assert (answer.block, answer.rule) == (Block.GUEST, "PT-01")
    assert gates.may_deposit(person_id=begun.person_id, now=floor.now).block is Block.GUEST


@pytest.mark.parametrize(
    "where", [{"currency": Currency.EUR}, {"currency": Currency.PLAY}, {"currency": Currency.EUR, "kind": "individual"}]
)
def test_a_guest_watches_where_others_sit(floor: Floor, where: dict[str, Any]) -> None:
    at = table(floor)
    terms = ALONE if "kind" in where else None
    other = floor.table(terms, code="other", **where) if terms else floor.table(code="other", **where)
    begun = begin(floor)
    seats.leave(table_id=at, person_id=begun.person_id, now=floor.now)
    with pytest.raises(SeatRejected) as refused:
        seats.sit(table_id=other, person_id=begun.person_id, seat=None, idempotency_key=uuid.uuid4(), now=floor.now)
    assert (refused.value.reason, refused.value.block) == (SeatRejection.BARRED, Block.GUEST)


def test_the_database_gives_a_guest_no_account_in_euros(floor: Floor) -> None:
    table(floor)
    who = actor(begin(floor))
    with pytest.raises(DatabaseError, match="play money alone"), transaction.atomic():
        wallet.open_player_account(person_key=who.key, currency=Currency.EUR, now=floor.now)
    with pytest.raises(wallet.DepositRejected, match="no-account"):
        pay_in(who.key, 10_00, now=floor.now)


@pytest.mark.parametrize(
    "forged",
    [
        "UPDATE players_person SET email = 'ana@sabot.example' WHERE kind = 'guest'",
        "UPDATE players_person SET birth_date = '1990-01-01' WHERE kind = 'guest'",
        "UPDATE players_person SET verified_at = now() WHERE kind = 'guest'",
        "UPDATE players_person SET kind = 'player' WHERE kind = 'guest'",
        "UPDATE players_guest SET ends_at = ends_at + interval '1 day'",
        "UPDATE players_guest SET ended_at = now(), ended_why = 'bored'",
    ],
)
def test_a_guest_never_becomes_a_player(floor: Floor, forged: str) -> None:
    table(floor)
    begin(floor)
    with (
        pytest.raises(DatabaseError),
        transaction.atomic(),
        as_owner(),
        connection.cursor() as cursor,
    ):
        cursor.execute(forged)


def test_a_guest_ends_after_a_day_and_its_rows_stay(floor: Floor) -> None:
    at = table(floor)
    begun = begin(floor)
    who, session = actor(begun), signed_in(begun, floor)
    Session.objects.filter(session_key=session).update(expire_date=floor.now + timedelta(days=3))
    floor.now += guests.LONGEST - timedelta(seconds=1)
    assert demonstration.end_due(now=floor.now) == 0
    floor.now += timedelta(seconds=1)
    assert demonstration.end_due(now=floor.now) == 1
    assert demonstration.end_due(now=floor.now) == 0
    guest = Guest.objects.get()
    assert (guest.ended_at, guest.ended_why) == (floor.now, "day")
    assert gates.may_play(person_ids=[who.id], currency=Currency.PLAY, now=floor.now)[who.id].block is Block.INACTIVE
    assert not Session.objects.filter(session_key=session).exists()
    assert not PlaySession.objects.filter(person_id=who.id, ended_at=None).exists()
    assert who.balance(Currency.PLAY) == guests.CHIPS
    assert begin(floor).table_code == "demo-1"
    assert PlaySession.objects.filter(table_id=at).count() == 2


def test_a_guest_ends_with_the_session_of_the_browser(floor: Floor) -> None:
    table(floor)
    begun = begin(floor)
    session = signed_in(begun, floor)
    floor.now += timedelta(minutes=30)
    assert demonstration.end_due(now=floor.now) == 0
    Session.objects.filter(session_key=session).delete()
    assert demonstration.end_due(now=floor.now) == 1
    assert Guest.objects.get().ended_why == "session"


def test_a_guest_that_was_never_signed_in_gives_up_its_table(floor: Floor) -> None:
    """The process died between the touch and the sign-in."""
    table(floor)
    begin(floor)
    assert demonstration.end_due(now=floor.now) == 0
    floor.now += guests.UNSIGNED + timedelta(seconds=1)
    assert demonstration.end_due(now=floor.now) == 1


def test_an_ended_guests_touch_makes_no_other(floor: Floor) -> None:
    table(floor)
    key = uuid.uuid4()
    begun = begin(floor, idempotency_key=key)
    assert demonstration.end(person_id=begun.person_id, why=GuestEnd.LEFT, now=floor.now)
    assert not demonstration.end(person_id=begun.person_id, why=GuestEnd.LEFT, now=floor.now)
    with pytest.raises(GuestRejected) as refused:
        begin(floor, idempotency_key=key)
    assert refused.value.reason is GuestRejection.ENDED


def test_bets_with_a_receipt_are_settled_after_the_end(floor: Floor) -> None:
    at = table(floor)
    begun = begin(floor)
    who = actor(begun)
    floor.open_round(at, PONTO_WINS)
    floor.bet(who, at, ponto=10_00)
    demonstration.end(person_id=who.id, why=GuestEnd.LEFT, now=floor.now)
    floor.settle(at)
    assert who.balance(Currency.PLAY) == guests.CHIPS + 10_00
    floor.prove()


def test_a_name_is_no_players(floor: Floor) -> None:
    table(floor)
    name = actor(begin(floor)).name
    assert not nicknames.is_nickname(name)


def test_reports_count_no_guests_as_players(floor: Floor) -> None:
    at = table(floor)
    who = actor(begin(floor))
    code = floor.open_round(at, PONTO_WINS)
    floor.bet(who, at, ponto=10_00)
    individual.deal(table_id=at, person_id=who.id, round_code=code, now=floor.now)
    floor.settle(at)
    (line,) = queries.day_figures(since=floor.now - timedelta(hours=1), until=floor.now + timedelta(hours=1))
    assert (line.currency, line.bets, line.turnover) == ("PLAY", 1, 10_00)
    assert (line.players, line.players_of_currency) == (0, 0)
