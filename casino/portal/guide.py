"""What the guide of a guest says of a round that was played: why the cards fell so, and what the bets cost."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from django.utils.translation import gettext

from casino.portal.round_pages import reasons_of
from casino.portal.tickets import in_order
from casino.wording import names, words
from tables.queries import BetCard, RoundCard, RoundStory


def guide_of(card: RoundCard, story: RoundStory) -> Mapping[str, list[str]]:
    """Sentences: `why` asks the game itself, `cost` tells of the reader's own bets; none before it is settled."""
    if card.phase != "settled":
        return {"why": [], "cost": []}
    bets = tuple(in_order(card.bets))
    told = [_result(bet, card.currency) for bet in bets]
    return {"why": list(reasons_of(card)), "cost": [*told, *_edges(bets, story.edges, card.currency)]}


def _result(bet: BetCard, currency: str) -> str:
    facts = {
        "chance": names.chance(bet.chance),
        "stake": words.money(bet.stake, currency),
        "returned": words.money(bet.returned, currency),
        "result": words.money(bet.result, currency),
        "commission": words.money(bet.commission, currency),
    }
    if bet.outcome == "push":
        return gettext("%(chance)s: your stake of %(stake)s came back.") % facts
    if bet.result <= 0:
        return gettext("%(chance)s: you staked %(stake)s and lost.") % facts
    won = gettext("%(chance)s: you staked %(stake)s and got back %(returned)s, a payout of %(result)s.") % facts
    if not bet.commission:
        return won
    commission = gettext("A commission of %(commission)s is already taken off.") % facts
    return f"{won} {commission}"


def _edges(bets: tuple[BetCard, ...], edges: Mapping[str, Fraction], currency: str) -> Iterator[str]:
    for bet in bets:
        edge = edges.get(bet.chance)
        if edge is None:
            continue
        yield gettext(
            "House edge on %(chance)s: %(edge)s. Of %(stake)s staked, the house keeps %(cost)s on average."
        ) % {
            "chance": names.chance(bet.chance),
            "edge": words.percent(edge),
            "stake": words.money(bet.stake, currency),
            "cost": words.money(round(bet.stake * edge), currency),
        }
