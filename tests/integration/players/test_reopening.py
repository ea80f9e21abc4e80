"""An exclusion without end closes the account; its holder finds the way back when it is over, and not earlier."""

import uuid
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from people import NOW, People

from kernel.money import Currency
from players import gates
from players.access.correcting import ATTEMPTS, attempts_left
from players.access.identity import Sandbox
from players.access.operations.identity import ask_waiting
from players.access.operations.registration import RegistrationRejected, RegistrationRejection, register_player
from players.access.operations.reopening import AccountReopened, ReopeningRejected, ReopeningRejection, reopen_account
from players.accounts import terms
from players.gates import Block
from players.models import (
    AccountClosure,
    ClosureCause,
    Email,
    ExclusionKind,
    ExclusionSource,
    IdentityCheck,
    Obligation,
    ObligationKind,
    Person,
    Prohibition,
    Registration,
    StandingCheck,
)
from players.privacy import queries as privacy
from players.privacy.operations import PrivacyRejected, PrivacyRejection, close_account, close_for_death
from players.protection.national_list import Entry
from players.protection.operations.exclusion import exclude, give_notice
from players.protection.operations.national import take_list
from players.roles import Role
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def gate(person_id: int, at: datetime) -> Block | None:
    return gates.may_play(person_ids=[person_id], currency=Currency.EUR, now=at)[person_id].block


def reopen(person_id: int, at: datetime, **others: Any) -> AccountReopened:
    facts = {"terms_version": terms.in_force(at).number, "language": "pt", "address": "198.51.100.7", **others}
    return reopen_account(person_id=person_id, now=at, **facts)


def rejection(person_id: int, at: datetime, **others: Any) -> tuple[ReopeningRejection, datetime | None]:
    with pytest.raises(ReopeningRejected) as refused:
        reopen(person_id, at, **others)
    return refused.value.reason, refused.value.until


def over(people: People) -> tuple[int, datetime]:
    """A person whose exclusion without end is over, and when it ended."""
    person_id = people.player().person_id
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
    return person_id, give_notice(person_id=person_id, now=NOW).ends_at


@rule(
    "PT-28",
    asserts="An exclusion without end, asked for three times, closes the account once and owes its balance once, "
    "within a day.",
)
def test_it_closes_the_account_and_owes_the_balance_once(people: People) -> None:
    person_id, key = people.player().person_id, uuid.uuid4()
    for _ in range(2):
        done = exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=NOW, idempotency_key=key)
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=NOW + DAY)
    closure = AccountClosure.objects.get()
    assert (closure.cause, closure.exclusion_id, closure.closed_at) == ("exclusion", done.exclusion_id, NOW)
    assert Person.objects.get(pk=person_id).closed_at == NOW
    obligation = Obligation.objects.get(kind=ObligationKind.PAY_OUT)
    assert (obligation.subject, obligation.due_at) == (f"closure:{closure.pk}", NOW + DAY)


@pytest.mark.parametrize("source", [ExclusionSource.OPERATOR, ExclusionSource.NATIONAL])
def test_exclusions_ordered_by_others_close_no_account(people: People, source: ExclusionSource) -> None:
    person_id, by = people.player().person_id, people.staff(Role.COMPLIANCE).person_id
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, source=source, by=by, reason="sinais de dano", now=NOW)
    assert not AccountClosure.objects.exists()


@rule(
    "PT-26",
    asserts="After an exclusion of 31 January and notice on 10 February the account can be reopened on 30 April and "
    "not a moment before.",
)
@rule(
    "PT-28",
    asserts="When the exclusion has ended the account stays closed until its holder reopens it, and is then "
    "unverified.",
)
@pytest.mark.parametrize(
    ("start", "notice", "end"),
    [
        ("2026-01-31", "2026-02-10", "2026-04-30"),
        ("2026-01-31", "2026-04-15", "2026-05-15"),
        ("2026-01-31", "2026-01-31", "2026-04-30"),
    ],
)
def test_the_way_back_opens_with_the_vectors_of_the_law(people: People, start: str, notice: str, end: str) -> None:
    person_id = people.player().person_id
    begun, told = (datetime.fromisoformat(f"{day}T12:00+00:00") for day in (start, notice))
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=begun)
    assert rejection(person_id, told) == (ReopeningRejection.EXCLUDED, None)
    ends_at = give_notice(person_id=person_id, now=told).ends_at
    assert ends_at.date().isoformat() == end
    moment = timedelta(microseconds=1)
    assert rejection(person_id, ends_at - moment) == (ReopeningRejection.EXCLUDED, ends_at)
    assert gate(person_id, ends_at) is Block.CLOSED, "time alone opens no account"
    assert not reopen(person_id, ends_at).repeat
    assert gate(person_id, ends_at) is Block.NOT_VERIFIED


