"""docs/dependencies.md answers for every library that pyproject.toml asks for, and for no other."""

import re
import tomllib

from tests.architecture.test_tidy import ROOT

ROW = re.compile(r"^\| `([^`]+)` \|(.+)\|$", re.MULTILINE)


def wanted() -> dict[str, list[str]]:
    """The names in pyproject.toml by extra; those that Sabot runs with under an empty name."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {"": project["dependencies"], **project["optional-dependencies"]}
    return {name: [re.split(r"[\[~=<>!; ]", each, maxsplit=1)[0] for each in asked] for name, asked in extras.items()}


def test_every_dependency_has_its_row() -> None:
    rows = ROW.findall((ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8"))
    assert [name for name, _ in rows] == [name for names in wanted().values() for name in names]
    cells = {name: [cell.strip() for cell in rest.split("|")] for name, rest in rows}
    assert [name for name, answers in cells.items() if len(answers) != 3 or not all(answers)] == []


def test_every_dependency_is_locked() -> None:
    locks = {"": "lock.txt", "test": "lock-test.txt", "docs": "lock-docs.txt", "traces": "lock-traces.txt"}
    for extra, names in wanted().items():
        pinned = re.findall(r"^([\w.-]+)==", (ROOT / locks[extra]).read_text(encoding="utf-8"), re.MULTILINE)
        assert set(names) <= set(pinned), extra


def test_what_traces_bring_is_locked_alike_and_in_the_notices() -> None:
    pins = {
        lock: set(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in ("lock.txt", "lock-test.txt", "lock-traces.txt")
    }
    assert pins["lock-traces.txt"] <= pins["lock-test.txt"]
    notices = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8").partition("## Packages of traces")[2]
    named = re.findall(r"^\| `([^`]+)` \| \S", notices.partition("\n## ")[0], re.MULTILINE)
    assert named == sorted(name for name, _ in pins["lock-traces.txt"] - pins["lock.txt"])


def test_every_package_that_runs_is_in_the_notices() -> None:
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "lock.txt").read_text(encoding="utf-8"), re.MULTILINE)
    section = (ROOT / "THIRD-PARTY.md").read_text(encoding="utf-8").partition("## Python packages")[2]
    assert re.findall(r"^\| `([^`]+)` \| \S", section, re.MULTILINE) == locked
