"""Extracts: reports by criteria of one's own, which two persons agree to before a row is gathered (PT-73)."""

import csv
import io
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from players.events.names import EventName
from players.models import Event
from players.roles import Role
from reporting import operations
from reporting.catalogue import CATALOGUE, Period
from reporting.catalogue.criteria import CONDITIONS_MOST, VALUES_MOST, Condition, matches_of
from reporting.making.matches import Match
from reporting.models import Extract, ReportRun
from reporting.operations import Draft, ExtractRejected, ExtractRejection, RequestRejected, RequestRejection, Wanted
from reporting.operations.extracts import WAITING_MOST
from reporting.operations.requests import AT_ONCE_ROWS
from reporting.queries import extracts as queries
from reporting.writers import Format
from reporting.writers.documents import Column, Kind
from tests.factories import Floor
from tests.integration.reporting.test_reporting_daily import DAY, NEXT, played
from tests.rules import rule

WHY = "Ofício SRIJ 2026/412: apostas acima de cem euros"


@pytest.fixture
def two(floor: Floor) -> tuple[int, int]:
    """Who proposes and who decides, once a day is played."""
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    return floor.staff(Role.COMPLIANCE).id, floor.staff(Role.APPROVER).id


def draft(name: str = "bets", **changes: Any) -> Draft:
    days = {"first_day": DAY, "last_day": DAY} if CATALOGUE[name].period is Period.DAYS else {}
    wanted = Wanted(name=name, reason=changes.pop("reason", WHY), **{**days, **changes.pop("wanted", {})})
    facts: dict[str, Any] = {"title": "Apostas altas", "reveal": False, "conditions": (), "columns": ()} | changes
    return Draft(wanted=wanted, **facts)


def proposed(by: int, given: Draft, key: uuid.UUID | None = None) -> int:
    acted = operations.propose_extract(draft=given, by=by, idempotency_key=key or uuid.uuid4(), now=NEXT)
    return acted.extract_id


def rows_of(two: tuple[int, int], given: Draft) -> list[dict[str, str]]:
    """The lines of the CSV of an extract, proposed by one and approved by the other, by the heads of the columns."""
    author, second = two
    acted = operations.approve_extract(extract_id=proposed(author, given), by=second, now=NEXT)
    assert acted.run_id is not None
    assert acted.run_key is not None
    assert operations.prepare(run_id=acted.run_id, now=NEXT, rows_most=AT_ONCE_ROWS)
    text = operations.take(key=acted.run_key, format=Format.CSV, by=author, now=NEXT).content.decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(text), delimiter=";"))
    columns = [str(each.title) for each in CATALOGUE[given.wanted.name].columns]
    kept = [column.name for column in CATALOGUE[given.wanted.name].columns]
    wanted = [title for title, name in zip(columns, kept, strict=True) if not given.columns or name in given.columns]
    head = next(number for number, line in enumerate(lines) if line == wanted)
    rows = []
    for line in lines[head + 1 :]:
        if len(line) != len(wanted) or not any(line):
            break
        rows.append(dict(zip(wanted, line, strict=True)))
    return rows


def at_least(column: str, cents: int) -> Condition:
    return Condition(column=column, match=Match.LEAST, values=(cents,))


