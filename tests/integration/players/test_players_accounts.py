"""Registering and standing: each rejection has its reason, each change its author."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.db import IntegrityError, connection, transaction
from people import NOW, PASSWORD, People

from kernel.money import Currency
from players.access.operations.registration import (
    PersonRegistered,
    RegistrationRejected,
    RegistrationRejection,
    register_player,
)
from players.accounts import queries
from players.models import Change, Kind, Person, StandingChange
from players.roles import Action, Role, may
from players.staff.operations.accounts import (
    StaffRejected,
    StaffRejection,
    StandingRejected,
    StandingRejection,
    create_staff,
    reinstate,
    suspend,
    verify_identity,
)
from tests.rules import rule
from tests.tampering import as_owner
from wallet import queries as ledger
from wallet.operations import open_player_account

pytestmark = pytest.mark.django_db


def test_a_player_is_registered_with_empty_accounts(people: People) -> None:
    made = register_player(**people.facts(email="  Ana@Sabot.Example ", nickname=" Jose\u0301 ", language="ro"))
    card = queries.person(made.person_id)
    assert card is not None
    assert (card.email, card.nickname, card.kind, card.language) == ("ana@sabot.example", "José", Kind.PLAYER, "ro")
    assert (card.roles, card.is_active, card.joined_at, card.verified_at) == (frozenset(), True, NOW, None)
    assert card.person_key == made.person_key == str(made.public_id)
    for currency in Currency:
        assert ledger.account_id(made.person_key, currency) is not None
        assert ledger.balance(made.person_key, currency) == 0


def test_the_password_is_kept_as_a_hash_and_the_email_signs_in_in_any_case(people: People) -> None:
    made = people.player(email="ana@sabot.example")
    person = Person.objects.get(pk=made.person_id)
    assert PASSWORD not in person.password
    assert authenticate(username="ANA@sabot.example", password=PASSWORD) == person
    assert authenticate(username="ana@sabot.example", password="outra") is None


REFUSED: list[tuple[dict[str, Any], RegistrationRejection, str]] = [
    ({"email": ""}, RegistrationRejection.EMAIL_INVALID, "PT-01"),
    ({"email": "ana"}, RegistrationRejection.EMAIL_INVALID, "PT-01"),
    ({"email": "ana@"}, RegistrationRejection.EMAIL_INVALID, "PT-01"),
    ({"email": "a b@sabot.example"}, RegistrationRejection.EMAIL_INVALID, "PT-01"),
    ({"email": "a" * 250 + "@sabot.example"}, RegistrationRejection.EMAIL_INVALID, "PT-01"),
    ({"email": "ana@sabot.example\nBcc: x@y.example"}, RegistrationRejection.EMAIL_INVALID, "PT-01"),
    ({"nickname": "<script>"}, RegistrationRejection.NICKNAME_INVALID, ""),
    ({"nickname": "ab"}, RegistrationRejection.NICKNAME_INVALID, ""),
    ({"language": "xx"}, RegistrationRejection.LANGUAGE_UNKNOWN, ""),
    ({"birth_date": date(2026, 3, 3)}, RegistrationRejection.BIRTH_DATE_INVALID, "PT-01"),
    ({"birth_date": date(1880, 1, 1)}, RegistrationRejection.BIRTH_DATE_INVALID, "PT-01"),
    ({"birth_date": date(2008, 3, 3)}, RegistrationRejection.UNDER_AGE, "PT-03"),
    ({"password": "curta"}, RegistrationRejection.PASSWORD_WEAK, ""),
    ({"password": "1234567890"}, RegistrationRejection.PASSWORD_WEAK, ""),
    ({"password": "x" * 257}, RegistrationRejection.PASSWORD_WEAK, ""),
    ({"email": "joaquina.silva@sabot.example", "password": "joaquina.silva"}, RegistrationRejection.PASSWORD_WEAK, ""),
]


@rule(
    "PT-03",
    asserts="On 2 March 2026 a person born on 3 March 2008 is refused the registration with PT-03, and nothing of it "
    "is kept.",
)
@pytest.mark.parametrize(("facts", "reason", "rule"), REFUSED)
def test_each_rejection_has_its_reason(
    people: People, facts: dict[str, Any], reason: RegistrationRejection, rule: str
) -> None:
    with pytest.raises(RegistrationRejected) as refused:
        register_player(**people.facts(**facts))
    assert (refused.value.reason, refused.value.rule) == (reason, rule)
    assert bool(refused.value.details) == (reason is RegistrationRejection.PASSWORD_WEAK)
    assert not Person.objects.exists()


@rule("PT-03", asserts="On 2 March 2026 a person born on 2 March 2008 is registered.")
def test_eighteen_today_is_old_enough(people: People) -> None:
    assert register_player(**people.facts(birth_date=date(2008, 3, 2)))


@rule(
    "PT-03",
    asserts="At 23:30 UTC on 1 July a person who turns 18 on 2 July is registered, for in Lisbon it is that day.",
)
def test_eighteen_is_counted_in_lisbon(people: People) -> None:
    """At 23:30 UTC in summer Lisbon already has the birthday."""
    birthday = people.facts(birth_date=date(2008, 7, 2), now=NOW.replace(month=7, day=1, hour=23, minute=30))
    assert register_player(**birthday)


@pytest.mark.parametrize("email", ["ana@sabot.example", "ANA@Sabot.Example"])
def test_an_email_is_one_persons(people: People, email: str) -> None:
    people.player(email="ana@sabot.example")
    with pytest.raises(RegistrationRejected) as refused:
        register_player(**people.facts(email=email))
    assert (refused.value.reason, refused.value.rule) == (RegistrationRejection.EMAIL_TAKEN, "PT-04")


@pytest.mark.parametrize("nickname", ["Inês", "INÊS", "ine\u0302s"])
def test_a_nickname_is_one_persons(people: People, nickname: str) -> None:
    people.player(nickname="Inês")
    with pytest.raises(RegistrationRejected) as refused:
        register_player(**people.facts(nickname=nickname))
    assert refused.value.reason is RegistrationRejection.NICKNAME_TAKEN
    assert Person.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_registered_at_once_from_two_windows_it_is_one_person(people: People) -> None:
    facts = [people.facts(email="ana@sabot.example") for _ in range(6)]

    def register(given: dict[str, Any]) -> PersonRegistered | RegistrationRejection:
        try:
            return register_player(**given)
        except RegistrationRejected as refused:
            return refused.reason
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(register, facts))
    assert answers.count(RegistrationRejection.EMAIL_TAKEN) == 5
    assert Person.objects.count() == 1


def test_staff_have_roles_and_no_account(people: People) -> None:
    made = people.staff(Role.GAME_MANAGER, Role.SUPPORT)
    card = queries.person(made.person_id)
    assert card is not None
    assert (card.kind, card.roles) == (Kind.STAFF, {Role.GAME_MANAGER, Role.SUPPORT})
    assert ledger.account_id(made.person_key, Currency.EUR) is None
    person = Person.objects.get(pk=made.person_id)
    assert may(person, Action.DRAFT_CONFIGURATION)
    assert not may(person, Action.APPROVE_CONFIGURATION)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"email": "x"}, StaffRejection.EMAIL_INVALID),
        ({"name": " "}, StaffRejection.NAME_INVALID),
        ({"name": "<b>Rui</b>"}, StaffRejection.NAME_INVALID),
        ({"name": "Rui\u202e"}, StaffRejection.NAME_INVALID),
        ({"roles": []}, StaffRejection.ROLES_MISSING),
        ({"password": "curta"}, StaffRejection.PASSWORD_WEAK),
        ({"email": "ANA@sabot.example"}, StaffRejection.EMAIL_TAKEN),
        ({"name": "ana"}, StaffRejection.NAME_TAKEN),
    ],
)
def test_staff_are_refused_with_a_reason(people: People, facts: dict[str, Any], reason: StaffRejection) -> None:
    people.player(email="ana@sabot.example", nickname="Ana")
    given = {
        "email": "rui@sabot.example",
        "name": "Rui Costa",
        "password": PASSWORD,
        "roles": [Role.AUDITOR],
        "now": NOW,
        **facts,
    }
    with pytest.raises(StaffRejected) as refused:
        create_staff(**given)
    assert refused.value.reason is reason


def test_the_database_keeps_players_and_staff_apart(people: People) -> None:
    player, staff = people.player(), people.staff(Role.AUDITOR)
    with pytest.raises(IntegrityError, match="staff have no account"), transaction.atomic(), as_owner():
        open_player_account(person_key=staff.person_key, currency=Currency.PLAY, now=NOW)
    group = Group.objects.get(name=Role.AUDITOR)
    with pytest.raises(IntegrityError, match="a player has no role"), transaction.atomic(), as_owner():
        Person.objects.get(pk=player.person_id).groups.add(group)
    with pytest.raises(IntegrityError, match="a player has no role"), transaction.atomic(), as_owner():
        Person.objects.get(pk=player.person_id).user_permissions.add(Permission.objects.all()[0])
    for person_id, kind in ((player.person_id, Kind.STAFF), (staff.person_id, Kind.PLAYER)):
        with (
            pytest.raises(IntegrityError, match="UPDATE of players_person is refused"),
            transaction.atomic(),
            as_owner(),
        ):
            Person.objects.filter(pk=person_id).update(kind=kind)
    with pytest.raises(IntegrityError, match="superuser_is_staff"), transaction.atomic(), as_owner():
        Person.objects.filter(pk=player.person_id).update(is_superuser=True)


def test_visitors_and_players_may_do_no_act_of_staff(people: People) -> None:
    player = Person.objects.get(pk=people.player().person_id)
    assert not any(may(person, action) for person in (AnonymousUser(), player) for action in Action)


def test_being_a_superuser_is_no_role() -> None:
    boss = Person.objects.create_superuser("boss@sabot.example", PASSWORD)
    assert boss.is_staff
    assert not any(may(boss, action) for action in Action)


@rule(
    "PT-18",
    asserts="Verification, suspension and reinstatement are kept with reason, author and moment; suspending twice is "
    "one suspension.",
)
def test_a_suspension_is_accounted_for(people: People) -> None:
    player, compliance = people.player(), people.staff(Role.COMPLIANCE)
    later = NOW + timedelta(days=1)
    done = suspend(person_id=player.person_id, reason=" Documento caducado ", by=compliance.person_id, now=NOW)
    assert (done.change, done.at, done.repeat) == (Change.SUSPENDED, NOW, False)
    assert suspend(person_id=player.person_id, reason="outra vez", by=compliance.person_id, now=later).repeat
    reinstate(person_id=player.person_id, reason="Documento novo", by=compliance.person_id, now=later)
    told = [(entry.change, entry.reason, entry.by, entry.at) for entry in queries.standing_of(player.person_id)]
    assert told == [
        (Change.REINSTATED, "Documento novo", compliance.nickname, later),
        (Change.SUSPENDED, "Documento caducado", compliance.nickname, NOW),
        (Change.VERIFIED, "Cartão de Cidadão", "", NOW),
    ]


@rule(
    "PT-18",
    asserts="Without a reason, or by a person who may not, no one is verified, suspended or reinstated, and nothing is "
    "kept of it.",
)
def test_standing_is_refused_with_a_reason(people: People) -> None:
    player, other = people.player(), people.player()
    compliance, support = people.staff(Role.COMPLIANCE), people.staff(Role.SUPPORT)
    for facts, reason in [
        ({"reason": " ", "by": compliance.person_id}, StandingRejection.REASON_MISSING),
        ({"by": support.person_id}, StandingRejection.NOT_ALLOWED),
        ({"by": other.person_id}, StandingRejection.NOT_ALLOWED),
        ({"by": 10**9}, StandingRejection.NOT_ALLOWED),
        ({"by": compliance.person_id, "person_id": 10**9}, StandingRejection.NO_SUCH_PERSON),
        ({"by": compliance.person_id, "person_id": support.person_id}, StandingRejection.NO_SUCH_PERSON),
    ]:
        for operation in (suspend, reinstate, verify_identity):
            with pytest.raises(StandingRejected) as refused:
                operation(**{"person_id": player.person_id, "reason": "motivo", "now": NOW, **facts})
            assert refused.value.reason is reason
    assert StandingChange.objects.count() == 2


def test_the_history_of_a_standing_stays(people: People) -> None:
    people.player()
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
        StandingChange.objects.update(reason="x")
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
        StandingChange.objects.all().delete()


def test_persons_are_found(people: People) -> None:
    ana, rui = people.player(nickname="Ana"), people.player(nickname="Rui")
    staff = people.staff(Role.AUDITOR)
    assert queries.nicknames([ana.person_id, rui.person_id, 10**9]) == {ana.person_id: "Ana", rui.person_id: "Rui"}
    assert queries.person_keys([ana.person_id]) == {ana.person_id: ana.person_key}
    assert set(queries.persons([ana.person_id, staff.person_id])) == {ana.person_id, staff.person_id}
    assert queries.by_email(ana.email.upper()) == queries.by_key(ana.person_key) == queries.person(ana.person_id)
    assert queries.by_email("x") is queries.by_key("x") is queries.person(10**9) is None
    assert [card.nickname for card in queries.search("", kind=Kind.PLAYER)] == ["Rui", "Ana"]
    assert [card.nickname for card in queries.search("an", kind=Kind.PLAYER)] == ["Ana"]
    assert [card.id for card in queries.search("", kind=Kind.STAFF)] == [staff.person_id]
