"""A card comes out of the shoe and is read: where it lies, or why it is refused. Each reading is kept (C9).

A reading that is refused changes nothing but the count of such readings; a card that cannot be in the shoe stops the
table at once.
"""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from baccarat.card_codes import CodeUnread, PaperCard, read_code
from baccarat.dealing import Dealing, Slot
from tables.card_terms import IMPOSSIBLE, STOPPED, Refusal
from tables.models import (
    CardEvent,
    CardEventKind,
    CardSource,
    IncidentKind,
    KeyedCard,
    Round,
    RoundPhase,
    Shoe,
    TableAct,
    TableStatus,
)
from tables.operations import incidents, staff_acts
from tables.operations.croupier import paper_shoes, shifts
from tables.operations.croupier.standing import (
    CroupierRejected,
    CroupierRejection,
    Standing,
    expect_shift,
    locked,
    tell_round,
)
from tables.queries.paper import DEALT, awaits_burn, dealing_of, drawn, gone, is_paper

KEYS: Final = uuid.UUID("9d0f8a52-6f0c-4d0a-8a3e-3f0a5c1b7e42")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What became of a card that was read. `slot` is its place, empty for one that was burned or refused."""

    table_id: int
    card: str
    slot: str = ""
    refusal: Refusal | None = None
    burnt: bool = False
    stopped: bool = False
    """Whether the table stopped over it."""
    repeat: bool = False


def read_card(*, table_id: int, code: str, by: int, device: str, idempotency_key: uuid.UUID, now: datetime) -> Reading:
    """Take the text that a scanner read. The place follows from the rules; the first card of a shoe that burns is
    turned and burned. The same key: the first answer. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        expect_shift(standing, by)
        known = CardEvent.objects.filter(key=idempotency_key).first()
        if known is not None:
            return told_again(known, table_id, code)
        return take_code(standing, code, by=by, device=device, key=idempotency_key, now=now)


def take_code(standing: Standing, code: str, *, by: int, device: str, key: uuid.UUID, now: datetime) -> Reading:
    """Place the card of a text that a scanner read, for this croupier. The caller holds the table's lock."""
    return take(standing, _read(code), source=CardSource.SCANNER, by=by, device=device, key=key, now=now)


def take(
    standing: Standing,
    read: PaperCard | None,
    *,
    source: CardSource,
    by: int | None,
    device: str,
    key: uuid.UUID,
    now: datetime,
) -> Reading:
    """Place the card that was read, or refuse it. The caller holds the table's lock; `read` is None for no card."""
    current, shoe = standing.current, standing.table.shoe
    events = drawn(current) if current is not None and current.phase in DEALT else []
    refusal = refusal_of(standing, read, events)
    common = {
        "key": key,
        "table": standing.table,
        "shoe": shoe if is_paper(shoe) else None,
        "card": "" if read is None else str(read.card),
        "deck": "" if read is None else read.deck,
        "source": source,
        "device": device[:40],
        "croupier_id": by,
        "at": now,
    }
    playing = current if current is not None and current.phase in {*DEALT, RoundPhase.BETTING} else None
    if refusal is not None:
        event = CardEvent.objects.create(**common, round=playing, kind=CardEventKind.REFUSED, refusal=refusal.value)
        stopped = refusal in IMPOSSIBLE and stop(standing, event, why=refusal.value, reason=STOPPED, now=now)
        return _told(event, stopped=stopped)
    assert shoe is not None
    if playing is None:
        event = CardEvent.objects.create(**common, kind=CardEventKind.BURNT)
        paper_shoes.burn_first(shoe, event)
        shifts.wake(standing.table, now=now)
        return _told(event)
    event = place(playing, dealing_of(events), common)
    _withdraw_keyed(playing, now=now)
    tell_round(standing.table, playing, now=now)
    return _told(event)


