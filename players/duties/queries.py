"""Duties that come round, read: the turns that are open, those that are done, whose calendar an address is; drills."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final

from kernel.calendar import lisbon_date
from kernel.kept_queries import KeptQuery
from kernel.sorting import with_names
from players.duties.calendar import DUTIES as DUTIES
from players.duties.calendar import Duty, Period, due_at, period_named, period_of, periods
from players.duties.calendar import DutyCode as DutyCode
from players.duties.calendar import Every as Every
from players.duties.drills import EVERY as DRILL_EVERY
from players.duties.drills import DrillFault as DrillFault
from players.duties.operations import digest_of
from players.events.names import EventName
from players.events.queries import EventCard, events
from players.models import CalendarFeed, DutyTurn, Person

_NAME = ("nickname",)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnCard:
    """One turn of a duty. `due_at` is the last second in time; names are empty without an owner."""

    code: DutyCode
    duty: Duty
    period: Period
    due_at: datetime
    owner_id: int | None = None
    owner: str = ""
    done_at: datetime | None = None
    done_by: str = ""
    evidence: str = ""


def open_turns(*, since: date, now: datetime) -> tuple[TurnCard, ...]:
    """Every turn that is not done, from the period in which `since` lies to the one that runs, by due moment.

    One statement.
    """
    wanted = {
        (duty.code.value, period.key) for duty in DUTIES.values() for period in periods(duty, since=since, now=now)
    }
    known = {(row.code, row.period): row for row in _EVERY_TURN()}
    found = [_card(code, key, known.get((code, key))) for code, key in wanted]
    return tuple(sorted((card for card in found if card.done_at is None), key=lambda card: (card.due_at, card.code)))


def done_turns(*, limit: int = 50) -> tuple[TurnCard, ...]:
    """The turns that are done, the last first."""
    rows = _rows().filter(done_at__isnull=False).order_by("-done_at", "-pk")[:limit]
    return tuple(_card(row.code, row.period, row) for row in rows)


def turn(code: str, key: str) -> TurnCard | None:
    """One turn, also of a duty without a row yet; None where there is no such duty or period."""
    duty = DUTIES[DutyCode(code)] if code in set(DutyCode) else None
    if duty is None or period_named(duty, key) is None:
        return None
    return _card(code, key, _rows().filter(code=code, period=key).first())


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillCard:
    """How the drills stand. `proven_at` is when the last one held, None for never; `lacked` the seconds that its copy
    lacked; `failed_at` and `fault` are of a later one that failed."""

    due_at: datetime
    period: str
    proven_at: datetime | None = None
    lacked: int = 0
    failed_at: datetime | None = None
    fault: DrillFault | None = None


def drills(*, since: datetime, now: datetime) -> DrillCard:
    """The last drill, and when the next one is due: a week after the last that held, or after `since`. One that failed
    is due again at once. Two statements."""
    held = next(iter(events(names=[EventName.DRILL_PROVEN], limit=1)), None)
    failed = next(iter(events(names=[EventName.DRILL_FAILED], limit=1)), None)
    if failed is not None and held is not None and failed.number < held.number:
        failed = None
    return DrillCard(
        due_at=failed.at if failed is not None else (held.at if held is not None else since) + DRILL_EVERY,
        period=period_of(lisbon_date(now), DUTIES[DutyCode.RESTORE_DRILL].every).key,
        proven_at=None if held is None else held.at,
        lacked=0 if held is None else int(held.facts["lacks"]),
        failed_at=None if failed is None else failed.at,
        fault=None if failed is None else DrillFault(failed.facts["fault"]),
    )


@dataclass(frozen=True, slots=True)
class BackupCard:
    """A backup that was made and verified; `size` in bytes."""

    at: datetime
    name: str
    full: bool
    size: int


def backups(*, limit: int) -> tuple[BackupCard, ...]:
    """The last backups of which the house was told, the newest first. One statement."""
    found = events(names=[EventName.BACKUP_MADE], limit=limit)
    return tuple(BackupCard(e.at, str(e.facts["backup"]), bool(e.facts["full"]), int(e.facts["size"])) for e in found)


@dataclass(frozen=True, slots=True)
class DrillDone:
    """A drill that was done; `seconds` and what it proved where it held."""

    at: datetime
    held: bool
    seconds: int = 0
    transfers: int = 0
    rounds: int = 0
    days: int = 0


def drills_done(*, limit: int) -> tuple[DrillDone, ...]:
    """The last drills, the newest first. One statement."""
    return tuple(_done(each) for each in events(names=[EventName.DRILL_PROVEN, EventName.DRILL_FAILED], limit=limit))


def _done(told: EventCard) -> DrillDone:
    if told.name is not EventName.DRILL_PROVEN:
        return DrillDone(told.at, held=False)
    counts = {name: int(told.facts[name]) for name in ("seconds", "transfers", "rounds", "days")}
    return DrillDone(told.at, held=True, **counts)


def member_of_feed(secret: str) -> Person | None:
    """Whose calendar this secret opens: a member of staff who can sign in; None for any other."""
    feed = CalendarFeed.objects.filter(digest=digest_of(secret), revoked_at=None).select_related("member").first()
    return feed.member if feed is not None and feed.member.is_active and feed.member.is_staff else None


def feed_since(person_id: int) -> datetime | None:
    """Since when the member's calendar has an address; None where it has none."""
    return CalendarFeed.objects.filter(member_id=person_id, revoked_at=None).values_list("made_at", flat=True).first()


def _rows() -> Any:
    return with_names(DutyTurn.objects.all(), owner=_NAME, done_by=_NAME)


_EVERY_TURN: Final = KeptQuery(_rows)


def _card(code: str, key: str, row: DutyTurn | None) -> TurnCard:
    duty = DUTIES[DutyCode(code)]
    period = period_named(duty, key)
    assert period is not None, "turns are written for periods alone"
    card = partial(TurnCard, code=duty.code, duty=duty, period=period, due_at=due_at(duty, period))
    if row is None:
        return card()
    return card(
        owner_id=row.owner_id,
        owner=row.owner.nickname if row.owner else "",
        done_at=row.done_at,
        done_by=row.done_by.nickname if row.done_by else "",
        evidence=row.evidence,
    )
