"""The squeeze: the highest stake on each side turns its cards, in bounded time, and nothing but their sight waits."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from kernel.money import Currency
from tables import queries
from tables.models import Round, Squeeze, Table
from tables.operations import seats, squeezing
from tables.operations.croupier import confirming
from tables.operations.croupier.standing import CroupierRejected, CroupierRejection
from tables.operations.rounds import Step
from tables.operations.squeezing import SqueezeRejected, SqueezeRejection, turn
from tables.queries import squeezes
from tables.table_settings import TableSettings, TableSettingsInvalid
from tables.timeline import FIRST, THIRD
from tests.croupiers import PAPER, PaperTable, paper_table
from tests.factories import MACAU, PONTO_E_BANCA, Actor, Floor
from tests.rules import rule
from tests.tampering import as_owner

SQUEEZED = replace(PONTO_E_BANCA, squeeze_seconds=8, show_seconds=10)
SIX = ("8S", "KH", "7D", "4C", "6C", "3D")


def offered(code: str) -> dict[str, tuple[int, int]]:
    """The seat and the stake by hand."""
    return {each.hand: (each.seat, each.stake) for each in Squeeze.objects.filter(round__code=code)}


def opens(table_id: int, now: datetime, hand: str = "ponto", index: int = FIRST) -> datetime:
    """When the window of these cards opens."""
    steps = deal_of(table_id, now)["timeline"]
    at = next(
        step["at"] for step in steps if (step["do"], step.get("hand"), step.get("index")) == ("squeeze", hand, index)
    )
    closed_at = Round.objects.get(code=round_of(table_id, now)["code"]).closed_at
    assert closed_at is not None
    return closed_at + timedelta(milliseconds=at)


def round_of(table_id: int, now: datetime) -> dict[str, object]:
    return dict(queries.table_state(table_id=table_id, now=now).sections["round"])


def deal_of(table_id: int, now: datetime) -> dict[str, list[dict[str, int]]]:
    return round_of(table_id, now)["deal"]  # type: ignore[return-value]


def turn_by(floor: Floor, actor: Actor, table: int, code: str, hand: str, index: int = FIRST) -> squeezing.Turned:
    return turn(table_id=table, person_id=actor.id, round_code=code, hand=hand, index=index, now=floor.now)


def refused(floor: Floor, actor: Actor, table: int, code: str, hand: str, index: int = FIRST) -> SqueezeRejection:
    with pytest.raises(SqueezeRejected) as caught:
        turn_by(floor, actor, table, code, hand, index)
    return caught.value.reason


def settled_for_both(floor: Floor, table: int, ana: Actor, rui: Actor) -> str:
    """Settle the round with Ana's stake on ponto and Rui's on banca, so that each turns a hand; its code."""
    floor.bet(ana, table, ponto=50_00)
    floor.bet(rui, table, banca=20_00)
    floor.settle(table)
    return floor.round_code(table)


@pytest.fixture
def two(open_floor: Floor) -> tuple[Floor, int, Actor, Actor]:
    """A table with two players in seats 1 and 2, and a round that both hands draw a third card in."""
    floor = open_floor
    table = floor.table(SQUEEZED)
    ana, rui = floor.player("ana"), floor.player("rui")
    floor.sit(ana, table, 1)
    floor.sit(rui, table, 2)
    floor.open_round(table, SIX)
    return floor, table, ana, rui


@rule(
    "F2",
    asserts="With 50.00 on Ponto in seat 1 and 20.00 in seat 2, seat 1 is offered Ponto’s cards; 10.00 of seat 2 on "
    "Banca, where no one has more, is offered Banca’s.",
)
def test_the_highest_stake_on_each_side_turns_its_cards(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, rui = two
    code = floor.round_code(table)
    floor.bet(ana, table, ponto=50_00)
    floor.bet(rui, table, ponto=20_00)
    floor.bet(rui, table, banca=10_00)
    floor.settle(table)
    assert offered(code) == {"ponto": (1, 50_00), "banca": (2, 10_00)}
    told = round_of(table, floor.now)
    assert told["squeeze"] == {"ms": 8_000, "ponto": 1, "banca": 2}
    floor.prove()


def test_of_equals_the_one_who_had_it_first(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, rui = two
    code = floor.round_code(table)
    floor.bet(ana, table, ponto=10_00)
    floor.bet(rui, table, ponto=30_00)
    floor.bet(ana, table, ponto=20_00)
    floor.settle(table)
    assert offered(code) == {"ponto": (2, 30_00)}
    floor.prove()


def test_a_player_who_has_left_does_not_hold_the_cards(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, rui = two
    code = floor.round_code(table)
    floor.bet(ana, table, ponto=50_00)
    floor.bet(rui, table, ponto=20_00)
    seats.leave(table_id=table, person_id=ana.id, now=floor.now)
    floor.settle(table)
    assert offered(code) == {"ponto": (2, 20_00)}
    floor.prove()


def test_both_bets_on_banca_are_one_side(open_floor: Floor) -> None:
    floor = open_floor
    table = floor.table(replace(SQUEEZED, preset="ponto-e-banca"))
    ana = floor.player("ana")
    floor.sit(ana, table, 4)
    code = floor.open_round(table, SIX)
    floor.bet(ana, table, banca=5_00, empate=5_00)
    floor.settle(table)
    assert offered(code) == {"banca": (4, 5_00)}
    floor.prove()


def test_without_stakes_or_without_the_setting_the_house_turns(open_floor: Floor) -> None:
    floor = open_floor
    squeezed, plain = floor.table(SQUEEZED), floor.table(PONTO_E_BANCA)
    ana, rui = floor.player("ana"), floor.player("rui")
    floor.sit(ana, squeezed)
    floor.sit(rui, plain)
    for table in (squeezed, plain):
        floor.open_round(table, SIX)
    floor.bet(rui, plain, ponto=5_00)
    for table in (squeezed, plain):
        floor.settle(table)
        assert round_of(table, floor.now)["squeeze"] is None
        assert not [step for step in deal_of(table, floor.now)["timeline"] if step["do"] == "squeeze"]
    assert not Squeeze.objects.exists()
    floor.prove()


def test_a_turn_brings_what_follows_and_the_next_round_forward(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, rui = two
    code = settled_for_both(floor, table, ana, rui)
    settled = floor.now
    due = Table.objects.values_list("due_at", flat=True)
    latest = settled + timedelta(seconds=10 + 4 * 8)
    assert settled + timedelta(seconds=10 + 3 * 8) < due.get(pk=table) <= latest
    for actor, hand, index, after in (
        (ana, "ponto", 0, 1),
        (rui, "banca", 0, 2),
        (ana, "ponto", 2, 1),
        (rui, "banca", 2, 1),
    ):
        version, before = Table.objects.get(pk=table).version, due.get(pk=table)
        floor.now = opens(table, floor.now, hand, index) + timedelta(seconds=after)
        assert turn_by(floor, actor, table, code, hand, index).at == floor.now
        assert turn_by(floor, actor, table, code, hand, index).repeat
        assert Table.objects.get(pk=table).version == version + 1
        assert due.get(pk=table) <= before
    assert due.get(pk=table) < settled + timedelta(seconds=10 + 8)
    card = queries.round_of(round_code=code, person_id=None)
    assert card is not None
    assert [(each.hand, each.seat, bool(each.turned_at), bool(each.third_at)) for each in card.squeezed] == [
        ("ponto", 1, True, True),
        ("banca", 2, True, True),
    ]
    assert floor.step(table) is Step.OPENED
    floor.prove()


def test_other_players_and_other_moments_are_refused(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, rui = two
    code = floor.round_code(table)
    floor.bet(ana, table, ponto=50_00)
    floor.bet(rui, table, ponto=20_00)
    assert refused(floor, ana, table, code, "ponto") is SqueezeRejection.NOT_YOURS
    floor.settle(table)
    assert refused(floor, rui, table, code, "ponto") is SqueezeRejection.NOT_YOURS
    assert refused(floor, ana, table, code, "banca") is SqueezeRejection.NOT_YOURS
    assert refused(floor, ana, table, "outra", "ponto") is SqueezeRejection.ROUND_OVER
    assert refused(floor, ana, 987_654, code, "ponto") is SqueezeRejection.NO_SUCH_TABLE
    assert refused(floor, ana, table, code, "ponto") is SqueezeRejection.NOT_YET
    floor.now = opens(table, floor.now)
    assert refused(floor, ana, table, code, "ponto", THIRD) is SqueezeRejection.NOT_YET
    floor.wait(seconds=8, milliseconds=400)
    assert refused(floor, ana, table, code, "ponto") is SqueezeRejection.HOUSE_TURNED
    floor.open_round(table, SIX)
    assert refused(floor, ana, table, code, "ponto") is SqueezeRejection.ROUND_OVER
    floor.prove()


@rule("R18", asserts="A turn of Banca's cards is refused as too early until the player of Ponto has turned Ponto's.")
def test_banca_may_be_turned_once_ponto_lies_open(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, rui = two
    code = settled_for_both(floor, table, ana, rui)
    floor.now = opens(table, floor.now)
    assert refused(floor, rui, table, code, "banca") is SqueezeRejection.NOT_YET
    floor.wait(seconds=2)
    turn_by(floor, ana, table, code, "ponto")
    floor.now = opens(table, floor.now, "banca")
    assert turn_by(floor, rui, table, code, "banca").at == floor.now
    floor.prove()


def test_a_void_round_has_no_squeeze(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, _ = two
    code = floor.round_code(table)
    floor.bet(ana, table, ponto=50_00)
    floor.void(table)
    assert round_of(table, floor.now)["squeeze"] is None
    assert refused(floor, ana, table, code, "ponto") is SqueezeRejection.NOT_YOURS
    floor.prove()


def test_the_lobby_shows_no_card_before_it_is_turned(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, _ = two
    floor.bet(ana, table, ponto=50_00)
    floor.settle(table)

    def hands() -> tuple[tuple[str, ...], tuple[str, ...]]:
        (tile,) = (tile for tile in queries.lobby(currency=None, now=floor.now) if tile.table_id == table)
        return tile.shown.ponto.cards, tile.shown.banca.cards

    floor.now = opens(table, floor.now) + timedelta(seconds=1)
    assert hands() == (("back", "back"), ("back", "back"))
    floor.wait(seconds=8)
    assert hands()[0][:2] == ("8S", "7D")
    assert hands()[1][:2] == ("KH", "4C")


@pytest.mark.parametrize("seconds", [-1, 3, 61, True, 5.0])
def test_a_window_is_neither_too_short_nor_too_long(seconds: object) -> None:
    with pytest.raises(TableSettingsInvalid) as caught:
        replace(MACAU, squeeze_seconds=seconds)  # type: ignore[arg-type]
    assert caught.value.field == "squeeze_seconds"


def test_rules_of_before_have_none() -> None:
    document = {name: value for name, value in MACAU.document().items() if name != "squeeze_seconds"}
    assert TableSettings.from_document(document).squeeze_seconds == 0


# --- cards of paper -------------------------------------------------------------------------------------------------


def live(floor: Floor) -> tuple[PaperTable, Actor]:
    """A croupier's table with the squeeze, a bet of one player on ponto, and the betting closed."""
    table = paper_table(floor, replace(PAPER, squeeze_seconds=6))
    ana = floor.player("ana")
    floor.sit(ana, table.id, 3)
    table.open()
    floor.bet(ana, table.id, ponto=10_00)
    table.close()
    return table, ana


