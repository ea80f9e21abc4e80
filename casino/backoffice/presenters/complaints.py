"""Complaints as staff's pages show them: names, tones, the round beside the case, a draft of the answer (B-04)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone, translation
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.backoffice import cells
from casino.backoffice.presenters.replay import Verdict, verdict
from casino.backoffice.presenters.rounds import RoundSheet, players_of, sheet
from casino.stories import evidence as wording
from casino.stories import round_story
from casino.wording import complaint_names as names
from kernel.labels import label
from players.accounts import queries as players
from players.complaints.queries.cases import CaseCard, Channel, DecisionCard, EventCard, SubjectKind, What
from tables import queries
from tables.queries import Evidence, RoundCard, evidence_of


@dataclass(frozen=True, slots=True)
class Line:
    """A case with its names; `tone` colours the deadline, which says in words what the colour repeats."""

    card: CaseCard
    category: str
    subject: str
    channel: str
    state: str
    state_tone: str
    outcome: str
    outcome_tone: str
    days_left: str
    tone: str
    relation: str
    """What who complains without an account has to do with the house; empty for a player."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision with its names."""

    card: DecisionCard
    outcome: str
    tone: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in words."""

    card: EventCard
    text: str


@dataclass(frozen=True, slots=True)
class Beside:
    """The round that a case is about: the bets of all players, and the verdict of the replay; null while in play."""

    round: RoundCard
    sheet: RoundSheet
    replay: Verdict | None
    evidence: Evidence | None


def line(card: CaseCard) -> Line:
    """The case with its names."""
    outcome = card.outcome.value if card.outcome else ""
    return Line(
        card,
        capfirst(label(card.category)),
        label(card.subject_kind),
        label(card.channel),
        label(card.state),
        names.STATE_TONES[card.state],
        label(card.outcome) if card.outcome else "",
        names.OUTCOME_TONES.get(outcome, ""),
        names.days_left(card.days_left),
        "bad" if card.is_late else "warn" if card.is_due_soon else "",
        label(card.outsider.relation) if card.outsider else "",
    )


def decision(card: DecisionCard) -> Decision:
    """The decision with its names."""
    return Decision(card, label(card.outcome), names.OUTCOME_TONES[card.outcome])


_TELLING = frozenset({What.ACKNOWLEDGED, What.HOUSE_WROTE, What.DECIDED, What.REOPENED, What.ADR_NAMED})


def waits_for_post(events: Sequence[EventCard]) -> bool:
    """Whether the house said something since the last that was posted."""
    told = next((one.what for one in reversed(events) if one.what in _TELLING or one.what is What.POSTED), None)
    return told in _TELLING


def event(card: EventCard, case: CaseCard) -> Event:
    """The event of the case, in words."""
    day, text = card.facts.get("on"), label(card.what)
    if card.what is What.ACKNOWLEDGED and case.outsider:
        by_post = gettext("number and deadline set, to be sent by post")
        text = by_post if case.goes_by_post else gettext("receipt confirmed by email")
    if "channel" in card.facts:
        text = f"{text}, {label(Channel(card.facts['channel']))}"
    return Event(card, f"{text} ({cells.day(date.fromisoformat(day))})" if day else text)


def beside(case: CaseCard) -> Beside | None:
    """The round that the case hangs on, if it hangs on one."""
    if case.subject_kind is not SubjectKind.ROUND:
        return None
    played = queries.round_of(round_code=case.subject, person_id=None)
    if played is None:
        return None
    facts = evidence_of(round_code=case.subject, person_id=None, now=timezone.now())
    again = verdict(facts.replay) if facts else None
    return Beside(played, sheet(played, players.person_keys(players_of(played))), again, facts)


def draft(case: CaseCard) -> str:
    """A first draft of the reasons, in the player's own language: the story of the round, and the result of the replay.

    Only where the facts speak for themselves; the person who decides reads, changes and answers for every word.
    """
    if case.subject_kind is not SubjectKind.ROUND or case.person_id is None:
        return ""
    own = evidence_of(round_code=case.subject, person_id=case.person_id, now=timezone.now())
    person = players.person(case.person_id)
    if own is None or person is None:
        return ""
    with translation.override(person.language):
        opening = gettext("We have looked again at round %(code)s, with the sealed cards, your bets and the rules.") % {
            "code": case.subject
        }
        return "\n\n".join([opening, *round_story.story(own), wording.verdict(own)["text"]])
