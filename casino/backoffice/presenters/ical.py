"""A calendar as RFC 5545 wants it: lines of 75 octets, CRLF, texts escaped. Nothing of a person is in it."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

OCTETS: Final = 75


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that is due, and where it is worked on. `name` stays inside: the entry's own name is a digest of it."""

    name: str
    at: datetime
    summary: str
    description: str
    url: str


def calendar(entries: Iterable[Entry], *, title: str, host: str, now: datetime) -> str:
    """The calendar of these entries, in their order."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Sabot//Deadlines//PT",
        "CALSCALE:GREGORIAN",
        "METHOD:PUBLISH",
        f"X-WR-CALNAME:{_text(title)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ]
    for entry in entries:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{hashlib.sha256(entry.name.encode()).hexdigest()[:32]}@{host}",
            f"DTSTAMP:{_moment(now)}",
            f"DTSTART:{_moment(entry.at)}",
            f"SUMMARY:{_text(entry.summary)}",
            f"DESCRIPTION:{_text(entry.description)}",
            f"URL:{entry.url}",
            "TRANSP:TRANSPARENT",
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(said: str) -> str:
    """A text: backslashes, commas, semicolons and line ends escaped; other control characters left out."""
    escaped = said.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    escaped = escaped.replace("\r\n", "\\n").replace("\n", "\\n")
    return "".join(each for each in escaped if each >= " " and each != "\x7f")


def _folded(line: str) -> Iterator[str]:
    """The line in pieces of 75 octets at most, each after the first behind a space, no letter cut in two."""
    piece, length = "", 0
    for each in line:
        octets = len(each.encode())
        if length + octets > OCTETS:
            yield piece
            piece, length = " ", 1
        piece, length = piece + each, length + octets
    yield piece
