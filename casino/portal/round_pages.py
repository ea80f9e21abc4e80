"""The page of a round: how its cards fell and why, when things happened, its proofs, and what one's bets came to."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.utils.text import capfirst
from django.utils.translation import gettext

from baccarat.cards import Card, total
from baccarat.chances import Chance
from baccarat.dealing import dealing
from baccarat.play import NATURALS, Result, banca_draws, play, ponto_draws
from baccarat.proof import leaf_digest
from casino.portal.tickets import Ticket, in_order, ticket_of
from casino.stories.round_moments import squeezes
from casino.wording import names, readings, words
from casino.wording.readings import Told
from reporting.writers.documents import amount
from tables.queries import BetCard, PaperRound, RoundCard, RoundStory, SlipCard

_MAIN: Final = frozenset({"ponto", "banca", "banca-no-commission", "empate"})
"""The chances of the hands themselves: what else came out is said beside them."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One point of a round's time line."""

    name: str
    at: datetime
    note: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class ProvenCard:
    """A card with its place in the shoe and the leaf that the root holds for it, in hex."""

    card: str
    index: int
    leaf: str
    salt: str

    @property
    def short(self) -> str:
        """The ends of the leaf, for the eye."""
        return f"{self.leaf[:4]}…{self.leaf[-4:]}"


@dataclass(frozen=True, slots=True)
class BetLine:
    """One of the player's bets, with what the chance pays and what it came to; `result` is none while undecided."""

    bet: BetCard
    pays: str
    result: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundPage:
    """What the page tells beside the round's card."""

    story: RoundStory
    winner: str
    reasons: tuple[str, ...]
    also: tuple[str, ...]
    """The names of the side bets that came out."""
    moments: tuple[Moment, ...]
    proofs: tuple[ProvenCard, ...]
    header: str
    """What the root fixes beside the order of the cards; empty for a shoe of format 1."""
    bets: tuple[BetLine, ...]
    ticket: Ticket
    slips: tuple[SlipCard, ...]
    """The accepted slips of the player."""
    early: str
    """How long before the close the last accepted slip was received."""
    cost: int
    """The average cost of the player's bets, in cents."""
    marks: tuple[tuple[int, int, str], ...]
    """The root as a drawing of eight by eight squares: column, row, how dark."""
    paper: Told | None
    """Of a croupier's round: the cards as they were read, which stand for proofs."""
    again: str
    """The question that settles this round anew in the adjudicator."""
    is_over: bool


def round_page(
    card: RoundCard,
    story: RoundStory,
    happened: Iterable[tuple[datetime, str]],
    paper: PaperRound | None = None,
) -> RoundPage:
    """The page of a round for the player whose bets `card` holds; `happened` are acts of staff and deadlines."""
    accepted = tuple(slip for slip in card.slips if slip.rejection is None)
    over = card.phase in {"settled", "void"}
    close = None if card.voided_at else close_of(card.closes_at, card.closed_at)
    return RoundPage(
        story=story,
        winner=names.outcome(card.winner) if card.winner else "",
        reasons=reasons_of(card),
        also=tuple(names.chance(chance) for chance in story.won if chance not in _MAIN),
        moments=tuple(sorted(_moments(card, story, accepted, happened), key=lambda moment: moment.at)),
        proofs=tuple(_proofs(card)),
        header=names.shoe_header(card.proof["header"]) if "header" in card.proof else "",
        bets=tuple(_bet(bet, story, over) for bet in in_order(card.bets)),
        ticket=ticket_of(card, story.pays),
        slips=accepted,
        early=words.gap(close - accepted[-1].received_at) if accepted and close else "",
        cost=cost_of(card, story) if card.phase == "settled" else 0,
        marks=marks_of(str(card.proof["root"])),
        paper=None if paper is None else readings.told(paper, refused=False),
        again=_again(card, story),
        is_over=over,
    )


def close_of(closes_at: datetime | None, closed_at: datetime | None) -> datetime | None:
    """When bets ended: at the announced moment, or earlier where the round did; none while that is open."""
    if closes_at is None or closed_at is None:
        return closes_at or closed_at
    return min(closes_at, closed_at)


def cost_of(card: RoundCard, story: RoundStory) -> int:
    """The average cost of the player's bets by the exact edges, in whole cents."""
    return round(sum(bet.stake * story.edges.get(bet.chance, 0) for bet in card.bets))


