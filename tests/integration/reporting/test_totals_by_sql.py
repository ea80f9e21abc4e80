"""The totals of every report of the catalogue, in every format, beside SQL that the tests write themselves.

A written past with a day of play after it, times in which nothing happened, and a house without players: the kept
figures of each report are compared with `tests.report_sums`, and each of its five files with the kept figures. Files
are read twice: their totals and subtotals, and their lines added up again. Of a PDF the totals are read.
"""

import io
import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Final

import pypdf
import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from kernel.calendar import LISBON
from kernel.money import Currency
from players.cashier import operations as cashier
from players.models import SignInAttempt, SignInLock
from players.privacy import operations as privacy
from players.roles import Role
from reporting import operations
from reporting.catalogue import CATALOGUE, Definition, Filter, Period, runs
from reporting.models import ReportRun
from reporting.operations import Wanted, requests
from reporting.writers import Format
from tables.models import PlaySession
from tables.operations import seats, stops
from tables.operations.clocks import note_clock
from tables.operations.connections import Closed, Opened, note_connections
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_WINS, Actor, Floor
from tests.histories import seed_history
from tests.integration.players.tills import Till
from tests.report_files import SPACES, from_csv, from_json, from_xlsx, from_xml
from tests.report_sums import FACTS, SHARED
from tests.tampering import as_owner
from tests.yesterday import noon_of_the_last_day

Figures = dict[str | None, dict[str, int]]
"""Lines and sums: by subtotal, and of the whole report under None."""

