"""Every report of the catalogue over a day played by hand: five formats that say the same, and meet the ledger."""

import csv
import re
import uuid
import zlib
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import translation

from baccarat.rulesets import Game
from kernel.datasets import Dataset
from kernel.labels import labels_of
from kernel.money import Currency
from players.roles import Role
from reporting import operations, queries
from reporting.catalogue import CATALOGUE, Period, keeping, runs
from reporting.making.figures import day_bounds
from reporting.models import Piece, ReportRun, RunFile
from reporting.operations import RequestRejected, RequestRejection, Wanted, requests
from reporting.queries import requests as request_queries
from reporting.writers import Format, csv_file
from reporting.writers.documents import Column, Kind, clean, shown
from tables.operations import tables
from tests.factories import Floor
from tests.integration.reporting.test_reporting_daily import DAY, NEXT, played
from tests.report_files import assert_all_five_agree
from tests.rules import rule


@pytest.fixture
def staff(floor: Floor) -> int:
    """A member of compliance, once the day is played and its report made."""
    played(floor)
    operations.make_daily_report(day=DAY, now=NEXT)
    return floor.staff(Role.COMPLIANCE).id


def wanted(name: str, **changes: object) -> Wanted:
    days = {"first_day": DAY, "last_day": DAY} if CATALOGUE[name].period is Period.DAYS else {}
    return Wanted(name=name, **{**days, **changes})  # type: ignore[arg-type]  # a table of plain values


def made(asked: Wanted, by: int) -> ReportRun:
    requested = operations.request_report(wanted=asked, by=by, idempotency_key=uuid.uuid4(), now=NEXT)
    assert operations.prepare(run_id=requested.run_id, now=NEXT, rows_most=requests.AT_ONCE_ROWS)
    return ReportRun.objects.get(pk=requested.run_id)


@rule(
    "PT-52",
    "PT-54",
    "PT-R01",
    "PT-R02",
    "PT-R07",
    "PT-R13",
    "PT-R17",
    "PT-R20",
    asserts="On a day of play the report has rows, says the same in five formats, and its sums differ by nothing from "
    "the ledger's.",
    shared="It runs once for each report of the catalogue; each run is its row’s own.",
)
@rule(
    "PT-51",
    "PT-53",
    "PT-R03",
    "PT-R12",
    "PT-R18",
    "PT-R21",
    asserts="On a day of play the report has rows and says the same in five formats, and the same again nine days "
    "later.",
)
@pytest.mark.parametrize("name", list(CATALOGUE))
def test_every_report_says_the_same_in_five_formats_and_meets_the_ledger(staff: int, name: str) -> None:
    run = made(wanted(name), staff)
    for check in runs.checks_of(CATALOGUE[name], run):
        assert check.difference == 0, check
    files = {format.value: operations.take(key=run.key, format=format, by=staff, now=NEXT).content for format in Format}
    assert_all_five_agree(runs.document_of(run), files)
    again = operations.take(key=run.key, format=Format.XLSX, by=staff, now=NEXT + timedelta(days=9)).content
    assert again == files["xlsx"], "the same revision is the same bytes"
    logged = queries.exports()[0]
    assert (logged.what, logged.rows, logged.filter["report"]) == (name, run.rows, str(run.key))


def test_changes_by_staff_are_told_in_words(floor: Floor) -> None:
    floor.now = day_bounds(DAY)[1] - timedelta(hours=2)
    table_id = floor.table(code="lua")
    by = floor.staff(Role.COMPLIANCE).id
    for cents in (500_00, 800_00):
        tables.set_risk_limit(table_id=table_id, cents=cents, by=by, reason="noite cheia", now=floor.now)
    run = made(wanted("significant-events"), by)
    rows, *_ = runs.document_of(run).sections
    told = [row[-1] for row in rows.rows]
    assert "Limite de risco: – → 500,00" in told
    assert "Limite de risco: 500,00 → 800,00" in told
    assert any("Jogo: " in str(each) and "Apostas nos pares: sim" in str(each) for each in told)


