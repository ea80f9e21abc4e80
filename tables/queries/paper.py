"""The cards of a croupier's table as they were read: which lie in the round's places, and which left the shoe."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from baccarat.card_codes import PaperCard
from baccarat.cards import DECK, Card
from baccarat.dealing import Dealing, dealing
from tables.models import UNFINISHED, CardEvent, CardEventKind, Round, RoundPhase, Shift, Shoe, Table
from tables.timeline import Read, Squeeze, of_readings

SCOPE: Final = "paper"
"""The scope of a shoe of paper cards."""
PLACES: Final = ("P1", "B1", "P2", "B2", "P3", "B3")
DEALT: Final = frozenset({RoundPhase.CLOSED, RoundPhase.DEALING})
"""The phases in which cards are read."""
_LEFT: Final = (CardEventKind.DRAWN, CardEventKind.BURNT)
"""Events of cards that left the shoe."""


def is_paper(shoe: Shoe | None) -> bool:
    """Whether a croupier deals from this shoe."""
    return shoe is not None and shoe.scope == SCOPE


def in_play(current: Round | None) -> bool:
    """Whether a round is not finished."""
    return current is not None and current.phase in UNFINISHED


def robot_deals(table: Table, shift: Shift | None) -> bool:
    """Whether the robot deals the round in play, or the next one where none is; `shift` is the open one."""
    if not table.robot:
        return False
    return shift is None or (in_play(table.current_round) and shift.first_round > table.round_count)


def awaits_burn(shoe: Shoe) -> bool:
    """Whether the shoe's first card is still to be turned, and the burned ones counted off."""
    return shoe.dealt == 0 and shoe.paper.burns


def drawn(current: Round) -> list[CardEvent]:
    """The cards that lie in the round's places, in the order in which they left the shoe.

    That is the order of their numbers, which are taken under the table's lock; moments are taken before it is free.
    """
    return lying_on([current.pk]).get(current.pk, [])


def lying_on(rounds: Iterable[int]) -> dict[int, list[CardEvent]]:
    """The same of several rounds by their ids, those alone on which cards lie. One statement, and none for no round."""
    asked = list(rounds)
    found: dict[int, list[CardEvent]] = {}
    events = CardEvent.objects.filter(round_id__in=asked, kind=CardEventKind.DRAWN, replaced_by=None)
    for event in events.order_by("pk") if asked else ():
        assert event.round_id is not None, "it was asked for by its round"
        found.setdefault(event.round_id, []).append(event)
    return found


def dealing_of(events: Sequence[CardEvent]) -> Dealing:
    """The round as far as these cards go."""
    return dealing([Card.parse(event.card) for event in events])


def left_in(current: Round) -> int:
    """How many cards left the shoe in the round: one that was taken back and laid again once."""
    events = CardEvent.objects.filter(round=current, kind__in=_LEFT)
    return len({(event.deck, event.card) if event.deck else (event.pk,) for event in events})


def gone(shoe: Shoe) -> list[tuple[str, str]]:
    """Deck and card of each that was seen to leave the shoe and was not taken back; a keyed one has no deck."""
    seen = CardEvent.objects.filter(shoe=shoe, kind__in=_LEFT, replaced_by=None)
    return list(seen.values_list("deck", "card"))


def places(cards: Sequence[str]) -> tuple[str | None, ...]:
    """These cards of a round as they lie: P1 B1 P2 B2 P3 B3. Nothing before the first one."""
    slots = dealing([Card.parse(card) for card in cards]).slots if cards else ()
    lying = dict(zip((slot.value for slot in slots), cards, strict=True))
    return tuple(lying.get(slot) for slot in PLACES) if lying else ()


def not_seen(shoe: Shoe) -> list[PaperCard]:
    """The cards that were not seen to leave the shoe; of those keyed without a deck, one of the kind is left out."""
    seen = gone(shoe)
    out, keyed = set(seen), Counter(card for deck, card in seen if not deck)
    left = []
    for deck, card in ((deck, card) for deck in shoe.paper.decks for card in DECK):
        if (deck, str(card)) in out:
            continue
        if keyed[str(card)]:
            keyed[str(card)] -= 1
        else:
            left.append(PaperCard(deck, card))
    return left


def deal_section(current: Round, squeeze: Squeeze) -> dict[str, Any] | None:
    """The cards on the felt as the sockets tell them, each seen by all from the moment at which it was read, or once it
    is turned where a player squeezes. None before the first one. The winner follows with the payment.
    """
    events = drawn(current)
    if not events or current.closed_at is None:
        return None
    now = dealing_of(events)
    return {
        "cards": list(places([event.card for event in events])),
        "ponto": {"total": now.ponto},
        "banca": {"total": now.banca},
        "timeline": of_readings(readings_of(current, events), squeeze=squeeze),
    }


def readings_of(current: Round, events: Sequence[CardEvent] | None = None) -> list[Read]:
    """The cards that lie in a round whose betting is closed, with their places and when they were read."""
    events = drawn(current) if events is None else events
    if not events or current.closed_at is None:
        return []
    return [
        Read("ponto" if slot.is_ponto else "banca", int(slot.value[1]) - 1, since(current.closed_at, event.at))
        for slot, event in zip(dealing_of(events).slots, events, strict=True)
    ]


def since(begin: datetime, at: datetime) -> int:
    """Whole milliseconds after the close of the betting."""
    return max(0, round((at - begin).total_seconds() * 1000))
