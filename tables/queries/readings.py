"""The cards of a round at a croupier's table as they were read, for the pages and packs that show no proof of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from tables.models import CardEvent, CardEventKind, PaperShoe

STAFF: Final = "staff"
"""What stands for a name that a player does not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardRead:
    """One card as it was read. Staff are named where the whole round is shown; for a player they are not."""

    at: datetime
    what: str
    """`drawn`, `burnt` (put aside), `taken-back` or `refused`."""
    slot: str
    """The place of the felt; empty unless it was drawn."""
    card: str
    """Empty where nothing could be read."""
    deck: str
    """The deck that the barcode names; empty for a card keyed by hand."""
    source: str
    """`scanner`, `hand` or `robot`."""
    device: str
    refusal: str
    """Why it did not count; empty unless it was refused."""
    croupier: str
    """Who dealt; empty for the robot of a demonstration."""
    second: str
    """The second person: who confirmed a card keyed by hand, or took one back, or had it put aside."""
    replaced: bool
    """Whether it was taken back: it does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperRound:
    """A round that a croupier dealt: the decks in its shoe, and every card that was read meanwhile, in that order."""

    shoe: int
    """The shoe's number at its table."""
    decks: tuple[str, ...]
    shuffled_by: str
    begun_at: datetime
    begun_by: str
    """Who began the shoe, as `CardRead` names staff; empty for the robot of a demonstration."""
    cards: tuple[CardRead, ...]

    @property
    def shown(self) -> tuple[CardRead, ...]:
        """Without what was refused: that changed nothing."""
        return tuple(each for each in self.cards if each.what in {CardEventKind.DRAWN, CardEventKind.BURNT})


def paper_round(*, round_code: str, named: bool) -> PaperRound | None:
    """The readings of a round; None for a round whose cards were committed to. `named`: with the names of staff."""
    shoe = PaperShoe.objects.select_related("shoe", "begun_by").filter(shoe__shoe_rounds__code=round_code).first()
    if shoe is None:
        return None
    events = CardEvent.objects.filter(round__code=round_code).select_related("croupier", "decided_by", "replaced_by")
    return PaperRound(
        shoe=shoe.shoe.number,
        decks=tuple(shoe.decks),
        shuffled_by=shoe.shuffled_by,
        begun_at=shoe.begun_at,
        begun_by=_name(shoe.begun_by, named=named),
        cards=tuple(_read(event, named=named) for event in events.order_by("pk")),
    )


def _read(event: CardEvent, *, named: bool) -> CardRead:
    return CardRead(
        at=event.at,
        what=event.kind,
        slot=event.slot,
        card=event.card,
        deck=event.deck,
        source=event.source,
        device=event.device,
        refusal=event.refusal,
        croupier=_name(event.croupier, named=named),
        second=_name(event.decided_by, named=named),
        replaced=hasattr(event, "replaced_by"),
    )


def _name(person: object, *, named: bool) -> str:
    if person is None:
        return ""
    return str(getattr(person, "nickname", "")) if named else STAFF