LEAST: Final = 300_00
"""From which amount on the reports with a threshold are asked to count."""
WITHOUT_STATEMENT: Final[Mapping[str, str]] = {}
"""Reports that no statement here answers for, each with the reason."""
NOTHING_HERE: Final[Mapping[str, str]] = {
    "difference": "The house's own books agree.",
}
"""Summed columns that are nothing in every report of the full house, each with the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """The period, the moment and the currency for which every report is made."""

    title: str
    first: date
    last: date
    now: datetime
    currency: Currency = Currency.EUR
    files: bool = True
    """Whether the five files are read beside the kept figures."""
    states: bool = True
    """Whether reports about a moment are asked for too."""
    idle: bool = False
    """Whether nothing had happened by then: every figure is 0."""


def test_every_report_and_every_summed_column_has_a_statement() -> None:
    assert set(FACTS) | set(WITHOUT_STATEMENT) == set(CATALOGUE)
    assert not set(FACTS) & set(WITHOUT_STATEMENT)
    assert all(len(reason) > 20 for reason in WITHOUT_STATEMENT.values())
    missing = [
        (name, column.name)
        for name, statement in FACTS.items()
        for column in CATALOGUE[name].summed
        if f"'{column.name}'" not in statement
    ]
    assert missing == []


def test_the_totals_of_a_full_house(db: None) -> None:
    with time_machine.travel(noon_of_the_last_day(), tick=True):
        people = _earlier_days(Floor(now=timezone.now() - timedelta(days=4)))
        seed_history(days=5, rounds=150, players=24, no_proof=True, verbosity=0)
        floor = Floor(now=timezone.now())
        by = _a_day_of_play(floor, people)
    most: dict[tuple[str, str], int] = {}
    found: list[str] = []
    for case in _cases(floor.now):
        for name, definition in CATALOGUE.items():
            if definition.period is Period.DAYS or case.states:
                figures = _compare(definition, case, by=by, found=found)[None]
                assert not (case.idle and any(figures.values())), name
                for column, amount in figures.items():
                    most[name, column] = max(most.get((name, column), 0), abs(amount))
    idle = [place for place, amount in most.items() if not amount and place[1] not in NOTHING_HERE]
    assert idle == [], "every figure is tried with something in it"
    assert not found, "\n".join(["", *found])


def _cases(now: datetime) -> tuple[Case, ...]:
    """Of a house in which something has happened from five days before `now` on."""
    today = now.astimezone(LISBON).date()
    past, yesterday = today - timedelta(days=5), today - timedelta(days=1)
    before, after = today - timedelta(days=600), today + timedelta(days=50)
    return (
        Case(title="the past", first=past, last=yesterday, now=now),
        Case(title="its last day", first=yesterday, last=yesterday, now=now, files=False, states=False),
        Case(title="today", first=today, last=today, now=now, files=False, states=False),
        Case(title="all days", first=past, last=today, now=now, files=False, states=False),
        Case(title="play money", first=past, last=today, now=now, currency=Currency.PLAY, files=False),
        Case(title="before", first=before, last=before + timedelta(days=9), now=now, states=False, idle=True),
        Case(title="a quiet time", first=after, last=after + timedelta(days=9), now=now + timedelta(days=100)),
    )


@pytest.mark.parametrize("currency", list(Currency))
def test_the_totals_of_an_empty_house(db: None, currency: Currency) -> None:
    now = timezone.now()
    yesterday = now.astimezone(LISBON).date() - timedelta(days=1)
    by = Floor(now=now - timedelta(days=3)).staff(Role.COMPLIANCE).id
    case = Case(title="an empty house", first=yesterday, last=yesterday, now=now, currency=currency)
    found: list[str] = []
    for name, definition in CATALOGUE.items():
        figures = _compare(definition, case, by=by, found=found)
        lines = 1 if name == "staff" else 0  # who asks for the reports
        assert figures[None] == dict.fromkeys(_figures_of(definition), 0) | {"rows": lines}, name
    assert not found, "\n".join(["", *found])


def _compare(definition: Definition, case: Case, *, by: int, found: list[str]) -> Figures:
    """Make a report; its figures by SQL. The kept figures are compared with them, and each file with the kept ones."""
    run = _made(definition, case, by)
    expected = _by_sql(definition, case)
    kept = {sums["group"]: {name: sums[name] for name in _figures_of(definition)} for sums in run.sums}
    assert run.rows == kept[None]["rows"]
    found += _differences(f"{definition.name} ({case.title}), kept beside SQL", kept, expected)
    for format in Format if case.files else ():
        content = _taken(run, format, by=by, now=case.now)
        place = f"{definition.name} ({case.title}), {format.value} beside the kept figures"
        if format is Format.PDF:
            found += _differences(place, {None: _totals_on_paper(content, definition)}, {None: kept[None]})
            continue
        for way, read in zip(("its totals", "its lines"), _read(format, content, run), strict=True):
            found += _differences(f"{place}, {way}", read, kept)
    return expected


def _differences(place: str, shown: Figures, wanted: Figures) -> Iterator[str]:
    """Each figure that is not the same on both sides."""
    for part in sorted({*shown, *wanted}, key=str):
        ours, theirs = shown.get(part, {}), wanted.get(part, {})
        for name in sorted({*ours, *theirs}):
            if ours.get(name) != theirs.get(name):
                figure = f"{'the whole' if part is None else repr(part)}, {name}"
                yield f"{place}: {figure}: {ours.get(name)}, {theirs.get(name)}"


def _figures_of(definition: Definition) -> list[str]:
    return ["rows", *(column.name for column in definition.summed)]


def _made(definition: Definition, case: Case, by: int) -> ReportRun:
    wanted = Wanted(name=definition.name, currency=case.currency, least=LEAST)
    if definition.period is Period.DAYS:
        wanted = replace(wanted, first_day=case.first, last_day=case.last)
    asked = operations.request_report(wanted=wanted, by=by, idempotency_key=uuid.uuid4(), now=case.now)
    assert operations.prepare(run_id=asked.run_id, now=case.now)
    return ReportRun.objects.get(pk=asked.run_id)


def _taken(run: ReportRun, format: Format, *, by: int, now: datetime) -> bytes:
    if not requests.at_once(format, run.rows):
        operations.request_file(key=run.key, format=format, by=by, now=now)
        operations.prepare_due(now=now)
    return operations.take(key=run.key, format=format, by=by, now=now).content


def _by_sql(definition: Definition, case: Case) -> Figures:
    """Lines counted and facts added up, by part and as a whole."""
    since = datetime.combine(case.first, time(), LISBON) if definition.period is Period.DAYS else None
    until = case.now
    if since is not None:
        until = min(until, datetime.combine(case.last + timedelta(days=1), time(), LISBON))
    values = {
        "since": since,
        "until": until,
        "first": case.first,
        "last": case.last,
        "today": case.now.astimezone(LISBON).date(),
        "currency": (case.currency if Filter.CURRENCY in definition.filters else Currency.EUR).value,
        "least": LEAST,
    }
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(SHARED + FACTS[definition.name], values)
        facts = cursor.fetchall()
    sums: Figures = {None: dict.fromkeys(_figures_of(definition), 0)}
    lines: dict[str | None, set[str]] = {None: set()}
    for line, part, what, amount in facts:
        for key in _parts(definition, part):
            lines.setdefault(key, set()).add(line)
            of_part = sums.setdefault(key, dict.fromkeys(_figures_of(definition), 0))
            if what is not None:
                of_part[what] += int(amount or 0)
    for key, names in lines.items():
        sums[key]["rows"] = len(names)
    return sums


def _parts(definition: Definition, part: str | None) -> set[str | None]:
    """Where a line counts: in the whole, and in its subtotal."""
    return {None, (part or "") if definition.grouped else None}


def _read(format: Format, content: bytes, run: ReportRun) -> tuple[Figures, Figures]:
    """The totals and subtotals of a file, and the same added up again from its lines."""
    definition = CATALOGUE[run.name]
    names = _figures_of(definition)
    cells = {
        section.name: [
            dict(zip((column.name for column in section.columns), row, strict=True))
            for row in _READERS[format](content, section)
        ]
        for section in runs.document_of(run).sections
    }
    (whole,) = cells["totals"]
    told: Figures = {None: {name: whole[name] for name in names}}
    for row in cells.get("subtotals", []):
        told[row[definition.grouped] or ""] = {name: row[name] for name in names}
    listed: Figures = {None: dict.fromkeys(names, 0)}
    for row in cells["rows"]:
        for part in _parts(definition, row.get(definition.grouped)):
            sums = listed.setdefault(part, dict.fromkeys(names, 0))
            sums["rows"] += 1
            for name in names[1:]:
                sums[name] += row[name] or 0
    return told, listed


_READERS: Final = {
    Format.JSON: from_json,
    Format.XML: from_xml,
    Format.CSV: from_csv,
    Format.XLSX: from_xlsx,
}


def _totals_on_paper(content: bytes, definition: Definition) -> dict[str, int]:
    """The figures below the last heading «Totais» of a PDF."""
    pages = pypdf.PdfReader(io.BytesIO(content)).pages
    text = "".join(page.extract_text() for page in pages[-2:]).translate(SPACES)
    below = text.rpartition("Totais")[2].partition("Reconciliação")[0]
    names = _figures_of(definition)
    figures = re.findall(r"-?\d+(?:,\d\d)?", below)
    return {name: int(figure.replace(",", "")) for name, figure in zip(names, figures, strict=False)}


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Players who were there on earlier days, and the table where they play."""

    table: int
    ana: Actor
    """Stakes more than before."""
    eva: Actor
    """Seems to, and takes it back."""
    vasco: Actor
    """Asks for a large withdrawal, which is turned down."""


