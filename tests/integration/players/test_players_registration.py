"""Registration, identity and terms: one account a person, verified before money, nothing half done."""

import dataclasses
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction
from people import NOW, People

from kernel.money import Currency
from players.access.identity import Sandbox
from players.access.operations.identity import ask_waiting
from players.access.operations.registration import (
    PersonRegistered,
    RegistrationRejected,
    RegistrationRejection,
    register_player,
)
from players.access.queries import acceptances_of
from players.accounts import numbers, terms
from players.accounts.operations.contact import (
    ContactRejected,
    ContactRejection,
    ask_confirmation,
    ask_email_change,
    change_email,
    confirm_email,
)
from players.accounts.operations.terms import TermsRejected, TermsRejection, accept_terms
from players.gates import Block, may_deposit, may_play
from players.messages.operations.asks import write_asked
from players.models import (
    Acceptance,
    Email,
    IdentityCheck,
    Outcome,
    Person,
    ProhibitionReason,
    Registration,
    StandingCheck,
)
from players.protection.operations.prohibitions import lift_prohibition, prohibit
from players.roles import Role
from tests.factories import personal_details
from tests.rules import rule
from wallet.models import Account

pytestmark = pytest.mark.django_db

LATER = NOW + timedelta(minutes=5)
"""When an e-mail may be asked for again."""


def nif(first_eight: str) -> str:
    return f"{first_eight}{numbers.nif_check_digit(first_eight)}"


def money_block(person_id: int, now: datetime = NOW) -> Block | None:
    return may_play(person_ids=[person_id], currency=Currency.EUR, now=now)[person_id].block


def ask(now: datetime = NOW) -> list[Outcome]:
    return [answer.outcome for answer in ask_waiting(verifier=Sandbox(), now=now)]


@rule(
    "PT-01",
    asserts="All details of a registration are kept as they were given, with the moment and the address 192.0.2.7 that "
    "they came from.",
)
@rule("PT-08", asserts="At the registration exclusion and prohibition are looked up, and what was found is kept.")
def test_everything_registered_is_kept_with_its_moment_and_origin(people: People) -> None:
    facts = people.facts(received_from="192.0.2.7")
    facts["details"] = dataclasses.replace(facts["details"], document_country="BR", nationality="RO")
    details = dataclasses.asdict(facts["details"])
    made = register_player(**facts)
    row, person = Registration.objects.get(person_id=made.person_id), Person.objects.get(pk=made.person_id)
    assert (row.received_at, row.received_from) == (NOW, "192.0.2.7")
    assert (person.email, person.birth_date) == (facts["email"], details.pop("birth_date"))
    assert {name: getattr(row, name) for name in details} == details
    accepted = Acceptance.objects.get(person_id=made.person_id)
    assert (accepted.version, accepted.language, accepted.address, accepted.at) == (1, "pt", "192.0.2.7", NOW)
    assert Email.objects.get(person_id=made.person_id).kind == "confirm-email"
    assert IdentityCheck.objects.get(person_id=made.person_id).answered_at is None
    check = StandingCheck.objects.get(person_id=made.person_id, occasion="registration")
    assert (check.excluded, check.prohibited) == (False, False)


def test_the_blocks_fall_one_by_one(people: People) -> None:
    made = register_player(**people.facts())
    assert money_block(made.person_id) is Block.EMAIL_UNCONFIRMED
    confirm_email(person_id=made.person_id, email=made.email, now=NOW)
    assert money_block(made.person_id) is Block.NOT_VERIFIED
    assert ask() == [Outcome.VERIFIED]
    assert money_block(made.person_id) is None
    assert may_deposit(person_id=made.person_id, now=NOW).allowed


def test_the_same_key_is_the_same_registration(people: People) -> None:
    facts = people.facts()
    first = register_player(**facts)
    again = register_player(**facts)
    assert again.repeat
    assert again.person_id == first.person_id
    with pytest.raises(RegistrationRejected) as refused:
        register_player(**people.facts(idempotency_key=facts["idempotency_key"]))
    assert refused.value.reason is RegistrationRejection.KEY_REUSED


@rule(
    "PT-04",
    asserts="A second registration with the same tax number or the same document, written differently, is refused with "
    "PT-04 and leaves nothing.",
)
@pytest.mark.parametrize("same", ["nif", "document"])
def test_a_second_account_of_the_same_person_is_refused_and_leaves_nothing(people: People, same: str) -> None:
    facts = people.facts()
    first = register_player(**facts)
    mine = facts["details"]
    fields = (
        {"nif": f" {mine.nif[:3]} {mine.nif[3:]}"}
        if same == "nif"
        else {"document_kind": mine.document_kind, "document_number": mine.document_number.lower()}
    )
    accounts = Account.objects.count()
    with pytest.raises(RegistrationRejected) as refused:
        register_player(**people.facts(**fields))
    assert (refused.value.reason, refused.value.rule) == (RegistrationRejection.IDENTITY_TAKEN, "PT-04")
    assert refused.value.holder == first.person_id
    assert (Person.objects.count(), Registration.objects.count(), Account.objects.count()) == (1, 1, accounts)


