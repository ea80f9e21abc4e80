"""What is different at a table where a croupier deals cards of paper, in plain words: for its rules and its help."""

from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from kernel.money import Currency
from tables.queries import RulesCard


@dataclass(frozen=True, slots=True)
class PaperPart:
    """One heading and its sentences; `anchor` is its place on a page."""

    anchor: str
    title: "str | Promise"
    sentences: "tuple[str | Promise, ...]"


DEALT: Final = PaperPart(
    "papel",
    _("Cards of paper, dealt by a person"),
    (
        _(
            "The cards are of paper. A croupier deals them from a shoe on a table, and a scanner reads each one as it "
            "leaves the shoe."
        ),
        _(
            "Everyone sees each card at the same moment: as it is read, or as a player turns it where the table’s "
            "rules say so."
        ),
        _(
            "The program names the place of each card by the rules, and the result follows from the cards: no one "
            "types a result."
        ),
        _(
            "No card is read before the bets are closed. The croupier may close them before the clock does: you have "
            "three seconds at least after that is said."
        ),
    ),
)
WRONG: Final = PaperPart(
    "papel-falhas",
    _("When something goes wrong with a card"),
    (
        _(
            "A card that the scanner cannot read is slid again. If it still cannot be read the croupier keys it, and "
            "it counts once a second person has looked at it."
        ),
        _(
            "A supervisor takes back a card that was drawn out of its turn, and puts aside one too many. Stakes stay "
            "where they are."
        ),
        _(
            "A card that cannot be in the shoe stops the table at once: one of another deck, one that had left the "
            "shoe before, or more of a kind than there are decks. A supervisor decides whether play goes on or the "
            "round is void."
        ),
        _(
            "If the round can have no result, two persons of the house make it void and every stake goes back (R29). "
            "The cards that were read are shown; they decide nothing."
        ),
        _(
            "If your connection drops nothing changes: bets with a receipt stand and are paid (R30). If the "
            "croupier’s connection drops, the round waits and goes on from its last card."
        ),
    ),
)
PROOF: Final = PaperPart(
    "papel-prova",
    _("What proves a round of paper cards"),
    (
        _(
            "No order of the cards is fixed before the bets, because no one knows it. There is no fingerprint to "
            "compare, and nothing here proves that the shoe was well shuffled."
        ),
        _(
            "Instead every reading is kept, and none can be changed later: the card, its deck, the moment, who dealt "
            "it, and what was refused, taken back or keyed by hand. They stand on the page of the round and in its "
            "evidence."
        ),
        _(
            "When the day is over its readings are sealed together with its rounds. From them a verifier deals every "
            "round again, and checks the cards and the money."
        ),
    ),
)
PARTS: Final = (DEALT, WRONG, PROOF)
ROBOT: Final = _(
    "At a table of play money a robot may deal while no croupier has the table: it draws each card by chance from "
    "those left in the shoe."
)


def paper_parts(card: RulesCard) -> tuple[PaperPart, ...]:
    """The parts that hold at this table; none where no croupier deals."""
    if card.kind != "croupier":
        return ()
    if card.currency != Currency.PLAY:
        return PARTS
    return PaperPart(DEALT.anchor, DEALT.title, (*DEALT.sentences, ROBOT)), WRONG, PROOF
