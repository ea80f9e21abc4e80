"""When the viewers of a process are looked at: few at a time, each in its turn, and at once where something says so."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from players.access.hints import Hints, Mark
from tables.live import standing
from tables.live.standing import AGAIN, SIGNED_OUT, Member, Standing

SECOND = timedelta(seconds=1)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@dataclass(eq=False)
class Socket:
    """A viewer that notes how it was closed."""

    person_id: int | None
    session_key: str | None = None
    closed: list[int] = field(default_factory=list)
    table_id: int = 1

    def dismiss(self, code: int) -> None:
        self.closed.append(code)


class House:
    """The rows as the test wants them, and what was asked of them."""

    def __init__(self) -> None:
        self.now = NOON
        self.barred: dict[Member, int] = {}
        self.moments: dict[Member, datetime] = {}
        self.looked: list[tuple[datetime, Member]] = []
        self.hints: list[Hints] = []
        self.marks: list[Mark | None] = []
        self.away = False
        self.meanwhile: Callable[[], None] = lambda: None

    async def read(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if self.away:
            raise ConnectionError
        answer = function(*args, **kwargs)
        self.meanwhile()
        return answer

    def look(self, members: Sequence[Member], *, now: datetime) -> dict[Member, tuple[int | None, datetime | None]]:
        self.looked += [(now, member) for member in members]
        return {member: (self.barred.get(member), self.moments.get(member)) for member in members}

    def hints_since(self, mark: Mark | None) -> Hints:
        self.marks.append(mark)
        told = self.hints.pop(0) if self.hints else heard()
        return Hints(told.persons, told.sessions, Mark(len(self.marks), frozenset()))

    def seen(self, member: Member) -> int:
        return sum(each is member for _, each in self.looked)


def heard(*, persons: Sequence[int] = (), sessions: Sequence[str] = ()) -> Hints:
    return Hints(frozenset(persons), frozenset(sessions), Mark(0, frozenset()))


async def turn(watched: Standing, house: House, *, by: timedelta = SECOND) -> None:
    house.now += by
    await watched._listen()
    await watched._look_around()


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    house = House()
    monkeypatch.setattr(standing, "read", house.read)
    monkeypatch.setattr(standing, "look", house.look)
    monkeypatch.setattr(standing, "hints_since", house.hints_since)
    monkeypatch.setattr(standing.clock, "now", lambda: house.now)
    monkeypatch.setattr(standing, "LISTEN_SECONDS", 3600)
    return house


@pytest.fixture
async def watched(house: House) -> AsyncIterator[Standing]:
    watched = Standing()
    yield watched
    await watched.stop()


async def test_a_thousand_viewers_are_looked_at_once_each_and_then_a_few_a_second(
    house: House, watched: Standing
) -> None:
    sockets = [Socket(number, f"session-{number}") for number in range(1_000)]
    for socket in sockets:
        watched.join(socket)
    await turn(watched, house)
    assert {member for _, member in house.looked} == set(sockets)

    house.looked.clear()
    most = 0
    for _ in range(600):
        before = len(house.looked)
        await turn(watched, house)
        most = max(most, len(house.looked) - before)
    assert most < 1_000 / 15
    assert len(house.looked) <= 600 * 1_000 / AGAIN[0].seconds
    for socket in sockets[::97]:
        moments = [NOON + SECOND, *(at for at, member in house.looked if member is socket), house.now]
        gaps = [later - sooner for sooner, later in pairwise(moments)]
        assert max(gaps) <= AGAIN[1] + SECOND


async def test_a_hint_has_its_viewers_looked_at_in_the_same_turn_and_no_others(house: House, watched: Standing) -> None:
    ana, rui, eva = Socket(1, "a"), Socket(2, "b"), Socket(3)
    for socket in (ana, rui, eva):
        watched.join(socket)
    await turn(watched, house)
    house.looked.clear()
    house.barred = {ana: 4010, rui: SIGNED_OUT}

    house.hints = [heard(persons=[1]), heard(sessions=["b"])]
    await turn(watched, house)
    assert (ana.closed, rui.closed) == ([4010], [])
    await turn(watched, house)
    assert (ana.closed, rui.closed, eva.closed) == ([4010], [SIGNED_OUT], [])
    assert house.seen(eva) == 0


async def test_a_moment_known_in_advance_is_looked_at_when_it_comes(house: House, watched: Standing) -> None:
    ana = Socket(1)
    house.moments = {ana: NOON + 5 * SECOND}
    watched.join(ana)
    await turn(watched, house)
    for _ in range(3):
        await turn(watched, house)
    assert house.seen(ana) == 1
    house.barred = {ana: 4010}
    await turn(watched, house)
    assert ana.closed == [4010]


async def test_one_who_joins_while_others_are_looked_at_is_looked_at_next(house: House, watched: Standing) -> None:
    """The hint of what ended it has been read by then."""
    ana, late = Socket(1), Socket(2)
    watched.join(ana)
    house.meanwhile = lambda: watched.join(late)
    await watched._look_around()
    house.meanwhile = lambda: None
    assert (house.seen(ana), house.seen(late)) == (1, 0)
    house.barred = {late: SIGNED_OUT}
    await turn(watched, house)
    assert late.closed == [SIGNED_OUT]


async def test_one_who_left_is_forgotten(house: House, watched: Standing) -> None:
    ana = Socket(1)
    watched.join(ana)
    house.meanwhile = lambda: watched.part(ana)
    await turn(watched, house)
    assert house.seen(ana) <= 1
    house.looked.clear()
    for _ in range(70):
        await turn(watched, house)
    assert house.looked == []


async def test_visitors_are_not_looked_at(house: House, watched: Standing) -> None:
    watched.join(Socket(None))
    await turn(watched, house)
    assert (house.looked, house.marks) == ([], [])


async def test_while_the_database_is_away_no_hint_is_passed_over(house: House, watched: Standing) -> None:
    ana = Socket(1)
    watched.join(ana)
    await turn(watched, house)
    known = watched._mark
    house.away = True
    with pytest.raises(ConnectionError):
        await turn(watched, house)
    house.away, house.barred, house.hints = False, {ana: 4010}, [heard(persons=[1])]
    await turn(watched, house)
    assert house.marks[-1] == known
    assert ana.closed == [4010]


async def test_who_was_to_be_looked_at_stays_so_until_it_is_done(house: House, watched: Standing) -> None:
    ana = Socket(1)
    watched.join(ana)
    house.barred = {ana: 4010}
    house.away = True
    with pytest.raises(ConnectionError):
        await watched._look_around()
    house.away = False
    await turn(watched, house)
    assert ana.closed == [4010]
