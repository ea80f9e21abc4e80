"""Everything that is due, with its recipient, deadline and handler: one list of the obligations of all apps (H10)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any, Final

from django.urls import reverse
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext

from casino.backoffice.presenters import (
    archives,
    components,
    drills,
    keeping,
    nights,
    openings,
    recurring,
    regulator_line,
    safe_files,
    scheduled,
    silent,
    stamps,
)
from casino.backoffice.presenters.dues import Due, row
from casino.backoffice.presenters.dues import Row as Row
from casino.wording import names, staff_names, words
from kernel.calendar import LISBON
from kernel.labels import label
from players.cashier import queries as cashier
from players.complaints.queries import cases as complaints
from players.complaints.queries.cases import CaseFilter, ComplaintState
from players.inbox.queries import Subject, Thing
from players.inbox.queries import carers as carers_of
from players.privacy import queries as privacy
from players.protection.queries.watch import emails_not_sent, obligations
from players.roles import Action, may
from players.staff import queries as staff
from reporting import queries as reporting
from reporting.queries import extracts as extract_queries
from reporting.queries.safe_files import due_at
from tables import queries as tables

MOST: Final = 100
OPEN: Final = frozenset({ComplaintState.RECEIVED, ComplaintState.IN_HAND})


def _moment(row: Row) -> tuple[bool, datetime]:
    return row.due.due_at is None, row.due.due_at or row.due.since


COLUMNS: Final[dict[str, Callable[[Row], Any]]] = {
    "due": _moment,
    "kind": lambda row: (row.due.what, _moment(row)),
    "whom": lambda row: (row.due.to_whom.casefold(), _moment(row)),
    "since": lambda row: row.due.since,
    "who": lambda row: (row.due.who.casefold(), _moment(row)),
}
"""The columns by which the board can be sorted."""


def board(*, person: object, now: datetime) -> tuple[Row, ...]:
    """The open items that `person` may see: late ones first, then by deadline, then those without one, oldest first."""
    seen = (source for source, actions in SOURCES if any(may(person, action) for action in actions))
    found = [each for source in seen for each in source(now)]
    found = _with_carers(found)
    found.sort(key=lambda due: (due.due_at is None, due.due_at or due.since))
    return tuple(row(due, now) for due in found)


def _with_carers(found: list[Due]) -> list[Due]:
    """Each with who looks after it: whom it was given to, else whom it itself names. One statement."""
    carers = carers_of([due.thing for due in found if due.thing is not None])
    named = {thing: carer.name for thing, carer in carers.items() if carer.name}
    return [replace(due, who=named[due.thing]) if due.thing in named else due for due in found]


def _complaints(now: datetime) -> Iterator[Due]:
    cases = complaints.cases(CaseFilter(states=OPEN), now=now, limit=MOST, sort=complaints.DUE_FIRST)
    words_of = complaints.first_words([case.id for case in cases])
    for case in cases:
        yield Due(
            what=gettext("Answer the complaint"),
            subject=case.number,
            href=reverse("backoffice:complaint", args=[case.number]),
            to_whom=case.nickname,
            since=case.received_at,
            due_at=datetime.combine(case.due_on + timedelta(days=1), time.min, tzinfo=LISBON),
            who=case.handler,
            rule="PT-79",
            thing=Thing(Subject.COMPLAINT, case.number),
            title=_quoted(words_of.get(case.id, "")),
        )


def _quoted(text: str) -> str:
    """The first words of a text, as one line in quotation marks."""
    line = " ".join(text.split())
    return gettext("“%(words)s”") % {"words": Truncator(line).words(12)} if line else ""


def _incident_title(incident: tables.IncidentCard) -> str:
    if incident.facts.get("text"):
        return _quoted(str(incident.facts["text"]))
    kind = capfirst(names.incident_kind(incident.kind))
    return f"{kind}: {incident.table_name}" if incident.table_name else kind


def _obligations(now: datetime) -> Iterator[Due]:
    for obligation in obligations(is_open=True, now=now, limit=MOST):
        pays = obligation.kind == "pay-out"
        yield Due(
            what=capfirst(label(obligation.kind)),
            subject=obligation.nickname,
            href=reverse("backoffice:player", args=[obligation.public_id]),
            to_whom=obligation.nickname if pays else gettext("regulator"),
            since=obligation.created_at,
            due_at=obligation.due_at,
            rule="PT-28" if pays else "PT-29",
            thing=Thing(Subject.OBLIGATION, f"O-{obligation.id}"),
        )


def _emails(now: datetime) -> Iterator[Due]:
    for email in emails_not_sent(now=now, limit=MOST):
        yield Due(
            what=gettext("Speak to the player: the email cannot be sent"),
            subject=email.nickname,
            href=reverse("backoffice:player", args=[email.public_id]),
            to_whom=email.nickname,
            since=email.written_at,
            due_at=None,
            thing=Thing(Subject.PLAYER, str(email.public_id)),
        )


def _emails_to_outsiders(now: datetime) -> Iterator[Due]:
    for number, name, since in complaints.emails_not_sent(now=now, limit=MOST):
        yield Due(
            what=gettext("Reach the complainant: the email cannot be sent"),
            subject=number,
            href=reverse("backoffice:complaint", args=[number]),
            to_whom=name,
            since=since,
            due_at=None,
        )


def _incidents(now: datetime) -> Iterator[Due]:
    """Of each open incident the word to the regulator, and its note, cause and remedy."""
    for incident in tables.incidents(is_open=True, limit=MOST):
        of_it = partial(
            Due,
            subject=f"{names.incident_kind(incident.kind)} I-{incident.id}",
            href=reverse("backoffice:incident", args=[incident.id]),
            since=incident.opened_at,
            who=incident.owner,
            thing=Thing(Subject.INCIDENT, f"I-{incident.id}"),
            title=_incident_title(incident),
        )
        if incident.told_at is None and incident.tell_by is not None:
            yield of_it(
                what=gettext("Tell the regulator of the incident"),
                to_whom=gettext("regulator"),
                due_at=incident.tell_by,
                rule=incident.rule,
            )
        yield of_it(
            what=gettext("Establish the cause and the remedy"), to_whom="", due_at=incident.learn_by, rule="PT-R18"
        )


def _unfinished(now: datetime) -> Iterator[Due]:
    for played in tables.unfinished_rounds(now=now, limit=MOST):
        yield Due(
            what=gettext("Finish or void the round"),
            subject=played.code,
            href=reverse("backoffice:round", args=[played.code]),
            to_whom=gettext("players"),
            since=played.opened_at,
            due_at=played.due_at,
            rule="PT-42",
            thing=Thing(Subject.ROUND, played.code),
        )


def _configurations(now: datetime) -> Iterator[Due]:
    for card in tables.waiting_configurations():
        yield Due(
            what=gettext("Decide on the proposal for rules"),
            subject=f"{card.table_name} v{card.number}",
            player_edges=card.player_edges,
            href=reverse("backoffice:configuration", args=[card.table_code, card.number]),
            to_whom=card.submitted_by,
            since=card.submitted_at or card.drafted_at,
            due_at=None,
            rule="PT-49",
            thing=Thing(Subject.RULES, f"{card.table_code}/v{card.number}"),
            authors=card.authors,
        )
    for card in tables.starting_configurations():
        yield Due(
            what=gettext("Rules come into force; they may be revoked until then"),
            subject=f"{card.table_name} v{card.number}",
            player_edges=card.player_edges,
            href=reverse("backoffice:configuration", args=[card.table_code, card.number]),
            to_whom=gettext("players"),
            since=card.decided_at or card.drafted_at,
            due_at=card.starts_at,
            who=card.decided_by,
            rule="PT-49",
        )


def _voids(now: datetime) -> Iterator[Due]:
    for card in tables.waiting_voids():
        yield Due(
            what=gettext("Decide whether the round is void"),
            subject=card.round_code,
            href=reverse("backoffice:proposed_void", args=[card.table_code]),
            to_whom=gettext("players"),
            since=card.proposed_at,
            due_at=None,
            proposed_by=card.proposed_by,
            rule="R29",
            thing=Thing(Subject.ROUND, card.round_code),
            authors=(card.proposed_by_id,),
        )


def _withdrawals(now: datetime) -> Iterator[Due]:
    for card in cashier.withdrawals(state="held", limit=MOST):
        href = reverse("backoffice:withdrawal", args=[card.key])
        what = gettext("Approve the withdrawal")
        yield replace(
            _money(card, what=what, href=href, since=card.requested_at, by=card.first_by, rule="PT-13"),
            thing=Thing(Subject.WITHDRAWAL, str(card.key)),
            authors=(card.first_by_id,),
        )


def _adjustments(now: datetime) -> Iterator[Due]:
    for card in cashier.adjustments(state="proposed", limit=MOST):
        href = reverse("backoffice:adjustment", args=[card.id])
        what = gettext("Approve the adjustment")
        yield replace(
            _money(card, what=what, href=href, since=card.proposed_at, by=card.proposed_by, rule="D6"),
            thing=Thing(Subject.ADJUSTMENT, f"A-{card.id}"),
            authors=(card.proposed_by_id,),
        )


def _money(
    card: cashier.WithdrawalCard | cashier.AdjustmentCard, *, what: str, href: str, since: datetime, by: str, rule: str
) -> Due:
    """A movement of a player's money that a second person decides."""
    return Due(
        what=what,
        subject=words.money(card.amount, "EUR"),
        href=href,
        to_whom=card.nickname,
        since=since,
        due_at=None,
        proposed_by=by,
        rule=rule,
    )


