"""Complaints from end to end: making, answering, deciding with and without money, asking once more (PT-77 to PT-80)."""

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import IntegrityError, transaction
from django.utils import translation
from people import NOW, People

from casino.adapters import mail
from casino.wording.rejections import sentence
from kernel.calendar import LISBON, lisbon_date, working_days_between
from kernel.money import Currency
from players.cashier.operations import approve_adjustment, reject_adjustment
from players.complaints import operations as complaints
from players.complaints.operations import (
    CaseDone,
    CaseRejected,
    CaseRejection,
    ComplaintRejected,
    ComplaintRejection,
    Subject,
)
from players.complaints.operations.attachments import FILES_AN_HOUR, AttachmentRejected, AttachmentRejection, Sent
from players.complaints.operations.cell import CellRejected
from players.complaints.queries import cases as queries
from players.complaints.queries import deadlines
from players.inbox.operations import assign
from players.inbox.queries import Thing
from players.messages.operations.emails import ToSend
from players.models import (
    Channel,
    Complaint,
    ComplaintDecision,
    ComplaintEvent,
    ComplaintFile,
    ComplaintMessage,
    ComplaintState,
    Email,
    FileCheck,
    Person,
    Side,
    SubjectKind,
    What,
)
from players.privacy import queries as privacy
from players.roles import Role
from tests.hostile_files import image, png_of
from tests.rules import rule
from tests.tampering import as_owner, past_triggers
from wallet import queries as wallet

pytestmark = pytest.mark.django_db

TEXT = "A jogada foi paga como empate e as cartas eram outras."
REASONS = "Jogámos a jogada de novo a partir do que está guardado e vimos o engano."


class Desk:
    """A player with a complaint, a member of support, a member of compliance."""

    def __init__(self, people: People) -> None:
        self.player = people.player()
        self.support, self.compliance = people.staff(Role.SUPPORT), people.staff(Role.COMPLIANCE)

    def complain(self, **others: Any) -> CaseDone:
        return complaints.complain(
            **{
                "person_id": self.player.person_id,
                "category": "round",
                "text": TEXT,
                "idempotency_key": uuid.uuid4(),
                "now": NOW,
                **others,
            }
        )

    def taken(self) -> CaseDone:
        case = self.complain()
        return complaints.take_in_hand(
            complaint_id=case.complaint_id, by=self.support.person_id, seen=case.revision, now=NOW
        )

    def decide(self, case: CaseDone, **others: Any) -> CaseDone:
        return complaints.decide(
            **{
                "complaint_id": case.complaint_id,
                "outcome": "rejected",
                "reasons": REASONS,
                "by": self.support.person_id,
                "seen": case.revision,
                "idempotency_key": uuid.uuid4(),
                "now": NOW,
                **others,
            }
        )

    def reopen(self, case: CaseDone, **others: Any) -> CaseDone:
        return complaints.reopen(
            **{
                "person_id": self.player.person_id,
                "complaint_id": case.complaint_id,
                "text": "Não concordo: faltou ver o boletim.",
                "idempotency_key": uuid.uuid4(),
                "now": NOW + timedelta(days=1),
                **others,
            }
        )

    def balance(self) -> int:
        return wallet.balance(self.player.person_key, Currency.EUR)


@pytest.fixture
def desk(people: People) -> Desk:
    return Desk(people)


def emails(kind: str) -> list[Email]:
    return list(Email.objects.filter(kind=kind).order_by("pk"))


@rule(
    "UK-15",
    asserts="A complaint has its number, the moments when it was received and acknowledged, its subject, its player "
    "and its deadline.",
)
def test_a_complaint_is_numbered_and_acknowledged_at_once(desk: Desk) -> None:
    before = NOW - timedelta(hours=2)
    case = desk.complain(subject=Subject(SubjectKind.ROUND, "macau-1-20260302-0001"), occurred_at=before)
    assert case.number == "R-2026-00001"
    assert case.due_on == date(2026, 3, 23)
    card = queries.case(case.number, now=NOW)
    assert card is not None
    assert (card.received_at, card.acknowledged_at, card.state, card.days_left) == (
        NOW,
        NOW,
        ComplaintState.RECEIVED,
        15,
    )
    [email] = emails("complaint-received")
    assert (email.person_id, email.facts["number"], email.facts["due_at"]) == (
        desk.player.person_id,
        case.number,
        "2026-03-23T23:59:59+00:00",
    )
    assert [event.what for event in queries.events_of(case.complaint_id)] == [What.RECEIVED, What.ACKNOWLEDGED]


@rule(
    "PT-81",
    asserts="With a period of five working days a complaint of Monday 2 March is due on the 9th, and the player is "
    "told so.",
)
def test_another_period_can_be_set(desk: Desk, settings: Any) -> None:
    settings.COMPLAINT_WORKING_DAYS = 5
    assert desk.complain().due_on == date(2026, 3, 9)
    [email] = emails("complaint-received")
    assert (email.facts["due_at"], email.facts["working_days"]) == ("2026-03-09T23:59:59+00:00", 5)