def _bet(bet: BetCard, story: RoundStory, over: bool) -> BetLine:
    return BetLine(bet, story.pays.get(bet.chance, ""), bet.returned - bet.stake if over else None)


def _moments(
    card: RoundCard, story: RoundStory, accepted: Iterable[SlipCard], happened: Iterable[tuple[datetime, str]]
) -> Iterator[Moment]:
    close = None if card.voided_at else close_of(card.closes_at, card.closed_at)
    yield Moment(gettext("Betting opened"), card.opened_at)
    for slip in accepted:
        note = (
            gettext("received %(gap)s before the close") % {"gap": words.gap(close - slip.received_at)} if close else ""
        )
        yield Moment(gettext("Your slip %(number)s") % {"number": slip.number}, slip.received_at, note, own=True)
    for at, said in happened:
        yield Moment(capfirst(said), at)
    if card.closed_at and close:
        yield Moment(gettext("No more bets"), close)
    if card.settled_at:
        yield Moment(gettext("Dealt and paid"), card.settled_at)
    for at, said in squeezes(card.squeezed):
        yield Moment(capfirst(said), at)
    if story.last_card_at:
        yield Moment(gettext("Last card"), story.last_card_at, gettext("as tables were told to show it"))
    if card.voided_at:
        yield Moment(gettext("Void"), card.voided_at)
    if card.shown_at:
        yield Moment(gettext("Cards shown"), card.shown_at)


def _proofs(card: RoundCard) -> Iterator[ProvenCard]:
    for each in card.proof["cards"]:
        leaf = leaf_digest(each["index"], each["card"], bytes.fromhex(each["salt"])).hex()
        yield ProvenCard(each["card"], each["index"], leaf, each["salt"])


def marks_of(root: str) -> tuple[tuple[int, int, str], ...]:
    """A root of 64 hexadecimal digits as squares, each as dark as its digit is high."""
    return tuple((place % 8, place // 8, f"{int(digit, 16) / 15:.2f}") for place, digit in enumerate(root))


def reasons_of(card: RoundCard) -> tuple[str, ...]:
    """Why each hand drew or stood, a sentence each, asked of the game itself; nothing before the cards are known."""
    laid = [Card.parse(each) for each in card.laid or card.opened if each]
    if not laid or dealing(laid).due is not None:  # of a croupier's void round, that was not dealt to its end
        return ()
    return tuple(_reasons(play(laid)))


def _reasons(result: Result) -> Iterator[str]:
    ponto, banca = total(result.ponto.cards[:2]), total(result.banca.cards[:2])
    if result.natural:
        yield from _naturals(ponto, banca)
        return
    ponto_third = result.ponto_third.value if result.ponto_third else None
    if ponto_draws(ponto, banca):
        yield gettext("Ponto has %(total)s and draws.") % {"total": ponto}
    else:
        yield gettext("Ponto stands on %(total)s.") % {"total": ponto}
    told = {"total": banca, "third": ponto_third}
    if banca_draws(ponto, banca, ponto_third):
        without, on = (
            gettext("Banca has %(total)s and draws."),
            gettext("Banca has %(total)s and draws on Ponto’s %(third)s."),
        )
    else:
        without, on = (
            gettext("Banca stands on %(total)s."),
            gettext("Banca has %(total)s and stands on Ponto’s %(third)s."),
        )
    yield (without if ponto_third is None else on) % told


def _naturals(ponto: int, banca: int) -> Iterator[str]:
    if ponto in NATURALS and banca in NATURALS:
        yield gettext("Ponto has a natural %(ponto)s and Banca a natural %(banca)s.") % {"ponto": ponto, "banca": banca}
    elif ponto in NATURALS:
        yield gettext("Ponto has a natural %(total)s.") % {"total": ponto}
    else:
        yield gettext("Banca has a natural %(total)s.") % {"total": banca}
    yield gettext("Neither hand draws.")


def _again(card: RoundCard, story: RoundStory) -> str:
    """The address's query that asks the adjudicator for this very round; without own bets, for the least on Ponto."""
    if not card.laid:
        return ""
    stakes = {bet.chance: bet.stake for bet in card.bets} or {Chance.PONTO.value: story.minimum}
    asked = {
        "preset": story.preset,
        "commission": story.commission,
        "decks": str(story.decks),
        "cards": " ".join(each for each in card.laid if each),
        **{f"stake_{chance}": amount(cents) for chance, cents in stakes.items()},
    }
    return urlencode(asked)