@rule(
    "PT-73",
    asserts="An extract by criteria of one's own has exactly the rows that meet them and the chosen columns, and none "
    "before a second person agreed.",
)
def test_an_extract_has_the_rows_that_meet_its_criteria(two: tuple[int, int]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT stake FROM tables_bet WHERE stake > 0 ORDER BY stake")
        stakes = [stake for (stake,) in cursor.fetchall()]
    bound = sorted(set(stakes))[1]
    number = proposed(two[0], draft(conditions=[at_least("stake", bound)], columns=["round", "stake"]))
    card = queries.extract(number)
    assert card is not None
    in_money = rows_of(two, draft(conditions=[at_least("stake", 1)], columns=["stake"]))
    assert 0 < len(in_money) < len(stakes), "play money is another currency, and another extract"
    found = rows_of(two, draft(conditions=[at_least("stake", bound)], columns=["stake", "round"]))
    assert [list(row) for row in found] == [["Jogada", "Apostado pelo jogador"]] * len(found)
    amounts = sorted(int(row["Apostado pelo jogador"].replace(",", "")) for row in found)
    whole = sorted(int(row["Apostado pelo jogador"].replace(",", "")) for row in in_money)
    assert amounts == [cents for cents in whole if cents >= bound]
    assert card.counted == len(found)
    assert not ReportRun.objects.filter(key=Extract.objects.get(pk=number).key).exists(), "not before it is approved"


def test_its_sums_are_those_of_its_own_rows(two: tuple[int, int]) -> None:
    author, second = two
    given = draft(conditions=[Condition(column="chance", match=Match.IS, values=("banca",))])
    acted = operations.approve_extract(extract_id=proposed(author, given), by=second, now=NEXT)
    assert acted.run_id is not None
    operations.prepare(run_id=acted.run_id, now=NEXT, rows_most=AT_ONCE_ROWS)
    run = ReportRun.objects.get(pk=acted.run_id)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), coalesce(sum(b.stake), 0)::bigint FROM tables_bet b"
            " JOIN tables_round r ON r.id = b.round_id"
            " JOIN tables_table t ON t.id = r.table_id"
            " WHERE b.chance = 'banca' AND b.stake > 0 AND t.currency = 'EUR'"
            " AND coalesce(r.settled_at, r.voided_at) IS NOT NULL"
        )
        count, staked = cursor.fetchone()
    assert (run.rows, run.sums[-1]["rows"], run.sums[-1]["stake"]) == (count, count, staked)
    assert run.checks == [], "a part is compared with no whole"


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_every_condition_on_every_column_of_every_report_can_be_asked(two: tuple[int, int], name: str) -> None:
    """Each alone, over a day of play: the database takes it, and its rows with those of its opposite are all rows."""
    definition = CATALOGUE[name]
    for column in definition.columns:
        for match in matches_of(column):
            condition = Condition(column=column.name, match=match, values=value_of(column, match))
            rows = operations.extracts.criteria.rows_where(_rows(name), definition, [condition])
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT count(*) FROM ({rows.in_order}) q", rows.parameters)
    column = definition.columns[0]
    counts = {}
    for match in (Match.EMPTY, Match.FILLED):
        rows = operations.extracts.criteria.rows_where(
            _rows(name), definition, [Condition(column=column.name, match=match)]
        )
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT count(*) FROM ({rows.rows}) q", rows.parameters)
            counts[match] = cursor.fetchone()[0]
            cursor.execute(f"SELECT count(*) FROM ({_rows(name).rows}) q", _rows(name).parameters)
            assert sum(counts.values()) <= cursor.fetchone()[0]


def _rows(name: str) -> Any:
    filter_, until = operations.requests.checked_filter(CATALOGUE[name], draft(name).wanted, now=NEXT)
    return CATALOGUE[name].register(operations.extracts.runs.asked_by(filter_, until))


