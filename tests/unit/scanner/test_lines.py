"""Lines out of the bytes of a device that may send anything: bounded, printable, ended in time."""

from hypothesis import given
from hypothesis import strategies as st

from scanner.lines import END_SECONDS, MOST, Line, Lines


def cut(*pieces: bytes) -> list[Line]:
    lines = Lines()
    return [line for piece in pieces for line in lines.feed(piece, 0.0)]


def test_lines_end_with_either_sign_and_empty_ones_are_none() -> None:
    assert cut(b"SBD001TDO\r\nSBD0024SX\rSBD", b"0035HX\n\n\r") == [
        Line("SBD001TDO"),
        Line("SBD0024SX"),
        Line("SBD0035HX"),
    ]


def test_a_line_of_the_most_bytes_is_whole_and_one_more_is_told_once() -> None:
    assert cut(b"x" * MOST + b"\r") == [Line("x" * MOST)]
    assert cut(b"x" * (MOST + 1), b"x" * 10_000, b"\rSBD001TDO\r") == [Line("", "too-long"), Line("SBD001TDO")]


def test_what_is_no_text_is_told() -> None:
    for data in (b"\x00\x01\x02", b"caf\xc3\xa9", b"\xff\xfe", b"SB\tD001", b"\x1b[2J", b"\x7f"):
        assert cut(data + b"\r") == [Line("", "not-text")], data


def test_a_line_without_its_end_is_none_after_a_while() -> None:
    lines = Lines()
    assert list(lines.feed(b"SBD001TDO", 10.0)) == []
    assert list(lines.idle(10.0 + END_SECONDS / 2)) == []
    assert list(lines.idle(10.0 + END_SECONDS)) == [Line("", "no-end")]
    assert list(lines.idle(99.0)) == []
    assert list(lines.feed(b"SBD0024SX\r", 100.0)) == [Line("SBD0024SX")]


def test_an_endless_line_is_told_once() -> None:
    lines = Lines()
    told = [line for _ in range(100) for line in lines.feed(b"x" * 1_000, 1.0)]
    assert told == [Line("", "too-long")]
    assert list(lines.idle(9.0)) == []


@given(st.lists(st.binary(max_size=200), max_size=20))
def test_any_bytes_are_cut_alike_however_they_come(pieces: list[bytes]) -> None:
    whole = cut(b"".join(pieces))
    assert cut(*pieces) == whole
    for line in whole:
        assert line.fault or (0 < len(line.text) <= MOST and line.text.isascii() and line.text.isprintable())