def test_a_returning_player_accepts_the_terms_and_proves_identity_anew(people: People) -> None:
    person_id, ends_at = over(people)
    assert rejection(person_id, ends_at, terms_version=0)[0] is ReopeningRejection.TERMS_NOT_IN_FORCE
    done = reopen(person_id, ends_at)
    again = reopen(person_id, ends_at + DAY)
    assert (done.repeat, again.repeat, again.reopened_at) == (False, True, ends_at)
    (closure,) = privacy.closures_of(person_id)
    assert (closure.reopened_at, closure.may_reopen, privacy.closure_of(person_id)) == (ends_at, False, None)
    row = AccountClosure.objects.get()
    assert (row.reopened_terms, row.reopened_from) == (terms.in_force(ends_at).number, "198.51.100.7")
    assert IdentityCheck.objects.filter(person_id=person_id, answered_at=None).count() == 1
    assert ask_waiting(verifier=Sandbox(), now=ends_at)
    assert gate(person_id, ends_at) is None
    assert Email.objects.filter(person_id=person_id, kind="account-reopened").count() == 1
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=ends_at + DAY)
    assert [each.may_reopen for each in privacy.closures_of(person_id)] == [True, False], "as often as it takes"


def test_the_number_stays_bound_and_no_registration_reuses_it(people: People) -> None:
    facts = people.facts()
    person_id = people.player(details=facts["details"]).person_id
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
    for when in (NOW, give_notice(person_id=person_id, now=NOW).ends_at):
        with pytest.raises(RegistrationRejected) as refused:
            register_player(**people.facts(details=facts["details"], now=when))
        assert (refused.value.reason, refused.value.holder) == (RegistrationRejection.IDENTITY_TAKEN, person_id)
    assert Registration.objects.get().person_id == person_id


def test_it_stays_closed_for_a_player_barred_for_another_reason(people: People) -> None:
    person_id, ends_at = over(people)
    entry = Entry("SRIJ-9", Registration.objects.get().nif, "", NOW, None)
    take_list(entries=[entry], complete=True, now=ends_at)
    assert rejection(person_id, ends_at) == (ReopeningRejection.EXCLUDED, None)
    take_list(entries=[], complete=True, now=ends_at + DAY)
    short = exclude(person_id=person_id, kind=ExclusionKind.SHORT, length=DAY, now=ends_at + DAY)
    assert rejection(person_id, ends_at + DAY) == (ReopeningRejection.EXCLUDED, short.ends_at)
    nif = Registration.objects.get().nif
    Prohibition.objects.create(nif=nif, reason="barred", added_at=NOW)
    assert rejection(person_id, ends_at + 3 * DAY) == (ReopeningRejection.PROHIBITED, None)
    assert StandingCheck.objects.filter(person_id=person_id, at__gte=ends_at).count() == 3, "each look is kept (PT-08)"


def test_an_account_closed_for_good_stays_closed(people: People) -> None:
    person_id = people.player().person_id
    assert rejection(person_id, NOW)[0] is ReopeningRejection.NOT_CLOSED
    assert rejection(0, NOW)[0] is ReopeningRejection.NO_SUCH_PERSON
    close_account(person_id=person_id, idempotency_key=uuid.uuid4(), now=NOW)
    exclude(person_id=person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
    ends_at = give_notice(person_id=person_id, now=NOW).ends_at
    assert rejection(person_id, ends_at)[0] is ReopeningRejection.FOR_GOOD


def test_after_a_death_nothing_opens_what_an_exclusion_closed(people: People) -> None:
    person_id, ends_at = over(people)
    told = {"person_id": person_id, "reason": "certidão 12/2026", "by": people.staff(Role.COMPLIANCE).person_id}
    key = uuid.uuid4()
    done = [close_for_death(**told, idempotency_key=key, now=ends_at) for _ in range(2)]
    assert [(each.cause, each.repeat) for each in done] == [(ClosureCause.DEATH, False), (ClosureCause.DEATH, True)]
    with pytest.raises(PrivacyRejected) as refused:
        close_for_death(**told, idempotency_key=uuid.uuid4(), now=ends_at)
    assert refused.value.reason is PrivacyRejection.ALREADY_CLOSED
    assert [each.cause for each in privacy.closures_of(person_id)] == ["death", "exclusion"]
    standing = privacy.closure_of(person_id)
    assert standing is not None
    assert (standing.cause, standing.reason, standing.may_reopen) == ("death", "certidão 12/2026", False)
    assert Person.objects.get(pk=person_id).closed_at == NOW, "closed since the first time"
    assert gate(person_id, ends_at) is Block.INACTIVE
    assert rejection(person_id, ends_at)[0] is ReopeningRejection.FOR_GOOD
    with pytest.raises(IntegrityError, match="PT-07"), transaction.atomic():
        AccountClosure.objects.filter(cause="exclusion").update(reopened_at=ends_at, reopened_terms=1)


def test_coming_back_uses_up_no_correction(people: People) -> None:
    person_id, ends_at = over(people)
    assert ask_waiting(verifier=Sandbox(), now=NOW)
    left = attempts_left(person_id)
    reopen(person_id, ends_at)
    assert (left, attempts_left(person_id)) == (ATTEMPTS, ATTEMPTS)
    assert IdentityCheck.objects.filter(person_id=person_id).count() == 2


def test_the_database_opens_nothing_inside_an_exclusion_and_nothing_twice(people: People) -> None:
    _, ends_at = over(people)
    opened = {"reopened_at": ends_at, "reopened_terms": 1}
    for facts in (
        {"reopened_at": ends_at - DAY, "reopened_terms": 1},
        {"reopened_at": ends_at},
        {"balance": 5},
        {**opened, "cause": "asked", "exclusion": None},
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            AccountClosure.objects.update(**facts)
    AccountClosure.objects.update(**opened)
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        AccountClosure.objects.update(reopened_at=ends_at + DAY)
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM players_accountclosure")
