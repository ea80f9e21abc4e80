"""Slips: accepted, refused with their rule, repeated, and nothing ever half done."""

import uuid
from dataclasses import replace
from datetime import timedelta

import pytest

from kernel.money import Currency
from players import gates
from players.protection.operations import exclusion
from players.roles import Role
from players.staff.operations import accounts
from tables import queries
from tables.broadcast import milliseconds
from tables.models import Bet, PlaySession, Round, Slip
from tables.operations import bets, rounds, seats, slip_memory, tables, voids
from tables.operations.bets import BetRejected, BetRejection
from tests.factories import BANCA_WINS_WITH_5, MACAU, NOON, PONTO_E_BANCA, PONTO_WINS, TIE_WITH_PAIRS, Floor
from tests.funding import pay_in
from tests.rules import rule


def rejection(floor: Floor, actor, table_id: int, **cents: int) -> bets.Refused:
    before = actor.balance()
    with pytest.raises(BetRejected) as caught:
        floor.bet(actor, table_id, **cents)
    assert actor.balance() == before
    return caught.value.refused


class TestAccepted:
    @rule(
        "PT-11",
        asserts="Of a balance of 100.00, stakes of 30.00 and 10.00 leave 60.00 as soon as the slip is accepted.",
    )
    def test_stake_leaves_the_player_at_once(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)

        answer = floor.bet(rita, table, ponto=30_00, empate=10_00)

        assert rita.balance() == 60_00
        assert answer.stakes == {"ponto": 30_00, "empate": 10_00}
        assert len(answer.number) == 8

    def test_slips_add_up_and_can_be_taken_back(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)
        floor.bet(rita, table, ponto=30_00)

        answer = floor.bet(rita, table, ponto=-20_00)

        assert answer.stakes["ponto"] == 10_00
        assert rita.balance() == 90_00

    def test_a_stake_taken_back_whole_leaves_nothing_on_record(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)
        floor.bet(rita, table, ponto=30_00, empate=10_00)

        answer = floor.bet(rita, table, ponto=-30_00)

        assert answer.stakes == {"empate": 10_00}
        assert dict(Bet.objects.values_list("chance", "stake")) == {"ponto": 0, "empate": 10_00}
        assert rita.balance() == 90_00

    def test_a_stake_grows_by_the_cent(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)
        floor.bet(rita, table, ponto=10_00)

        assert floor.bet(rita, table, ponto=1).stakes == {"ponto": 10_01}
        assert floor.bet(rita, table, ponto=-1).stakes == {"ponto": 10_00}
        assert rita.balance() == 90_00

    def test_moving_a_stake_needs_no_further_funds(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=50_00)
        floor.sit(rita, table)
        floor.open_round(table)
        floor.bet(rita, table, ponto=50_00)

        floor.bet(rita, table, ponto=-50_00, banca=50_00)

        assert rita.balance() == 0

    @rule(
        "PT-33",
        asserts="A slip of 30.00 sent twice under one key is answered twice with the same receipt and taken once: "
        "70.00 of 100.00 are left.",
    )
    def test_repeat_gets_the_first_answer(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)
        slip = floor.slip(rita, table, {"ponto": 30_00})

        first, again = bets.take_slip(slip=slip, now=floor.now), bets.take_slip(slip=slip, now=floor.now)

        assert again.repeat
        assert again.number == first.number
        assert rita.balance() == 70_00

    @rule(
        "GL-30",
        asserts="The fingerprint of the cards stands before a bet is taken and is the same on the receipt: no bet "
        "changes the cards.",
    )
    def test_a_receipt_carries_the_root_that_stood_before_the_first_card(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        slips, roots = [], []
        for _ in range(2):  # each round is shuffled anew
            floor.open_round(table)
            slips.append(floor.slip(rita, table, {"ponto": 10_00}))
            roots.append(queries.table_state(table_id=table, now=floor.now).sections["round"]["root"])
            answers = [bets.take_slip(slip=slips[-1], now=floor.now) for _ in range(2)]
            assert [answer.root for answer in answers] == [roots[-1]] * 2
            floor.settle(table)
        assert roots[0] != roots[1]
        again = bets.take_slip(slip=slips[0], now=floor.now)
        assert (again.repeat, again.root) == (True, roots[0]), "that of its own round, not of the present one"

    def test_repeat_within_one_batch_is_taken_once(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)
        slip = floor.slip(rita, table, {"ponto": 30_00})

        first, again = bets.take_slips([slip, slip], now=floor.now)

        assert not first.repeat
        assert again.repeat
        assert rita.balance() == 70_00

    def test_two_players_may_choose_the_same_key(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita, ze = floor.player(), floor.player()
        floor.sit(rita, table)
        floor.sit(ze, table)
        floor.open_round(table)
        key = uuid.uuid4()
        slips = [floor.slip(one, table, {"ponto": 10_00}, key=key) for one in (rita, ze)]

        answers = bets.take_slips(slips, now=floor.now)

        assert [answer.refused for answer in answers] == [None, None]


class TestRefused:
    @pytest.fixture
    def seated(self, floor: Floor):
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)
        return table, rita

    @rule("R27", asserts="A slip that comes when the 20 seconds are over is refused: betting is closed.")
    def test_after_the_close(self, floor: Floor, seated) -> None:
        table, rita = seated
        floor.wait(seconds=20)

        assert rejection(floor, rita, table, ponto=10_00).reason is BetRejection.BETTING_CLOSED

    @rule(
        "R27",
        asserts="A slip received in time is accepted although it is handled 0.1 s after the close, as long as no card "
        "is out.",
    )
    def test_received_in_time_but_taken_late_is_accepted_before_the_cards(self, floor: Floor, seated) -> None:
        table, rita = seated
        slip = floor.slip(rita, table, {"ponto": 10_00})
        floor.wait(seconds=20, milliseconds=100)

        assert bets.take_slip(slip=slip, now=floor.now).refused is None

    @rule("R16", asserts="A slip received in time and handled once the cards are out is refused: betting is closed.")
    def test_once_the_cards_are_out_nothing_is_in_time(self, floor: Floor, seated) -> None:
        table, rita = seated
        slip = floor.slip(rita, table, {"ponto": 10_00})
        floor.settle(table)

        with pytest.raises(BetRejected) as caught:
            bets.take_slip(slip=slip, now=floor.now)
        assert caught.value.refused.reason is BetRejection.BETTING_CLOSED

    def test_the_answer_names_the_close_of_the_round_in_play_alone(self, floor: Floor, seated) -> None:
        table, rita = seated
        slip = floor.slip(rita, table, {"ponto": 10_00})
        (taken,) = bets.take_slips([slip], now=floor.now)
        assert taken.closes_at is not None
        assert taken.closes_at == Round.objects.get(code=slip.round_code).closes_at

        elsewhere = replace(slip, key=uuid.uuid4(), table_id=floor.table(MACAU))
        (other,) = bets.take_slips([elsewhere], now=floor.now)
        assert other.refused is not None
        assert other.closes_at is None

    def test_for_another_round(self, floor: Floor, seated) -> None:
        table, rita = seated
        slip = floor.slip(rita, table, {"ponto": 10_00})
        floor.settle(table)
        floor.open_round(table)

        with pytest.raises(BetRejected) as caught:
            bets.take_slip(slip=slip, now=floor.now)
        assert caught.value.refused.reason is BetRejection.WRONG_ROUND

    def test_another_stake_on_the_same_key(self, floor: Floor, seated) -> None:
        table, rita = seated
        key = uuid.uuid4()
        bets.take_slip(slip=floor.slip(rita, table, {"ponto": 10_00}, key=key), now=floor.now)

        with pytest.raises(BetRejected) as caught:
            bets.take_slip(slip=floor.slip(rita, table, {"ponto": 20_00}, key=key), now=floor.now)

        assert caught.value.refused.reason is BetRejection.KEY_REUSED
        assert rita.balance() == 90_00

    @rule("R14", asserts="A stake of 9.99 on Ponto under a minimum of 10.00 is refused with R14.")
    def test_below_the_minimum(self, floor: Floor, seated) -> None:
        table, rita = seated
        refused = rejection(floor, rita, table, ponto=9_99)

        assert (refused.reason, refused.rule, refused.asked) == (BetRejection.OVER_LIMIT, "R14", 9_99)

    def test_the_minimum_is_said_where_it_is_what_was_missed(self, floor: Floor, seated) -> None:
        table, rita = seated

        assert rejection(floor, rita, table, ponto=9_99).minimum == 10_00
        assert rejection(floor, rita, table, ponto=1_000_01).minimum is None

    @rule("R14", asserts="Of 15.00 on Ponto, 10.00 cannot be taken back under a minimum of 10.00: R14.")
    def test_taking_back_to_less_than_the_minimum(self, floor: Floor, seated) -> None:
        table, rita = seated
        floor.bet(rita, table, ponto=15_00)

        assert rejection(floor, rita, table, ponto=-10_00).rule == "R14"

    def test_without_funds_says_the_most(self, floor: Floor, seated) -> None:
        table, rita = seated
        refused = rejection(floor, rita, table, ponto=100_01)

        assert (refused.reason, refused.most) == (BetRejection.SHORT_OF_FUNDS, 100_00)

    def test_a_refused_slip_is_refused_again_under_its_key(self, floor: Floor, seated) -> None:
        table, rita = seated
        slip = floor.slip(rita, table, {"ponto": 150_00})
        with pytest.raises(BetRejected):
            bets.take_slip(slip=slip, now=floor.now)
        pay_in(rita.key, 500_00, now=floor.now)

        with pytest.raises(BetRejected) as caught:
            bets.take_slip(slip=slip, now=floor.now)
        assert caught.value.refused.reason is BetRejection.SHORT_OF_FUNDS

    @pytest.mark.parametrize(
        "lines",
        [{}, {"ponto": 0}, {"nada": 10_00}, {"ponto": True}, {"ponto": 10.5}, {"ponto": "1000"}, {"ponto": 10**13}],
        ids=["empty", "zero", "unknown", "boolean", "fraction", "text", "huge"],
    )
    def test_malformed(self, floor: Floor, seated, lines) -> None:
        table, rita = seated
        with pytest.raises(BetRejected) as caught:
            bets.take_slip(slip=floor.slip(rita, table, lines), now=floor.now)
        assert caught.value.refused.reason is BetRejection.MALFORMED

    @pytest.mark.parametrize(
        ("cents", "reason"),
        [
            (10**12, BetRejection.OVER_LIMIT),
            (10**12 + 1, BetRejection.MALFORMED),
            (-(10**12), BetRejection.OVER_LIMIT),
            (-(10**12) - 1, BetRejection.MALFORMED),
        ],
    )
    def test_so_much_is_an_amount_and_no_more(self, floor: Floor, seated, cents: int, reason: BetRejection) -> None:
        table, rita = seated

        assert rejection(floor, rita, table, ponto=cents).reason is reason

    def test_taking_back_more_than_was_laid(self, floor: Floor, seated) -> None:
        table, rita = seated
        floor.bet(rita, table, ponto=10_00)

        assert rejection(floor, rita, table, ponto=-20_00).reason is BetRejection.OVER_LIMIT

    def test_in_another_money(self, floor: Floor, seated) -> None:
        table, rita = seated
        slip = floor.slip(rita, table, {"ponto": 10_00})

        with pytest.raises(BetRejected) as caught:
            bets.take_slip(slip=replace(slip, currency="PLAY"), now=floor.now)
        assert caught.value.refused.reason is BetRejection.WRONG_CURRENCY

    def test_without_a_seat(self, floor: Floor, seated) -> None:
        table, _ = seated
        watcher = floor.player()

        assert rejection(floor, watcher, table, ponto=10_00).reason is BetRejection.NOT_SEATED

    @rule("PT-16", asserts="A supervisor's bet is refused: barred, by PT-16.")
    def test_staff_never_play(self, floor: Floor, seated) -> None:
        table, _ = seated
        supervisor = floor.staff(Role.SUPERVISOR)
        with pytest.raises(BetRejected) as caught:
            floor.bet(supervisor, table, ponto=10_00)
        assert (caught.value.refused.reason, caught.value.refused.rule) == (BetRejection.BARRED, "PT-16")

    @rule("PT-19", asserts="A player suspended while seated has the next bet refused with PT-19.")
    @rule("PT-44", asserts="One player is stopped at once: after the suspension the next bet is refused.")
    def test_suspended_in_the_middle_of_a_session(self, floor: Floor, seated) -> None:
        table, rita = seated
        accounts.suspend(person_id=rita.id, reason="averiguação", by=floor.staff(Role.COMPLIANCE).id, now=floor.now)

        assert rejection(floor, rita, table, ponto=10_00).rule == "PT-19"

    def test_excluded_in_the_middle_of_a_session(self, floor: Floor, seated) -> None:
        table, rita = seated
        exclusion.exclude(person_id=rita.id, kind=exclusion.ExclusionKind.INDEFINITE, now=floor.now)

        refused = rejection(floor, rita, table, ponto=10_00)

        assert (refused.reason, refused.rule, refused.block) == (BetRejection.BARRED, "PT-25", "excluded")

    def test_not_verified_persons_play_no_money(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        stranger = floor.player(verified=False)
        floor.open_round(table)

        with pytest.raises(seats.SeatRejected) as caught:
            floor.sit(stranger, table)
        assert (caught.value.reason, caught.value.rule) == (seats.SeatRejection.BARRED, "PT-02")

    def test_while_the_table_is_paused(self, floor: Floor, seated) -> None:
        table, rita = seated
        tables.pause(table_id=table, by=floor.staff(Role.SUPERVISOR).id, reason="carta presa", now=floor.now)

        assert rejection(floor, rita, table, ponto=10_00).reason is BetRejection.PAUSED

    def test_at_a_table_that_is_none(self, floor: Floor, seated) -> None:
        table, rita = seated
        slip = replace(floor.slip(rita, table, {"ponto": 10_00}), table_id=0)

        with pytest.raises(BetRejected) as caught:
            bets.take_slip(slip=slip, now=floor.now)

        assert caught.value.refused.reason is BetRejection.NO_SUCH_TABLE
        assert rita.balance() == 100_00

    def test_a_barred_player_without_a_seat_leaves_no_slip_behind(self, floor: Floor, seated) -> None:
        table, _ = seated
        ze = floor.player(cents=100_00)
        accounts.suspend(person_id=ze.id, reason="teste", by=None, now=floor.now)

        assert rejection(floor, ze, table, ponto=10_00).reason is BetRejection.BARRED
        assert not Slip.objects.filter(person_id=ze.id).exists()

    def test_a_slip_refused_for_the_tables_sake_may_be_sent_again(self, floor: Floor, seated) -> None:
        """The table's standing is no decision about the slip: under its own key it is taken once play goes on."""
        table, rita = seated
        supervisor = floor.staff(Role.SUPERVISOR).id
        slip = floor.slip(rita, table, {"ponto": 10_00})
        tables.pause(table_id=table, by=supervisor, reason="carta presa", now=floor.now)
        refused = bets.take_slips([slip], now=floor.now)[0]
        assert refused.refused is not None
        assert refused.refused.reason is BetRejection.PAUSED
        tables.resume(table_id=table, by=supervisor, reason="carta solta", now=floor.now)

        taken = bets.take_slip(slip=slip, now=floor.now)

        assert (taken.refused, taken.repeat, rita.balance()) == (None, False, 90_00)

    @rule("R10", asserts="At a table without the pairs, 10.00 on the Ponto pair are refused with R10.")
    def test_on_a_chance_that_is_not_offered(self, floor: Floor) -> None:
        table = floor.table(replace(PONTO_E_BANCA, pairs=False))
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)

        refused = rejection(floor, rita, table, par_ponto=10_00)

        assert (refused.reason, refused.rule, refused.chance) == (BetRejection.NOT_OFFERED, "R10", "par-ponto")

    def test_one_rejection_does_not_touch_the_other_slips(self, floor: Floor, seated) -> None:
        table, rita = seated
        ze = floor.player(cents=100_00)
        floor.sit(ze, table)
        slips = [
            floor.slip(rita, table, {"ponto": 5_00}),
            floor.slip(ze, table, {"ponto": 50_00}),
            floor.slip(rita, table, {"nada": 5_00}),
            floor.slip(rita, table, {"banca": 50_00}),
        ]

        answers = bets.take_slips(slips, now=floor.now)

        assert [answer.refused is None for answer in answers] == [False, True, False, True]


def limited(monkeypatch: pytest.MonkeyPatch, most: int, *, rule: str = "PT-22") -> None:
    """Let every gate say that own limits leave so much."""
    room = gates.Headroom(most=most, rule=rule, limit="stake-day", until=NOON + timedelta(hours=12))
    ordinary = gates.send

    def send(**asked):
        answers = ordinary(**asked)
        return lambda *of: {person: replace(answer, headroom=room) for person, answer in answers(*of).items()}

    monkeypatch.setattr(gates, "send", send)


class TestOwnLimits:
    """PT-22: the headroom that the player's own limits leave, as the gate says it, is never passed."""

    @pytest.fixture
    def seated(self, floor: Floor):
        table = floor.table(MACAU)
        rita = floor.player(cents=500_00)
        floor.sit(rita, table)
        floor.open_round(table)
        return table, rita

    @rule(
        "PT-22",
        asserts="With 60.00 left of the player's own limits, 70.00 on Ponto and 10.00 on a tie are refused with PT-22 "
        "and an offer of 50.00, which is then taken.",
    )
    def test_more_than_they_leave_says_the_most(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        limited(monkeypatch, 60_00)

        refused = rejection(floor, rita, table, ponto=70_00, empate=10_00)

        assert (refused.reason, refused.rule, refused.chance) == (BetRejection.OWN_LIMIT, "PT-22", "ponto")
        assert (refused.asked, refused.most) == (70_00, 50_00)
        floor.bet(rita, table, ponto=50_00, empate=10_00)

    def test_an_offer_under_the_minimum_is_nothing(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        limited(monkeypatch, 9_99)

        assert rejection(floor, rita, table, ponto=10_00).most == 0

    def test_slips_of_one_batch_use_up_the_same_room(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        ze = floor.player(cents=500_00)
        floor.sit(ze, table)
        limited(monkeypatch, 30_00)
        slips = [floor.slip(one, table, {"ponto": 20_00}) for one in (rita, rita, ze)]

        answers = bets.take_slips(slips, now=floor.now)

        assert [answer.refused and answer.refused.most for answer in answers] == [None, 10_00, None]

    def test_taking_back_and_moving_are_always_allowed(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        floor.bet(rita, table, ponto=50_00)
        limited(monkeypatch, 0)

        floor.bet(rita, table, ponto=-50_00, banca=50_00)
        floor.bet(rita, table, banca=-50_00)

        assert rita.balance() == 500_00

    def test_a_cent_more_than_they_leave_is_too_much(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        floor.bet(rita, table, ponto=50_00)
        limited(monkeypatch, 0)

        refused = rejection(floor, rita, table, ponto=1)

        assert (refused.reason, refused.asked, refused.most) == (BetRejection.OWN_LIMIT, 1, 0)

    def test_a_stake_taken_back_leaves_the_whole_room_to_the_next_slip(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        floor.bet(rita, table, ponto=50_00)
        limited(monkeypatch, 10_00)
        slips = [floor.slip(rita, table, {"ponto": cents}) for cents in (-20_00, 10_00, 1)]

        answers = bets.take_slips(slips, now=floor.now)

        assert [answer.refused and answer.refused.reason for answer in answers] == [None, None, BetRejection.OWN_LIMIT]

    def test_nothing_is_offered_where_they_leave_nothing(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        floor.bet(rita, table, ponto=50_00)
        limited(monkeypatch, 0)

        refused = rejection(floor, rita, table, ponto=2_000_00)

        assert (refused.reason, refused.most, refused.offer) == (BetRejection.OVER_LIMIT, 950_00, None)

    def test_the_tables_rules_come_before_and_the_funds_after(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        limited(monkeypatch, 100_00)

        assert rejection(floor, rita, table, empate=200_00).reason is BetRejection.OVER_LIMIT
        assert rejection(floor, rita, table, ponto=900_00).reason is BetRejection.OWN_LIMIT

    def test_it_is_kept_under_its_key(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        slip = floor.slip(rita, table, {"ponto": 20_00})
        with monkeypatch.context() as while_limited:
            limited(while_limited, 0)
            with pytest.raises(BetRejected):
                bets.take_slip(slip=slip, now=floor.now)

        again = bets.take_slips([slip], now=floor.now)[0]

        assert again.repeat
        assert again.refused is not None
        assert again.refused.reason is BetRejection.OWN_LIMIT

    def test_play_money_has_no_such_limits(self, floor: Floor, monkeypatch) -> None:
        table = floor.table(MACAU, currency=Currency.PLAY)
        rita = floor.player(play_cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table)
        limited(monkeypatch, 0)

        floor.bet(rita, table, ponto=10_00)

        assert queries.my_state(table_id=table, person_id=rita.id, now=floor.now)["own_room"] is None

    def test_the_page_is_told_what_they_leave(self, floor: Floor, seated, monkeypatch) -> None:
        table, rita = seated
        assert queries.my_state(table_id=table, person_id=rita.id, now=floor.now)["own_room"] is None
        limited(monkeypatch, 60_00)

        told = queries.my_state(table_id=table, person_id=rita.id, now=floor.now)["own_room"]

        until = milliseconds(NOON + timedelta(hours=12))
        assert told == {"most": 60_00, "rule": "PT-22", "limit": "stake-day", "until": until}


class TestMacau:
    """R43 at every instant; the vectors of a table with M = 1,000.00."""

    @pytest.fixture
    def table(self, floor: Floor) -> int:
        table = floor.table(MACAU)
        floor.open_round(table)
        return table

    def whale(self, floor: Floor, table: int):
        actor = floor.player(cents=100_000_00)
        floor.sit(actor, table)
        return actor

    @rule(
        "R42",
        asserts="With a maximum prize of 1,000.00, 1,000.01 on Ponto are refused; once 1,000.00 lie there, 2,000.01 on "
        "Banca are refused and 2,000.00 taken.",
    )
    def test_difference(self, floor: Floor, table: int) -> None:
        rita, ze = self.whale(floor, table), self.whale(floor, table)
        assert rejection(floor, rita, table, ponto=1000_01).rule == "R43a"
        floor.bet(rita, table, ponto=1000_00)
        refused = rejection(floor, ze, table, banca=2000_01)
        assert (refused.rule, refused.most) == ("R43a", 2000_00)
        floor.bet(ze, table, banca=2000_00)

    @rule(
        "R43",
        asserts="With 1,000.00 on Ponto and another player's 2,000.00 on Banca, 10.00 on Ponto cannot be taken back: "
        "R43a.",
    )
    def test_the_counterweight_cannot_be_taken_away(self, floor: Floor, table: int) -> None:
        rita, ze = self.whale(floor, table), self.whale(floor, table)
        floor.bet(rita, table, ponto=1000_00)
        floor.bet(ze, table, banca=2000_00)

        assert rejection(floor, rita, table, ponto=-10_00).rule == "R43a"

    @rule(
        "R43",
        asserts="With a maximum prize of 1,000.00 a tie takes 100.00 and not 100.01, and each pair 80.00 and the Ponto "
        "pair not 80.01.",
    )
    def test_empate_and_pairs(self, floor: Floor, table: int) -> None:
        rita = self.whale(floor, table)
        assert rejection(floor, rita, table, empate=100_01).rule == "R43b"
        assert rejection(floor, rita, table, par_ponto=80_01).rule == "R43c"
        floor.bet(rita, table, empate=100_00, par_ponto=80_00, par_banca=80_00)

    @rule(
        "R43",
        asserts="Where the house counts both pairs together, a maximum prize of 1,000.00 leaves 80.00 for the two: "
        "with 50.00 of one player on one pair another lays 30.00 on the other, and not 30.01.",
    )
    def test_both_pairs_under_one_ceiling(self, floor: Floor) -> None:
        table = floor.table(replace(MACAU, pairs_combined=True))
        floor.open_round(table)
        rita, nuno = self.whale(floor, table), self.whale(floor, table)
        assert rejection(floor, rita, table, par_ponto=50_00, par_banca=30_01).rule == "R43c"
        floor.bet(rita, table, par_ponto=50_00)
        late = rejection(floor, nuno, table, par_banca=30_01)
        assert (late.rule, late.most) == ("R43c", 30_00)
        floor.bet(nuno, table, par_banca=30_00)

    @rule(
        "R13",
        asserts="Under a minimum of 10.00, 50.00 on Ponto with 45.00 on Banca are refused, and with 40.00 taken.",
    )
    def test_both_sides_of_one_player_differ_by_the_minimum(self, floor: Floor, table: int) -> None:
        rita = self.whale(floor, table)
        assert rejection(floor, rita, table, ponto=50_00, banca=45_00).rule == "R13"
        floor.bet(rita, table, ponto=50_00, banca=40_00)


class TestPaid:
    @rule("F3", asserts="When Banca wins with 5, a stake of 10.00 on it has a prize of 5.00 and a commission of 5.00.")
    @rule(
        "R24",
        asserts="A winning stake of 10.00 with a prize of 5.00 brings back 15.00: 105.00 of 100.00, and so does the "
        "session count.",
    )
    def test_banca_with_5_keeps_half_as_commission(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table, BANCA_WINS_WITH_5)
        floor.bet(rita, table, banca=10_00)

        floor.settle(table)

        assert rita.balance() == 105_00
        last = queries.my_state(table_id=table, person_id=rita.id, now=floor.now)["last"]
        assert (last["bets"][0]["prize"], last["commission"], last["result"]) == (5_00, 5_00, 5_00)
        session = PlaySession.objects.get(person_id=rita.id)
        assert (session.staked, session.returned, session.prizes, session.commission) == (10_00, 15_00, 5_00, 5_00)

    @rule(
        "R23",
        asserts="On a tie the 10.00 on Ponto come back, beside 90.00 for the tie and 120.00 for the Banca pair.",
    )
    def test_a_tie_returns_the_sides_and_pays_empate_and_pairs(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        floor.sit(rita, table)
        floor.open_round(table, TIE_WITH_PAIRS)
        floor.bet(rita, table, ponto=10_00, empate=10_00, par_banca=10_00)

        floor.settle(table)

        assert rita.balance() == 70_00 + 10_00 + 90_00 + 120_00

    @rule(
        "R33",
        asserts="After one lost bet of 10.00 the session's summary says 10.00 staked, 0 returned, −10.00 as the "
        "result, and one round.",
    )
    def test_losers_lose_and_the_summary_says_so(self, floor: Floor) -> None:
        table = floor.table(PONTO_E_BANCA)
        rita = floor.player(cents=100_00)
        seated = floor.sit(rita, table)
        floor.open_round(table, PONTO_WINS)
        floor.bet(rita, table, banca=10_00)
        floor.settle(table)

        summary = queries.session_summary(session_code=seated.session_code, person_id=rita.id, now=floor.now)

        assert summary is not None
        assert (summary.staked, summary.returned, summary.result, summary.rounds) == (10_00, 0, -10_00, 1)

    @rule("R33", asserts="A bet of 10.00 that brings back 15.00 after a commission of 5.00 is a result of 5.00.")
    @rule("G67", asserts="A round that the player sat through without a bet is not among the session's rounds.")
    def test_the_summary_takes_commission_off_once_and_counts_the_rounds_of_bets(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player(cents=100_00)
        seated = floor.sit(rita, table)
        floor.open_round(table, BANCA_WINS_WITH_5)
        floor.bet(rita, table, banca=10_00)
        floor.settle(table)
        floor.open_round(table)
        floor.settle(table)

        summary = queries.session_summary(session_code=seated.session_code, person_id=rita.id, now=floor.now)

        assert summary is not None
        assert (summary.staked, summary.returned, summary.commission) == (10_00, 15_00, 5_00)
        assert (summary.result, summary.rounds) == (5_00, 1)

    @rule(
        "R37",
        "G74",
        "PT-39",
        asserts="On the same three rounds, beside another player, a play money table and a euro table offer the same "
        "chances, refuse the same four slips by R14, R43b, R13 and R43a, and pay the same bets alike to the cent.",
        shared="Three texts ask for the same: play money is the same game.",
    )
    @pytest.mark.parametrize("cards", [PONTO_WINS, BANCA_WINS_WITH_5, TIE_WITH_PAIRS])
    def test_play_money_is_offered_bounded_and_paid_as_money_is(self, floor: Floor, cards: tuple[str, ...]) -> None:
        told = []
        for currency in Currency:
            table = floor.table(MACAU, currency=currency)
            rita, ze = (floor.player(cents=2_000_00, play_cents=2_000_00) for _ in range(2))
            for one in (rita, ze):
                floor.sit(one, table)
            floor.open_round(table, cards)
            floor.bet(ze, table, empate=60_00)  # the ceilings are the whole table's
            rules = queries.table_state(table_id=table, now=floor.now).sections["rules"]
            wrong = ({"ponto": 9_99}, {"empate": 40_01}, {"ponto": 50_00, "banca": 45_00}, {"banca": 1_000_01})
            refused = [rejection(floor, rita, table, **slip) for slip in wrong]
            floor.bet(rita, table, ponto=10_00, banca=20_00, empate=10_00, par_ponto=10_00, par_banca=10_00)
            floor.settle(table)
            last = queries.my_state(table_id=table, person_id=rita.id, now=floor.now)["last"]
            paid = last["bets"], last["commission"], rita.balance(currency)
            told.append((rules["chances"], [(each.rule, each.most) for each in refused], paid))
        assert told[0] == told[1]
        assert [rule for rule, _ in told[0][1]] == ["R14", "R43b", "R13", "R43a"]

    @rule("GL-35", asserts="A win in play money leaves the 50.00 euros as they were.")
    @rule(
        "G75",
        asserts="100.00 in play money that win on Ponto leave 200.00 in play money and the same 50.00 euros as before.",
    )
    def test_play_money_pays_play_money(self, floor: Floor) -> None:
        table = floor.table(MACAU, currency=Currency.PLAY)
        rita = floor.player(cents=50_00, play_cents=100_00, verified=False)
        floor.sit(rita, table)
        floor.open_round(table, PONTO_WINS)
        floor.bet(rita, table, ponto=100_00)

        floor.settle(table)

        assert rita.balance(Currency.PLAY) == 200_00
        assert rita.balance(Currency.EUR) == 50_00


class TestVoid:
    @rule("R29", asserts="A round made void gives 40.00 of stakes back: both players have their 100.00 again.")
    def test_every_stake_comes_back(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita, ze = floor.player(cents=100_00), floor.player(cents=100_00)
        for one in (rita, ze):
            floor.sit(one, table)
        floor.open_round(table)
        floor.bet(rita, table, ponto=10_00)
        floor.bet(ze, table, banca=20_00, empate=10_00)

        voided = floor.void(table, reason="avaria do sabot")

        assert voided.refunded == 40_00
        assert (rita.balance(), ze.balance()) == (100_00, 100_00)

    def test_a_settled_round_stands(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        floor.open_round(table)
        floor.settle(table)
        with pytest.raises(voids.VoidRejected):
            voids.void_round(table_id=table, by=floor.staff(Role.SUPERVISOR).id, reason="engano", now=floor.now)


class TestDealer:
    def test_late_step_of_a_former_dealer_is_refused(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        with pytest.raises(rounds.LeaseLost):
            rounds.do_due_step(table_id=table, fence=7, now=floor.now + timedelta(seconds=1))

    @rule(
        "PT-37",
        "PT-49",
        asserts="A minimum of 20.00 approved during a round leaves that round at 10.00, where a bet of 10.00 is taken; "
        "the next one has 20.00 as version 2, and refuses it.",
    )
    def test_new_configuration_applies_from_the_next_round(self, floor: Floor) -> None:
        table, rita = floor.table(MACAU), floor.player()
        floor.sit(rita, table)
        floor.open_round(table)
        floor.approve(table, replace(MACAU, minimum=20_00))
        state = queries.table_state(table_id=table, now=floor.now).sections
        assert state["rules"]["minimum"] == 10_00
        slip_memory.forget()  # as a process that begins now
        floor.bet(rita, table, ponto=10_00)
        floor.settle(table)
        floor.open_round(table)
        assert rejection(floor, rita, table, ponto=10_00).rule == "R14"

        state = queries.table_state(table_id=table, now=floor.now).sections
        assert (state["rules"]["minimum"], state["rules"]["version"]) == (20_00, 2)
