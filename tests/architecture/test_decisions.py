"""The decisions in docs/adr: each has its number, status and date, its row in the index, and is there when quoted."""

import re
from pathlib import Path

import pytest

from tests.architecture.test_tidy import ROOT, name_of, texts

DECISIONS = ROOT / "docs" / "adr"
HEAD = re.compile(
    r"# (?P<number>\d{4}) · (?P<title>\S.*)\n\n"
    r"Status: (?P<status>proposed|accepted|superseded by \[\d{4}\]\(\S+\.md\)) · Date: (?P<date>\d{4}-\d\d-\d\d)\n\n"
)
QUOTED = re.compile(r"\bADRs? (\d{1,4})\b|\badr/(\d{4})-")


def decisions() -> list[Path]:
    return [path for path in sorted(DECISIONS.glob("*.md")) if path.name != "README.md"]


def row_of(path: Path) -> str:
    """The line of the index that this decision should have."""
    head = HEAD.match(path.read_text(encoding="utf-8"))
    if head is None or head["number"] != path.name[:4]:
        return f"{path.name} does not begin with its number and title, and a line of status and date"
    return f"| {head['number']} | [{head['title']}]({path.name}) | {head['status']} | {head['date']} |"


def test_the_index_has_every_decision() -> None:
    index = (DECISIONS / "README.md").read_text(encoding="utf-8")
    rows = [line for line in index.splitlines() if re.match(r"\| \d", line)]
    assert rows == [row_of(path) for path in decisions()]


def test_a_number_is_given_once() -> None:
    numbers = [path.name[:4] for path in decisions()]
    assert len(numbers) == len(set(numbers))


def test_every_quoted_decision_is_there() -> None:
    there = {path.name[:4] for path in decisions()}
    found = {
        f"{name_of(path)}: {number}"
        for path in texts()
        for match in QUOTED.finditer(path.read_text(encoding="utf-8", errors="replace"))
        if (number := match[1] or match[2]) not in there
    }
    assert found == set()


@pytest.mark.parametrize(
    "text",
    [
        "# 0001. A title\n\nStatus: accepted · Date: 2026-01-31\n\nText.",
        "# 0001 · A title\n\nText.",
        "# 0001 · A title\n\nStatus: accepted\n\nText.",
        "# 0001 · A title\n\nStatus: perhaps · Date: 2026-01-31\n\nText.",
        "# 0002 · A title\n\nStatus: accepted · Date: 2026-01-31\n\nText.",
    ],
    ids=["form of the number", "no status", "no date", "unknown status", "number of another"],
)
def test_a_decision_without_its_head_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "0001-a-title.md"
    path.write_text(text, encoding="utf-8")
    assert "does not begin" in row_of(path)


def test_quotations_are_found_in_either_form() -> None:
    forms = ("ADR" + " 9", "ADRs" + " 0099", "adr" + "/0099-a-title.md")
    assert [QUOTED.findall(form)[0] for form in forms] == [("9", ""), ("0099", ""), ("", "0099")]
