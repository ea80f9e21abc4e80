"""Days, sums and files of a report, without a database."""

import csv
import hashlib
import io
import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from xml.etree import ElementTree
from xml.sax.saxutils import escape

import openpyxl
import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reporting.evidence import canonical
from reporting.making import daily_report, figures
from reporting.making.daily_report import Heading
from reporting.making.figures import Comparison, DayFigures, Liability, RoundFault, TableLine, What
from reporting.writers import Format, documents, printing, write, xlsx_file
from tables.queries import RoundWhy
from tests.report_files import assert_all_five_agree
from tests.rules import rule

DAY = date(2026, 3, 10)


def line(**changes: object) -> TableLine:
    plain: dict[str, object] = {
        "table_code": "macau-1",
        "table_name": "Macau 1",
        "currency": "EUR",
        "version": 1,
        "rounds": 2,
        "voids": 1,
        "bets": 3,
        "players": 2,
        "turnover": 300_00,
        "returned": 195_00,
        "prizes": 95_00,
        "commission": 5_00,
        "pushes": 0,
        "refunded": 10_00,
    }
    return TableLine(**{**plain, **changes})  # type: ignore[arg-type]  # a table of plain values


def day(*lines: TableLine, faults: tuple[RoundFault, ...] = ()) -> DayFigures:
    since, until = figures.day_bounds(DAY)
    return DayFigures(
        day=DAY,
        since=since,
        until=until,
        provisional=False,
        lines=lines,
        comparisons=(Comparison(currency="EUR", what=What.TURNOVER, rounds=300_00, ledger=300_00),) if lines else (),
        faults=faults,
        liabilities=(Liability(currency="EUR", opening=1_00),),
    )


HEADING = Heading(
    operator="Casa",
    revision=1,
    made_at=datetime(2026, 3, 11, 0, 5, tzinfo=UTC),
    definition=figures.DEFINITION,
    software="sabot 0",
    sha256="0" * 64,
)


def cells(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


@rule(
    "PT-57",
    asserts="The day of 29 March 2026 has 23 hours and that of 25 October 25, and each begins at midnight in Lisbon.",
)
@pytest.mark.parametrize(
    ("on", "since", "hours"),
    [
        (date(2026, 3, 29), datetime(2026, 3, 29, 0, tzinfo=UTC), 23),
        (date(2026, 3, 30), datetime(2026, 3, 29, 23, tzinfo=UTC), 24),
        (date(2026, 10, 25), datetime(2026, 10, 24, 23, tzinfo=UTC), 25),
        (date(2026, 10, 26), datetime(2026, 10, 26, 0, tzinfo=UTC), 24),
        (date(2024, 2, 29), datetime(2024, 2, 29, 0, tzinfo=UTC), 24),
    ],
)
def test_a_gaming_day_is_the_civil_day_of_lisbon(on: date, since: datetime, hours: int) -> None:
    assert figures.day_bounds(on) == (since, since + timedelta(hours=hours))
    assert figures.day_of(since) == on
    assert figures.day_of(since - timedelta(microseconds=1)) == on - timedelta(days=1)


def test_days_leave_no_gap_through_a_whole_year() -> None:
    first = date(2026, 1, 1)
    days = [first + timedelta(days=ahead) for ahead in range(365)]
    assert all(figures.day_bounds(one)[1] == figures.day_bounds(one + timedelta(days=1))[0] for one in days)


@rule(
    "PT-82",
    asserts="600.00 staked and 390.00 returned give a gross revenue of 210.00, and 999.00 staked in play money are "
    "added to none of it.",
)
@rule("PT-84", asserts="A gross revenue of 210.00 stays 210.00 with 10.00 of commission in it.")
def test_commission_is_inside_the_gross_revenue_and_money_never_meets_play_money() -> None:
    totals = figures.totals([line(), line(currency="PLAY", turnover=999_00), line(table_code="macau-2", version=2)])
    assert [(total.currency, total.regulated) for total in totals] == [("EUR", True), ("PLAY", False)]
    money = totals[0]
    assert (money.turnover, money.returned, money.commission) == (600_00, 390_00, 10_00)
    assert money.gross_revenue == 210_00
    assert money.hold == Fraction(210, 600)


def test_a_document_reads_back_as_it_was_and_says_the_same_bytes() -> None:
    told = day(line(), line(currency="PLAY"), faults=(RoundFault(round_code="macau-1-20260310-0001", why="staked"),))
    document = canonical.text(told.document())
    assert DayFigures.from_document(json.loads(document)) == told
    assert canonical.text(DayFigures.from_document(json.loads(document)).document()) == document
    assert not told.reconciles


@pytest.mark.parametrize(
    "bad", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "|calc", "%0A", "＝1", "  =1", '"=1', "'=1"]
)
def test_no_text_cell_can_be_run_as_a_formula(bad: str) -> None:
    content = daily_report.as_file(day(line(table_name=bad)), HEADING, Format.CSV).content()
    written = next(row for row in cells(content) if row[:1] == ["macau-1"])
    assert written[1] == f"'{documents.clean(bad)}"


