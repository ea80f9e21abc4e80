"""The tables as staff see them: the floor, configurations with their history, the acts at a table."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any, Final

from django.db.models import Q, QuerySet

from baccarat.exposure import worst_case_allowed
from kernel.kept_queries import KeptQuery
from kernel.questions import how_many, whether_any
from kernel.sorting import with_names
from tables.hours import Hours
from tables.models import UNFINISHED, Configuration, PlaySession, StaffAct, Table
from tables.queries.desks import Desk, desks
from tables.queries.edges import PlayerEdge, player_edges
from tables.queries.exposure import Exposure, exposures
from tables.queries.taken import TAKEN
from tables.queries.voids import tables_with_void
from tables.table_settings import TableSettings, terms_of

LATE: Final = timedelta(seconds=5)
"""A step that waits for longer is called late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloorTable:
    """A table as the floor sees it; amounts in cents."""

    table_id: int
    code: str
    name: str
    kind: str
    """"shared", "individual" or "croupier"."""
    currency: str
    status: str
    status_reason: str
    version: int | None
    """Number of the configuration in force."""
    waiting: int | None
    """Number of an approved configuration that comes into force at the next round, or at the first from its start."""
    waiting_from: datetime | None
    """Its start; null where it waits for nothing but a round."""
    player_edges: tuple[PlayerEdge, ...]
    """What the configuration in force gives players an edge on; for the flag `components/player_edge.html`."""
    waiting_edges: tuple[PlayerEdge, ...]
    """The same of the one that waits."""
    preset: str
    """The game of the configuration in force; empty without one."""
    seats: int
    taken: int
    round_code: str
    phase: str
    opened_at: datetime | None
    closes_at: datetime | None
    due_at: datetime | None
    staked: int
    sums: Mapping[str, int]
    worst_case: int
    """The most that the house can lose on this round, exactly, over every outcome; never below 0."""
    exposure: Exposure | None
    """How likely each result of the house is; null without bets in play."""
    worst_case_bound: int | None
    """The bound of the worst case under this table's limits; null where nothing bounds it."""
    risk_limit: int | None
    """The loss on one round here that the house accepts; null where it is not set."""
    hours: Mapping[str, Any]
    turns_at: datetime | None
    """When its hours open or close it next; null for a table without hours."""
    void_waits: bool
    """Whether a void of the round is proposed and a second person has to decide; the table stands meanwhile."""
    late_seconds: int
    """How long the dealer has been overdue; 0 when nothing is."""
    desk: Desk | None = None
    """Of a croupier's table alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigurationCard:
    """One version of a table's terms, and its life."""

    configuration_id: int
    table_id: int
    table_code: str
    table_name: str
    currency: str
    number: int
    status: str
    revision: int
    terms: TableSettings
    authors: tuple[int, ...]
    drafted_at: datetime
    submitted_by: str
    submitted_at: datetime | None
    proposed_start: datetime | None
    """When its authors would have it start; null: from the next round."""
    decided_by: str
    decided_at: datetime | None
    decision_reason: str
    reference: str
    compared_with: int | None
    """Number of the version that it was decided or withdrawn beside; null before, and where there was none."""
    starts_at: datetime | None
    """From when on an approved version may come into force; null: from the next round."""
    taken_back_by: str
    taken_back_at: datetime | None
    taken_back_reason: str
    in_force_from: datetime | None
    superseded_at: datetime | None
    player_edges: tuple[PlayerEdge, ...]
    """The chances on which it gives players an edge."""
    decided_by_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """An act of a member of staff at a table."""

    at: datetime
    by: str
    action: str
    subject: str
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str


def floor(*, now: datetime) -> tuple[FloorTable, ...]:
    """Every table, those in trouble first: overdue, then paused, then by code."""
    waiting = {one.table_id: one for one in _ALL_WAITING()}
    tables = _ALL_TABLES()
    voids, exposed, dealt = tables_with_void(), exposures(tables), desks(tables)
    rows = [
        replace(
            _floor_table(table, waiting.get(table.pk), exposed.get(table.pk), void=table.pk in voids, now=now),
            desk=dealt.get(table.pk),
        )
        for table in tables
    ]
    return tuple(sorted(rows, key=lambda row: (row.late_seconds == 0, row.status != "paused", row.code)))


