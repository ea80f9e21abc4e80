"""How the columns of a printed table share the sheet, and how its cells stand in them."""

import io
import json
import random
import re
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pypdf
import pytest
import typst

from reporting.catalogue import CATALOGUE
from reporting.writers import letters, pdf_file
from reporting.writers.documents import Column, Document, Kind, Section, Value
from reporting.writers.pdf_file import BREAK, _Longest

BEGIN = datetime(2026, 11, 7, 20, tzinfo=UTC)
KEY = f"7247a199-a757-483a-{BREAK}a5cb-d64dcf3b3837"
MEASURED = """
#set text(font: "Libertinus Serif", number-width: "tabular", size: 1000pt)
#let width(of) = calc.round(measure(of).width.pt())
#context [#metadata(json(bytes(sys.inputs.texts)).map(told => (told, width(text(told)), width(strong(told))))) <width>]
"""


def _widths(head: Sequence[str], rows: Sequence[Sequence[str]], *, size: float, landscape: bool) -> list[int]:
    longest = [_Longest(title) for title in head]
    for row in rows:
        for each, cell in zip(longest, row, strict=True):
            each.see(cell)
    return pdf_file._widths(longest, size=size, landscape=landscape)


def test_a_text_that_fits_is_left_as_it_is() -> None:
    assert _widths(["Mesa", "Apostado"], [["macau-1", "1 000,00"]], size=7.6, landscape=False) == []


def test_no_column_is_narrower_than_what_cannot_be_broken() -> None:
    head = ["Jogador", *["Comissão"] * 13, "Possíveis"]
    row = [KEY, *["0,00"] * 13, "ganha se o ponto ganhar; devolvida em empate; senão perde"]
    widths = _widths(head, [row], size=6.0, landscape=True)
    assert widths[0] >= letters.width("7247a199-a757-483a-")
    assert min(widths[1:14]) >= letters.bold("Comissão")
    assert widths[14] > 2 * letters.width("devolvida")


def test_a_sheet_too_small_for_all_of_it_gives_each_its_need() -> None:
    head = ["Extraordinariamente"] * 20
    (width,) = set(_widths(head, [["x y"] * 20], size=6.0, landscape=False))
    assert width >= letters.bold(head[0])


def test_a_table_without_rows_is_as_wide_as_its_head() -> None:
    assert _widths(["Mesa"], [], size=7.6, landscape=False) == []


def test_cells_stand_in_two_lines_where_the_sheet_has_room_for_that() -> None:
    """And a moment, which is as long in every row, in one line only where all of its column's are."""
    moment, words = "2026-11-07 20:14:09.118+00:00", "a carta caiu à vista de todos"
    head = ["Jogador", *["Início"] * 3, *["Motivo"] * 12]
    widths = _widths(head, [[KEY, *[moment] * 3, *[words] * 12]], size=6.0, landscape=True)
    assert sum(widths) * 6 <= 774 * 1000
    assert widths[1] < letters.width(moment)
    assert min(widths[4:]) >= letters.width("a carta caiu à "), "two lines"
    rows = [[KEY, *[moment] * 3, *[reason] * 5] for reason in (words, "engano")]
    few = _widths(head[:9], rows, size=7.6, landscape=True)
    assert few[1] >= letters.width(moment)


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_letters_are_as_wide_as_the_compiler_sets_them(name: str) -> None:
    """Each alone to the thousandth; beside each other some stand closer. Heads are bold."""
    texts = sorted({word for column in CATALOGUE[name].columns for word in str(column.title).split()})
    signs = [chr(code) for code in (*range(33, 127), *map(ord, "áàâãçéêíóôõúăîșț−–«»€·\u202f\u00a0"))]
    found = typst.query(
        MEASURED.encode(),
        "<width>",
        field="value",
        sys_inputs={"texts": json.dumps([*signs, *texts])},
        ignore_system_fonts=True,
    )
    for told, plain, bold in json.loads(found)[0]:
        if len(told) == 1:
            assert letters.width(told) == plain, told
        else:
            assert plain <= letters.width(told) + pdf_file.SLACK, told
            assert bold <= letters.bold(told), told


def _sessions(count: int) -> Document:
    """The report of gaming sessions, with so many of them, as a house has them: each cell another one."""
    dice, columns = random.Random(20), CATALOGUE["player-sessions"].columns
    rows = [[_value(column, number, dice) for column in columns] for number in range(count)]
    totals = [sum(row[place] for row in rows) if each.summed else None for place, each in enumerate(columns)]  # type: ignore[misc]
    section = Section(name="rows", title="Sessões", columns=columns, rows=rows, count=count, totals=(totals,))
    return Document(
        name="player-sessions",
        title="Sessões de jogo",
        operator="Casa",
        definition="player-sessions/5",
        software="sabot 0.1.0",
        revision="",
        made_at=BEGIN,
        sha256="ab" * 32,
        sections=(section,),
    )


def _value(column: Column, number: int, dice: random.Random) -> Value:
    if column.name in {"session", "player"}:
        return str(uuid.UUID(int=dice.getrandbits(128)))
    if column.kind is Kind.MOMENT:
        return BEGIN + timedelta(seconds=83 * number)
    if column.kind in {Kind.CENTS, Kind.WHOLE}:
        return dice.randrange(-50_00, 2_000_00) if column.kind is Kind.CENTS else dice.randrange(400)
    if column.values:
        return dice.choice(list(column.values))
    words = {"table_code": "ponto-e-banca-2", "table_name": "Ponto e Banca 2", "nickname": "MariaJoana77"}
    return words.get(column.name, "Chrome / Android")


def test_long_keys_stand_in_two_halves_and_a_sheet_has_thirty_sessions() -> None:
    """They took more than twice as many while keys were broken at each of their hyphens."""
    report, out = _sessions(937), io.BytesIO()
    pdf_file.write(report, out)
    sheets = [page.extract_text() for page in pypdf.PdfReader(out).pages]
    assert len(sheets) <= 33
    text = "\n".join(sheets)
    for row in report.sections[0].rows:
        for key in row[:2]:
            assert isinstance(key, str)
            first, second = key[:19], key[19:]
            assert re.search(rf"{first}\s*{second}\b", text), "in two halves, with no sign added or left out"
            assert not re.search(rf"{first}-", text)
    assert BREAK not in text, "who copies a key has its own signs alone"
