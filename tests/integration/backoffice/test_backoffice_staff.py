"""The administrator's page of the staff: taken on, other roles, shut out; by another, with a reason (H7)."""

import re
import uuid

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from players.models import Change, Letter, StandingChange
from players.operations import staff
from players.operations.staff import MemberRefusal, MemberRefused
from players.queries import person
from players.queries.staff import staff_member
from players.roles import Role
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole, SignIn

pytestmark = pytest.mark.django_db


def test_somebody_is_taken_on_and_chooses_a_password_by_letter(floor: Floor, as_role: AsRole) -> None:
    browser = as_role(Role.ADMINISTRATOR)
    sent = {"name": "Rita", "email": "Rita@sabot.example", "roles": ["support", "auditor"], "reason": "começa hoje"}
    answer = browser.post("/casa/equipa/nova/", sent)
    assert answer.status_code == 302
    page = browser.get(answer.headers["Location"]).content.decode()
    assert "rita@sabot.example" in page
    assert "começa hoje" in page
    assert "apoio ao jogador, auditoria" in page
    assert Letter.objects.filter(kind="recover-password", person__email="rita@sabot.example").count() == 1
    again = browser.post("/casa/equipa/nova/", sent)
    assert again.status_code == 400
    assert "Este e-mail já é de alguém." in again.content.decode()


def test_the_list_shows_everybody_with_roles_and_last_access(floor: Floor, as_role: AsRole) -> None:
    floor.player("ana")
    floor.staff(Role.SUPERVISOR)
    page = as_role(Role.AUDITOR).get("/casa/equipa/").content.decode()
    assert "supervisão de sala" in page
    assert "nunca" in page
    assert "ana@sabot.example" not in page
    assert "Nova pessoa" not in page


def test_roles_change_with_a_reason_and_the_trail_says_from_what_to_what(floor: Floor, sign_in: SignIn) -> None:
    boss, somebody = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.SUPPORT)
    card = person(somebody.id)
    assert card is not None
    browser, address = sign_in(boss), f"/casa/equipa/{card.public_id}/"
    assert browser.post(f"{address}funcoes/", {"roles": ["compliance"], "reason": " "}).status_code == 400
    assert browser.post(f"{address}funcoes/", {"reason": "promoção"}).status_code == 400
    assert browser.post(f"{address}funcoes/", {"roles": ["compliance"], "reason": "promoção"}).status_code == 302
    found = staff_member(card.public_id)
    assert found is not None
    assert found.roles == (Role.COMPLIANCE,)
    page = browser.get(address).content.decode()
    assert "promoção" in page
    assert f'Pessoa <span class="num">{somebody.id}</span>' in page
    assert f'Pessoa <span class="num">{boss.id}</span>' not in page, "of the act only what is about them"


def test_who_is_shut_out_is_signed_out_and_comes_back_only_by_another(floor: Floor, sign_in: SignIn) -> None:
    boss, somebody = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.SUPPORT)
    card = person(somebody.id)
    assert card is not None
    theirs, browser, address = sign_in(somebody), sign_in(boss), f"/casa/equipa/{card.public_id}/"
    assert theirs.get("/casa/jogadores/").status_code == 200
    assert browser.post(f"{address}desativar/", {"reason": "saiu da empresa"}).status_code == 302
    assert theirs.get("/casa/jogadores/").status_code == 302
    assert not get_user_model().objects.get(pk=somebody.id).is_active
    assert "Devolver o acesso" in browser.get(address).content.decode()
    assert browser.post(f"{address}ativar/", {"reason": "voltou"}).status_code == 302
    assert get_user_model().objects.get(pk=somebody.id).is_active


def test_what_nobody_may_do(floor: Floor) -> None:
    boss, somebody = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.SUPPORT)
    player = floor.player()
    given = {"reason": "porque sim", "now": floor.now}

    def refused(operation: object, **asked: object) -> MemberRefusal:
        with pytest.raises(MemberRefused) as caught:
            operation(**given, **asked)  # type: ignore[operator]
        return caught.value.reason

    roles = [Role.AUDITOR]
    assert refused(staff.change_roles, person_id=boss.id, roles=roles, by=boss.id) is MemberRefusal.ONESELF
    assert refused(staff.disable_staff, person_id=boss.id, by=boss.id) is MemberRefusal.ONESELF
    assert refused(staff.disable_staff, person_id=player.id, by=boss.id) is MemberRefusal.NO_SUCH_MEMBER
    assert refused(staff.disable_staff, person_id=boss.id, by=somebody.id) is MemberRefusal.NOT_ALLOWED
    assert refused(staff.disable_staff, person_id=boss.id, by=player.id) is MemberRefusal.NOT_ALLOWED
    assert refused(staff.change_roles, person_id=somebody.id, roles=[], by=boss.id) is MemberRefusal.ROLES_MISSING
    assert refused(staff.hire, email="x@y.pt", name="X", roles=roles, by=somebody.id) is MemberRefusal.NOT_ALLOWED


def test_one_who_administers_always_stays(floor: Floor) -> None:
    first, second = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.ADMINISTRATOR)
    staff.disable_staff(person_id=second.id, reason="férias", by=first.id, now=floor.now)
    with pytest.raises(MemberRefused) as caught:
        staff.change_roles(person_id=first.id, roles=[Role.AUDITOR], reason="troca", by=second.id, now=floor.now)
    assert caught.value.reason is MemberRefusal.NOT_ALLOWED
    assert staff.disable_staff(person_id=second.id, reason="de novo", by=first.id, now=floor.now).repeat


def test_the_database_wants_another_person_and_a_reason(floor: Floor) -> None:
    boss = floor.staff(Role.ADMINISTRATOR)
    other = floor.staff(Role.SUPPORT)
    for person_id, by, reason in ((boss.id, boss.id, "eu"), (other.id, boss.id, ""), (other.id, None, "x")):
        with pytest.raises(IntegrityError), transaction.atomic():
            StandingChange.objects.create(
                person_id=person_id, change=Change.ROLES, reason=reason, by_id=by, created_at=floor.now
            )


def test_a_player_has_no_page_here(floor: Floor, as_role: AsRole) -> None:
    card = person(floor.player().id)
    assert card is not None
    browser = as_role(Role.ADMINISTRATOR)
    assert browser.get(f"/casa/equipa/{card.public_id}/").status_code == 404
    assert browser.get(f"/casa/equipa/{uuid.uuid4()}/").status_code == 404
    assert re.search("Equipa", browser.get("/casa/equipa/").content.decode())
