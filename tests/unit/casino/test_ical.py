"""The calendar of deadlines by the grammar of RFC 5545."""

import re
from datetime import UTC, datetime

from casino.backoffice.presenters.ical import Entry, calendar

NOW = datetime(2026, 11, 25, 15, tzinfo=UTC)
LINE = re.compile(r"[A-Z-]+(;[A-Z-]+=[^;:]+)*:[^\x00-\x08\x0a-\x1f\x7f]*")


def read(text: str) -> list[str]:
    """The content lines, unfolded; the text keeps to the grammar."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    for line in text.split("\r\n"):
        assert len(line.encode()) <= 75, line
    lines = text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")
    for line in lines:
        assert LINE.fullmatch(line), line
    return lines


def made(*entries: Entry) -> list[str]:
    return read(calendar(entries, title="Casa; prazos", host="casa.example", now=NOW))


def test_an_empty_calendar_is_a_calendar() -> None:
    lines = made()
    assert (lines[0], lines[1], lines[-1]) == ("BEGIN:VCALENDAR", "VERSION:2.0", "END:VCALENDAR")
    assert "X-WR-CALNAME:Casa\\; prazos" in lines


def test_an_entry_has_what_the_grammar_asks_for() -> None:
    at = datetime(2026, 12, 15, 23, 59, 59, tzinfo=UTC)
    lines = made(Entry("a", at, "Declarar, e pagar;\nambos\\", "PT-85", "https://casa.example/p/"))
    event = lines[lines.index("BEGIN:VEVENT") + 1 : lines.index("END:VEVENT")]
    names = [line.partition(":")[0] for line in event]
    assert len(names) == len(set(names))
    assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY"} <= set(names)
    assert "DTSTART:20261215T235959Z" in event
    assert "SUMMARY:Declarar\\, e pagar\\;\\nambos\\\\" in event


def test_long_lines_are_folded_between_letters() -> None:
    said = "Responder à reclamação até sexta, " * 20
    (line,) = [line for line in made(Entry("a", NOW, said, "", "https://casa.example/")) if line.startswith("SUMMARY:")]
    assert line == f"SUMMARY:{said.replace(',', chr(92) + ',')}"


def test_control_characters_are_left_out_and_names_are_digests() -> None:
    lines = made(
        Entry("/casa/jogadores/7/", NOW, "a\x00b\x07\tc\x7f", "", "https://casa.example/"),
        Entry("b", NOW, "x", "", "https://casa.example/"),
    )
    assert "SUMMARY:abc" in lines
    uids = [line for line in lines if line.startswith("UID:")]
    assert len(set(uids)) == 2
    assert not any("jogadores" in line for line in uids)
