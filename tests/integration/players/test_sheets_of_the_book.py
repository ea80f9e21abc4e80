"""The number of a sheet in the Complaints Book, corrected or supplied after the case was registered (PT-77, PT-79)."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import translation
from people import NOW, People

from casino.wording import events as wording
from casino.wording.rejections import sentence
from kernel.calendar import lisbon_date
from players.complaints import operations as complaints
from players.complaints.datasets import complaints as register_of
from players.complaints.operations import CaseDone, CaseRejected, CaseRejection
from players.complaints.queries import cases as queries
from players.events.names import EventName, Subject
from players.events.queries import of_subject
from players.models import AuditEntry, Channel, Complaint, ComplaintEvent, ComplaintState, What
from players.roles import ALLOWED, Action, Role
from tests.rules import rule
from tests.tampering import as_owner, past_triggers

pytestmark = pytest.mark.django_db

MISTYPED, RIGHT = "ROR00000000000123456", "ROR00000000000123465"
REASON = "dois algarismos trocados"


class Desk:
    """A player, and a member of support who registers and corrects."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.player, self.support = people.player(), people.staff(Role.SUPPORT)

    def register(self, **others: Any) -> CaseDone:
        facts = {
            "person_id": self.player.person_id,
            "channel": Channel.BOOK,
            "sheet": MISTYPED,
            "received_on": lisbon_date(NOW) - timedelta(days=2),
            "category": "money",
            "text": "O levantamento de março não chegou à minha conta.",
            "by": self.support.person_id,
            "idempotency_key": uuid.uuid4(),
            "now": NOW,
        }
        return complaints.register_complaint(**{**facts, **others})

    def without_number(self) -> CaseDone:
        """A case of before the house asked for the number."""
        case = self.register()
        with past_triggers():
            Complaint.objects.filter(pk=case.complaint_id).update(sheet="")
        return case

    def correct(self, case: CaseDone, **others: Any) -> CaseDone:
        facts = {
            "complaint_id": case.complaint_id,
            "sheet": RIGHT,
            "reason": REASON,
            "by": self.support.person_id,
            "seen": case.revision,
            "now": NOW,
        }
        return complaints.correct_sheet(**{**facts, **others})

    def answered(self, case: CaseDone) -> CaseDone:
        who = {"complaint_id": case.complaint_id, "by": self.support.person_id, "now": NOW}
        taken = complaints.take_in_hand(**who, seen=case.revision)
        return complaints.decide(
            **who,
            outcome="rejected",
            reasons="O banco recusou a transferência.",
            seen=taken.revision,
            idempotency_key=uuid.uuid4(),
        )


@pytest.fixture
def desk(people: People) -> Desk:
    return Desk(people)


def sheet_of(case: CaseDone) -> str:
    return Complaint.objects.get(pk=case.complaint_id).sheet


def rejected(desk: Desk, case: CaseDone, **others: Any) -> CaseRejected:
    """Why the correction is refused; the case stays as it is."""
    before, events = Complaint.objects.filter(pk=case.complaint_id).values().first(), ComplaintEvent.objects.count()
    with pytest.raises(CaseRejected) as caught:
        desk.correct(case, **others)
    assert Complaint.objects.filter(pk=case.complaint_id).values().first() == before
    assert ComplaintEvent.objects.count() == events
    return caught.value


@rule(
    "PT-80",
    asserts="A corrected number of a sheet leaves the old one, the reason and the author in the case's story, and the "
    "old one in the audit trail.",
)
def test_a_mistyped_number_is_corrected_and_stays_readable(desk: Desk) -> None:
    case = desk.register()

    done = desk.correct(case, sheet=" ror 0000 0000 0001 2346 5 ")

    assert (sheet_of(case), done.revision, done.repeat) == (RIGHT, case.revision + 1, False)
    last = queries.events_of(case.complaint_id)[-1]
    assert (last.what, last.by, last.at) == (What.SHEET_CORRECTED, desk.support.nickname, NOW)
    assert last.facts == {"before": MISTYPED, "after": RIGHT, "reason": REASON}
    entry = AuditEntry.objects.filter(subject="players_complaint", subject_id=str(case.complaint_id)).latest("id")
    assert entry.before is not None
    assert entry.after is not None
    assert (entry.before["sheet"], entry.after["sheet"]) == (MISTYPED, RIGHT)
    assert entry.after.keys() == {"sheet", "revision"}
    told = of_subject(Subject.COMPLAINT, case.number)[-1]
    assert (told.name, told.by, told.why) == (EventName.COMPLAINT_SHEET_CORRECTED, desk.support.person_id, REASON)
    assert (told.person_id, told.facts) == (desk.player.person_id, {"before": MISTYPED, "after": RIGHT})
    assert told.act == entry.act
    with translation.override("en"):
        assert case.number in wording.sentence(told, wording.Known())
        assert wording.changes(told, wording.Known()) == (
            wording.Changed("Sheet in the Complaints Book", MISTYPED, RIGHT),
        )


