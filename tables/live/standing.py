"""Who may stay at the sockets of this process: looked at where something says that it may have changed (ADR 0171).

A viewer who signed in is looked at after joining, when a hint names it, at a moment known in advance (its session ends,
an exclusion begins), and else about once a minute, so that what no hint told of heals too. One who is barred with bets
in play stays until that round has been shown: the player sees what becomes of them.
"""

import asyncio
import contextlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import cycle
from typing import Final, Protocol

import structlog
from django.conf import settings
from django.contrib.sessions.models import Session

from kernel.money import Currency
from players import gates
from players.access.hints import Mark, hints_since
from players.access.queries import last_moments
from tables import broadcast, queries
from tables.live import clock
from tables.live.ending import end
from tables.live.threads import read

log = structlog.get_logger(__name__)
LISTEN_SECONDS: Final = 1.0
"""How often hints are read, and viewers looked at whose moment has come."""
AGAIN: Final = (timedelta(seconds=30), timedelta(seconds=60))
"""A viewer of whom nothing is heard is looked at again after something between these: in turn, never all at once."""
STEPS: Final = 64
LOT_MAX: Final = 256
"""So many viewers are looked at together, at most."""
AT_ONCE: Final = datetime.min.replace(tzinfo=UTC)
SIGNED_OUT: Final = 4001
BARRED: Final = broadcast.BARRED
PLAYED_OUT: Final = timedelta(seconds=2)
"""How often one who is barred is looked at again while bets are in play."""
KEPT_ALIVE_EVERY: Final = timedelta(minutes=1)
"""How often an open socket is written down as activity, at most."""


class Member(Protocol):
    """A socket as it is looked at."""

    table_id: int
    person_id: int | None
    session_key: str | None
    """As the rows know it, not the browser's own."""

    def dismiss(self, code: int) -> None:
        """Close the socket."""


class Standing:
    """The viewers of this process who signed in, when each is looked at next, and the task that does it."""

    def __init__(self) -> None:
        self._next: dict[Member, datetime] = {}
        self._mark: Mark | None = None
        self._steps = cycle(range(STEPS))
        self._wake = asyncio.Event()
        self._task = asyncio.create_task(self._watch(), name="hub-standing")

    def join(self, member: Member) -> None:
        """Look at this viewer from now on, and soon: what ended it a moment ago has been told already."""
        if member.person_id is not None:
            self._next[member] = AT_ONCE

    def part(self, member: Member) -> None:
        """Forget a viewer."""
        self._next.pop(member, None)

    def look_at(self, person_id: int) -> None:
        """Look at a person's viewers at once: word came that the person may not play any more."""
        for member in self._next:
            if member.person_id == person_id:
                self._next[member] = AT_ONCE
        self._wake.set()

    async def _watch(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LISTEN_SECONDS)
            self._wake.clear()
            try:
                await self._listen()
                await self._look_around()
            except asyncio.CancelledError:
                raise
            except Exception as error:  # the database is away; the next turn tries again, from the same mark
                log.warning("hub_standing_failed", error=repr(error))

    async def _listen(self) -> None:
        """Have those looked at whom new hints name. Without viewers nothing is read: newcomers are looked at anyway."""
        if not self._next:
            self._mark = None
            return
        heard = await read(hints_since, self._mark)
        if heard.persons or heard.sessions:
            for member in self._next:
                if member.person_id in heard.persons or member.session_key in heard.sessions:
                    self._next[member] = AT_ONCE
        self._mark = heard.mark

    async def _look_around(self) -> None:
        """Look at those whose moment has come, after the hints: what a hint told of is then seen."""
        now = clock.now()
        due = [member for member, moment in self._next.items() if moment <= now]
        for start in range(0, len(due), LOT_MAX):
            await self._look([member for member in due[start : start + LOT_MAX] if member in self._next])

    async def _look(self, members: Sequence[Member]) -> None:
        now = clock.now()
        found = await read(look, members, now=now)
        for member in members:
            code, moment = found[member]
            if member in self._next:
                self._next[member] = min(moment or datetime.max.replace(tzinfo=UTC), now + self._again())
            if code is not None:
                member.dismiss(code)

    def _again(self) -> timedelta:
        soonest, latest = AGAIN
        return soonest + (latest - soonest) * next(self._steps) / STEPS

    async def stop(self) -> None:
        """Look no more."""
        await end(self._task)


def look(members: Sequence[Member], *, now: datetime) -> dict[Member, tuple[int | None, datetime | None]]:
    """For each viewer the code to close with (null: it may stay), and a moment at which that may be another.

    The browser sessions of players go on by it (`_keep_alive`).
    """
    persons = sorted({member.person_id for member in members if member.person_id is not None})
    keys = {member.session_key for member in members if member.session_key}
    ends = dict(
        Session.objects.filter(session_key__in=keys, expire_date__gt=now).values_list("session_key", "expire_date")
    )
    answers = gates.may_play(person_ids=persons, currency=Currency.PLAY, now=now)
    begins = gates.exclusions_to_come(person_ids=persons, now=now)
    ends |= _keep_alive(members, ends, answers, now)
    barred = {each for each in persons if answers[each].block in gates.ENDING}
    places = [(member.table_id, member.person_id) for member in members if member.person_id in barred]
    playing = queries.in_play(places, now=now) if places else frozenset()
    found: dict[Member, tuple[int | None, datetime | None]] = {}
    for member in members:
        signed_out = member.session_key is not None and member.session_key not in ends
        if member.person_id not in barred:
            found[member] = (SIGNED_OUT if signed_out else None, _moment(member, ends, begins))
        elif not signed_out and (member.table_id, member.person_id) in playing:
            found[member] = (None, now + PLAYED_OUT)
        else:
            found[member] = (BARRED, None)
    return found


def _moment(member: Member, ends: Mapping[str, datetime], begins: Mapping[int, datetime]) -> datetime | None:
    known = (ends.get(member.session_key or ""), begins.get(member.person_id or 0))
    return min((moment for moment in known if moment is not None), default=None)


def _keep_alive(
    members: Iterable[Member], ends: Mapping[str, datetime], answers: Mapping[int, gates.Answer], now: datetime
) -> dict[str, datetime]:
    """An open socket is activity (GL-08): sessions of players that would soon end go on, up to their last moment.

    Not those of staff. Answers when those that it changed end now.
    """
    until = now + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    players = {
        member.session_key
        for member in members
        if member.person_id is not None and answers[member.person_id].block is not gates.Block.STAFF
    }
    ending = [key for key, moment in ends.items() if key in players and moment < until - KEPT_ALIVE_EVERY]
    last = last_moments(ending) if ending else {}
    going_on = [key for key in ending if last.get(key, until) >= until]
    if going_on:
        Session.objects.filter(session_key__in=going_on, expire_date__gt=now).update(expire_date=until)
    kept = dict.fromkeys(going_on, until)
    for key in set(ending) - set(going_on):  # in its last half hour: it goes on to its last moment, and no further
        if ends[key] != last[key]:
            Session.objects.filter(session_key=key, expire_date__gt=now).update(expire_date=last[key])
            kept[key] = last[key]
    return kept
