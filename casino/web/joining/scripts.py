"""A script with the modules that it imports, in one file: each in a function of its own, in the order of their running.

It reads the few forms that our scripts are written in, at the beginning of a line, and refuses all others: a form that
it does not know fails the gathering of the files, and never a page.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from casino.web.joining.places import CannotJoin, beside, line_of, refuse_circle

_IMPORT: Final = re.compile(
    r"""^import\s+(?:(?P<names>[^"';]+?)\s*\bfrom\s+)?(?P<quote>["'])(?P<from>[^"'\n]+)(?P=quote)[ \t]*;?[ \t]*$""",
    re.MULTILINE,
)
_DECLARED: Final = re.compile(
    r"^export\s+(?=(?:(?:async\s+)?function\b\s*\*?|class\b|const\b)\s*(?P<name>[\w$]+))", re.MULTILINE
)
_LIST: Final = re.compile(r"^export\s*\{(?P<names>[^{}]*)\}[ \t]*;?[ \t]*$", re.MULTILINE)
_UNKNOWN: Final = re.compile(
    r"""^(?:import|export)\b.* | .*\bimport(?:\(|\.meta\b).* | ^(?:(?:const|let|var)\s[^=]+=\s*)?await\b.*""",
    re.MULTILINE | re.VERBOSE,
)
_NAMES: Final = re.compile(r"\{(?P<names>[^{}]*)\}")
_WHOLE: Final = re.compile(r"\*\s*as\s+(?P<name>[\w$]+)")
_NAME: Final = re.compile(r"(?P<name>[\w$]+)(?:\s+as\s+(?P<other>[\w$]+))?")


@dataclass(frozen=True, slots=True)
class Import:
    """One import: from where, which names under which of this module's own, or all of them under one."""

    part: str
    names: dict[str, str]
    """By the importing module's name: the exporting module's."""
    whole: str
    line: int


@dataclass(frozen=True, slots=True)
class Module:
    """A module taken apart."""

    name: str
    body: str
    imports: tuple[Import, ...]
    exports: dict[str, str]
    """By the name that others import: the module's own."""


def imports(text: str) -> bool:
    """Whether the script imports another."""
    return _IMPORT.search(text) is not None


def parts(name: str, text: str) -> list[str]:
    """The names of the modules that a script imports itself."""
    return [each.part for each in _taken_apart(name, text).imports]


def joined(entry: str, sources: Mapping[str, str]) -> str:
    """The script with everything it imports.

    Raises:
        CannotJoin: a module or a name is not there, modules import one another in a circle, or something has a form
            that this cannot join.
    """
    modules: dict[str, Module] = {}
    _gather(entry, sources, modules, ())
    numbers = {name: f"module${number}" for number, name in enumerate(modules)}
    return "".join(_function(module, numbers, modules) for module in modules.values())


def _gather(name: str, sources: Mapping[str, str], modules: dict[str, Module], path: tuple[str, ...]) -> None:
    """Add a module after all that it imports, as browsers run them."""
    refuse_circle(name, path)
    if name in modules:
        return
    module = _taken_apart(name, sources[name])
    for each in module.imports:
        if each.part not in sources:
            raise CannotJoin(f"{name}, line {each.line}: {each.part} is imported and is not there.")
        _gather(each.part, sources, modules, (*path, name))
        for own, there in each.names.items():
            if there not in modules[each.part].exports:
                raise CannotJoin(f"{name}, line {each.line}: {each.part} exports no {there!r}, imported as {own!r}.")
    modules[name] = module


def _function(module: Module, numbers: dict[str, str], modules: dict[str, Module]) -> str:
    lines = [f"// {module.name}\n", f"const {numbers[module.name]} = (() => {{\n"]
    for each in module.imports:
        if each.whole:
            lines.append(f"const {each.whole} = {numbers[each.part]};\n")
        if each.names:
            taken = ", ".join(own if own == there else f"{there}: {own}" for own, there in each.names.items())
            lines.append(f"const {{ {taken} }} = {numbers[each.part]};\n")
    given = ", ".join(own if own == name else f"{name}: {own}" for name, own in module.exports.items())
    lines += [module.body.strip("\n"), f"\nreturn {{ {given} }};\n}})();\n" if given else "\n})();\n"]
    return "".join(lines)


def _taken_apart(name: str, text: str) -> Module:
    imported: list[Import] = []
    exports: dict[str, str] = {}
    for found in _IMPORT.finditer(text):
        imported.append(_import(name, text, found))
    for found in _DECLARED.finditer(text):
        exports[found["name"]] = found["name"]
    for found in _LIST.finditer(text):
        for own, other in _names(name, text, found).items():
            if re.search(rf"^(?:let|var)\s+{re.escape(own)}\b", text, re.MULTILINE):
                raise CannotJoin(_unknown(name, text, found))
            exports[other] = own
    body = _LIST.sub("", _DECLARED.sub("", _IMPORT.sub(_same_lines, text)))
    strange = _UNKNOWN.search(body)
    if strange:
        raise CannotJoin(_unknown(name, body, strange))
    return Module(name, body, tuple(imported), exports)


def _import(name: str, text: str, found: re.Match[str]) -> Import:
    line = line_of(text, found.start())
    if not found["from"].startswith(("./", "../")):
        raise CannotJoin(f"{name}, line {line}: {found['from']!r} is no relative address of a script of this house.")
    part, said = beside(name, found["from"]), (found["names"] or "").strip()
    if not said:
        return Import(part, {}, "", line)
    if whole := _WHOLE.fullmatch(said):
        return Import(part, {}, whole["name"], line)
    if listed := _NAMES.fullmatch(said):
        return Import(part, {own: there for there, own in _names(name, text, found, listed["names"]).items()}, "", line)
    raise CannotJoin(_unknown(name, text, found))


def _names(name: str, text: str, found: re.Match[str], listed: str | None = None) -> dict[str, str]:
    """The names of a list in braces, each with the name that it is given."""
    given = {}
    for each in (listed if listed is not None else found["names"]).split(","):
        if each.strip():
            said = _NAME.fullmatch(each.strip())
            if said is None:
                raise CannotJoin(_unknown(name, text, found))
            given[said["name"]] = said["other"] or said["name"]
    return given


def _same_lines(found: re.Match[str]) -> str:
    """Nothing, on as many lines, so that complaints name the right one."""
    return "\n" * found.group().count("\n")


def _unknown(name: str, text: str, found: re.Match[str]) -> str:
    said = found.group().strip().splitlines()[0][:80]
    return (
        f"{name}, line {line_of(text, found.start())}: {said!r} cannot be joined; import lists of names or `* as` a "
        "name, and export functions, classes and constants by name."
    )
