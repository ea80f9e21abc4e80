"""The conformance matrix tells the truth: everything it names is there, and its page is its own."""

from pathlib import Path

import pytest

from casino.conformance import matrix
from casino.conformance.row import Row
from reporting.catalogue import CATALOGUE

ROOT = Path(__file__).resolve().parents[2]


def test_every_row_is_answered_or_says_why_not() -> None:
    assert list(matrix.check(frozenset(CATALOGUE))) == []


def test_every_rule_of_the_regulation_and_every_row_of_the_law_is_in_it() -> None:
    ids = {row.id for row in matrix.rows()}
    wanted = {f"R{number}" for number in range(1, 44)}
    wanted |= {f"PT-{number:02d}" for number in range(1, 86)}
    wanted |= {f"PT-R{number:02d}" for number in range(1, 22)}
    wanted |= {f"G{number}" for number in range(65, 76)}
    assert wanted <= ids


def test_the_page_is_the_matrixs_own() -> None:
    written = (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8")
    assert written == matrix.document(), "write it anew: ./sabot manage write_conformance"


@pytest.mark.parametrize(
    "row",
    [
        Row("X1", "nothing"),
        Row("X2", "no code", code=("baccarat.nowhere",), tests=("unit/baccarat/regulation_812",)),
        Row("X3", "no test", code=("baccarat.play",), tests=("unit/baccarat/regulation_812:nothing_of_the_kind",)),
        Row("X4", "no file", code=("baccarat.play",), tests=("unit/baccarat/nowhere",)),
        Row("X5", "no address", ("baccarat.play",), ("unit/baccarat/regulation_812",), ("portal:nowhere",)),
        Row("X6", "no report", ("baccarat.play",), ("unit/baccarat/regulation_812",), (), ("nowhere",)),
        Row("X7", "both", ("baccarat.play",), ("unit/baccarat/regulation_812",), apart="not ours"),
    ],
    ids=lambda row: row.text,
)
def test_a_false_row_is_named(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix, "rows", lambda: (row,))
    wrong = list(matrix.check(frozenset(CATALOGUE)))
    assert wrong
    assert all(each.startswith(row.id) for each in wrong)
