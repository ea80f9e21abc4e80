"""When something goes wrong with a card: keyed by two persons, taken back or put aside by a supervisor (C9)."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from baccarat.card_codes import CodeUnread, PaperCard, read_code
from baccarat.cards import Card, CardInvalid
from players.events.names import EventName
from players.events.telling import tell
from tables.card_terms import Refusal
from tables.models import CardEvent, CardEventKind, CardSource, KeyedCard, Round
from tables.operations.croupier import reading
from tables.operations.croupier.standing import (
    CroupierRejected,
    CroupierRejection,
    Standing,
    expect_round,
    expect_running,
    expect_shift,
    locked,
    stated,
    tell_round,
)
from tables.queries.paper import DEALT, dealing_of, drawn

KEYS: Final = uuid.UUID("4a7be3f4-5f6e-4d3e-9a55-bb3d43b0a0c3")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """A card after a decision: `waits` for the second person, `laid` in its place, `taken-back`, `put-aside` or
    `turned-down`.
    """

    table_id: int
    round_code: str
    card: str
    slot: str
    outcome: str
    keyed_id: int | None = None
    repeat: bool = False


def key_card(*, table_id: int, round_code: str, card: str, by: int, idempotency_key: uuid.UUID, now: datetime) -> Ruled:
    """Say which card lies in the place that is due, where it cannot be read: it counts once another person has
    confirmed it. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        expect_shift(standing, by)
        known = KeyedCard.objects.filter(key=idempotency_key).select_related("round").first()
        if known is not None:
            if (known.round.code, known.card, known.keyed_by_id) != (round_code, card, by):
                raise CroupierRejected(CroupierRejection.KEY_REUSED)
            return _ruled(standing, known.round, known.card, known.slot, "waits", keyed=known, repeat=True)
        current, events = _dealt(standing, round_code)
        keyed = _parse(card)
        refusal = reading.refusal_of(standing, keyed, events)
        if refusal is Refusal.NONE_DUE:
            raise CroupierRejected(CroupierRejection.NO_CARD_DUE)
        if refusal is not None:
            raise CroupierRejected(CroupierRejection.CARD_IMPOSSIBLE)
        if KeyedCard.objects.filter(round=current, confirmed=None).exists():
            raise CroupierRejected(CroupierRejection.KEYED_WAITS)
        slot = dealing_of(events).due
        assert slot is not None
        row = KeyedCard.objects.create(
            key=idempotency_key, round=current, slot=slot.value, card=str(keyed.card), keyed_by_id=by, keyed_at=now
        )
    return _ruled(standing, current, row.card, row.slot, "waits", keyed=row)


def confirm_keyed(*, keyed_id: int, by: int, confirmed: bool, now: datetime) -> Ruled:
    """The second person has looked at the card: it is that one, or it is not. Raises `CroupierRejected`; the person who
    keyed it may only take it back.
    """
    with transaction.atomic():
        place = KeyedCard.objects.filter(pk=keyed_id).values_list("round__table_id", "round__code").first()
        if place is None:
            raise CroupierRejected(CroupierRejection.NO_KEYED_CARD)
        standing = locked(place[0])
        row = KeyedCard.objects.select_related("round").get(pk=keyed_id)
        outcome = "laid" if confirmed else "turned-down"
        if row.confirmed is not None:
            if (row.confirmed, row.decided_by_id) != (confirmed, by):
                raise CroupierRejected(CroupierRejection.NO_KEYED_CARD)
            return _ruled(standing, row.round, row.card, row.slot, outcome, keyed=row, repeat=True)
        if confirmed and row.keyed_by_id == by:
            raise CroupierRejected(CroupierRejection.OWN_CARD)
        row.confirmed, row.decided_by_id, row.decided_at = confirmed, by, now
        row.save(update_fields=["confirmed", "decided_by", "decided_at"])
        if confirmed:
            current, events = _dealt(standing, place[1])
            keyed = _parse(row.card)
            if reading.refusal_of(standing, keyed, events) is not None or dealing_of(events).due != row.slot:
                raise CroupierRejected(CroupierRejection.CARD_IMPOSSIBLE)
            _lay(standing, current, events, row, by=by, now=now)
    return _ruled(standing, row.round, row.card, row.slot, outcome, keyed=row)


def _lay(
    standing: Standing, current: Round, events: list[CardEvent], row: KeyedCard, *, by: int, now: datetime
) -> None:
    facts: dict[str, object] = {
        "key": uuid.uuid5(KEYS, f"keyed:{row.pk}"),
        "table": standing.table,
        "shoe": current.shoe,
        "card": row.card,
        "source": CardSource.HAND,
        "croupier_id": row.keyed_by_id,
        "decided_by_id": by,
        "at": now,
    }
    reading.place(current, dealing_of(events), facts)
    _tell(EventName.CARD_KEYED, standing, current, by=by, now=now, card=row.card, slot=row.slot, reason="")
    tell_round(standing.table, current, now=now)


