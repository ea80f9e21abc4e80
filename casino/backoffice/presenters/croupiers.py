"""Croupiers' tables as the supervisors' page shows them, and the faults with their cards in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.labels import STATUS_REASONS
from casino.wording import names
from tables.film import Film
from tables.queries.croupier import Console, Keyed, console, croupier_tables
from tables.queries.croupier_figures import Fault
from tables.queries.scanners import ScannerCard, scanners

KINDS: "Final[Mapping[str, str | Promise]]" = {
    "paused": gettext_lazy("card during a pause"),
    "unreadable": gettext_lazy("unreadable"),
    "no-shoe": gettext_lazy("card without a shoe"),
    "foreign-deck": gettext_lazy("card of another deck"),
    "read-twice": gettext_lazy("slid twice"),
    "seen-before": gettext_lazy("card that had left the shoe"),
    "too-many-alike": gettext_lazy("too many alike"),
    "before-close": gettext_lazy("card before the close"),
    "none-due": gettext_lazy("one card too many"),
    "taken-back": gettext_lazy("taken back by a supervisor"),
    "burnt": gettext_lazy("put aside by a supervisor"),
    "hand": gettext_lazy("keyed by hand"),
}
"""What went wrong, by its code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CroupierCard:
    """A table: who deals, how it stands, and the cards that lie there."""

    code: str
    name: str
    shift_id: int | None
    croupier: str
    since: datetime | None
    robot: bool
    state: str
    round_code: str
    cards: tuple[str, ...]
    last_slot: str
    """The place of the last card; empty without one."""
    dealt: bool
    """Whether cards are read now, so that one may be ruled on."""
    shoe: int | None
    may_end_shoe: bool
    scanners: tuple[ScannerCard, ...]
    """Those whose token serves."""
    film: Film


@dataclass(frozen=True, slots=True)
class FaultLine:
    """Faults of one kind by one croupier at one table."""

    croupier: str
    table: str
    kind: str
    times: int


def croupier_cards(*, person_id: int, now: datetime) -> tuple[CroupierCard, ...]:
    """The tables in the order of their names."""
    found = ((console(code=table.code, now=now), table.film) for table in croupier_tables(person_id=person_id))
    serving = scanners()
    return tuple(_card(each, film, serving) for each, film in found if each is not None)


def _card(found: Console, film: Film, serving: Iterable[ScannerCard]) -> CroupierCard:
    dealt = found.phase in {"closed", "dealing"}
    playing = found.phase in {"betting", "closed", "dealing"}
    return CroupierCard(
        code=found.code,
        name=found.name,
        shift_id=found.shift_id,
        croupier=found.croupier,
        since=found.since,
        robot=found.robot_deals,
        state=str(STATUS_REASONS.get(found.waits, found.waits)) if found.waits else names.phase(found.phase),
        round_code=found.round_code,
        cards=tuple(names.card(str(card)) for card in found.dealing.cards) if found.dealing and dealt else (),
        last_slot=found.dealing.slots[-1].value if found.dealing and found.dealing.cards and dealt else "",
        dealt=dealt and found.status != "paused",
        shoe=None if found.shoe is None else found.shoe.number,
        may_end_shoe=found.shoe is not None and not found.shoe.over and not playing,
        scanners=tuple(each for each in serving if each.table_code == found.code),
        film=film,
    )


def fault_lines(found: Iterable[Fault]) -> tuple[FaultLine, ...]:
    """The faults in words."""
    return tuple(
        FaultLine(each.croupier or gettext("the robot"), each.table, str(KINDS.get(each.kind, each.kind)), each.times)
        for each in found
    )


def keyed_lines(waiting: Iterable[Keyed]) -> tuple[Keyed, ...]:
    """The keyed cards with card and place by their names."""
    return tuple(replace(each, card=names.card(each.card), slot=names.slot(each.slot)) for each in waiting)
