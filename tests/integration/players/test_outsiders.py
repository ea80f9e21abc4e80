"""Complaints of people without an account: numbered, answered and counted like a player's (PT-77, PT-79)."""

import uuid
from datetime import date, timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.db import DatabaseError, connection, transaction
from people import NOW, People

from casino.adapters import mail
from kernel.calendar import lisbon_date
from players.complaints import operations as complaints
from players.complaints.datasets import complaints as register_of
from players.complaints.operations import CaseDone, CaseRejected, CaseRejection, ComplaintRejected, ComplaintRejection
from players.complaints.queries import cases as queries
from players.messages.operations.emails import send_emails
from players.models import Channel, Complaint, Email, Outsider, What
from players.roles import Role
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db

TEXT = "O meu registo foi recusado e ninguém me disse porquê."
REASONS = "O número de contribuinte estava errado; com o certo pode registar-se."
DISAGREES = "O número estava certo: junto uma cópia do cartão."
STREET = "Rua da Prata 10\n1100-420 Lisboa"


class Desk:
    """A member of support who registers, and one of compliance."""

    def __init__(self, people: People) -> None:
        self.support, self.compliance = people.staff(Role.SUPPORT), people.staff(Role.COMPLIANCE)

    def register(self, **others: Any) -> CaseDone:
        facts = {
            "relation": "refused",
            "name": "Rui  Costa",
            "email": "rui@sabot.example",
            "postal": "",
            "document": "12345678",
            "language": "pt",
            "channel": Channel.LETTER,
            "received_on": lisbon_date(NOW) - timedelta(days=3),
            "category": "account",
            "text": TEXT,
            "by": self.support.person_id,
            "idempotency_key": uuid.uuid4(),
            "now": NOW,
        }
        return complaints.register_outsider(**{**facts, **others})

    def decided(self, case: CaseDone, **others: Any) -> CaseDone:
        by = self.support.person_id
        taken = complaints.take_in_hand(complaint_id=case.complaint_id, by=by, seen=case.revision, now=NOW)
        facts = {
            "outcome": "accepted",
            "reasons": REASONS,
            "seen": taken.revision,
            "idempotency_key": uuid.uuid4(),
            "now": NOW,
        }
        return complaints.decide(complaint_id=case.complaint_id, by=by, **{**facts, **others})

    def replied(self, case: CaseDone, **others: Any) -> CaseDone:
        """They write back, on the day of `now` if no other is named; as the case stands."""
        now = others.pop("now", NOW)
        card = queries.case(case.number, now=now)
        assert card is not None
        facts = {
            "complaint_id": case.complaint_id,
            "channel": Channel.LETTER,
            "received_on": lisbon_date(now),
            "text": DISAGREES,
            "again": False,
            "by": self.support.person_id,
            "idempotency_key": uuid.uuid4(),
            "seen": card.revision,
            "now": now,
        }
        return complaints.register_reply(**{**facts, **others})


@pytest.fixture
def desk(people: People) -> Desk:
    return Desk(people)


def sent_emails() -> list[Any]:
    send_emails(send=mail.send, now=NOW)
    return [one for one in outbox.outbox if one.to == ["rui@sabot.example"]]


@rule("PT-77", "PT-79", asserts="A person without an account complains and has number, deadline, answer and log line.")
def test_a_person_without_an_account_is_numbered_and_answered_by_e_mail(desk: Desk) -> None:
    case = desk.register()
    desk.decided(case)

    card = queries.case(case.number, now=NOW)
    assert card is not None
    assert (case.number, card.due_on) == ("R-2026-00001", date(2026, 3, 20))
    assert (card.person_id, card.nickname, card.outcome) == (None, "Rui Costa", "accepted")
    assert card.outsider is not None
    assert card.outsider.document == "•••••678"
    received, answered = sent_emails()
    assert case.number in received.subject
    assert "conta, em" not in received.body
    assert REASONS in answered.body
    register = register_of(since=NOW - timedelta(days=9), until=NOW)
    with connection.cursor() as cursor:
        cursor.execute(register.sql, dict(register.parameters))
        [line] = cursor.fetchall()
    assert {"R-2026-00001", "Rui Costa", "refused"} <= set(map(str, line))


def test_a_message_to_them_holds_the_words(desk: Desk) -> None:
    case = desk.register(channel=Channel.TELEPHONE)
    by = desk.support.person_id
    complaints.take_in_hand(complaint_id=case.complaint_id, by=by, seen=case.revision, now=NOW)
    complaints.write(
        complaint_id=case.complaint_id, text="Que número usou?", by=by, idempotency_key=uuid.uuid4(), now=NOW
    )
    assert "Que número usou?" in sent_emails()[-1].body


