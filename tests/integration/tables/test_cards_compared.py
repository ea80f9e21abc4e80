"""Dealt cards are compared with the sealed ones, each round once; a difference stops its table (RN-06)."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.roles import Role
from tables import queries, sealing
from tables.models import Comparison, Incident, Round, Shoe, StaffAct, VoidOpening
from tables.operations import comparing, tables
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, Floor
from tests.rules import rule
from tests.tampering import past_triggers

SWAPPED = ["KH", "4S", "7C", "4D"]


def by_owner(change) -> None:
    """A change by the owner of the database, past every guard."""
    with past_triggers():
        change()


@pytest.fixture
def house(db: None) -> Floor:
    """Not proven at its end: cards that a test swaps would be found there too."""
    return Floor()


def played(floor: Floor, table: int, *rounds: tuple[str, ...]) -> list[str]:
    codes = []
    for cards in rounds:
        codes.append(floor.open_round(table, cards))
        floor.settle(table)
    return codes


def status(floor: Floor, table: int) -> str:
    return next(row.status for row in queries.floor(now=floor.now) if row.table_id == table)


@rule(
    "RN-06",
    asserts="Two settled rounds and later a void one are each compared with the sealed cards once, without a "
    "difference.",
)
def test_each_round_is_compared_once(floor: Floor) -> None:
    table = floor.table(MACAU)
    played(floor, table, PONTO_WINS, BANCA_WINS_WITH_5)
    floor.open_round(table)
    assert comparing.compare(now=floor.now) == comparing.Compared(rounds=2, differences=0, more=False)
    assert comparing.compare(now=floor.now).rounds == 0
    floor.void(table)
    assert comparing.compare(now=floor.now).rounds == 1  # and its cards were shown on the way
    assert Comparison.objects.get().number == 3
    assert not Incident.objects.filter(kind="cards-differ").exists()


def test_it_goes_on_in_small_steps(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparing, "AT_ONCE", 2)
    table = floor.table(MACAU)
    played(floor, table, *[PONTO_WINS] * 3)
    assert [comparing.compare(now=floor.now) for _ in range(2)] == [
        comparing.Compared(rounds=2, differences=0, more=True),
        comparing.Compared(rounds=1, differences=0, more=False),
    ]


def test_a_pass_costs_the_same_with_more_tables(floor: Floor) -> None:
    for _ in range(2):
        played(floor, floor.table(MACAU), PONTO_WINS)
    with CaptureQueriesContext(connection) as few:
        assert comparing.compare(now=floor.now).rounds == 2
    with CaptureQueriesContext(connection) as idle:
        assert comparing.compare(now=floor.now).rounds == 0
    assert len(idle) == 2
    tables = [floor.table(MACAU) for _ in range(5)]
    for table in tables:
        played(floor, table, PONTO_WINS)
    with CaptureQueriesContext(connection) as more:
        assert comparing.compare(now=floor.now).rounds == 5
    assert len(more) == len(few)


@rule(
    "RN-06",
    asserts="Other cards written into a settled round's row are found: an incident opens, this table pauses, and the "
    "other stays open.",
)
def test_swapped_cards_are_found_and_stop_the_table(house: Floor) -> None:
    table, other = house.table(MACAU), house.table(MACAU)
    code, _ = played(house, table, PONTO_WINS, PONTO_WINS)
    played(house, other, PONTO_WINS)
    by_owner(lambda: Round.objects.filter(code=code).update(cards=SWAPPED))

    assert comparing.compare(now=house.now).differences == 1

    [card] = queries.incidents(is_open=True)
    assert (card.kind, card.subject, card.facts["again"]) == ("cards-differ", code, "4S KH 4D 7C")
    assert (status(house, table), status(house, other)) == ("paused", "open")
    act = StaffAct.objects.get(action="stop-table")
    assert (act.by_id, act.reason) == (None, "cards-differ")
    assert comparing.compare(now=house.now).differences == 0
    boss = house.staff(Role.SUPERVISOR)
    house.end_incident(card.id, by=boss, second=house.staff(Role.COMPLIANCE))
    tables.resume(table_id=table, by=boss.id, reason="reposto", now=house.now)


@pytest.mark.parametrize(
    ("what", "why"),
    [
        (lambda: Round.objects.update(winner="empate"), "another winner"),
        (lambda: Shoe.objects.update(root="0" * 64), "another commitment"),
        (lambda: Shoe.objects.update(header={**Shoe.objects.get().header, "decks": 7}), "another commitment"),
        (lambda: Shoe.objects.update(header=None, header_path=[]), "another commitment"),
        (lambda: Shoe.objects.update(decks=7), "another header"),
        (lambda: Shoe.objects.update(cut=3), "another header"),
        (lambda: Shoe.objects.update(sealed=bytes(28 + 33 * 6)), "sealed cards unreadable"),
        (lambda: Round.objects.update(first_card=4), "no cards left in the shoe"),
    ],
)
def test_every_kind_of_difference_is_found(house: Floor, what, why: str) -> None:
    table = house.table(MACAU)
    played(house, table, PONTO_WINS)
    by_owner(what)
    assert comparing.compare(now=house.now).differences == 1
    assert Incident.objects.get().facts["why"] == why
    assert status(house, table) == "paused"


@rule("RN-06", asserts="Other cards written into what was shown of a void round are one difference.")
def test_the_cards_shown_of_a_void_round_are_compared(house: Floor) -> None:
    table = house.table(MACAU)
    house.open_round(table, PONTO_WINS)
    house.void(table)
    house.open_round(table)
    by_owner(lambda: VoidOpening.objects.update(cards=SWAPPED))
    assert comparing.compare(now=house.now).differences == 1


def test_void_rounds_of_before_are_shown_too(floor: Floor) -> None:
    table = floor.table(MACAU)
    floor.open_round(table)
    floor.void(table)
    floor.open_round(table)
    by_owner(lambda: VoidOpening.objects.all().delete())
    floor.settle(table)
    assert comparing.compare(now=floor.now).rounds == 2
    assert VoidOpening.objects.count() == 1


def test_without_the_key_nothing_is_passed_over(settings, floor: Floor) -> None:
    table = floor.table(MACAU)
    played(floor, table, PONTO_WINS)
    keys, settings.SHOE_KEYS = settings.SHOE_KEYS, {}
    with pytest.raises(sealing.KeyMissing):
        comparing.compare(now=floor.now)
    settings.SHOE_KEYS = keys
    assert comparing.compare(now=floor.now).rounds == 1
