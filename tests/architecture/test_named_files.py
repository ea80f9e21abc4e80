"""The pages for contributors name files that are there: a walk that leads to a moved file is found."""

import re
from pathlib import PurePosixPath

import pytest

from tests.architecture.test_tidy import ROOT

NAMED = re.compile(r"`([\w.-]+(?:/[\w.-]+)+/?)`")
SUFFIXES = {".py", ".toml", ".md", ".html", ".js", ".json", ".txt", ".css", ".sql", ".yml", ""}


def missing(text: str) -> list[str]:
    """The paths in this text, of the tree or of its tests, that lead to nothing."""
    named = [name for name in NAMED.findall(text) if "NAME" not in name]
    named = [name for name in named if PurePosixPath(name).suffix in SUFFIXES]
    return [name for name in named if not any((ROOT / place / name).exists() for place in ("", "tests"))]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "SECURITY.md"])
def test_every_file_that_is_named_is_there(page: str) -> None:
    assert missing((ROOT / page).read_text(encoding="utf-8")) == []


def test_a_file_that_moved_is_found() -> None:
    assert missing("`casino/nowhere.py` `players/roles.py` `integration/test_door.py` `a/b c` `x/nothing/`") == [
        "casino/nowhere.py",
        "x/nothing/",
    ]