def test_numbers_have_no_gap_and_begin_anew_each_year(desk: Desk) -> None:
    desk.complain()
    with pytest.raises(ComplaintRejected):
        desk.complain(text="curto")
    assert desk.complain().number == "R-2026-00002"
    assert desk.complain(now=datetime(2026, 12, 31, 23, 59, tzinfo=UTC)).number == "R-2026-00003"
    assert desk.complain(now=datetime(2027, 1, 1, 0, 0, tzinfo=UTC)).number == "R-2027-00001"


def test_the_same_key_is_the_same_complaint(desk: Desk) -> None:
    key = uuid.uuid4()
    first = desk.complain(idempotency_key=key)
    again = desk.complain(idempotency_key=key)
    assert (again.number, again.repeat) == (first.number, True)
    with pytest.raises(ComplaintRejected, match="key-reused"):
        desk.complain(idempotency_key=key, text=TEXT + " Mais.")
    assert Complaint.objects.count() == ComplaintMessage.objects.count() == len(emails("complaint-received")) == 1


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"category": "outra-coisa"}, ComplaintRejection.CATEGORY_UNKNOWN),
        ({"text": "\u202e \u200b a"}, ComplaintRejection.TEXT_INVALID),
        ({"text": "x" * 5_001}, ComplaintRejection.TEXT_INVALID),
        ({"subject": Subject(SubjectKind.ROUND, "")}, ComplaintRejection.SUBJECT_INVALID),
        ({"subject": Subject(SubjectKind.NONE, "x")}, ComplaintRejection.SUBJECT_INVALID),
        ({"subject": Subject(SubjectKind.ROUND, "x" * 81)}, ComplaintRejection.SUBJECT_INVALID),
        ({"person_id": 10**9}, ComplaintRejection.NO_SUCH_PERSON),
    ],
)
def test_an_invalid_complaint_is_refused(desk: Desk, facts: dict[str, Any], reason: ComplaintRejection) -> None:
    with pytest.raises(ComplaintRejected) as refused:
        desk.complain(**facts)
    assert refused.value.reason is reason
    assert not Complaint.objects.exists()
    assert not Email.objects.filter(kind__startswith="complaint").exists()


def test_a_file_that_is_not_taken_leaves_no_complaint(desk: Desk) -> None:
    with pytest.raises(AttachmentRejected):
        desk.complain(files=[Sent("nota.txt", b"tudo bem"), Sent("x.svg", b"<svg onload=alert(1)>")])
    assert not Complaint.objects.exists()


def test_staff_do_not_complain_here(desk: Desk) -> None:
    with pytest.raises(ComplaintRejected, match="no-such-person"):
        desk.complain(person_id=desk.support.person_id)


def test_twenty_may_be_open_at_a_time(desk: Desk) -> None:
    for _ in range(20):
        desk.complain()
    with pytest.raises(ComplaintRejected) as refused:
        desk.complain()
    assert (refused.value.reason, refused.value.most) == (ComplaintRejection.TOO_MANY_OPEN, 20)


def test_taking_writing_noting_and_answering(desk: Desk) -> None:
    case = desk.taken()
    who = {"complaint_id": case.complaint_id, "by": desk.support.person_id, "now": NOW}
    complaints.note(**who, text="Parece um engano nosso.", idempotency_key=uuid.uuid4())
    complaints.write(
        **who, text="Pode dizer a que horas foi?", idempotency_key=uuid.uuid4(), files=[Sent("a.txt", b"ola")]
    )
    complaints.reply(
        person_id=desk.player.person_id,
        complaint_id=case.complaint_id,
        text="Às dez.",
        idempotency_key=uuid.uuid4(),
        now=NOW,
    )
    own = queries.messages_of(case.complaint_id, with_notes=False)
    assert [message.side.value for message in own] == ["player", "house", "player"]
    assert len(queries.messages_of(case.complaint_id, with_notes=True)) == 4
    assert len(emails("complaint-message")) == 1


def test_a_file_of_a_note_is_not_the_players(desk: Desk, people: People) -> None:
    case = desk.taken()
    who = {"complaint_id": case.complaint_id, "by": desk.support.person_id, "now": NOW}
    complaints.note(**who, text="Ver anexo.", idempotency_key=uuid.uuid4(), files=[Sent("interno.txt", b"segredo")])
    complaints.write(**who, text="Ver anexo.", idempotency_key=uuid.uuid4(), files=[Sent("aberto.txt", b"ola")])
    secret, shared = ComplaintFile.objects.order_by("pk")
    mine, other = desk.player.person_id, people.player().person_id
    assert queries.file_content(secret.code, person_id=mine) is None
    assert queries.file_content(secret.code, person_id=None) is not None
    assert queries.file_content(shared.code, person_id=mine) is not None
    assert queries.file_content(shared.code, person_id=other) is None


