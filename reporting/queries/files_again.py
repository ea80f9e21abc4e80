"""Files for the regulator that are asked for again and were not made once more yet. Writes nothing."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from kernel.questions import Question
from players.events.queries import EventCard, EventName, Subject, any_told, events

MOST: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainCard:
    """The days in [first, last] whose files are to be made once more, who noted it, and why."""

    key: str
    first: date
    last: date
    asked_at: datetime
    due_at: datetime
    who: str
    reason: str


ANY_ASKED: Final[Question] = any_told(EventName.DAY_FILES_ASKED)
"""Whether `asked_again` may have any: whether files were ever asked for again."""


def asked_again() -> tuple[AgainCard, ...]:
    """Those that are open, the oldest first: of each period what was told last counts."""
    names = [EventName.DAY_FILES_ASKED, EventName.DAY_FILES_REBUILT]
    told = events(subject=Subject.DAY_FILES, names=names, limit=MOST)
    last = {card.key: card for card in sorted(told, key=lambda card: card.number)}
    return tuple(_card(each) for each in last.values() if each.name is EventName.DAY_FILES_ASKED)


def _card(told: EventCard) -> AgainCard:
    return AgainCard(
        key=told.key,
        first=date.fromisoformat(told.facts["first"]),
        last=date.fromisoformat(told.facts["last"]),
        asked_at=told.at,
        due_at=datetime.fromisoformat(told.facts["due_at"]),
        who=told.who,
        reason=told.facts["reason"],
    )
