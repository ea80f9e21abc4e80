"""The conformance matrix as staff read it: each rule in the reader's language with its state, and the counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple, Self

from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, gettext_lazy, pgettext_lazy

from casino.access.matrix import ADDRESSES
from casino.conformance import faults, matrix, proofs, rules
from casino.conformance.faults import Fault
from casino.conformance.proofs import Proof
from casino.conformance.rules import Part, Rule, State
from players.roles import Action

STATES: Final[dict[State, "str | Promise"]] = {
    State.MET: pgettext_lazy("rule", "met"),
    State.PARTLY: pgettext_lazy("rule", "partly met"),
    State.MISSING: pgettext_lazy("rule", "missing"),
    State.NOT_OURS: pgettext_lazy("rule", "not ours"),
}
TONES: Final = {State.MET: "good", State.PARTLY: "warn", State.MISSING: "bad", State.NOT_OURS: ""}
MEANINGS: Final[dict[State, "str | Promise"]] = {
    State.MET: gettext_lazy("Code keeps it, and tests prove it."),
    State.PARTLY: gettext_lazy("A part is kept and proven; the missing part is named."),
    State.MISSING: gettext_lazy("Nothing here keeps it yet."),
    State.NOT_OURS: gettext_lazy("It is not for this program, for the reason that is said."),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One rule; `screens` are names with their address, empty where it needs an argument or is not the reader's."""

    rule: Rule
    state: State
    asks: str
    lacks: str
    not_ours: str
    proofs: tuple[Proof, ...]
    faults: tuple[Fault, ...]
    screens: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, rule: Rule, acts: frozenset[Action]) -> Self:
        """The line of this rule in the reader's language, for a reader who may do these `acts`."""
        asks, lacks, not_ours = (gettext(text) if text else "" for text in (rule.asks, rule.lacks, rule.not_ours))
        proven, planted = proofs.shipped().get(rule.id, ()), faults.shipped().get(rule.id, ())
        screens = tuple(_screen(name, acts) for name in rule.screens)
        return cls(rule, rule.state, asks, lacks, not_ours, proven, planted, screens)

    def has(self, text: str) -> bool:
        """Whether the text stands in anything that is said of the rule."""
        said = (
            *(self.rule.id, self.asks, self.lacks, self.not_ours),
            *(text for proof in self.proofs for text in (proof.asserts, proof.test)),
            *(fault.what for fault in self.faults),
            *(*self.rule.code, *self.rule.screens, *self.rule.reports),
        )
        return text.casefold() in "\n".join(said).casefold()


class Section(NamedTuple):
    """The lines of one source that are shown."""

    source: str
    title: str
    lines: tuple[Line, ...]


class Stretch(NamedTuple):
    """A piece of a bar, in hundredths of it; places are text, since a page's language puts commas."""

    state: str
    x: str
    width: str


class Count(NamedTuple):
    """How many rules of a source are in each state; `source` is empty for all of them."""

    source: str
    title: str
    states: dict[State, int]

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.states.values())

    @property
    def bar(self) -> tuple[Stretch, ...]:
        """The states as parts of one bar."""
        found, x = [], 0.0
        for state, count in self.states.items():
            width = 100 * count / self.total
            found.append(Stretch(state.value, f"{x:.2f}", f"{width:.2f}"))
            x += width
        return tuple(found)

    @property
    def words(self) -> str:
        """The bar for those who do not see it."""
        return ", ".join(f"{STATES[state]} {count}" for state, count in self.states.items())


def sections(*, acts: frozenset[Action], state: str = "", source: str = "", text: str = "") -> tuple[Section, ...]:
    """The rules in this state, of this source, in which this text stands; a filter that is empty leaves none out.

    `acts` are what the reader may do: screens lead where they may go.
    """
    wanted = (part for part in rules.parts() if source in {"", part.source})
    found = (_section(part, acts, state=state, text=text) for part in wanted)
    return tuple(section for section in found if section.lines)


def counts() -> tuple[Count, ...]:
    """The states of each source, and of all of them at last."""
    each = tuple(Count(part.source, gettext(part.title), matrix.counts(part.rules)) for part in rules.parts())
    return (*each, Count("", gettext("All the rules"), matrix.counts(rules.rules())))


def planted() -> tuple[int, int]:
    """How many planted faults were caught, and how many were tried."""
    tried = [fault for found in faults.shipped().values() for fault in found]
    return sum(fault.caught for fault in tried), len(tried)


def _section(part: Part, acts: frozenset[Action], *, state: str, text: str) -> Section:
    language = get_language()
    wanted = (_line(rule, language, acts) for rule in part.rules if state in {"", rule.state.value})
    return Section(part.source, gettext(part.title), tuple(_with(wanted, text)))


@cache
def _line(rule: Rule, language: str | None, acts: frozenset[Action]) -> Line:
    """The line in the language that is active, made once for all who may do the same."""
    return Line.of(rule, acts)


def _with(lines: Iterable[Line], text: str) -> Iterable[Line]:
    return (line for line in lines if not text or line.has(text))


def _screen(name: str, acts: frozenset[Action]) -> tuple[str, str]:
    action = ADDRESSES[name].action
    if action is not None and action not in acts:
        return name, ""
    try:
        return name, reverse(name)
    except NoReverseMatch:
        return name, ""
