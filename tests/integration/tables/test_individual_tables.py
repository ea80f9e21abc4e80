"""Individual tables (R28), silence (R35, R36), switches (PT-44), and every preset at a table."""

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from unittest import mock

import pytest
from django.db import transaction

from baccarat.cards import Card
from baccarat.shoe import first_cards
from players.roles import Role
from tables import queries, sealing
from tables.models import PlaySession, Round, Shoe
from tables.operations import bets, idle, individual, leases, rounds, seats, shoes, stops
from tables.operations import tables as table_operations
from tables.operations.bets import BetRejected, BetRejection
from tables.operations.configurations import ConfigurationRejected, ConfigurationRejection
from tables.operations.individual import DealRejected, DealRejection
from tables.operations.stops import StopRejected, StopRejection
from tables.table_settings import TableSettings, TableSettingsInvalid
from tests.factories import MACAU, PONTO_E_BANCA, PONTO_WINS, Actor, Floor
from tests.rules import rule
from tests.tampering import past_triggers

ALONE = TableSettings(
    preset="punto-banco", minimum=1_00, decks=6, commission="5-percent", pairs=False, seats=1, show_seconds=3
)


@pytest.fixture
def alone(floor: Floor) -> tuple[int, Actor]:
    table = floor.table(ALONE, kind="individual")
    rita = floor.player(cents=100_00)
    floor.sit(rita, table)
    return table, rita


