"""Open items that wait for staff, kind by kind: complaints, obligations, incidents, proposals and what players asked.

Each function is a source of `sources.SOURCES`.
"""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from functools import partial
from typing import Final

from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext

from casino.backoffice.presenters.dues import Due
from casino.backoffice.presenters.inbox_kinds import page_of
from casino.web.addresses import address
from casino.wording import names, staff_names, words
from kernel.calendar import LISBON, end_of_day, lisbon_date
from kernel.labels import label, label_of
from players.cashier import waiting_queries
from players.complaints.queries import cases, open_cases
from players.complaints.queries.cases import ComplaintState
from players.inbox.queries import Subject, Thing
from players.privacy import queries as privacy
from players.privacy.queries import Correctable
from players.protection.queries import watch
from players.roles import Action
from players.staff import queries as staff
from reporting import queries as reporting
from reporting.queries import extracts as extract_queries
from reporting.queries.safe_files import due_at
from tables import queries as tables

MOST: Final = 100
OPEN: Final = frozenset({ComplaintState.RECEIVED, ComplaintState.IN_HAND})


def complaints(now: datetime) -> Iterator[Due]:
    """The complaints that are open."""
    answer, decide = gettext("Answer the complaint"), gettext("Decide the payment that is proposed")
    for case in open_cases.open_cases():
        yield Due(
            what=decide if case.proposed_by else answer,
            subject=case.number,
            href=address("backoffice:complaint", case.number),
            to_whom=case.nickname,
            since=case.received_at,
            due_at=end_of_day(case.due_on) - timedelta(seconds=1),
            who=case.handler,
            proposed_by=case.proposed_by,
            rule="PT-79",
            thing=Thing(Subject.COMPLAINT, case.number),
            authors=(case.proposed_by_id,) if case.proposed_by else (),
            needs=Action.APPROVE_AWARD if case.proposed_by else None,
            title=_quoted(case.text),
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


def obligations(now: datetime) -> Iterator[Due]:
    """What the house owes by a deadline."""
    regulator = gettext("regulator")
    for obligation in watch.open_obligations():
        pays, thing = obligation.kind == "pay-out", Thing(Subject.OBLIGATION, f"O-{obligation.id}")
        yield Due(
            what=capfirst(label(obligation.kind)),
            subject=obligation.nickname,
            href=page_of(thing),
            to_whom=obligation.nickname if pays else regulator,
            since=obligation.created_at,
            due_at=obligation.due_at,
            rule="PT-28" if pays else "PT-29",
            thing=thing,
        )


def emails(now: datetime) -> Iterator[Due]:
    """E-mails to players that cannot be sent."""
    what = gettext("Speak to the player: the email cannot be sent")
    for email in watch.emails_not_sent(now=now, limit=MOST):
        yield Due(
            what=what,
            subject=email.nickname,
            href=address("backoffice:player", email.public_id),
            to_whom=email.nickname,
            since=email.written_at,
            due_at=None,
            thing=Thing(Subject.PLAYER, str(email.public_id)),
        )


def emails_to_outsiders(now: datetime) -> Iterator[Due]:
    """E-mails to people without an account that cannot be sent."""
    what = gettext("Reach the complainant: the email cannot be sent")
    for number, name, since in cases.emails_not_sent(now=now, limit=MOST):
        yield Due(
            what=what,
            subject=number,
            href=address("backoffice:complaint", number),
            to_whom=name,
            since=since,
            due_at=None,
        )


def incidents(now: datetime) -> Iterator[Due]:
    """Of each open incident the word to the regulator, and its note, cause and remedy, or the decision to close it."""
    regulator = gettext("regulator")
    tell = gettext("Tell the regulator of the incident")
    learn = gettext("Establish the cause and the remedy")
    close = gettext("Decide whether the incident is closed")
    ended = gettext("To close: %(incident)s")
    for incident in tables.open_incidents():
        title = _incident_title(incident)
        of_it = partial(
            Due,
            subject=f"I-{incident.id} · {title}",
            href=address("backoffice:incident", incident.id),
            since=incident.opened_at,
            who=incident.owner,
            thing=Thing(Subject.INCIDENT, f"I-{incident.id}"),
            title=title,
        )
        if incident.told_at is None and incident.tell_by is not None:
            yield of_it(
                what=tell,
                to_whom=regulator,
                due_at=incident.tell_by,
                rule=incident.rule,
            )
        if incident.proposed_by_id is None:
            yield of_it(what=learn, to_whom="", due_at=incident.learn_by, rule="PT-R18")
            continue
        yield of_it(
            what=close,
            to_whom="",
            due_at=incident.learn_by,
            rule="PT-R18",
            proposed_by=incident.proposed_by,
            authors=(incident.proposed_by_id,),
            title=ended % {"incident": title},
        )


def unfinished(now: datetime) -> Iterator[Due]:
    """The rounds that hang."""
    what = gettext("Finish or void the round")
    players = gettext("players")
    for played in tables.unfinished_rounds(now=now):
        yield Due(
            what=what,
            subject=played.code,
            href=address("backoffice:round", played.code),
            to_whom=players,
            since=played.opened_at,
            due_at=played.due_at,
            rule="PT-42",
            thing=Thing(Subject.ROUND, played.code),
        )


def configurations(now: datetime) -> Iterator[Due]:
    """The rules that wait for a decision, and those that wait for their start."""
    for card in tables.waiting_configurations():
        yield Due(
            what=gettext("Decide on the proposal for rules"),
            subject=f"{card.table_name} · v{card.number}",
            player_edges=card.player_edges,
            href=address("backoffice:configuration", card.table_code, card.number),
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
            subject=f"{card.table_name} · v{card.number}",
            player_edges=card.player_edges,
            href=address("backoffice:configuration", card.table_code, card.number),
            to_whom=gettext("players"),
            since=card.decided_at or card.drafted_at,
            due_at=card.starts_at,
            who=card.decided_by,
            rule="PT-49",
        )


def voids(now: datetime) -> Iterator[Due]:
    """The voids that wait for a second person, today still: the table stands, and stakes lie on it."""
    what = gettext("Decide whether the round is void")
    players = gettext("players")
    for card in tables.waiting_voids():
        yield Due(
            what=what,
            subject=card.round_code,
            href=address("backoffice:proposed_void", card.table_code),
            to_whom=players,
            since=card.proposed_at,
            due_at=end_of_day(lisbon_date(card.proposed_at)),
            proposed_by=card.proposed_by,
            rule="R29",
            thing=Thing(Subject.ROUND, card.round_code),
            authors=(card.proposed_by_id,),
        )


def withdrawals(now: datetime) -> Iterator[Due]:
    """The withdrawals that wait for staff."""
    what = gettext("Approve the withdrawal")
    for card in waiting_queries.held_withdrawals():
        href, thing = address("backoffice:withdrawal", card.key), Thing(Subject.WITHDRAWAL, str(card.key))
        yield _money(card, what=what, href=href, thing=thing, rule="PT-13")


def adjustments(now: datetime) -> Iterator[Due]:
    """The corrections of balances that wait for a second person."""
    what = gettext("Approve the adjustment")
    for card in waiting_queries.proposed_adjustments():
        href, thing = address("backoffice:adjustment", card.id), Thing(Subject.ADJUSTMENT, f"A-{card.id}")
        yield _money(card, what=what, href=href, thing=thing, rule="D6")


def _money(
    card: waiting_queries.HeldWithdrawal | waiting_queries.ProposedAdjustment,
    *,
    what: str,
    href: str,
    thing: Thing,
    rule: str,
) -> Due:
    """A movement of a player's money that a second person decides."""
    return Due(
        what=what,
        subject=words.money(card.amount, "EUR"),
        href=href,
        to_whom=card.nickname,
        since=card.since,
        due_at=None,
        proposed_by=card.by,
        rule=rule,
        thing=thing,
        authors=(card.by_id,),
    )


def staff_proposals(now: datetime) -> Iterator[Due]:
    """The proposals about staff that wait for a second person."""
    what = gettext("Decide the proposal about staff")
    for card in staff.waiting_proposals():
        yield Due(
            what=what,
            subject=f"{staff_names.ACTS[card.act]}: {card.about}",
            href=address("backoffice:staff_proposal", card.id),
            to_whom=card.about,
            since=card.proposed_at,
            due_at=None,
            proposed_by=card.proposed_by,
            rule="H7",
            thing=Thing(Subject.STAFF_PROPOSAL, f"P-{card.id}"),
            authors=(card.proposed_by_id,),
        )


def extracts(now: datetime) -> Iterator[Due]:
    """The extracts that wait for a second person."""
    what = gettext("Decide the extract")
    house = gettext("house")
    for card in extract_queries.waiting_extracts():
        yield Due(
            what=what,
            subject=f"X-{card.id}",
            href=address("backoffice:extract", card.id),
            to_whom=house,
            since=card.proposed_at,
            due_at=None,
            proposed_by=card.proposed_by,
            rule="PT-73",
            thing=Thing(Subject.EXTRACT, f"X-{card.id}"),
            authors=(card.proposed_by_id,),
            title=card.title,
        )


def unnamed_staff(now: datetime) -> Iterator[Due]:
    """The members of staff without a legal name."""
    what = gettext("Give the name and taxpayer number of a member of staff")
    for member in staff.unnamed_members():
        yield Due(
            what=what,
            subject=member.name,
            href=address("backoffice:member", member.public_id),
            to_whom=member.name,
            since=member.joined_at,
            due_at=None,
            rule="PT-16",
            thing=Thing(Subject.STAFF, str(member.public_id)),
        )


def reports(now: datetime) -> Iterator[Due]:
    """The days without a report."""
    what = gettext("Make the day’s report")
    regulator = gettext("regulator")
    for day in reporting.days_due(now=now, settled_for=timedelta(0)):
        over = datetime.combine(day + timedelta(days=1), time.min, tzinfo=LISBON)
        yield Due(
            what=what,
            subject=f"{day:%d/%m/%Y}",
            href=address("backoffice:reports"),
            to_whom=regulator,
            since=over,
            due_at=due_at(day),
            rule="PT-61",
            impersonal=True,
            thing=Thing(Subject.REPORT, day.isoformat()),
        )


def data_requests(now: datetime) -> Iterator[Due]:
    """The requests to correct data, as the board shows them."""
    what = gettext("Answer the request to correct data")
    for asked in privacy.open_rectifications():
        yield Due(
            what=what,
            subject=asked.nickname,
            href=page_of(Thing(Subject.CORRECTION, f"C-{asked.id}")),
            to_whom=asked.nickname,
            since=asked.asked_at,
            due_at=asked.due_at,
            rule="GDPR 12",
        )


def signals(now: datetime) -> Iterator[Due]:
    """The signals that are open."""
    what = gettext("Look at the signal")
    titled = gettext("Signal: %(kind)s")
    for signal in watch.open_signals():
        thing = Thing(Subject.SIGNAL, f"S-{signal.id}")
        yield Due(
            what=what,
            title=titled % {"kind": label(signal.kind)},
            subject="",
            href=page_of(thing),
            to_whom=signal.nickname,
            since=signal.raised_at,
            due_at=None,
            rule="MT-05",
            thing=thing,
        )


def corrections(now: datetime) -> Iterator[Due]:
    """The requests to correct data, as the inbox shows them."""
    what = gettext("Decide the request to correct data")
    for asked in privacy.open_rectifications():
        thing = Thing(Subject.CORRECTION, f"C-{asked.id}")
        yield Due(
            what=what,
            subject=label_of(asked.field, Correctable),
            href=page_of(thing),
            to_whom=asked.nickname,
            since=asked.asked_at,
            due_at=asked.due_at,
            rule="GDPR",
            thing=thing,
        )
