"""A croupier's table: cards of paper read one by one, the same round and money (C9)."""

import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from kernel.money import Currency
from players.roles import Role
from tables import queries
from tables.card_terms import Refusal
from tables.models import CardEvent, CardEventKind, Incident, Shift, VoidOpening
from tables.operations import comparing, configurations, rounds, voids
from tables.operations import tables as table_operations
from tables.operations.croupier import calls, closing, paper_shoes, ruling, shifts
from tables.operations.croupier.standing import CroupierRejected, CroupierRejection
from tables.operations.rounds import Step
from tables.operations.tables import TableRejected, TableRejection
from tables.queries import croupier_figures
from tests.croupiers import DECKS, PAPER, PaperTable, paper_table, take
from tests.factories import Floor
from tests.rules import rule
from tests.tampering import as_owner

PONTO_WINS = ("4S", "KH", "4D", "7C")
FIVE_CARDS = ("2S", "3H", "3S", "4C", "AS")
"""Ponto 5 draws an ace and has 6; banca stands on 7."""


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    return paper_table(floor)


def refused(reason: CroupierRejection) -> Any:
    return pytest.raises(CroupierRejected, match=f"^{reason.value}$")


def told(live: PaperTable) -> dict[str, Any]:
    section: dict[str, Any] = queries.table_state(table_id=live.id, now=live.floor.now).sections["round"]
    return section


def test_a_round_is_dealt_card_by_card_and_paid_as_any_other(live: PaperTable) -> None:
    floor, player = live.floor, live.floor.player(cents=100_00)
    floor.sit(player, live.id)
    live.open()
    floor.bet(player, live.id, ponto=10_00)
    live.close()
    assert (told(live)["phase"], told(live)["deal"]) == ("closed", None)
    for place, card in enumerate(FIVE_CARDS):
        assert live.read(card).slot == ("P1", "B1", "P2", "B2", "P3")[place]
        deal = told(live)["deal"]
        assert sum(each is not None for each in deal["cards"]) == place + 1
        assert deal["winner"] is None
        assert live.round.phase == "dealing"
    with refused(CroupierRejection.WRONG_ROUND):
        closing.close_soon(table_id=live.id, round_code="x", by=live.croupier.id, now=floor.now)
    assert live.confirm().winner == "banca"
    assert live.confirm().repeat
    deal = told(live)["deal"]
    assert (deal["winner"], deal["ponto"]["total"], deal["banca"]["total"]) == ("banca", 6, 7)
    assert deal["timeline"][-1]["do"] == "result"
    assert live.round.cards == list(FIVE_CARDS)
    assert live.row.shoe is not None
    assert live.row.shoe.dealt == 5
    assert player.balance() == 90_00
    compared = comparing.compare(now=floor.now)
    assert (compared.rounds, compared.differences) == (1, 0)
    floor.prove()


@rule(
    "PT-32",
    asserts="At a croupier’s table a close that the croupier asks for leaves three seconds as a new deadline, and "
    "asked for again it shortens nothing.",
)
def test_bets_close_three_seconds_after_the_croupiers_word_and_the_old_deadline_is_told(live: PaperTable) -> None:
    code = live.open()
    before = live.round.closes_at
    soon = closing.close_soon(table_id=live.id, round_code=code, by=live.croupier.id, now=live.floor.now)
    assert soon.closes_at == live.floor.now + closing.LEAST
    again = closing.close_soon(table_id=live.id, round_code=code, by=live.croupier.id, now=live.floor.now)
    assert again.repeat
    live.close()
    live.deal(PONTO_WINS)
    live.confirm()
    played = queries.evidence_of(round_code=code, person_id=None, now=live.floor.now)
    assert played is not None
    assert [(each.at, each.held) for each in played.deadlines] == [(before, False), (soon.closes_at, True)]
    assert [act.action for act in played.acts] == ["close-soon"]


@pytest.mark.parametrize("table", ["open", "between"])
def test_a_card_before_the_close_is_refused_counted_and_changes_nothing(live: PaperTable, table: str) -> None:
    if table == "open":
        live.open()
    assert live.read("4S").refusal is Refusal.BEFORE_CLOSE
    assert CardEvent.objects.get().kind == CardEventKind.REFUSED
    if table == "between":
        live.open()
    live.close()
    assert live.read("4S").slot == "P1"