def test_the_catalogue_has_every_report_the_law_asks_for() -> None:
    sources = " ".join(definition.source for definition in CATALOGUE.values()).replace(",", "").split()
    assert {f"PT-R{number:02}" for number in range(1, 22)} <= set(sources)
    assert {"GL-15", "GL-18", "GL-20", "GL-21", "GL-23", "GL-24", "PA-02", "PT-52", "PT-54"} <= set(sources)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": "nothing"}, RequestRejection.NO_SUCH_REPORT),
        ({"first_day": None}, RequestRejection.PERIOD_MISSING),
        ({"last_day": date(2026, 3, 9)}, RequestRejection.PERIOD_BACKWARDS),
        ({"first_day": date(1999, 1, 1)}, RequestRejection.PERIOD_TOO_EARLY),
        ({"first_day": date(2025, 1, 1)}, RequestRejection.PERIOD_TOO_LONG),
        ({"first_day": date(2026, 3, 12), "last_day": date(2026, 3, 12)}, RequestRejection.PERIOD_NOT_BEGUN),
        ({"table": "nowhere"}, RequestRejection.NO_SUCH_TABLE),
        ({"player": "unknown"}, RequestRejection.NO_SUCH_PLAYER),
        ({"player": "unknown@sabot.example"}, RequestRejection.NO_SUCH_PLAYER),
        ({"reason": "curto"}, RequestRejection.REASON_TOO_SHORT),
        ({"name": "unusual-transfers", "least": 0}, RequestRejection.AMOUNT_OUT_OF_RANGE),
        ({"name": "unusual-transfers", "least": 10**18}, RequestRejection.AMOUNT_OUT_OF_RANGE),
    ],
)
def test_nonsense_is_refused_and_nothing_is_requested(
    staff: int, changes: dict[str, object], reason: RequestRejection
) -> None:
    asked = replace(wanted("bets"), **changes)  # type: ignore[arg-type]  # a table of plain values
    with pytest.raises(RequestRejected) as refused:
        operations.request_report(wanted=asked, by=staff, idempotency_key=uuid.uuid4(), now=NEXT)
    assert refused.value.reason is reason
    assert not ReportRun.objects.exists()


def test_a_request_repeated_is_the_same_and_a_key_is_used_once(staff: int) -> None:
    key = uuid.uuid4()
    first = operations.request_report(wanted=wanted("bets"), by=staff, idempotency_key=key, now=NEXT)
    assert (
        operations.request_report(wanted=wanted("bets"), by=staff, idempotency_key=key, now=NEXT).run_id == first.run_id
    )
    with pytest.raises(RequestRejected) as refused:
        operations.request_report(wanted=wanted("rounds"), by=staff, idempotency_key=key, now=NEXT)
    assert refused.value.reason is RequestRejection.KEY_REUSED


def test_one_person_cannot_fill_the_queue(staff: int) -> None:
    for _ in range(requests.OPEN_MOST):
        operations.request_report(wanted=wanted("bets"), by=staff, idempotency_key=uuid.uuid4(), now=NEXT)
    with pytest.raises(RequestRejected) as refused:
        operations.request_report(wanted=wanted("bets"), by=staff, idempotency_key=uuid.uuid4(), now=NEXT)
    assert (refused.value.reason, refused.value.most) == (RequestRejection.TOO_MANY_OPEN, requests.OPEN_MOST)


def test_names_are_hidden_unless_asked_for_with_a_reason_that_is_logged(staff: int) -> None:
    hidden, shown = made(wanted("players"), staff), made(wanted("players", reason="pedido do regulador 12"), staff)
    masked = operations.take(key=hidden.key, format=Format.CSV, by=staff, now=NEXT).content.decode()
    open_ = operations.take(key=shown.key, format=Format.CSV, by=staff, now=NEXT).content.decode()
    assert "ana@sabot.example" not in masked
    assert "a•••" in masked
    assert "ana@sabot.example" in open_
    assert queries.exports()[0].filter["personal-data"] == "pedido do regulador 12"
    assert "personal-data" not in queries.exports()[1].filter
    assert "pedido do regulador 12" in open_


