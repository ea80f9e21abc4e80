"""Whom a text calls by `@Inês Sá`, or by `@Inês` where only one is called so. Pure."""

import re
from collections.abc import Collection, Mapping
from typing import Final

NAMED_MOST: Final = 10
AT: Final = re.compile(r"(?<![\w@.])@(?=\w)")
_WORD: Final = re.compile(r"[^\W_]+")


def calls_someone(text: str) -> bool:
    """Whether a name may stand in it."""
    return AT.search(text) is not None


def named(text: str, names: Mapping[int, str]) -> list[int]:
    """Who of these the text names, by number, ten at most: the longest name that stands behind a `@` counts."""
    called = _called(names)
    found = {who for at in AT.finditer(text) if (who := _who(text[at.end() :], called)) is not None}
    return sorted(found)[:NAMED_MOST]


def _called(names: Mapping[int, str]) -> Collection[tuple[str, int]]:
    """Whole names, and first names that only one has; the longest first."""
    whole = {name.casefold(): person_id for person_id, name in names.items()}
    first: dict[str, set[int]] = {}
    for name, person_id in whole.items():
        first.setdefault(name.split()[0], set()).add(person_id)
    alone = {name: next(iter(ids)) for name, ids in first.items() if len(ids) == 1}
    return sorted({**alone, **whole}.items(), key=lambda each: -len(each[0]))


def called_in_vain(text: str, names: Mapping[int, str]) -> tuple[str, ...]:
    """The first word behind each `@` that names none of these, in its order, each once."""
    called = _called(names)
    found: dict[str, None] = {}
    for at in AT.finditer(text):
        word = _WORD.match(text, at.end())
        if word and _who(text[at.end() :], called) is None:
            found[word[0]] = None
    return tuple(found)


def _who(rest: str, called: Collection[tuple[str, int]]) -> int | None:
    """Whose name the text begins with; the longest counts."""
    low = rest.casefold()
    return next(
        (who for name, who in called if low.startswith(name) and not low[len(name) : len(name) + 1].isalnum()), None
    )
