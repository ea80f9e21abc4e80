"""What a table must have on record, reading by reading, and in its report of faults."""

from collections import Counter
from dataclasses import dataclass, field

from baccarat.card_codes import PaperCard
from tables.models import CardEvent
from tests.factories import Actor


@dataclass(frozen=True)
class Kept:
    """A row of `tables_cardevent` as the run expects it."""

    kind: str
    card: str
    deck: str
    slot: str = ""
    source: str = "scanner"
    refusal: str = ""
    croupier: int | None = None
    second: int | None = None


@dataclass
class Record:
    """The rows that must be there, in their order, and the faults by croupier and kind."""

    table_id: int
    after: int = 0
    """The number of the last row that was compared."""
    rows: list[Kept] = field(default_factory=list)
    faults: Counter[tuple[str, str]] = field(default_factory=Counter)

    def refused(self, card: PaperCard | None, why: str, croupier: Actor) -> None:
        """A reading was refused."""
        self._add("refused", card, refusal=why, croupier=croupier.id)
        self.faults[croupier.name, why] += 1

    def drawn(self, card: PaperCard, slot: str, croupier: Actor) -> None:
        """A card was read into its place."""
        self._add("drawn", card, slot=slot, croupier=croupier.id)

    def keyed(self, card: PaperCard, slot: str, croupier: Actor, second: Actor) -> None:
        """A card was keyed by one person and confirmed by another."""
        bare = PaperCard("", card.card)
        self._add("drawn", bare, slot=slot, source="hand", croupier=croupier.id, second=second.id)
        self.faults[croupier.name, "hand"] += 1

    def taken_back(self, card: PaperCard, croupier: Actor, second: Actor) -> None:
        """A supervisor took it back."""
        self._add("taken-back", card, croupier=croupier.id, second=second.id)
        self.faults[croupier.name, "taken-back"] += 1

    def put_aside(self, card: PaperCard, croupier: Actor, second: Actor) -> None:
        """A supervisor had it burned."""
        self._add("burnt", card, croupier=croupier.id, second=second.id)
        self.faults[croupier.name, "burnt"] += 1

    def burned(self, card: PaperCard, croupier: Actor) -> None:
        """The first card of a shoe: that is no fault."""
        self._add("burnt", card, croupier=croupier.id)

    def _add(self, kind: str, card: PaperCard | None, **facts: object) -> None:
        text, deck = ("", "") if card is None else (str(card.card), card.deck)
        self.rows.append(Kept(kind, text, deck, **facts))  # type: ignore[arg-type]

    def compare(self) -> None:
        """The rows since the last time are these, and no others."""
        found = list(CardEvent.objects.filter(table_id=self.table_id, pk__gt=self.after).order_by("pk"))
        rows = [
            Kept(
                each.kind,
                each.card,
                each.deck,
                each.slot,
                each.source,
                each.refusal,
                each.croupier_id,
                each.decided_by_id,
            )
            for each in found
        ]
        assert rows == self.rows
        self.rows = []
        if found:
            self.after = found[-1].pk
