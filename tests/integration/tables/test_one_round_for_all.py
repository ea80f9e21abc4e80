"""One round at a table at a time, one result for everybody at it, one seat a person (R5, PT-40, PT-50)."""

import pytest
from django.db import IntegrityError, transaction

from tables import queries
from tables.models import Round
from tables.operations import rounds
from tables.operations.seats import SeatRejected, SeatRejection
from tests.factories import PONTO_E_BANCA, PONTO_WINS, Floor
from tests.rules import rule

pytestmark = pytest.mark.django_db


@rule("GL-30", asserts="Four players with three different bets have the same cards and the same outcome.")
@rule(
    "R5",
    asserts="Four players at one table are told the same cards, totals and winner, and are paid by them: 1,010.00, "
    "1,030.00 to each of two with the same bet, and 980.00.",
)
def test_everybody_at_the_table_has_the_same_cards_and_the_same_result(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    players = [floor.player() for _ in range(4)]
    for player in players:
        floor.sit(player, table)
    floor.open_round(table, PONTO_WINS)
    laid = ({"ponto": 10_00}, {"ponto": 30_00}, {"banca": 20_00}, {"ponto": 30_00})
    for player, bet in zip(players, laid, strict=True):
        floor.bet(player, table, **bet)
    floor.settle(table)
    assert [player.balance() for player in players] == [1_010_00, 1_030_00, 980_00, 1_030_00]
    told = [queries.my_state(table_id=table, person_id=player.id, now=floor.now)["last"] for player in players]
    assert len({str([last[name] for name in ("code", "cards", "ponto", "banca", "winner")]) for last in told}) == 1


@rule("GL-26", asserts="The due step opens no round while one is unfinished, and the database refuses a second.")
@rule(
    "PT-40",
    asserts="While a round is unfinished the due step opens no other, and the database refuses a second unfinished "
    "round.",
)
def test_no_process_begins_a_round_before_the_last_is_finished(floor: Floor) -> None:
    table = floor.table(PONTO_E_BANCA)
    code = floor.open_round(table)
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is not rounds.Step.OPENED
    assert queries.table_state(table_id=table, now=floor.now).sections["round"]["code"] == code
    second = Round.objects.get(code=code)
    second.pk, second.code, second.number = None, "outra", second.number + 1
    with pytest.raises(IntegrityError, match="one_unfinished_round"), transaction.atomic():
        second.save(force_insert=True)


@rule("PT-50", asserts="A player who sits at one table is refused a seat at another.")
def test_a_seated_player_sits_nowhere_else(floor: Floor) -> None:
    here, there, ana = floor.table(), floor.table(), floor.player()
    floor.sit(ana, here)
    with pytest.raises(SeatRejected) as refused:
        floor.sit(ana, there)
    assert refused.value.reason is SeatRejection.SEATED_ELSEWHERE
