"""Complaints as staff's pages show them: names, tones, the round beside the case, its facts, cases alike (B-04)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils import timezone, translation
from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.backoffice import cells
from casino.backoffice.presenters.replay import Verdict, verdict
from casino.backoffice.presenters.rounds import RoundSheet, players_of, sheet
from casino.stories import case_facts
from casino.stories.case_facts import CaseFacts, facts_of
from casino.stories.payment_facts import Payment, payment_of
from casino.wording import complaint_names as names
from kernel.calendar import lisbon_date
from kernel.labels import label
from players.accounts import queries as players
from players.complaints.queries.cases import (
    CaseCard,
    CaseFilter,
    CaseMark,
    Channel,
    DecisionCard,
    EventCard,
    SubjectKind,
    What,
    marks_of_cases,
)
from tables import queries
from tables.queries import Evidence, RoundCard, SlipFact, evidence_of


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
    if card.what is What.SHEET_CORRECTED:
        corrected = gettext("corrected the number of the sheet: %(after)s instead of %(before)s")
        text = (corrected if card.facts["before"] else gettext("gave the number of the sheet: %(after)s")) % card.facts
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


@dataclass(frozen=True, slots=True)
class Known:
    """The numbered facts of a case: in the reader's language for the page, in the complainant's for the answer."""

    here: CaseFacts
    theirs: CaseFacts
    language: str
    payment: Payment | None = None
    """The deposit or withdrawal that the case is about, if it is about one."""


def known(case: CaseCard) -> Known:
    """The facts that a case has: of the player's own round or payment that it is about; else those of the case."""
    person = players.person(case.person_id) if case.person_id is not None else None
    own = None
    if person is not None and case.subject_kind is SubjectKind.ROUND:
        own = evidence_of(round_code=case.subject, person_id=case.person_id, now=timezone.now())
    language = person.language if person is not None else case.outsider.language if case.outsider else "pt"
    paid = payment_of(case)
    here = theirs = facts_of(case, own, nickname=case.nickname, payment=paid)
    if language != translation.get_language():
        with translation.override(language):
            theirs = facts_of(case, own, nickname=case.nickname, payment=paid)
    return Known(here, theirs, language, paid)


@dataclass(frozen=True, slots=True)
class Similar:
    """Another case about the same kind of fact: what the fact was there, and what came of the case."""

    number: str
    what: str
    outcome: str
    tone: str


SIMILAR_DAYS = 365
SIMILAR_MOST = 5
SIMILAR_AMONG = 200


def similar(case: CaseCard) -> tuple[Similar, ...]:
    """The latest cases of a year about the same subject and the same kind of fact, those with an outcome first.

    The kind of fact is what became of the player's slip in the round that a case is about; cases about no round are
    alike if they are about the same kind of thing.
    """
    now = timezone.now()
    since = lisbon_date(now - timedelta(days=SIMILAR_DAYS))
    asked = CaseFilter(category=case.category, subject_kind=case.subject_kind, since=since)
    others = [one for one in marks_of_cases(asked, now=now, limit=SIMILAR_AMONG) if one.id != case.id]
    every: tuple[CaseCard | CaseMark, ...] = (case, *others)
    kinds = queries.slip_facts([pair for one in every if (pair := _played(one)) is not None])
    mine = _kind(case, kinds)
    same = [one for one in others if _code(_kind(one, kinds)) == _code(mine)]
    same.sort(key=lambda one: one.outcome is None)
    return tuple(_similar(one, _kind(one, kinds)) for one in same[:SIMILAR_MOST])


def _played(case: CaseCard | CaseMark) -> tuple[str, int] | None:
    """The round that a case is about, and its player."""
    if case.subject_kind is not SubjectKind.ROUND or case.person_id is None:
        return None
    return case.subject, case.person_id


def _kind(case: CaseCard | CaseMark, kinds: Mapping[tuple[str, int], SlipFact]) -> SlipFact | None:
    pair = _played(case)
    return kinds.get(pair) if pair is not None else None


def _code(fact: SlipFact | None) -> str:
    return fact.code if fact is not None else ""


def _similar(case: CaseMark, fact: SlipFact | None) -> Similar:
    outcome = case.outcome.value if case.outcome else ""
    what = case_facts.kind_of(fact) if fact else label(case.category)
    return Similar(
        case.number,
        what,
        label(case.outcome) if case.outcome else label(case.state),
        names.OUTCOME_TONES.get(outcome, names.STATE_TONES[case.state]),
    )