def take_back(
    *, table_id: int, round_code: str, slot: str, by: int, reason: str, idempotency_key: uuid.UUID, now: datetime
) -> Ruled:
    """A supervisor takes the last card back, as one that was drawn out of its turn: its place is due again. The reading
    stays, and this act beside it. `slot` is the place of the card that the supervisor saw last: it is taken back, and
    never one that was read since. The same key: the first answer. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        said = stated(reason)
        known = _known(idempotency_key, CardEventKind.TAKEN_BACK, round_code, by)
        if known is not None:
            assert known.round is not None
            assert known.replaces is not None
            return _ruled(standing, known.round, known.card, known.replaces.slot, "taken-back", repeat=True)
        current, events = _dealt(standing, round_code)
        if not events:
            raise CroupierRejected(CroupierRejection.NO_CARD_READ)
        last = events[-1]
        if last.slot != slot:
            raise CroupierRejected(CroupierRejection.NOT_THE_LAST)
        if last.croupier_id == by:
            raise CroupierRejected(CroupierRejection.OWN_CARD)
        _replace(standing, last, by=by, reason=said, key=idempotency_key, now=now)
        _tell(EventName.CARD_TAKEN_BACK, standing, current, by=by, now=now, card=last.card, slot=last.slot, reason=said)
        tell_round(standing.table, current, now=now)
    return _ruled(standing, current, last.card, last.slot, "taken-back")


def _known(key: uuid.UUID, kind: CardEventKind, round_code: str, by: int) -> CardEvent | None:
    """What an earlier act with this key did. Raises `CroupierRejected` if it was another act."""
    known = CardEvent.objects.select_related("round", "replaces").filter(key=key).first()
    if known is None:
        return None
    code = "" if known.round is None else known.round.code
    if (known.kind, known.decided_by_id, code) != (kind, by, round_code):
        raise CroupierRejected(CroupierRejection.KEY_REUSED)
    return known


def _replace(standing: Standing, last: CardEvent, *, by: int, reason: str, key: uuid.UUID, now: datetime) -> None:
    CardEvent.objects.create(
        key=key,
        table=standing.table,
        shoe_id=last.shoe_id,
        round_id=last.round_id,
        kind=CardEventKind.TAKEN_BACK,
        card=last.card,
        deck=last.deck,
        source=last.source,
        croupier_id=last.croupier_id,
        decided_by_id=by,
        reason=reason,
        at=now,
        replaces=last,
    )


def put_aside(
    *, table_id: int, round_code: str, code: str, by: int, reason: str, idempotency_key: uuid.UUID, now: datetime
) -> Ruled:
    """A supervisor has a card that was exposed, or drawn beyond the round's last, burned: it has left the shoe and
    counts for nothing. `code` is its barcode's text. Raises `CroupierRejected`.
    """
    with transaction.atomic():
        standing = locked(table_id)
        said = stated(reason)
        read = _parse_code(code)
        known = _known(idempotency_key, CardEventKind.BURNT, round_code, by)
        if known is not None:
            if (known.card, known.deck) != (str(read.card), read.deck):
                raise CroupierRejected(CroupierRejection.KEY_REUSED)
            assert known.round is not None
            return _ruled(standing, known.round, known.card, "", "put-aside", repeat=True)
        current, events = _dealt(standing, round_code)
        refusal = reading.refusal_of(standing, read, events)
        if refusal not in {None, Refusal.NONE_DUE}:
            raise CroupierRejected(CroupierRejection.CARD_IMPOSSIBLE)
        CardEvent.objects.create(
            key=idempotency_key,
            table=standing.table,
            shoe=current.shoe,
            round=current,
            kind=CardEventKind.BURNT,
            card=str(read.card),
            deck=read.deck,
            source=CardSource.SCANNER,
            croupier_id=by if standing.shift is None else standing.shift.croupier_id,
            decided_by_id=by,
            reason=said,
            at=now,
        )
        _tell(EventName.CARD_PUT_ASIDE, standing, current, by=by, now=now, card=str(read.card), slot="", reason=said)
    return _ruled(standing, current, str(read.card), "", "put-aside")


def _dealt(standing: Standing, round_code: str) -> tuple[Round, list[CardEvent]]:
    """The round in play with its cards, where cards may be read now."""
    expect_running(standing)
    current = expect_round(standing, round_code)
    if current.phase not in DEALT:
        raise CroupierRejected(CroupierRejection.NOT_DEALING)
    return current, drawn(current)


def _parse(card: str) -> PaperCard:
    """A card that was keyed: no deck is known."""
    try:
        return PaperCard("", Card.parse(card))
    except CardInvalid:
        raise CroupierRejected(CroupierRejection.NOT_A_CARD) from None


def _parse_code(code: str) -> PaperCard:
    try:
        return read_code(code.strip().upper())
    except CodeUnread:
        raise CroupierRejected(CroupierRejection.NOT_A_CARD) from None


def _tell(
    name: EventName, standing: Standing, current: Round, *, by: int, now: datetime, card: str, slot: str, reason: str
) -> None:
    table_id = standing.table.pk
    facts: dict[str, Any] = {"card": card, "slot": slot, "reason": reason}
    tell(name, by=by, now=now, key=current.code, table_id=table_id, round_code=current.code, **facts)


def _ruled(
    standing: Standing,
    current: Round,
    card: str,
    slot: str,
    outcome: str,
    *,
    keyed: KeyedCard | None = None,
    repeat: bool = False,
) -> Ruled:
    return Ruled(
        table_id=standing.table.pk,
        round_code=current.code,
        card=card,
        slot=slot,
        outcome=outcome,
        keyed_id=None if keyed is None else keyed.pk,
        repeat=repeat,
    )
