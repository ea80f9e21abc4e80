"""Names of static files: where a file is that another one refers to, and the error where it is missing."""

import posixpath
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.core.management.base import CommandError

TEXTS: Final = "texts/{}.js"
"""The name of the script with the texts of all scripts, by language."""
NOT_A_FILE: Final = ("data:", "http:", "https:", "//", "/", "#")


class CannotJoin(CommandError):
    """A file that cannot be joined with what it refers to; the sentence is all that `collectstatic` says."""


class Sources(Mapping[str, str]):
    """The texts of all static files by name, such as "css/main.css", each read once and only when it is asked for."""

    def __init__(self, paths: Mapping[str, tuple[Any, str]]) -> None:
        self._paths = paths
        self._texts: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        if name not in self._texts:
            storage, path = self._paths[name]
            with storage.open(path) as file:
                self._texts[name] = file.read().decode()
        return self._texts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._paths

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def beside(name: str, reference: str) -> str:
    """The name of the file that `name` refers to by a relative address."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), reference))


def seen_from(entry: str, name: str) -> str:
    """The relative address of the file `name` in a file that stands where `entry` does."""
    return posixpath.relpath(name, posixpath.dirname(entry) or ".")


def line_of(text: str, position: int) -> int:
    """The line of a text, from 1, that a position is in."""
    return text.count("\n", 0, position) + 1


def refuse_circle(name: str, path: tuple[str, ...]) -> None:
    """Refuse a file that is to be joined into itself.

    Raises:
        CannotJoin: the file is among those that lead to it.
    """
    if name in path:
        raise CannotJoin(f"Files import one another in a circle: {' → '.join((*path[path.index(name) :], name))}.")
