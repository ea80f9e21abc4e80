"""What became of a player's slips in rounds, in a code: how complaints about rounds are told to be alike (G2)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from tables.models import RoundPhase, Slip


@dataclass(frozen=True, slots=True)
class SlipFact:
    """What became of a player's slips in one round: why one was refused, else `void` or `played`."""

    code: str
    late: timedelta | None = None
    """How long after the close the refused slip came, if it did."""


def close_of(closes_at: datetime | None, closed_at: datetime | None) -> datetime | None:
    """From when on a round took no slip: its deadline, or its close where that came before."""
    known = [at for at in (closes_at, closed_at) if at is not None]
    return min(known) if known and closed_at is not None else None


def slip_facts(asked: Collection[tuple[str, int]]) -> dict[tuple[str, int], SlipFact]:
    """What became of the slips of these players in these rounds, by round code and person; nothing where there is none.

    One statement. The first refused slip counts before the others.
    """
    wanted = set(asked)
    if not wanted:
        return {}
    rows = Slip.objects.filter(
        round__code__in={code for code, _ in wanted}, person_id__in={person for _, person in wanted}
    ).order_by("pk")
    columns = ("round__code", "person_id", "received_at", "rejection", "round__phase")
    found: dict[tuple[str, int], SlipFact] = {}
    for code, person, received, rejection, phase, closes, closed in rows.values_list(
        *columns, "round__closes_at", "round__closed_at"
    ):
        pair = (code, person)
        known = found.get(pair)
        if pair not in wanted or (known is not None and known.code not in {"void", "played"}):
            continue
        if rejection:
            close = close_of(closes, closed)
            late = received - close if close is not None and received >= close else None
            found[pair] = SlipFact(str(rejection.get("reason", "")), late)
        elif known is None:
            found[pair] = SlipFact("void" if phase == RoundPhase.VOID else "played")
    return found
