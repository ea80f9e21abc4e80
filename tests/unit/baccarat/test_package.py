"""The package by itself: its examples run, it imports nothing but a little of the standard library, and stays small."""

import ast
import doctest
import importlib
import pkgutil
import sys
from pathlib import Path

import pytest

import baccarat

ROOT = Path(baccarat.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
MODULES = sorted(
    module.name for module in pkgutil.walk_packages([str(ROOT)], "baccarat.") if not module.name.endswith("__main__")
)
FORBIDDEN = {"django", "datetime", "time", "random", "secrets", "logging", "os", "uuid", "socket", "threading"}
AT_THE_EDGE = {"sys", "argparse", "pathlib", "tomllib", "importlib"}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_it_imports_only_the_standard_library(file: Path) -> None:
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add((node.module or "").split(".")[0])
    assert not found & FORBIDDEN
    assert found <= set(sys.stdlib_module_names) | {"baccarat"}
    if file.name not in ("__main__.py", "verify_shoe.py"):
        assert not found & AT_THE_EDGE
    if file.name == "verify_shoe.py":
        assert "baccarat" not in found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_it_stays_small(file: Path) -> None:
    text = file.read_text("utf-8")
    assert len(text.splitlines()) <= 400
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno - node.lineno < 60, node.name


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_everything_public_says_what_it_is(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    public: list[ast.AST] = [tree]
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            public.append(node)
            if isinstance(node, ast.ClassDef):
                public += [
                    one for one in node.body if isinstance(one, ast.FunctionDef) and not one.name.startswith("_")
                ]
    for node in public:
        assert ast.get_docstring(node), getattr(node, "name", file)


def test_no_preset_is_asked_for_by_name() -> None:
    """Only the table of presets knows their names; the engine never branches on one."""
    for file in FILES:
        if file.name != "rulesets.py":
            tree = ast.parse(file.read_text("utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Compare):
                    names = [each.value for each in ast.walk(node) if isinstance(each, ast.Constant)]
                    assert not set(baccarat_presets()) & {name for name in names if isinstance(name, str)}


def baccarat_presets() -> tuple[str, ...]:
    from baccarat.rulesets import PRESETS

    return PRESETS