def place(current: Round, before: Dealing, facts: dict[str, object]) -> CardEvent:
    """Lay a card in the place that is due. The caller looked that one is."""
    assert before.due is not None
    event = CardEvent(**facts, round=current, kind=CardEventKind.DRAWN, slot=before.due.value)
    event.save()
    if current.phase == RoundPhase.CLOSED:
        current.phase = RoundPhase.DEALING
        current.save(update_fields=["phase"])
    return event


def refusal_of(standing: Standing, read: PaperCard | None, events: list[CardEvent]) -> Refusal | None:
    """Why a card that was read does not count now; None if it does."""
    table, shoe = standing.table, standing.table.shoe
    if table.status == TableStatus.PAUSED:
        return Refusal.PAUSED
    if read is None:
        return Refusal.UNREADABLE
    if shoe is None or not is_paper(shoe):
        return Refusal.NO_SHOE
    if (found := _impossible(read, shoe, events)) is not None:
        return found
    current = standing.current
    if current is None or current.phase not in DEALT:
        waits = current is None or current.phase != RoundPhase.BETTING
        return None if waits and awaits_burn(shoe) else Refusal.BEFORE_CLOSE
    return Refusal.NONE_DUE if dealing_of(events).due is None else None


def _impossible(read: PaperCard, shoe: Shoe, events: list[CardEvent]) -> Refusal | None:
    """Whether this card can be the next of the shoe; a card keyed by hand has no deck."""
    if read.deck and read.deck not in shoe.paper.decks:
        return Refusal.FOREIGN_DECK
    if read.deck and any((event.deck, event.card) == (read.deck, str(read.card)) for event in events):
        return Refusal.READ_TWICE
    seen = gone(shoe)
    if read.deck and (read.deck, str(read.card)) in seen:
        return Refusal.SEEN_BEFORE
    alike = sum(card == str(read.card) for _, card in seen)
    return Refusal.TOO_MANY_ALIKE if alike >= shoe.decks else None


def _read(code: str) -> PaperCard | None:
    try:
        return read_code(code.strip().upper())
    except CodeUnread:
        return None


def stop(standing: Standing, event: CardEvent, *, why: str, reason: str, now: datetime) -> bool:
    """Stop the table over a card, with an incident that says which and why; `reason` is what the table then gives.

    Answers whether it stands because of this. The caller holds the table's lock.
    """
    table = standing.table
    incidents.open_incident(
        kind=IncidentKind.SHOE_UNFIT,
        idempotency_key=uuid.uuid5(KEYS, f"{event.pk}"),
        facts={"why": why, "shoe": 0 if event.shoe is None else event.shoe.number, "card": event.card},
        now=now,
        table_id=table.pk,
        subject="" if event.round is None else event.round.code,
    )
    if table.status not in {TableStatus.OPEN, TableStatus.CLOSING}:
        return False
    staff_acts.change(table, TableStatus.PAUSED, TableAct.STOP_TABLE, by=None, reason=reason, now=now)
    return True


def _withdraw_keyed(current: Round, *, now: datetime) -> None:
    """The card was read after all: one that waits to be confirmed is withdrawn, and no person decides on it."""
    KeyedCard.objects.filter(round=current, confirmed=None).update(confirmed=False, decided_at=now)


def told_again(known: CardEvent, table_id: int, code: str) -> Reading:
    """The answer to a reading whose key is known. Raises `CroupierRejected` if the key had another card or table."""
    read = _read(code)
    card = ("", "") if read is None else (read.deck, str(read.card))
    if known.table_id != table_id or card != (known.deck, known.card):
        raise CroupierRejected(CroupierRejection.KEY_REUSED)
    return _told(known, stopped=known.refusal in IMPOSSIBLE, repeat=True)


def _told(event: CardEvent, *, stopped: bool = False, repeat: bool = False) -> Reading:
    return Reading(
        table_id=event.table_id,
        card=event.card,
        slot=Slot(event.slot).value if event.slot else "",
        refusal=Refusal(event.refusal) if event.refusal else None,
        burnt=event.kind == CardEventKind.BURNT,
        stopped=stopped,
        repeat=repeat,
    )
