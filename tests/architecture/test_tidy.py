"""Habits of the code: where the clock is read, where transactions begin, how long things are, what templates hold."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = (
    "baccarat",
    "kernel",
    "wallet",
    "players",
    "tables",
    "reporting",
    "casino",
    "demonstration",
    "launcher",
    "terminal",
    "scanner",
)
FUNCTION_LINES_MAX = 60
MODULE_LINES_MAX = 400
STANDS_ALONE = frozenset({"reporting/verifier/sabot_witness.py", "reporting/verifier/verify_days.py"})
"""Files that a stranger takes alone and reads from top to bottom (ADR 0206). Their functions are as short as others."""


def modules(*folders: str) -> Iterator[Path]:
    """The Python files of these packages, migrations aside."""
    for folder in folders or PACKAGES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_matching(pattern: str, allowed: Callable[[str], bool]) -> list[str]:
    """Where the pattern stands outside the places that may have it."""
    wanted = re.compile(pattern)
    return [
        f"{name_of(path)}:{number}"
        for path in modules()
        if not allowed(name_of(path))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if wanted.search(line) and not line.lstrip().startswith("#")
    ]


CLOCK = r"timezone\.now\(\)|datetime\.now\(|date\.today\("
ATOMIC = r"transaction\.atomic"
DOWNLOAD = r"Content-Disposition|FileResponse\("
FLOAT = r"\bfloat\("


def is_edge(name: str) -> bool:
    """Where the outside world comes in: views, sockets, tasks, commands, the launcher; Django's own user manager."""
    if name.startswith("players/models/"):
        return True
    edges = ("casino/", "launcher/", "demonstration/", "tables/live/", "terminal/", "scanner/")
    return name.startswith(edges) or name.endswith("/tasks.py") or "/management/" in name


def test_the_clock_is_read_at_edges_only() -> None:
    assert re.search(CLOCK, "now = timezone.now()")
    assert lines_matching(CLOCK, is_edge) == []


def test_transactions_begin_in_operations_only() -> None:
    assert re.search(ATOMIC, "with transaction.atomic():")

    def may(name: str) -> bool:
        # Beside operations: reads of one instant, a new database's schema, the demonstration, whole or day by day.
        others = {"tables/queries/live.py", "wallet/proof.py", "reporting/making/gathering.py", "kernel/schema.py"}
        return "/operations" in name or name.startswith("demonstration/") or name in others

    assert lines_matching(ATOMIC, may) == []


def test_files_leave_by_one_door() -> None:
    assert re.search(DOWNLOAD, 'response["Content-Disposition"] = "attachment"')
    assert lines_matching(DOWNLOAD, lambda name: name == "casino/web/files.py") == []


def test_no_float_near_money() -> None:
    assert re.search(FLOAT, "float(cents) / 100")

    def may(name: str) -> bool:
        return name.startswith(("launcher/", "baccarat/")) or name in {
            "tables/queries/state.py",  # the expected shares of results, shown as they are
            "tables/live/consumers.py",  # a bucket of frames
            "tables/live/frames.py",  # the client's clock; amounts must be whole
            "casino/wording/words.py",
            "tables/court_terms.py",  # a threshold of evidence, which is no money; so those below
            "tables/queries/court_rounds.py",
            "tables/dieharder.py",  # p-values
            "reporting/verifier/verify_days.py",
        }

    assert lines_matching(FLOAT, may) == []


def test_tasks_are_sent_only_after_a_commit() -> None:
    found = lines_matching(r"\.delay\(|\.apply_async\(", lambda name: False)
    assert [place.partition(":")[0] for place in found] == ["casino/web/hints.py"]


def long_functions(source: str) -> list[tuple[str, int]]:
    """Functions whose body is longer than it may be."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            length = (node.end_lineno or 0) - node.body[0].lineno + 1
            if length > FUNCTION_LINES_MAX:
                found.append((node.name, length))
    return found


def test_functions_are_short() -> None:
    assert long_functions("def f():\n" + "    x = 1\n" * 61) == [("f", 61)]
    found = {name_of(path): long for path in modules() if (long := long_functions(path.read_text(encoding="utf-8")))}
    assert found == {}


def test_modules_are_short() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in modules()}
    assert {name for name, length in lengths.items() if length > MODULE_LINES_MAX} <= STANDS_ALONE


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        name_of(path)
        for path in modules()
        if path.stat().st_size
        and path.name not in {"apps.py"}
        and ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) is None
    ]
    assert silent == []


def test_doors_have_docstrings() -> None:
    silent = []
    for path in modules("wallet", "players", "tables", "reporting"):
        if not re.search(r"/(operations|queries|gates)", name_of(path)):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and not ast.get_docstring(node):
                silent.append(f"{name_of(path)}: {node.name}")
    assert silent == []


TEMPLATE_SINS = {
    "inline style": r"\sstyle\s*=",
    "script with a body": r"<script(?![^>]*\bsrc=)[^>]*>",
    "style element": r"<style\b",
    "handler attribute": r"\son[a-z]+\s*=\s*[\"']",
    "unescaped output": r"\|\s*safe\b|\{%\s*autoescape",
    "another host": r"(?:src|href)\s*=\s*[\"']https?://",
}
BAD_LINES = {
    "inline style": '<p style="color: red">',
    "script with a body": "<script>alert(1)</script>",
    "style element": "<style>p {}</style>",
    "handler attribute": '<p onclick="x()">',
    "unescaped output": "{{ name|safe }}",
    "another host": '<img src="https://elsewhere.example/x.png">',
}


@pytest.mark.parametrize("sin", TEMPLATE_SINS)
def test_templates_hold_no(sin: str) -> None:
    pattern = re.compile(TEMPLATE_SINS[sin])
    assert pattern.search(BAD_LINES[sin])
    found = [
        f"{name_of(path)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_components_list_their_variables() -> None:
    silent = [
        name_of(path)
        for path in sorted((ROOT / "templates" / "components").glob("*.html"))
        if not path.read_text(encoding="utf-8").lstrip().startswith("{% comment %}")
    ]
    assert silent == []


def texts() -> Iterator[Path]:
    """Every text of the tree, what tools made aside."""
    suffixes = {".py", ".md", ".toml", ".txt", ".html", ".js", ".css", ".po", ".sql", ".sh", ".json", ""}
    ignored = {".git", ".venv", ".sabot", "node_modules", ".mypy_cache", ".ruff_cache", ".hypothesis", ".pytest_cache"}
    for path in ROOT.rglob("*"):
        if path.is_file() and path.suffix in suffixes and not ignored & set(path.relative_to(ROOT).parts):
            yield path


def holding(pattern: re.Pattern[str]) -> list[str]:
    """The texts in which the pattern stands."""
    found = (path for path in texts() if pattern.search(path.read_text(encoding="utf-8", errors="replace")))
    return [name_of(path) for path in found]


def test_nothing_names_a_machine_or_a_package_host() -> None:
    hosts = ("pypi" + r"\.org", "python" + "hosted", "registry" + r"\.npm", "deb" + r"\.debian")
    assert holding(re.compile("|".join(hosts))) == []


def test_nothing_is_left_of_a_merge() -> None:
    assert holding(re.compile(r"^(?:<{7}|>{7}) ", re.MULTILINE)) == []
