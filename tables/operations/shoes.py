"""New shoes: drawn, tested, committed to and sealed before anybody may bet on them; and the cards that come out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from baccarat import proof
from baccarat import shoe as cards
from baccarat.cards import Card
from baccarat.draws import chooser
from baccarat.play import CARDS_MOST, Result, play
from baccarat.rulesets import Ruleset, Shuffle
from tables import sealing
from tables.models import Round, Shoe, Table

BEHIND_CUT: Final = 16
"""Cards behind the cut card of a whole shoe."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round's result, and the proof of each of its cards against the shoe's published root (A8)."""

    result: Result
    proofs: list[dict[str, Any]]


def shoe_for_next_round(table: Table, ruleset: Ruleset, *, number: int, now: datetime) -> Shoe:
    """The shoe that the table's next round is dealt from: the present one, or a new, unsaved one where it is due (A7).

    Raises `baccarat.shoe.ShoeUnfit` when a new shoe fails its self-test: no round may open on it (RN-10).
    """
    present = table.shoe
    if present is not None and _serves(present, ruleset):
        return present
    choose = chooser(sealing.read_bytes)
    if ruleset.shuffle is Shuffle.EVERY_ROUND:
        drawn = cards.first_cards(ruleset.decks, CARDS_MOST, choose)
        life = cards.ShoeLife(size=CARDS_MOST, cut=CARDS_MOST, rounds_after_cut=0, position=0)
    else:
        drawn = cards.shuffled(cards.build(ruleset.decks), choose)
        life = cards.open_shoe(
            drawn, burn=ruleset.burn, behind_cut=BEHIND_CUT, rounds_after_cut=ruleset.rounds_after_cut
        )
    cards.self_test(drawn, ruleset.decks)
    return _new(table, number, drawn, life, ruleset, now=now)


def _serves(shoe: Shoe, ruleset: Ruleset) -> bool:
    """Whether another round may be dealt from this shoe under these rules."""
    whole = shoe.scope == "shoe" and ruleset.shuffle is Shuffle.PER_SHOE
    return whole and shoe.decks == ruleset.decks and not life_of(shoe).over


def _new(
    table: Table, number: int, drawn: Sequence[Card], life: cards.ShoeLife, ruleset: Ruleset, *, now: datetime
) -> Shoe:
    order = sealing.salted(drawn)
    return Shoe(
        table=table,
        number=number,
        scope="round" if ruleset.shuffle is Shuffle.EVERY_ROUND else "shoe",
        root=proof.commit(order.cards, order.salts).root,
        sealed=sealing.seal(order, name=f"{table.code}/{number}"),
        decks=ruleset.decks,
        card_count=life.size,
        cut=life.cut,
        rounds_after_cut=life.rounds_after_cut,
        dealt=life.position,
        created_at=now,
    )


def life_of(shoe: Shoe) -> cards.ShoeLife:
    """How far a stored shoe has come."""
    return cards.ShoeLife(
        size=shoe.card_count,
        cut=shoe.cut,
        rounds_after_cut=shoe.rounds_after_cut,
        position=shoe.dealt,
        round_of_shoe=shoe.round_of_shoe,
        last_round=shoe.last_round,
    )


def deal(table: Table, current: Round) -> Dealt:
    """Take the round's cards out of its shoe: the very ones committed to, at every call.

    The shoe has moved on in memory; writing it is the caller's, together with the round.
    """
    dealt = _taken(table, current)
    _move_on(current.shoe, life_of(current.shoe).after_round(len(dealt.result.cards)))
    return dealt


def open_void(table: Table, current: Round) -> Dealt:
    """The cards that a void round would have been dealt, off its shoe like any others: they count as burned (R29).

    The shoe has moved on in memory. A shoe that is past the round already stays where it is.
    """
    dealt = _taken(table, current)
    life, end = life_of(current.shoe), current.first_card + len(dealt.result.cards)
    if current.shoe.round_of_shoe == current.round_of_shoe:
        life = life.after_void(len(dealt.result.cards))
    _move_on(current.shoe, replace(life, position=max(life.position, end)))
    return dealt


def _taken(table: Table, current: Round) -> Dealt:
    order = sealing.unseal(bytes(current.shoe.sealed), name=f"{table.code}/{current.shoe.number}")
    result = play(order.cards[current.first_card :])
    indexes = range(current.first_card, current.first_card + len(result.cards))
    proofs = proof.prove_all(order.cards, order.salts, indexes)
    return Dealt(result=result, proofs=[each.document() for each in proofs])


def give_up(shoe: Shoe) -> None:
    """No further round is dealt from this shoe: its sealed cards cannot be read."""
    shoe.last_round = 0


def _move_on(shoe: Shoe, life: cards.ShoeLife) -> None:
    shoe.dealt, shoe.round_of_shoe, shoe.last_round = life.position, life.round_of_shoe, life.last_round
