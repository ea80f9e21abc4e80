"""What playing a round again from the stored facts found, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from casino import words
from casino.backoffice import labels
from tables.queries import Replay


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
    """What came out the same."""
    differences: tuple[Difference, ...]


def verdict(replay: Replay) -> Verdict:
    """The verdict of `replay` in words."""
    return Verdict(
        agrees=replay.agrees,
        said=_same(replay),
        differences=tuple(
            Difference(_what(found.what), _said(found.stored), _said(found.again)) for found in replay.findings
        ),
    )


def _same(replay: Replay) -> str:
    compared = {
        "bets": ngettext("%(n)s aposta", "%(n)s apostas", replay.bets) % {"n": words.number(replay.bets)},
        "lines": ngettext("%(n)s linha do livro-razão", "%(n)s linhas do livro-razão", replay.lines)
        % {"n": words.number(replay.lines)},
    }
    if replay.phase == "void":
        return gettext("A raiz publicada e as devoluções são as mesmas: %(bets)s, %(lines)s.") % compared
    return gettext("Saíram as mesmas cartas, os mesmos pagamentos e as mesmas linhas: %(bets)s, %(lines)s.") % compared


def _what(what: str) -> str:
    """A thing's name; what follows it (a number, a chance) stands as it is."""
    for known in sorted(labels.REPLAYED, key=len, reverse=True):
        if known and (what == known or what.startswith(f"{known} ")):
            return f"{labels.REPLAYED[known]}{what.removeprefix(known)}"
    return what


def _said(value: str) -> str:
    return str(labels.REPLAYED.get(value, value))
