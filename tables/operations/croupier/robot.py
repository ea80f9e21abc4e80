"""The robot of a demonstration: it deals a table of play money that no croupier has taken, one card at a step.

Its next card is drawn from those that are left in its shoe, each alike: a shuffled shoe that is turned over card by
card comes to the same.
"""

import uuid
from datetime import datetime, timedelta
from typing import Final

from baccarat.draws import chooser
from tables import sealing
from tables.models import CardSource, Round, Shoe, ShuffledBy
from tables.operations import shoes
from tables.operations.croupier import paper_shoes, reading
from tables.operations.croupier.standing import Standing, terms_of_round
from tables.queries import squeezes
from tables.queries.paper import awaits_burn, dealing_of, drawn, not_seen
from tables.table_settings import TableSettings

CARD: Final = timedelta(seconds=1.3)
"""Between two cards."""
CALL: Final = timedelta(seconds=1.6)
"""Between the last card and the payment."""
DEVICE: Final = "robot"


def deal_on(standing: Standing, current: Round, *, now: datetime) -> bool:
    """Draw the next card of the round; True once it is over and to be settled. The caller holds the table's lock."""
    table, terms = standing.table, terms_of_round(current)
    seen_by = squeezes.seen_by(current, terms)
    if seen_by is not None and now < seen_by:  # players turn the cards that lie there
        table.due_at = seen_by
        table.save(update_fields=["due_at"])
        return False
    if dealing_of(drawn(current)).due is None:
        return True
    _draw(standing, current.shoe, now=now)
    over = dealing_of(drawn(current)).due is None
    table.due_at = max(now + (CALL if over else CARD), squeezes.seen_by(current, terms) or now)
    table.save(update_fields=["due_at"])
    return False


def prepare(standing: Standing, terms: TableSettings, *, number: int, now: datetime) -> None:
    """Begin a new shoe, with its first card turned where the rules burn. The caller holds the table's lock."""
    shoe = standing.table.shoe
    if shoe is None or not shoes.serves(shoe, terms.ruleset):
        decks = [f"R{number:03d}" for number in range(1, terms.ruleset.decks + 1)]
        shoe = paper_shoes.begin(standing, decks, ShuffledBy.ROBOT, terms, number=number, by=None, now=now)
    if awaits_burn(shoe):
        _draw(standing, shoe, now=now)


def _draw(standing: Standing, shoe: Shoe, *, now: datetime) -> None:
    left = not_seen(shoe)
    card = left[chooser(sealing.read_bytes)(len(left))]
    reading.take(standing, card, source=CardSource.ROBOT, by=None, device=DEVICE, key=uuid.uuid4(), now=now)