@rule("PT-79", asserts="The log of complaints names a sheet of the Complaints Book by its corrected number alone.")
def test_the_register_has_the_corrected_number(desk: Desk) -> None:
    desk.correct(desk.register())
    register = register_of(since=NOW - timedelta(days=9), until=NOW)
    with connection.cursor() as cursor:
        cursor.execute(register.sql, dict(register.parameters))
        [line] = cursor.fetchall()
    assert RIGHT in line
    assert MISTYPED not in line


def test_a_case_of_before_gets_its_number(desk: Desk) -> None:
    case = desk.without_number()
    desk.correct(case, reason="não foi registado na altura")
    assert sheet_of(case) == RIGHT
    assert queries.events_of(case.complaint_id)[-1].facts["before"] == ""
    told = of_subject(Subject.COMPLAINT, case.number)[-1]
    assert wording.changes(told, wording.Known())[0].before == "–"


def test_a_number_is_corrected_more_than_once_also_back(desk: Desk) -> None:
    case = desk.register()
    back = desk.correct(desk.correct(case), sheet=MISTYPED)
    assert sheet_of(case) == MISTYPED
    desk.correct(back)
    assert sheet_of(case) == RIGHT
    assert ComplaintEvent.objects.filter(what=What.SHEET_CORRECTED).count() == 3


def test_the_number_that_was_wrong_is_free_again(desk: Desk) -> None:
    desk.correct(desk.register())
    assert sheet_of(desk.register()) == MISTYPED


@pytest.mark.parametrize("state", [ComplaintState.ANSWERED, ComplaintState.CLOSED])
def test_an_answered_and_a_closed_case_are_corrected_too(desk: Desk, state: ComplaintState) -> None:
    case = desk.answered(desk.register())
    if state is ComplaintState.CLOSED:
        case = complaints.close(person_id=desk.player.person_id, complaint_id=case.complaint_id, now=NOW)
    done = desk.correct(case)
    assert (done.state, sheet_of(case)) == (state, RIGHT)


def test_the_case_of_a_person_without_an_account_is_corrected_too(desk: Desk) -> None:
    case = complaints.register_outsider(
        relation="heir",
        name="Rita Sousa",
        email="rita@sabot.example",
        postal="",
        document="",
        language="pt",
        channel=Channel.BOOK,
        sheet=MISTYPED,
        received_on=lisbon_date(NOW),
        category="account",
        text="O saldo do meu pai não foi pago.",
        by=desk.support.person_id,
        idempotency_key=uuid.uuid4(),
        now=NOW,
    )
    desk.correct(case)
    assert sheet_of(case) == RIGHT


@pytest.mark.parametrize("wrong", ["", "  ", "=1+1", "1234", "ROR" + 25 * "1", "RORRO12345", "ROR-123456"])
def test_the_number_is_checked_as_when_the_case_is_made(desk: Desk, wrong: str) -> None:
    error = rejected(desk, desk.register(), sheet=wrong)
    assert (error.reason, error.malformed) == (CaseRejection.SHEET_INVALID, True)


@pytest.mark.parametrize("reason", ["", "  ", "x ", 301 * "x"])
def test_a_reason_is_asked_for(desk: Desk, reason: str) -> None:
    error = rejected(desk, desk.register(), reason=reason)
    assert (error.reason, error.malformed) == (CaseRejection.REASON_MISSING, True)


@pytest.mark.parametrize("channel", [each for each in Channel if each not in {Channel.BOOK, Channel.PORTAL}])
def test_what_came_by_another_way_has_no_sheet(desk: Desk, channel: Channel) -> None:
    case = desk.register(channel=channel, sheet="")
    assert rejected(desk, case).reason is CaseRejection.NOT_OF_THE_BOOK


def test_what_came_by_the_portal_has_no_sheet(desk: Desk) -> None:
    case = complaints.complain(
        person_id=desk.player.person_id,
        category="money",
        text="O levantamento de março não chegou.",
        idempotency_key=uuid.uuid4(),
        now=NOW,
    )
    assert rejected(desk, case).reason is CaseRejection.NOT_OF_THE_BOOK