@rule(
    "GL-19",
    asserts="A report of a day without play says “No activity”, and one of a day that is not over is marked as "
    "provisional.",
)
def test_a_day_without_play_says_so_and_a_running_one_is_provisional(staff: int) -> None:
    idle = made(wanted("bets", first_day=DAY - timedelta(days=3), last_day=DAY - timedelta(days=3)), staff)
    running = made(wanted("bets", first_day=DAY, last_day=DAY + timedelta(days=1)), staff)
    for format in Format:
        assert operations.take(key=idle.key, format=format, by=staff, now=NEXT).content
    for run, words in ((idle, {"Sem atividade"}), (running, {"o período ainda não acabou"})):
        text = operations.take(key=run.key, format=Format.CSV, by=staff, now=NEXT).content.decode()
        assert {each for each in ("Sem atividade", "o período ainda não acabou") if each in text} == words
    assert (idle.rows, runs.provisional(idle), runs.provisional(running), running.until) == (0, False, True, NEXT)


@rule(
    "PT-73",
    asserts="An extract of the bets of one table names its filter in the file, and one of play money has its two bets "
    "alone.",
)
def test_filters_are_in_the_file_and_leave_the_rest_out(staff: int) -> None:
    every, one = made(wanted("bets"), staff), made(wanted("bets", table="ponto-1"), staff)
    play = made(wanted("bets", currency=Currency.PLAY), staff)
    assert (every.rows, one.rows, play.rows) == (3, 3, 2)
    assert not one.checks
    assert (
        "Filtro: mesa;ponto-1" in operations.take(key=one.key, format=Format.CSV, by=staff, now=NEXT).content.decode()
    )


def test_a_killed_worker_is_followed_by_the_next(staff: int) -> None:
    requested = operations.request_report(wanted=wanted("bets"), by=staff, idempotency_key=uuid.uuid4(), now=NEXT)
    run = ReportRun.objects.get(pk=requested.run_id)
    ReportRun.objects.filter(pk=run.pk).update(state="gathering", tries=1, stored=1, pieces=7)
    Piece.objects.create(run=run, number=1, content=b"half")
    assert operations.prepare_due(now=NEXT) == 1
    run.refresh_from_db()
    assert (run.state, run.rows, run.pieces, run.tries) == ("done", 3, 1, 2)
    assert operations.prepare_due(now=NEXT) == 0


def test_work_that_fails_three_times_is_said_to_have_failed(staff: int) -> None:
    requested = operations.request_report(wanted=wanted("bets"), by=staff, idempotency_key=uuid.uuid4(), now=NEXT)
    ReportRun.objects.filter(pk=requested.run_id).update(tries=requests.TRIES_MOST)
    assert operations.prepare_due(now=NEXT) == 0
    assert ReportRun.objects.get(pk=requested.run_id).state == "failed"
    with pytest.raises(RequestRejected):
        operations.take(key=requested.key, format=Format.CSV, by=staff, now=NEXT)