def _staff_proposals(now: datetime) -> Iterator[Due]:
    for card in staff.staff_proposals(waiting=True, limit=MOST):
        yield Due(
            what=gettext("Decide the proposal about staff"),
            subject=f"{staff_names.ACTS[card.act]}: {card.about}",
            href=reverse("backoffice:staff_proposal", args=[card.id]),
            to_whom=card.about,
            since=card.proposed_at,
            due_at=None,
            proposed_by=card.proposed_by,
            rule="H7",
            thing=Thing(Subject.STAFF_PROPOSAL, f"P-{card.id}"),
            authors=(card.proposed_by_id,),
        )


def _extracts(now: datetime) -> Iterator[Due]:
    for card in extract_queries.extracts(waiting=True, limit=MOST):
        yield Due(
            what=gettext("Decide the extract"),
            subject=f"X-{card.id}",
            href=reverse("backoffice:extract", args=[card.id]),
            to_whom=gettext("house"),
            since=card.proposed_at,
            due_at=None,
            proposed_by=card.proposed_by,
            rule="PT-73",
            thing=Thing(Subject.EXTRACT, f"X-{card.id}"),
            authors=(card.proposed_by_id,),
            title=card.title,
        )


def _staff_unknown(now: datetime) -> Iterator[Due]:
    for member in staff.staff_members():
        if member.active and not member.nif:
            yield Due(
                what=gettext("Give the name and taxpayer number of a member of staff"),
                subject=member.name,
                href=reverse("backoffice:member", args=[member.public_id]),
                to_whom=member.name,
                since=member.joined_at,
                due_at=None,
                rule="PT-16",
                thing=Thing(Subject.STAFF, str(member.public_id)),
            )