def test_an_answer_by_post_is_noted_with_its_day_and_who_sent_it(desk: Desk) -> None:
    case = desk.register(email="", postal=STREET)
    done = desk.decided(case)
    assert not Email.objects.exists()
    today, by = lisbon_date(NOW), desk.compliance.person_id

    for wrong in (today + timedelta(days=1), today - timedelta(days=4)):
        with pytest.raises(CaseRejected) as caught:
            complaints.mark_posted(complaint_id=case.complaint_id, posted_on=wrong, by=by, seen=done.revision, now=NOW)
        assert caught.value.reason is CaseRejection.POST_INVALID
    complaints.mark_posted(complaint_id=case.complaint_id, posted_on=today, by=by, seen=done.revision, now=NOW)

    last = queries.events_of(case.complaint_id)[-1]
    assert (last.what, last.facts["on"], last.by) == (What.POSTED, today.isoformat(), desk.compliance.nickname)


def test_whom_an_e_mail_reaches_is_not_written_to_by_post(desk: Desk) -> None:
    case = desk.register()
    with pytest.raises(CaseRejected) as caught:
        complaints.mark_posted(
            complaint_id=case.complaint_id,
            posted_on=lisbon_date(NOW),
            by=desk.support.person_id,
            seen=case.revision,
            now=NOW,
        )
    assert caught.value.reason is CaseRejection.POST_INVALID


def test_no_money_is_awarded_to_whom_has_no_account(desk: Desk) -> None:
    with pytest.raises(CaseRejected) as caught:
        desk.decided(desk.register(), award=500)
    assert caught.value.reason is CaseRejection.NO_ACCOUNT


def test_the_reminders_come_as_for_a_player(desk: Desk) -> None:
    case = desk.register()
    complaints.remind(now=NOW + timedelta(days=60))
    found = [event.what for event in queries.events_of(case.complaint_id)]
    assert found[-2:] == [What.OVERDUE, What.ADR_NAMED]
    assert Email.objects.filter(kind="complaint-adr", outsider__isnull=False).count() == 1


def test_the_same_key_is_the_same_complaint(desk: Desk) -> None:
    key = uuid.uuid4()
    first = desk.register(idempotency_key=key)
    again = desk.register(idempotency_key=key)
    assert (again.repeat, again.number) == (True, first.number)
    assert Outsider.objects.count() == Complaint.objects.count() == 1
    with pytest.raises(ComplaintRejected) as caught:
        desk.register(idempotency_key=key, name="Outro Nome")
    assert caught.value.reason is ComplaintRejection.KEY_REUSED


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"relation": "neighbour"}, ComplaintRejection.RELATION_UNKNOWN),
        ({"name": " "}, ComplaintRejection.NAME_INVALID),
        ({"document": "1" * 41}, ComplaintRejection.NAME_INVALID),
        ({"email": ""}, ComplaintRejection.ADDRESS_INVALID),
        ({"email": "rui"}, ComplaintRejection.ADDRESS_INVALID),
        ({"email": "", "postal": "Lisboa"}, ComplaintRejection.ADDRESS_INVALID),
        ({"channel": Channel.PORTAL}, ComplaintRejection.CHANNEL_UNKNOWN),
        ({"text": "curto"}, ComplaintRejection.TEXT_INVALID),
    ],
)
def test_what_will_not_do_is_refused(desk: Desk, facts: dict[str, Any], reason: ComplaintRejection) -> None:
    with pytest.raises(ComplaintRejected) as caught:
        desk.register(**facts)
    assert caught.value.reason is reason
    assert not Outsider.objects.exists()


def test_a_player_may_not_register_for_others(desk: Desk, people: People) -> None:
    with pytest.raises(CaseRejected) as caught:
        desk.register(by=people.player().person_id)
    assert caught.value.reason is CaseRejection.NOT_ALLOWED


def test_who_complained_stays(desk: Desk) -> None:
    desk.register()
    for change in ("UPDATE players_outsider SET name = 'x'", "DELETE FROM players_outsider"):
        with as_owner(), pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)


def test_an_e_mail_that_no_server_takes_is_on_the_board(desk: Desk) -> None:
    case = desk.register()
    assert queries.emails_not_sent(now=NOW) == ()
    [(number, name, _)] = queries.emails_not_sent(now=NOW + timedelta(hours=2))
    assert (number, name) == (case.number, "Rui Costa")


