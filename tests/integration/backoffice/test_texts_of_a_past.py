"""What people write in a written past names the facts that it is about: its moments, amounts, tables and rounds."""

import re
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Final

import pytest
from django.conf import settings
from django.utils import timezone, translation

from casino.backoffice.presenters.complaints import known
from casino.wording import words
from kernel.calendar import lisbon_date
from kernel.periods import midnight
from players.complaints.queries import cases
from players.models import (
    Adjustment,
    Complaint,
    ComplaintDecision,
    ComplaintMessage,
    Deposit,
    Event,
    Limit,
    PlayerNote,
    RectificationRequest,
    Signal,
    SignalStep,
    Withdrawal,
)
from players.protection.harm import signs_of
from reporting.models import Extract
from tables.models import Bet, Configuration, Incident, Round, Slip, Table, VoidProposal
from tables.operations.watching import facts_of
from tests.histories import seed_history

pytestmark = pytest.mark.django_db
MONTHS: Final = "jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez"
DAY: Final = re.compile(
    rf"\b\d{{1,2}}[/.]\d\d[/.]\d{{4}}\b|\b\d{{4}}-\d\d-\d\d\b|\b\d{{1,2}} (?:de )?(?:{MONTHS})\w*\b"
)
AMOUNT: Final = re.compile("\\d[\\d\N{NO-BREAK SPACE}]*,\\d\\d\N{NO-BREAK SPACE}€")
CODE: Final = re.compile(r"\b[a-z0-9-]+-\d{8}-\d{4,}\b")
PAYMENT: Final = re.compile(r"\b[DL]-[0-9a-f]{8}\b")
YEAR: Final = re.compile(r"\b20\d\d\b")
HOUR: Final = re.compile(r"\b\d{1,2}:\d{2}\b|\bàs \d{1,2} horas\b|\bnove e meia\b")
OF_PAPER: Final = re.compile(r"\bleitor\b|\bleitura|\bcâmara\b|\bcabo\b", re.IGNORECASE)
"""What only a table that a croupier deals with paper cards has."""


def test_texts_of_a_past_name_the_facts_that_they_are_about() -> None:
    seed_history(days=12, rounds=1_200, players=40, no_proof=True, verbosity=0, stdout=StringIO())
    complaints = list(Complaint.objects.order_by("pk"))
    with translation.override("pt"):
        wrong = [
            *(said for each in complaints for said in _wrong_in(each)),
            *_wrong_adjustments(),
            *_wrong_on_the_floor(),
            *_wrong_in_protection(),
            *_wrong_in_the_office(),
        ]
    assert wrong == [], "\n".join(wrong)
    about = {each.subject_kind for each in complaints}
    assert about >= {"round", "payment", "table", "none"}, "there is something to look at"
    third = [each for each in complaints if "terceira carta" in _first(each)]
    assert third, "a complaint about the cards"
    award = ComplaintDecision.objects.filter(award__gt=0)
    assert award, "a decision with money in it"


def _first(complaint: Complaint) -> str:
    return ComplaintMessage.objects.filter(complaint=complaint).order_by("pk").values_list("text", flat=True)[0]


def _named(text: str) -> Iterator[str]:
    """Days, hours, amounts, rounds and payments that a text names."""
    for pattern in (DAY, AMOUNT, CODE, PAYMENT, HOUR):
        yield from pattern.findall(text)


def _tables(text: str) -> set[str]:
    names = Table.objects.values_list("name", flat=True)
    found = {name for name in names if re.search(rf"\b{re.escape(name)}(?! \d|\w)", text)}
    return {name for name in found if not any(name != other and name in other for other in found)}


def _wrong_in(complaint: Complaint) -> Iterator[str]:
    """What the texts of a complaint name that is not among its facts; when it says that it happened."""
    case = cases.case(complaint.number, now=timezone.now())
    assert case is not None
    facts = known(case).theirs
    decisions = ComplaintDecision.objects.filter(complaint=complaint)
    moments = [complaint.occurred_at, complaint.received_at]
    corpus = " ".join(
        [
            *(each.text for each in facts.facts),
            *(each.clock for each in facts.facts),
            *facts.values.values(),
            facts.draft,
            *(words.date(at) for at in moments),
            *(words.money(each.award, "EUR") for each in decisions),
            complaint.subject,
        ]
    )
    there = _tables(corpus)
    if complaint.subject_kind == "table":
        there.add(Table.objects.get(code=complaint.subject).name)
    messages = ComplaintMessage.objects.filter(complaint=complaint).values_list("text", flat=True)
    for text in [*messages, *(each.reasons for each in decisions)]:
        yield from (f"{complaint.number}: {name!r} in {text!r}" for name in _named(text) if name not in corpus)
        yield from (f"{complaint.number}: table {name!r}" for name in _tables(text) - there)
        if OF_PAPER.search(text):
            yield f"{complaint.number}: no such thing at its table: {text!r}"
        if complaint.subject_kind != "round" and re.search(r"\bjogada mantém-se|contas da jogada|Refizemos", text):
            yield f"{complaint.number}: of a round, and it is about none: {text!r}"
    for each in decisions.filter(award__gt=0):
        if words.money(each.award, "EUR") not in each.reasons:
            yield f"{complaint.number}: its reasons do not say what is paid"
    yield from (f"{complaint.number}: {said}" for said in _happened(complaint))


