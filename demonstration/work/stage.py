"""The order of a past's work: stories of many people, each going on when its next moment has come."""

import heapq
import uuid
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from random import Random
from typing import Final

from casino.portal.demo_accounts import DemoAccount
from demonstration import invented
from demonstration.habits import HistoryPerson
from demonstration.house import KEYS
from demonstration.work.past_tense import Past
from kernel.calendar import LISBON
from kernel.rejection import Rejected
from players.access.operations import sign_in
from players.roles import Role
from tables.operations.origin import Origin

Story = Generator[datetime, None, None]
"""A story says when it goes on; what lies after the past's end does not happen, and waits."""
PLAYER_DEVICE: Final = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A player whose work is told. They play with the others until a day, and from then on their stories are told."""

    number: int
    id: int
    account: DemoAccount
    person: HistoryPerson
    bank_account: int
    mbway: int
    plays_until: int
    """From this day of the past on, counted from 0, they play no more."""


@dataclass(slots=True)
class Stage:
    """Who is there, and when."""

    past: Past
    days: Sequence[date]
    end: datetime
    """Nothing happens at or after this moment."""
    staff: Mapping[Role, int]
    cast: Sequence[Member]
    tables: dict[str, int]
    """The tables of the past: their ids, by their codes."""
    dice: Random
    chosen: int
    waiting: list[tuple[datetime, int, Story]] = field(default_factory=list)
    begun: int = 0

    def signed_in(self, member: Member, name: str, at: datetime) -> Origin:
        """Inside an act of the member: a sign-in, from which they play until they sign out."""
        key, address = self.key("session", name), f"198.51.100.{member.id % 250 + 1}"
        return invented.signed_in(member.id, key=key, address=address, device=PLAYER_DEVICE, now=at)

    def signs_out(self, member: Member, at: datetime) -> None:
        """An act of the member: all their sign-ins end."""
        with self.act(at, member.id):
            sign_in.end_devices(person_id=member.id, now=at)

    def key(self, *name: object) -> uuid.UUID:
        """The idempotency key of a wish, the same in every house."""
        return uuid.uuid5(KEYS, f"work:{self.chosen}:{'/'.join(map(str, name))}")

    def act(self, at: datetime, by: int | None = None) -> AbstractContextManager[datetime]:
        """One act at a moment: of this person, or of the house."""
        staff = by in self.staff.values()
        origin = "" if by is None else f"203.0.113.{10 + by % 40}" if staff else f"198.51.100.{by % 250 + 1}"
        return self.past.act(at, by, origin)

    def by(self, role: Role, at: datetime) -> AbstractContextManager[datetime]:
        """One act of the member of staff who has this role."""
        return self.act(at, self.staff[role])

    def moment(self, day: int, hour: int, minute: int = 0) -> datetime:
        """A moment of a day of the past; below 0 the days are counted from its end."""
        chosen = self.days[max(-len(self.days), min(day, len(self.days) - 1))]
        return datetime.combine(chosen, time(hour, minute), LISBON).astimezone(UTC)

    def free(self, member: Member, hours: tuple[int, int] = (9, 22)) -> datetime:
        """A moment by chance from the day on which the member plays no more."""
        day = self.dice.randint(min(max(member.plays_until, 1), len(self.days) - 1), len(self.days) - 1)
        return self.moment(day, self.dice.randint(*hours), self.dice.randrange(60))

    def late(self, back: int = 1) -> datetime:
        """A moment by chance within so many last days."""
        return self.moment(-self.dice.randint(1, back), self.dice.randint(10, 22), self.dice.randrange(60))

    def tell(self, stories: Iterable[Story]) -> None:
        """Have these stories go on, each at its own moment."""
        for story in stories:
            self._next(story)

    def run(self) -> None:
        """Everything in the order of its moments, until the past is over."""
        while self.waiting:
            _, _, story = heapq.heappop(self.waiting)
            self._next(story)

    def _next(self, story: Story) -> None:
        """A step of a story. One that the house refuses did not happen, and ends it: in few days stories get in each
        other's way."""
        try:
            at = next(story, None)
        except Rejected:
            return
        if at is not None and at < self.end:
            heapq.heappush(self.waiting, (at, self.begun, story))
            self.begun += 1
