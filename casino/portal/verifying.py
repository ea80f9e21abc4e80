"""The facts of a round for its verifier's page: what was published when, the receipt that noted it, each bet's payout.

The browser checks them with the verifier's own code; the page only lays out what there is to check.
"""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from casino.portal.round_pages import marks_of
from casino.portal.tickets import in_order
from casino.web.shipped import shipped
from casino.wording import names, words
from tables.queries import BetCard, RoundCard, RoundStory

ALONE: Final = ("verify.html", "verify.js", "verify.css", "verify_shoe.py")
"""The verifier that works without the house: a page of three files, and its twin in Python."""
_SAME_FOR_ALL: Final = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class PayoutCheck:
    """One bet with its payout worked out in words."""

    bet: BetCard
    pays: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundToVerify:
    """A round as its verifier's page tells it."""

    card: RoundCard
    story: RoundStory
    cards: int
    """How many cards the published proof shows; 0 before they are dealt, and where no proofs were kept."""
    receipt: str
    """The number of the player's first receipt in this round; empty for everybody else."""
    payouts: tuple[PayoutCheck, ...]

    @property
    def root(self) -> str:
        """The root that was published before the first bet."""
        return str(self.card.proof["root"])

    @property
    def marks(self) -> tuple[tuple[int, int, str], ...]:
        """The root as a drawing."""
        return marks_of(self.root)

    @property
    def fours(self) -> tuple[str, ...]:
        """The root in groups of four digits, as people compare it."""
        return tuple(self.root[at : at + 4] for at in range(0, len(self.root), 4))


def round_to_verify(card: RoundCard, story: RoundStory) -> RoundToVerify:
    """The round with the asking player's own receipts and bets."""
    accepted = [slip.number for slip in card.slips if slip.rejection is None]
    return RoundToVerify(
        card=card,
        story=story,
        cards=len(card.proof["cards"]),
        receipt=accepted[0] if accepted else "",
        payouts=tuple(_payouts(card, story)),
    )


def _payouts(card: RoundCard, story: RoundStory) -> Iterator[PayoutCheck]:
    for bet in in_order(card.bets):
        pays = story.pays.get(bet.chance, "")
        yield PayoutCheck(bet, pays, _said(bet, pays, card))


def _said(bet: BetCard, pays: str, card: RoundCard) -> str:
    def money(cents: int) -> str:
        return words.money(cents, card.currency)

    told = {"chance": names.chance(bet.chance), "stake": money(bet.stake), "returned": money(bet.returned)}
    if card.phase == "void":
        return gettext("The round is void: the stake of %(stake)s went back.") % told
    if card.phase != "settled":
        return gettext("This bet is still in play.")
    if bet.outcome == "push":
        return gettext("A tie gives the stake of %(stake)s back.") % told
    if bet.outcome != "win":
        return gettext("The bet did not win: the stake of %(stake)s is lost.") % told
    told |= {"pays": pays, "gross": money(bet.prize + bet.commission), "commission": money(bet.commission)}
    if bet.commission:
        return (
            gettext(
                "%(stake)s at %(pays)s wins %(gross)s; %(commission)s of commission is taken off, and the stake comes "
                "back: %(returned)s."
            )
            % told
        )
    return (
        gettext("%(stake)s at %(pays)s wins %(gross)s without commission, and the stake comes back: %(returned)s.")
        % told
    )


def archive() -> bytes:
    """The verifier that works without the house, to be unpacked anywhere; the same bytes for everybody."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as folder:
        for name in ALONE:
            folder.writestr(zipfile.ZipInfo(name, _SAME_FOR_ALL), shipped(name), zipfile.ZIP_DEFLATED)
    return packed.getvalue()
