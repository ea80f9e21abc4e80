"""The inbox: what waits for a member of staff and for their role, due first, with who looks after each thing."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from casino.backoffice.presenters import sources
from casino.backoffice.presenters.dues import SOON, Due
from casino.backoffice.presenters.events import SUBJECTS
from casino.backoffice.presenters.inbox_kinds import DRAWINGS, KEYED, NAMELESS, SEVERAL, page_of
from casino.web.addresses import address
from casino.wording import words
from casino.wording.events.facts import thing_named
from kernel.calendar import add_working_days, end_of_day, lisbon_date
from players.accounts.queries import nicknames_of_keys
from players.inbox import queries
from players.inbox.queries import Carer, Kept, Subject, Thing, kinds_seen, kinds_worked_on, may_see
from players.roles import may
from tables.queries import table_names

TABS: "Final[Mapping[str, str | Promise]]" = {
    "": pgettext_lazy("inbox", "Mine"),
    "team": gettext_lazy("My role’s"),
    "watched": gettext_lazy("Watched"),
    "put-off": pgettext_lazy("inbox", "Put off"),
    "all": pgettext_lazy("inbox", "All"),
}
"""What of the inbox is shown, by the word in the address."""

WEEK: Final = timedelta(days=7)
AT_FIRST: Final = 60
"""So many rows stand in the list at first; all of them when they are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing of an inbox. `worked`: this person's role does something about it, and it is not their own proposal."""

    thing: Thing
    due: Due
    carer: Carer | None
    kept: Kept | None
    worked: bool
    mine: bool
    new: bool
    now: datetime

    @property
    def tone(self) -> str:
        """The tone of its deadline: "bad" late, "warn" soon, else nothing."""
        at = self.due.due_at
        return "" if at is None else "bad" if at <= self.now else "warn" if at - self.now <= SOON else ""

    @property
    def left(self) -> str:
        """When it is due, in words: hours when that is near, the day when it is not; empty where nothing is due."""
        return "" if self.due.due_at is None else _left(self.due.due_at, self.now)

    @property
    def title(self) -> str:
        """What it says of itself."""
        return self.due.title or self.due.what

    @property
    def about(self) -> str:
        """Its key and whom it is about, once each."""
        key = "" if self.thing.kind in NAMELESS else self.thing.key
        whom = "" if self.thing.kind is Subject.INCIDENT else self.due.to_whom
        subject = self.due.subject if self.thing.kind not in KEYED else ""
        return " · ".join(dict.fromkeys(each for each in (key, subject, whom) if each))

    @property
    def kind(self) -> str:
        """The kind of thing."""
        return str(SUBJECTS[self.thing.kind])

    @property
    def drawing(self) -> str:
        """The drawing of its kind."""
        return DRAWINGS[self.thing.kind]

    @property
    def href(self) -> str:
        """Its own place in the inbox."""
        return address("backoffice:inbox_thing", self.thing.kind.value, self.thing.key)

    @property
    def word(self) -> str:
        """By what a form names it."""
        return f"{self.thing.kind.value}:{self.thing.key}"

    @property
    def who(self) -> str:
        """Who looks after it."""
        return self.carer.name if self.carer else ""

    @property
    def initials(self) -> str:
        """The initials of who looks after it."""
        return initials(self.who)


@dataclass(frozen=True, slots=True)
class Section:
    """Things due at about the same time."""

    heading: str
    items: tuple[Item, ...]
    count: int
    """How many there are, with those that the list does not show at first."""


@dataclass(frozen=True, slots=True)
class Badge:
    """How many of my things are due by the end of the next working day, or new; `due`: some of them are late."""

    count: int
    due: bool


