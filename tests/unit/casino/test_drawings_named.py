"""Every drawing that a template or the code names is in its sheet: one that is not there leaves blank space."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest
from django.conf import settings

from casino.backoffice.navigation import PLACES
from casino.backoffice.presenters.inbox_kinds import DRAWINGS

OFFICE: Final = settings.BASE_DIR / "casino/backoffice"
SHEETS: Final = {"icon": "icons", "drawing": "office"}
BY_TEMPLATES: Final = re.compile(r"""{%-?\s*(icon|drawing)\s+["']([^"'{}]+)["']""")
SYMBOLS: Final = re.compile(r'<symbol id="([^"]+)"')


def symbols(sheet: str) -> list[str]:
    return SYMBOLS.findall((settings.BASE_DIR / f"static/img/{sheet}.svg").read_text())


def by_code(text: str) -> Iterator[tuple[str, str]]:
    """What `icon("x")`, `drawing("x")`, `icon="x"` and `drawing="x"` name, and the office's acts and states."""
    for call in (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)):
        called = call.func.id if isinstance(call.func, ast.Name) else ""
        given: list[tuple[str | None, ast.expr]] = [(each.arg, each.value) for each in call.keywords]
        place = {"icon": 0, "drawing": 0, "Act": 2, "State": 3}.get(called)
        if place is not None and len(call.args) > place:
            given.append(("drawing" if called == "drawing" else "icon", call.args[place]))
        for name, value in given:
            if name in SHEETS and isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value:
                yield name, value.value


def _named() -> set[tuple[str, str]]:
    templates = [path.read_text() for path in (settings.BASE_DIR / "templates").rglob("*") if path.is_file()]
    by_templates = {pair for text in templates for pair in BY_TEMPLATES.findall(text)}
    in_code = {pair for path in OFFICE.rglob("*.py") for pair in by_code(path.read_text())}
    kinds = {("drawing", name) for name in DRAWINGS.values()}
    places = {("drawing", name) for _, _, entries in PLACES for name, *_ in entries}
    assert min(len(by_templates), len(in_code), len(kinds), len(places)) > 5
    return by_templates | in_code | kinds | places


@pytest.mark.parametrize(("tag", "name"), sorted(_named()))
def test_a_drawing_that_is_named_is_in_its_sheet(tag: str, name: str) -> None:
    assert name in symbols(SHEETS[tag])


@pytest.mark.parametrize("sheet", sorted(SHEETS.values()))
def test_a_sheet_has_each_drawing_once(sheet: str) -> None:
    assert [name for name, times in Counter(symbols(sheet)).items() if times > 1] == []


def test_names_in_code_are_found() -> None:
    text = 'icon("a"); drawing("b"); Act("x", say(), "c", ""); State("", "", "", "d"); Row(drawing="e")'
    assert list(by_code(text)) == [
        ("icon", "a"),
        ("drawing", "b"),
        ("icon", "c"),
        ("icon", "d"),
        ("drawing", "e"),
    ]
