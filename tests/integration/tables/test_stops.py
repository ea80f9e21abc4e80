"""Switches that stop play: what they refuse, what they answer, and the staff acts they leave (PT-44, D5)."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from kernel.reasons import REASON
from players.roles import Role
from tables.models import StaffAct, Stop, Table
from tables.operations import stops
from tables.operations.bets import BetRejected
from tables.operations.rounds import Step
from tables.operations.stops import EXPLAINED_WITHIN, HELD, StopRejected, StopRejection
from tables.scopes import EVERYWHERE, PROOF, holds, of_table
from tests.factories import ALONE, MACAU, PONTO_WINS, Floor
from tests.rules import rule


@pytest.fixture
def by(floor: Floor) -> int:
    return floor.staff(Role.SUPERVISOR).id


def rejection(act: Callable[[], object]) -> StopRejection:
    with pytest.raises(StopRejected) as refused:
        act()
    return refused.value.reason


def acts() -> list[tuple[str, str, str, int | None]]:
    return list(StaffAct.objects.order_by("pk").values_list("action", "subject", "reason", "by_id"))


@rule("GL-03", asserts="All play, or Macau alone, is stopped at once and lifted again by a member of staff.")
@rule(
    "PT-44",
    asserts="A stop of everything or of Macau, and its end, are each on record with the reason and who ordered it.",
)
@pytest.mark.parametrize("scope", [EVERYWHERE, "macau"])
def test_a_switch_is_thrown_and_lifted_with_a_note_of_each(floor: Floor, by: int, scope: str) -> None:
    thrown = stops.stop(scope=scope, by=by, reason=" câmara parada ", now=floor.now)
    assert (thrown.scope, thrown.stopped, stops.active()) == (scope, True, {scope})
    assert Stop.objects.get().reason == "câmara parada"

    floor.wait(minutes=5)
    lifted = stops.lift(scope=scope, by=by, reason="câmara arranjada", now=floor.now)

    assert (lifted.scope, lifted.stopped, stops.active()) == (scope, False, frozenset())
    assert acts() == [("stop-play", scope, "câmara parada", by), ("lift-play", scope, "câmara arranjada", by)]


@pytest.mark.parametrize("act", [stops.stop, stops.lift])
@pytest.mark.parametrize(
    ("reason", "taken"),
    [("ab", False), ("  ab ", False), ("abc", True), ("x" * 300, True), ("x" * 301, False), ("pa\0rado", False)],
)
def test_a_reason_has_three_letters_and_three_hundred_at_most(
    floor: Floor, by: int, act: Callable[..., stops.Stopped], reason: str, taken: bool
) -> None:
    assert REASON[1] == 300
    if act is stops.lift:
        stops.stop(scope=EVERYWHERE, by=by, reason="câmara parada", now=floor.now)
    before = stops.active()

    def throw() -> stops.Stopped:
        return act(scope=EVERYWHERE, by=by, reason=reason, now=floor.now)

    if taken:
        assert throw().stopped == (act is stops.stop)
        return
    assert rejection(throw) is StopRejection.NO_REASON
    assert stops.active() == before


@pytest.mark.parametrize("act", [stops.stop, stops.lift])
def test_only_the_house_and_its_games_have_a_switch(floor: Floor, by: int, act: Callable[..., object]) -> None:
    for scope in ("roleta", "", PROOF, "table-0", "table-999999999", "table-", "table-x"):
        assert rejection(lambda: act(scope=scope, by=by, reason="câmara", now=floor.now)) is StopRejection.NO_SUCH_SCOPE  # noqa: B023 - called at once
    assert not Stop.objects.exists()


def test_a_switch_is_thrown_once_and_lifted_once(floor: Floor, by: int) -> None:
    asked = {"scope": "macau", "by": by, "reason": "câmara", "now": floor.now}
    assert rejection(lambda: stops.lift(**asked)) is StopRejection.NOT_STOPPED
    stops.stop(**asked)
    assert rejection(lambda: stops.stop(**asked)) is StopRejection.ALREADY_STOPPED
    stops.lift(**asked)
    assert rejection(lambda: stops.lift(**asked)) is StopRejection.NOT_STOPPED
    assert [action for action, *_ in acts()] == ["stop-play", "lift-play"]


@rule("GL-03", asserts="Macau and ponto e banca are stopped; once Macau is lifted ponto e banca is still stopped.")
def test_a_switch_that_is_lifted_lifts_no_other(floor: Floor, by: int) -> None:
    for scope in ("macau", "ponto-e-banca"):
        stops.stop(scope=scope, by=by, reason="câmara", now=floor.now)
    stops.lift(scope="macau", by=by, reason="câmara arranjada", now=floor.now)
    assert stops.active() == {"ponto-e-banca"}


def test_a_proof_stops_everything_once(floor: Floor, by: int) -> None:
    assert rejection(lambda: stops.lift_proof(by=by, reason="provado", now=floor.now)) is StopRejection.NOT_STOPPED

    stopped = stops.close_by_proof(reason="falta um cêntimo", now=floor.now)
    again = stops.close_by_proof(reason="falta um cêntimo", now=floor.now)

    assert stopped == stops.Stopped(scope=PROOF, stopped=True, at=floor.now)
    assert again is None
    assert acts() == [("stop-play", PROOF, "falta um cêntimo", None)]


def test_a_switch_holds_its_own_table_its_own_game_or_every_game() -> None:
    for others in ((), ("ponto-e-banca",), (of_table(8), of_table(71))):
        assert not holds(frozenset(others), table_id=7, preset="macau")
    for scope in ("macau", EVERYWHERE, PROOF, of_table(7)):
        assert holds(frozenset({scope}), table_id=7, preset="macau")


@pytest.mark.parametrize(("scope", "said"), [("macau", HELD), (EVERYWHERE, HELD), (PROOF, PROOF)])
def test_a_table_says_once_that_it_is_held_and_by_what(floor: Floor, by: int, scope: str, said: str) -> None:
    table = floor.table()
    if scope == PROOF:
        stops.close_by_proof(reason="falta um cêntimo", now=floor.now)
    else:
        stops.stop(scope=scope, by=by, reason="câmara parada", now=floor.now)

    assert floor.step(table) is Step.HELD
    once = Table.objects.get(pk=table)
    assert floor.step(table) is Step.HELD
    again = Table.objects.get(pk=table)
    assert (once.status_reason, again.status_reason, again.version) == (said, said, once.version)


def test_a_table_that_may_go_on_says_no_more_that_it_is_held(floor: Floor, by: int) -> None:
    table = floor.table()
    stops.stop(scope="macau", by=by, reason="câmara parada", now=floor.now)
    assert floor.step(table) is Step.HELD
    stops.lift(scope="macau", by=by, reason="câmara arranjada", now=floor.now)

    assert floor.step(table) is Step.OPENED
    assert Table.objects.get(pk=table).status_reason == ""


@rule(
    "PT-44",
    asserts="One table is stopped: its round in play is settled and paid 1,020.00, no other begins there, and the "
    "table beside it opens one.",
)
def test_one_table_is_stopped_and_the_one_beside_it_goes_on(floor: Floor, by: int) -> None:
    table, other, player = floor.table(MACAU), floor.table(MACAU), floor.player()
    floor.sit(player, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(player, table, ponto=20_00)

    stops.stop(scope=of_table(table), by=by, now=floor.now)

    with pytest.raises(BetRejected):
        floor.bet(player, table, ponto=20_00)
    floor.settle(table)
    assert player.balance() == 1_020_00
    assert floor.step(table) is Step.HELD
    assert Table.objects.get(pk=table).status_reason == HELD
    floor.open_round(other)
    note = StaffAct.objects.filter(action="stop-play").get()
    assert (note.table_id, note.subject, note.reason) == (table, of_table(table), "")
    stops.lift(scope=of_table(table), by=by, reason="vista", now=floor.now)
    assert floor.step(table) is Step.OPENED
    floor.prove()


def test_an_individual_table_in_an_endless_round_is_told_of_its_own_stop(floor: Floor, by: int) -> None:
    table, player = floor.table(ALONE, kind="individual"), floor.player()
    floor.sit(player, table)
    floor.open_round(table)
    stops.stop(scope=of_table(table), by=by, now=floor.now)
    assert floor.step(table) is Step.HELD


def test_the_reason_follows_once_from_the_same_person_within_ten_minutes(floor: Floor, by: int) -> None:
    def explain(who: int = by, reason: str = "câmara parada") -> object:
        return stops.explain(scope=EVERYWHERE, by=who, reason=reason, now=floor.now)

    assert rejection(explain) is StopRejection.NOT_STOPPED
    stops.stop(scope=EVERYWHERE, by=by, now=floor.now)
    assert acts() == [("stop-play", EVERYWHERE, "", by)]
    assert rejection(lambda: explain(reason="ab")) is StopRejection.NO_REASON
    other = floor.staff(Role.SUPERVISOR).id
    assert rejection(lambda: explain(other)) is StopRejection.THROWN_BY_ANOTHER
    floor.now += EXPLAINED_WITHIN
    explain()
    assert Stop.objects.get().reason == "câmara parada"
    assert acts()[-1] == ("explain-stop", EVERYWHERE, "câmara parada", by)
    assert rejection(explain) is StopRejection.ALREADY_EXPLAINED


def test_after_ten_minutes_no_reason_is_taken_any_more(floor: Floor, by: int) -> None:
    stops.stop(scope=EVERYWHERE, by=by, now=floor.now)
    until = floor.now + EXPLAINED_WITHIN
    floor.now = until + timedelta(seconds=1)
    with pytest.raises(StopRejected) as late:
        stops.explain(scope=EVERYWHERE, by=by, reason="câmara parada", now=floor.now)
    assert (late.value.reason, late.value.until) == (StopRejection.TOO_LATE, until)
    assert Stop.objects.get().reason == ""


def test_the_database_lets_a_reason_be_given_once_and_the_house_always_has_one(floor: Floor, by: int) -> None:
    stops.stop(scope=EVERYWHERE, by=by, reason="câmara parada", now=floor.now)
    with pytest.raises(IntegrityError), transaction.atomic():
        Stop.objects.update(reason="outra coisa")
    with pytest.raises(IntegrityError), transaction.atomic():
        Stop.objects.create(scope=PROOF, reason="", by=None, at=floor.now)
