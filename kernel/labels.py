"""The labels of codes: one mapping per enum, registered by the app that owns the codes. Knows no code itself.

An app's `labels` module registers its mappings when Django starts (`casino.apps`). Pages, reports, files and scripts
read them here, so that a code has one label. A label is written as within a sentence; a page that begins with one
writes it with `capfirst`. A second `form` exists only where a code needs another grammatical form or length.
"""

from collections.abc import Mapping
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar, cast

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import get_language

Text: TypeAlias = "str | Promise"
"""A text, or one that is translated when it is written."""

_Member = TypeVar("_Member", bound=Enum)

_REGISTERED: Final[dict[tuple[type[Enum], str], Mapping[Enum, Text]]] = {}


def register(labels: Mapping[_Member, Text], *, form: str = "") -> None:
    """Keep the labels of an enum. Raises `ValueError` if a member lacks one, or if the enum has this form already."""
    enum = type(next(iter(labels)))
    lacking = [member.name for member in enum if member not in labels]
    if lacking:
        raise ValueError(f"{enum.__qualname__} lacks labels for {', '.join(lacking)}")
    if (enum, form) in _REGISTERED:
        raise ValueError(f"{enum.__qualname__} has labels already")
    _REGISTERED[enum, form] = MappingProxyType({member: labels[member] for member in enum})


def label(member: Enum, form: str = "") -> str:
    """The label of a code in the active language."""
    return _translated(type(member), form, get_language())[member]


@cache
def _translated(enum: type[Enum], form: str, language: str | None) -> Mapping[Enum, str]:
    """The labels of an enum in the active language, which is `language`: a page asks for hundreds of them."""
    return {member: str(text) for member, text in _REGISTERED[enum, form].items()}


def labels_of(enum: type[Enum], form: str = "") -> dict[str, Text]:
    """Stored value to label, in the order of the enum: for the choices of a form and the columns of a report."""
    registered = _REGISTERED[enum, form]
    return {str(member.value): registered[member] for member in enum}


def headings_of(enum: type[Enum], form: str = "") -> dict[str, Text]:
    """The same, each with a capital: for choices and columns that begin with it."""
    return {code: capfirst(cast("str", text)) for code, text in labels_of(enum, form).items()}


def registered(form: str = "") -> frozenset[type[Enum]]:
    """The enums that have labels."""
    return frozenset(enum for enum, each in _REGISTERED if each == form)


def label_of(code: str, *enums: type[Enum], form: str = "") -> str:
    """The label of a stored code that is one of these enums'. Text that is no such code stands as it is."""
    for enum in enums:
        if code in enum._value2member_map_:
            return label(enum(code), form)
    return code
