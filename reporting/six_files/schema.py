"""Files compared with the schemas in `srij-2015/`: the part of XML Schema that those use, and nothing else of it.

They are ours, written from the regulation's field lists; a schema with another construct is told when it is loaded.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from reporting.six_files.names import Category
from reporting.six_files.profile import Profile
from reporting.six_files.reading import Element

FOLDER: Final = Path(__file__).with_name("srij-2015")
_WHOLE: Final = {"xs:byte": range(-128, 128), "xs:short": range(-32_768, 32_768)}
_ELEMENT: Final = re.compile(r'<(/?)xs:([A-Za-z]+)((?: [A-Za-z:]+="[^"]*")*)\s*(/?)>')
_ATTRIBUTE: Final = re.compile(r'([A-Za-z:]+)="([^"]*)"')

Check = Callable[[str], bool]


class SchemaUnknown(ValueError):
    """A schema says what this reader does not know."""


@dataclass(frozen=True, slots=True)
class _Node:
    """An element of a schema's own text."""

    kind: str
    facts: Mapping[str, str]
    inner: "tuple[_Node, ...]"


@dataclass(frozen=True, slots=True)
class _Wanted:
    """An element that a file has: by a type of its own, or with elements inside in this order."""

    name: str
    least: int
    many: bool
    holds: Check | None
    inner: "tuple[_Wanted, ...]"


@dataclass(frozen=True, slots=True)
class Form:
    """How a house's settings change the schemas: the patterns of some types, and elements that are left out."""

    patterns: tuple[tuple[str, str], ...] = ()
    without: frozenset[str] = frozenset()


AS_PRINTED: Final = Form()
CARDS: Final = {"ten-as-number": ("([2-9JQKA]|10)", "[CDHS]"), "suit-signs": ("([2-9JQKA]|10)", "[♣♦♥♠]")}


def form_of(profile: Profile) -> Form:
    """The form of a house's files; with the defaults the schemas are as they lie there."""
    patterns = []
    if profile.decimals != 6:
        fraction = rf"\.[0-9]{{{profile.decimals}}}" if profile.decimals else ""
        patterns.append(("stamp", rf"[0-9]{{14}}{fraction} [+\-][0-9]{{2}}:[0-9]{{2}}"))
    if profile.card_code in CARDS:
        card = "".join(CARDS[profile.card_code])
        patterns.append(("cards", f"({card}(-{card}){{1,2}})?"))
    without = frozenset({"DocFrente", "DocVerso"}) if profile.documents == "left-out" else frozenset()
    return Form(tuple(patterns), without)


def faults(category: Category, root: Element, form: Form = AS_PRINTED) -> Iterator[str]:
    """What a file has that its schema has not, or has otherwise; nothing where it is valid."""
    yield from _compared(_schema(category.value, form), root, root.name)


def _compared(wanted: _Wanted, found: Element, path: str) -> Iterator[str]:
    if wanted.name != found.name:
        yield f"{path}: {wanted.name} wanted"
    elif wanted.holds is not None:
        if found.inner or not wanted.holds(found.text):
            yield f"{path}: {found.text[:40]!r}"
    else:
        yield from _inside(wanted, found, path)


def _inside(wanted: _Wanted, found: Element, path: str) -> Iterator[str]:
    if found.text:
        yield f"{path}: text"
    place = 0
    for each in wanted.inner:
        count = 0
        while place < len(found.inner) and found.inner[place].name == each.name and (each.many or not count):
            yield from _compared(each, found.inner[place], f"{path}/{each.name}")
            place, count = place + 1, count + 1
        if count < each.least:
            yield f"{path}: no {each.name}"
            return
    if place < len(found.inner):
        yield f"{path}: {found.inner[place].name} out of place"


@cache
def _schema(code: str, form: Form) -> _Wanted:
    types = _types(_parsed("common.xsd")) | {name: _matches(pattern) for name, pattern in form.patterns}
    (root,) = [node for node in _parsed(f"{code}.xsd").inner if node.kind == "element"]
    return _wanted(root, types, form.without)


def _wanted(node: _Node, types: Mapping[str, Check], without: frozenset[str]) -> _Wanted:
    name, type_ = node.facts["name"], node.facts.get("type")
    least, many = int(node.facts.get("minOccurs", "1")), node.facts.get("maxOccurs") == "unbounded"
    if type_ is not None:
        return _Wanted(name, least, many, types[type_], ())
    (complex_type,) = node.inner
    (sequence,) = complex_type.inner
    if (complex_type.kind, sequence.kind) != ("complexType", "sequence"):
        raise SchemaUnknown(name)
    inner = (each for each in sequence.inner if each.facts["name"] not in without)
    return _Wanted(name, least, many, None, tuple(_wanted(each, types, without) for each in inner))


def _types(schema: _Node) -> dict[str, Check]:
    found: dict[str, Check] = {"xs:string": lambda text: True}
    for node in schema.inner:
        (restriction,) = node.inner
        facets = [(each.kind, each.facts["value"]) for each in restriction.inner]
        found[node.facts["name"]] = _check(restriction.facts["base"], facets)
    return found


def _check(base: str, facets: list[tuple[str, str]]) -> Check:
    checks: list[Check] = []
    if base in _WHOLE:
        checks.append(lambda text: re.fullmatch(r"-?[0-9]{1,5}", text) is not None and int(text) in _WHOLE[base])
    elif base != "xs:string":
        raise SchemaUnknown(base)
    known = frozenset(value for kind, value in facets if kind == "enumeration")
    if known:
        checks.append(known.__contains__)
    for kind, value in facets:
        if kind == "pattern":
            checks.append(_matches(value))
        elif kind == "minLength":
            checks.append(_longer(int(value)))
        elif kind == "minInclusive":
            checks.append(_least(int(value)))
        elif kind != "enumeration":
            raise SchemaUnknown(kind)
    return lambda text: all(check(text) for check in checks)


def _matches(pattern: str) -> Check:
    form = re.compile(pattern, re.ASCII)
    return lambda text: form.fullmatch(text) is not None


def _longer(least: int) -> Check:
    return lambda text: len(text) >= least


def _least(least: int) -> Check:
    return lambda text: int(text) >= least


def _parsed(name: str) -> _Node:
    text = (FOLDER / name).read_text(encoding="utf-8")
    open_: list[tuple[str, dict[str, str], list[_Node]]] = [("", {}, [])]
    for token in _ELEMENT.finditer(text):
        closing, kind, attributes, alone = token.groups()
        if not closing:
            open_.append((kind, dict(_ATTRIBUTE.findall(attributes)), []))
        if closing or alone:
            kind, facts, inner = open_.pop()
            open_[-1][2].append(_Node(kind, facts, tuple(inner)))
    (schema,) = open_[0][2]
    return schema
