"""The console's scripts that read scanners: lines out of pieces, and texts out of the reports of USB scanners."""

from typing import Any

import pytest

from tests.hid_scanners import COUNTED, LAYOUTS, SCALES, SHORT, SILENT, UNCOUNTED, Scanner
from tests.scripts import run

pytestmark = pytest.mark.usefixtures("scripts_page")
CARD = "SBD001TDO"
LINES = """await (async () => {
  const read = [];
  const { feed, cut } = m.lines((text) => read.push(text));
  for (const piece of v) {
    if (typeof piece === "number") await new Promise((go) => setTimeout(go, piece));
    else if (piece === null) cut();
    else feed(piece);
  }
  return read;
})()"""
PIECES = """(() => {
  const layout = m.layoutsOf(v.collections).get(v.number);
  return v.reports.map((bytes) => m.pieceOf(layout, new DataView(Uint8Array.from(bytes).buffer)));
})()"""


def lines(*pieces: str | int | None) -> list[str]:
    """What is read of the pieces; a number is a pause in milliseconds, None that the scanner was pulled out."""
    read: list[str] = run("../croupier/lines.js", LINES, pieces)
    return read


def pieces(scanner: Scanner, reports: list[list[int]]) -> list[dict[str, Any]]:
    """What each report gives."""
    given = {"collections": scanner.collections(), "number": scanner.number, "reports": reports}
    found: list[dict[str, Any]] = run("../croupier/hidpos.js", PIECES, given)
    return found


def test_lines_end_with_either_sign_and_come_in_any_pieces() -> None:
    assert lines(CARD[:4], CARD[4:] + "\r\n", "\n\r", "A\rB\n") == [CARD, "A", "B"]


def test_noise_and_endless_lines_are_bounded() -> None:
    assert lines("\xff\x00x\t\r") == ["??x?"]
    assert lines("x" * 5000, "y" * 5000 + "\r", CARD + "\r") == ["x" * 80, CARD]


def test_a_line_without_its_end_does_not_spoil_the_next() -> None:
    assert lines(CARD[:4], 700, CARD + "\r") == [CARD[:4] + "?", CARD]
    assert lines("x" * 100, 700, CARD + "\r") == ["x" * 80, CARD]
    assert lines(CARD[:4], None, CARD + "\r", None) == [CARD[:4] + "?", CARD]


@pytest.mark.parametrize("scanner", LAYOUTS)
def test_the_text_is_found_where_the_descriptor_puts_it(scanner: Scanner) -> None:
    for text in (CARD, "A", "x" * 200):
        found = pieces(scanner, scanner.reports(text))
        assert "".join(piece["text"] for piece in found) == text
        assert [piece["more"] for piece in found] == [True] * (len(found) - 1) + [False]


def test_an_empty_report_is_no_text() -> None:
    for scanner in LAYOUTS:
        assert pieces(scanner, scanner.reports("")) == [{"text": "", "more": False}]


def test_a_length_beyond_the_report_is_unreadable() -> None:
    for scanner in (COUNTED, SHORT):
        assert pieces(scanner, scanner.reports("AB", told=200)) == [{"text": "?", "more": False}]


def test_a_report_that_is_too_short_is_unreadable() -> None:
    whole = COUNTED.reports(CARD)[0]
    assert pieces(COUNTED, [whole[:end] for end in (0, 1, 12)]) == [{"text": "?", "more": False}] * 3
    assert pieces(COUNTED, [whole[:13]]) == [{"text": CARD, "more": False}]
    assert pieces(UNCOUNTED, [[], [93, 67, 48]]) == [{"text": "?", "more": False}] * 2


def test_bytes_are_kept_as_they_are() -> None:
    assert pieces(COUNTED, COUNTED.reports("\xff\x00\r"))[0]["text"] == "\xff\x00\r"


def test_other_devices_have_no_layout() -> None:
    for scanner in (SCALES, SILENT):
        assert run("../croupier/hidpos.js", "m.layoutsOf(v).size", scanner.collections()) == 0
    assert run("../croupier/hidpos.js", "m.layoutsOf(v).size", []) == 0