def value_of(column: Column, match: Match) -> tuple[str | int, ...]:
    """A value of the column's kind."""
    if match in {Match.EMPTY, Match.FILLED}:
        return ()
    if column.values:
        return (next(iter(column.values)),)
    made: dict[Kind, str | int] = {
        Kind.MOMENT: "2026-03-10T12:00:00+00:00",
        Kind.DAY: "2026-03-10",
        Kind.TEXT: "100% d'açúcar",
        Kind.CODE: "100% d'açúcar",
    }
    return (made.get(column.kind, 5),)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"title": "ab"}, ExtractRejection.TITLE_INVALID),
        ({"title": "nome\0"}, ExtractRejection.TITLE_INVALID),
        ({"reason": "curto"}, ExtractRejection.REASON_INVALID),
        ({"conditions": ()}, ExtractRejection.NO_CRITERIA),
        ({"conditions": [at_least("stake; DROP TABLE x", 1)]}, ExtractRejection.COLUMN_UNKNOWN),
        ({"columns": ["stake", "senha"]}, ExtractRejection.COLUMN_UNKNOWN),
        ({"conditions": [at_least("chance", 1)]}, ExtractRejection.MATCH_UNKNOWN),
        ({"conditions": [Condition(column="stake", match=Match.LEAST)]}, ExtractRejection.VALUE_MISSING),
        (
            {"conditions": [Condition(column="stake", match=Match.LEAST, values=("dez",))]},
            ExtractRejection.VALUE_INVALID,
        ),
        (
            {"conditions": [Condition(column="chance", match=Match.IS, values=("gato",))]},
            ExtractRejection.VALUE_INVALID,
        ),
        (
            {"conditions": [Condition(column="accepted_at", match=Match.LEAST, values=("2026-03-10T12:00",))]},
            ExtractRejection.VALUE_INVALID,
        ),
        (
            {"conditions": [Condition(column="round", match=Match.EMPTY, values=("x",))]},
            ExtractRejection.VALUE_INVALID,
        ),
        ({"conditions": [at_least("stake", 1)] * (CONDITIONS_MOST + 1)}, ExtractRejection.TOO_MANY),
        (
            {"conditions": [Condition(column="round", match=Match.IS, values=("x",) * (VALUES_MOST + 1))]},
            ExtractRejection.TOO_MANY,
        ),
    ],
)
def test_a_proposal_that_does_not_fit_is_refused_and_nothing_is_kept(
    two: tuple[int, int], changes: dict[str, Any], reason: ExtractRejection
) -> None:
    with pytest.raises(ExtractRejected) as refused:
        proposed(two[0], draft(**({"conditions": [at_least("stake", 1)]} | changes)))
    assert refused.value.reason is reason
    assert not Extract.objects.exists()


def test_hidden_data_choose_no_rows(two: tuple[int, int]) -> None:
    by_name = Condition(column="nickname", match=Match.BEGINS, values=("a",))
    with pytest.raises(ExtractRejected) as refused:
        proposed(two[0], draft("player-sessions", conditions=[by_name]))
    assert refused.value.reason is ExtractRejection.PERSONAL
    assert proposed(two[0], draft("player-sessions", conditions=[by_name], reveal=True))


def test_the_reports_own_filters_are_checked_as_in_the_catalogue(two: tuple[int, int]) -> None:
    with pytest.raises(RequestRejected) as refused:
        proposed(two[0], draft(columns=["stake"], wanted={"table": "nenhuma"}))
    assert refused.value.reason is RequestRejection.NO_SUCH_TABLE
    with pytest.raises(ExtractRejected) as unknown:
        proposed(two[0], replace(draft(columns=["stake"]), wanted=Wanted(name="nada", reason=WHY)))
    assert unknown.value.reason is ExtractRejection.NO_SUCH_REPORT


def test_the_same_key_is_the_same_proposal(two: tuple[int, int]) -> None:
    key = uuid.uuid4()
    first = proposed(two[0], draft(columns=["stake"]), key)
    assert proposed(two[0], draft(columns=["stake"]), key) == first
    with pytest.raises(ExtractRejected) as refused:
        proposed(two[0], draft(columns=["round"]), key)
    assert refused.value.reason is ExtractRejection.KEY_REUSED
    assert Event.objects.filter(name=EventName.EXTRACT_PROPOSED).count() == 1


def test_a_person_has_so_many_waiting(two: tuple[int, int]) -> None:
    for _ in range(WAITING_MOST):
        proposed(two[0], draft(columns=["stake"]))
    with pytest.raises(ExtractRejected) as refused:
        proposed(two[0], draft(columns=["stake"]))
    assert (refused.value.reason, refused.value.most) == (ExtractRejection.TOO_MANY_WAITING, WAITING_MOST)


Act = Callable[[int, int], Any]
ACTS: dict[str, Act] = {
    "approve": lambda number, by: operations.approve_extract(extract_id=number, by=by, now=NEXT),
    "reject": lambda number, by: operations.reject_extract(extract_id=number, by=by, reason="não serve", now=NEXT),
    "withdraw": lambda number, by: operations.withdraw_extract(extract_id=number, by=by, now=NEXT),
}


