"""Tables are private to their app: no SQL names a table of another app, only the views that the app publishes."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT = Path(__file__).resolve().parents[2]
LAYERS: Final = ("kernel", "wallet", "players", "tables", "reporting", "casino")
"""The packages of the product, the lowest first: each may read the views of those below it. `demonstration`, a tool
beside the product, writes the tables of all."""
FRAMEWORKS: Final = {"auth": "players", "account": "players", "mfa": "players", "django": "players"}
"""Tables of Django and allauth, by prefix: those of people who sign in."""

WORD: Final = re.compile(r"(?<![\w/])[a-z_]+\b")
"""A name of SQL, not the last part of a path."""

NO_SQL: Final = {
    "casino/backoffice/presenters/audit.py": "the audit trail names its subjects by their tables",
    "kernel/schema.py": "tables that every new database fills by itself",
    "casino/backoffice/views/staff.py": "the audit trail names its subjects by their tables",
}
"""Modules that may name a table of another app, and why."""

TRIGGERS: Final = {
    "players/migrations/0006_causes.sql": "a line of the ledger stands only with the cashier's row that caused it",
    "players/migrations/guards/1_persons.sql": "staff have no account in the ledger",
    "players/migrations/guards/3_money.sql": "a correction in the ledger is one that two people agreed on",
    "players/migrations/guards/4_protection.sql": "no stake and no deposit is written inside an exclusion",
    "tables/migrations/0006_voids_by_two.sql": "only staff propose and decide that a round is void",
    "tables/migrations/0016_rounds_that_are_over.sql": "no line of money is written for a round that is over",
    "tables/migrations/0016_rounds_that_are_over.py": "takes that trigger off the ledger again",
    "tables/migrations/0030_drift_court.sql": "only staff decide on drift",
    "reporting/migrations/0005_reopenings.sql": "a stop that a proof made is lifted by two members of staff alone",
    "reporting/migrations/0021_regulator_line.sql": "a stop that the regulator's line made is lifted by two alone",
    "reporting/migrations/0021_regulator_line.py": "takes that trigger off the stops again",
    "reporting/migrations/0012_extracts.sql": "only staff propose and decide extracts",
    "reporting/migrations/0020_safe_corrections.sql": "only staff propose and decide corrections of the files",
    "reporting/migrations/0014_log_and_days.sql": "shoes, rules and incidents are told to the log by their own rows",
    "reporting/migrations/0030_paper_shoes.sql": "a shoe of paper cards commits to nothing, and is not told to the log",
}
"""Migrations whose triggers look across apps, or stand on another app's table, because the rule is of both."""


@cache
def relations() -> dict[str, str]:
    """The app of every table and view; those that are declared, which are all that the database has."""
    found = {}
    for package in LAYERS[1:]:
        path = ROOT / package / ("access/grants.toml" if package == "casino" else "migrations/grants.toml")
        for name in tomllib.loads(path.read_text(encoding="utf-8")):
            prefix = name.partition("_")[0]
            found[name] = FRAMEWORKS.get(prefix, prefix)
    del found["functions"]
    return found


def may_name(package: str, name: str) -> bool:
    """Whether the SQL of the package may name this table or view."""
    owner = relations()[name]
    if owner == package:
        return True
    return name.startswith(f"{owner}_public_") and LAYERS.index(owner) < LAYERS.index(package)


def foreign(package: str, text: str) -> list[str]:
    """The tables and views named in the text that the package may not name."""
    return [word for word in WORD.findall(text) if word in relations() and not may_name(package, word)]


def literals(source: str) -> Iterator[tuple[int, str]]:
    """The strings of a module, with their lines; pieces of f-strings too, docstrings not."""
    tree = ast.parse(source)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.lineno, node.value


@cache
def words_of_modules() -> dict[str, tuple[str, dict[str, int]]]:
    """Of each module that names a table or view: its package, and the words of its strings with their last lines."""
    found = {}
    for package in LAYERS:
        for path in sorted((ROOT / package).rglob("*.py")):
            source = path.read_text(encoding="utf-8")
            if "migrations" not in path.parts and not relations().keys().isdisjoint(WORD.findall(source)):
                words = {word: line for line, text in literals(source) for word in WORD.findall(text)}
                found[path.relative_to(ROOT).as_posix()] = (package, words)
    return found


def named_in_migrations(package: str) -> dict[str, list[str]]:
    """Foreign tables by file of the migrations, comments left out."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / package / "migrations").rglob("*")):
        if path.suffix == ".sql":
            texts = [re.sub(r"--.*", "", path.read_text(encoding="utf-8"))]
        elif path.suffix == ".py":
            texts = [text for _, text in literals(path.read_text(encoding="utf-8"))]
        else:
            continue
        if words := sorted({word for text in texts for word in foreign(package, text)}):
            found[path.relative_to(ROOT).as_posix()] = words
    return found


@pytest.mark.parametrize(
    ("package", "text", "found"),
    [
        ("tables", "SELECT nickname FROM players_person p JOIN tables_bet b ON true", ["players_person"]),
        ("tables", "SELECT nickname FROM players_public_person JOIN wallet_public_account ON true", []),
        ("players", "SELECT code FROM tables_public_table", ["tables_public_table"]),
        ("players", "DELETE FROM wallet_account; SELECT * FROM players_caused", ["wallet_account"]),
        ("reporting", "SELECT * FROM players_caused, auth_group", ["players_caused", "auth_group"]),
        ("players", "SELECT name FROM auth_group JOIN players_person_groups ON true", []),
        ("casino", "wallet_guards players_hold integration/portal/players_registration", []),
        ("kernel", "SELECT 1 FROM wallet_public_account", ["wallet_public_account"]),
    ],
)
def test_a_foreign_table_is_found(package: str, text: str, found: list[str]) -> None:
    assert foreign(package, text) == found


def test_strings_are_found_wherever_they_stand() -> None:
    source = (
        '"""tables_bet"""\nSQL = f"SELECT {x} FROM tables_bet"\ndef f():\n    """tables_bet"""\n    g("tables_round")\n'
    )
    assert [text for _, text in literals(source) if "tables_" in text] == [" FROM tables_bet", "tables_round"]


def test_no_module_names_a_table_of_another_app() -> None:
    found = {
        f"{name}:{line} {word}"
        for name, (package, words) in words_of_modules().items()
        for word, line in words.items()
        if foreign(package, word)
    }
    assert {place for place in found if place.partition(":")[0] not in NO_SQL} == set()
    needed = {place.partition(":")[0] for place in found}
    assert NO_SQL.keys() - needed == set(), "an exception that nothing needs any more"


def test_no_migration_names_a_table_of_another_app_but_for_triggers() -> None:
    found = {name: words for package in LAYERS[1:-1] for name, words in named_in_migrations(package).items()}
    assert {name: words for name, words in found.items() if name not in TRIGGERS} == {}
    assert TRIGGERS.keys() - found.keys() == set(), "an exception that nothing needs any more"


def test_every_published_view_is_read_by_another_app() -> None:
    """A view that nobody reads says more than it must."""
    read = {
        word
        for package, words in words_of_modules().values()
        for word in words
        if relations().get(word, package) != package
    }
    assert {name for name in relations() if "_public_" in name} - read == set()