@dataclass(frozen=True, slots=True)
class Inbox:
    """Everything that waits, as far as the person may see it, in its order."""

    items: tuple[Item, ...]
    now: datetime

    def of(self, tab: str, kind: str = "") -> tuple[Item, ...]:
        """What one tab shows, of one kind or of all."""
        shown = _SHOWN.get(tab, _SHOWN[""])
        found = tuple(filter(shown, self.items))
        return tuple(item for item in found if item.thing.kind.value == kind) if kind else found

    def badge(self) -> Badge:
        """What of it asks for attention before the next working day is over."""
        by = next_working_day_ends(self.now)
        found = [item for item in self.of("") if item.new or (item.due.due_at is not None and item.due.due_at <= by)]
        return Badge(len(found), any(item.tone == "bad" for item in found))

    def item(self, thing: Thing) -> Item | None:
        """The thing, if it waits."""
        return next((item for item in self.items if item.thing == thing), None)

    def gone(self, thing: Thing) -> Item:
        """A thing that waits no more: its name, and who looked after it last."""
        return Item(
            thing=thing,
            due=bare(thing, self.now, names_of([thing]).get(thing, "")),
            carer=queries.carers([thing]).get(thing),
            kept=None,
            worked=False,
            mine=False,
            new=False,
            now=self.now,
        )


def _is_off(item: Item) -> bool:
    return item.kept is not None and item.kept.put_off_until is not None


_SHOWN: Final[Mapping[str, Callable[[Item], bool]]] = {
    "": lambda item: item.mine and not _is_off(item),
    "team": lambda item: item.worked and not _is_off(item),
    "watched": lambda item: item.kept is not None and item.kept.is_watched,
    "put-off": _is_off,
    "all": lambda item: True,
}


def inbox(*, person: object, now: datetime) -> Inbox:
    """What waits for this person: a number of statements that their role alone decides."""
    number = int(getattr(person, "pk", None) or 0)
    kept = queries.kept_by(number, now=now)
    waiting = _waiting(person, now)
    seen = [thing for thing in kept if thing not in waiting and may_see(person, thing.kind)]
    named = names_of(seen)
    waiting |= {thing: bare(thing, now, named.get(thing, "")) for thing in seen}
    carers = queries.carers(waiting)
    looked = queries.looked_at(number)
    worked = kinds_worked_on(person)
    found = [
        _item(
            due,
            thing,
            carers.get(thing),
            kept.get(thing),
            may_work=thing.kind in worked and number not in due.authors and _may(person, due),
            number=number,
            looked=looked,
            now=now,
        )
        for thing, due in waiting.items()
    ]
    found.sort(key=_order)
    return Inbox(tuple(found), now)


def _waiting(person: object, now: datetime) -> dict[Thing, Due]:
    """What waits, by thing; of one that waits twice, as a round that hangs and is to be void, the decision counts."""
    found: dict[Thing, Due] = {}
    seen = kinds_seen(person)
    for due in sources.dues(sources.INBOX, person=person, now=now):
        if due.thing is None or due.thing.kind not in seen:
            continue
        if due.thing not in found or (due.authors and not found[due.thing].authors):
            found[due.thing] = due
    return found


def _may(person: object, due: Due) -> bool:
    return due.needs is None or may(person, due.needs)


def _item(
    due: Due,
    thing: Thing,
    carer: Carer | None,
    kept: Kept | None,
    *,
    may_work: bool,
    number: int,
    looked: datetime | None,
    now: datetime,
) -> Item:
    is_open = bool(due.what)
    worked = is_open and may_work
    holder = None if carer is None else carer.person_id
    theirs = holder is not None and holder in due.authors  # the owner's own proposal waits for another
    mentioned = kept is not None and kept.mentioned_at is not None
    moments = [due.since] if is_open else []
    if carer is not None and holder == number and carer.by != carer.name:
        moments.append(carer.at)
    if kept is not None and kept.mentioned_at is not None:
        moments.append(kept.mentioned_at)
    return Item(
        thing=thing,
        due=due,
        carer=carer,
        kept=kept,
        worked=worked,
        mine=(is_open and holder == number and not theirs) or mentioned or (worked and (holder is None or theirs)),
        new=any(looked is None or moment > looked for moment in moments),
        now=now,
    )


