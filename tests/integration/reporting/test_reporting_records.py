"""The records that testing standards ask of a round, of the rules, of a session and of an account, played by hand."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from players.cashier import operations as cashier
from players.roles import Role
from tables.operations import seats
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS, Actor, Floor
from tests.funding import pay_in
from tests.integration.players.tills import Till
from tests.integration.reporting.test_reporting_contents import rows, told
from tests.integration.reporting.test_reporting_daily import FIVE_PERCENT
from tests.rules import rule

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(floor: Floor) -> tuple[Floor, tuple[Actor, Actor], tuple[str, str]]:
    """A round that Banca wins with 5 under 5 %, and one that is void; the sessions of both players are over."""
    table, ana, rui = floor.table(FIVE_PERCENT, code="lua"), floor.player("ana"), floor.player("rui")
    for player in (ana, rui):
        floor.wait(seconds=1)
        floor.sit(player, table)
    floor.wait(seconds=1)
    first = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(ana, table, banca=100_00)
    floor.bet(rui, table, ponto=50_00)
    floor.settle(table)
    second = floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, banca=30_00)
    floor.void(table)
    for player in (ana, rui):
        seats.leave(table_id=table, person_id=player.id, now=floor.now)
    return floor, (ana, rui), (first, second)


def of(found: list[dict[str, Any]], **wanted: Any) -> dict[str, Any]:
    (row,) = [each for each in found if all(each[name] == value for name, value in wanted.items())]
    return row


@rule(
    "GL-14",
    asserts="Each player's record of one round has its own stake, prize, commission, return and balance before and "
    "after, with the version of the rules; that of a void round is told as void, with its reason and nothing lost.",
)
def test_a_round_has_a_record_for_each_of_its_players(
    played: tuple[Floor, tuple[Actor, Actor], tuple[str, str]],
) -> None:
    floor, _, (first, second) = played
    games = rows(floor, "player-games")
    names = ("nickname", "version", "opening", "staked", "prizes", "commission", "returned", "closing", "phase")
    assert sorted(told([each for each in games if each["round"] == first], *names)) == [
        ("ana", 1, 1_000_00, 100_00, 95_00, 5_00, 195_00, 1_095_00, "settled"),
        ("rui", 1, 1_000_00, 50_00, 0, 0, 0, 950_00, "settled"),
    ]
    void = of(games, round=second)
    assert (void["phase"], void["void_reason"], void["opening"], void["closing"]) == (
        "void",
        "carta à vista",
        1_095_00,
        1_095_00,
    )
    (bet,) = [each for each in rows(floor, "bets") if each["round"] == first and each["chance"] == "banca"]
    assert (bet["winner"], bet["outcome"], bet["stake"], bet["returned"]) == ("banca", "win", 100_00, 195_00)
    (cards,) = [each["cards"] for each in rows(floor, "rounds") if each["round"] == first]
    assert all(card in cards for card in BANCA_WINS_WITH_5)


@rule("PT-R07", asserts="The 30.00 staked on a round that became void stand beside the refund of 30.00.")
def test_gaming_movements_have_what_a_void_round_gave_back(
    played: tuple[Floor, tuple[Actor, Actor], tuple[str, str]],
) -> None:
    floor, _, (_, second) = played
    moved = [each for each in rows(floor, "game-movements") if each["round"] == second]
    assert told(moved, "nickname", "code", "amount", "balance_after") == [
        ("ana", "stake", -30_00, 1_065_00),
        ("ana", "refund", 30_00, 1_095_00),
    ]


@rule(
    "GL-15",
    asserts="A version of the rules is told with its commission, approval, state, moment in force and promised return, "
    "and with one round, one void round, two bets, 150.00 staked, 195.00 returned and 5.00 of commission.",
)
@rule(
    "GL-20",
    asserts="The bet on Banca is told with a promised return of 98.9 % and an actual one of 195 %, 100.00 staked, "
    "5.00 of commission, and 30.00 in the void round.",
)
def test_a_version_of_the_rules_has_its_promise_and_what_came_of_it(
    played: tuple[Floor, tuple[Actor, Actor], tuple[str, str]],
) -> None:
    floor, *_ = played
    (version,) = rows(floor, "paytables")
    names = ("table_code", "version", "preset", "mode", "rounds", "voids", "bets", "staked", "returned", "commission")
    assert told([version], *names) == [("lua", 1, "ponto-e-banca", "5-percent", 1, 1, 2, 150_00, 195_00, 5_00)]
    assert version["reference"]
    assert (version["status"], version["superseded_at"]) == ("in-force", None)
    assert version["in_force_from"] <= floor.now
    banca = of(rows(floor, "game-performance"), chance="banca")
    assert (banca["rounds"], banca["staked"], banca["returned"], banca["commission"]) == (1, 100_00, 195_00, 5_00)
    assert (banca["voided"], banca["actual"], banca["theoretical"] // 1_000) == (30_00, 1_950_000, 989)
    assert version["theoretical"] == banca["theoretical"], "the best bet of this felt"


@rule(
    "GL-21",
    "GL-42",
    asserts="What the house owes its players at the end of the day is what their accounts hold, 2,045.00, made of "
    "2,000.00 of deposits, the stakes and what came back of them.",
)
@rule(
    "PA-02",
    asserts="Each account's day begins with nothing and ends with its balance, 1,095.00 and 950.00: the opening and "
    "the movements make the closing, without a difference.",
    shared="Two reports tell one sum of what is owed.",
)
def test_what_is_owed_is_what_the_accounts_hold(
    played: tuple[Floor, tuple[Actor, Actor], tuple[str, str]],
) -> None:
    floor, (ana, rui), _ = played
    held = [ana.balance(), rui.balance()]
    assert held == [1_095_00, 950_00]
    owed = rows(floor, "operator-liability")[-1]
    assert (owed["opening"], owed["deposits"], owed["closing"], owed["in_play"]) == (0, 2_000_00, sum(held), 0)
    days = rows(floor, "account-days")
    assert sorted(told(days, "nickname", "opening", "closing", "difference")) == [
        ("ana", 0, 1_095_00, 0),
        ("rui", 0, 950_00, 0),
    ]


@rule(
    "GL-21",
    asserts="Of 9,000.00 paid in, 20.00 are on their way to the bank and 8,980.00 are in the account: 3,000.00 that "
    "staff gave back are not on their way any more.",
)
def test_what_is_on_its_way_to_the_bank_is_told_beside_what_is_owed(floor: Floor) -> None:
    till, ana, approver = Till(floor), floor.player("ana", cents=9_000_00), floor.staff(Role.APPROVER)
    means = till.instrument(ana, proven=True)
    till.ask_out(ana, 20_00, means)
    held = till.ask_out(ana, 3_000_00, means)
    cashier.refuse_withdrawal(key=held, reason="conta por provar", by=approver.id, now=floor.now)
    owed = rows(floor, "operator-liability")[-1]
    assert (owed["deposits"], owed["withdrawals"], owed["closing"], owed["waiting"]) == (
        9_000_00,
        20_00,
        8_980_00,
        20_00,
    )


@rule(
    "PA-02",
    asserts="In summer 10.00 paid in at 23:30 in Lisbon and 5.00 an hour later are of two days: the first ends and the "
    "second begins with 10.00.",
)
def test_an_accounts_day_is_that_of_lisbon(floor: Floor) -> None:
    floor.now = datetime(2026, 7, 1, 22, 30, tzinfo=UTC)
    ana = floor.player("ana", cents=10_00)
    floor.wait(hours=1)
    pay_in(ana.key, 5_00, now=floor.now)
    assert told(rows(floor, "account-days"), "day", "opening", "closing") == [
        (date(2026, 7, 1), 0, 10_00),
        (date(2026, 7, 2), 10_00, 15_00),
    ]


@rule(
    "GL-24",
    "PA-03",
    asserts="Two sessions have two codes, each with its player, its beginning and end, why it ended, the balance at "
    "both, what was staked and what came back.",
)
def test_a_session_has_a_code_of_its_own(played: tuple[Floor, tuple[Actor, Actor], tuple[str, str]]) -> None:
    floor, *_ = played
    sessions = rows(floor, "player-sessions")
    assert len({each["session"] for each in sessions}) == len(sessions) == 2
    assert told(sessions, "nickname", "end_reason", "opening", "closing", "staked", "returned") == [
        ("ana", "player", 1_000_00, 1_095_00, 100_00, 195_00),
        ("rui", "player", 1_000_00, 950_00, 50_00, 0),
    ]
    assert all(each["started_at"] < each["ended_at"] <= floor.now for each in sessions)
