"""Duties that come round: given, done once with evidence, kept by the database; and the address of their calendar."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, InternalError, connection, transaction

from players.duties import operations, queries
from players.duties.operations import DutyRejected, DutyRejection
from players.events.queries import Subject, of_subject
from players.models import Person
from players.roles import Role
from tests.factories import Floor
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 25, 12, tzinfo=UTC)
PAID = {"code": "tax-paid", "period": "2026-10"}


@pytest.fixture
def keeper(floor: Floor) -> int:
    return floor.staff(Role.COMPLIANCE).id


def refused(operation: object, **asked: object) -> DutyRejection:
    with pytest.raises(DutyRejected) as caught:
        operation(**{"now": NOW, **asked})  # type: ignore[operator]
    return caught.value.reason


@rule("PT-76", asserts="A duty is done once, by whom, when and with what evidence; it then leaves the open ones.")
def test_a_duty_is_done_once_with_its_evidence(floor: Floor, keeper: int) -> None:
    since = date(2026, 10, 3)
    before = queries.open_turns(since=since, now=NOW)
    assert [(card.code.value, card.period.key) for card in before] == [
        ("tax-declared", "2026-10"),
        ("tax-paid", "2026-10"),
        ("tax-declared", "2026-11"),
        ("generator-test", "2026-Q4"),
        ("penetration-test", "2026"),
        ("restore-drill", "2026-Q4"),
        ("security-audit", "2026"),
        ("tax-paid", "2026-11"),
        ("vulnerability-scan", "2026-Q4"),
    ]
    operations.note_done(**PAID, evidence="  recibo 2026/44 ", by=keeper, now=NOW)
    after = queries.open_turns(since=since, now=NOW)
    assert len(after) == len(before) - 1
    (card,) = queries.done_turns()
    name = Person.objects.get(pk=keeper).nickname
    assert (card.evidence, card.done_by, card.done_at) == ("recibo 2026/44", name, NOW)
    assert refused(operations.note_done, **PAID, evidence="outro", by=keeper) is DutyRejection.ALREADY_DONE
    assert refused(operations.assign, **PAID, owner_id=keeper, by=keeper) is DutyRejection.ALREADY_DONE
    assert [event.name.value for event in of_subject(Subject.DUTY, "tax-paid/2026-10")] == ["duty.done"]


def test_a_duty_is_given_to_those_who_do_them_alone(floor: Floor, keeper: int) -> None:
    support = floor.staff(Role.SUPPORT).id
    assert refused(operations.assign, **PAID, owner_id=support, by=keeper) is DutyRejection.NOT_ONE_OF_US
    assert refused(operations.assign, **PAID, owner_id=keeper, by=support) is DutyRejection.NOT_ALLOWED
    assert not operations.assign(**PAID, owner_id=keeper, by=keeper, now=NOW).repeat
    assert operations.assign(**PAID, owner_id=keeper, by=keeper, now=NOW).repeat
    card = queries.turn(code="tax-paid", key="2026-10")
    assert card is not None
    assert card.owner_id == keeper
    assert operations.assign(**PAID, owner_id=None, by=keeper, now=NOW).owner_id is None


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({"evidence": "ab"}, DutyRejection.EVIDENCE_MISSING),
        ({"evidence": "x" * 1001}, DutyRejection.EVIDENCE_MISSING),
        ({"evidence": "nulo \0 aqui"}, DutyRejection.EVIDENCE_MISSING),
        ({"code": "tax-lost"}, DutyRejection.NO_SUCH_DUTY),
        ({"period": "2026"}, DutyRejection.NO_SUCH_DUTY),
        ({"period": "2026-12"}, DutyRejection.NOT_YET),
    ],
)
def test_what_is_wrong_is_refused(keeper: int, asked: dict[str, str], reason: DutyRejection) -> None:
    sent = {**PAID, "evidence": "recibo", "by": keeper, **asked}
    assert refused(operations.note_done, **sent) is reason
    assert queries.done_turns() == ()


def test_an_address_opens_one_members_calendar_until_it_is_revoked(floor: Floor, keeper: int) -> None:
    first = operations.make_feed(person_id=keeper, now=NOW)
    assert queries.member_of_feed(first) == Person.objects.get(pk=keeper)
    assert queries.feed_since(keeper) == NOW
    second = operations.make_feed(person_id=keeper, now=NOW + timedelta(days=1))
    assert queries.member_of_feed(first) is None
    assert queries.member_of_feed(second) is not None
    assert operations.revoke_feed(person_id=keeper, now=NOW)
    assert not operations.revoke_feed(person_id=keeper, now=NOW)
    assert queries.member_of_feed(second) is None
    assert queries.feed_since(keeper) is None
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM players_calendarfeed WHERE digest IN (%s, %s)", [first, second])
        assert cursor.fetchone() == (0,), "only digests are kept"


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM players_dutyturn",
        "UPDATE players_dutyturn SET evidence = 'outra coisa'",
        "UPDATE players_dutyturn SET code = 'tax-declared'",
        "DELETE FROM players_calendarfeed",
        "UPDATE players_calendarfeed SET digest = 'x'",
        "UPDATE players_calendarfeed SET revoked_at = NULL",
    ],
)
def test_the_database_keeps_them(keeper: int, statement: str) -> None:
    operations.note_done(**PAID, evidence="recibo 2026/44", by=keeper, now=NOW)
    operations.make_feed(person_id=keeper, now=NOW)
    operations.revoke_feed(person_id=keeper, now=NOW)
    refusal = pytest.raises((IntegrityError, InternalError))
    with refusal, transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute(statement)
