"""Styles and scripts joined with what they import: the same rules and the same running, from one file."""

from typing import Any

import pytest

from casino.web.joining import scripts, styles
from casino.web.joining.places import CannotJoin
from tests.functional.browsers import browser

STYLES = {
    "css/main.css": """/* The index. */
@layer base, parts;
@import url("base.css") layer(base);
@import "parts/button.css" layer(parts) supports(display: grid) screen and (min-width: 40em);
@import 'parts/print.css' print;
p { color: red }
""",
    "css/base.css": 'body { font: 1rem x } /* @import url("gone.css"); */ i { content: "@import url(gone.css);" }\n',
    "css/parts/button.css": """@import "deep/face.css" layer(face);
b { background: url(../../img/cloth.svg#a) }
""",
    "css/parts/deep/face.css": """@font-face { src: url("../../../fonts/one (1).woff2") format("woff2"), url('data:x') }
""",
    "css/parts/print.css": "/*! a licence */ u { margin: 0/**/auto; mask: url(#m) }\n",
    "img/cloth.svg": "",
    "fonts/one (1).woff2": "",
}
JOINED = """@layer base, parts;
@layer base {
body { font: 1rem x }   i { content: "@import url(gone.css);" }
}

@media screen and (min-width: 40em) {
@supports (display: grid) {
@layer parts {
@layer face {
@font-face { src: url("../fonts/one (1).woff2") format("woff2"), url('data:x') }
}

b { background: url("../img/cloth.svg#a") }
}
}
}

@media print {
/*! a licence */ u { margin: 0 auto; mask: url(#m) }
}

p { color: red }
"""


def test_a_face_that_packages_bring_is_left_out_where_it_is_not_there() -> None:
    face = '@font-face {{\n  font-family: "F";\n  src: {} format("woff2");\n}}\n'
    fetched, stand_in = face.format('url("../fonts/figtree-latin-wght-normal.woff2")'), face.format('local("Arial")')
    sheets = {"css/main.css": '@import "fonts.css";\n', "css/fonts.css": fetched + stand_in}
    assert "figtree" in styles.joined("css/main.css", sheets | {"fonts/figtree-latin-wght-normal.woff2": ""})
    left = styles.joined("css/main.css", sheets)
    assert left.split() == stand_in.split()
    assert left.count("\n") == sum(text.count("\n") for text in sheets.values()), "lines keep their numbers"
    sheets["css/fonts.css"] = face.format('url("../fonts/figtree-latin-wght-normai.woff2")')
    with pytest.raises(CannotJoin, match="is named and is not there"):
        styles.joined("css/main.css", sheets)


def test_a_sheet_holds_what_it_imports_in_its_layers_and_conditions() -> None:
    assert styles.joined("css/main.css", STYLES).strip() == JOINED.strip()
    assert styles.parts("css/main.css", STYLES["css/main.css"]) == [
        "css/base.css",
        "css/parts/button.css",
        "css/parts/print.css",
    ]
    assert not styles.imports(STYLES["css/base.css"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('@import "gone.css";', "css/a.css, line 1: css/gone.css is imported and is not there."),
        ("\np{}\n@import 'b.css';", "css/a.css, line 3: an import comes after a rule, where browsers pass over it."),
        ('@import "https://else.example/a.css";', "css/a.css, line 1: only a sheet of this house can be imported"),
        ('@import "a.css";', "Files import one another in a circle: css/a.css → css/a.css."),
        ("\np { mask: url(gone.svg) }", "css/a.css, line 2: css/gone.svg is named and is not there."),
    ],
)
def test_a_sheet_that_cannot_be_joined_is_named(text: str, sentence: str) -> None:
    with pytest.raises(CannotJoin) as refused:
        styles.joined("css/a.css", {"css/a.css": text, "css/b.css": ""})
    assert sentence in str(refused.value)


MODULES = {
    "js/page.js": """import { add, total as sum } from "./parts/sums.js";
import * as names from "./names.js";
import {
  Kept,
} from "./kept.js";
import "./aside.js";

const value = later();
function later() { return new Kept().value; }
add(2);
const { aside } = globalThis;
globalThis.told = { sum: sum(), value, names: names.first, aside, whole: Object.keys(names), me: this === undefined };
""",
    "js/parts/sums.js": """import { value } from "../kept.js";
let all = value;
export function add(number) { all += number; }
export const total = () => all;
""",
    "js/names.js": """const first = "one", other = "two";
const value = "not the page's";
async function* more() {}
export { first, other as second };
export async function* rest() {}
""",
    "js/kept.js": """export const value = 40;
export class Kept {
  #kept = value;
  get value() { return this.#kept; }
}
""",
    "js/aside.js": "globalThis.aside = (globalThis.aside ?? 0) + 1;\n",
}
TOLD = {"sum": 42, "value": 40, "names": "one", "aside": 1, "whole": ["rest", "first", "second"], "me": True}


def in_a_browser(script: str) -> Any:
    with browser() as chromium:
        page = chromium.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.add_script_tag(content=script, type="module")
        page.wait_for_function("globalThis.told")
        assert wrong == []
        return page.evaluate("globalThis.told")


@pytest.mark.browser
def test_a_script_runs_from_one_file_as_its_modules_do() -> None:
    script = scripts.joined("js/page.js", MODULES)
    assert "import" not in script
    assert script.count("// js/kept.js") == 1
    assert in_a_browser(script) == TOLD


def refused(text: str, **others: str) -> str:
    with pytest.raises(CannotJoin) as sentence:
        scripts.joined("a.js", {"a.js": text, "b.js": others.get("b", "export const b = 1;\n")})
    return str(sentence.value)


def test_a_script_that_cannot_be_joined_is_named() -> None:
    assert refused('\nimport { x } from "./gone.js";') == "a.js, line 2: gone.js is imported and is not there."
    assert refused('import { x as y } from "./b.js";') == "a.js, line 1: b.js exports no 'x', imported as 'y'."
    assert refused('import { x } from "b";') == "a.js, line 1: 'b' is no relative address of a script of this house."
    circle = refused('import { b } from "./b.js";', b='import { a } from "./a.js";\nexport const b = a;')
    assert circle == "Files import one another in a circle: a.js → b.js → a.js."


@pytest.mark.parametrize(
    "line",
    [
        'import b from "./b.js";',
        'import b, { c } from "./b.js";',
        "export default 1;",
        "export let b = 1;",
        'export * from "./b.js";',
        'export { b } from "./b.js";',
        "export const { b } = window;",
        'const later = () => import("./b.js");',
        "const here = import.meta.url;",
        "const got = await fetch('/');",
        "await go();",
    ],
)
def test_a_form_that_cannot_be_joined_is_named(line: str) -> None:
    sentence = refused(f"const first = 1;\n\n{line}\n")
    assert sentence.startswith("a.js, line 3: ")
    assert "cannot be joined" in sentence


def test_a_name_that_changes_after_it_was_exported_is_refused() -> None:
    assert "cannot be joined" in refused("let now = 1;\nexport { now };\n")
