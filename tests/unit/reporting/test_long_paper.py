"""Reports of any length on paper: whole sheets, numbered to the last, the same bytes, and light."""

import io
import random
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pypdf
import pytest

from reporting.writers import pdf_file, printing
from reporting.writers.documents import Column, Document, Kind, Section

BEGIN = datetime(2026, 11, 1, tzinfo=UTC)
HOSTILE = "#panic() *x* $1$ @a <b> \\u{41} //"
COLUMNS = (
    Column(name="number", title="Número", kind=Kind.WHOLE),
    Column(name="code", title="Jogada", kind=Kind.CODE),
    Column(name="at", title="Aceite em", kind=Kind.MOMENT),
    Column(name="who", title="Texto", kind=Kind.TEXT),
    Column(name="stake", title="Apostado", kind=Kind.CENTS),
)


def document(rows: int, *, more: int = 3) -> Document:
    """A register of so many rows with a total, and a small one below it."""
    chance = random.Random(7)
    table = [
        [
            number,
            f"macau-1-{number:05}",
            BEGIN + timedelta(seconds=number),
            HOSTILE if number % 97 == 0 else "longo " * chance.randrange(1, 40),
            chance.randrange(50, 500_000),
        ]
        for number in range(1, rows + 1)
    ]
    whole = [None, None, None, None, sum(row[4] for row in table)]
    return Document(
        name="bets",
        title="Apostas",
        operator="Casa",
        definition="bets/3",
        software="sabot 0.1.0",
        revision="",
        made_at=BEGIN,
        sha256="ab" * 32,
        sections=(
            Section(name="rows", title="Registo", columns=COLUMNS, rows=table, count=rows, totals=(whole,)),
            Section(
                name="few", title="Poucos", columns=COLUMNS[:2], rows=[(n, f"x-{n}") for n in range(more)], count=more
            ),
        ),
    )


def set_(asked: Document) -> bytes:
    out = io.BytesIO()
    pdf_file.write(asked, out)
    return out.getvalue()


@pytest.fixture(scope="module")
def long() -> bytes:
    return set_(document(1_500))


@cache
def sheets(content: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]


def test_every_row_is_there_once_and_every_sheet_says_which_of_how_many_it_is(long: bytes) -> None:
    texts = sheets(long)
    assert len(texts) > 20
    for number, text in enumerate(texts, 1):
        assert re.search(rf"{number}\s/\s{len(texts)}\b", text), number
    for number, text in enumerate(texts[:-1], 1):
        assert "Apostado" in text, f"the head is missing on sheet {number}"
    codes = [code for text in texts for code in re.findall(r"-(\d{5})\b", text.replace("\u200b", ""))]
    assert codes == [f"{number:05}" for number in range(1, 1_501)]
    assert sum("Poucos" in text for text in texts) == 1
    assert sum("SHA-256" in text for text in texts) == 1, "the heading stands on the first sheet alone"


def test_no_sheet_but_the_last_of_a_table_is_left_unfilled(long: bytes) -> None:
    """The parts are cut where a sheet is full: none ends where a part happened to."""
    lengths = [len(re.findall(r"\d\d:\d\d:\d\d\.000", text)) for text in sheets(long)]
    assert min(lengths[1:-1]) > max(lengths) // 3, lengths


def test_the_same_report_is_the_same_file(long: bytes) -> None:
    assert set_(document(1_500)) == long


def test_what_people_wrote_is_no_markup(long: bytes) -> None:
    assert "#panic()" in "".join(sheets(long)).replace("\n", " ")


def test_a_long_file_is_light_and_a_short_one_can_be_read_aloud(long: bytes) -> None:
    assert len(long) < 350 * 1_500
    assert b"/S /TD" not in long
    short = set_(document(40))
    assert b"/TD" in short


def test_a_document_of_many_rows_is_set_in_processes_that_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is bounded by a part: nothing long is laid out in the process that asks for it."""

    def refuse(*_: object, **__: object) -> bytes:
        raise AssertionError("set here")

    monkeypatch.setattr(printing, "pdf", refuse)
    assert set_(document(1_001))


@pytest.mark.parametrize("rows", [401, 480])
def test_the_cut_falls_anywhere(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts that end with a section, and a second section of many parts of its own."""
    monkeypatch.setattr(pdf_file, "AT_ONCE_ROWS", 400)
    monkeypatch.setattr(pdf_file, "PART_ROWS", 160)
    few = document(rows, more=0)
    twice = replace(few, sections=(few.sections[0], replace(few.sections[0], name="again", title="Outra vez")))
    texts = sheets(set_(twice))
    codes = [code for text in texts for code in re.findall(r"-(\d{5})\b", text.replace("\u200b", ""))]
    assert codes == [f"{number:05}" for number in range(1, rows + 1)] * 2
    assert sum("Outra vez" in text for text in texts) == 1
