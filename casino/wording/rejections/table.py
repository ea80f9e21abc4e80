"""The shape of a table of sentences, and the two sentences that staff of every subject meet (H7)."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Sentence: TypeAlias = "str | Promise | Callable[[Any], str]"
"""A text, which may hold %(asked)s, %(least)s, %(most)s, %(until)s and %(wait)s; or a function of the rejection."""
Sentences: TypeAlias = Mapping[type[StrEnum], Mapping[str, Sentence]]

NOT_YET: Final[Mapping[str, Sentence]] = {
    "too-recent": _(
        "You were hired, or your roles or access were changed, only days ago: you can decide from "
        "%(until)s on. Nothing has changed."
    ),
    "same-hands": _(
        "The proposer was hired, or had their roles or access changed, only days ago, by you or by a "
        "person who changed yours too: you can decide from %(until)s on, or another person decides now. "
        "Nothing has changed."
    ),
}
"""The reasons why a member may not decide yet: one pair for money, rules, complaints and colleagues."""
