"""Incidents read: the list with what is open first, and one with all that was found out."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Case, Count, F, IntegerField, Sum, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Coalesce

from kernel.kept_queries import MOST, KeptQuery
from kernel.money import Currency
from kernel.prepared import array, texts
from kernel.questions import Among, how_many
from kernel.sorting import Sort, Sortable, with_names
from players.accounts.queries import nicknames
from tables.incident_terms import SEVERITY, learn_by, severity_of, tell_by, terms_on
from tables.models import Bet, Incident, IncidentKind, IncidentNote, Round, StaffAct, TableAct
from tables.queries.by_code import round_by_code

_NAME: Final = ("nickname",)
ALIKE: Final = timedelta(days=30)
"""So far back incidents of the same kind and place are counted."""
LATEST: Final = 3
"""So many of them are named."""
INCIDENTS: Final = Sortable({"opened": "pk", "kind": "kind"}, Sort("opened", descending=True))
"""How incidents are sorted; their numbers grow with the moment they were opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentCard:
    """One incident; names are those of members of staff, empty for the house itself."""

    id: int
    kind: str
    table_code: str
    table_name: str
    currency: str
    """The table's."""
    subject: str
    facts: Mapping[str, Any]
    opened_at: datetime
    opened_by: str
    told_at: datetime | None
    told_by: str
    closed_at: datetime | None
    closed_by: str
    word: str
    """What the regulator was told; empty of what was told before words were kept."""
    containment: str
    cause: str
    solution: str
    lessons: str
    revision: int
    """What a change of it, and its end, are asked for with."""
    proposed_at: datetime | None
    """When its end was proposed to a second person."""
    proposed_by_id: int | None
    proposed_by: str
    owner_id: int | None
    owner: str
    """Empty without an owner."""
    severity: int
    """1 grave, 2 serious, 3 slight."""
    tell_by: datetime | None
    """Until when the regulator is told; None for what is not told of."""
    learn_by: datetime
    """Until when the lesson is written down."""
    rule: str
    """The law row of the clock."""
    hands: tuple[str, ...]
    """Of a void that people made: who proposed it and who agreed, or the one who voided it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """What an incident touched. Money in cents, `standstill` in whole seconds; None: not known. `stated`: the names of
    the figures that a person stated, instead of those reckoned.
    """

    amount: int | None
    currency: Currency
    people: int | None
    standstill: int | None
    still: bool
    """Whether play stands still now."""
    stated: frozenset[str]
    went_on_at: datetime | None
    """When play went on after it had stood still; None where it still does, or never did."""
    alike: int
    """Others of its kind at its table in the 30 days before it."""
    latest_alike: tuple[int, ...]
    """The last ones of them, newest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfOne:
    """One player's money in the round that an incident is about, in cents."""

    person_id: int
    nickname: str
    stakes: tuple[tuple[str, int], ...]
    """Chance and stake."""
    staked: int
    returned: int

    @property
    def missing(self) -> int:
        """Staked and not returned."""
        return self.staked - self.returned


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteCard:
    """A finding about an incident."""

    at: datetime
    by: str
    text: str


def incidents(
    *,
    kind: str | None = None,
    is_open: bool | None = None,
    round_code: str | None = None,
    table_codes: Collection[str] | None = None,
    severity: int | None = None,
    owner_id: int | None = None,
    unowned: bool = False,
    untold: bool = False,
    sort: Sort | None = None,
    before: int | None = None,
    limit: int = 50,
) -> tuple[IncidentCard, ...]:
    """Incidents that fit, newest first or as `INCIDENTS` may be sorted; `before`: the id where the last page ended.

    `unowned`: without an owner; `untold`: open, and the regulator was not told. Three statements, however many.
    """
    rows = _rows()
    if kind is not None:
        rows = rows.filter(kind=kind)
    if is_open is not None:
        rows = rows.filter(closed_at__isnull=is_open)
    if round_code is not None:
        rows = rows.filter(subject=round_code)
    if table_codes is not None:
        rows = rows.filter(table__code__in=table_codes)
    if severity is not None:
        rows = rows.annotate(grade=_GRADE).filter(grade=severity)
    if owner_id is not None:
        rows = rows.filter(owner_id=owner_id)
    if unowned:
        rows = rows.filter(owner=None)
    if untold:
        rows = rows.filter(told_at=None, closed_at=None)
    return _cards(INCIDENTS.page(rows, sort, before)[:limit])


