"""The table's scripts run by Node, on as much of a page as they need."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from casino.portal import rulebook
from casino.wording import texts

SCRIPTS = Path(__file__).resolve().parents[1] / "static" / "js" / "table"
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="no Node on this machine: the browser tests run these scripts too")

PAGE = """
const nodes = {};
const made = (tag) => ({
  tag, children: [], dataset: {}, attributes: {}, hidden: false, textContent: "", style: { setProperty() {} },
  append(...added) { this.children.push(...added); },
  replaceChildren(...added) { this.children = added; },
  setAttribute(name, value) { this.attributes[name] = String(value); },
  getAttribute(name) { return this.attributes[name] ?? null; },
  hasAttribute(name) { return name in this.attributes; },
  toggleAttribute(name, on) { if (on) this.attributes[name] = ""; else delete this.attributes[name]; },
  addEventListener(name, act) { this[`on${name}`] = act; },
});
globalThis.nodeOf = (id) => (nodes[id] ??= made("div"));
globalThis.textOf = (node) => typeof node === "string" ? node : node.textContent + node.children.map(textOf).join("");
nodeOf("main").dataset = {
  decimal: ",", group: " ", money: "# €", currency: "EUR", closes: '{"par-perfeito": 50}', roundUrl: "/jogadas/CODE/",
  chances: CHANCES,
};
globalThis.document = {
  getElementById: nodeOf, createElement: made, createElementNS: (_, tag) => made(tag), documentElement: { lang: "pt" },
  querySelectorAll: () => [],
};
globalThis.window = globalThis;
globalThis.matchMedia = () => ({ matches: false });
globalThis.gettext = (text) => PORTUGUESE[text] ?? text;
globalThis.ngettext = (one, many, count) => (PORTUGUESE[one] ?? [one, many])[count === 1 ? 0 : 1];
globalThis.interpolate = (text, values) =>
  text.replace(/%\\((\\w+)\\)s/g, (_, name) => values[name]).replaceAll("%%", "%");
"""
"""As much of a page as the modules that write on one need; the browser tests run them on the true one."""


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


def run(module: str, expression: str, value: Any) -> Any:
    """The value of an expression over `m` (the module) and `v` (the value)."""
    assert NODE is not None
    program = (
        f"const PORTUGUESE = {json.dumps(_portuguese())}; const CHANCES = {json.dumps(json.dumps(_chances()))};"
        f"{PAGE}"
        f"const m = await import({json.dumps((SCRIPTS / module).as_uri())});"
        f"const v = {json.dumps(value)}; console.log(JSON.stringify({expression}));"
    )
    done = subprocess.run(
        [NODE, "--input-type=module", "-e", program], capture_output=True, text=True, timeout=60, check=True
    )
    return json.loads(done.stdout)
