"""What stands around a round: its shoe, its neighbours at the table, the rules it was played by, its last card."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from baccarat.odds import odds_of
from baccarat.paytables import Ratio
from baccarat.play import Result
from tables.models import Round
from tables.queries import squeezes, state
from tables.queries.by_code import round_by_code
from tables.queries.paper import is_paper
from tables.table_settings import TableSettings, terms_of
from tables.timeline import timeline


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The round before or after another at the same table."""

    code: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStory:
    """The facts beside a round's own card that its page tells."""

    previous: Neighbour | None
    following: Neighbour | None
    shoe: int
    """The shoe's number at its table."""
    fixed_at: datetime
    """When the shoe was drawn and its root fixed; published before the first bet on it."""
    preset: str
    commission: str
    decks: int
    minimum: int
    edges: Mapping[str, Fraction]
    """The house's average share of a stake on each chance."""
    pays: Mapping[str, str]
    """What each chance pays, as the felt writes it: «11 : 1»."""
    won: tuple[str, ...]
    """The chances that won, in the felt's order; of a settled round alone."""
    last_card_at: datetime | None
    """When tables were told to show the last card; later than the payment, which waits for no picture.

    Null of a paper round: its cards are shown as they are read.
    """


def round_story(round_code: str) -> RoundStory | None:
    """The story of a round by its code; null if there is none. Two statements."""
    played = round_by_code(round_code, "configuration", "shoe")
    if played is None:
        return None
    terms = terms_of(played.configuration_id, played.configuration.terms)
    beside = Round.objects.filter(table_id=played.table_id, number__in=(played.number - 1, played.number + 1))
    near = {number: Neighbour(code, number) for code, number in beside.values_list("code", "number")}
    result = state.result_of(played) if played.cards else None
    ruleset = terms.ruleset
    return RoundStory(
        previous=near.get(played.number - 1),
        following=near.get(played.number + 1),
        shoe=played.shoe.number,
        fixed_at=played.shoe.created_at,
        preset=terms.preset,
        commission=terms.commission,
        decks=terms.decks,
        minimum=terms.minimum,
        edges={chance.value: exact.edge for chance, exact in odds_of(ruleset).bets.items()},
        pays={
            chance.value: " / ".join(dict.fromkeys(Ratio.parse(ratio).on_felt for ratio in state.pays(ruleset, chance)))
            for chance in ruleset.chances
        },
        won=tuple(chance.value for chance in state.winners(ruleset, result)) if result and played.winner else (),
        last_card_at=_last_card_at(played, result, terms),
    )


def _last_card_at(played: Round, result: Result | None, terms: TableSettings) -> datetime | None:
    if result is None or played.closed_at is None or not played.winner or is_paper(played.shoe):
        return None
    squeeze = squeezes.windows_of(played, terms)
    steps = timeline(result, show_ms=terms.show_seconds * 1000, squeeze=squeeze)
    shown = [step["at"] for step in steps if step["do"] in {"turn", "third"}]
    return played.closed_at + timedelta(milliseconds=max(shown))