def floor_table(*, code: str, now: datetime) -> FloorTable | None:
    """One table as the floor sees it."""
    table = _tables().filter(code=code).first()
    if table is None:
        return None
    waiting = _waiting().filter(table=table).first()
    exposed = exposures([table]).get(table.pk)
    return _floor_table(table, waiting, exposed, void=table.pk in tables_with_void(), now=now)


def _waiting() -> "QuerySet[Configuration]":
    """The approved configurations that wait for a round; at most one a table."""
    return Configuration.objects.filter(status="approved").only("table_id", "number", "terms", "starts_at")


def _tables() -> "QuerySet[Any]":
    return Table.objects.select_related("configuration", "current_round").annotate(taken=TAKEN)


_ALL_WAITING: Final = KeptQuery(_waiting)
_ALL_TABLES: Final = KeptQuery(_tables)


def table_names() -> dict[str, str]:
    """Every table's name by its code, in the order of the codes."""
    return dict(Table.objects.order_by("code").values_list("code", "name"))


def names_of_tables(table_ids: Collection[int]) -> dict[int, str]:
    """The name of each of these tables by its number, in one statement; none for none."""
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "name")) if table_ids else {}


def first_in_force() -> datetime | None:
    """When the first terms of any table came into force: no round is older. None for a house that never played."""
    return _FIRST_IN_FORCE.first()


_FIRST_IN_FORCE: Final = KeptQuery(
    lambda: (
        Configuration.objects.filter(in_force_from__isnull=False)
        .order_by("in_force_from")
        .values_list("in_force_from", flat=True)[:1]
    )
)


def _floor_table(
    table: Table, waiting: Configuration | None, exposed: Exposure | None, *, void: bool, now: datetime
) -> FloorTable:
    current, configuration = table.current_round, table.configuration
    terms = terms_of(configuration.pk, configuration.terms) if configuration else None
    sums = current.sums if current and current.phase in UNFINISHED else {}
    return FloorTable(
        table_id=table.pk,
        code=table.code,
        name=table.name,
        kind=table.kind,
        currency=table.currency,
        status=table.status,
        status_reason=table.status_reason,
        version=configuration.number if configuration else None,
        waiting=waiting.number if waiting else None,
        waiting_from=waiting.starts_at if waiting else None,
        player_edges=player_edges(terms) if terms else (),
        waiting_edges=player_edges(terms_of(waiting.pk, waiting.terms)) if waiting else (),
        seats=terms.seats if terms else 0,
        taken=table.taken,  # type: ignore[attr-defined]  # annotated by `floor`
        round_code=current.code if current else "",
        phase=current.phase if current else "waiting",
        opened_at=current.opened_at if current else None,
        closes_at=current.closes_at if current else None,
        due_at=table.due_at,
        staked=sum(sums.values()),
        sums=sums,
        worst_case=exposed.worst if exposed else 0,
        exposure=exposed,
        worst_case_bound=worst_case_bound(terms) if terms else None,
        void_waits=void,
        late_seconds=_late(table, now=now),
        risk_limit=table.risk_limit,
        preset=terms.preset if terms else "",
        hours=table.hours,
        turns_at=_turns_at(table, now=now),
    )


def _turns_at(table: Table, *, now: datetime) -> datetime | None:
    following = Hours.from_document(table.hours).after(now) if table.hours else None
    return following.at if following else None


def worst_case_bound(terms: TableSettings) -> int | None:
    """The most that these terms let the house lose in one round, in cents; None where nothing bounds it."""
    return _bound_of(json.dumps(terms.document(), sort_keys=True))


