"""The signals and the obligations of players' protection, for staff; and a person's own signals. Writes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import Lower

from kernel.kept_queries import MOST, KeptQuery
from kernel.prepared import array
from kernel.questions import NOW, PERSON, Among, Given, how_many, whether_any
from kernel.sorting import Sort, Sortable, with_names
from players.models import Email, Kind, Obligation, Signal, SignalStep
from players.models import SignalAct as SignalAct
from players.models import SignalKind as SignalKind
from players.models.obligations import ObligationKind as ObligationKind

SIGNALS: Final = Sortable({"at": "pk", "kind": "kind", "name": Lower("person__nickname")}, Sort("at", descending=True))
"""How signals are sorted: the open ones are few."""
OBLIGATIONS: Final = Sortable({"due": "due_at", "kind": "kind", "name": Lower("person__nickname")}, Sort("due"))
"""How open obligations are sorted: they are few."""

EMAIL_LATE: Final = timedelta(hours=1)
EMAIL_STALE: Final = timedelta(days=60)


@dataclass(frozen=True, slots=True)
class StepCard:
    """A member of staff's act on a signal."""

    act: str
    text: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SignalCard:
    """A signal with its figures and what was done about it."""

    id: int
    person_id: int
    public_id: UUID
    nickname: str
    kind: SignalKind
    day: date
    facts: Mapping[str, int]
    raised_at: datetime
    closed_at: datetime | None
    steps: tuple[StepCard, ...]


@dataclass(frozen=True, slots=True)
class ObligationCard:
    """An open obligation: its kind, its receiver and its deadline."""

    id: int
    kind: ObligationKind
    person_id: int
    public_id: UUID
    nickname: str
    created_at: datetime
    due_at: datetime
    overdue: bool
    done_at: datetime | None
    done_by: str
    note: str


def signals(
    *,
    is_open: bool | None = None,
    sort: Sort | None = None,
    limit: int = 100,
) -> tuple[SignalCard, ...]:
    """Signals with the acts of staff on them, the newest first or as `SIGNALS` may be sorted."""
    return _with_steps(_sorted(is_open, sort or SIGNALS.first, limit)())


@cache
def _sorted(is_open: bool | None, sort: Sort, limit: int) -> KeptQuery[Signal]:
    def rows() -> QuerySet[Signal]:
        found = SIGNALS.page(_signals(), sort, None)
        return (found if is_open is None else found.filter(closed_at__isnull=is_open))[:limit]

    return KeptQuery(rows)


def signals_of(person_id: int, *, limit: int) -> tuple[SignalCard, ...]:
    """A person's signals with the acts of staff on them, the newest first."""
    return _with_steps(_of_person(limit)(person=person_id))


def signal(number: int) -> SignalCard | None:
    """The signal of this number with the acts of staff on it, open or closed; None where there is none."""
    return next(iter(_with_steps(list(_signals().filter(pk=number)))), None)


def latest_signals_of(person_id: int, *, limit: int) -> tuple[SignalCard, ...]:
    """The same without the acts of staff: one statement."""
    return tuple(
        SignalCard(number, person_id, public_id, nickname, SignalKind(kind), day, facts, raised_at, closed_at, ())
        for number, public_id, nickname, kind, day, facts, raised_at, closed_at in _latest_of(limit)(person=person_id)
    )


@cache
def _latest_of(limit: int) -> "KeptQuery[tuple[Any, ...]]":
    told = ("pk", "person__public_id", "person__nickname", "kind", "day", "facts", "raised_at", "closed_at")
    return KeptQuery(
        lambda: SIGNALS.page(Signal.objects.filter(person_id=PERSON), None, None).values_list(*told)[:limit]
    )


@cache
def _of_person(limit: int) -> KeptQuery[Signal]:
    return KeptQuery(lambda: SIGNALS.page(_signals().filter(person_id=PERSON), None, None)[:limit])


def _with_steps(found: Sequence[Signal]) -> tuple[SignalCard, ...]:
    steps: dict[int, list[StepCard]] = {}
    for each in _STEPS(signals=array(row.pk for row in found)) if found else ():
        steps.setdefault(each.signal_id, []).append(StepCard(each.act, each.text, each.by.nickname, each.at))
    return tuple(_signal(row, steps.get(row.pk, ())) for row in found)


_STEPS: Final = KeptQuery(
    lambda: with_names(SignalStep.objects.filter(Among("signal", "signals")), by=("nickname",)).order_by("pk")
)


class OpenSignal(NamedTuple):
    """A signal that waits, as a list of all that waits says it."""

    id: int
    kind: SignalKind
    nickname: str
    raised_at: datetime


def open_signals() -> tuple[OpenSignal, ...]:
    """The signals that wait, the newest first, a hundred at most."""
    return tuple(OpenSignal(number, SignalKind(kind), name, at) for number, kind, name, at in _OPEN_SIGNALS())