def _happened(complaint: Complaint) -> Iterator[str]:
    """A complaint about a thing happened when the thing did."""
    if complaint.subject_kind == "round":
        played = Round.objects.get(code=complaint.subject)
        slips = Slip.objects.filter(round=played, person=complaint.person_id)
        if complaint.occurred_at != played.opened_at:
            yield f"happened at {complaint.occurred_at}, its round was at {played.opened_at}"
        if "terceira carta" in _first(complaint) and len(played.cards) < 5:
            yield "no third card was drawn"
        if "segunda aposta" in _first(complaint) and slips.count() != 1:
            yield "not one slip"
        if not slips.exists():
            yield "another's round"
    elif complaint.subject_kind == "payment":
        asked = Withdrawal.objects.get(key=complaint.subject, person=complaint.person_id)
        if complaint.occurred_at != asked.requested_at:
            yield f"happened at {complaint.occurred_at}, and was asked for at {asked.requested_at}"
    elif complaint.subject_kind == "table":
        sat = Bet.objects.filter(person=complaint.person_id, round__table__code=complaint.subject)
        if not sat.filter(round__opened_at=complaint.occurred_at).exists():
            yield "the player was not at the table then"
    elif "levantamento" in _first(complaint):
        yield "which withdrawal?"


def _wrong_adjustments() -> Iterator[str]:
    """An adjustment names the payment of this player that it puts right."""
    for each in Adjustment.objects.exclude(reference__startswith="R-"):
        said = f"{each.reason} {each.reference}"
        payments = {
            f"{letter}-{key.hex[:8]}"
            for letter, payment in (("D", Deposit), ("L", Withdrawal))
            for key in payment.objects.filter(person=each.person_id).values_list("key", flat=True)  # type: ignore[attr-defined]  # both are models
        }
        named = PAYMENT.findall(said)
        if not named or not set(named) <= payments:
            yield f"adjustment {each.pk}: {said!r}"
        if any(amount != words.money(abs(each.amount), "EUR") for amount in AMOUNT.findall(said)):
            yield f"adjustment {each.pk} of {each.amount}: {said!r}"
        if each.state == "rejected" and "extrato" in each.rejection and "banco" not in each.reason:
            yield f"adjustment {each.pk}: {each.rejection!r} to {each.reason!r}"


def _wrong_on_the_floor() -> Iterator[str]:
    """What only paper cards have is said of no other table; what an incident cost is what its text says."""
    for played in Round.objects.filter(phase="void").exclude(table__kind="croupier"):
        if OF_PAPER.search(played.void_reason):
            yield f"{played.code}: {played.void_reason!r}"
    for asked in VoidProposal.objects.exclude(round__table__kind="croupier"):
        if OF_PAPER.search(f"{asked.reason} {asked.decision_reason}"):
            yield f"{asked.round.code}: {asked.reason!r} {asked.decision_reason!r}"
    for incident in Incident.objects.all():
        said = " ".join(map(str, [incident.facts, incident.cause, incident.solution, incident.lessons]))
        if OF_PAPER.search(said):
            yield f"incident {incident.pk}: {said!r}"
        if "nada parou" in said and (incident.standstill or incident.amount):
            yield f"incident {incident.pk}: nothing stopped, for {incident.standstill} s and {incident.amount}"
        graded = Event.objects.filter(name="incident.graded", subject_key=f"I-{incident.pk}").values_list(
            "why", flat=True
        )
        for why in graded:
            staked = incident.facts.get("staked", 0)
            touched = "jogadores tocados" in why and incident.people
            if "Sem dinheiro" in why and (incident.amount or staked or touched):
                yield f"incident {incident.pk}: {why!r}, and {incident.amount} of {incident.people}"
    for version in Configuration.objects.filter(status="rejected"):
        if "segundos" in version.decision_reason and version.terms["betting_seconds"] != 12:
            yield f"version {version.pk}: {version.decision_reason!r}"


def _wrong_in_protection() -> Iterator[str]:
    """What was agreed on with a player, or done by one, is among their limits and signals."""
    for limit in Limit.objects.filter(source="operator"):
        if "noturno" in limit.reason and not Signal.objects.filter(person=limit.person_id, kind="night-play").exists():
            yield f"limit {limit.pk}: {limit.reason!r}"
    for signal in Signal.objects.all():
        facts = facts_of(signal.day, now=midnight(signal.day + timedelta(days=1))).get(signal.person_id)
        shown = {each.kind: each.facts for each in signs_of(facts, settings.HARM_THRESHOLDS)} if facts else {}
        if shown.get(signal.kind) != signal.facts:
            yield f"signal {signal.pk} {signal.kind} {signal.facts}: its day shows {shown}"
    for closed in SignalStep.objects.filter(text__contains="Limite posto pelo jogador"):
        own = Limit.objects.filter(person=closed.signal.person_id, starts_at__lte=closed.at).exclude(source="operator")
        if not own.exists():
            yield f"signal {closed.signal_id}: {closed.text!r}"


def _wrong_in_the_office() -> Iterator[str]:
    """Years that reasons name are those of their moment; notes say nothing of what the player has not."""
    for extract in Extract.objects.all():
        if any(year != str(lisbon_date(extract.proposed_at).year) for year in YEAR.findall(extract.reason)):
            yield f"extract {extract.pk}: {extract.reason!r}"
    for note in PlayerNote.objects.all():
        if "sua jogada" in note.text and not Bet.objects.filter(person=note.person_id).exists():
            yield f"note {note.pk}: {note.text!r}"
    for asked in RectificationRequest.objects.all():
        if "segundo apelido" in asked.wanted:  # every name of the past is of two words
            yield f"correction {asked.pk}: {asked.wanted!r}"
