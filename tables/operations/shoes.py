"""New shoes: drawn, tested, committed to and sealed before anybody may bet on them; and the cards that come out."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from baccarat import proof
from baccarat import shoe as cards
from baccarat.cards import Card
from baccarat.cutting import turned
from baccarat.draws import chooser
from baccarat.play import CARDS_MOST, Result, play
from baccarat.rulesets import Ruleset, Shuffle
from tables import headers, sealing
from tables.models import Round, Shoe, Table, TableKind
from tables.queries import paper
from tables.shoe_life import life_of

BEHIND_CUT: Final = 16
"""Cards behind the cut card of a whole shoe."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round's result, and the proof of each of its cards against the shoe's published root (A8)."""

    result: Result
    proofs: list[dict[str, Any]]


def shoe_for_next_round(table: Table, ruleset: Ruleset, *, version: int, number: int, now: datetime) -> Shoe:
    """The shoe that the table's next round is dealt from: the present one, or a new, unsaved one where it is due (A7).
    `version` is that of the table's settings, which have that ruleset.

    Raises `baccarat.shoe.ShoeUnfit` when a new shoe fails its self-test: no round may open on it (RN-10).
    """
    present = table.shoe
    if present is not None and serves(present, ruleset):
        return present
    assert table.kind != TableKind.CROUPIER, "a croupier begins each shoe"
    return new_shoe(table, ruleset, version=version, number=number, now=now)


def new_shoe(table: Table, ruleset: Ruleset, *, version: int, number: int, now: datetime, to_cut: bool = False) -> Shoe:
    """A new, unsaved shoe; one that is `to_cut` burns nothing yet: its first card is not known.

    Raises `baccarat.shoe.ShoeUnfit` when it fails its self-test.
    """
    choose = chooser(sealing.read_bytes)
    if ruleset.shuffle is Shuffle.EVERY_ROUND:
        drawn = cards.first_cards(ruleset.decks, CARDS_MOST, choose)
        life = cards.ShoeLife(size=CARDS_MOST, cut=CARDS_MOST, rounds_after_cut=0, position=0)
    else:
        drawn = cards.shuffled(cards.build(ruleset.decks), choose)
        life = cards.open_shoe(
            drawn, burn=ruleset.burn and not to_cut, behind_cut=BEHIND_CUT, rounds_after_cut=ruleset.rounds_after_cut
        )
    cards.self_test(drawn, ruleset.decks)
    header = headers.header_for(
        table_code=table.code, number=number, version=version, decks=ruleset.decks, life=life, now=now
    )
    return _new(table, number, drawn, life, ruleset, header, now=now)


def serves(shoe: Shoe, ruleset: Ruleset) -> bool:
    """Whether another round may be dealt from this shoe under these rules."""
    whole = shoe.scope in {"shoe", paper.SCOPE} and ruleset.shuffle is Shuffle.PER_SHOE
    return whole and shoe.decks == ruleset.decks and not life_of(shoe).over


def _new(
    table: Table,
    number: int,
    drawn: Sequence[Card],
    life: cards.ShoeLife,
    ruleset: Ruleset,
    header: proof.Header,
    *,
    now: datetime,
) -> Shoe:
    order = sealing.salted(drawn)
    commitment = proof.commit(order.cards, order.salts, header)
    return Shoe(
        table=table,
        number=number,
        scope="round" if ruleset.shuffle is Shuffle.EVERY_ROUND else "shoe",
        root=commitment.root,
        header=header.document(),
        header_path=list(commitment.header_path),
        sealed=sealing.seal(order, name=f"{table.code}/{number}"),
        decks=ruleset.decks,
        card_count=life.size,
        cut=life.cut,
        rounds_after_cut=life.rounds_after_cut,
        dealt=life.position,
        created_at=now,
    )


def deal(table: Table, current: Round) -> Dealt:
    """Take the round's cards out of its shoe: the very ones committed to, at every call; at a croupier's table those
    that were read.

    The shoe has moved on in memory; writing it is the caller's, together with the round.
    """
    dealt = _read(current) if paper.is_paper(current.shoe) else _taken(table, current)
    _move_on(current.shoe, _gone(current, life_of(current.shoe).after_round(len(dealt.result.cards))))
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


def pass_over(current: Round) -> None:
    """A shoe of paper cards after a void round: the cards that were read have left it. In memory."""
    _move_on(current.shoe, _gone(current, life_of(current.shoe).after_void(0)))


def _gone(current: Round, life: cards.ShoeLife) -> cards.ShoeLife:
    """The shoe after the round: some paper cards may have been put aside, the cut card among them."""
    if not paper.is_paper(current.shoe):
        return life
    position, last = min(current.first_card + paper.left_in(current), life.size), life.last_round
    if last is None and position > life.cut:
        last = current.shoe.round_of_shoe + life.rounds_after_cut
    return replace(life, position=position, last_round=last)


def _read(current: Round) -> Dealt:
    return Dealt(result=paper.dealing_of(paper.drawn(current)).result, proofs=[])


def _taken(table: Table, current: Round) -> Dealt:
    order = sealing.unseal(bytes(current.shoe.sealed), name=f"{table.code}/{current.shoe.number}")
    shoe = current.shoe
    result = play(turned(order.cards, shoe.start)[current.first_card :])
    end = current.first_card + len(result.cards)
    indexes = [(shoe.start + at) % shoe.card_count for at in range(current.first_card, end)]
    proofs = proof.prove_all(order.cards, order.salts, indexes, headers.header_of(current.shoe))
    return Dealt(result=result, proofs=[each.document() for each in proofs])


def begin(table: Table, shoe: Shoe, ruleset: Ruleset, start: int) -> None:
    """Begin a shoe that was cut at that place: its first card is turned, the burned ones passed over (L). In memory.

    Raises `cryptography.exceptions.InvalidTag` for sealed cards that cannot be read.
    """
    shoe.start = start
    if ruleset.burn:
        order = sealing.unseal(bytes(shoe.sealed), name=f"{table.code}/{shoe.number}")
        shoe.dealt = 1 + cards.burn_count(order.cards[start])


def give_up(shoe: Shoe) -> None:
    """No further round is dealt from this shoe: its sealed cards cannot be read."""
    shoe.last_round = 0


def _move_on(shoe: Shoe, life: cards.ShoeLife) -> None:
    shoe.dealt, shoe.round_of_shoe, shoe.last_round = life.position, life.round_of_shoe, life.last_round