def test_the_database_itself_refuses_a_second_registration_of_a_nif(people: People) -> None:
    first, second = (register_player(**people.facts()) for _ in range(2))
    taken = Registration.objects.get(person_id=first.person_id).nif
    with pytest.raises(IntegrityError), transaction.atomic():
        Registration.objects.filter(person_id=second.person_id).update(nif=taken)
    with pytest.raises(DatabaseError), transaction.atomic():
        Registration.objects.filter(person_id=first.person_id).update(received_at=NOW + timedelta(days=1))
    with pytest.raises(DatabaseError), transaction.atomic():
        Acceptance.objects.filter(person_id=first.person_id).delete()


@rule("PT-04", asserts="Of six registrations with one tax number at once, one is made and five are refused.")
@pytest.mark.django_db(transaction=True)
def test_one_person_registering_from_six_windows_is_registered_once(people: People) -> None:
    mine = personal_details().nif
    facts = [people.facts(nif=mine) for _ in range(6)]

    def register(given: dict[str, Any]) -> PersonRegistered | RegistrationRejection:
        try:
            return register_player(**given)
        except RegistrationRejected as refused:
            return refused.reason
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(register, facts))
    assert answers.count(RegistrationRejection.IDENTITY_TAKEN) == 5
    assert Registration.objects.filter(nif=mine).count() == 1
    assert Person.objects.count() == 1


SANDBOX = [
    (Sandbox.NOT_FOUND, Outcome.NOT_FOUND),
    (Sandbox.WRONG_NAME, Outcome.MISMATCH),
    (Sandbox.WRONG_BIRTH_DATE, Outcome.MISMATCH),
    (Sandbox.DECEASED, Outcome.DECEASED),
    (Sandbox.MINOR, Outcome.UNDER_AGE),
    (Sandbox.PROHIBITED, Outcome.PROHIBITED),
]


@rule(
    "PT-02",
    asserts="A player whose details the register does not confirm may not play for money, is told by one e-mail, and "
    "the answer is kept.",
)
@pytest.mark.parametrize(("first_eight", "outcome"), SANDBOX)
def test_a_player_without_confirmed_details_does_not_play_for_money(
    people: People, first_eight: str, outcome: Outcome
) -> None:
    made = register_player(**people.facts(nif=nif(first_eight)))
    confirm_email(person_id=made.person_id, email=made.email, now=NOW)
    assert ask() == [outcome]
    assert money_block(made.person_id) in {Block.NOT_VERIFIED, Block.PROHIBITED}
    check = IdentityCheck.objects.get(person_id=made.person_id)
    assert (check.outcome, check.verifier, check.answered_at) == (outcome, "sandbox", NOW)
    assert Email.objects.filter(person_id=made.person_id, kind="identity-not-verified").count() == 1
    assert StandingCheck.objects.filter(person_id=made.person_id).latest("pk").prohibited == (
        outcome is Outcome.PROHIBITED
    )


@rule(
    "PT-02",
    asserts="A register that is slow is asked again and verifies the player at the third try; one that is silent "
    "leaves the player unverified.",
)
def test_a_slow_register_is_asked_again_and_a_silent_one_waits(people: People) -> None:
    slow = register_player(**people.facts(nif=nif(Sandbox.SLOW)))
    silent = register_player(**people.facts(nif=nif(Sandbox.SILENT)))
    assert ask() == []
    assert ask() == [], "it is not asked again before its time"
    later = NOW + timedelta(minutes=1)
    assert ask(later) == []
    assert ask(later + timedelta(minutes=1)) == [Outcome.VERIFIED]
    assert IdentityCheck.objects.get(person_id=slow.person_id).tries == 3
    assert IdentityCheck.objects.get(person_id=silent.person_id).answered_at is None


def test_an_answer_never_changes(people: People) -> None:
    made = register_player(**people.facts())
    ask()
    with pytest.raises(DatabaseError), transaction.atomic():
        IdentityCheck.objects.filter(person_id=made.person_id).update(outcome="deceased")
    assert ask(NOW + timedelta(days=1)) == []


