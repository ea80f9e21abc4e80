"""A croupier's table of the house of the kit (`tests.sealed_days`): cards of paper, each as it was read."""

import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from baccarat.cards import DECK, Card
from baccarat.dealing import dealing
from baccarat.rulesets import Ruleset, preset
from baccarat.shoe import burn_count
from reporting.evidence import canonical

Record = dict[str, Any]
CODE: Final = "live-1"
CROUPIER, SUPERVISOR = (str(uuid.UUID(int=number)) for number in (201, 202))
FILES: Final = ["cards.jsonl", "shoes.jsonl"]


def paper_rules() -> Ruleset:
    """The rules of the table: whole shoes whose first card is burned."""
    return preset("live-baccarat")


@dataclass
class PaperShoe:
    """Cards of named decks in the order in which they will leave the shoe."""

    name: str
    lying: list[tuple[str, Card]]
    decks: int
    burns: bool
    begun_at: str
    dealt: int = 0
    rounds: int = 0
    last: int = 400

    @property
    def cards(self) -> list[Card]:
        return [card for _, card in self.lying]

    @property
    def root(self) -> str:
        return ""

    def document(self) -> Record:
        """The shoe of a round."""
        told = {"shoe": self.name, "format": "sabot-paper-1", "root": "", "decks": self.decks}
        return told | {"count": 52 * self.decks, "header": None, "path": []}

    def line(self) -> Record:
        """The shoe as `shoes.jsonl` tells of it."""
        return {
            "shoe": self.name,
            "table": CODE,
            "decks": decks_of(self.name, self.decks),
            "shuffled_by": "machine",
            "begun_by": CROUPIER,
            "begun_at": self.begun_at,
            "burns": self.burns,
        }


def decks_of(shoe: str, decks: int) -> list[str]:
    return [f"{shoe.rpartition('/')[2]}D{number:02d}".rjust(4, "0") for number in range(1, decks + 1)]


@dataclass
class KitPaper:
    """The cards as they are read at the table, line by line; the house asks for it at the end of each day."""

    chance: random.Random = field(default_factory=lambda: random.Random(3))
    number: int = 0
    cards: list[Record] = field(default_factory=list)
    shoes: dict[str, PaperShoe] = field(default_factory=dict)

    def begin(self, name: str, ruleset: Ruleset, at: datetime) -> PaperShoe:
        """A new shoe; its first card is turned and burned where the rules say so."""
        lying = [(deck, card) for deck in decks_of(name, ruleset.decks) for card in DECK]
        self.chance.shuffle(lying)
        shoe = PaperShoe(name, lying, ruleset.decks, ruleset.burn, canonical.moment(at))
        if shoe.burns:
            self._read(shoe, None, at, "burnt", lying[0])
            shoe.dealt = 1 + burn_count(lying[0][1])
        return shoe

    def deal(self, shoe: PaperShoe, code: str, cards: Sequence[Card], at: datetime, *, whole: bool) -> None:
        """Read the cards of a round, with faults among them; `whole`: all of its cards, not as far as it came."""
        for place, card in enumerate(cards):
            at += timedelta(seconds=1)
            lies = shoe.lying[shoe.dealt + place]
            fault = self.chance.random()
            slot = str(dealing(cards[:place]).due)
            if fault < 0.1:
                self._read(shoe, code, at, "refused", ("", None), refusal="unreadable")
            elif fault < 0.2:
                first = self._read(shoe, code, at, "drawn", lies, slot=slot)
                self._read(shoe, code, at, "taken-back", lies, decided_by=SUPERVISOR, replaces=first)
            if fault > 0.9:
                self._read(shoe, code, at, "drawn", ("", card), slot=slot, source="hand", decided_by=SUPERVISOR)
            else:
                self._read(shoe, code, at, "drawn", lies, slot=slot)
        shoe.dealt += len(cards)
        if whole and self.chance.random() < 0.2:
            aside = shoe.lying[shoe.dealt]
            self._read(shoe, code, at, "refused", aside, refusal="none-due")
            self._read(shoe, code, at, "burnt", aside, decided_by=SUPERVISOR)
            shoe.dealt += 1
        self.shoes[shoe.name] = shoe

    def _read(
        self, shoe: PaperShoe, code: str | None, at: datetime, what: str, lies: tuple[str, Card | None], **facts: Any
    ) -> int:
        self.number += self.chance.randint(1, 3)
        source = facts.get("source", "scanner")
        line = {
            "id": self.number,
            "at": canonical.moment(at),
            "table": CODE,
            "shoe": shoe.name,
            "round": code,
            "what": what,
            "slot": "",
            "card": str(lies[1] or ""),
            "deck": lies[0],
            "source": source,
            "device": "wedge" if source == "scanner" else "",
            "refusal": "",
            "croupier": CROUPIER,
            "decided_by": None,
            "replaces": None,
        }
        self.cards.append(line | facts)
        self.shoes[shoe.name] = shoe
        return self.number

    def files(self) -> dict[str, list[Record]]:
        """The two files of the day; the next day begins."""
        found = {"cards.jsonl": self.cards, "shoes.jsonl": [self.shoes[name].line() for name in sorted(self.shoes)]}
        self.cards, self.shoes = [], {}
        return found
