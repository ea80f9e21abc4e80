"""The parts of the money pages that need no house: reasons of the cards, tickets, whole pages, spreadsheet moments."""

import itertools
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import translation

from baccarat.cards import Card
from baccarat.play import play
from casino.portal import movements, prices, round_pages, sheets, tickets
from casino.wording import words
from tables.queries import BetCard, RoundCard, SlipCard
from tests.rules import rule
from tests.unit.casino.test_portal_pages import rules
from wallet.chart import AccountKind, Code
from wallet.queries import LedgerLine, StatementLine

NOW = datetime(2026, 11, 22, 22, 14, 9, 118_999, tzinfo=UTC)
RANKS = "A23456789T"


def bet(**facts: Any) -> BetCard:
    known = {"person_id": 1, "nickname": "", "chance": "ponto", "stake": 10_00, "outcome": "win"}
    return BetCard(**{**known, "prize": 10_00, "commission": 0, "returned": 20_00, **facts})


def slip(**lines: int) -> SlipCard:
    signed = {chance.replace("_", "-"): cents for chance, cents in lines.items()}
    return SlipCard(
        person_id=1, nickname="", number="3C71", received_at=NOW, taken_at=NOW, lines=signed, rejection=None
    )


def line(code: Code, before: int, after: int) -> LedgerLine:
    kinds = (AccountKind.PLAYER, AccountKind.STAKES)
    return LedgerLine(1, NOW, code, 1, kinds[0], 2, kinds[1], abs(after - before), "key", before, after, "x-20261122-1")


def card(**facts: Any) -> RoundCard:
    known: dict[str, Any] = dict.fromkeys(RoundCard.__dataclass_fields__)
    known |= {"code": "x-20261122-1", "number": 1, "currency": "EUR", "phase": "settled", "laid": (), "opened": ()}
    return RoundCard(**{**known, "bets": (), "slips": (), "lines": (), "proof": {"root": "", "cards": []}, **facts})


@rule(
    "R19",
    "R20",
    asserts="For seven thousand pairs of hands, with every third card of Ponto, the page says that a hand draws just "
    "where it drew.",
)
def test_a_hand_is_said_to_draw_where_it_drew() -> None:
    with translation.override("en"):
        for ranks in itertools.product("T2345689", RANKS, "TA7", "T35", RANKS):
            drawn = [Card.parse(f"{rank}{suit}") for rank, suit in zip(ranks, "SHDCS", strict=True)]
            result = play([*drawn, Card.parse("2H")])
            laid = tuple(str(each) for each in result.cards)
            places = (*laid[:4], str(result.ponto_third or "") or None, str(result.banca_third or "") or None)
            told = round_pages.reasons_of(card(laid=places))
            assert len(told) == 2
            if result.natural:
                assert told[1] == "Neither hand draws."
                continue
            assert ("draws" in told[0]) == (result.ponto_third is not None), (laid, told)
            assert ("draws" in told[1]) == (result.banca_third is not None), (laid, told)


def test_nothing_is_said_of_cards_that_were_not_shown() -> None:
    assert round_pages.reasons_of(card()) == ()


def test_a_round_that_was_paid_bet_by_bet_keeps_its_lines() -> None:
    lines = (
        line(Code.STAKE, 100_00, 90_00),
        line(Code.STAKE, 90_00, 85_00),
        line(Code.STAKE_RETURNED, 85_00, 95_00),
        line(Code.PRIZE, 95_00, 105_00),
    )
    bets = (bet(), bet(chance="empate", stake=5_00, outcome="lose", prize=0, returned=0))
    with translation.override("en"):
        ticket = tickets.ticket_of(card(lines=lines, bets=bets, slips=(slip(ponto=10_00, empate=5_00),)), {})
    assert [(each.title, each.amount, each.balance) for each in ticket.lines] == [
        ("Bet", -10_00, 90_00),
        ("Bet", -5_00, 85_00),
        ("Stake returned", 10_00, 95_00),
        ("Prize", 10_00, 105_00),
    ]


def test_a_payout_that_bets_do_not_make_stands_whole() -> None:
    lines = (line(Code.STAKE, 100_00, 90_00), line(Code.PAYOUT, 90_00, 110_01))
    with translation.override("en"):
        ticket = tickets.ticket_of(card(lines=lines, bets=(bet(),), slips=(slip(ponto=10_00),)), {"ponto": "1 : 1"})
    assert [(each.title, each.amount) for each in ticket.lines] == [("Bet, Ponto", -10_00), ("Payout", 20_01)]
    assert ticket.net == 10_01, "the ledger's sum and no other"