def _order(item: Item) -> tuple[bool, bool, datetime]:
    mentioned = item.kept is not None and item.kept.mentioned_at is not None
    return not mentioned, item.due.due_at is None, item.due.due_at or item.due.since


def _left(due_at: datetime, now: datetime) -> str:
    left = due_at - now
    if left <= timedelta(0):
        return _late(-left)
    if left <= SOON:
        hours = int(left.total_seconds() // 3600)
        return gettext("%(hours)s h") % {"hours": hours} if hours else gettext("under 1 h")
    return words.month_day(due_at - timedelta(seconds=1))


def _late(by: timedelta) -> str:
    """By how much, in one figure: the page itself says it to the minute."""
    minutes = int(by.total_seconds() // 60)
    if minutes >= 24 * 60:
        return gettext("%(days)s d late") % {"days": words.number(minutes // (24 * 60))}
    if minutes >= 60:
        return gettext("%(hours)s h late") % {"hours": minutes // 60}
    return gettext("%(minutes)s min late") % {"minutes": minutes}


def names_of(things: Collection[Thing]) -> dict[Thing, str]:
    """The names of players and of versions of rules, whose keys say nothing to a reader: a statement each, if any."""
    keys = {thing.key: thing for thing in things if thing.kind is Subject.PLAYER}
    versions = [thing for thing in things if thing.kind is Subject.RULES]
    found = {keys[key]: name for key, name in nicknames_of_keys([UUID(key) for key in keys]).items()}
    tables = table_names() if versions else {}
    for thing in versions:
        code, _, number = thing.key.rpartition("/v")
        if code in tables:
            found[thing] = gettext("Rules v%(number)s of %(table)s") % {"number": number, "table": tables[code]}
    return found


def bare(thing: Thing, now: datetime, name: str = "") -> Due:
    """A thing that waits no more, or not for this person: only its name, and where it stands."""
    return Due(
        what="",
        subject="",
        href=page_of(thing),
        to_whom="",
        since=now,
        due_at=None,
        thing=thing,
        title=name or capfirst(thing_named(thing.kind, thing.key)),
    )


def next_working_day_ends(now: datetime) -> datetime:
    """When the next working day is over in Lisbon."""
    return end_of_day(add_working_days(lisbon_date(now), 1))


def sections(items: Sequence[Item], now: datetime, *, most: int | None = None) -> tuple[Section, ...]:
    """The things under the headings of when they are due; of `most`, the first so many."""
    tomorrow = next_working_day_ends(now)
    day = words.short_day(tomorrow - timedelta(seconds=1))
    headings = (
        (gettext("You were named"), lambda item: item.kept is not None and item.kept.mentioned_at is not None),
        (gettext("Overdue"), lambda item: item.tone == "bad"),
        (gettext("By %(day)s") % {"day": day}, lambda item: _by(item, tomorrow)),
        (gettext("Within a week"), lambda item: _by(item, now + WEEK)),
        (gettext("Later"), lambda item: item.due.due_at is not None),
        (gettext("Without a deadline"), lambda item: True),
    )
    found: dict[str, list[Item]] = {heading: [] for heading, _ in headings}
    for item in items:
        found[next(heading for heading, fits in headings if fits(item))].append(item)
    room, shown = len(items) if most is None else most, []
    for heading, here in found.items():
        if here and room > 0:
            shown.append(Section(heading, tuple(here[:room]), len(here)))
            room -= len(here)
    return tuple(shown)


def _by(item: Item, moment: datetime) -> bool:
    return item.due.due_at is not None and item.due.due_at <= moment


def kinds_of(items: Sequence[Item]) -> list[tuple[str, str, int]]:
    """The kinds that stand among these: code, name, how many; in the order of the catalogue."""
    counted: dict[Subject, int] = {}
    for item in items:
        counted[item.thing.kind] = counted.get(item.thing.kind, 0) + 1
    return [(kind.value, str(SEVERAL[kind]), counted[kind]) for kind in DRAWINGS if kind in counted]


def initials(name: str) -> str:
    """The first letters of two words of a name."""
    return "".join(word[0] for word in name.split()[:2]).upper()