def test_paper_cards_are_offered_at_the_close_and_the_result_waits(open_floor: Floor) -> None:
    floor = open_floor
    table, ana = live(floor)
    code = table.round.code
    assert offered(code) == {"ponto": (3, 10_00)}
    table.deal(SIX[:4])
    assert refused(floor, ana, table.id, code, "ponto", THIRD) is SqueezeRejection.NOT_YET
    floor.now = opens(table.id, floor.now) + timedelta(seconds=2)
    assert turn_by(floor, ana, table.id, code, "ponto").at == floor.now
    table.deal(SIX[4:])
    with pytest.raises(CroupierRejected) as caught:
        table.confirm()
    assert caught.value.reason is CroupierRejection.CARDS_TURNED
    assert caught.value.wait is not None
    assert timedelta(0) < caught.value.wait <= timedelta(seconds=6)
    floor.now += caught.value.wait
    assert confirming.confirm_result(table_id=table.id, round_code=code, by=table.croupier.id, now=floor.now).winner
    assert len(offered(code)) == 1
    floor.prove()


def test_a_turned_third_card_lets_the_croupier_pay_at_once(open_floor: Floor) -> None:
    floor = open_floor
    table, ana = live(floor)
    code = table.round.code
    table.deal(SIX)
    floor.wait(seconds=6)
    assert turn_by(floor, ana, table.id, code, "ponto", THIRD).at == floor.now
    table.confirm()
    floor.prove()