class TestIndividual:
    @rule("UK-09", asserts="At a table of one’s own nothing is dealt without a press, and one press deals one round.")
    @rule(
        "R28",
        asserts="At an individual table nothing is dealt for two minutes until the player presses; after that no bet "
        "is taken, and pressing again deals nothing more.",
    )
    def test_player_deals(self, floor: Floor, alone: tuple[int, Actor]) -> None:
        table, rita = alone
        code = floor.open_round(table, PONTO_WINS)
        floor.wait(minutes=2)
        floor.bet(rita, table, ponto=10_00)

        individual.deal(table_id=table, person_id=rita.id, round_code=code, now=floor.now)
        assert rita.balance() == 90_00
        assert individual.deal(table_id=table, person_id=rita.id, round_code=code, now=floor.now).repeat
        with pytest.raises(BetRejected):
            floor.bet(rita, table, ponto=5_00)
        floor.settle(table)

        assert rita.balance() == 110_00
        assert individual.deal(table_id=table, person_id=rita.id, round_code=code, now=floor.now).repeat
        floor.open_round(table)

    @rule("R28", asserts="There are no cards without a bet, for another round, or for a person who does not sit there.")
    @pytest.mark.parametrize("reason", [DealRejection.NO_BETS, DealRejection.WRONG_ROUND, DealRejection.NOT_SEATED])
    def test_no_cards_without(self, floor: Floor, alone: tuple[int, Actor], reason: DealRejection) -> None:
        table, rita = alone
        code = floor.open_round(table)
        who, code = {
            DealRejection.NO_BETS: (rita.id, code),
            DealRejection.WRONG_ROUND: (rita.id, "outra"),
            DealRejection.NOT_SEATED: (floor.player().id, code),
        }[reason]

        with pytest.raises(DealRejected) as caught:
            individual.deal(table_id=table, person_id=who, round_code=code, now=floor.now)
        assert caught.value.reason is reason

    def test_shared_tables_are_not_dealt_by_players(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player()
        floor.sit(rita, table)
        code = floor.open_round(table)
        with pytest.raises(DealRejected) as caught:
            individual.deal(table_id=table, person_id=rita.id, round_code=code, now=floor.now)
        assert caught.value.reason is DealRejection.NOT_INDIVIDUAL

    @rule("R30", asserts="A player who leaves with 10.00 on a winning Ponto is paid all the same: 110.00.")
    @rule(
        "R34",
        asserts="A player leaves an individual table in the middle of a round; the session ends when the round is "
        "settled.",
    )
    def test_leaving_with_bets_deals_them(self, floor: Floor, alone: tuple[int, Actor]) -> None:
        table, rita = alone
        floor.open_round(table, PONTO_WINS)
        floor.bet(rita, table, ponto=10_00)

        ended = seats.leave(table_id=table, person_id=rita.id, now=floor.now)

        assert ended.ended_at is None
        floor.settle(table)
        assert rita.balance() == 110_00
        summary = queries.session_summary(session_code=ended.session_code, person_id=rita.id, now=floor.now)
        assert summary is not None
        assert summary.result == 10_00

    @rule("R34", asserts="A player who took every bet back and leaves has left at once, in the middle of a round.")
    def test_leaving_after_all_was_taken_back_is_at_once(self, floor: Floor, alone: tuple[int, Actor]) -> None:
        table, rita = alone
        floor.open_round(table)
        floor.bet(rita, table, ponto=10_00)
        floor.bet(rita, table, ponto=-10_00)

        assert seats.leave(table_id=table, person_id=rita.id, now=floor.now).ended_at == floor.now
        assert queries.open_session_of(rita.id, now=floor.now) is None

    def test_a_press_waits_for_the_dealer_and_needs_no_key(
        self, floor: Floor, alone: tuple[int, Actor], settings
    ) -> None:
        """The press is kept in the row, a pause holds the cards back, and the dealer deals them when it is over."""
        keys = settings.SHOE_KEYS
        table, rita = alone
        code = floor.open_round(table, PONTO_WINS)
        floor.bet(rita, table, ponto=10_00)
        settings.SHOE_KEYS = {}
        individual.deal(table_id=table, person_id=rita.id, round_code=code, now=floor.now)
        with pytest.raises(sealing.KeyMissing), transaction.atomic():
            floor.step(table)
        settings.SHOE_KEYS = keys
        boss = floor.staff(Role.SUPERVISOR)
        table_operations.pause(table_id=table, by=boss.id, reason="um momento", now=floor.now)
        assert floor.step(table) is rounds.Step.NOTHING
        floor.wait(seconds=30)
        table_operations.resume(table_id=table, by=boss.id, reason="continua", now=floor.now)
        floor.settle(table)

        assert rita.balance() == 110_00
        assert Round.objects.get(code=code).closes_at is None
        settings.SHOE_KEYS = {}
        verdict = queries.replay(code)
        settings.SHOE_KEYS = keys
        assert verdict is not None
        assert verdict.agrees

    def test_one_seat_only(self, floor: Floor) -> None:
        with pytest.raises(ConfigurationRejected) as caught:
            floor.table(replace(ALONE, seats=2), kind="individual")
        assert caught.value.reason is ConfigurationRejection.ONE_SEAT


class TestSilence:
    """R35 and R36 with their very figures."""

    def invited(self, table: int, actor: Actor, floor: Floor) -> object:
        return queries.my_state(table_id=table, person_id=actor.id, now=floor.now).get("invited")

    @rule(
        "R35",
        asserts="At an individual table the invitation comes after more than 3:00 and within 3:01 minutes without a "
        "bet.",
    )
    @rule("R36", asserts="One minute after the invitation was shown the session has ended.")
    def test_alone_after_more_than_three_minutes_then_one(self, floor: Floor, alone: tuple[int, Actor]) -> None:
        table, rita = alone
        began = floor.now
        floor.open_round(table)
        while not self.invited(table, rita, floor):
            assert floor.step(table) is rounds.Step.IDLE
        assert floor.now - began > timedelta(minutes=3)
        assert floor.now - began < timedelta(minutes=3, seconds=1)
        warned_at = floor.now
        idle.note_shown(person_id=rita.id, table_id=table, now=floor.now)
        assert self.invited(table, rita, floor)["shown"] is True  # type: ignore[index]

        floor.step(table)

        assert floor.now - warned_at == timedelta(minutes=1)
        assert queries.open_session_of(rita.id, now=floor.now) is None

    def test_a_bet_clears_the_warning(self, floor: Floor, alone: tuple[int, Actor]) -> None:
        table, rita = alone
        floor.open_round(table)
        while not self.invited(table, rita, floor):
            floor.step(table)

        floor.bet(rita, table, ponto=10_00)

        assert self.invited(table, rita, floor) is None
        floor.step(table)
        assert queries.open_session_of(rita.id, now=floor.now) is not None

    @rule(
        "R35",
        asserts="At a shared table the invitation comes after the sixth round without a bet and not after the fifth.",
    )
    @rule("R36", asserts="One more round without a bet ends the session as idle.")
    def test_shared_after_the_sixth_round_then_the_next(self, floor: Floor) -> None:
        table = floor.table(PONTO_E_BANCA)
        rita = floor.player()
        floor.sit(rita, table)
        for missed in range(1, 7):
            floor.open_round(table)
            floor.settle(table)
            assert (self.invited(table, rita, floor) is not None) is (missed == 6)
        floor.open_round(table)
        floor.settle(table)

        session = queries.sessions_of(rita.id, now=floor.now)[0]
        assert (session.ended_at, session.reason) == (floor.now, "idle")

    @rule("G68", asserts="A player who rests keeps the session through nine rounds without a bet.")
    def test_sitting_out_keeps_the_seat(self, floor: Floor) -> None:
        table = floor.table(PONTO_E_BANCA)
        rita = floor.player()
        floor.sit(rita, table)
        seats.sit_out(table_id=table, person_id=rita.id, away=True, now=floor.now)
        for _ in range(9):
            floor.open_round(table)
            floor.settle(table)
        assert queries.open_session_of(rita.id, now=floor.now) is not None

    @rule("G68", asserts="A player who rests after the invitation to leave keeps the seat through nine rounds more.")
    def test_sitting_out_after_the_invitation_keeps_the_seat(self, floor: Floor) -> None:
        table = floor.table(PONTO_E_BANCA)
        rita = floor.player()
        floor.sit(rita, table)
        while not self.invited(table, rita, floor):
            floor.open_round(table)
            floor.settle(table)
        seats.sit_out(table_id=table, person_id=rita.id, away=True, now=floor.now)
        for _ in range(9):
            floor.open_round(table)
            floor.settle(table)
        assert queries.open_session_of(rita.id, now=floor.now) is not None


def why(table: int, floor: Floor) -> str | None:
    """The reason that a table gives its watchers."""
    found: str | None = queries.table_state(table_id=table, now=floor.now).sections["table"]["why"]
    return found


class TestSwitches:
    @rule(
        "GL-38",
        asserts="With everything stopped the round in play is settled, and no other opens until the stop is lifted.",
    )
    def test_the_round_in_play_is_finished_and_no_other_opens(self, floor: Floor) -> None:
        table = floor.table(MACAU)
        rita = floor.player()
        floor.sit(rita, table)
        floor.open_round(table)
        floor.bet(rita, table, ponto=10_00)
        supervisor = floor.staff(Role.SUPERVISOR)
        stops.stop(scope="all", by=supervisor.id, reason="falha do fornecedor", now=floor.now)

        with pytest.raises(BetRejected) as caught:
            floor.bet(rita, table, ponto=10_00)
        assert caught.value.refused.reason is BetRejection.PAUSED
        floor.settle(table)
        assert floor.step(table) is rounds.Step.HELD
        assert queries.table_state(table_id=table, now=floor.now).sections["table"]["why"] == "held"

        stops.lift(scope="all", by=supervisor.id, reason="resolvido", now=floor.now)
        floor.open_round(table)
        assert queries.table_state(table_id=table, now=floor.now).sections["table"]["why"] is None

    def test_one_ruleset_alone(self, floor: Floor) -> None:
        macau, ponto = floor.table(MACAU), floor.table(PONTO_E_BANCA)
        stops.stop(scope="macau", by=floor.staff(Role.SUPERVISOR).id, reason="revisão", now=floor.now)

        assert floor.step(macau) is rounds.Step.HELD
        assert floor.step(ponto) is rounds.Step.OPENED

    def test_an_individual_table_says_it_in_a_round_that_no_deadline_ends(
        self, floor: Floor, alone: tuple[int, Actor]
    ) -> None:
        table, rita = alone
        floor.open_round(table, PONTO_WINS)
        floor.bet(rita, table, ponto=10_00)
        floor.step(table)  # the next look at the player's silence is minutes away
        leases.renew(dealer="a", now=floor.now, length=timedelta(minutes=1))
        assert leases.due(dealer="a", now=floor.now).steps == ()
        assert stops.close_by_proof(reason="Prova 1: 2", now=floor.now)

        (step,) = leases.due(dealer="a", now=floor.now).steps
        assert rounds.do_due_step(table_id=table, fence=step.fence, now=floor.now) is rounds.Step.HELD
        assert why(table, floor) == "proof"
        assert leases.due(dealer="a", now=floor.now).steps == ()

        individual.deal(table_id=table, person_id=rita.id, round_code=floor.round_code(table), now=floor.now)
        floor.settle(table)  # what was accepted before is dealt and paid
        assert rita.balance() == 110_00
        assert floor.step(table) is rounds.Step.HELD

    def test_an_individual_table_says_when_it_goes_on(self, floor: Floor, alone: tuple[int, Actor]) -> None:
        table, _ = alone
        floor.open_round(table)
        floor.step(table)
        by = floor.staff(Role.SUPERVISOR).id
        stops.stop(scope=ALONE.preset, by=by, reason="revisão", now=floor.now)
        assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is rounds.Step.HELD
        assert why(table, floor) == "held"
        floor.wait(minutes=6)
        assert floor.step(table) is rounds.Step.HELD
        assert PlaySession.objects.get(table=table).invited_at is None, "a player who cannot bet is not hurried"

        stops.lift(scope=ALONE.preset, by=by, reason="resolvido", now=floor.now)
        floor.step(table)
        assert why(table, floor) is None

    def test_a_switch_of_another_ruleset_says_nothing_there(self, floor: Floor, alone: tuple[int, Actor]) -> None:
        table, _ = alone
        floor.open_round(table)
        floor.step(table)
        stops.stop(scope="macau", by=floor.staff(Role.SUPERVISOR).id, reason="revisão", now=floor.now)
        leases.renew(dealer="a", now=floor.now, length=timedelta(minutes=1))

        assert leases.due(dealer="a", now=floor.now).steps == ()
        assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is rounds.Step.NOTHING
        assert why(table, floor) is None

    def test_rejections(self, floor: Floor) -> None:
        by = floor.staff(Role.SUPERVISOR).id
        for scope, reason, expected in (
            ("nada", "razão", StopRejection.NO_SUCH_SCOPE),
            ("all", "ab", StopRejection.NO_REASON),
        ):
            with pytest.raises(StopRejected) as caught:
                stops.stop(scope=scope, by=by, reason=reason, now=floor.now)
            assert caught.value.reason is expected
        stops.stop(scope="all", by=by, reason="razão", now=floor.now)
        with pytest.raises(StopRejected) as caught:
            stops.stop(scope="all", by=by, reason="razão", now=floor.now)
        assert caught.value.reason is StopRejection.ALREADY_STOPPED
        with pytest.raises(StopRejected) as caught:
            stops.lift(scope="macau", by=by, reason="razão", now=floor.now)
        assert caught.value.reason is StopRejection.NOT_STOPPED


LIVE = TableSettings(
    preset="live-baccarat",
    minimum=1_00,
    max_prize=500_00,
    shuffle="per-shoe",
    commission="5-percent",
    show_seconds=3,
    betting_seconds=5,
)
FLOOR = TableSettings(
    preset="macau-floor", minimum=5_00, max_prize=1_000_00, decks=6, shuffle="per-shoe", show_seconds=3
)


class TestPresets:
    @rule(
        "D2",
        asserts="With caps of 50.00 on Ponto and 10.00 on a tie, 50.01 and 10.01 are refused and 50.00 and 10.00 "
        "taken; 0.99 is under the minimum of each chance.",
    )
    def test_each_chance_has_its_own_minimum_and_maximum(self, floor: Floor) -> None:
        table = floor.table(replace(ALONE, caps={"ponto": 50_00, "empate": 10_00}), kind="individual")
        rita = floor.player(cents=1_000_00)
        floor.sit(rita, table)
        floor.open_round(table)

        def refused(**slip: int) -> tuple[str, int]:
            with pytest.raises(BetRejected) as caught:
                floor.bet(rita, table, **slip)
            return caught.value.refused.rule, caught.value.refused.most

        assert refused(ponto=50_01) == ("cap", 50_00)
        assert refused(empate=10_01) == ("cap", 10_00)
        assert [refused(**{chance: 99})[0] for chance in ("ponto", "banca", "empate")] == ["R14"] * 3
        floor.bet(rita, table, ponto=50_00, empate=10_00)
        floor.bet(rita, table, banca=60_00)

    @rule(
        "D1",
        asserts="Three rounds of punto banco have three sets of six cards, each drawn from all six decks and with a "
        "commitment of its own.",
    )
    @rule(
        "RN-09",
        asserts="At tables that shuffle every round, each of three rounds draws its six cards from all decks anew.",
    )
    @pytest.mark.parametrize("terms", [MACAU, PONTO_E_BANCA, ALONE], ids=lambda terms: str(terms.preset))
    def test_each_round_has_cards_of_its_own_drawn_from_all(self, floor: Floor, terms: TableSettings) -> None:
        table = floor.table(terms)
        drawn = []

        def seen(decks: int, count: int, choose: Callable[[int], int]) -> list[Card]:
            drawn.append((decks, count))
            return first_cards(decks, count, choose)

        with mock.patch.object(shoes.cards, "first_cards", seen):
            for _ in range(3):
                floor.open_round(table)
                floor.settle(table)
        made = Shoe.objects.filter(table_id=table).values_list("scope", "decks", "card_count", "root")
        assert [row[:3] for row in made] == [("round", terms.decks, 6)] * 3
        assert len({root for *_, root in made}) == 3
        assert drawn == [(terms.decks, 6)] * 3

    @pytest.mark.parametrize("terms", [MACAU, PONTO_E_BANCA, LIVE, FLOOR, ALONE], ids=lambda terms: str(terms.preset))
    def test_rounds_are_played_and_paid(self, floor: Floor, terms: TableSettings) -> None:
        table = floor.table(terms)
        rita = floor.player(cents=10_000_00)
        floor.sit(rita, table)
        for _ in range(3):
            floor.open_round(table)
            for chance in terms.ruleset.chances:
                answer = bets.take_slips([floor.slip(rita, table, {chance.value: terms.minimum * 2})], now=floor.now)[0]
                assert answer.refused is None or answer.refused.rule == "R13"
            floor.settle(table)

    def test_a_whole_shoe_ends_with_an_announced_last_round(self, floor: Floor) -> None:
        table = floor.table(FLOOR)
        shoes = set()
        last_announced = 0
        for _ in range(75):
            floor.open_round(table)
            round_ = queries.table_state(table_id=table, now=floor.now).sections["round"]
            shoes.add(round_["root"])
            last_announced += round_["last"]
            if len(shoes) == 2:
                assert round_["round_of_shoe"] == 1
                break
            floor.settle(table)
        assert len(shoes) == 2
        assert last_announced == 1

    def test_side_bets_close_in_their_round_of_the_shoe(self, floor: Floor) -> None:
        table = floor.table(replace(LIVE, betting_seconds=3))
        rita = floor.player(cents=1_000_00)
        floor.sit(rita, table)
        seats.sit_out(table_id=table, person_id=rita.id, away=True, now=floor.now)
        offered: list[set[str]] = []
        for _ in range(51):
            floor.open_round(table)
            offered.append(set(queries.table_state(table_id=table, now=floor.now).sections["round"]["offered"]))
            if len(offered) < 51:
                floor.settle(table)
        assert "lucky-six" in offered[49]
        assert "lucky-six" not in offered[50]
        with pytest.raises(BetRejected) as caught:
            floor.bet(rita, table, lucky_six=1_00)
        assert caught.value.refused.reason is BetRejection.NOT_OFFERED

    @rule(
        "UK-07",
        asserts="At a table with a cycle of 30 seconds the next round opens no sooner than 30 seconds after the one "
        "before.",
    )
    def test_the_cycle_holds_the_next_round_back(self, floor: Floor) -> None:
        table = floor.table(replace(MACAU, betting_seconds=3, show_seconds=3, cycle_seconds=30))
        floor.open_round(table)
        began = floor.now
        floor.settle(table)
        floor.open_round(table)
        assert floor.now - began >= timedelta(seconds=30)

    @rule("PT-32", asserts="Terms with two seconds to bet are refused and name that field.")
    @rule("R6", asserts="Terms with 7 decks, no seat or ten seats are refused and name the field.")
    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("betting_seconds", 2),
            ("seats", 10),
            ("seats", 0),
            ("minimum", 0),
            ("decks", 7),
            ("commission", "all"),
            ("max_prize", 50_00),
            ("caps", {"ponto": 100_00}),
        ],
    )
    def test_terms_that_cannot_stand_name_their_field(self, field: str, value: object) -> None:
        with pytest.raises(TableSettingsInvalid) as caught:
            replace(MACAU, **{field: value})  # type: ignore[arg-type]
        assert caught.value.field == field

    @rule("PT-32", asserts="Terms with three and with four seconds to bet are taken.")
    @rule("R6", asserts="Terms with one and with nine seats, and with 6 and with 8 decks, are taken.")
    @pytest.mark.parametrize(("field", "values"), [("betting_seconds", (3, 4)), ("seats", (1, 9)), ("decks", (6, 8))])
    def test_terms_stand_up_to_their_bounds(self, field: str, values: tuple[int, int]) -> None:
        for value in values:
            assert getattr(replace(MACAU, **{field: value}), field) == value  # type: ignore[arg-type]


def test_replay_names_a_changed_payout(floor: Floor) -> None:
    table = floor.table(MACAU)
    rita = floor.player()
    floor.sit(rita, table)
    code = floor.open_round(table, PONTO_WINS)
    floor.bet(rita, table, ponto=10_00)
    floor.settle(table)
    from tables.models import Bet

    with past_triggers():
        Bet.objects.filter(round__code=code).update(prize=11_00)

    verdict = queries.replay(code)

    assert verdict is not None
    assert [finding.what.split()[0] for finding in verdict.findings] == ["bet"]
    with past_triggers():
        Bet.objects.filter(round__code=code).update(prize=10_00)


def test_a_void_on_an_individual_table_gives_back(floor: Floor) -> None:
    table = floor.table(ALONE, kind="individual")
    rita = floor.player(cents=100_00)
    floor.sit(rita, table)
    floor.open_round(table)
    floor.bet(rita, table, ponto=10_00)

    floor.void(table, reason="carta marcada")

    assert rita.balance() == 100_00
    assert PlaySession.objects.filter(person_id=rita.id, ended_at=None).exists()
    assert uuid.UUID(str(queries.open_session_of(rita.id, now=floor.now).code))  # type: ignore[union-attr]
