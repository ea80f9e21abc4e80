"""A style sheet with the sheets that it imports in their places, each in its layer, its conditions kept."""

import re
from collections.abc import Mapping
from typing import Final

from casino.web.fonts import FILES
from casino.web.joining.places import NOT_A_FILE, CannotJoin, beside, line_of, refuse_circle, seen_from

_TOKEN: Final = re.compile(
    r"""(?P<comment>/\*.*?\*/)
    | @import\s+(?P<import>(?:"[^"]*"|'[^']*'|[^;"'{}])*);
    | url\(\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^"')\s]*))\s*\)
    | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*'""",
    re.DOTALL | re.VERBOSE,
)
"""What a sheet is looked through for, and what may hold the like of it: comments and strings."""

_IMPORT: Final = re.compile(
    r"""(?:url\(\s*)?(?P<quote>["']?)(?P<from>[^"'()\s]+)(?P=quote)(?:\s*\))?
    (?:\s+(?P<layered>layer(?:\((?P<layer>[^)]*)\))?))?
    (?:\s+supports\((?P<supports>(?:[^()]|\([^()]*\))*)\))?
    (?:\s+(?P<media>[^;]+))?""",
    re.VERBOSE,
)
_FILE: Final = re.compile(r"[?#]")
_FACE: Final = re.compile(r"@font-face\s*\{[^{}]*\}")
_BEFORE_IMPORTS: Final = re.compile(r"(?:\s*@layer[^{};]*;)*\s*")
"""Browsers pass over an import that comes after anything else."""


def imports(text: str) -> bool:
    """Whether the sheet imports another."""
    return any(found["import"] is not None for found in _TOKEN.finditer(text))


def parts(name: str, text: str) -> list[str]:
    """The names of the sheets that a sheet imports itself."""
    return [
        beside(name, _import(name, text, found)["from"])
        for found in _TOKEN.finditer(text)
        if found["import"] is not None
    ]


def joined(entry: str, sources: Mapping[str, str]) -> str:
    """The sheet with everything it imports; addresses of files as they are seen from where it stands.

    Raises:
        CannotJoin: an imported sheet or a file is not there, or an import has no form that browsers take.
    """
    return _joined(entry, sources, entry, ())


def _joined(name: str, sources: Mapping[str, str], entry: str, path: tuple[str, ...]) -> str:
    refuse_circle(name, path)
    text = _FACE.sub(lambda face: _face(name, face.group(), sources), sources[name])
    written: list[str] = []
    bare: list[str] = []  # the same without comments and imports
    end = 0
    for found in _TOKEN.finditer(text):
        between = text[end : found.start()]
        end = found.end()
        written.append(between)
        bare.append(between)
        if found["import"] is not None:
            if not _BEFORE_IMPORTS.fullmatch("".join(bare)):
                line = line_of(text, found.start())
                raise CannotJoin(f"{name}, line {line}: an import comes after a rule, where browsers pass over it.")
            written.append(_imported(name, text, found, sources, entry, (*path, name)))
        elif found["comment"] is None:
            written.append(_address(name, text, found, sources, entry))
            bare.append(found.group())
        else:  # a licence stays
            written.append(found.group() if found.group().startswith("/*!") else " ")
    return "".join([*written, text[end:]])


def _imported(
    name: str, text: str, found: re.Match[str], sources: Mapping[str, str], entry: str, path: tuple[str, ...]
) -> str:
    """The rules of one imported sheet, with its conditions and its layer around them."""
    said = _import(name, text, found)
    part = beside(name, said["from"])
    if part not in sources:
        raise CannotJoin(f"{name}, line {line_of(text, found.start())}: {part} is imported and is not there.")
    rules = _joined(part, sources, entry, path)
    if said["layered"]:
        rules = f"@layer {said['layer'] or ''} {{\n{rules}}}\n"
    if said["supports"]:
        condition = said["supports"]
        rules = f"@supports ({condition}) {{\n{rules}}}\n"
    if said["media"]:
        rules = f"@media {said['media'].strip()} {{\n{rules}}}\n"
    return rules


def _import(name: str, text: str, found: re.Match[str]) -> re.Match[str]:
    said = _IMPORT.fullmatch(found["import"].strip())
    if said is None or said["from"].startswith(NOT_A_FILE):
        line = line_of(text, found.start())
        raise CannotJoin(f"{name}, line {line}: only a sheet of this house can be imported, not {found.group()!r}.")
    return said


def _face(name: str, rule: str, sources: Mapping[str, str]) -> str:
    """The rule of a type face, or as many empty lines where it names a font that packages bring and is not there."""
    named = (found["double"] or found["single"] or found["bare"] for found in _TOKEN.finditer(rule))
    files = {beside(name, address) for address in named if address}
    missing = any(file in FILES and file not in sources for file in files)
    return "\n" * rule.count("\n") if missing else rule


def _address(name: str, text: str, found: re.Match[str], sources: Mapping[str, str], entry: str) -> str:
    """The address of a file that a sheet names, seen from the sheet that it is joined into; a string as it is."""
    address = found["double"] or found["single"] or found["bare"]
    if not address or address.startswith(NOT_A_FILE):
        return found.group()
    file = _FILE.split(address)[0]
    target = beside(name, file)
    if target not in sources:
        raise CannotJoin(f"{name}, line {line_of(text, found.start())}: {target} is named and is not there.")
    return f'url("{seen_from(entry, target)}{address[len(file) :]}")'