def _reports(now: datetime) -> Iterator[Due]:
    for day in reporting.days_due(now=now, settled_for=timedelta(0)):
        over = datetime.combine(day + timedelta(days=1), time.min, tzinfo=LISBON)
        yield Due(
            what=gettext("Make the day’s report"),
            subject=f"{day:%d/%m/%Y}",
            href=reverse("backoffice:reports"),
            to_whom=gettext("regulator"),
            since=over,
            due_at=due_at(day),
            rule="PT-61",
            impersonal=True,
            thing=Thing(Subject.REPORT, day.isoformat()),
        )


def _data_requests(now: datetime) -> Iterator[Due]:
    for asked in privacy.open_rectifications(limit=MOST):
        yield Due(
            what=gettext("Answer the request to correct data"),
            subject=asked.nickname,
            href=reverse("backoffice:data_requests"),
            to_whom=asked.nickname,
            since=asked.asked_at,
            due_at=asked.due_at,
            rule="GDPR 12",
        )


SOURCES: Final[tuple[tuple[Callable[[datetime], Iterator[Due]], tuple[Action, ...]], ...]] = (
    (_complaints, (Action.SEE_COMPLAINTS,)),
    (_obligations, (Action.EXCLUDE_PLAYER, Action.SEE_AUDIT)),
    (_emails, (Action.SEE_PLAYERS,)),
    (_emails_to_outsiders, (Action.SEE_COMPLAINTS,)),
    (_incidents, (Action.SEE_INCIDENTS,)),
    (_unfinished, (Action.SEE_ROUNDS,)),
    (_configurations, (Action.SEE_CONFIGURATIONS,)),
    (_voids, (Action.SEE_ROUNDS,)),
    (_withdrawals, (Action.SEE_MONEY,)),
    (_adjustments, (Action.SEE_MONEY,)),
    (_staff_proposals, (Action.SEE_STAFF,)),
    (_staff_unknown, (Action.SEE_STAFF,)),
    (_reports, (Action.SEE_REPORTS,)),
    (safe_files.days, (Action.SEE_REPORTS,)),
    (safe_files.again, (Action.SEE_REPORTS,)),
    (safe_files.certificates, (Action.SEE_REPORTS,)),
    (stamps.days, (Action.SEE_REPORTS,)),
    (nights.findings, (Action.SEE_REPORTS,)),
    (components.reviews, (Action.DO_DUTIES, Action.SEE_AUDIT)),
    (nights.software, (Action.SEE_REPORTS,)),
    (safe_files.corrections, (Action.REOPEN_PLAY,)),
    (regulator_line.dues, (Action.SEE_FLOOR,)),
    (openings.line, (Action.SEE_FLOOR,)),
    (openings.drift, (Action.SEE_FLOOR,)),
    (openings.books, (Action.REOPEN_PLAY,)),
    (openings.faulty_days, (Action.REOPEN_PLAY,)),
    (_extracts, (Action.SEE_REPORTS,)),
    (scheduled.turns, (Action.EXPORT_REPORTS,)),
    (keeping.proposals, (Action.SEE_AUDIT,)),
    (keeping.past_terms, (Action.SEE_AUDIT,)),
    (archives.reports, (Action.SEE_AUDIT,)),
    (archives.days, (Action.SEE_AUDIT,)),
    (silent.adapters, (Action.SEE_PLAYERS,)),
    (silent.comparison, (Action.SEE_ROUNDS,)),
    (_data_requests, (Action.SEE_PLAYERS,)),
    (recurring.turns, (Action.DO_DUTIES, Action.SEE_AUDIT)),
    (drills.weekly, (Action.DO_DUTIES, Action.SEE_AUDIT)),
)
"""Each kind of open item, with the actions that allow a person to see it."""