def _signals() -> QuerySet[Signal]:
    return with_names(Signal.objects.all(), person=("public_id", "nickname"))


_OPEN_SIGNALS: Final = KeptQuery(
    lambda: SIGNALS.page(Signal.objects.filter(closed_at=None), None, None).values_list(
        "pk", "kind", "person__nickname", "raised_at"
    )[:MOST]
)


def _signal(row: Signal, steps: Sequence[StepCard]) -> SignalCard:
    return SignalCard(
        id=row.pk,
        person_id=row.person_id,
        public_id=row.person.public_id,
        nickname=row.person.nickname,
        kind=SignalKind(row.kind),
        day=row.day,
        facts=row.facts,
        raised_at=row.raised_at,
        closed_at=row.closed_at,
        steps=tuple(steps),
    )


def obligations(
    *, is_open: bool, now: datetime, sort: Sort | None = None, limit: int = 100
) -> tuple[ObligationCard, ...]:
    """Obligations: the open ones by deadline or as `OBLIGATIONS` may be sorted, those that are done the newest
    first.
    """
    return tuple(_obligation(row, now) for row in _obligations_sorted(is_open, sort or OBLIGATIONS.first, limit)())


@cache
def _obligations_sorted(is_open: bool, sort: Sort, limit: int) -> KeptQuery[Obligation]:
    def rows() -> QuerySet[Obligation]:
        found = _obligations(is_open=is_open)
        return (OBLIGATIONS.page(found, sort, None) if is_open else found.order_by("-done_at", "pk"))[:limit]

    return KeptQuery(rows)


def obligation(number: int, *, now: datetime) -> ObligationCard | None:
    """The obligation of this number, open or done; None where there is none."""
    found = _obligation_rows().filter(pk=number).first()
    return None if found is None else _obligation(found, now)


class OpenObligation(NamedTuple):
    """An obligation that waits, as a list of all that waits says it."""

    id: int
    kind: ObligationKind
    public_id: UUID
    nickname: str
    created_at: datetime
    due_at: datetime


def open_obligations() -> tuple[OpenObligation, ...]:
    """The open ones by deadline, a hundred at most."""
    return tuple(
        OpenObligation(number, ObligationKind(kind), public_id, name, since, due_at)
        for number, kind, public_id, name, since, due_at in _OPEN_OBLIGATIONS()
    )


def _obligations(*, is_open: bool) -> QuerySet[Obligation]:
    return _obligation_rows().filter(done_at__isnull=is_open)


def _obligation_rows() -> QuerySet[Obligation]:
    return with_names(Obligation.objects.all(), person=("public_id", "nickname"), done_by=("nickname",))


_OPEN_OBLIGATIONS: Final = KeptQuery(
    lambda: OBLIGATIONS.page(Obligation.objects.filter(done_at=None), None, None).values_list(
        "pk", "kind", "person__public_id", "person__nickname", "created_at", "due_at"
    )[:MOST]
)


def _obligation(row: Obligation, now: datetime) -> ObligationCard:
    return ObligationCard(
        id=row.pk,
        kind=ObligationKind(row.kind),
        person_id=row.person_id,
        public_id=row.person.public_id,
        nickname=row.person.nickname,
        created_at=row.created_at,
        due_at=row.due_at,
        overdue=row.done_at is None and row.due_at < now,
        done_at=row.done_at,
        done_by="" if row.done_by is None else row.done_by.nickname,
        note=row.note,
    )


@dataclass(frozen=True, slots=True)
class EmailCard:
    """An e-mail that no mail server has taken yet: to whom, since when, after how many tries."""

    public_id: UUID
    nickname: str
    written_at: datetime
    tries: int


def emails_not_sent(*, now: datetime, limit: int = 100) -> tuple[EmailCard, ...]:
    """E-mails to players that should have left an hour ago, the oldest of the last two months first."""
    return tuple(
        EmailCard(row.person.public_id, row.person.nickname, row.written_at, row.tries)
        for row in with_names(_late_emails(now), person=("public_id", "nickname")).order_by("pk")[:limit]
        if row.person
    )


def _late_emails(now: datetime | Given) -> QuerySet[Email]:
    return Email.objects.filter(
        sent_at=None, written_at__lt=now - EMAIL_LATE, written_at__gt=now - EMAIL_STALE, person__kind=Kind.PLAYER
    )


OPEN_SIGNALS: Final = how_many(Signal.objects.filter(closed_at=None))
ANY_OBLIGATION: Final = whether_any(Obligation.objects.filter(done_at=None))
OVERDUE_OBLIGATIONS: Final = how_many(Obligation.objects.filter(done_at=None, due_at__lt=NOW))
ANY_EMAIL_NOT_SENT: Final = whether_any(_late_emails(NOW))