def open_incidents() -> tuple[IncidentCard, ...]:
    """The incidents that are open, newest first, a hundred at most. Three statements."""
    return _cards(_OPEN())


def incident(incident_id: int) -> IncidentCard | None:
    """One incident, or None."""
    found = _cards(_rows().filter(pk=incident_id))
    return found[0] if found else None


def touched(incident_id: int, *, now: datetime) -> Touched:
    """What an incident touched: as people stated it, else reckoned from its round. Seven statements at most."""
    row = Incident.objects.select_related("table").get(pk=incident_id)
    played = _round_of(row)
    money, people = _money(played)
    since, until = _stood(row, played) or (None, None)
    standstill = None if since is None else max(0, int(((until or row.closed_at or now) - since).total_seconds()))
    stated = {name for name in ("amount", "people", "standstill") if getattr(row, name) is not None}
    alike = Incident.objects.filter(kind=row.kind, table=row.table, opened_at__gte=row.opened_at - ALIKE, pk__lt=row.pk)
    return Touched(
        amount=money if row.amount is None else row.amount,
        currency=Currency(row.table.currency) if row.table and row.amount is None else Currency.EUR,
        people=people if row.people is None else row.people,
        standstill=standstill if row.standstill is None else row.standstill,
        still=since is not None and until is None and row.closed_at is None and row.standstill is None,
        stated=frozenset(stated),
        went_on_at=until,
        alike=alike.count(),
        latest_alike=tuple(alike.order_by("-pk").values_list("pk", flat=True)[:LATEST]),
    )


def money_of_each(round_code: str) -> tuple[OfOne, ...]:
    """What each player staked in a round and got back of it, the highest stakes first. Two statements."""
    bets = with_names(Bet.objects.filter(round__code=round_code, stake__gt=0), person=("nickname",)).order_by("pk")
    each: dict[int, list[Bet]] = {}
    for bet in bets:
        each.setdefault(bet.person_id, []).append(bet)
    found = [_of_one(mine) for mine in each.values()]
    return tuple(sorted(found, key=lambda one: (-one.staked, one.nickname)))


def incident_notes(incident_id: int) -> tuple[NoteCard, ...]:
    """The findings about it, in order."""
    rows = with_names(IncidentNote.objects.filter(incident_id=incident_id), by=_NAME).order_by("pk")
    return tuple(NoteCard(at=row.at, by=row.by.nickname, text=row.text) for row in rows)


OPEN_INCIDENTS: Final = how_many(Incident.objects.filter(closed_at__isnull=True))
"""How many incidents are open."""


def _rows() -> Any:
    return with_names(Incident.objects.all(), table=("code", "name", "currency"))


_OPEN: Final = KeptQuery(lambda: INCIDENTS.page(_rows().filter(closed_at=None), None, None)[:MOST])
_GRADE: Final = Coalesce(
    F("severity"),
    Case(*(When(kind=kind, then=Value(severity)) for kind, severity in SEVERITY.items()), output_field=IntegerField()),
)


def _of_one(bets: Sequence[Bet]) -> OfOne:
    return OfOne(
        person_id=bets[0].person_id,
        nickname=bets[0].person.nickname,
        stakes=tuple((bet.chance, bet.stake) for bet in bets),
        staked=sum(bet.stake for bet in bets),
        returned=sum(bet.returned for bet in bets),
    )


def _round_of(row: Incident) -> Round | None:
    if row.table_id is None or not row.subject:
        return None
    return round_by_code(row.subject)


def _money(played: Round | None) -> tuple[int | None, int | None]:
    """The stakes of the round, and how many players have them."""
    if played is None:
        return None, None
    found = Bet.objects.filter(round=played, stake__gt=0).aggregate(
        staked=Coalesce(Sum("stake"), 0), people=Count("person_id", distinct=True)
    )
    return int(found["staked"]), int(found["people"])


