"""The shoes of a past's table, one after the other: shuffled, committed to and sealed as those of any table."""

import json
from collections.abc import Iterator
from datetime import datetime
from random import Random
from typing import Any, Final

from baccarat import proof
from baccarat import shoe as cards
from baccarat.play import CARDS_MOST, Result, play
from baccarat.rulesets import Ruleset, Shuffle
from demonstration.history_play import HistoryPlay
from tables import headers, sealing

BEHIND_CUT: Final = 16
VERSION: Final = 1
"""Of the settings that a table of the past has all along."""


class Shoes:
    """What one table deals from; `id` is the row of the shoe in use."""

    def __init__(self, *, table_id: int, code: str, ruleset: Ruleset, dice: Random, proofs: bool) -> None:
        self._table_id, self._code, self._ruleset, self._dice, self._proofs = table_id, code, ruleset, dice, proofs
        self._order: sealing.Order | None = None
        self._life: cards.ShoeLife | None = None
        self._header: proof.Header
        self._number = self.id = 0
        self._shown: list[dict[str, Any]] = []

    def deal(
        self, rows: HistoryPlay, shoe_ids: Iterator[int], at: datetime
    ) -> tuple[Result, int, int, list[dict[str, Any]]]:
        """The next round's result off the shoe, its first card, its place in the shoe, and its proofs."""
        if self._order is None or self._life is None or self._life.over or self._whole is False:
            self._new_shoe(rows, shoe_ids, at)
        assert self._order is not None
        assert self._life is not None
        first, place = self._life.position, self._life.round_of_shoe
        result = play(self._order.cards[first : first + CARDS_MOST])
        self._life = self._life.after_round(len(result.cards))
        return result, first, place, self._shown[first : first + len(result.cards)] if self._proofs else []

    @property
    def _whole(self) -> bool:
        return self._ruleset.shuffle is Shuffle.PER_SHOE

    def _new_shoe(self, rows: HistoryPlay, shoe_ids: Iterator[int], at: datetime) -> None:
        self.close(rows)
        decks = self._ruleset.decks
        throw = self._dice.random

        def choose(below: int) -> int:
            return int(throw() * below)

        if self._whole:
            drawn = cards.shuffled(cards.build(decks), choose)
            self._life = cards.open_shoe(
                drawn, burn=self._ruleset.burn, behind_cut=BEHIND_CUT, rounds_after_cut=self._ruleset.rounds_after_cut
            )
        else:
            drawn = cards.first_cards(decks, CARDS_MOST, choose)
            self._life = cards.ShoeLife(size=CARDS_MOST, cut=CARDS_MOST, rounds_after_cut=0, position=0)
        self._order = sealing.salted(drawn)
        self._number += 1
        self.id = next(shoe_ids)
        self._begun = at
        self._header = headers.header_for(
            table_code=self._code, number=self._number, version=VERSION, decks=decks, life=self._life, now=at
        )
        if self._proofs:
            every = proof.prove_all(self._order.cards, self._order.salts, range(len(drawn)), self._header)
            self._shown = [each.document() for each in every]

    def close(self, rows: HistoryPlay) -> None:
        """Write the shoe that is in use as far as it has come."""
        if self._order is None or self._life is None:
            return
        order, life = self._order, self._life
        commitment = proof.commit(order.cards, order.salts, self._header)
        rows.shoe.append(
            (
                self.id,
                self._table_id,
                self._number,
                "shoe" if self._whole else "round",
                commitment.root,
                json.dumps(self._header.document()),
                list(commitment.header_path),
                sealing.seal(order, name=f"{self._code}/{self._number}"),
                self._ruleset.decks,
                life.size,
                life.cut,
                life.rounds_after_cut,
                life.position,
                life.round_of_shoe,
                life.last_round,
                self._begun,
            )
        )
        self._order = self._life = None
