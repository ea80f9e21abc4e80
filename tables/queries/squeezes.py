"""The squeeze of a round: who turns which cards, and until when nothing goes on for it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from baccarat.play import Result
from tables.models import Round, RoundPhase, Squeeze
from tables.queries import paper
from tables.table_settings import TableSettings
from tables.timeline import FIRST, HOUSE_TURNS, Squeezer, of_readings, timeline
from tables.timeline import Squeeze as Windows


def windows_of(current: Round, terms: TableSettings) -> Windows:
    """Who turns the cards of the round, as its timeline wants it. No statement at a table without the squeeze."""
    return windows([(current, terms)]).get(current.pk, HOUSE_TURNS)


def windows(rounds: Iterable[tuple[Round, TableSettings]]) -> dict[int, Windows]:
    """The same of several rounds by their ids, those alone in which a player turns cards. One statement at most."""
    asked = {
        current.pk: (current, terms)
        for current, terms in rounds
        if terms.squeeze_seconds and current.closed_at is not None and current.phase != RoundPhase.VOID
    }
    found: dict[int, dict[str, Squeezer]] = {}
    for each in Squeeze.objects.filter(round_id__in=asked) if asked else ():
        current, _ = asked[each.round_id]
        by = Squeezer(each.seat, _since(current, each.turned_at), _since(current, each.third_at))
        found.setdefault(each.round_id, {})[each.hand] = by
    return {number: Windows(asked[number][1].squeeze_seconds * 1000, by) for number, by in found.items()}


def _since(current: Round, moment: datetime | None) -> int | None:
    return None if moment is None or current.closed_at is None else paper.since(current.closed_at, moment)


def squeeze_section(windows: Windows) -> dict[str, Any] | None:
    """The seats that turn the cards, as the sockets tell it; None where the house turns all of them."""
    if not windows.by:
        return None
    seats = {hand: by.seat for hand, by in windows.by.items()}
    return {"ms": windows.window_ms, "ponto": seats.get("ponto"), "banca": seats.get("banca")}


def longer_by(result: Result, terms: TableSettings, windows: Windows) -> timedelta:
    """By how much the show of a round that is settled lasts longer than without the squeeze; of paper, not at all."""
    if not windows.by:
        return timedelta(0)
    show_ms = terms.show_seconds * 1000
    whole = timeline(result, show_ms=show_ms, squeeze=windows)[-1]["at"]
    return timedelta(milliseconds=whole - timeline(result, show_ms=show_ms)[-1]["at"])


def steps_of_paper(current: Round, windows: Windows) -> list[dict[str, Any]]:
    """The cards of a croupier's round as they are seen so far, in milliseconds after its close."""
    return of_readings(paper.readings_of(current), squeeze=windows)


def seen_by(current: Round, terms: TableSettings) -> datetime | None:
    """When the last of the cards that lie in a croupier's round is seen by all; None where none is squeezed."""
    return last_seen(current, windows_of(current, terms))


def last_seen(current: Round, windows: Windows) -> datetime | None:
    """The same, where it is known who turns the cards."""
    if not windows.by or current.closed_at is None:
        return None
    steps = steps_of_paper(current, windows)
    return current.closed_at + timedelta(milliseconds=steps[-1]["at"]) if steps else None


def may_lift(*, round_code: str, hand: str, person_id: int) -> bool:
    """Whether this person turns that hand's cards in the round."""
    found = Squeeze.objects.filter(round__code=round_code, hand=hand, session__person_id=person_id)
    return found.exists()


@dataclass(frozen=True, slots=True, kw_only=True)
class SqueezeCard:
    """Who was offered the cards of a hand in a round, and when that player turned them; null: the house did."""

    hand: str
    seat: int
    stake: int
    """On that side, in cents."""
    offered_at: datetime
    turned_at: datetime | None
    third_at: datetime | None


def turned(current: Round) -> tuple[SqueezeCard, ...]:
    """Who turned the cards of a round, ponto's first: for its pages and its evidence."""
    return tuple(
        SqueezeCard(
            hand=each.hand,
            seat=each.seat,
            stake=each.stake,
            offered_at=each.offered_at,
            turned_at=each.turned_at,
            third_at=each.third_at,
        )
        for each in Squeeze.objects.filter(round=current).order_by("-hand")
    )


def moment_of(index: int) -> str:
    """The column that says when these cards were turned."""
    return "turned_at" if index == FIRST else "third_at"
