"""The ledger's lines of a round: one a slip, one a payout, three of the house; and rounds paid bet by bet before."""

import uuid
from typing import Any

from django.db import connection

from tables import queries
from tables.operations import bets
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, Actor, Floor
from tests.tampering import past_triggers
from wallet import queries as wallet
from wallet.chart import Code


def lines(code: str) -> list[tuple[Code, str | None, int]]:
    """Code, player's key and cents of each line of a round, in the order of writing."""
    return [(line.code, line.player, line.amount) for line in wallet.lines_for(code)]


def seated(floor: Floor, table: int, *names: str) -> list[Actor]:
    players = [floor.player(name, cents=100_00) for name in names]
    for player in players:
        floor.sit(player, table)
    return players


def test_a_slip_is_one_line(floor: Floor) -> None:
    table = floor.table(MACAU)
    [ana] = seated(floor, table, "ana")
    code = floor.open_round(table)
    slip = floor.slip(ana, table, {"ponto": 30_00, "empate": 10_00})
    answer = bets.take_slip(slip=slip, now=floor.now)
    bets.take_slip(slip=slip, now=floor.now)
    assert lines(code) == [(Code.STAKE, ana.key, 40_00)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT key FROM wallet_transfer WHERE reference = %s", [code])
        [(key,)] = cursor.fetchall()
    assert key.hex[:8].upper() == answer.number, "the receipt's number is the beginning of the line's name"


def test_a_slip_that_takes_back_and_adds_is_a_line_of_the_difference(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    [ana] = seated(floor, table, "ana")
    code = floor.open_round(table)
    floor.bet(ana, table, ponto=30_00, empate=10_00)
    floor.bet(ana, table, ponto=-20_00, banca=45_00)
    floor.bet(ana, table, banca=-30_00, ponto=4_00)
    assert lines(code) == [
        (Code.STAKE, ana.key, 40_00),
        (Code.STAKE, ana.key, 25_00),
        (Code.STAKE_TAKEN_BACK, ana.key, 26_00),
    ]
    assert ana.balance() == 61_00
    floor.settle(table)
    floor.prove()


def test_a_slip_that_only_moves_a_stake_moves_no_money(floor: Floor) -> None:
    table = floor.table(MACAU)
    [ana] = seated(floor, table, "ana")
    code = floor.open_round(table)
    floor.bet(ana, table, ponto=100_00)
    answer = floor.bet(ana, table, ponto=-60_00, banca=60_00)
    assert (answer.stakes, ana.balance()) == ({"ponto": 40_00, "banca": 60_00}, 0)
    assert lines(code) == [(Code.STAKE, ana.key, 100_00)]
    floor.settle(table)
    floor.prove()


def test_a_settled_round_pays_each_player_once(floor: Floor) -> None:
    """Banca wins with 5 and pays half: Ana gets 20.00 and 10.00, Rui 10.00 and 5.00; all other bets lose."""
    table = floor.table(PONTO_E_BANCA)
    ana, rui, eva = seated(floor, table, "ana", "rui", "eva")
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(ana, table, banca=20_00, ponto=5_00)
    floor.bet(rui, table, banca=10_00, ponto=5_00)
    floor.bet(eva, table, ponto=10_00, empate=1_00)
    floor.settle(table)
    assert lines(code)[3:] == [
        (Code.STAKES_LOST, None, 21_00),
        (Code.PRIZES, None, 15_00),
        (Code.PAYOUT, ana.key, 30_00),
        (Code.PAYOUT, rui.key, 15_00),
        (Code.COMMISSION, None, 15_00),
    ]
    assert [player.balance() for player in (ana, rui, eva)] == [105_00, 100_00, 89_00]
    floor.prove()


def test_a_round_that_nobody_wins_has_one_line(floor: Floor) -> None:
    table = floor.table(MACAU)
    [ana] = seated(floor, table, "ana")
    code = floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, banca=20_00)
    floor.settle(table)
    assert lines(code)[1:] == [(Code.STAKES_LOST, None, 20_00)]
    floor.prove()


def test_a_void_round_gives_each_player_everything_at_once(floor: Floor) -> None:
    table = floor.table(MACAU)
    ana, rui = seated(floor, table, "ana", "rui")
    code = floor.open_round(table)
    floor.bet(ana, table, banca=20_00, empate=10_00)
    floor.bet(rui, table, ponto=15_00)
    floor.void(table)
    assert lines(code)[2:] == [(Code.REFUND, ana.key, 30_00), (Code.REFUND, rui.key, 15_00)]
    assert (ana.balance(), rui.balance()) == (100_00, 100_00)
    floor.prove()


def rewrite(code: str, written: list[tuple[str, int, int, int, int | None, int | None]]) -> None:
    """The lines that end the round replaced by these: code, debit, credit, cents, balances; as an older house wrote."""
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM wallet_transfer WHERE reference = %s AND code NOT IN ('stake', 'stake-taken-back')", [code]
        )
        for line in written:
            cursor.execute(
                "INSERT INTO wallet_transfer (code, debit_account, credit_account, amount, balance_before,"
                " balance_after, key, reference, created_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, now())",
                [*line, uuid.uuid4(), code],
            )


def accounts() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(nullif(owner, ''), kind), id FROM wallet_account WHERE currency = 'EUR'")
        return dict(cursor.fetchall())


def test_a_round_paid_bet_by_bet_still_agrees(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    ana, rui = seated(floor, table, "ana", "rui")
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(ana, table, banca=20_00, ponto=5_00)
    floor.bet(rui, table, empate=5_00)
    floor.settle(table)
    known = accounts()
    held, hers, gaming, kept = known[code], known[ana.key], known["gaming"], known["commission"]
    paid = [
        ("stake-returned", held, hers, 20_00, 75_00, 95_00),
        ("prize", gaming, hers, 10_00, 95_00, 105_00),
        ("stakes-lost", held, gaming, 10_00, None, None),
        ("commission", gaming, kept, 10_00, None, None),
    ]
    rewrite(code, paid)
    floor.prove()

    wrong = [*paid[:1], ("prize", gaming, hers, 9_00, 95_00, 104_00), *paid[2:]]
    rewrite(code, wrong)
    verdict = queries.replay(code)
    assert verdict is not None
    assert [(found.stored, found.again) for found in verdict.findings] == [("900", "1000")]
    assert [found.round_code for found in queries.verify_rounds()] == [code]
    rewrite(code, paid)


def test_what_one_gets_too_much_and_another_too_little_is_a_difference(floor: Floor) -> None:
    """The round's sums agree; the players' do not."""
    table = floor.table(PONTO_E_BANCA)
    ana, rui = seated(floor, table, "ana", "rui")
    code = floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=20_00)
    floor.bet(rui, table, ponto=10_00)
    floor.settle(table)
    known = accounts()
    held, gaming = known[code], known["gaming"]
    right = [
        ("prizes", gaming, held, 30_00, None, None),
        ("payout", held, known[ana.key], 40_00, 80_00, 120_00),
        ("payout", held, known[rui.key], 20_00, 90_00, 110_00),
    ]
    rewrite(
        code,
        [
            right[0],
            ("payout", held, known[ana.key], 39_00, 80_00, 119_00),
            ("payout", held, known[rui.key], 21_00, 90_00, 111_00),
        ],
    )
    assert [(found.round_code, found.why.value) for found in queries.verify_rounds()] == [(code, "returned")]
    verdict = queries.replay(code)
    assert verdict is not None
    assert [(found.stored, found.again) for found in verdict.findings] == [("3900", "4000"), ("2100", "2000")]
    rewrite(code, right)
    floor.prove()