@rule(
    "PT-77",
    asserts="A complaint rejected with reasons is answered at once: the e-mail and the decision say the outcome, the "
    "reasons, who decided and when.",
)
def test_the_outcome_stands_at_once_without_money(desk: Desk) -> None:
    case = desk.taken()
    done = desk.decide(case)
    assert done.state is ComplaintState.ANSWERED
    [email] = emails("complaint-answered")
    assert (email.facts["outcome"], email.facts["reasons"], email.facts["award"]) == ("rejected", REASONS, 0)
    [decision] = queries.decisions_of(case.complaint_id, standing_only=True)
    assert (decision.by, decision.decided_at) == (
        Complaint.objects.get().handler.nickname,  # type: ignore[union-attr]
        NOW,
    )


@rule("PT-77", asserts="An outcome that is none of the law’s three, and one without reasons, decides nothing.")
@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"outcome": "maybe"}, CaseRejection.OUTCOME_UNKNOWN),
        ({"outcome": ""}, CaseRejection.OUTCOME_UNKNOWN),
        ({"reasons": "   "}, CaseRejection.NO_REASONS),
        ({"reasons": "x" * 5_001}, CaseRejection.NO_REASONS),
        ({"award": 5_00}, CaseRejection.AWARD_INVALID),
        ({"award": -1, "outcome": "accepted"}, CaseRejection.AWARD_INVALID),
        ({"award": 10**12, "outcome": "accepted"}, CaseRejection.AWARD_INVALID),
        ({"award": True, "outcome": "accepted"}, CaseRejection.AWARD_INVALID),
        ({"complaint_id": 10**9}, CaseRejection.NO_SUCH_COMPLAINT),
        ({"seen": 1}, CaseRejection.STALE),
    ],
)
def test_no_decision_without_outcome_reasons_and_a_fresh_look(
    desk: Desk, facts: dict[str, Any], reason: CaseRejection
) -> None:
    case = desk.taken()
    with pytest.raises(CaseRejected) as refused:
        desk.decide(case, **facts)
    assert refused.value.reason is reason
    assert not ComplaintDecision.objects.exists()
    assert Complaint.objects.get().state == "in-hand"


def test_only_who_has_it_decides_and_only_staff_that_may(desk: Desk, people: People) -> None:
    case = desk.taken()
    for by, reason in [
        (desk.compliance.person_id, CaseRejection.NOT_YOURS),
        (people.staff(Role.AUDITOR).person_id, CaseRejection.NOT_ALLOWED),
        (desk.player.person_id, CaseRejection.NOT_ALLOWED),
        (10**9, CaseRejection.NOT_ALLOWED),
    ]:
        with pytest.raises(CaseRejected) as refused:
            desk.decide(case, by=by)
        assert refused.value.reason is reason
    untaken = desk.complain()
    with pytest.raises(CaseRejected, match="not-in-that-state"):
        desk.decide(untaken)


def test_a_case_is_decided_once(desk: Desk) -> None:
    case, key = desk.taken(), uuid.uuid4()
    desk.decide(case, idempotency_key=key)
    assert desk.decide(case, idempotency_key=key).repeat
    with pytest.raises(CaseRejected, match="key-reused"):
        desk.decide(case, idempotency_key=key, outcome="accepted")
    with pytest.raises(CaseRejected, match="not-in-that-state"):
        desk.decide(case)
    assert len(emails("complaint-answered")) == 1


@rule("UK-13", asserts="An award of 12.50 is paid once two persons agreed, and the player is told then.")
def test_money_takes_two_persons_and_is_told_once_it_is_paid(desk: Desk) -> None:
    case = desk.taken()
    proposed = desk.decide(case, outcome="accepted", award=12_50)
    assert proposed.state is ComplaintState.IN_HAND
    assert desk.balance() == 0
    assert emails("complaint-answered") == []
    with pytest.raises(CaseRejected, match="not-allowed"):
        complaints.approve_award(
            complaint_id=case.complaint_id, by=desk.support.person_id, seen=proposed.revision, now=NOW
        )
    with pytest.raises(CaseRejected, match="award-waits"):
        desk.decide(proposed)
    done = complaints.approve_award(
        complaint_id=case.complaint_id, by=desk.compliance.person_id, seen=proposed.revision, now=NOW
    )
    assert done.state is ComplaintState.ANSWERED
    assert desk.balance() == 12_50
    [email] = emails("complaint-answered")
    assert email.facts["award"] == 12_50
    [line] = wallet.lines_for(case.number)
    assert (line.amount, line.player) == (12_50, desk.player.person_key)
    with pytest.raises(CaseRejected, match="no-award-waits"):
        complaints.approve_award(
            complaint_id=case.complaint_id, by=desk.compliance.person_id, seen=done.revision, now=NOW
        )
    assert desk.balance() == 12_50
    assert wallet.verify_ledger().differences == ()


