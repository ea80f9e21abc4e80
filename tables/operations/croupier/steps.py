"""The clock's part at a croupier's table: the close at the deadline, the robot's cards, what a next round waits for."""

from datetime import datetime
from typing import Final

from tables.models import Round, RoundPhase, Table
from tables.operations import shoes
from tables.operations.croupier import closing, paper_shoes, robot
from tables.operations.croupier.standing import standing_of
from tables.operations.starting import Ahead
from tables.queries.paper import awaits_burn, is_paper

NO_CROUPIER: Final = "no-croupier"
NO_SHOE: Final = "no-shoe"
WAITS: Final = frozenset({NO_CROUPIER, NO_SHOE})
"""The reasons that a table gives while no round can open for want of a croupier or of cards."""


def go_on(table: Table, current: Round, *, now: datetime) -> bool:
    """Do the due step of a round in play; True once it is to be settled. The caller holds the table's lock."""
    standing = standing_of(table)
    if current.phase == RoundPhase.BETTING:
        closing.close(table, current, robot=standing.robot_deals, now=now)
        return False
    if standing.robot_deals:
        return robot.deal_on(standing, current, now=now)
    table.due_at = None  # the croupier goes on
    table.save(update_fields=["due_at"])
    return False


def lacks(table: Table, ahead: Ahead, *, now: datetime) -> str:
    """The reason for which no round may open, or nothing. A robot begins its shoe itself."""
    standing, terms = standing_of(table), paper_shoes.next_terms(table, ahead)
    if standing.shift is None and not table.robot:
        return NO_CROUPIER
    if standing.robot_deals:
        robot.prepare(standing, terms, number=ahead.shoe_number, now=now)
    shoe = table.shoe
    ready = shoe is not None and is_paper(shoe) and shoes.serves(shoe, terms.ruleset)
    return "" if ready and shoe is not None and not awaits_burn(shoe) else NO_SHOE
