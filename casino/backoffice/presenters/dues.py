"""One thing that waits, and how the board of deadlines shows it: late, soon, or running."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from django.utils.translation import get_language, gettext

from casino.wording import words
from players.inbox.queries import Thing
from players.roles import Action
from tables import queries as tables

SOON: Final = timedelta(hours=48)


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """One thing that waits. `due_at` is None where no moment is set: then only since when counts."""

    what: str
    subject: str
    href: str
    to_whom: str
    since: datetime
    due_at: datetime | None
    who: str = ""
    """Who looks after it."""
    proposed_by: str = ""
    """Of a proposal: who made it; another person decides."""
    rule: str = ""
    player_edges: tuple[tables.PlayerEdge, ...] = ()
    """Of rules: what they give players an edge on."""
    thing: Thing | None = None
    """What an inbox knows it by; None where no person has to do it."""
    authors: tuple[int | None, ...] = ()
    """Whose own proposal it is: others decide it."""
    needs: Action | None = None
    """What it takes beyond the actions of its kind; None: nothing."""
    title: str = ""
    """In the inbox instead of `what`, where the thing says more of itself."""
    warned_before: timedelta = SOON
    """How long before it is due it counts as soon."""
    impersonal: bool = False
    """Whether its subject names no person: it may stand in a calendar outside."""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing as the board shows it at a moment."""

    due: Due
    now: datetime

    @property
    def tone(self) -> str:
        """ "bad" late, "warn" soon, else nothing."""
        if self.due.due_at is None:
            return ""
        left = self.due.due_at - self.now
        return "bad" if left <= timedelta(0) else "warn" if left <= self.due.warned_before else ""

    @property
    def left(self) -> str:
        """How long there is, or by how much it is overdue; empty where no moment is set."""
        return "" if self.due.due_at is None else left_of(self.due.due_at - self.now)


def left_of(left: timedelta) -> str:
    """«faltam 3 h 20 min», or by how much it is overdue."""
    return _left(int(abs(left).total_seconds() // 60), get_language(), late=left <= timedelta(0))


@lru_cache(maxsize=1024)
def _left(minutes: int, language: str | None, *, late: bool) -> str:
    """Kept: a board names the same spans for a minute, and things that are due together the same one."""
    hours = minutes // 60
    span = (
        gettext("%(days)s d %(hours)s h") % {"days": words.number(hours // 24), "hours": hours % 24}
        if hours >= 24
        else gettext("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": minutes % 60}
    )
    return (gettext("%(span)s overdue") if late else gettext("%(span)s left")) % {"span": span}