def test_the_prize_says_the_commission_that_was_kept() -> None:
    lines = (line(Code.STAKE, 100_00, 90_00), line(Code.PAYOUT, 90_00, 109_50))
    bets = (bet(chance="banca", prize=9_50, commission=50, returned=19_50),)
    with translation.override("en"):
        ticket = tickets.ticket_of(card(lines=lines, bets=bets, slips=(slip(banca=10_00),)), {"banca": "1 : 1"})
    assert ticket.lines[-1].title == "Prize, Banca 1 : 1"
    assert ticket.lines[-1].note == "after €0.50 of commission"


def test_slips_that_only_move_a_stake_come_where_they_were_sent() -> None:
    slips = (slip(ponto=-10_00, banca=10_00), slip(ponto=10_00), slip(ponto=-5_00, empate=5_00))
    lines = (line(Code.STAKE, 100_00, 90_00), line(Code.REFUND, 90_00, 100_00))
    ticket = tickets.ticket_of(card(lines=lines, bets=(bet(outcome="void", prize=0, returned=10_00),), slips=slips), {})
    assert [each.amount for each in ticket.lines] == [10_00, -10_00, -10_00, 5_00, -5_00, 10_00]
    assert [each.balance for each in ticket.lines] == [None, None, 90_00, None, None, 100_00]
    assert (ticket.net, ticket.balance) == (0, 100_00)


def test_an_empty_ticket_comes_to_nothing() -> None:
    ticket = tickets.ticket_of(card(slips=(slip(ponto=10_00),)), {})
    assert (ticket.lines, ticket.net, ticket.balance) == ((), 0, None)


def statement_lines(references: str) -> list[StatementLine]:
    """A line for each letter, the newest first: a capital is a round's, anything else is not."""
    return [
        StatementLine(
            9_000 - place, NOW, Code.STAKE, -1, 1, 0, f"mesa-20261122-{ord(letter)}" if letter.isupper() else letter
        )
        for place, letter in enumerate(references)
    ]


@pytest.mark.parametrize(
    ("references", "size", "shown", "more"),
    [
        ("", 3, 0, False),
        ("AAA", 3, 3, False),
        ("AAAB", 3, 3, True),
        ("ABBB", 3, 4, False),
        ("ABdBC", 2, 4, True),
        ("dddd", 2, 2, True),
        ("AAAAA", 2, 5, False),
        ("AdBBd", 3, 4, True),
    ],
)
def test_a_page_ends_with_a_whole_round(references: str, size: int, shown: int, more: bool) -> None:
    lines, follows = movements.page_of(statement_lines(references), size)
    assert (len(lines), follows) == (shown, more)


def test_short_spans_and_moments_in_each_language() -> None:
    told = {}
    for language in ("pt", "en", "ro"):
        with translation.override(language):
            told[language] = (
                words.instant(NOW),
                words.gap(timedelta(milliseconds=412)),
                words.gap(timedelta(seconds=-8, milliseconds=-999)),
                words.milliseconds(timedelta(seconds=18, microseconds=999)),
                words.signed(70_00, "EUR"),
                words.signed(-5_00, "EUR"),
                words.signed(0, "EUR"),
            )
    plain = {language: [each.replace("\xa0", " ") for each in said] for language, said in told.items()}
    assert plain["pt"] == ["22:14:09,118", "412 ms", "8,9 s", "18 000 ms", "+70,00 €", "−5,00 €", "0,00 €"]
    assert plain["en"] == ["22:14:09.118", "412 ms", "8.9 s", "18,000 ms", "+€70.00", "−€5.00", "€0.00"]
    assert plain["ro"] == ["22:14:09,118", "412 ms", "8,9 s", "18.000 ms", "+70,00 EUR", "−5,00 EUR", "0,00 EUR"]


def test_the_root_as_a_drawing_has_a_square_for_each_digit() -> None:
    marks = round_pages.marks_of("0f" * 32)
    assert len(marks) == len({(column, row) for column, row, _ in marks}) == 64
    assert marks[:2] == ((0, 0, "0.00"), (1, 0, "1.00"))


def test_the_hour_that_comes_twice_is_told_apart() -> None:
    first, second = datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)
    assert sheets.local(first)[0] == sheets.local(second)[0]
    assert sheets.local(first) != sheets.local(second)
    assert sheets.local(None) == ["", ""]


def test_the_price_of_an_hour_is_edge_by_stake_by_rounds() -> None:
    known = rules()
    price = prices.price_of(known, {"aposta": "20", "ritmo": "60"})
    assert (price.stake, price.rounds) == (20_00, 60)
    for each in price.lines:
        assert each.an_hour == round(each.edge * 20_00 * 60)
    usual = prices.price_of(known, {})
    assert (usual.stake, usual.rounds) == (known.terms.minimum, prices.usual_rounds(known))
    assert prices.price_of(known, {"aposta": "20", "ritmo": "x"}).stake == 20_00