def test_a_card_slid_twice_counts_once(live: PaperTable) -> None:
    live.open()
    live.close()
    card, key = live.card("4S"), uuid.uuid4()
    assert live.read(card, key=key).slot == "P1"
    assert live.read(card, key=key).repeat
    assert live.read(card).refusal is Refusal.READ_TWICE
    assert live.read("KH").slot == "B1"
    with refused(CroupierRejection.KEY_REUSED):
        live.read("QH", key=key)


def test_cards_lie_in_the_order_of_their_numbers_not_of_their_moments(live: PaperTable) -> None:
    """A reading takes its moment before the table's lock is free: two at once may stand the other way round."""
    live.open()
    live.close()
    for card in PONTO_WINS:
        assert live.read(card).slot
        live.floor.now -= timedelta(seconds=1, milliseconds=1)
    (tile,) = (each for each in queries.lobby(currency=None, now=live.floor.now) if each.table_id == live.id)
    assert (tile.shown.ponto.cards, tile.shown.banca.cards) == (PONTO_WINS[::2], PONTO_WINS[1::2])
    live.confirm()
    assert live.round.cards == list(PONTO_WINS)
    live.floor.prove()


def test_a_text_that_is_no_card_is_refused(live: PaperTable) -> None:
    live.open()
    live.close()
    for text in ("", "4S", "X" * 500, "SBD0014S!", "'; DROP TABLE tables_cardevent; --"):
        assert live.read(f"#{text}").refusal is Refusal.UNREADABLE
    assert live.read("4S").slot == "P1"


def test_a_card_too_many_is_refused_and_put_aside_by_a_supervisor(live: PaperTable) -> None:
    code = live.open()
    live.close()
    live.deal(PONTO_WINS)
    extra = live.card("9C")
    assert live.read(extra).refusal is Refusal.NONE_DUE
    key = uuid.uuid4()
    aside = ruling.put_aside(
        table_id=live.id,
        round_code=code,
        code=extra.code,
        by=live.supervisor.id,
        reason="uma carta a mais",
        idempotency_key=key,
        now=live.floor.now,
    )
    assert aside.outcome == "put-aside"
    live.confirm()
    assert live.row.shoe is not None
    assert live.row.shoe.dealt == 5
    live.floor.prove()


@rule(
    "L7",
    asserts="A card that cannot be in the shoe of a croupier’s table pauses it at once with an incident; a supervisor "
    "resumes it, and the round goes on.",
)
@pytest.mark.parametrize("card", ["foreign", "before"])
def test_a_card_that_cannot_be_in_the_shoe_stops_the_table_at_once(live: PaperTable, card: str) -> None:
    live.open()
    live.close()
    live.deal(PONTO_WINS)
    dealt = CardEvent.objects.order_by("pk").first()
    assert dealt is not None
    live.confirm()
    live.open()
    live.close()
    found = live.card("9C")
    strange = (
        replace(found, deck="X999") if card == "foreign" else replace(found, deck=dealt.deck, card=dealing_card(dealt))
    )
    read = live.read(strange)
    assert read.refusal is (Refusal.FOREIGN_DECK if card == "foreign" else Refusal.SEEN_BEFORE)
    assert read.stopped
    assert (live.row.status, live.row.status_reason) == ("paused", "card-impossible")
    assert Incident.objects.get().facts["why"] == read.refusal.value
    assert live.read(found).refusal is Refusal.PAUSED
    table_operations.resume(table_id=live.id, by=live.supervisor.id, reason="carta retirada", now=live.floor.now)
    assert live.read(found).slot == "P1"


def dealing_card(event: CardEvent) -> Any:
    from baccarat.cards import Card

    return Card.parse(event.card)


def test_a_ninth_of_a_kind_keyed_by_hand_cannot_be(live: PaperTable) -> None:
    code = live.open()
    live.close()
    live.deal(["4S", "4S", "4S", "4S"])  # 8 to 8: both stand
    live.confirm()
    code = live.open()
    live.close()
    live.deal(["4S", "4S", "4S", "4S"])
    live.confirm()
    code = live.open()
    live.close()
    with refused(CroupierRejection.CARD_IMPOSSIBLE):
        key_by_hand(live, code, "4S")


def key_by_hand(live: PaperTable, code: str, card: str) -> ruling.Ruled:
    return ruling.key_card(
        table_id=live.id,
        round_code=code,
        card=card,
        by=live.croupier.id,
        idempotency_key=uuid.uuid4(),
        now=live.floor.now,
    )


