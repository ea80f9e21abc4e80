"""Every number of the rules in our own words, as rules.toml states them: what it says, and where it holds."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("rules.toml")
LETTERS: Final = "abcdefghi"


@dataclass(frozen=True, slots=True)
class Point:
    """One line of a rule's list: its letter, empty where the law gives none, and what it says."""

    letter: str
    text: str


@dataclass(frozen=True, slots=True)
class PublishedRule:
    """One number. Its sentences are message ids, in English."""

    number: str
    """The law's own for R; L, F, D and G name the other texts."""
    title: str
    text: str
    here: str
    """The place or the way in which this house answers it."""
    points: tuple[Point, ...] = ()
    at: str = ""
    """The tables at which it holds: a key of `casino.portal.rules_at_table.KINDS`; empty for all."""
    screen: str = ""
    """The name of the address where it is answered, if that is a page of its own."""


@dataclass(frozen=True, slots=True)
class PublishedPart:
    """Numbers under one heading; `anchor` is its place on the page, `about` says where the numbers are from."""

    anchor: str
    title: str
    rules: tuple[PublishedRule, ...]
    about: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """One of the three steps at the head of the page."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the tables, in Portuguese, and what it means."""

    word: str
    meaning: str


@cache
def _written() -> Mapping[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def parts() -> tuple[PublishedPart, ...]:
    """Every number, in the order in which they are published."""
    return tuple(
        PublishedPart(**{**part, "rules": tuple(_rule(row) for row in part["rules"])}) for part in _written()["parts"]
    )


@cache
def by_number() -> Mapping[str, PublishedRule]:
    """Every rule by its number."""
    return {rule.number: rule for part in parts() for rule in part.rules}


@cache
def anchors() -> frozenset[str]:
    """Every place on the page that a number names: `R43`, and `R43a` for a point with a letter."""
    return frozenset(
        number + letter
        for number, rule in by_number().items()
        for letter in ("", *(point.letter for point in rule.points if point.letter))
    )


@cache
def steps() -> tuple[Step, ...]:
    """The game in three steps, for who reads no more."""
    return tuple(Step(**row) for row in _written()["steps"])


@cache
def words() -> tuple[Word, ...]:
    """The glossary of a casino's floor."""
    return tuple(Word(**row) for row in _written()["words"])


def texts() -> Iterator[str]:
    """Every sentence of the file, for the catalogues of translations."""
    for step in steps():
        yield from (step.title, step.text)
    for part in parts():
        yield from (text for text in (part.title, part.about) if text)
        for rule in part.rules:
            yield from (rule.title, rule.text, rule.here, *(point.text for point in rule.points))
    for word in words():
        yield word.meaning


def _rule(row: Mapping[str, Any]) -> PublishedRule:
    """Refuses a field that no rule has. `points` are lettered in their order, `items` are not."""
    told = dict(row)
    lettered = [Point(letter, text) for letter, text in zip(LETTERS, told.pop("points", ()), strict=False)]
    listed = [Point("", text) for text in told.pop("items", ())]
    return PublishedRule(**told, points=(*lettered, *listed))