@pytest.mark.parametrize(
    ("act", "own", "reason"),
    [
        ("approve", True, ExtractRejection.OWN_PROPOSAL),
        ("reject", True, ExtractRejection.OWN_PROPOSAL),
        ("withdraw", False, ExtractRejection.NOT_OWN),
    ],
)
def test_one_person_never_decides_their_own(
    two: tuple[int, int], act: str, own: bool, reason: ExtractRejection
) -> None:
    number = proposed(two[0], draft(columns=["stake"]))
    with pytest.raises(ExtractRejected) as refused:
        ACTS[act](number, two[0] if own else two[1])
    assert refused.value.reason is reason
    assert Extract.objects.get(pk=number).state == "proposed"


@pytest.mark.parametrize("first", ACTS)
@pytest.mark.parametrize("then", ACTS)
def test_it_is_decided_once(two: tuple[int, int], first: str, then: str) -> None:
    number = proposed(two[0], draft(columns=["stake"]))
    who = {"approve": two[1], "reject": two[1], "withdraw": two[0]}
    ACTS[first](number, who[first])
    if first == then != "reject":
        assert ACTS[then](number, who[then]).repeat
    else:
        with pytest.raises(ExtractRejected) as refused:
            ACTS[then](number, who[then])
        assert refused.value.reason is ExtractRejection.ALREADY_DECIDED
    assert ReportRun.objects.count() == (first == "approve")


def test_a_decision_on_nothing_is_refused(two: tuple[int, int]) -> None:
    for act in ACTS.values():
        with pytest.raises(ExtractRejected) as refused:
            act(999, two[1])
        assert refused.value.reason is ExtractRejection.NO_SUCH_EXTRACT


def run_without_approval(row: Extract) -> None:
    """Write the report of an extract without an approval, as a program other than ours might."""
    ReportRun.objects.create(
        key=uuid.uuid4(),
        name=row.name,
        definition="bets/2",
        software="sabot",
        filter={**row.filter, "extract": row.pk},
        asked_by_id=row.proposed_by_id,
        asked_at=NEXT,
        until=row.until,
    )
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def test_the_database_takes_no_own_criteria_without_two_persons(two: tuple[int, int]) -> None:
    """By any program: a report with criteria begins from an approved extract, and no extract approves itself."""
    number = proposed(two[0], draft(columns=["stake"]))
    row = Extract.objects.get(pk=number)
    with pytest.raises(DatabaseError, match="two persons agree"), transaction.atomic():
        run_without_approval(row)
    with pytest.raises(DatabaseError, match="two_persons"), transaction.atomic():
        Extract.objects.filter(pk=number).update(state="rejected", rejection="x y", decided_by=two[0], decided_at=NEXT)
    operations.withdraw_extract(extract_id=number, by=two[0], now=NEXT)
    with pytest.raises(DatabaseError, match="stays as it was"), transaction.atomic():
        Extract.objects.filter(pk=number).update(state="proposed", decided_by=None, decided_at=None)


def test_the_file_says_by_which_criteria_and_who_agreed(two: tuple[int, int]) -> None:
    author, second = two
    given = draft("player-sessions", conditions=[at_least("staked", 1)], reveal=True)
    number = proposed(author, given)
    acted = operations.approve_extract(extract_id=number, by=second, now=NEXT + timedelta(minutes=5))
    assert acted.run_id is not None
    assert acted.run_key is not None
    operations.prepare(run_id=acted.run_id, now=NEXT, rows_most=AT_ONCE_ROWS)
    for format in Format:
        assert operations.take(key=acted.run_key, format=format, by=author, now=NEXT).rows > 0
    text = operations.take(key=acted.run_key, format=Format.CSV, by=author, now=NEXT).content.decode("utf-8-sig")
    assert f"X-{number}: Apostas altas" in text
    assert "Apostado: no mínimo 0,01" in text
    assert WHY in text
    told = Event.objects.get(name=EventName.EXTRACT_APPROVED)
    assert (told.by, told.subject_key, told.facts["proposed_by"]) == (second, f"X-{number}", author)