def test_a_request_says_how_far_it_is_while_it_is_gathered_and_stored(
    staff: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    requested = operations.request_report(wanted=wanted("bets"), by=staff, idempotency_key=uuid.uuid4(), now=NEXT)
    seen: list[tuple[int, int]] = []
    keep = keeping.Pieces.add

    def look_and_keep(pieces: keeping.Pieces, text: bytes) -> None:
        seen.append(runs.told_of(requested.key))
        keep(pieces, text)

    monkeypatch.setattr(keeping, "BLOCK", 1)
    monkeypatch.setattr(keeping.Pieces, "add", look_and_keep)
    waiting = request_queries.request(requested.key)
    operations.prepare_due(now=NEXT)
    done = request_queries.request(requested.key)
    assert waiting is not None
    assert done is not None
    assert (waiting.waiting, waiting.percent, done.percent, done.stored) == (True, 0, 100, 3)
    assert seen == [(0, 3), (1, 3), (2, 3)]


def test_kept_rows_are_read_back_alike_in_every_language(staff: int) -> None:
    run = made(wanted("bets"), staff)
    columns, rows, _sums = request_queries.preview(run.key)
    with translation.override("en"):
        _columns, read, _sums = request_queries.preview(run.key)
        outcome = next(place for place, column in enumerate(columns) if column.name == "outcome")
        assert shown(columns[outcome], read[0][outcome]) in {"won", "lost", "returned"}
    assert read == rows


def test_a_file_that_failed_can_be_requested_again(staff: int) -> None:
    run = made(wanted("bets"), staff)
    operations.request_file(key=run.key, format=Format.XML, by=staff, now=NEXT)
    RunFile.objects.update(tries=requests.TRIES_MOST)
    assert operations.prepare_due(now=NEXT) == 0
    assert RunFile.objects.get().state == "failed"
    assert not operations.request_file(key=run.key, format=Format.XML, by=staff, now=NEXT)
    assert operations.prepare_due(now=NEXT) == 1
    assert operations.request_file(key=run.key, format=Format.XML, by=staff, now=NEXT)


def test_long_reports_are_left_to_a_worker_and_their_files_are_requested(
    staff: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    requested = operations.request_report(wanted=wanted("bets"), by=staff, idempotency_key=uuid.uuid4(), now=NEXT)
    assert not operations.prepare(run_id=requested.run_id, now=NEXT, rows_most=2)
    assert operations.prepare_due(now=NEXT) == 1
    monkeypatch.setattr(requests, "AT_ONCE_ROWS", 2)
    assert operations.take(key=requested.key, format=Format.CSV, by=staff, now=NEXT).rows == 3
    with pytest.raises(RequestRejected) as refused:
        operations.take(key=requested.key, format=Format.XLSX, by=staff, now=NEXT)
    assert refused.value.reason is RequestRejection.NOT_READY
    assert not operations.request_file(key=requested.key, format=Format.XLSX, by=staff, now=NEXT)
    assert operations.prepare_due(now=NEXT) == 1
    made_file = operations.take(key=requested.key, format=Format.XLSX, by=staff, now=NEXT).content
    monkeypatch.setattr(requests, "AT_ONCE_ROWS", 20)
    assert operations.take(key=requested.key, format=Format.XLSX, by=staff, now=NEXT).content == made_file


def test_finished_work_stays_as_it_came_out(staff: int) -> None:
    run = made(wanted("bets"), staff)
    for statement in (
        "UPDATE reporting_reportrun SET rows = 1",
        "DELETE FROM reporting_piece",
        "UPDATE reporting_piece SET number = 9",
        "DELETE FROM reporting_reportrun",
    ):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert operations.take(key=run.key, format=Format.CSV, by=staff, now=NEXT).rows == 3


NASTY = ["=1+1", "'=1", '"=1', "＝1", " @x", "-5", "a\nb\tc", "x\x0by", "Ana\u202egnp", "", "ok", "é;\"'", "•••", "|x"]


def test_the_database_writes_cells_exactly_as_the_writers_do(db: None) -> None:
    columns = (
        Column(name="words", title="W", kind=Kind.TEXT),
        Column(name="code", title="C", kind=Kind.CODE, values={"ok": "está bem"}),
        Column(name="money", title="M", kind=Kind.CENTS),
        Column(name="share", title="S", kind=Kind.RATIO),
        Column(name="at", title="A", kind=Kind.MOMENT),
        Column(name="day", title="D", kind=Kind.DAY),
    )
    figures = [0, 1, -1, 99, -100, 10**15, -(10**15)]
    at = datetime(2026, 10, 25, 0, 30, 0, 123000, tzinfo=UTC)
    rows = [
        (text, clean(text), figures[n % 7], figures[n % 7], at + timedelta(minutes=40 * n), DAY)
        for n, text in enumerate(NASTY)
    ]
    sql = (
        "SELECT * FROM unnest(%(w)s::text[], %(c)s::text[], %(m)s::bigint[], %(s)s::bigint[], %(a)s::timestamptz[],"
        " %(d)s::date[]) AS x(words, code, money, share, at, day)"
    )
    values = {name: [row[place] for row in rows] for place, name in enumerate("wcmsad")}
    with transaction.atomic():
        gathered = keeping.gather(columns, Dataset(sql, values, order="at"), reveal=True, grouped="")
    kept = list(keeping.Kept(columns, lambda: iter(gathered.pieces)))
    assert kept == [[clean(row[0]), *row[1:]] for row in rows]
    text = b"".join(keeping.Kept(columns, lambda: iter(gathered.pieces)).csv_blocks())
    older = [zlib.compress(text.replace(b"\r\n", b"\n"))]
    assert b"".join(keeping.Kept(columns, lambda: older).csv_blocks()) == text
    assert list(keeping.Kept(columns, lambda: older)) == kept
    lines = text.decode().splitlines()
    for line, row in zip(csv.reader(lines, delimiter=";"), rows, strict=True):
        assert line[:4] == [csv_file.cell(column, value) for column, value in zip(columns[:4], row[:4], strict=True)]


def test_a_report_handed_out_does_not_change_with_its_definition(staff: int, monkeypatch: pytest.MonkeyPatch) -> None:
    run = made(wanted("player-sessions"), staff)
    files = {each: operations.take(key=run.key, format=each, by=staff, now=NEXT).content for each in Format}
    present = CATALOGUE["player-sessions"]
    columns = tuple(column for column in present.columns if column.name not in {"device", "table_code", "staked"})
    more = (*columns, Column(name="more", title="Mais", kind=Kind.CENTS, summed=True))
    later = replace(present, version=present.version + 1, title="Outro nome", columns=more, grouped="")
    monkeypatch.setattr(runs, "CATALOGUE", {**CATALOGUE, "player-sessions": later})

    heads, rows, _sums = request_queries.preview(run.key)
    assert [column.name for column in heads] == [column.name for column in present.columns]
    assert len(rows) == run.rows
    for each in Format:
        assert operations.take(key=run.key, format=each, by=staff, now=NEXT).content == files[each], each


def test_moments_in_a_csv_have_one_shape_and_deposits_the_order_of_time(floor: Floor) -> None:
    """Thousandths and the whole distance from UTC in every cell, as heading and documents write it."""
    floor.now = day_bounds(DAY)[0] + timedelta(hours=1)
    late = floor.player("rui", cents=50_00)
    floor.now -= timedelta(minutes=30, microseconds=1)
    floor.player("ana", cents=60_00)
    by = floor.staff(Role.COMPLIANCE).id
    run = made(wanted("deposits"), by)
    text = operations.take(key=run.key, format=Format.CSV, by=by, now=NEXT).content.decode()
    moments = re.findall(r"^(\d{4}-\d\d-\d\d [^;]*);", text, flags=re.MULTILINE)
    assert len(moments) == 2
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d", each) for each in moments)
    assert moments == sorted(moments)
    assert late.id


def test_presets_are_in_words_in_files_for_people_and_codes_for_programs(staff: int) -> None:
    for name in ("game-performance", "paytables"):
        run = made(wanted(name), staff)
        files = {
            format: operations.take(key=run.key, format=format, by=staff, now=NEXT).content.decode()
            for format in (Format.CSV, Format.JSON)
        }
        presets = set(re.findall(r'"preset": ?"([a-z-]+)"', files[Format.JSON]))
        assert presets
        assert presets <= set(labels_of(Game))
        for preset in presets:
            assert f";{preset};" not in files[Format.CSV]
            assert f";{labels_of(Game)[preset]};" in files[Format.CSV]


@pytest.mark.parametrize("name", ["bets", "rounds", "player-games", "player-sessions", "game-performance", "paytables"])
def test_tables_are_named_in_files_as_on_pages(staff: int, name: str) -> None:
    run = made(wanted(name), staff)
    text = operations.take(key=run.key, format=Format.CSV, by=staff, now=NEXT).content.decode()
    assert ";Nome da mesa;" in text
    assert ";ponto-1;Ponto-1;" in text.replace("\r\n", "\n;")
    assert "5-percent" not in text
