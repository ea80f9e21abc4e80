"""A croupier's table under faults: shoes dealt with every mistake, and a process that dies at any statement."""

import itertools
import random
import uuid
from typing import Any

import pytest
from django.db import connection

from baccarat.dealing import dealing
from players.roles import Role
from tables.models import Round
from tables.operations import comparing
from tables.operations.croupier import ruling
from tables.operations.croupier.reading import Refusal
from tests.croupiers import PaperTable, paper_table, take
from tests.factories import Floor

FIVE_CARDS = ("2S", "3H", "3S", "4C", "AS")


def key_by_hand(live: PaperTable, code: str, card: str) -> ruling.Ruled:
    return ruling.key_card(
        table_id=live.id,
        round_code=code,
        card=card,
        by=live.croupier.id,
        idempotency_key=uuid.uuid4(),
        now=live.floor.now,
    )


SHOES = 6


@pytest.mark.parametrize("seed", range(SHOES))
def test_random_shoes_with_faults_are_explained_round_by_round(floor: Floor, seed: int) -> None:
    """Double and foreign-looking scans, early cards, cards too many, cards keyed by hand, relief in the middle."""
    chance = random.Random(seed)
    live = paper_table(floor)
    player = floor.player(cents=100_000_00)
    floor.sit(player, live.id)
    for _ in range(12):
        code = live.open()
        floor.bet(player, live.id, banca=10_00)
        shoe = live.left[:]
        chance.shuffle(shoe)
        if chance.random() < 0.3:
            assert live.read(shoe[0]).refusal is Refusal.BEFORE_CLOSE
        live.close()
        laid: list[Any] = []
        while dealing([each.card for each in laid]).due is not None:
            card = shoe.pop()
            fault = chance.choice(["none", "none", "double", "unread", "hand", "relief"])
            if fault == "unread":
                assert live.read("#??").refusal is Refusal.UNREADABLE
            if fault == "hand":
                keyed = key_by_hand(live, code, str(card.card))
                assert keyed.keyed_id is not None
                ruling.confirm_keyed(keyed_id=keyed.keyed_id, by=live.supervisor.id, confirmed=True, now=floor.now)
                floor.wait(seconds=1)
                live.left.remove(card)
            else:
                assert live.read(card).slot
            laid.append(card)
            if fault == "double":
                assert live.read(card).refusal is Refusal.READ_TWICE
            if fault == "relief":
                live.relieve()
                live.croupier = floor.staff(Role.CROUPIER)
                take(live)
        if chance.random() < 0.2:
            assert live.read(shoe[-1]).refusal is Refusal.NONE_DUE
        live.confirm()
        assert live.round.cards == [str(each.card) for each in laid]
    assert comparing.compare(now=floor.now).differences == 0
    assert Round.objects.filter(table_id=live.id, phase="settled").count() == 12
    floor.prove()


def test_a_process_that_dies_at_any_statement_of_any_act_leaves_a_round_that_goes_on(open_floor: Floor) -> None:
    """Every card event and the payment, killed before each statement; then the same act again, with the same key."""
    floor = open_floor
    live = paper_table(floor)
    player = floor.player(cents=1_000_00)
    floor.sit(player, live.id)
    live.open()
    floor.bet(player, live.id, banca=10_00)
    live.close()
    killed = 0
    for card in FIVE_CARDS:
        found, key = live.card(card), uuid.uuid4()
        killed += dies_everywhere(lambda found=found, key=key: live.read(found, key=key))
    assert live.round.phase == "dealing"
    killed += dies_everywhere(live.confirm)
    assert killed > 60
    assert live.round.cards == list(FIVE_CARDS)
    assert player.balance() == 1_010_00
    floor.prove()


class DiedError(Exception):
    """The process ended here."""


def dies_everywhere(act: Any) -> int:
    """Do the act again and again, each time with one statement more before the process dies, until it is done."""
    for allowed in itertools.count():
        left = allowed

        def count(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            nonlocal left
            if left == 0:
                raise DiedError
            left -= 1
            return execute(sql, params, many, context)

        try:
            with connection.execute_wrapper(count):
                act()
        except DiedError:
            continue
        return allowed
    raise AssertionError
