"""How the cut of a table's shoe stands, as sockets tell it, and as a published proof has it."""

from typing import Any

from tables.broadcast import milliseconds
from tables.models import Cut, CutNumber, Shoe, Table


def cut_section(table: Table) -> dict[str, Any]:
    """The section `cut` of a table: null where its shoe is not cut."""
    shoe = table.shoe
    cut = None if shoe is None or shoe.scope != "shoe" else Cut.objects.filter(shoe=shoe).first()
    if cut is None or shoe is None:
        return {"cut": None}
    decided = cut.decided_at is not None
    return {
        "cut": {
            "shoe": f"{table.code}/{shoe.number}",
            "root": shoe.root,
            "count": shoe.card_count,
            "phase": "cut" if decided else "cutting" if cut.closed_at is None else "showing",
            "opened_at": milliseconds(cut.opened_at),
            "closes_at": milliseconds(cut.closes_at),
            "shown_until": milliseconds(cut.shown_until) if cut.shown_until else None,
            "decided_at": milliseconds(cut.decided_at) if cut.decided_at else None,
            "start": shoe.start if decided else None,
            # A seat that has yet to show its number does not see those of others: it could withhold its own by them.
            "seats": [
                {
                    "seat": each.seat,
                    "commitment": each.commitment,
                    "shown": bool(each.number),
                    "number": (each.number or None) if decided else None,
                }
                for each in CutNumber.objects.filter(cut=cut).order_by("seat")
            ],
        }
    }


def published_cut(shoe: Shoe) -> dict[str, Any] | None:
    """The start of a shoe that was cut, with the numbers that it was worked out from; None where it was not."""
    cut = getattr(shoe, "cut_of", None) if shoe.scope == "shoe" else None
    if cut is None or cut.decided_at is None:
        return None
    numbers = sorted(cut.numbers.all(), key=lambda each: each.seat)
    return {
        "place": shoe.start,
        "numbers": [{"seat": each.seat, "number": each.number} for each in numbers if each.number],
        "left_out": [{"seat": each.seat, "commitment": each.commitment} for each in numbers if not each.number],
    }