@lru_cache(maxsize=512)
def _bound_of(document: str) -> int | None:
    """The worst that terms allow, worked out once for all tables that have them: sixty milliseconds each."""
    terms = TableSettings.from_document(json.loads(document))
    return worst_case_allowed(terms.ruleset, terms.limits, players=terms.seats)


def _late(table: Table, *, now: datetime) -> int:
    running = table.status in {"open", "closing"}
    late = now - table.due_at if running and table.due_at else timedelta(0)
    return int(late.total_seconds()) if late > LATE else 0


def configurations(table_id: int) -> tuple[ConfigurationCard, ...]:
    """All versions of a table's terms, newest first."""
    rows = _configurations().filter(table_id=table_id).order_by("-number")
    return tuple(_configuration(row) for row in rows)


def waiting_configurations() -> tuple[ConfigurationCard, ...]:
    """The configurations that wait for the approvers, oldest first."""
    return tuple(map(_configuration, _SUBMITTED()))


def starting_configurations() -> tuple[ConfigurationCard, ...]:
    """The approved configurations that wait for their start, the first to come first."""
    return tuple(map(_configuration, _STARTING()))


WAITING_CONFIGURATIONS: Final = how_many(Configuration.objects.filter(status="submitted"))
"""How many versions the approvers have to decide."""
ANY_CONFIGURATION_DUE: Final = whether_any(
    Configuration.objects.filter(Q(status="submitted") | Q(status="approved", starts_at__isnull=False))
)
"""Whether one waits for the approvers, or for its start."""


def configuration(configuration_id: int) -> ConfigurationCard | None:
    """One version by its id."""
    row = _configurations().filter(pk=configuration_id).first()
    return _configuration(row) if row else None


def _configurations() -> Any:
    return with_names(
        Configuration.objects.all(),
        table=("code", "name", "currency"),
        submitted_by=("nickname",),
        decided_by=("nickname",),
        taken_back_by=("nickname",),
        compared_with=("number",),
    )


_SUBMITTED: Final = KeptQuery(lambda: _configurations().filter(status="submitted").order_by("submitted_at"))
_STARTING: Final = KeptQuery(
    lambda: _configurations().filter(status="approved", starts_at__isnull=False).order_by("starts_at")
)


def _configuration(row: Configuration) -> ConfigurationCard:
    terms = TableSettings.from_document(row.terms)
    return ConfigurationCard(
        configuration_id=row.pk,
        table_id=row.table_id,
        table_code=row.table.code,
        table_name=row.table.name,
        currency=row.table.currency,
        number=row.number,
        status=row.status,
        revision=row.revision,
        terms=terms,
        authors=tuple(row.authors),
        drafted_at=row.drafted_at,
        submitted_by=row.submitted_by.nickname if row.submitted_by else "",
        submitted_at=row.submitted_at,
        proposed_start=row.proposed_start,
        decided_by=row.decided_by.nickname if row.decided_by else "",
        decided_at=row.decided_at,
        decision_reason=row.decision_reason,
        reference=row.reference,
        compared_with=row.compared_with.number if row.compared_with else None,
        starts_at=row.starts_at,
        taken_back_by=row.taken_back_by.nickname if row.taken_back_by else "",
        taken_back_at=row.taken_back_at,
        taken_back_reason=row.taken_back_reason,
        in_force_from=row.in_force_from,
        superseded_at=row.superseded_at,
        player_edges=player_edges(terms),
        decided_by_id=row.decided_by_id,
    )


def acts(table_id: int, *, limit: int = 50) -> tuple[Act, ...]:
    """Acts of staff at a table, newest first."""
    rows = with_names(StaffAct.objects.filter(table_id=table_id), by=("nickname",)).order_by("-pk")[:limit]
    return tuple(
        Act(
            at=row.at,
            by=row.by.nickname if row.by else "",
            action=row.action,
            subject=row.subject,
            before=row.before,
            after=row.after,
            reason=row.reason,
        )
        for row in rows
    )


def seated_count() -> int:
    """How many players are seated in the whole house."""
    return PlaySession.objects.filter(ended_at=None).count()