def test_the_proposer_of_money_does_not_approve_it(desk: Desk) -> None:
    case = desk.complain()
    compliance = desk.compliance.person_id
    taken = complaints.take_in_hand(complaint_id=case.complaint_id, by=compliance, seen=case.revision, now=NOW)
    proposed = desk.decide(taken, by=compliance, outcome="partly", award=1_00)
    with pytest.raises(CaseRejected) as refused:
        complaints.approve_award(complaint_id=case.complaint_id, by=compliance, seen=proposed.revision, now=NOW)
    assert (refused.value.reason, refused.value.rule) == (CaseRejection.OWN_WORK, "D6")
    assert desk.balance() == 0


def test_money_that_is_refused_goes_back_and_the_player_hears_nothing(desk: Desk) -> None:
    case = desk.taken()
    proposed = desk.decide(case, outcome="accepted", award=12_50)
    back = complaints.refuse_award(
        complaint_id=case.complaint_id,
        reason="O valor não é este.",
        by=desk.compliance.person_id,
        seen=proposed.revision,
        now=NOW,
    )
    assert back.state is ComplaintState.IN_HAND
    assert emails("complaint-answered") == []
    assert [email.person_id for email in emails("complaint-award-refused")] == [desk.support.person_id]
    again = desk.decide(back, outcome="accepted", award=2_50)
    complaints.approve_award(complaint_id=case.complaint_id, by=desk.compliance.person_id, seen=again.revision, now=NOW)
    assert desk.balance() == 2_50


@pytest.mark.parametrize("approved", [True, False])
def test_money_decided_at_the_cashier_is_taken_over(desk: Desk, approved: bool) -> None:
    case = desk.taken()
    desk.decide(case, outcome="accepted", award=12_50)
    adjustment = ComplaintDecision.objects.get().adjustment
    assert adjustment is not None
    if approved:
        approve_adjustment(adjustment_id=adjustment, by=desk.compliance.person_id, now=NOW)
    else:
        reject_adjustment(adjustment_id=adjustment, reason="não", by=desk.compliance.person_id, now=NOW)
    complaints.remind(now=NOW + timedelta(minutes=5))
    complaints.remind(now=NOW + timedelta(minutes=5))
    decision = ComplaintDecision.objects.get()
    assert (decision.decided_at is not None, decision.refused_at is not None) == (approved, not approved)
    assert Complaint.objects.get().state == ("answered" if approved else "in-hand")
    assert len(emails("complaint-answered")) == approved


def test_it_is_reopened_once(desk: Desk) -> None:
    case = desk.taken()
    with pytest.raises(ComplaintRejected, match="not-answered"):
        desk.reopen(case)
    desk.decide(case)
    key = uuid.uuid4()
    reopened = desk.reopen(case, idempotency_key=key)
    assert (reopened.state, reopened.due_on) == (ComplaintState.RECEIVED, date(2026, 3, 24))
    assert desk.reopen(case, idempotency_key=key).repeat
    taken = complaints.take_in_hand(
        complaint_id=case.complaint_id, by=desk.support.person_id, seen=reopened.revision, now=NOW
    )
    desk.decide(taken, outcome="partly")
    with pytest.raises(ComplaintRejected, match="reopened-already"):
        desk.reopen(case)
    assert [one.outcome.value for one in queries.decisions_of(case.complaint_id, standing_only=True)] == [
        "rejected",
        "partly",
    ]


def test_it_is_not_reopened_after_a_month_and_closes_by_itself(desk: Desk) -> None:
    case = desk.taken()
    desk.decide(case)
    late = NOW + timedelta(days=30, seconds=1)
    with pytest.raises(ComplaintRejected, match="too-late"):
        desk.reopen(case, now=late)
    complaints.remind(now=late)
    assert Complaint.objects.get().state == "closed"
    with pytest.raises(ComplaintRejected, match="closed"):
        complaints.reply(
            person_id=desk.player.person_id,
            complaint_id=case.complaint_id,
            text="olá",
            idempotency_key=uuid.uuid4(),
            now=late,
        )


def test_the_player_closes_it(desk: Desk) -> None:
    case = desk.taken()
    own = {"person_id": desk.player.person_id, "complaint_id": case.complaint_id, "now": NOW}
    with pytest.raises(ComplaintRejected, match="not-answered"):
        complaints.close(**own)
    desk.decide(case)
    assert complaints.close(**own).state is ComplaintState.CLOSED
    assert complaints.close(**own).repeat


