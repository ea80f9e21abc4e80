"""The result of replaying a round from the stored facts, in words."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext

from baccarat.proof import Verdict as Proofs
from casino.backoffice import labels
from casino.wording import names, words
from tables.queries import Replay

_LONGEST_FIRST: Final = sorted((start for start in labels.REPLAYED if start), key=len, reverse=True)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that did not come out as it is stored; figures in cents, as the records have them."""

    what: str
    stored: str
    again: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """Same, or the differences."""

    agrees: bool
    said: str
    """The sentence that says what came out the same."""
    differences: tuple[Difference, ...]
    proofs: Proofs
    """The verdict of the proofs of single cards."""


def verdict(replay: Replay) -> Verdict:
    """The verdict of `replay` in words."""
    return Verdict(
        agrees=replay.agrees,
        said=_same(replay),
        differences=tuple(
            Difference(_what(found.what), _said(found.stored), _said(found.again)) for found in replay.findings
        ),
        proofs=replay.proofs,
    )


def _same(replay: Replay) -> str:
    compared = {
        "bets": ngettext("%(n)s bet", "%(n)s bets", replay.bets) % {"n": words.number(replay.bets)},
        "lines": ngettext("%(n)s ledger line", "%(n)s ledger lines", replay.lines) % {"n": words.number(replay.lines)},
    }
    if replay.phase == "void" and replay.proofs is Proofs.PAPER:
        return gettext("The cards that were read and the stakes returned are the same: %(bets)s, %(lines)s.") % compared
    if replay.phase == "void":
        return gettext("The published root and the stakes returned are the same: %(bets)s, %(lines)s.") % compared
    return gettext("The same cards, the same payments and the same lines came out: %(bets)s, %(lines)s.") % compared


def _what(what: str) -> str:
    """A thing's name: the fixed words in words, a number as it is, a chance by its name."""
    thing, _, chance = what.partition(" on ")
    known = next((start for start in _LONGEST_FIRST if thing == start or thing.startswith(f"{start} ")), thing)
    name = f"{labels.REPLAYED.get(known, known)}{thing.removeprefix(known)}"
    return f"{name} · {names.chance(chance)}" if chance else name


def _said(value: str) -> str:
    return str(labels.REPLAYED.get(value, value))