@rule(
    "PT-79",
    asserts="A letter received on 12 March that disagrees with an answer, registered on 14 March, opens the case again "
    "and is to be answered by 2 April.",
)
def test_who_disagrees_by_letter_has_the_case_looked_at_again(desk: Desk) -> None:
    case = desk.decided(desk.register())
    received = lisbon_date(NOW) + timedelta(days=10)

    again = desk.replied(case, again=True, received_on=received, now=NOW + timedelta(days=12))

    card = queries.case(case.number, now=NOW)
    assert card is not None
    assert (received, again.due_on) == (date(2026, 3, 12), date(2026, 4, 2))
    assert (card.state, card.turn, card.outcome) == ("received", 2, None)
    last = queries.events_of(case.complaint_id)[-1]
    assert (last.what, last.by) == (What.REOPENED, desk.support.nickname)
    assert (last.facts["channel"], last.facts["on"], last.facts["before"]) == ("letter", "2026-03-12", "accepted")
    said = queries.messages_of(case.complaint_id, with_notes=False)[-1]
    assert (said.side, said.by, said.text) == ("player", "Rui Costa", DISAGREES)
    assert "02/04/2026" in sent_emails()[-1].body


def test_what_they_write_meanwhile_is_kept_with_the_case(desk: Desk) -> None:
    case, key = desk.register(), uuid.uuid4()
    first = desk.replied(case, idempotency_key=key)
    assert (first.state, first.due_on) == (case.state, case.due_on)
    repeat = desk.replied(case, idempotency_key=key, seen=case.revision)
    assert (repeat.repeat, repeat.revision) == (True, first.revision)
    assert [each.text for each in queries.messages_of(case.complaint_id, with_notes=False)] == [TEXT, DISAGREES]


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"text": "curto"}, ComplaintRejection.TEXT_INVALID),
        ({"channel": Channel.PORTAL}, ComplaintRejection.CHANNEL_UNKNOWN),
        ({"received_on": lisbon_date(NOW) + timedelta(days=1)}, ComplaintRejection.RECEIVED_INVALID),
        ({"received_on": lisbon_date(NOW) - timedelta(days=4)}, ComplaintRejection.RECEIVED_INVALID),
        ({"received_on": lisbon_date(NOW) - timedelta(days=1), "again": True}, ComplaintRejection.NOT_ANSWERED),
        ({"now": NOW + timedelta(days=90), "again": True}, ComplaintRejection.TOO_LATE),
        ({"seen": 0}, CaseRejection.STALE),
        ({"complaint_id": 0}, CaseRejection.NO_SUCH_COMPLAINT),
    ],
)
def test_a_reply_that_will_not_do_leaves_the_case_as_it_was(
    desk: Desk, facts: dict[str, Any], reason: ComplaintRejection | CaseRejection
) -> None:
    case = desk.decided(desk.register())
    with pytest.raises((ComplaintRejected, CaseRejected)) as caught:
        desk.replied(case, **facts)
    assert caught.value.reason is reason
    card = queries.case(case.number, now=NOW)
    assert card is not None
    assert (card.revision, card.state) == (case.revision, "answered")


def test_a_case_is_opened_again_once_and_takes_nothing_when_closed(desk: Desk) -> None:
    case = desk.decided(desk.register())
    desk.decided(desk.replied(case, again=True))
    with pytest.raises(ComplaintRejected) as caught:
        desk.replied(case, again=True)
    assert caught.value.reason is ComplaintRejection.REOPENED_ALREADY
    late = NOW + timedelta(days=90)
    complaints.remind(now=late)
    with pytest.raises(ComplaintRejected) as caught:
        desk.replied(case, now=late)
    assert caught.value.reason is ComplaintRejection.CLOSED


def test_only_staff_register_replies_and_only_of_persons_without_an_account(desk: Desk, people: People) -> None:
    case, player = desk.register(), people.player()
    with pytest.raises(CaseRejected) as caught:
        desk.replied(case, by=player.person_id)
    assert caught.value.reason is CaseRejection.NOT_ALLOWED
    own = complaints.complain(
        person_id=player.person_id, category="account", text=TEXT, idempotency_key=uuid.uuid4(), now=NOW
    )
    with pytest.raises(ComplaintRejected) as refused:
        desk.replied(own)
    assert refused.value.reason is ComplaintRejection.HAS_ACCOUNT
