"""A croupier's table under faults: a process that dies at any statement. Mistakes: `tests.croupier_run`."""

import itertools
import uuid
from typing import Any

from django.db import connection

from tests.croupiers import paper_table
from tests.factories import Floor

FIVE_CARDS = ("2S", "3H", "3S", "4C", "AS")


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