def test_the_robot_waits_for_the_player(open_floor: Floor) -> None:
    floor = open_floor
    table = paper_table(floor, replace(PAPER, squeeze_seconds=6), taken=False, robot=True, currency=Currency.PLAY)
    ana = floor.player("ana", play_cents=1_000_00)
    floor.sit(ana, table.id, 3)
    table.open()
    floor.bet(ana, table.id, ponto=10_00)
    code = table.round.code
    while table.round.phase != "settled":
        cards = len(deal["timeline"]) if (deal := deal_of(table.id, floor.now)) else 0
        floor.step(table.id)
        if table.round.phase != "settled" and cards:
            seen_by = squeezes.seen_by(table.round, replace(PAPER, squeeze_seconds=6))
            assert seen_by is not None
            assert table.row.due_at is not None
            assert table.row.due_at >= min(seen_by, floor.now)
    settled = Round.objects.get(code=code)
    assert settled.settled_at is not None
    assert settled.closed_at is not None
    assert settled.settled_at - settled.closed_at >= timedelta(seconds=6)
    floor.prove()


def test_a_turn_that_comes_as_the_robot_has_paid_cuts_no_result_short(open_floor: Floor) -> None:
    floor = open_floor
    terms = replace(PAPER, squeeze_seconds=6)
    table = paper_table(floor, terms, taken=False, robot=True, currency=Currency.PLAY)
    ana = floor.player("ana", play_cents=1_000_00)
    floor.sit(ana, table.id, 3)
    table.open()
    floor.bet(ana, table.id, ponto=10_00)
    code = table.round.code
    while table.round.phase != "settled":
        floor.step(table.id)
    due_at = table.row.due_at
    steps = deal_of(table.id, floor.now)["timeline"]
    last = [step for step in steps if step["do"] == "squeeze"][-1]
    closed_at = Round.objects.get(code=code).closed_at
    assert closed_at is not None
    floor.now = max(floor.now, closed_at + timedelta(milliseconds=last["until"] + 100))
    if floor.now < closed_at + timedelta(milliseconds=last["until"]) + squeezing.LENIENCY:
        turn_by(floor, ana, table.id, code, "ponto", last["index"])
    assert table.row.due_at == due_at
    floor.prove()