def test_separators_quotes_and_lines_in_a_name_stay_in_their_cell() -> None:
    name = 'Mesa "um"; dois linhas'
    content = daily_report.as_file(day(line(table_name=name)), HEADING, Format.CSV).content()
    assert next(row for row in cells(content) if row[:1] == ["macau-1"])[1] == name


@rule("GL-19", asserts="A file has the operator, the moment it was made, its definition, and amounts under labels.")
@rule(
    "PA-01",
    asserts="A file has the operator, the title, the moment it was made, the version of its definition and the "
    "program’s.",
)
def test_a_file_says_who_what_when_and_amounts_as_decimals() -> None:
    content = daily_report.as_file(day(line()), HEADING, Format.CSV).content()
    rows = cells(content)
    assert content.startswith(b"\xef\xbb\xbf")
    assert ["Operador", "Casa"] in rows
    assert ["Gerado em", "2026-03-11 00:05:00+00:00"] in rows
    assert ["Definição", figures.DEFINITION] in rows
    heads = {row[0] for row in rows if len(row) == 2 and row[1]}
    assert {"Relatório", "Programa"} <= heads
    table = next(row for row in rows if row[:1] == ["macau-1"])
    assert table[4:] == ["2", "1", "3", "2", "300,00", "195,00", "95,00", "5,00", "105,00", "35,0000", "0,00", "10,00"]


def test_a_number_below_nought_has_one_sign_on_paper_and_the_hyphen_for_programs() -> None:
    """A house that lost: its revenue, its hold, and the line of a heading."""
    lost = day(line(turnover=100_00, returned=1_195_00))
    report = daily_report.daily_document(lost, HEADING)
    document = replace(report, facts=(*report.facts, ("result", "Resultado", documents.amount(-1_095_00))))
    told = "".join(page.extract_text() for page in pypdf.PdfReader(write(document, Format.PDF).file).pages)
    assert {"−1\u202f095,00", "−1\u202f095,0000", "−1095,00"} <= set(re.findall("−\\d[\\d\u202f]*,\\d+", told))
    assert re.findall(r"(?<![\w-])-\d\S*", told) == []
    assert ["Resultado", "'-1095,00"] in cells(write(document, Format.CSV).content())
    (figures_of,) = json.loads(write(document, Format.JSON).content())["sections"]["totals"]["rows"]
    assert (figures_of["gross_revenue"], figures_of["hold"]) == (-1_095_00, -10_950_000)
    book = openpyxl.load_workbook(write(document, Format.XLSX).file)
    assert -1_095.0 in {cell.value for row in book["Totais"].iter_rows() for cell in row}


def test_a_file_names_what_does_not_agree_in_words() -> None:
    faults = tuple(RoundFault(round_code=f"r{n}", why=why) for n, why in enumerate([*RoundWhy, "=novel"]))
    rows = cells(daily_report.as_file(day(line(), faults=faults), HEADING, Format.CSV).content())
    assert ["Reconciliação", "jogadas e livro NÃO concordam"] in rows
    assert ["Apostado", "EUR", "300,00", "300,00", "0,00"] in rows
    assert ["r0", "ficou dinheiro na conta das apostas da jogada"] in rows
    assert ["r5", "'=novel"] in rows


def test_an_idle_day_says_so_in_every_format() -> None:
    idle = day()
    assert ["Atividade", "Sem atividade"] in cells(daily_report.as_file(idle, HEADING, Format.CSV).content())
    assert json.loads(daily_report.as_file(idle, HEADING, Format.JSON).content())["heading"]["activity"] is False


@pytest.mark.parametrize("format", list(Format))
def test_the_same_report_is_the_same_file_in_every_language(format: Format) -> None:
    from django.utils import translation

    hashes = set()
    for language in ("pt", "en", "ro"):
        with translation.override(language):
            content = daily_report.as_file(day(line()), HEADING, format).content()
        hashes.add(hashlib.sha256(content).hexdigest())
    assert len(hashes) == 1


NASTY = (
    "=1+1",
    "+1",
    "@SUM(A1)",
    "<b>&amp;</b>",
    "#set page()",
    "$x$ *b* `c`",
    "a\x00b\x0bc",
    "Ana\u202egnp.exe",
    "]]>",
    '"; drop',
    "https://example.com/",
    "مرحبا",
    "\u2066x\u2069",
    "\ud800",
    "'='",
    "{{ 7*7 }}",
    "%0A",
    "um\ndois",
    "_x0041_",
    " a  b ",
)


@pytest.mark.parametrize("bad", NASTY)
def test_nothing_in_a_name_harms_any_format(bad: str) -> None:
    told = day(line(table_name=bad, table_code=bad), faults=(RoundFault(round_code=bad, why=bad),))
    files = {format.value: daily_report.as_file(told, HEADING, format).content() for format in Format}
    assert_all_five_agree(daily_report.daily_document(told, HEADING), files)
    for content in (files["csv"], files["xml"], files["json"]):
        assert not set("\u202e\u2066\x00\x0b") & set(content.decode())


