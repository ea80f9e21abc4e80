"""The port of a second reader: something else that sees each card, such as a camera, and says whether it is that one.

This project has none. A reader is asked after the card lies in its place and outside of every lock, so that a slow one
holds no round up; a difference stops the table as a card does that cannot be in the shoe.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

import structlog
from django.db import transaction

from tables.models import CardEvent, CardEventKind, CardSource, Opinion, SecondReading, Table, TableKind
from tables.operations.croupier import reading
from tables.operations.croupier.standing import locked

__all__ = ["CardSeen", "Opinion", "SecondReader", "look", "note_opinion"]

DIFFER: Final = "readers-differ"
"""The reason that a table gives while it stands because two readers saw different cards."""
LOOK_BACK: Final = timedelta(minutes=10)
"""An older card is not asked after: a reader that was away for longer has not seen it."""
MOST: Final = 24
"""Cards of one sweep: the rest waits for the next."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeen:
    """A card as the first reader had it. `at` is aware UTC; `slot` as the felt has it, P1 to B3."""

    event_id: int
    table_code: str
    round_code: str
    slot: str
    card: str
    deck: str
    """Empty for a card keyed by hand."""
    device: str
    at: datetime


class SecondReader(Protocol):
    """What saw the card too. It answers within seconds; an exception counts as unsure."""

    def __call__(self, seen: CardSeen) -> Opinion:
        """Whether it saw the same card there."""


def look(*, reader: SecondReader, now: datetime) -> int:
    """Ask the reader after the cards that it was not asked after yet, in their order; answers how many differ."""
    differ = 0
    for event in _not_asked(now):
        opinion = _asked(reader, event)
        note_opinion(event_id=event.pk, opinion=opinion, now=now)
        differ += opinion is Opinion.DIFFERS
    return differ


def note_opinion(*, event_id: int, opinion: Opinion, now: datetime) -> bool:
    """Keep what the second reader says of a card, once. A difference stops the table, with an incident, unless a
    supervisor has taken the card back since. Answers whether the table stopped.
    """
    with transaction.atomic():
        table_id = CardEvent.objects.values_list("table_id", flat=True).get(pk=event_id)
        standing = locked(table_id)
        event = CardEvent.objects.select_related("shoe", "round").get(pk=event_id)
        if SecondReading.objects.filter(event=event).exists():
            return False
        SecondReading.objects.create(event=event, opinion=opinion, at=now)
        if opinion is not Opinion.DIFFERS or CardEvent.objects.filter(replaces=event).exists():
            return False
        return reading.stop(standing, event, why=DIFFER, reason=DIFFER, now=now)


def _not_asked(now: datetime) -> Iterable[CardEvent]:
    # By table, as the index of readings is: this is asked each second.
    tables = list(Table.objects.filter(kind=TableKind.CROUPIER).values_list("pk", flat=True))
    cards = CardEvent.objects.filter(
        table_id__in=tables,
        kind=CardEventKind.DRAWN,
        source__in=(CardSource.SCANNER, CardSource.HAND),
        at__gte=now - LOOK_BACK,
        second_reading=None,
        replaced_by=None,
    )
    return cards.select_related("table", "round").order_by("pk")[:MOST]


def _asked(reader: SecondReader, event: CardEvent) -> Opinion:
    assert event.round is not None, "a card is drawn into a round"
    seen = CardSeen(
        event_id=event.pk,
        table_code=event.table.code,
        round_code=event.round.code,
        slot=event.slot,
        card=event.card,
        deck=event.deck,
        device=event.device,
        at=event.at,
    )
    try:
        return Opinion(reader(seen))
    except (
        Exception
    ) as error:  # a reader is code of others: an exception of any kind means that it did not see the card
        log.warning("second_reader_failed", error=repr(error), table=seen.table_code, slot=seen.slot)
        return Opinion.UNSURE
