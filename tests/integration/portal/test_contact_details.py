"""What the regulator's files need of a person: asked at registration, and once of older accounts, never in the way."""

import uuid
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from players.access.identity import Sandbox
from players.access.operations import corrections
from players.access.operations.identity import ask_waiting
from players.models import AuditEntry, DataChange, Exclusion, IdentityCheck, Registration
from players.privacy import operations
from players.privacy.queries import parts_of
from players.protection.operations.exclusion import ExclusionKind
from players.roles import Role
from tables.operations.breaks import take_break
from tests.factories import PASSWORD, Actor, Floor
from tests.integration.portal.test_registration_pages import typed
from tests.rules import rule

pytestmark = pytest.mark.django_db
PAGE = "/conta/contactos/"
EMPTY = {"occupation": "", "postal_code": "", "district": "", "phone": ""}
GIVEN = {"occupation": "44", "postal_code": "1100 420", "district": "Lisboa", "phone": "912 345 678"}


@pytest.fixture
def older(floor: Floor) -> Actor:
    """A player who registered before these fields were asked for."""
    player = floor.player("ana")
    Registration.objects.filter(person_id=player.id).update(**EMPTY, address="Rua da Prata 12, 1100-420 Lisboa")
    return player


@pytest.fixture
def signed_in(older: Actor, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(pk=older.id))
    return client


def stored(person_id: int) -> dict[str, Any]:
    return Registration.objects.values(*EMPTY).get(person_id=person_id)


