"""Complaints under races, on real connections: no number twice, no decision twice, no payment twice."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from typing import TypeVar

import pytest
from django.db import connection
from people import NOW, People

from kernel.calendar import lisbon_date
from kernel.money import Currency
from players.complaints import operations as complaints
from players.complaints.operations import CaseDone, CaseRejected, CaseRejection, ComplaintRejected, ComplaintRejection
from players.models import Channel, Complaint, ComplaintDecision, ComplaintEvent, Email
from players.roles import Role
from wallet import queries as wallet

pytestmark = pytest.mark.django_db(transaction=True)
Answer = TypeVar("Answer")
TEXT = "A jogada foi paga como empate e as cartas eram outras."


def at_once(*acts: Callable[[], Answer]) -> list[Answer | CaseRejected | ComplaintRejected]:
    """All of them at the same time; their answers."""

    def do(act: Callable[[], Answer]) -> Answer | CaseRejected | ComplaintRejected:
        try:
            return act()
        except (CaseRejected, ComplaintRejected) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(do, acts))


def complain(person_id: int, key: uuid.UUID | None = None) -> CaseDone:
    return complaints.complain(
        person_id=person_id, category="round", text=TEXT, idempotency_key=key or uuid.uuid4(), now=NOW
    )


def test_everybody_gets_a_number_and_none_is_missing(people: People) -> None:
    persons = [people.player().person_id for _ in range(8)]
    at_once(*(partial(complain, person_id) for person_id in persons))
    assert sorted(Complaint.objects.values_list("serial", flat=True)) == list(range(1, 9))


def test_the_same_form_from_six_tabs_is_one_complaint(people: People) -> None:
    person_id, key = people.player().person_id, uuid.uuid4()
    answers = at_once(*[lambda: complain(person_id, key)] * 6)
    assert len({answer.number for answer in answers if isinstance(answer, CaseDone)}) == 1
    assert Email.objects.filter(kind="complaint-received").count() == 1


def test_one_decision_one_payment(people: People) -> None:
    player, support = people.player(), people.staff(Role.SUPPORT).person_id
    seconds = [people.staff(Role.COMPLIANCE).person_id for _ in range(3)]
    case = complain(player.person_id)
    taken = complaints.take_in_hand(complaint_id=case.complaint_id, by=support, seen=case.revision, now=NOW)

    def decide() -> CaseDone:
        return complaints.decide(
            complaint_id=case.complaint_id,
            outcome="accepted",
            reasons="Vimos de novo e tem razão.",
            award=7_00,
            by=support,
            seen=taken.revision,
            idempotency_key=uuid.uuid4(),
            now=NOW,
        )

    assert sum(isinstance(answer, CaseDone) for answer in at_once(*[decide] * 5)) == 1
    seen = Complaint.objects.get().revision

    def approve(by: int) -> Callable[[], CaseDone]:
        return lambda: complaints.approve_award(complaint_id=case.complaint_id, by=by, seen=seen, now=NOW)

    def refuse(by: int) -> Callable[[], CaseDone]:
        return lambda: complaints.refuse_award(complaint_id=case.complaint_id, reason="não", by=by, seen=seen, now=NOW)

    answers = at_once(*map(approve, seconds), *map(refuse, seconds))
    assert sum(isinstance(answer, CaseDone) for answer in answers) == 1
    decision = ComplaintDecision.objects.get()
    paid = decision.decided_at is not None
    assert wallet.balance(player.person_key, Currency.EUR) == (7_00 if paid else 0)
    assert Complaint.objects.get().state == ("answered" if paid else "in-hand")
    assert wallet.verify_ledger().differences == ()


def test_sweeps_at_once_remind_once(people: People) -> None:
    people.staff(Role.SUPPORT)
    complain(people.player().person_id)

    touched = at_once(*[lambda: complaints.remind(now=NOW + timedelta(days=30))] * 4)
    assert touched.count(1) == 1
    assert ComplaintEvent.objects.filter(what="overdue").count() == 1
    assert Email.objects.filter(kind="complaint-reminder").count() == 1


def from_the_book(person_id: int, by: int, sheet: str) -> CaseDone:
    return complaints.register_complaint(
        person_id=person_id,
        channel=Channel.BOOK,
        sheet=sheet,
        received_on=lisbon_date(NOW),
        category="round",
        text=TEXT,
        by=by,
        idempotency_key=uuid.uuid4(),
        now=NOW,
    )


def test_a_sheet_that_several_cases_want_at_once_is_one_cases(people: People) -> None:
    player, by = people.player().person_id, people.staff(Role.SUPPORT).person_id
    cases = [from_the_book(player, by, f"ROR11111{number}") for number in range(4)]

    def correct(case: CaseDone) -> CaseDone:
        return complaints.correct_sheet(
            complaint_id=case.complaint_id, sheet="ROR999999", reason="trocado", by=by, seen=case.revision, now=NOW
        )

    answers = at_once(
        *(partial(correct, case) for case in cases), *[lambda: from_the_book(player, by, "ROR999999")] * 2
    )

    owner = Complaint.objects.get(sheet="ROR999999").number
    assert [answer.number for answer in answers if isinstance(answer, CaseDone)] == [owner]
    named = [answer.number for answer in answers if isinstance(answer, CaseRejected)]
    assert set(named) == {owner}
    reasons = {answer.reason for answer in answers if not isinstance(answer, CaseDone)}
    assert reasons <= {CaseRejection.SHEET_TAKEN, ComplaintRejection.SHEET_TAKEN}


def test_one_case_is_corrected_once_from_one_page(people: People) -> None:
    by = people.staff(Role.SUPPORT).person_id
    case = from_the_book(people.player().person_id, by, "ROR111111")

    def correct(sheet: str) -> CaseDone:
        return complaints.correct_sheet(
            complaint_id=case.complaint_id, sheet=sheet, reason="trocado", by=by, seen=case.revision, now=NOW
        )

    answers = at_once(*[lambda: correct("ROR222222")] * 3, *[lambda: correct("ROR333333")] * 3)

    assert sum(isinstance(answer, CaseDone) for answer in answers) == 1
    assert ComplaintEvent.objects.filter(what="sheet-corrected").count() == 1