@given(text=st.text(max_size=30))
@settings(max_examples=300, deadline=None)
def test_a_guarded_text_reads_back_and_is_never_a_formula(text: str) -> None:
    cleaned = documents.clean(text)
    guarded = documents.guarded(cleaned)
    assert documents.unguarded(guarded) == cleaned
    assert not guarded.lstrip(' \xa0"“”„«»‘’`').startswith(tuple("=+-@|%＝＋－＠"))
    ElementTree.fromstring(f"<x>{escape(cleaned)}</x>")


def test_each_figure_stands_below_the_head_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the order of the columns, and with one more before them."""
    told = line(turnover=1, returned=2, prizes=3, commission=4, pushes=5, refunded=6, rounds=7, voids=8, bets=9)
    columns = [*daily_report._PLAYED, documents.Column(name="expected", title="X", kind=documents.Kind.WHOLE)]
    monkeypatch.setattr(daily_report, "_PLAYED", tuple(reversed(columns)))
    played, *_ = daily_report.daily_document(day(told), HEADING).sections
    [row] = played.rows
    found = dict(zip((column.name for column in played.columns), row, strict=True))
    assert [found[name] for name in ("turnover", "returned", "prizes", "commission", "pushes", "refunded")] == [
        *range(1, 7)
    ]
    assert (found["rounds"], found["voids"], found["bets"], found["expected"]) == (7, 8, 9, told.expected)
    assert (found["table_code"], found["version"], found["players"]) == ("macau-1", 1, 2)
    assert found["hold"] == documents.millionths(told.hold)


def test_rows_beyond_a_sheet_go_on_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_file, "SHEET_ROWS_MOST", 3)
    columns = (
        documents.Column(name="name", title="Nome", kind=documents.Kind.TEXT),
        documents.Column(name="cents", title="Valor", kind=documents.Kind.CENTS, summed=True),
    )
    rows: list[documents.Row] = [(f"n{number}", -number) for number in range(7)]
    section = documents.Section(name="s", title="Linhas", columns=columns, rows=rows, count=7, totals=(("Total", -21),))
    document = documents.Document(
        name="x", title="X", operator="", definition="", software="", revision="", made_at=HEADING.made_at, sha256="",
        sections=(section,),
    )  # fmt: skip
    book = openpyxl.load_workbook(io.BytesIO(write(document, Format.XLSX).content()))
    assert book.sheetnames == ["Relatório", "Linhas", "Linhas (2)", "Linhas (3)"]
    assert [sheet.dimensions for sheet in book.worksheets[1:]] == ["A1:B4", "A1:B4", "A1:B3"]
    found = [tuple(cell.value for cell in row) for sheet in book.worksheets[1:] for row in sheet.iter_rows(min_row=2)]
    assert found == [*((name, cents / 100) for name, cents in rows), ("Total", -0.21)]
    assert book.worksheets[3]["B3"].font.bold
    assert not book.worksheets[3]["B2"].font.bold


def test_xml_keeps_to_its_schema() -> None:
    """The schema's own names and order, read from it; no validator of schemas is among the dependencies."""
    schema = ElementTree.parse(printing.TEMPLATES / "report-1.xsd")
    kinds = {each.get("value") for each in schema.iter("{http://www.w3.org/2001/XMLSchema}enumeration")}
    assert kinds == {kind.value for kind in documents.Kind}
    tree = ElementTree.fromstring(daily_report.as_file(day(line()), HEADING, Format.XML).content())
    assert (tree.tag, set(tree.attrib)) == ("{urn:sabot:report:1}report", {"name", "activity"})
    assert [child.tag.rpartition("}")[2] for child in tree] == ["heading"] + ["section"] * 5
    for section in tree[1:]:
        assert set(section.attrib) == {"name", "title", "count"}
        order = [child.tag.rpartition("}")[2] for child in section]
        assert order == sorted(order, key=["column", "row", "total"].index)
        assert int(section.get("count", "")) == order.count("row")
        assert all(column.get("kind") in kinds for column in section if column.tag.endswith("column"))


@rule(
    "PT-57",
    asserts="The two 01:30 of 25 October 2026 are written as 01:30+01:00 and 01:30+00:00, and all five formats agree.",
)
def test_the_hour_that_comes_twice_is_told_apart_in_every_format() -> None:
    column = documents.Column(name="at", title="Hora", kind=documents.Kind.MOMENT)
    twice = [datetime(2026, 10, 25, 0, 30, tzinfo=UTC), datetime(2026, 10, 25, 1, 30, tzinfo=UTC)]
    section = documents.Section(name="at", title="Horas", columns=(column,), rows=[(at,) for at in twice], count=2)
    document = documents.Document(
        name="x", title="X", operator="", definition="", software="", revision="", made_at=twice[0], sha256="",
        sections=(section,),
    )  # fmt: skip
    files = {format.value: write(document, format).content() for format in Format}
    assert_all_five_agree(document, files)
    assert "2026-10-25 01:30:00.000+01:00" in files["csv"].decode()
    assert "2026-10-25 01:30:00.000+00:00" in files["csv"].decode()
