"""Every statement of every act at a croupier's table fails, in three ways: nothing half done, and then done once (C9).

Only the readings themselves and what follows them are in `tests/integration/tables/test_croupier_faults.py`.
"""

import pytest

from tests.factories import Floor
from tests.faults import evidence, paper_doings
from tests.faults.injection import Fault, How, failing, failing_commit
from tests.faults.test_statements_of_the_office import turns

LEAST = 4
"""Statements that the least of the acts sends."""


@pytest.mark.parametrize("name", paper_doings.DOINGS)
def test_nothing_is_half_done_and_the_same_act_is_done_once(open_floor: Floor, name: str) -> None:
    """In an ordinary run each statement fails in one of the ways; in a long one in all of them."""
    count = 0
    for how in How:
        doing = paper_doings.DOINGS[name](open_floor)
        before = evidence.fingerprint()
        for at in turns(how):
            with failing(Fault(at, how)) as fault:
                doing.act()
            if not fault.fired:
                break
            count += 1
            assert evidence.fingerprint() == before, f"{at} failed ({how}), and left: {fault.statements[-1]}"
            assert not doing.done()
        assert_done_once(name, doing)
    assert count >= LEAST


@pytest.mark.parametrize("name", paper_doings.DOINGS)
def test_a_commit_that_was_lost_or_never_answered(open_floor: Floor, name: str) -> None:
    """Lost on its way, nothing is done; where only its answer is lost, everything is, and the act comes again."""
    doing = paper_doings.DOINGS[name](open_floor)
    before = evidence.fingerprint()
    with failing_commit(reaches=False):
        doing.act()
    assert evidence.fingerprint() == before
    with failing_commit(reaches=True):
        doing.act()
    assert_done_once(name, doing)


def assert_done_once(name: str, doing: paper_doings.Doing) -> None:
    """It is done; asked for again it gets its first answer, or a refusal that says so, and changes nothing."""
    assert doing.done()
    after = evidence.fingerprint()
    paper_doings.once_more(name, doing.act)
    assert evidence.fingerprint() == after, "done twice"
