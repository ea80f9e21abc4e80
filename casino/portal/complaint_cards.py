"""Complaints as the player's pages show them: names, tones, and the way that a case goes."""

from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext

from casino.portal.complaint_forms import Hook
from casino.wording import complaint_names as names
from kernel.labels import label
from players.complaints.queries.cases import CaseCard, Channel, DecisionCard, SubjectKind


@dataclass(frozen=True, slots=True)
class Line:
    """A case with its names."""

    card: CaseCard
    category: str
    channel: str
    """The way by which it came; empty for what was sent here."""
    state: str
    state_tone: str
    outcome: str
    outcome_tone: str
    days_left: str


@dataclass(frozen=True, slots=True)
class Decision:
    """An answer that stands."""

    card: DecisionCard
    outcome: str
    tone: str


@dataclass(frozen=True, slots=True)
class Step:
    """One station of a case's way."""

    name: str
    reached: bool
    current: bool


def line(card: CaseCard) -> Line:
    """The case with its names."""
    outcome = card.outcome.value if card.outcome else ""
    return Line(
        card,
        capfirst(label(card.category)),
        "" if card.channel is Channel.PORTAL else label(card.channel),
        label(card.state),
        names.STATE_TONES[card.state],
        label(card.outcome) if card.outcome else "",
        names.OUTCOME_TONES.get(outcome, ""),
        names.days_left(card.days_left),
    )


def decision(card: DecisionCard) -> Decision:
    """The answer with its names."""
    return Decision(card, label(card.outcome), names.OUTCOME_TONES[card.outcome])


def steps(card: CaseCard) -> tuple[Step, ...]:
    """The four stations, up to where the case is."""
    stations = (
        pgettext("complaint", "Received"),
        gettext("Under review"),
        pgettext("complaint", "Answered"),
        pgettext("complaint", "Closed"),
    )
    at = ("received", "in-hand", "answered", "closed").index(card.state)
    return tuple(Step(name, place <= at, place == at) for place, name in enumerate(stations))


def likely_category(hook: Hook) -> str:
    """The usual subject of a complaint that comes from there."""
    return {SubjectKind.PAYMENT: "money", SubjectKind.TABLE: "technical", SubjectKind.NONE: "other"}.get(
        hook.subject.kind, "round"
    )