def test_a_card_keyed_by_hand_counts_once_another_person_has_confirmed_it(live: PaperTable) -> None:
    code = live.open()
    live.close()
    keyed = key_by_hand(live, code, "4S")
    assert (keyed.outcome, keyed.slot) == ("waits", "P1")
    with refused(CroupierRejection.KEYED_WAITS):
        key_by_hand(live, code, "5S")
    assert keyed.keyed_id is not None
    with refused(CroupierRejection.OWN_CARD):
        ruling.confirm_keyed(keyed_id=keyed.keyed_id, by=live.croupier.id, confirmed=True, now=live.floor.now)
    assert not CardEvent.objects.exists()
    laid = ruling.confirm_keyed(keyed_id=keyed.keyed_id, by=live.supervisor.id, confirmed=True, now=live.floor.now)
    assert laid.outcome == "laid"
    event = CardEvent.objects.get()
    assert (event.slot, event.source, event.decided_by_id) == ("P1", "hand", live.supervisor.id)
    live.deal(PONTO_WINS[1:])
    live.confirm()
    live.floor.prove()


def test_a_card_that_is_read_after_all_needs_no_second_person(live: PaperTable) -> None:
    code = live.open()
    live.close()
    keyed = key_by_hand(live, code, "4S")
    assert live.read("4S").slot == "P1"
    assert keyed.keyed_id is not None
    with refused(CroupierRejection.NO_KEYED_CARD):
        ruling.confirm_keyed(keyed_id=keyed.keyed_id, by=live.supervisor.id, confirmed=True, now=live.floor.now)


def test_a_supervisor_takes_the_last_card_back_and_its_place_is_due_again(live: PaperTable) -> None:
    live.open()
    live.close()
    first = live.card("9S")
    live.read(first)
    live.deal(["KH"])
    with refused(CroupierRejection.OWN_CARD):
        live.take_back(by=live.croupier)
    with refused(CroupierRejection.NO_REASON):
        live.take_back(reason=" ")
    assert live.take_back().slot == "B1"
    assert live.take_back().slot == "P1"
    with refused(CroupierRejection.NO_CARD_READ):
        live.take_back()
    live.floor.wait(seconds=1)
    assert live.read(first).slot == "P1"
    live.deal(["5D", "QS", "6C"])
    live.confirm()
    assert live.round.cards == ["9S", "5D", "QS", "6C"]
    assert live.row.shoe is not None
    assert live.row.shoe.dealt == 5  # the king of hearts left the shoe too
    live.floor.prove()


@rule(
    "R29",
    asserts="A round of paper cards that is made void gives the stake of 20.00 back in full and shows the two cards "
    "that were read.",
)
def test_a_void_shows_the_cards_that_were_read_and_gives_every_stake_back(live: PaperTable) -> None:
    floor, player = live.floor, live.floor.player(cents=100_00)
    floor.sit(player, live.id)
    live.open()
    floor.bet(player, live.id, banca=20_00)
    live.close()
    live.deal(["9S", "KH"])
    floor.void(live.id)
    opening = VoidOpening.objects.get()
    assert (opening.paper, opening.cards, opening.proofs) == (True, ["9S", "KH"], [])
    assert player.balance() == 100_00
    assert live.row.shoe is not None
    assert (live.row.shoe.dealt, live.row.shoe.round_of_shoe) == (2, 2)
    assert floor.step(live.id) is Step.OPENED
    assert comparing.compare(now=floor.now).differences == 0
    floor.prove()


def test_no_round_opens_without_a_croupier_or_a_shoe(floor: Floor) -> None:
    live = paper_table(floor, taken=False)
    assert floor.step(live.id) is Step.HELD
    assert live.row.status_reason == "no-croupier"
    take(live)
    assert floor.step(live.id) is Step.HELD
    assert live.row.status_reason == "no-shoe"
    for decks in (DECKS[:7], ("D001",) * 8, (*DECKS[:7], "d8")):
        with refused(CroupierRejection.DECKS_WRONG):
            live.begin_shoe(decks)
    assert live.begin_shoe().cards == 416
    assert live.begin_shoe().number == 1
    assert floor.step(live.id) is Step.OPENED
    assert live.row.status_reason == ""
    with refused(CroupierRejection.ROUND_IN_PLAY):
        live.begin_shoe()


