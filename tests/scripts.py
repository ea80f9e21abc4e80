"""The table's scripts run by a browser, on the elements that the table's page gives them."""

import contextlib
import json
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

from django.utils import translation
from playwright.sync_api import Page, Route

from casino.portal import rulebook
from casino.wording import texts
from tests.functional.browsers import browser

ROOT: Final = Path(__file__).resolve().parents[1]
SCRIPTS: Final = ROOT / "static" / "js"
TEMPLATES: Final = ROOT / "templates" / "portal" / "table"
HAND: Final = ROOT / "templates" / "components" / "hand.html"
ORIGIN: Final = "http://table.test"
PAGE: Final = """
globalThis.gettext = (text) => PORTUGUESE[text] ?? text;
globalThis.ngettext = (one, many, count) => (PORTUGUESE[one] ?? [one, many])[count === 1 ? 0 : 1];
globalThis.interpolate = (text, values) =>
  text.replace(/%\\((\\w+)\\)s/g, (_, name) => values[name]).replaceAll("%%", "%");
globalThis.node = (id) => document.getElementById(id);
Object.assign(node("main").dataset, {
  decimal: ",", group: " ", money: "# €", currency: "EUR", closes: '{"par-perfeito": 50}', roundUrl: "/jogadas/CODE/",
  chances: CHANCES,
});
"""
"""The texts of a Portuguese page, and what its main element tells the scripts."""


class _Elements(HTMLParser):
    """The elements of a template that have a name, without what is in them."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        name = dict(attrs).get("id")
        if name:
            self.found[name] = f"<{tag} id={name}></{tag}>"


@cache
def _portuguese() -> dict[str, str | list[str]]:
    """The scripts' texts as a Portuguese page gets them, by message id (the singular's, where there are two)."""
    catalogue = texts.read_catalogue("pt", "djangojs")
    return {
        message.id if isinstance(message.id, str) else message.id[0]: (
            message.string if isinstance(message.string, str) else list(message.string)
        )
        for message in catalogue
        if message.id
    }


@cache
def _chances() -> dict[str, dict[str, str]]:
    """The names and letters of the bets, as a Portuguese page gives them."""
    with translation.override("pt"):
        return rulebook.chance_labels()


@cache
def _document() -> str:
    """The page's elements, one beside the other; the browser tests run the scripts on the true one."""
    elements = _Elements()
    for template in sorted(TEMPLATES.glob("*.html")):
        elements.feed(template.read_text("utf-8"))
    for side in ("ponto", "banca"):
        elements.feed(HAND.read_text("utf-8").replace("{{ side }}", side))
    given = {"main": "<main id=main></main>"} | elements.found
    return f"<!doctype html><html lang=pt><body>{''.join(given.values())}</body></html>"


@cache
def _given() -> str:
    """What the scripts find before any of them runs."""
    portuguese, chances = json.dumps(_portuguese()), json.dumps(json.dumps(_chances()))
    return f"const PORTUGUESE = {portuguese}; const CHANCES = {chances}; {PAGE}"


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(ORIGIN)
    if path == "/":
        route.fulfill(content_type="text/html; charset=utf-8", body=_document())
    elif (file := SCRIPTS / path.removeprefix("/js/")).is_file():
        route.fulfill(content_type="text/javascript; charset=utf-8", body=file.read_bytes())
    else:
        route.fulfill(status=404)


_pages: list[Page] = []


@contextlib.contextmanager
def opened_page() -> Iterator[None]:
    """Let `run` have a browser's page. While it is open no test of the same thread may run an event loop."""
    with browser() as chromium:
        opened = chromium.new_page()
        opened.route("**/*", _serve)
        _pages.append(opened)
        yield
        _pages.remove(opened)


def run(module: str, expression: str, value: Any) -> Any:
    """The value of an expression over `m` (the module, loaded anew on an untouched page) and `v` (the value)."""
    page = _pages[-1]
    page.goto(f"{ORIGIN}/")
    page.add_script_tag(content=_given())
    program = f"async (given) => {{ const v = JSON.parse(given); const m = await import('/js/table/{module}');"
    answer = page.evaluate(f"{program} return JSON.stringify({expression}); }}", json.dumps(value))
    return json.loads(answer)