def test_anothers_complaint_does_not_exist(desk: Desk, people: People) -> None:
    case, other = desk.taken(), people.player().person_id
    desk.decide(case)
    before = ComplaintEvent.objects.count()
    for act in (
        lambda: complaints.reply(
            person_id=other, complaint_id=case.complaint_id, text="olá", idempotency_key=uuid.uuid4(), now=NOW
        ),
        lambda: desk.reopen(case, person_id=other),
        lambda: complaints.close(person_id=other, complaint_id=case.complaint_id, now=NOW),
    ):
        with pytest.raises(ComplaintRejected, match="no-such-complaint"):
            act()
    assert queries.own_case(case.number, person_id=other, now=NOW) is None
    assert ComplaintEvent.objects.count() == before


@rule(
    "UK-14",
    asserts="Eight weeks after its receipt, on 28 April and not on the 27th, the player of an open complaint is told "
    "of dispute resolution by others, once.",
)
@rule(
    "PT-79",
    asserts="For a complaint due on 23 March its handler is reminded on 16 and 19 March and told, with compliance, on "
    "the 24th that it is late, each once.",
)
def test_the_clock_reminds_escalates_and_names_the_alternative_once(desk: Desk) -> None:
    case = desk.taken()  # due on Monday 23 March

    def sweep(day: date) -> list[str]:
        before = set(Email.objects.values_list("pk", flat=True))
        for _ in range(2):
            complaints.remind(now=datetime(day.year, day.month, day.day, 9, tzinfo=UTC))
        new = Email.objects.exclude(pk__in=before).order_by("person_id")
        return [f"{email.kind}/{email.facts.get('stage', '')}/{email.person_id}" for email in new]

    support, compliance = desk.support.person_id, desk.compliance.person_id
    assert sweep(date(2026, 3, 13)) == []
    assert sweep(date(2026, 3, 16)) == [f"complaint-reminder/late-start/{support}"]
    assert sweep(date(2026, 3, 18)) == []
    assert sweep(date(2026, 3, 19)) == [f"complaint-reminder/due-soon/{support}"]
    assert sweep(date(2026, 3, 23)) == []
    assert sweep(date(2026, 3, 24)) == [
        f"complaint-reminder/overdue/{support}",
        f"complaint-reminder/overdue/{compliance}",
    ]
    assert sweep(date(2026, 4, 27)) == []
    assert sweep(date(2026, 4, 28)) == [f"complaint-adr//{desk.player.person_id}"]
    card = queries.case(case.number, now=datetime(2026, 3, 24, 9, tzinfo=UTC))
    assert card is not None
    assert card.is_late
    assert card.days_left == -1


def test_an_unassigned_complaint_reminds_all_who_answer(desk: Desk) -> None:
    desk.complain()
    complaints.remind(now=datetime(2026, 3, 16, 9, tzinfo=UTC))
    assert {email.person_id for email in emails("complaint-reminder")} == {
        desk.support.person_id,
        desk.compliance.person_id,
    }


def test_staff_find_cases(desk: Desk, people: People) -> None:
    first, second = desk.complain(), desk.taken()

    def found(**asked: Any) -> list[str]:
        return [card.number for card in queries.cases(queries.CaseFilter(**asked), now=NOW)]

    assert found() == [second.number, first.number]
    assert found(unassigned=True) == [first.number]
    assert found(handler_id=desk.support.person_id) == [second.number]
    assert found(text=first.number.lower()) == [first.number]
    assert found(text="paga como empate") == [second.number, first.number]
    assert found(text="não há nada assim") == found(late=True) == found(award_waits=True) == []
    email = Person.objects.get(pk=Complaint.objects.get(pk=first.complaint_id).person_id).email
    assert found(text=email) == found(text=email.partition("@")[2]) == [], "who looks for an e-mail is noted elsewhere"
    assert found(since=date(2026, 3, 3)) == []
    assert found(until=date(2026, 3, 2)) == [second.number, first.number]
    assert queries.waiting_counts(now=NOW) == {"open": 2, "late": 0, "unassigned": 1, "award_waits": 0}
    assert queries.case_id("R-2026-99999999") is queries.case_id("x") is None


def test_complaints_are_counted_by_their_deadlines(desk: Desk) -> None:
    case = desk.taken()
    desk.decide(case)
    late = desk.taken()
    waiting = desk.complain()
    due = Complaint.objects.get(pk=waiting.complaint_id).due_on
    assert deadlines.waiting_by_deadline(now=NOW) == {working_days_between(lisbon_date(NOW), due): 2}
    after = datetime(due.year, due.month, due.day, 23, 59, tzinfo=LISBON)
    assert deadlines.waiting_by_deadline(now=after) == {0: 2}
    assert deadlines.waiting_by_deadline(now=after + timedelta(minutes=2)) == {-1: 2}
    desk.decide(late, now=after + timedelta(minutes=2))
    first, *between, last = deadlines.answered_by_month(now=after, months=13)
    assert (first.month, last.month) == (date(due.year - 1, due.month, 1), date(due.year, due.month, 1))
    counted = [(one.in_time, one.late) for one in (*between, last) if one.in_time or one.late]
    assert sum(in_time for in_time, _late in counted) == sum(late for _in_time, late in counted) == 1