@rule(
    "L1",
    asserts="At a croupier’s table the first card of a live shoe is read, a 7, and eight cards are gone before a round "
    "opens.",
)
def test_a_shoe_whose_rules_burn_turns_its_first_card_before_any_round(floor: Floor) -> None:
    terms = replace(PAPER, preset="live-baccarat", commission="5-percent", max_prize=5_000_00)
    live = paper_table(floor, terms)
    assert floor.step(live.id) is Step.HELD
    read = live.read("7D")
    assert (read.burnt, read.slot) == (True, "")
    assert live.row.shoe is not None
    assert live.row.shoe.dealt == 8
    live.open()
    live.close()
    live.deal(PONTO_WINS)
    live.confirm()
    assert live.row.shoe.dealt == 8 + 4
    live.floor.prove()


@rule(
    "F4",
    asserts="At a croupier’s table the cut card that the croupier calls makes the next round the last: the table says "
    "so, and no other opens before a new shoe.",
)
def test_the_shoe_ends_after_its_last_round_and_another_is_begun(live: PaperTable) -> None:
    code = live.open()
    last = paper_shoes.call_last_round(table_id=live.id, by=live.croupier.id, now=live.floor.now)
    assert last == 2  # Macau deals one more after the round in which the cut card came out
    assert not told(live)["last"]
    with refused(CroupierRejection.LAST_ALREADY):
        paper_shoes.call_last_round(table_id=live.id, by=live.croupier.id, now=live.floor.now)
    live.close()
    live.deal(PONTO_WINS)
    live.confirm()
    live.open()
    assert told(live)["last"]
    live.close()
    live.deal(PONTO_WINS)
    live.confirm()
    assert live.floor.step(live.id) is Step.HELD
    assert live.row.status_reason == "no-shoe"
    assert live.begin_shoe(tuple(f"E{each:03d}" for each in range(8))).number == 2
    assert live.open() != code


def test_a_croupier_takes_a_table_and_is_relieved_between_rounds(live: PaperTable) -> None:
    other = live.floor.staff(Role.CROUPIER)
    assert take(live).repeat
    live.open()
    live.close()
    with refused(CroupierRejection.TABLE_TAKEN):
        take(live, other)
    with refused(CroupierRejection.ROUND_IN_PLAY):
        shifts.leave_table(table_id=live.id, by=live.croupier.id, now=live.floor.now)
    with refused(CroupierRejection.NOT_ON_SHIFT):
        live.read("4S", by=other)
    live.deal(PONTO_WINS[:2])
    assert live.relieve().ended
    take(live, other)
    for card in PONTO_WINS[2:]:
        assert live.read(card, by=other).slot
    live.croupier = other
    live.confirm()
    assert Shift.objects.filter(ended_at=None).get().croupier_id == other.id
    live.floor.prove()


def test_a_croupier_deals_at_one_table(live: PaperTable) -> None:
    other = paper_table(live.floor, taken=False)
    with refused(CroupierRejection.ON_ANOTHER_TABLE):
        take(other, live.croupier)
    shifts.leave_table(table_id=live.id, by=live.croupier.id, now=live.floor.now)
    assert not take(other, live.croupier).repeat


def test_a_pause_holds_the_cards_and_the_round_goes_on_from_the_last_one(live: PaperTable) -> None:
    live.open()
    live.close()
    live.deal(PONTO_WINS[:3])
    by = live.supervisor.id
    table_operations.pause(table_id=live.id, by=by, reason="luz apagada", now=live.floor.now)
    assert live.read("7C").refusal is Refusal.PAUSED
    with refused(CroupierRejection.PAUSED):
        live.confirm()
    table_operations.resume(table_id=live.id, by=by, reason="luz acesa", now=live.floor.now)
    assert live.read("7C").slot == "B2"
    live.confirm()
    live.floor.prove()


def test_nothing_is_paid_while_a_card_is_due(live: PaperTable) -> None:
    live.open()
    with refused(CroupierRejection.NOT_DEALING):
        live.confirm()
    live.close()
    live.deal(PONTO_WINS[:3])
    with refused(CroupierRejection.CARD_DUE):
        live.confirm()


def test_a_call_stands_until_a_supervisor_answers(live: PaperTable) -> None:
    made = calls.call_supervisor(
        table_id=live.id, by=live.croupier.id, idempotency_key=uuid.uuid4(), now=live.floor.now
    )
    again = calls.call_supervisor(
        table_id=live.id, by=live.croupier.id, idempotency_key=uuid.uuid4(), now=live.floor.now
    )
    assert (again.call_id, again.repeat) == (made.call_id, True)
    answered = calls.answer_call(
        call_id=made.call_id, by=live.supervisor.id, answer="Vou a caminho", now=live.floor.now
    )
    assert answered.answered
    with refused(CroupierRejection.NO_CALL):
        calls.answer_call(call_id=made.call_id, by=live.croupier.id, answer="", now=live.floor.now)


