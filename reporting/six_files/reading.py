"""The files read back as they were written: the gate believes bytes, not the records that they were made of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from reporting.six_files.names import PATTERN, Category

_TOKEN: Final = re.compile(r"<(/?)([A-Za-z_]+)>|([^<]+)")
_MOST: Final = 16
"""How deep elements may lie."""


class Unreadable(ValueError):
    """Bytes that are no file of ours: what, and where in the text."""


@dataclass(slots=True)
class Element:
    """An element with its text, or with those inside it."""

    name: str
    text: str
    inner: "list[Element]"

    def all(self, name: str) -> "Iterator[Element]":
        """The elements of this name, at any depth."""
        for each in self.inner:
            if each.name == name:
                yield each
            yield from each.all(name)

    def values(self) -> dict[str, str]:
        """The texts of the elements right inside, by name."""
        return {each.name: each.text for each in self.inner if not each.inner}

    def value(self, name: str) -> str:
        """The text of the element of this name right inside. Raises `Unreadable`."""
        for each in self.inner:
            if each.name == name:
                return each.text
        raise Unreadable(f"{self.name} without {name}")


@dataclass(frozen=True, slots=True)
class Written:
    """A file as it lies there."""

    name: str
    content: bytes
    root: Element

    @property
    def category(self) -> Category:
        """The one of six that its name says."""
        return Category(self.name[:4])


def read(name: str, content: bytes) -> Written:
    """Read a file. Raises `Unreadable` for a name or bytes that no file of ours has: no attributes, no comments."""
    if not PATTERN.fullmatch(name):
        raise Unreadable(f"the name {name}")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise Unreadable(f"{name}: no UTF-8 at {error.start}") from error
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    if not text.startswith(head):
        raise Unreadable(f"{name}: its first line")
    return Written(name, content, _parse(name, text[len(head) :]))


def _parse(name: str, text: str) -> Element:
    stack: list[Element] = [Element("", "", [])]
    end = 0
    for token in _TOKEN.finditer(text):
        if token.start() != end:
            raise Unreadable(f"{name}: at {end}")
        end = token.end()
        closing, tag, between = token.groups()
        if tag is None:
            _add_text(stack, between, name, end)
        elif not closing:
            if len(stack) > _MOST:
                raise Unreadable(f"{name}: too deep at {end}")
            opened = Element(tag, "", [])
            stack[-1].inner.append(opened)
            stack.append(opened)
        elif len(stack) < 2 or stack.pop().name != tag:
            raise Unreadable(f"{name}: </{tag}> at {end}")
    if end != len(text) or len(stack) != 1 or [each.name for each in stack[0].inner] != ["ficheiro"]:
        raise Unreadable(f"{name}: its end")
    return stack[0].inner[0]


def _add_text(stack: Sequence[Element], between: str, name: str, end: int) -> None:
    """A text belongs to the element that has it; between elements there are line ends alone."""
    if stack[-1].inner or len(stack) == 1 or not between.strip("\n"):
        if between.strip("\n"):
            raise Unreadable(f"{name}: text between elements before {end}")
        return
    stack[-1].text += _unescaped(between)


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