@rule("PT-58", asserts="A registration keeps telephone, postal code, district and kind of work, in one form each.")
def test_a_registration_keeps_what_the_files_need() -> None:
    sent = typed(**GIVEN)
    assert Client().post("/registar/", sent).status_code == 302
    assert Registration.objects.values(*EMPTY).get() == {**GIVEN, "postal_code": "1100-420", "phone": "+351912345678"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"phone": "123"}, "Este número não está certo"),
        ({"phone": ""}, "field__errors"),
        ({"postal_code": "1100"}, "Este código postal não está certo"),
        ({"district": ""}, "Escolha o distrito onde vive"),
        ({"district": "Atlântida"}, "field__errors"),
        ({"occupation": ""}, "field__errors"),
        ({"occupation": "12"}, "field__errors"),
        ({"country": "RO", "postal_code": "<b>"}, "Este código postal não está certo"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(wrong: dict[str, str], said: str) -> None:
    answer = Client().post("/registar/", typed(**wrong))
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert not Registration.objects.exists()


def test_abroad_any_postal_code_and_no_district_will_do() -> None:
    assert Client().post("/registar/", typed(country="RO", postal_code="010011", district="")).status_code == 302
    assert Registration.objects.get().district == ""


def test_an_older_account_is_asked_after_the_sign_in_and_goes_on(older: Actor) -> None:
    client = Client()
    answer = client.post("/entrar/", {"login": older.email, "password": PASSWORD, "next": "/conta/"})
    assert answer.headers["Location"] == f"{PAGE}?next=%2Fconta%2F"
    page = client.get(answer.headers["Location"]).content.decode()
    assert 'href="/conta/"' in page, "it can be put off"
    assert 'value="1100-420"' in page, "what stands in the address is not asked again"
    answer = client.post(PAGE, {**GIVEN, "next": "/conta/"})
    assert answer.headers["Location"] == "/conta/"
    assert stored(older.id)["phone"] == "+351912345678"
    told = DataChange.objects.filter(person_id=older.id).order_by("what").values_list("what", "by_id")
    assert list(told) == [(what, older.id) for what in ("district", "occupation", "phone", "postal-code")]
    again = Client().post("/entrar/", {"login": older.email, "password": PASSWORD, "next": "/conta/"})
    assert again.headers["Location"] == "/conta/", "asked once"


@rule(
    "PT-27",
    asserts="A person whose account lacks details signs in to breaks, wallet and withdrawal without being asked first, "
    "and excludes themselves with the details still missing.",
)
@pytest.mark.parametrize("there", ["breaks", "wallet", "close_account", "complaints"])
def test_what_is_missing_never_stands_before_stopping_or_money(older: Actor, there: str) -> None:
    page, client = reverse(f"portal:{there}"), Client()
    answer = client.post("/entrar/", {"login": older.email, "password": PASSWORD, "next": page})
    assert answer.headers["Location"] == page
    assert client.get(page).status_code == 200
    assert client.post(reverse("portal:breaks"), {"kind": "fixed", "months": "3"}).status_code == 302
    assert Exclusion.objects.filter(person_id=older.id).exists()


def test_staff_and_whole_accounts_are_not_asked(floor: Floor) -> None:
    player = floor.player("rui")
    answer = Client().post("/entrar/", {"login": player.email, "password": PASSWORD})
    assert PAGE not in answer.headers["Location"]
    member = Client()
    member.force_login(get_user_model().objects.get(pk=floor.staff(Role.SUPPORT).id))
    assert member.get(PAGE).status_code == 403
    assert Client().get(PAGE).status_code == 302


def test_only_what_is_missing_is_asked_and_later_all_may_be_changed(signed_in: Client, older: Actor) -> None:
    Registration.objects.filter(person_id=older.id).update(**{**GIVEN, "postal_code": "1100-420", "phone": ""})
    page = signed_in.get(PAGE).content.decode()
    assert 'name="phone"' in page
    assert 'name="district"' not in page
    assert signed_in.post(PAGE, {"phone": "x"}).status_code == 400
    assert signed_in.post(PAGE, {"phone": "+40 712 345 678"}).headers["Location"] == "/identidade/"
    page = signed_in.get(PAGE).content.decode()
    assert 'value="+40712345678"' in page
    assert 'name="district"' in page
    assert "+40712345678" in signed_in.get("/identidade/").content.decode()


def test_the_way_onward_is_a_page_of_this_house_only(signed_in: Client) -> None:
    assert 'href="https://evil.example/"' not in signed_in.get(f"{PAGE}?next=https://evil.example/").content.decode()
    answer = signed_in.post(PAGE, {**GIVEN, "next": "//evil.example/"})
    assert answer.headers["Location"] == "/identidade/"


def test_the_same_details_again_write_nothing(older: Actor, floor: Floor) -> None:
    asked = {"person_id": older.id, "given": GIVEN, "address": "192.0.2.1", "now": floor.now}
    assert len(corrections.give_contact_details(**asked).changed) == 4  # type: ignore[arg-type]
    assert corrections.give_contact_details(**asked).changed == ()  # type: ignore[arg-type]
    assert DataChange.objects.filter(person_id=older.id).count() == 4
    with pytest.raises(corrections.CorrectionRejected) as refused:
        corrections.give_contact_details(**{**asked, "given": {"phone": "1"}})  # type: ignore[arg-type]
    assert refused.value.reason is corrections.CorrectionRejection.PHONE_INVALID


def test_nothing_else_can_be_changed_in_this_way(older: Actor, floor: Floor) -> None:
    given = {"full_name": "Outra Pessoa", "nif": "299900010", "phone": "912345678"}
    given_ = corrections.give_contact_details(person_id=older.id, given=given, address="", now=floor.now)
    assert given_.changed == ("phone",)


def test_an_older_account_can_have_its_address_corrected(older: Actor, floor: Floor) -> None:
    """Without giving first what it lacks."""
    compliance = floor.staff(Role.COMPLIANCE)
    asked = operations.ask_rectification(
        person_id=older.id,
        field="address",
        wanted="Rua Nova 2, Évora",
        why="x",
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    decided = operations.decide_rectification(
        request_id=asked.request_id, accepted=True, reason="viu-se", by=compliance.id, now=floor.now
    )
    assert decided.changed == ("address",)


@pytest.mark.parametrize(
    ("field", "wanted", "after"),
    [
        ("phone", "+40 712 345 678", "+40712345678"),
        ("occupation", "Reformado", "55"),
        ("occupation", "student", "44"),
        ("district", "Faro", "Faro"),
        ("postal-code", "8000 123", "8000-123"),
    ],
)
def test_a_rectification_of_each_is_written_as_accepted(floor: Floor, field: str, wanted: str, after: str) -> None:
    player, compliance = floor.player(), floor.staff(Role.COMPLIANCE)
    asked = operations.ask_rectification(
        person_id=player.id, field=field, wanted=wanted, why="erro", idempotency_key=uuid.uuid4(), now=floor.now
    )
    operations.decide_rectification(
        request_id=asked.request_id, accepted=True, reason="viu-se", by=compliance.id, now=floor.now
    )
    assert stored(player.id)[field.replace("-", "_")] == after


@rule("PT-31", asserts="A wish to be excluded keeps what the person said of it, and needs nothing said.")
def test_a_reason_for_an_exclusion_is_kept_and_never_asked_for(floor: Floor) -> None:
    ways: list[tuple[dict[str, Any], str]] = [
        ({"motive": "  gastei\ntudo \x00 o que\u202e tinha "}, "gastei tudo o que tinha"),
        ({"motive": "x" * 600}, "x" * 500),
        ({}, ""),
    ]
    for sent, kept in ways:
        player = floor.player()
        take_break(
            person_id=player.id, kind=ExclusionKind.FIXED, months=3, idempotency_key=uuid.uuid4(), now=floor.now, **sent
        )
        assert Exclusion.objects.get(person_id=player.id).motive == kept


def test_the_page_takes_a_reason_with_the_wish(signed_in: Client, older: Actor) -> None:
    assert 'name="motive"' in signed_in.get(reverse("portal:breaks")).content.decode()
    sent = {"kind": "fixed", "months": "3", "motive": "quero parar" + "!" * 900}
    assert signed_in.post(reverse("portal:breaks"), sent).status_code == 302
    assert Exclusion.objects.get(person_id=older.id).motive.startswith("quero parar!")


def test_the_trail_tells_that_it_changed_and_not_what(older: Actor, floor: Floor) -> None:
    corrections.give_contact_details(person_id=older.id, given=GIVEN, address="", now=floor.now)
    take_break(
        person_id=older.id,
        kind=ExclusionKind.FIXED,
        months=3,
        motive="segredo meu",
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    entries = AuditEntry.objects.filter(subject__in=["players_registration", "players_exclusion"])
    told = str(list(entries.values_list("after", flat=True)))
    assert "phone" in told
    assert "912345678" not in told
    assert "segredo" not in told


def test_the_data_export_has_all_of_it(older: Actor, floor: Floor) -> None:
    corrections.give_contact_details(person_id=older.id, given=GIVEN, address="", now=floor.now)
    take_break(
        person_id=older.id,
        kind=ExclusionKind.FIXED,
        months=3,
        motive="quero parar",
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    parts = {part.name: [dict(zip(part.columns, row, strict=True)) for row in part.rows] for part in parts_of(older.id)}
    assert parts["registration"][0]["phone"] == "+351912345678"
    assert parts["exclusion"][0]["motive"] == "quero parar"
    assert "answer_number" in parts["identitycheck"][0]


@rule("PT-58", asserts="The number of the identity register’s answer is kept with the answer.")
def test_the_registers_answer_is_kept_with_its_number(floor: Floor) -> None:
    player = floor.player(verified=False)
    ask_waiting(verifier=Sandbox(), now=floor.now)
    check = IdentityCheck.objects.get(person_id=player.id)
    assert check.answer_number.startswith("EX-20260310-")
    assert check.answered_at == floor.now
