"""How far a stored shoe has come."""

from baccarat.shoe import ShoeLife
from tables.models import Shoe


def life_of(shoe: Shoe) -> ShoeLife:
    """How far a stored shoe has come."""
    return ShoeLife(
        size=shoe.card_count,
        cut=shoe.cut,
        rounds_after_cut=shoe.rounds_after_cut,
        position=shoe.dealt,
        round_of_shoe=shoe.round_of_shoe,
        last_round=shoe.last_round,
    )