def _earlier_days(floor: Floor) -> People:
    """Three days on which two players stake little, before the past is written around them."""
    table = floor.table(MACAU, code="lua")
    people = People(
        table=table, ana=floor.player("ana"), eva=floor.player("eva"), vasco=floor.player("vasco", cents=5_000_00)
    )
    for _ in range(3):
        for player in (people.ana, people.eva):
            floor.sit(player, table)
        floor.open_round(table)
        for player in (people.ana, people.eva):
            floor.bet(player, table, ponto=20_00)
        floor.settle(table)
        for player in (people.ana, people.eva):
            seats.leave(table_id=table, person_id=player.id, now=floor.now)
        floor.wait(days=1)
    return people


def _a_day_of_play(floor: Floor, people: People) -> int:
    """What a written past has none of: stakes taken back, a round in play, play money, a death, a switch explained.

    The member of staff who asks for the reports.
    """
    by = floor.staff(Role.COMPLIANCE)
    table, ana, eva = people.table, people.ana, people.eva
    for player in (ana, eva):
        floor.sit(player, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=400_00, banca=50_00)
    floor.bet(ana, table, ponto=-30_00, banca=-50_00)
    floor.bet(eva, table, ponto=100_00)
    floor.bet(eva, table, ponto=-80_00)
    floor.settle(table)
    floor.open_round(table)
    floor.bet(ana, table, banca=30_00)
    floor.void(table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(ana, table, banca=20_00, empate=10_00)
    _play_money(floor)
    rui = floor.player("rui")
    privacy.close_for_death(
        person_id=rui.id, reason="certidão 2026/7", by=by.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    till, approver = Till(floor), floor.staff(Role.APPROVER)
    till.ask_out(ana, 20_00, till.instrument(ana, proven=True))
    asked = till.ask_out(people.vasco, 3_000_00, till.instrument(people.vasco, proven=True))
    cashier.refuse_withdrawal(key=asked, reason="conta por provar", by=approver.id, now=floor.now)
    _what_machines_tell(floor, person_id=ana.id, table_id=table)
    boss = floor.staff(Role.SUPERVISOR)
    stops.stop(scope="all", by=boss.id, now=floor.now)
    stops.explain(scope="all", by=boss.id, reason="manutenção", now=floor.now)
    stops.lift(scope="all", by=boss.id, reason="acabou", now=floor.now)
    floor.wait(minutes=5)
    return by.id


def _play_money(floor: Floor) -> None:
    zita, table = floor.player("zita", play_cents=500_00), floor.table(MACAU, code="praia", currency=Currency.PLAY)
    floor.sit(zita, table)
    for cards in (BANCA_WINS_WITH_5, PONTO_WINS):
        floor.open_round(table, cards)
        floor.bet(zita, table, banca=40_00)
        floor.settle(table)
    floor.open_round(table)
    floor.bet(zita, table, ponto=10_00)
    floor.void(table)
    floor.open_round(table)
    floor.bet(zita, table, ponto=20_00)
    guest = floor.guest()
    table = PlaySession.objects.get(person_id=guest.id).table_id
    floor.open_round(table, PONTO_WINS)
    floor.bet(guest, table, ponto=5_00)


def _what_machines_tell(floor: Floor, *, person_id: int, table_id: int) -> None:
    for agrees in (False, True):
        note_clock(dealer="anfitriao:1:a", ahead=timedelta(seconds=1), agrees=agrees, now=floor.now)
    for outcome in ("failed", "refused", "signed-in"):
        SignInAttempt.objects.create(
            email="x@y.example", factor="password", address="192.0.2.7", at=floor.now, outcome=outcome
        )
    SignInLock.objects.create(email="x@y.example", locked_at=floor.now)
    codes = (1001, 4010, 1006, None)
    opened = [Opened(uuid.uuid4(), person_id, table_id, floor.now, "198.51.100.9", "Firefox") for _ in codes]
    closed = [
        Closed(each.code, floor.now + timedelta(seconds=5), code) for each, code in zip(opened, codes, strict=True)
    ]
    note_connections(process=uuid.uuid4(), opened=opened, closed=closed, now=floor.now)