def test_the_robot_deals_a_table_of_play_money_and_a_croupier_takes_over_at_the_next_round(floor: Floor) -> None:
    live = paper_table(floor, currency=Currency.PLAY, taken=False, robot=True)
    player = floor.player(play_cents=100_00)
    floor.sit(player, live.id)
    live.open()
    floor.bet(player, live.id, ponto=10_00)
    live.close()
    assert floor.step(live.id) is Step.CARD
    assert take(live).first_round == 2
    with refused(CroupierRejection.NOT_ON_SHIFT):
        live.read("SBD0014S")
    while (step := floor.step(live.id)) is Step.CARD:
        pass
    assert step is Step.SETTLED
    assert CardEvent.objects.filter(source="robot", croupier=None).count() == len(live.round.cards)
    assert live.begin_shoe().number == 2  # the croupier's own decks in the place of the robot's
    live.open()
    live.close()
    live.deal(PONTO_WINS)
    live.confirm()
    floor.prove()


def test_the_robot_never_deals_for_money(floor: Floor) -> None:
    manager = floor.staff(Role.GAME_MANAGER)
    act = {"code": "live-x", "name": "Live X", "by": manager.id, "now": floor.now, "robot": True}
    with pytest.raises(TableRejected, match=TableRejection.NO_ROBOT_HERE.value):
        table_operations.create_table(**act, currency=Currency.EUR, kind="croupier")
    with pytest.raises(TableRejected, match=TableRejection.NO_ROBOT_HERE.value):
        table_operations.create_table(**act, currency=Currency.PLAY, kind="shared")


def test_a_croupiers_table_needs_whole_shoes_that_no_number_cuts(floor: Floor) -> None:
    for terms in (replace(PAPER, shuffle="every-round"), replace(PAPER, cut=True)):
        with pytest.raises(configurations.ConfigurationRejected, match="whole-shoe"):
            floor.table(terms, kind="croupier")


def test_the_database_refuses_a_card_beside_its_round(live: PaperTable) -> None:
    live.open()
    live.close()
    live.deal(PONTO_WINS)
    drawn = CardEvent.objects.get(slot="P1")
    live.confirm()
    for changed in ({"slot": "P3"}, {"slot": "P1"}):
        again = CardEvent.objects.get(pk=drawn.pk)
        again.pk, again.key = None, uuid.uuid4()
        again._state.adding = True
        for name, value in changed.items():
            setattr(again, name, value)
        with pytest.raises(IntegrityError), transaction.atomic():
            again.save()
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        CardEvent.objects.filter(pk=drawn.pk).update(card="9S")


def test_a_round_of_paper_is_void_by_two(live: PaperTable) -> None:
    live.open()
    acted = voids.void_round(table_id=live.id, by=live.supervisor.id, reason="sabot caído", now=live.floor.now)
    assert acted.is_void
    assert rounds.do_due_step(table_id=live.id, fence=None, now=live.floor.now) in Step


def test_the_lobby_shows_each_card_as_it_was_read(live: PaperTable) -> None:
    def tile() -> Any:
        return next(each for each in queries.lobby(currency=None, now=live.floor.now) if each.table_id == live.id)

    live.open()
    assert tile().shown.ponto.cards == ()
    live.close()
    live.deal(PONTO_WINS[:3])
    assert (tile().shown.ponto.cards, tile().shown.banca.cards, tile().shown.winner) == (("4S", "4D"), ("KH",), "")
    live.deal(PONTO_WINS[3:])
    assert tile().shown.natural
    live.confirm()
    assert tile().shown.winner == "ponto"


def test_rounds_an_hour_and_faults_are_counted_by_croupier_and_table(live: PaperTable) -> None:
    begun = live.floor.now
    for _ in range(2):
        live.open()
        live.close()
        live.read("#")
        live.deal(PONTO_WINS)
        live.confirm()
    live.floor.now = begun + timedelta(minutes=30)
    period = {"since": begun - timedelta(days=1), "until": live.floor.now}
    (pace,) = croupier_figures.paces(**period)
    assert (pace.croupier, pace.rounds, pace.an_hour) == (live.croupier.name, 2, 4)
    (fault,) = croupier_figures.faults(**period)
    assert (fault.croupier, fault.kind, fault.times) == (live.croupier.name, "unreadable", 2)
    assert croupier_figures.paces(since=begun - timedelta(days=2), until=begun - timedelta(days=1)) == ()