@rule(
    "PT-16",
    asserts="A player entered as a magistrate is barred with PT-16, from play money too, until the entry is lifted.",
)
def test_a_player_entered_in_the_register_of_the_prohibited_plays_no_more(people: People) -> None:
    made = people.player()
    assert money_block(made.person_id) is None
    number = Registration.objects.get(person_id=made.person_id).nif
    officer = people.staff(Role.COMPLIANCE).person_id
    entered = {"nif": number, "reason": ProhibitionReason.MAGISTRATE, "by": officer, "now": NOW}
    entry = prohibit(**entered, note="ofício")  # type: ignore[arg-type]
    assert prohibit(**entered, note="outra vez").repeat  # type: ignore[arg-type]
    answer = may_play(person_ids=[made.person_id], currency=Currency.PLAY, now=NOW)[made.person_id]
    assert (answer.block, answer.rule) == (Block.PROHIBITED, "PT-16")
    lift_prohibition(entry_id=entry.entry_id, note="deixou o cargo", by=officer, now=NOW)
    assert money_block(made.person_id) is None


@rule(
    "PT-15",
    asserts="From the moment version 2 of the terms is in force a player who accepted version 1 may not play for money "
    "before accepting it; both are kept with their language.",
)
def test_a_new_version_of_the_terms_asks_again(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    person_id = people.player().person_id
    second = terms.Version(2, NOW + timedelta(days=1))
    monkeypatch.setattr(terms, "VERSIONS", (*terms.VERSIONS, second))
    after = second.in_force_at
    assert money_block(person_id, after - timedelta(microseconds=1)) is None
    assert money_block(person_id, after) is Block.TERMS_NOT_ACCEPTED
    with pytest.raises(TermsRejected) as refused:
        accept_terms(person_id=person_id, version=1, language="pt", address="", now=after)
    assert refused.value.reason is TermsRejection.NOT_IN_FORCE
    with pytest.raises(TermsRejected) as refused:
        accept_terms(person_id=person_id, version=2, language="fr", address="", now=after)
    assert refused.value.reason is TermsRejection.NO_SUCH_TEXT
    assert not accept_terms(person_id=person_id, version=2, language="ro", address="", now=after).repeat
    assert accept_terms(person_id=person_id, version=2, language="ro", address="", now=after).repeat
    assert money_block(person_id, after) is None
    assert [(each.version, each.language) for each in acceptances_of(person_id)] == [(2, "ro"), (1, "pt")]
    assert terms.version(2, NOW) is None
    assert terms.in_force(datetime(2020, 1, 1, tzinfo=UTC)).number == 1


def test_an_email_is_confirmed_once_and_only_if_it_is_still_the_persons(people: People) -> None:
    made = register_player(**people.facts())
    assert not confirm_email(person_id=made.person_id, email=made.email, now=NOW).repeat
    assert confirm_email(person_id=made.person_id, email=made.email, now=NOW).repeat
    with pytest.raises(ContactRejected) as refused:
        confirm_email(person_id=made.person_id, email="outro@sabot.example", now=NOW)
    assert refused.value.reason is ContactRejection.OUTDATED


def test_the_email_is_written_again_only_to_whom_it_serves(people: People) -> None:
    waiting, confirmed = register_player(**people.facts()), people.player()
    before = Email.objects.count()
    for email in (confirmed.email, "ninguem@sabot.example", ""):
        ask_confirmation(email=email, idempotency_key=uuid.uuid4(), now=LATER)
    assert write_asked(now=LATER) == 0
    assert Email.objects.count() == before
    ask_confirmation(email=waiting.email.upper(), idempotency_key=uuid.uuid4(), now=LATER)
    assert write_asked(now=LATER) == 1
    assert Email.objects.count() == before + 1


def test_an_email_changes_when_the_new_one_answers_and_the_old_one_is_told(people: People) -> None:
    made, other = people.player(), people.player()
    key = uuid.uuid4()
    ask_email_change(person_id=made.person_id, email=other.email, idempotency_key=uuid.uuid4(), now=NOW)
    assert write_asked(now=NOW) == 0
    assert not Email.objects.filter(kind="change-email").exists(), "no e-mail tells that the address is taken"
    ask_email_change(person_id=made.person_id, email="Nova@Sabot.Example", idempotency_key=key, now=LATER)
    assert write_asked(now=LATER) == 1
    assert Email.objects.get(kind="change-email").facts["to"] == "nova@sabot.example"
    wish = {
        "person_id": made.person_id,
        "before": made.email,
        "email": "nova@sabot.example",
        "address": "",
        "idempotency_key": key,
    }
    assert not change_email(**wish, now=NOW).repeat
    assert change_email(**wish, now=NOW).repeat
    assert Email.objects.get(kind="email-changed").facts["to"] == made.email
    change = Person.objects.get(pk=made.person_id).data_changes.get()
    assert (change.what, change.before, change.after) == ("email", made.email, "nova@sabot.example")
    with pytest.raises(ContactRejected) as refused:
        change_email(**wish | {"email": other.email, "before": "nova@sabot.example"}, now=NOW)
    assert refused.value.reason is ContactRejection.EMAIL_TAKEN