def test_the_same_number_again_changes_nothing_also_sent_twice(desk: Desk) -> None:
    case = desk.register()
    assert rejected(desk, case, sheet="ror 00000000000123456").reason is CaseRejection.SAME_SHEET
    desk.correct(case)
    assert rejected(desk, case).reason is CaseRejection.SAME_SHEET


def test_a_number_that_another_case_has_is_refused_and_the_case_named(desk: Desk) -> None:
    other, case = desk.register(sheet=RIGHT), desk.register()
    error = rejected(desk, case)
    assert (error.reason, error.number) == (CaseRejection.SHEET_TAKEN, other.number)
    for language in ("pt", "en", "ro"):
        with translation.override(language):
            assert other.number in sentence(error)


def test_a_case_that_changed_meanwhile_is_not_corrected(desk: Desk) -> None:
    case = desk.register()
    complaints.note(
        complaint_id=case.complaint_id,
        text="A folha diz outra coisa.",
        by=desk.support.person_id,
        idempotency_key=uuid.uuid4(),
        now=NOW,
    )
    assert rejected(desk, case).reason is CaseRejection.STALE


def test_there_is_no_such_case(desk: Desk) -> None:
    assert rejected(desk, desk.register(), complaint_id=0).reason is CaseRejection.NO_SUCH_COMPLAINT


@pytest.mark.parametrize("role", list(Role))
def test_those_who_may_register_such_a_case_may_correct_it(desk: Desk, role: Role) -> None:
    case, by = desk.register(), desk.people.staff(role).person_id
    if Action.ANSWER_COMPLAINTS in ALLOWED[role]:
        assert desk.correct(case, by=by).revision == case.revision + 1
    else:
        assert rejected(desk, case, by=by).reason is CaseRejection.NOT_ALLOWED
    assert rejected(desk, case, by=desk.player.person_id).reason is CaseRejection.NOT_ALLOWED


def test_every_rejection_has_words_of_its_own() -> None:
    reasons = ("sheet-invalid", "reason-missing", "not-of-the-book", "same-sheet", "sheet-taken")
    for language in ("pt", "en", "ro"):
        with translation.override(language):
            said = {sentence(CaseRejected(CaseRejection(reason), number="R-2026-00007")) for reason in reasons}
        assert len(said) == len(reasons)
        assert not [each for each in said if "%(" in each]


def test_the_form_of_the_registration_sent_again_is_the_same_case(desk: Desk) -> None:
    key = uuid.uuid4()
    case = desk.register(idempotency_key=key)
    desk.correct(desk.correct(case), sheet="ROR777777")
    again = desk.register(idempotency_key=key)
    assert (again.number, again.repeat) == (case.number, True)
    assert sheet_of(case) == "ROR777777"


@rule(
    "PT-80",
    asserts="The database lets the number of a sheet change alone, to another number, and with its event; everything "
    "else that a case began with stays.",
)
def test_the_database_lets_nothing_else_change(desk: Desk) -> None:
    case = desk.register()
    row = Complaint.objects.filter(pk=case.complaint_id)

    def told(before: str, after: str) -> None:
        ComplaintEvent.objects.create(
            complaint_id=case.complaint_id,
            turn=1,
            at=NOW,
            by_id=desk.support.person_id,
            what=What.SHEET_CORRECTED,
            facts={"before": before, "after": after, "reason": REASON},
        )

    with pytest.raises(IntegrityError, match="without its event"), transaction.atomic(), as_owner():
        row.update(sheet=RIGHT, revision=9)
    told(MISTYPED, "")
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
        row.update(sheet="", revision=9)
    told(MISTYPED, RIGHT)
    changes: tuple[dict[str, Any], ...] = (
        {"revision": case.revision},
        {"channel": "letter"},
        {"category": "bet"},
        {"subject_kind": "table", "subject": "lua"},
        {"person_id": desk.people.player().person_id},
        {"year": 2025},
        {"serial": 9},
        {"key": uuid.uuid4()},
        {"occurred_at": NOW},
        {"received_at": NOW - timedelta(days=1)},
        {"acknowledged_at": NOW + timedelta(days=1)},
        {"due_on": lisbon_date(NOW)},
        {"turn_began_at": NOW},
        {"state": "in-hand", "handler_id": desk.support.person_id},
        {"turn": 2, "reopened_at": NOW},
    )
    for change in changes:
        with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
            row.update(**{"sheet": RIGHT, "revision": 9, **change})
    with pytest.raises(IntegrityError, match="without its event"), transaction.atomic(), as_owner():
        row.update(sheet="ROR777777", revision=9)
    with transaction.atomic(), as_owner():
        row.update(sheet=RIGHT, revision=9)
    assert sheet_of(case) == RIGHT