@rule(
    "GL-43",
    asserts="Neither a complaint nor what was said and decided in it can be changed or deleted, not even by the "
    "tables’ owner.",
)
@rule(
    "PT-80",
    asserts="Neither a complaint's messages, files, events and decisions, nor its player and day of receipt, can be "
    "changed or deleted, not even by the tables' owner.",
)
def test_the_database_keeps_what_was_said_and_done(desk: Desk) -> None:
    case = desk.taken()
    desk.decide(case)
    desk.complain(files=[Sent("a.txt", b"ola")])
    for model, change in (
        (ComplaintMessage, {"text": "outra coisa"}),
        (ComplaintFile, {"name": "outro"}),
        (ComplaintEvent, {"what": "closed"}),
        (ComplaintDecision, {"reasons": "outras razões"}),
        (Complaint, {"person_id": desk.support.person_id}),
        (Complaint, {"received_at": NOW - timedelta(days=1)}),
    ):
        with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
            model.objects.update(**change)
    for model in (ComplaintMessage, ComplaintFile, ComplaintEvent, ComplaintDecision, Complaint):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            model.objects.all()._raw_delete("default")  # type: ignore[attr-defined]


@rule(
    "PT-77",
    asserts="The database refuses an outcome without its decision, and an award approved by the person who proposed "
    "it.",
)
def test_the_database_knows_no_outcome_without_its_decision(desk: Desk) -> None:
    case = desk.taken()
    with pytest.raises(IntegrityError, match="without its decision"), transaction.atomic():
        Complaint.objects.filter(pk=case.complaint_id).update(
            state="answered", outcome="accepted", answered_at=NOW, revision=99
        )
    with pytest.raises(IntegrityError, match="players_decision_two_persons"), transaction.atomic():
        ComplaintDecision.objects.create(
            complaint_id=case.complaint_id,
            turn=1,
            key=uuid.uuid4(),
            outcome="accepted",
            reasons="x",
            award=1,
            adjustment=1,
            by_id=desk.support.person_id,
            at=NOW,
            decided_at=NOW,
            approved_by_id=desk.support.person_id,
        )


def test_every_email_is_worded_in_every_language(desk: Desk) -> None:
    case = desk.taken()
    complaints.write(
        complaint_id=case.complaint_id, text="Olá.", by=desk.support.person_id, idempotency_key=uuid.uuid4(), now=NOW
    )
    seen = Complaint.objects.get().revision
    proposed = desk.decide(case, outcome="accepted", award=12_50, seen=seen)
    back = complaints.refuse_award(
        complaint_id=case.complaint_id, reason="não", by=desk.compliance.person_id, seen=proposed.revision, now=NOW
    )
    again = desk.decide(back, outcome="accepted", award=12_50)
    complaints.approve_award(complaint_id=case.complaint_id, by=desk.compliance.person_id, seen=again.revision, now=NOW)
    desk.reopen(case)
    complaints.remind(now=NOW + timedelta(weeks=9))
    kinds = set(Email.objects.filter(kind__startswith="complaint").values_list("kind", flat=True))
    assert kinds == {
        "complaint-received",
        "complaint-message",
        "complaint-answered",
        "complaint-award-refused",
        "complaint-reopened",
        "complaint-reminder",
        "complaint-adr",
    }
    for email in Email.objects.filter(kind__startswith="complaint").select_related("person"):
        for language in ("pt", "en", "ro"):
            mail.send(
                ToSend(email.pk, email.kind, email.facts, "a@sabot.example", "Ana & Rui", language, email.written_at)
            )
            sent = outbox.outbox[-1]
            assert case.number in sent.subject
            assert "&amp;" not in sent.body
    [answered] = emails("complaint-answered")
    mail.send(ToSend(1, answered.kind, answered.facts, "a@sabot.example", "Ana", "pt", NOW))
    assert "12,50\N{NO-BREAK SPACE}€" in outbox.outbox[-1].body
    assert "foi aceite" in outbox.outbox[-1].body


