"""Shoes of paper cards: begun by the croupier with the decks that lie in them, and how far the cards have come."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from baccarat.card_codes import is_deck
from baccarat.cards import Card
from baccarat.rulesets import Ruleset
from baccarat.shoe import burn_count
from players.events.names import EventName
from players.events.telling import tell
from tables.models import (
    CardEvent,
    PaperShoe,
    Shoe,
    ShuffledBy,
    Table,
)
from tables.operations import shoes
from tables.operations.croupier import shifts
from tables.operations.croupier.standing import (
    CroupierRejected,
    CroupierRejection,
    Standing,
    expect_shift,
    locked,
    stated,
    tell_round,
)
from tables.operations.starting import Ahead, read_ahead, rules_ahead
from tables.queries.paper import SCOPE, awaits_burn, in_play
from tables.shoe_life import life_of
from tables.table_settings import TableSettings, terms_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeBegun:
    """A shoe of paper cards. `burns`: its first card is to be read and burned before a round opens."""

    table_id: int
    number: int
    decks: tuple[str, ...]
    cards: int
    burns: bool


def begin_shoe(*, table_id: int, decks: Sequence[str], shuffled_by: ShuffledBy, by: int, now: datetime) -> ShoeBegun:
    """Begin a shoe with these decks, named as their barcodes name them: between rounds, where none serves any more, or
    in the place of the robot's.

    Asked again with the same decks before its first card: the same answer. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        expect_shift(standing, by)
        if in_play(standing.current):
            raise CroupierRejected(CroupierRejection.ROUND_IN_PLAY)
        ahead = read_ahead([standing.table], now=now)[table_id]
        terms = next_terms(standing.table, ahead)
        present = standing.table.shoe
        if present is not None and shoes.serves(present, terms.ruleset) and not _is_robots(present):
            if _is_fresh(present) and list(decks) == present.paper.decks:
                return _begun(standing.table, present)
            raise CroupierRejected(CroupierRejection.SHOE_IN_USE)
        _check_decks(decks, terms.ruleset)
        shoe = begin(standing, decks, shuffled_by, terms, number=ahead.shoe_number, by=by, now=now)
        shifts.wake(standing.table, now=now)
    return _begun(standing.table, shoe)


def call_last_round(*, table_id: int, by: int, now: datetime) -> int:
    """The cut card came out: so many rounds as the rules say are still dealt from the shoe. Returns the number of the
    last one in the shoe. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        expect_shift(standing, by)
        shoe, current = standing.table.shoe, standing.current
        if shoe is None or current is None or not in_play(standing.current):
            raise CroupierRejected(CroupierRejection.NOT_DEALING)
        if shoe.last_round is not None:
            raise CroupierRejected(CroupierRejection.LAST_ALREADY)
        shoe.last_round = current.shoe.last_round = shoe.round_of_shoe + shoe.rounds_after_cut
        shoe.save(update_fields=["last_round"])
        tell(EventName.SHOE_LAST_CALLED, by=by, now=now, key=standing.table.code, table_id=table_id, shoe=shoe.number)
        tell_round(standing.table, current, now=now)
    return shoe.last_round


def begin(
    standing: Standing,
    decks: Sequence[str],
    shuffled_by: ShuffledBy,
    terms: TableSettings,
    *,
    number: int,
    by: int | None,
    now: datetime,
) -> Shoe:
    """Put a new shoe on the table, whose lock the caller holds."""
    table, rules = standing.table, terms.ruleset
    size = 52 * rules.decks
    shoe = Shoe.objects.create(
        table=table,
        number=number,
        scope=SCOPE,
        root="",
        sealed=b"",
        decks=rules.decks,
        card_count=size,
        cut=size - shoes.BEHIND_CUT,
        rounds_after_cut=rules.rounds_after_cut,
        created_at=now,
    )
    shoe.paper = PaperShoe.objects.create(
        shoe=shoe, decks=list(decks), shuffled_by=shuffled_by, begun_by_id=by, begun_at=now, burns=rules.burn
    )
    table.shoe = shoe
    table.save(update_fields=["shoe"])
    tell(EventName.SHOE_BEGUN, by=by, now=now, key=table.code, table_id=table.pk, shoe=number, decks=list(decks))
    return shoe


def next_terms(table: Table, ahead: Ahead) -> TableSettings:
    """The settings of the next round. Raises `CroupierRejected` for a table without rules."""
    rules = rules_ahead(table, ahead)
    if rules is None:
        raise CroupierRejected(CroupierRejection.NO_SHOE)
    return terms_of(rules.pk, rules.terms)


def burn_first(shoe: Shoe, event: CardEvent) -> None:
    """The first card was turned: it and as many cards as it counts have left the shoe (L)."""
    shoe.dealt = 1 + burn_count(Card.parse(event.card))
    shoe.save(update_fields=["dealt"])


def end_shoe(*, table_id: int, shoe_number: int, by: int, reason: str, now: datetime) -> int:
    """A supervisor takes this shoe out of play, as where a card is missing: no further round is dealt from it. One that
    was begun since stays.

    Returns its number. Raises `CroupierRejected`; a round in play is finished or void first.
    """
    with transaction.atomic():
        standing = locked(table_id)
        said = stated(reason)
        if in_play(standing.current):
            raise CroupierRejected(CroupierRejection.ROUND_IN_PLAY)
        shoe = standing.table.shoe
        if shoe is None:
            raise CroupierRejected(CroupierRejection.NO_SHOE)
        if shoe.number != shoe_number or life_of(shoe).over:
            raise CroupierRejected(CroupierRejection.SHOE_OVER)
        shoes.give_up(shoe)
        shoe.save(update_fields=["last_round"])
        tell(
            EventName.SHOE_ENDED,
            by=by,
            now=now,
            key=standing.table.code,
            table_id=table_id,
            shoe=shoe.number,
            reason=said,
        )
        shifts.wake(standing.table, now=now)
    return shoe.number


def _is_robots(shoe: Shoe) -> bool:
    return bool(shoe.paper.shuffled_by == ShuffledBy.ROBOT)


def _is_fresh(shoe: Shoe) -> bool:
    return shoe.dealt == 0 and shoe.round_of_shoe == 1 and not CardEvent.objects.filter(shoe=shoe).exists()


def _check_decks(decks: Sequence[str], rules: Ruleset) -> None:
    if len(decks) != rules.decks or len(set(decks)) != len(decks) or not all(is_deck(each) for each in decks):
        raise CroupierRejected(CroupierRejection.DECKS_WRONG, asked=len(decks), most=rules.decks)


def _begun(table: Table, shoe: Shoe) -> ShoeBegun:
    return ShoeBegun(
        table_id=table.pk,
        number=shoe.number,
        decks=tuple(shoe.paper.decks),
        cards=shoe.card_count,
        burns=awaits_burn(shoe),
    )