# --- what the database holds ----------------------------------------------------------------------------------------


def changes() -> list[tuple[str, Callable[[], object]]]:
    rows = Squeeze.objects
    return [
        ("another seat", lambda: rows.update(seat=9)),
        ("another stake", lambda: rows.update(stake=1)),
        ("turned again", lambda: rows.update(turned_at=rows.get().offered_at + timedelta(seconds=9))),
        ("not turned after all", lambda: rows.update(turned_at=None)),
        ("gone", lambda: rows.all().delete()),
    ]


@pytest.mark.parametrize("number", range(5))
def test_who_turned_and_when_stands(two: tuple[Floor, int, Actor, Actor], number: int) -> None:
    floor, table, ana, _ = two
    code = floor.round_code(table)
    floor.bet(ana, table, ponto=50_00)
    floor.settle(table)
    floor.now = opens(table, floor.now)
    turn_by(floor, ana, table, code, "ponto")
    _, change = changes()[number]
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        change()


def test_only_a_player_with_a_stake_at_that_seat_is_offered_cards(two: tuple[Floor, int, Actor, Actor]) -> None:
    floor, table, ana, _ = two
    floor.bet(ana, table, ponto=50_00)
    floor.settle(table)
    row = Squeeze.objects.get()
    with (
        pytest.raises(IntegrityError, match="with a stake"),
        transaction.atomic(),
        as_owner(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "INSERT INTO tables_squeeze (round_id, hand, session_id, seat, stake, offered_at)"
            " SELECT round_id, 'banca', session_id, 7, stake, offered_at FROM tables_squeeze WHERE id = %s",
            [row.pk],
        )
