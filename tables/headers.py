"""The header of a shoe: what its root fixes beside the order of the cards, as it is stored and as the row says it."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from baccarat import proof
from baccarat.shoe import ShoeLife
from tables.models import Shoe


def header_for(
    *, table_code: str, number: int, version: int, decks: int, life: ShoeLife, now: datetime
) -> proof.Header:
    """The header of the table's new shoe of that number, opened under that version of its settings."""
    return proof.Header(
        shoe=f"{table_code}/{number}",
        decks=decks,
        count=life.size,
        cut=life.cut,
        rules=f"{table_code}/v{version}",
        opened_at=moment(now),
    )


def moment(at: datetime) -> str:
    """A moment as a header has it: UTC, six decimals unless it is a whole second."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat() + "Z"


def header_of(shoe: Shoe) -> proof.Header | None:
    """The stored header; None for a shoe of format 1."""
    if shoe.header is None:
        return None
    return proof.Header(**{name: value for name, value in shoe.header.items() if name != "format"})


def agrees(shoe: Shoe, table_code: str) -> bool:
    """Whether the header says what the shoe's row says; a shoe of format 1 has none, and agrees."""
    if shoe.header is None:
        return True
    told = {
        "format": proof.FORMAT,
        "shoe": f"{table_code}/{shoe.number}",
        "decks": shoe.decks,
        "count": shoe.card_count,
        "cut": shoe.cut,
        "opened_at": moment(shoe.created_at),
    }
    return {name: value for name, value in shoe.header.items() if name != "rules"} == told


def published(shoe: Shoe, shown: Iterable[Mapping[str, Any]], start: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The published proof of these cards of the shoe, as verifiers read it; `start` of one that was cut."""
    return proof.published(
        root=shoe.root,
        decks=shoe.decks,
        count=shoe.card_count,
        shown=shown,
        header=shoe.header,
        header_path=shoe.header_path,
        start=None if start is None else dict(start),
    )