def _stood(row: Incident, played: Round | None) -> tuple[datetime, datetime | None] | None:
    """From when to when play stood still: from when the round should have gone on to when it did, to when another
    began, or to when the table closed; the end is None while it stands. None: it did not stand for this incident.
    """
    if played is None or row.kind not in {IncidentKind.VOID_ROUND, IncidentKind.STUCK_ROUND}:
        return None
    due = row.facts.get("due_at")
    since = datetime.fromisoformat(due) if due else played.closes_at or played.settled_at or played.voided_at
    if since is None:
        return None
    following = Round.objects.filter(table_id=played.table_id, number__gt=played.number).order_by("number")
    begun = following.values_list("opened_at", flat=True).first()
    return since, played.settled_at or min(filter(None, (begun, _closed(played, since))), default=None)


def _closed(played: Round, since: datetime) -> datetime | None:
    """When the table closed after a void, by its hours or by staff: from then on it stands still for no incident."""
    if played.voided_at is None:
        return None
    closing = StaffAct.objects.filter(table_id=played.table_id, action=TableAct.CLOSE_TABLE, at__gte=since)
    at = closing.order_by("at", "pk").values_list("at", flat=True).first()
    return None if at is None else max(at, played.voided_at)


def _cards(rows: Iterable[Incident]) -> tuple[IncidentCard, ...]:
    found = list(rows)
    hands = _hands([row for row in found if row.kind == IncidentKind.VOID_ROUND])
    # Not by joins: planning four of them takes longer than everything else of a list.
    named = {number for row in found for number in _people(row)}
    names = nicknames({number for number in named if number is not None})
    return tuple(_card(row, hands.get(row.subject, ()), names) for row in found)


def _people(row: Incident) -> tuple[int | None, ...]:
    return row.opened_by_id, row.told_by_id, row.proposed_by_id, row.closed_by_id, row.owner_id


def _hands(voids: Sequence[Incident]) -> dict[str, tuple[str, ...]]:
    """By round, the people who voided it: the house opens the incident, and never voided what people did."""
    if not voids:
        return {}
    acts = _VOIDED(tables=array({row.table_id for row in voids}), rounds=texts(row.subject for row in voids))
    return {
        str(act.after["round"]): tuple(filter(None, (act.after.get("proposed_by"), act.by.nickname if act.by else "")))
        for act in acts
    }


_VOIDED: Final = KeptQuery(
    lambda: with_names(
        StaffAct.objects.alias(round=KT("after__round")).filter(
            Among("table", "tables"),
            Among("round", "rounds", kind="text"),
            action=TableAct.VOID_ROUND,
            by__isnull=False,
        ),
        by=_NAME,
    )
)


def _card(row: Incident, hands: tuple[str, ...], names: Mapping[int, str]) -> IncidentCard:
    severity = severity_of(row.kind, row.severity)
    return IncidentCard(
        id=row.pk,
        kind=row.kind,
        table_code=row.table.code if row.table else "",
        table_name=row.table.name if row.table else "",
        currency=row.table.currency if row.table else Currency.EUR.value,
        subject=row.subject,
        facts=row.facts,
        opened_at=row.opened_at,
        opened_by=names.get(row.opened_by_id or 0, ""),
        told_at=row.told_at,
        told_by=names.get(row.told_by_id or 0, ""),
        closed_at=row.closed_at,
        closed_by=names.get(row.closed_by_id or 0, ""),
        word=row.word,
        containment=row.containment,
        cause=row.cause,
        solution=row.solution,
        lessons=row.lessons,
        revision=row.revision,
        proposed_at=row.proposed_at,
        proposed_by_id=row.proposed_by_id,
        proposed_by=names.get(row.proposed_by_id or 0, ""),
        owner_id=row.owner_id,
        owner=names.get(row.owner_id or 0, ""),
        severity=severity,
        tell_by=tell_by(row.opened_at, severity),
        learn_by=learn_by(row.opened_at),
        rule=terms_on(row.opened_at).rule,
        hands=hands,
    )
