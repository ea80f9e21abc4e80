"""The gates and the exclusions that close them (PT-16, PT-19, PT-25 to PT-27)."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from people import NOW, People

from kernel.money import Currency
from players.accounts import queries
from players.gates import RULES, Answer, Block, may_deposit, may_play
from players.models import Exclusion, ExclusionKind, ExclusionSource, Person
from players.privacy.operations import close_account
from players.protection.operations.exclusion import (
    ExclusionRejected,
    ExclusionRejection,
    NoticeRejected,
    NoticeRejection,
    exclude,
    give_notice,
)
from players.roles import Role
from players.staff.operations.accounts import suspend
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db

FREE = Answer(None)
MOMENT = timedelta(microseconds=1)


def gate(person_id: int, at: datetime = NOW, currency: Currency = Currency.EUR) -> Answer:
    return may_play(person_ids=[person_id], currency=currency, now=at)[person_id]


def test_every_block_names_its_rule() -> None:
    assert set(RULES) == set(Block)


def test_a_verified_player_plays_and_deposits(people: People) -> None:
    person_id = people.player().person_id
    assert gate(person_id) == may_deposit(person_id=person_id, now=NOW) == FREE
    assert FREE.allowed


def test_an_unverified_player_plays_for_play_money_only(people: People) -> None:
    person_id = people.player(verified=False).person_id
    assert gate(person_id, currency=Currency.PLAY) == FREE
    assert gate(person_id) == may_deposit(person_id=person_id, now=NOW) == Answer(Block.NOT_VERIFIED, None, "PT-02")


def test_all_are_asked_in_one_statement(people: People, django_assert_num_queries: Any) -> None:
    player, unverified = people.player().person_id, people.player(verified=False).person_id
    staff, suspended, inactive = (
        people.staff(Role.SUPPORT).person_id,
        people.player().person_id,
        people.player().person_id,
    )
    excluded = people.player().person_id
    suspend(person_id=suspended, reason="motivo", by=people.staff(Role.COMPLIANCE).person_id, now=NOW)
    Person.objects.filter(pk=inactive).update(is_active=False)
    exclude(person_id=excluded, kind=ExclusionKind.SHORT, length=timedelta(days=1), now=NOW)
    everybody = [player, unverified, staff, suspended, inactive, excluded, 10**9]
    with django_assert_num_queries(1):
        answers = may_play(person_ids=everybody, currency=Currency.EUR, now=NOW)
    assert answers == {
        player: FREE,
        unverified: Answer(Block.NOT_VERIFIED, None, "PT-02"),
        staff: Answer(Block.STAFF, None, "PT-16"),
        suspended: Answer(Block.SUSPENDED, None, "PT-19"),
        inactive: Answer(Block.INACTIVE, None, "PT-18"),
        excluded: Answer(Block.EXCLUDED, NOW + timedelta(days=1), "PT-25"),
        10**9: Answer(Block.SIGNED_OUT, None, "PT-01"),
    }


def test_an_empty_question_gets_an_empty_answer() -> None:
    assert may_play(person_ids=[], currency=Currency.EUR, now=NOW) == {}


def test_the_blocks_are_named_in_their_order(people: People) -> None:
    person_id = people.player(verified=False).person_id
    assert gate(person_id).block is Block.NOT_VERIFIED
    suspend(person_id=person_id, reason="motivo", by=people.staff(Role.COMPLIANCE).person_id, now=NOW)
    assert gate(person_id).block is Block.SUSPENDED
    ends_at = exclude(person_id=person_id, kind=ExclusionKind.SHORT, length=timedelta(days=1), now=NOW).ends_at
    assert ends_at is not None
    close_account(person_id=person_id, idempotency_key=uuid.uuid4(), now=NOW)
    assert gate(person_id).block is Block.EXCLUDED
    assert gate(person_id, ends_at).block is Block.CLOSED
    Person.objects.filter(pk=person_id).update(is_active=False)
    assert gate(person_id).block is Block.INACTIVE


@rule(
    "PT-25",
    asserts="A break of 24 hours bars play for money and for play money, and deposits, from its moment until its end "
    "and not after it.",
)
@rule("PT-27", asserts="A break applies at once: a bet whose clock was read a moment before it is refused too.")
def test_a_break_bars_at_once_and_until_its_end(people: People) -> None:
    person_id = people.player().person_id
    end = NOW + timedelta(hours=24)
    done = exclude(person_id=person_id, kind=ExclusionKind.SHORT, length=timedelta(hours=24), now=NOW)
    assert (done.starts_at, done.ends_at, done.source) == (NOW, end, ExclusionSource.SELF)
    # A bet whose clock was read a moment before the break was asked for meets it all the same.
    assert gate(person_id, NOW - MOMENT).block is Block.EXCLUDED
    for currency in Currency:
        assert gate(person_id, NOW, currency) == Answer(Block.EXCLUDED, end, "PT-25")
    assert gate(person_id, end - MOMENT).until == end
    assert gate(person_id, end) == FREE
    assert not may_deposit(person_id=person_id, now=NOW).allowed


def test_the_longest_exclusion_counts_and_a_shorter_one_shortens_nothing(people: People) -> None:
    person_id = people.player().person_id
    exclude(person_id=person_id, kind=ExclusionKind.FIXED, months=6, now=NOW)
    exclude(person_id=person_id, kind=ExclusionKind.SHORT, length=timedelta(hours=1), now=NOW)
    until = gate(person_id).until
    assert until == datetime(2026, 9, 2, 11, tzinfo=UTC)  # the same hour in Lisbon, in summer time
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
    assert gate(person_id) == Answer(Block.EXCLUDED, None, "PT-25")
    card = queries.exclusion_of(person_id, NOW)
    assert card is not None
    assert (card.kind, card.ends_at) == (ExclusionKind.INDEFINITE, None)
    assert queries.exclusion_of(person_id, NOW - MOMENT) is None


@pytest.mark.parametrize(
    ("start", "notice", "end"),
    [
        ("2026-01-31", "2026-02-10", "2026-04-30"),
        ("2026-01-31", "2026-04-15", "2026-05-15"),
        ("2026-01-31", "2026-01-31", "2026-04-30"),
    ],
)
def test_notice_ends_an_exclusion_a_month_later_but_not_before_three(
    people: People, start: str, notice: str, end: str
) -> None:
    """The vectors of PT-26, at noon UTC; Lisbon is an hour ahead from 29 March."""
    person_id = people.player().person_id
    begun, told = (datetime.fromisoformat(f"{day}T12:00+00:00") for day in (start, notice))
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=begun)
    given = give_notice(person_id=person_id, now=told)
    assert given.ends_at.date().isoformat() == end
    assert gate(person_id, given.ends_at - MOMENT) == Answer(Block.EXCLUDED, given.ends_at, "PT-25")
    assert gate(person_id, given.ends_at) == Answer(Block.CLOSED, None, "PT-18"), "it closed the account (PT-28)"


def test_notice_never_prolongs_a_fixed_exclusion(people: People) -> None:
    person_id = people.player().person_id
    ends_at = exclude(person_id=person_id, kind=ExclusionKind.FIXED, months=3, now=NOW).ends_at
    assert give_notice(person_id=person_id, now=NOW + timedelta(days=80)).ends_at == ends_at


@rule(
    "PT-25",
    asserts="An exclusion of two months, a break without length or of 95 days, and an endless one with months are "
    "refused and leave nothing.",
)
@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"kind": ExclusionKind.SHORT}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.SHORT, "length": timedelta(0)}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.SHORT, "length": timedelta(days=95)}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.SHORT, "length": timedelta(days=9_000_000)}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.SHORT, "months": 3}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.FIXED}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.FIXED, "months": 3, "length": timedelta(days=1)}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.FIXED, "months": 2}, ExclusionRejection.PERIOD_TOO_SHORT),
        ({"kind": ExclusionKind.FIXED, "months": -3}, ExclusionRejection.PERIOD_TOO_SHORT),
        ({"kind": ExclusionKind.FIXED, "months": 128}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.FIXED, "months": 3.5}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.FIXED, "months": True}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.INDEFINITE, "months": 3}, ExclusionRejection.PERIOD_INVALID),
        ({"kind": ExclusionKind.INDEFINITE, "person_id": 10**9}, ExclusionRejection.NO_SUCH_PERSON),
    ],
)
def test_exclusions_are_refused_with_a_reason(
    people: People, facts: dict[str, Any], reason: ExclusionRejection
) -> None:
    with pytest.raises(ExclusionRejected) as refused:
        exclude(**{"person_id": people.player().person_id, "now": NOW, **facts})
    assert refused.value.reason is reason
    assert not Exclusion.objects.exists()


def test_staff_are_not_excluded(people: People) -> None:
    with pytest.raises(ExclusionRejected, match="no-such-person"):
        exclude(person_id=people.staff(Role.SUPPORT).person_id, kind=ExclusionKind.INDEFINITE, now=NOW)


def test_a_notice_is_refused_with_a_reason(people: People) -> None:
    person_id = people.player().person_id

    def refused() -> tuple[NoticeRejection, datetime | None]:
        with pytest.raises(NoticeRejected) as rejection:
            give_notice(person_id=person_id, now=NOW)
        return rejection.value.reason, rejection.value.until

    assert refused() == (NoticeRejection.NOT_EXCLUDED, None)
    exclude(person_id=person_id, kind=ExclusionKind.FIXED, months=3, now=NOW, source=ExclusionSource.NATIONAL)
    assert refused()[0] is NoticeRejection.NOT_OURS
    exclude(person_id=person_id, kind=ExclusionKind.SHORT, length=timedelta(days=1), now=NOW)
    assert refused()[0] is NoticeRejection.SHORT_BREAK
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
    ends_at = give_notice(person_id=person_id, now=NOW).ends_at
    assert refused() == (NoticeRejection.ALREADY_GIVEN, ends_at)


def test_an_exclusion_taken_back_by_who_ordered_it_ends_then(people: People) -> None:
    person_id = people.player().person_id
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, source=ExclusionSource.NATIONAL, now=NOW)
    Exclusion.objects.update(revoked_at=NOW + timedelta(days=1), revoke_reason="engano")
    assert gate(person_id) == Answer(Block.EXCLUDED, NOW + timedelta(days=1), "PT-25")
    assert gate(person_id, NOW + timedelta(days=1)) == FREE
    card = queries.exclusion_of(person_id, NOW)
    assert card is not None
    assert card.ends_at == NOW + timedelta(days=1)
    assert queries.exclusion_of(person_id, NOW + timedelta(days=1)) is None


def test_an_exclusion_is_not_rewritten(people: People) -> None:
    exclude(person_id=people.player().person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
        Exclusion.objects.update(starts_at=NOW - timedelta(days=100))
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
        Exclusion.objects.all()._raw_delete(using="default")