@pytest.mark.parametrize("serial", [1, 99_999, 100_000, 1_234_567])
def test_who_looks_after_a_case_in_the_inbox_does_so_everywhere(desk: Desk, serial: int) -> None:
    desk.complain()
    with as_owner(), past_triggers():
        Complaint.objects.update(serial=serial)
    number = Complaint.objects.get().number
    (card,) = queries.cases(queries.CaseFilter(unassigned=True), now=NOW)
    assert (card.number, card.carer, card.handler) == (number, "", "")
    things, boss = [Thing.of("complaint", number)], desk.compliance
    assign(things=things, person_id=desk.support.person_id, by=boss.person_id, now=NOW)
    (card,) = queries.cases(queries.CaseFilter(handler_id=desk.support.person_id), now=NOW)
    name = Person.objects.get(pk=desk.support.person_id).nickname
    assert (card.carer, card.handler) == (name, ""), "given, and not taken in hand yet"
    assert queries.cases(queries.CaseFilter(unassigned=True), now=NOW) == ()
    assert queries.waiting_counts(now=NOW)["unassigned"] == 0
    assign(things=things, person_id=None, by=boss.person_id, now=NOW)
    assert queries.waiting_counts(now=NOW)["unassigned"] == 1


def test_the_data_export_tells_no_note_and_no_proposal(desk: Desk) -> None:
    case = desk.taken()
    complaints.note(
        complaint_id=case.complaint_id,
        text="Só para a casa.",
        by=desk.support.person_id,
        idempotency_key=uuid.uuid4(),
        now=NOW,
        files=[Sent("interno.txt", b"segredo")],
    )
    seen = Complaint.objects.get().revision
    proposed = desk.decide(case, outcome="accepted", award=12_50, seen=seen)
    complaints.refuse_award(
        complaint_id=case.complaint_id,
        reason="Não é devido.",
        by=desk.compliance.person_id,
        seen=proposed.revision,
        now=NOW,
    )
    told = {part.name: list(part.rows) for part in privacy.parts_of(desk.player.person_id)}
    assert TEXT in str(told["complaintmessage"])
    for secret in ("Só para a casa", "interno", "Não é devido", REASONS):
        assert not [name for name, rows in told.items() if secret in str(rows)], secret
    # The award as a cell of its own: its digits stand by chance in a number of a row or in a part of a second.
    assert not [name for name, rows in told.items() if any(12_50 in row for row in rows)]


