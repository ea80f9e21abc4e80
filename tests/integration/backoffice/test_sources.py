"""The board and the inbox read only the sources that say that they have something, and miss nothing by it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.backoffice.navigation import groups
from casino.backoffice.presenters import stamps
from casino.backoffice.presenters.sources import ALWAYS, BOARD, INBOX, SOURCES, Source, dues
from kernel.kept_queries import MOST
from players.cashier import queries as cashier
from players.cashier import waiting_queries
from players.complaints.queries import cases, open_cases
from players.complaints.queries.cases import CaseFilter, ComplaintState
from players.protection.queries import watch
from players.roles import Role
from reporting.operations.log.software import check_software
from tables.operations import configurations
from tests.factories import MACAU, NOON, Floor
from tests.integration.planted import KEPT, put, row_of
from tests.integration.portal.matrix_house import extract_for
from tests.integration.reporting.test_components import tree

pytestmark = pytest.mark.django_db

NEW: Final = "a new number"
STAFF: Final = "the number of a member of staff"
FIRST: Final = date(2020, 3, 1)
LATER: Final = NOON + timedelta(seconds=1)
DAY: Final = timedelta(days=1)
ASKED: Final = '{"first": "2026-03-01", "last": "2026-03-02", "due_at": "2026-03-03T12:00Z", "reason": "x"}'
CHANGE: Final = '[{"name": "x", "old": "x", "new": "y"}]'
READ_EACH_TIME: Final = {
    "open_items.reports": "a day that is missing is no row",
    "safe_files.days": "a day that is missing is no row, and without a safe nothing is read",
    "safe_files.certificates": "the packer tells them",
    "regulator_line.dues": "an hour that is missing is no row, and without a line nothing is read",
    "silent.comparison": "it is one statement itself",
    "recurring.turns": "the calendar tells them, and some turn is always open",
    "drills.weekly": "the next one is always due",
}
"""The sources without a question, and why."""


@dataclass(frozen=True)
class Everyone:
    """A person who may see every source, as no role may."""

    is_active: bool = True
    is_staff: bool = True
    roles: frozenset[Role] = frozenset(Role)


def name_of(source: Source) -> str:
    return f"{source.items.__module__.rpartition('.')[2]}.{source.items.__name__}"


BY_NAME: Final = {name_of(source): source for source in SOURCES}
Plant = Callable[[Floor, int, Path], object]


def rows(*planted: tuple[str, dict[str, Any]]) -> Plant:
    """Rows written past triggers and keys, each time others."""

    def plant(_: Floor, staff: int, __: Path) -> None:
        new = next(_numbers)
        for table, columns in planted:
            row = {name: _another(value, new) for name, value in row_of(table).items()} | columns
            put(table, {name: {STAFF: staff, NEW: new}.get(value, value) for name, value in row.items()})

    return plant


def _another(value: Any, number: int) -> Any:
    """For what a row of `planted` has, what another row has."""
    others = {"x": f"x{number}", KEPT["uuid"]: str(UUID(int=number)), KEPT["date"]: FIRST + number % 10_000 * DAY}
    return others.get(value, value) if isinstance(value, str) else value


_numbers: Final = count(20_000)  # beyond what the sequences of a long run come to


def proposed(table: str, **others: Any) -> Plant:
    """A proposal that waits for a second person."""
    return rows((table, {"proposed_by_id": STAFF, **others}))


def _rules(floor: Floor, _: int, __: Path) -> None:
    table = floor.table()
    by = floor.staff(Role.GAME_MANAGER).id
    drafted = configurations.draft(table_id=table, terms=MACAU, by=by, idempotency_key=uuid4(), now=floor.now)
    configurations.submit(configuration_id=drafted.configuration_id, by=by, now=floor.now)


def _software(floor: Floor, _: int, place: Path) -> None:
    root = tree(place)
    check_software(now=floor.now - 3 * DAY, root=root)
    (root / "wallet/models.py").write_text("another\n")
    check_software(now=floor.now - 2 * DAY, root=root)


PLANTED: Final[Mapping[str, Plant]] = {
    "croupier_calls.calls": rows(
        ("tables_table", {"id": NEW}),
        ("tables_tablecall", {"table_id": NEW, "called_by_id": STAFF}),
    ),
    "open_items.complaints": rows(("players_complaint", {"person_id": STAFF, "serial": NEW})),
    "open_items.obligations": rows(("players_duty", {"person_id": STAFF})),
    "open_items.emails": rows(
        ("players_person", {"id": NEW, "kind": "player"}),
        ("players_letter", {"person_id": NEW}),
    ),
    "open_items.emails_to_outsiders": rows(
        ("players_outsider", {"id": NEW}),
        ("players_complaint", {"person_id": None, "outsider_id": NEW, "channel": "letter", "serial": NEW}),
        ("players_letter", {"person_id": None, "outsider_id": NEW}),
    ),
    "open_items.incidents": rows(("tables_incident", {})),
    "open_items.unfinished": rows(
        ("tables_table", {"id": NEW}),
        ("tables_round", {"table_id": NEW, "sums": '{"ponto": 100}'}),
    ),
    "open_items.configurations": _rules,
    "open_items.voids": rows(
        ("tables_table", {"id": NEW}),
        ("tables_round", {"id": NEW, "table_id": NEW}),
        ("tables_voidproposal", {"proposed_by_id": STAFF, "round_id": NEW}),
    ),
    "open_items.withdrawals": rows(
        ("players_instrument", {"id": NEW}),
        ("players_withdrawal", {"person_id": STAFF, "instrument_id": NEW}),
    ),
    "open_items.adjustments": proposed("players_adjustment", person_id=STAFF),
    "open_items.staff_proposals": proposed("players_staffproposal"),
    "open_items.unnamed_staff": rows(("players_person", {"id": NEW, "kind": "staff", "is_active": True})),
    "safe_files.again": rows(
        ("players_event", {"name": "day-files.asked", "subject": "day-files", "subject_key": "x", "facts": ASKED})
    ),
    "stamps.days": rows(("reporting_sealedday", {"leaf_id": NEW, "sealed_at": NOON - timedelta(hours=2)})),
    "nights.findings": rows(
        ("reporting_sealedday", {"id": NEW, "leaf_id": NEW}),
        ("reporting_nightcheck", {"sealed_id": NEW, "told": '["x"]'}),
    ),
    "nights.software": rows(("reporting_softwarecheck", {"document": ""})),
    "components.reviews": _software,
    "safe_files.corrections": proposed(
        "reporting_safecorrection", vault=settings.OPERATOR_PROFILE.files.vault, changes=CHANGE
    ),
    "openings.line": proposed("reporting_lineopening"),
    "openings.books": proposed("reporting_reopening"),
    "openings.faulty_days": proposed("reporting_faultyseal"),
    "openings.drift": rows(("tables_driftalarm", {})),
    "open_items.extracts": lambda floor, *_: extract_for(floor),
    "scheduled.turns": rows(
        ("reporting_schedule", {"id": NEW, "name": "complaints"}),
        ("reporting_reportrun", {"id": NEW, "state": "failed"}),
        ("reporting_scheduleturn", {"schedule_id": NEW, "run_id": NEW}),
    ),
    "keeping.proposals": proposed("players_erasure"),
    "keeping.past_terms": rows(("players_keepinglook", {"kind": "devices", "past": 5, "first_since": NOON})),
    "archives.reports": rows(("reporting_archived", {"failed_at": NOON})),
    "archives.days": rows(("reporting_archivedday", {"failed_at": NOON})),
    "silent.adapters": rows(
        ("players_adapterstate", {"failing_since": NOON - DAY, "last_failed_at": NOON}),
    ),
    "open_items.data_requests": rows(("players_correctionrequest", {"person_id": STAFF})),
    "open_items.signals": rows(("players_signal", {"person_id": STAFF})),
    "open_items.corrections": rows(("players_correctionrequest", {"person_id": STAFF})),
}
"""For each source with a question, how it gets something."""
MORE: Final[Mapping[str, Mapping[str, Plant]]] = {
    "croupier_calls.calls": {
        "keyed card": rows(
            ("tables_table", {"id": NEW}),
            ("tables_round", {"id": NEW, "table_id": NEW}),
            ("tables_keyedcard", {"round_id": NEW, "keyed_by_id": STAFF, "card": "7H"}),
        )
    },
    "nights.findings": {"silent": rows(("reporting_sealedday", {}))},
    "archives.reports": {
        "unread": rows(("reporting_archived", {"stored_at": NOON - 400 * DAY, "verified_at": NOON - 400 * DAY})),
        "waiting": rows(("reporting_dailyreport", {"day": (NOON - 740 * DAY).date()})),
    },
    "archives.days": {
        "waiting": rows(("reporting_sealedday", {"day": (NOON - 740 * DAY).date()})),
        "erased": rows(
            ("reporting_sealedday", {"id": NEW, "leaf_id": NEW}),
            ("reporting_archivedday", {"sealed_id": NEW, "stored_at": NOON, "verified_at": NOON}),
            ("reporting_daysalt", {"erased_at": NOON, "salt": None}),
        ),
    },
    "scheduled.turns": {
        "no receipt": rows(
            ("reporting_schedule", {"id": NEW, "name": "complaints"}),
            ("reporting_scheduleturn", {"id": NEW, "schedule_id": NEW}),
            ("reporting_notice", {"turn_id": NEW, "member_id": STAFF}),
        ),
    },
    "silent.adapters": {"unheard": rows(("players_adapterstate", {"name": "national-list"}))},
}
"""Other ways in which some of them get something."""
CASES: Final = [(name, "", plant) for name, plant in PLANTED.items()] + [
    (name, why, plant) for name, each in MORE.items() for why, plant in each.items()
]


def all_of(wanted: tuple[Source, ...]) -> list[Any]:
    """What the sources have, each read."""
    return [due for source in wanted for due in source.items(LATER)]


def test_every_source_has_a_question_or_a_reason() -> None:
    assert {name for name, source in BY_NAME.items() if source.any is ALWAYS} == READ_EACH_TIME.keys()
    assert {name for name, source in BY_NAME.items() if source.any is not ALWAYS} == PLANTED.keys()
    assert len(BY_NAME) == len(SOURCES)


@pytest.mark.parametrize(("name", "plant"), [pytest.param(n, p, id=f"{n} {w}".strip()) for n, w, p in CASES])
def test_a_source_that_has_something_says_so(
    name: str, plant: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamps, "has_stamper", lambda: True)
    floor, source = Floor(), BY_NAME[name]
    # One who may take reports, or no receipt is owed.
    plant(floor, floor.staff(Role.COMPLIANCE).id, tmp_path)
    there = all_of((source,))
    assert there
    assert list(dues((source,), person=Everyone(), now=LATER)) == there
    if not source.in_inbox:
        assert all(due.thing is None for due in there)


@pytest.mark.parametrize("wanted", [BOARD, INBOX], ids=["board", "inbox"])
def test_nothing_is_missed_where_nearly_nothing_or_everything_waits(
    wanted: tuple[Source, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamps, "has_stamper", lambda: True)
    floor = Floor()
    staff = floor.staff(Role.COMPLIANCE).id
    empty = all_of(wanted)
    with CaptureQueriesContext(connection) as few:
        assert list(dues(wanted, person=Everyone(), now=LATER)) == empty
    assert len(few) <= 12
    for plant in PLANTED.values():
        plant(floor, staff, tmp_path)
    whole = all_of(wanted)
    assert list(dues(wanted, person=Everyone(), now=LATER)) == whole
    silent = {name for name in PLANTED if BY_NAME[name] in wanted and not all_of((BY_NAME[name],))}
    assert silent == set()


def test_the_navigation_counts_what_waits_in_one_statement(tmp_path: Path) -> None:
    floor = Floor()
    staff = floor.staff(Role.COMPLIANCE).id
    for plant in PLANTED.values():
        plant(floor, staff, tmp_path)
    with CaptureQueriesContext(connection) as seen:
        found = groups(Everyone(), "floor", (), now=LATER)
    assert len(seen) == 1
    waits = {place.name: (place.wait.count, place.wait.due) for group in found for place in group.places}
    assert {name: wait for name, wait in waits.items() if wait[0]} == {
        "decisions": (1, False),
        "incidents": (2, False),
        "complaints": (2, True),
        "withdrawals": (1, False),
        "adjustments": (1, False),
        "protection": (2, True),
        "staff": (1, False),
    }


def test_what_waits_is_told_as_its_own_list_tells_it(tmp_path: Path) -> None:
    floor = Floor()
    staff = floor.staff(Role.COMPLIANCE).id
    kinds = ("complaints", "emails_to_outsiders", "obligations", "withdrawals", "adjustments", "signals")
    for kind in (*kinds, *kinds):
        PLANTED[f"open_items.{kind}"](floor, staff, tmp_path)
    whole = cases.cases(
        CaseFilter(states=frozenset({ComplaintState.RECEIVED, ComplaintState.IN_HAND})),
        now=LATER,
        limit=MOST,
        sort=cases.DUE_FIRST,
    )
    said = cases.first_words([each.id for each in whole])
    assert len(whole) == 4
    assert open_cases.open_cases() == tuple(
        (each.number, each.nickname, each.received_at, each.due_on, each.handler, said.get(each.id, ""), None, "")
        for each in whole
    )
    assert watch.open_obligations() == tuple(
        (each.id, each.kind, each.public_id, each.nickname, each.created_at, each.due_at)
        for each in watch.obligations(is_open=True, now=LATER)
    )
    assert watch.open_signals() == tuple(
        (each.id, each.kind, each.nickname, each.raised_at) for each in watch.signals(is_open=True)
    )
    assert waiting_queries.held_withdrawals() == tuple(
        (each.key, each.amount, each.nickname, each.requested_at, each.first_by_id, each.first_by)
        for each in cashier.withdrawals(state="held")
    )
    assert waiting_queries.proposed_adjustments() == tuple(
        (each.id, each.amount, each.nickname, each.proposed_at, each.proposed_by_id, each.proposed_by)
        for each in cashier.adjustments(state="proposed")
    )
