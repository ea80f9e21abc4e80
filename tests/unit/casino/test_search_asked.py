"""What a text in the search may mean; whatever is typed, never an error."""

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.backoffice.search.asked import LONGEST, alike, fits, read
from kernel.calendar import LISBON

NOW = datetime(2026, 11, 25, 10, 30, tzinfo=LISBON)


def lisbon(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=LISBON)  # type: ignore[misc, arg-type]


@pytest.mark.parametrize(
    ("text", "words", "since", "until"),
    [
        ("mac4 22h", ("mac4",), lisbon(2026, 11, 24, 22), lisbon(2026, 11, 24, 23)),
        ("macau 4 ontem 22:14", ("macau", "4"), lisbon(2026, 11, 24, 22, 14), lisbon(2026, 11, 24, 22, 15)),
        ("hoje 9h", (), lisbon(2026, 11, 25, 9), lisbon(2026, 11, 25, 10)),
        ("9h05", (), lisbon(2026, 11, 25, 9, 5), lisbon(2026, 11, 25, 9, 6)),
        ("24 nov", (), lisbon(2026, 11, 24), lisbon(2026, 11, 25)),
        ("24 de novembro", (), lisbon(2026, 11, 24), lisbon(2026, 11, 25)),
        ("mac4 2 september", ("mac4",), lisbon(2026, 9, 2), lisbon(2026, 9, 3)),
        ("2 noiembrie 22h", (), lisbon(2026, 11, 2, 22), lisbon(2026, 11, 2, 23)),
        ("23h ontem", (), lisbon(2026, 11, 24, 23), lisbon(2026, 11, 25)),
        ("yesterday", (), lisbon(2026, 11, 24), lisbon(2026, 11, 25)),
        ("3/11", (), lisbon(2026, 11, 3), lisbon(2026, 11, 4)),
        ("31/12", (), lisbon(2025, 12, 31), lisbon(2026, 1, 1)),
        ("2026-10-25 1h", (), datetime(2026, 10, 25, 0, tzinfo=UTC), datetime(2026, 10, 25, 2, tzinfo=UTC)),
        ("31/02", ("31/02",), None, None),
        ("25h", ("25h",), None, None),
        ("12:99", ("12:99",), None, None),
    ],
)
def test_moments(text: str, words: tuple[str, ...], since: datetime | None, until: datetime | None) -> None:
    """An hour of no day is the last such hour; the hour that comes twice is looked through twice."""
    asked = read(text, now=NOW)
    assert (asked.words, asked.since, asked.until) == (words, since, until)


def test_numbers_and_keys() -> None:
    assert read("r-2026-00031", now=NOW).complaint == "R-2026-00031"
    assert read("R-31", now=NOW).complaint == "R-2026-31"
    assert read("I-2026-0041", now=NOW).incident == 41
    assert read("f-7", now=NOW).key == ("F", 7)
    assert read("T-7/v2", now=NOW).key == ("T", 7)
    assert read("Macau-4/v12", now=NOW).rules == "macau-4/v12"
    assert not read("T-7/v2", now=NOW).rules
    assert read("macau-4-2026", now=NOW).is_code
    assert not read("macau-4 2026-11-22 22:14", now=NOW).is_code
    assert read("L-0af3bc", now=NOW).payment == "0af3bc"
    assert read("jog-1f3a", now=NOW).player == "1f3a"
    assert read("1F3A-9b", now=NOW).player == "1f3a9b"
    assert read("macau-4-20261122-1187", now=NOW).round == "macau-4-20261122-1187"
    assert read("macau-4-20261122-1187 0AF3bc11", now=NOW).slip == ("macau-4-20261122-1187", "0AF3BC11")
    assert read(" Ana@Sabot.Example ", now=NOW).email == "ana@sabot.example"
    assert read("IBAN 0154", now=NOW).tail == read("•••• 0154", now=NOW).tail == read("0154", now=NOW).tail == "0154"
    assert read("3/11", now=NOW).day == date(2026, 11, 3)


@pytest.mark.parametrize(
    ("text", "name", "fit"),
    [
        ("mac4", "Macau 4", True),
        ("mac 4", "macau-4", True),
        ("m4", "Macau 04", True),
        ("mac4", "Macau 14", False),
        ("banca 2", "Ponto e Banca 2", True),
        ("pb2", "Ponto e Banca 2", False),
        ("cau", "Macau 4", False),
        ("%", "Macau 4", False),
        ("_", "Macau 4", False),
    ],
)
def test_short_names_of_tables(text: str, name: str, fit: bool) -> None:
    assert fits(text.split(), name) is fit


def test_a_mistyped_name_is_near_and_another_is_not() -> None:
    assert alike("macal 4", "Macau 4") >= 0.45
    assert alike("ponto", "Macau 4") < 0.45


@pytest.mark.parametrize("text", ["", " \t\n", "\0\x01\x1b", "x" * (LONGEST + 1), "a" * 10_000])
def test_what_means_nothing(text: str) -> None:
    assert read(text, now=NOW).text == ""


@given(st.text(max_size=LONGEST + 20))
def test_any_text_is_read(text: str) -> None:
    asked = read(text, now=NOW)
    assert asked.text.isprintable()
    assert len(asked.player) <= 32