def test_an_hour_looks_into_so_many_files_of_one_person(desk: Desk) -> None:
    """Counted before they are drawn, so that refused files count as well; another person has an hour of their own."""
    case = desk.taken()
    for _ in range(FILES_AN_HOUR // 5):
        with pytest.raises(AttachmentRejected) as refused:
            desk.complain(files=[Sent("a.txt", b"ola")] * 4 + [Sent("x.png", png_of(6_300, 6_300))])
        assert refused.value.reason is AttachmentRejection.TOO_MANY_PIXELS
    with pytest.raises(AttachmentRejected) as over:
        desk.complain(files=[Sent("a.txt", b"ola")])
    assert (over.value.reason, over.value.most) == (AttachmentRejection.TOO_MANY_NOW, FILES_AN_HOUR)
    assert desk.complain()
    who = {"complaint_id": case.complaint_id, "by": desk.support.person_id, "now": NOW}
    complaints.write(**who, text="Ver anexo.", idempotency_key=uuid.uuid4(), files=[Sent("a.txt", b"ola")])
    assert desk.complain(files=[Sent("a.txt", b"ola")], now=NOW + timedelta(hours=1, seconds=1))
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
        FileCheck.objects.update(files=1)


def test_a_file_refused_after_drawing_leaves_its_count_and_nothing_else(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(kind: str, content: bytes) -> bytes:
        raise CellRejected("busy")

    monkeypatch.setattr("players.complaints.operations.attachments.drawn_anew", busy)
    with pytest.raises(AttachmentRejected) as refused:
        desk.complain(files=[Sent("a.txt", b"ola"), Sent("foto.png", image("PNG"))])
    assert refused.value.reason is AttachmentRejection.BUSY
    assert not Complaint.objects.exists()
    assert FileCheck.objects.get().files == 2


def test_every_rejection_of_a_file_has_words() -> None:
    for reason in AttachmentRejection:
        for language in ("pt", "en", "ro"):
            with translation.override(language):
                said = sentence(AttachmentRejected(reason, name="talão.pdf", most=7))
            assert "%(" not in said


class TestRegistered:
    """Complaints that came by another way than the portal (PT-77, PT-79)."""

    def registered(self, desk: Desk, **others: Any) -> CaseDone:
        return complaints.register_complaint(
            **{
                "person_id": desk.player.person_id,
                "channel": Channel.LETTER,
                "received_on": lisbon_date(NOW) - timedelta(days=6),
                "category": "money",
                "text": TEXT,
                "by": desk.support.person_id,
                "idempotency_key": uuid.uuid4(),
                "now": NOW,
                **others,
            }
        )

    @rule(
        "PT-79",
        asserts="A complaint by letter received six days ago is due 15 working days after that day, and is "
        "acknowledged to the player.",
    )
    def test_the_deadline_runs_from_the_day_of_receipt(self, desk: Desk) -> None:
        day = lisbon_date(NOW) - timedelta(days=6)
        done = self.registered(desk, received_on=day)

        card = queries.case(done.number, now=NOW)
        assert card is not None
        assert (card.channel, lisbon_date(card.received_at), card.occurred_at) == (
            Channel.LETTER,
            day,
            card.received_at,
        )
        assert working_days_between(day, done.due_on) == 15
        assert card.acknowledged_at == NOW
        assert queries.own_case(done.number, person_id=desk.player.person_id, now=NOW) == card
        (said,) = queries.messages_of(card.id, with_notes=False)
        assert (said.text, said.side, said.by) == (TEXT, Side.PLAYER, card.nickname), "not the word of who typed it"
        first, second = queries.events_of(card.id)
        assert (first.what, first.at) == (What.RECEIVED, NOW)
        assert ComplaintEvent.objects.get(what=What.RECEIVED).by_id == desk.support.person_id
        assert second.what is What.ACKNOWLEDGED
        assert Email.objects.filter(kind="complaint-received", person_id=desk.player.person_id).count() == 1

    def test_it_is_numbered_and_answered_like_any_other(self, desk: Desk) -> None:
        one, two = desk.complain(), self.registered(desk)
        assert int(two.number[-5:]) == int(one.number[-5:]) + 1
        case = complaints.take_in_hand(
            complaint_id=two.complaint_id, by=desk.support.person_id, now=NOW, seen=two.revision
        )
        assert case.state is ComplaintState.IN_HAND

    def test_it_may_be_late_already(self, desk: Desk) -> None:
        done = self.registered(desk, received_on=lisbon_date(NOW) - timedelta(days=60))
        card = queries.case(done.number, now=NOW)
        assert card is not None
        assert card.is_late

    def test_sent_twice_it_is_one(self, desk: Desk) -> None:
        key = uuid.uuid4()
        one = self.registered(desk, idempotency_key=key)
        assert self.registered(desk, idempotency_key=key).number == one.number
        with pytest.raises(ComplaintRejected) as caught:
            self.registered(desk, idempotency_key=key, channel=Channel.TELEPHONE)
        assert caught.value.reason is ComplaintRejection.KEY_REUSED

    def test_no_number_of_waiting_cases_keeps_a_letter_out(self, desk: Desk) -> None:
        for _ in range(21):
            self.registered(desk)
        assert Complaint.objects.count() == 21

    @pytest.mark.parametrize(
        ("others", "reason"),
        [
            ({"channel": Channel.PORTAL}, ComplaintRejection.CHANNEL_UNKNOWN),
            ({"received_on": lisbon_date(NOW) + timedelta(days=1)}, ComplaintRejection.RECEIVED_INVALID),
            ({"received_on": lisbon_date(NOW) - timedelta(days=367)}, ComplaintRejection.RECEIVED_INVALID),
            ({"channel": Channel.BOOK}, ComplaintRejection.SHEET_INVALID),
            ({"channel": Channel.BOOK, "sheet": "=1+1"}, ComplaintRejection.SHEET_INVALID),
            ({"channel": Channel.BOOK, "sheet": "ROR" + 25 * "1"}, ComplaintRejection.SHEET_INVALID),
            ({"sheet": "ROR00000000000123456"}, ComplaintRejection.SHEET_INVALID),
            ({"category": "weather"}, ComplaintRejection.CATEGORY_UNKNOWN),
            ({"text": "curto"}, ComplaintRejection.TEXT_INVALID),
            ({"subject": Subject(SubjectKind.ROUND, "")}, ComplaintRejection.SUBJECT_INVALID),
        ],
    )
    def test_rejections(self, desk: Desk, others: dict[str, Any], reason: ComplaintRejection) -> None:
        with pytest.raises(ComplaintRejected) as caught:
            self.registered(desk, **others)
        assert caught.value.reason is reason
        assert not Complaint.objects.exists()

    def test_a_sheet_of_the_book_is_one_complaint(self, desk: Desk) -> None:
        key, book = uuid.uuid4(), {"channel": Channel.BOOK, "sheet": " ror 123456 "}
        one = self.registered(desk, idempotency_key=key, **book)
        card = queries.case(one.number, now=NOW)
        assert card is not None
        assert card.sheet == "ROR123456"
        assert self.registered(desk, idempotency_key=key, **book).repeat
        for other, reason in ((key, "key-reused"), (uuid.uuid4(), "sheet-taken")):
            sheet = "ROR654321" if other == key else "ROR123456"
            with pytest.raises(ComplaintRejected) as caught:
                self.registered(desk, idempotency_key=other, channel=Channel.BOOK, sheet=sheet)
            assert caught.value.reason == reason
        assert Complaint.objects.count() == 1

    def test_a_member_of_staff_has_no_complaint(self, desk: Desk) -> None:
        with pytest.raises(ComplaintRejected) as caught:
            self.registered(desk, person_id=desk.compliance.person_id)
        assert caught.value.reason is ComplaintRejection.NO_SUCH_PERSON
