"""The page of the staff: acts proposed by one and decided by another, and acts of one alone (H7, PT-16)."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from casino.adapters.mail import send
from players.accounts.queries import by_email, person
from players.messages.operations.emails import send_emails
from players.models import Change, Email, Person, StandingChange
from players.roles import Role
from players.staff import operations as staff
from players.staff.operations import MemberRejected, MemberRejection
from players.staff.queries import staff_member
from tests.factories import Floor, personal_details
from tests.integration.backoffice.browsers import AsRole, SignIn

pytestmark = pytest.mark.django_db


def new_colleague(**others: Any) -> dict[str, Any]:
    return {
        "key": uuid.uuid4(),
        "name": "Rita",
        "email": "Rita@sabot.example",
        "full_name": "Rita Maria Lopes",
        "nif": personal_details().nif,
        "roles": ["support", "auditor"],
        "reason": "começa hoje",
        **others,
    }


def emails() -> list[Any]:
    """Everything that waits, sent now."""
    mail.outbox.clear()
    send_emails(send=send, now=timezone.now())
    return list(mail.outbox)


def test_one_proposes_another_agrees_and_the_new_colleague_is_invited(floor: Floor, sign_in: SignIn) -> None:
    floor.now = timezone.now()
    boss, compliance = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.COMPLIANCE)
    browser, second, sent = sign_in(boss), sign_in(compliance), new_colleague()
    answer = browser.post("/casa/equipa/nova/", sent)
    assert answer.status_code == 302
    there = answer.headers["Location"]
    page = browser.get(there).content.decode()
    for said in ("rita@sabot.example", "começa hoje", "apoio ao jogador, auditoria", "A proposta é sua"):
        assert said in page, said
    assert sent["nif"] not in page
    assert by_email("rita@sabot.example") is None
    assert browser.post(f"{there}aprovar/").status_code == 409
    told = emails()
    assert [email.to for email in told] == [[compliance.email]]
    assert f"{settings.HOUSE_URL}{there}\n" in told[0].body

    assert '<span class="office-nav__count">1</span>' in second.get("/casa/equipa/").content.decode()
    assert "Ler e decidir" in second.get("/casa/equipa/propostas/").content.decode()
    page = second.get(there).content.decode()
    assert "recebe logo um convite" in page
    assert "Durante 7 dias" in page
    assert second.post(f"{there}aprovar/").status_code == 302
    assert "aprovada" in browser.get(there).content.decode()

    told = emails()
    invitation = next(email for email in told if email.to == ["rita@sabot.example"])
    assert invitation.subject.startswith("Convite para trabalhar na")
    assert "três dias" in invitation.body
    assert "apoio ao jogador, auditoria" in invitation.body
    assert f"fale com {Person.objects.get(pk=boss.id).nickname}" in invitation.body
    for never in ("recuper", "bloque"):
        assert never not in invitation.body.casefold(), never
    assert any(email.to == [boss.email] and "aprovado e feito" in email.subject for email in told)
    link = re.search(r"https?://[^/]+(/convite/\S+)", invitation.body)
    assert link is not None
    accept(link[1])


def accept(link: str) -> None:
    browser, chosen = Client(), {"password": "quarenta-e-duas-cartas"}
    assert "Olá, Rita" in browser.get(link).content.decode()
    assert browser.post(link, {"password": "curta"}).status_code == 200
    assert browser.post(link, chosen).headers["Location"] == "/entrar/"
    for again in (browser.get(link), browser.post(link, chosen)):
        assert again.status_code == 400
        assert "Este convite já não serve" in again.content.decode()
    assert browser.get("/convite/x/").status_code == 400


def test_an_invitation_lasts_three_days_and_is_sent_again(floor: Floor, sign_in: SignIn, time_machine: Any) -> None:
    floor.now = timezone.now()
    boss, compliance = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.COMPLIANCE)
    browser = sign_in(boss)
    there = browser.post("/casa/equipa/nova/", new_colleague()).headers["Location"]
    sign_in(compliance).post(f"{there}aprovar/")
    card = by_email("rita@sabot.example")
    assert card is not None
    first = next(email for email in emails() if email.to == ["rita@sabot.example"])
    link = re.search(r"/convite/\S+", first.body)
    assert link is not None
    page = f"/casa/equipa/{card.public_id}/"
    assert "Enviar o convite outra vez" in browser.get(page).content.decode()
    time_machine.move_to(timezone.now() + timedelta(days=3, minutes=-1))
    assert Client().get(link[0]).status_code == 200
    time_machine.shift(120)
    assert Client().get(link[0]).status_code == 400
    browser = sign_in(boss)
    assert browser.post(f"{page}convidar/", {"reason": "x"}).status_code == 400
    assert not [email for email in emails() if email.to == ["rita@sabot.example"]]
    assert browser.post(f"{page}convidar/", {"reason": "a ligação caducou"}).status_code == 302
    again = next(email for email in emails() if email.to == ["rita@sabot.example"])
    link = re.search(r"/convite/\S+", again.body)
    assert link is not None
    assert Client().post(link[0], {"password": "quarenta-e-duas-cartas"}).status_code == 302
    assert "Enviar o convite outra vez" not in browser.get(page).content.decode()
    answer = browser.post(f"{page}convidar/", {"reason": "outra vez"})
    assert answer.status_code == 409
    assert "já escolheu a palavra-passe" in answer.content.decode()


@pytest.mark.parametrize(
    ("others", "said", "status"),
    [
        ({"nif": "123456788"}, "Este NIF não está certo", 400),
        ({"full_name": "Rita"}, "pelo menos dois nomes", 400),
        ({"roles": ["support", "approver"]}, "não podem caber à mesma pessoa", 409),
        ({"roles": []}, "Escolha pelo menos uma função.", 400),
        ({"email": "auditor"}, "email", 400),
        ({"reason": " "}, "reason", 400),
    ],
)
def test_the_gaps_of_a_proposal_are_said_beside_it(
    floor: Floor, as_role: AsRole, others: dict[str, Any], said: str, status: int
) -> None:
    answer = as_role(Role.ADMINISTRATOR).post("/casa/equipa/nova/", new_colleague(**others))
    assert answer.status_code == status
    assert said in answer.content.decode()
    assert "Rita" in answer.content.decode(), "nothing typed is lost"


def test_the_list_shows_everybody_with_roles_and_last_access(floor: Floor, as_role: AsRole) -> None:
    floor.player("ana")
    floor.staff(Role.SUPERVISOR)
    page = as_role(Role.AUDITOR).get("/casa/equipa/").content.decode()
    assert "supervisão de sala" in page
    assert "nunca" in page
    assert "falta o NIF" in page
    assert "ana@sabot.example" not in page
    assert "Nova pessoa" not in page


def test_roles_change_when_another_agrees_and_the_difference_is_in_words(floor: Floor, sign_in: SignIn) -> None:
    boss, other, actor = (floor.staff(role) for role in (Role.ADMINISTRATOR, Role.ADMINISTRATOR, Role.SUPPORT))
    card = person(actor.id)
    assert card is not None
    browser, address = sign_in(boss), f"/casa/equipa/{card.public_id}/"

    def ask(**sent: Any) -> Any:
        return browser.post(f"{address}funcoes/", {"key": uuid.uuid4(), **sent})

    assert ask(roles=["compliance"], reason=" ").status_code == 400
    assert ask(reason="promoção").status_code == 400
    there = ask(roles=["compliance"], reason="promoção").headers["Location"]
    found = staff_member(card.public_id)
    assert found is not None
    assert found.roles == (Role.SUPPORT,)
    assert "Há uma proposta à espera" in browser.get(address).content.decode()
    page = sign_in(other).get(there).content.decode()
    said = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page)
    assert ("Funções acrescentadas", "conformidade") in said
    assert ("Funções retiradas", "apoio ao jogador") in said
    assert sign_in(other).post(f"{there}aprovar/").status_code == 302
    found = staff_member(card.public_id)
    assert found is not None
    assert found.roles == (Role.COMPLIANCE,)
    page = browser.get(address).content.decode()
    assert "promoção" in page
    assert "Aprova dinheiro, regras e colegas a partir de" in page
    assert f'Pessoa <span class="num">{actor.id}</span>' in page
    assert f'Pessoa <span class="num">{boss.id}</span>' not in page, "of the act only what is about them"


def test_a_proposal_turned_down_changes_nothing(floor: Floor, sign_in: SignIn) -> None:
    boss, compliance = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.COMPLIANCE)
    there = sign_in(boss).post("/casa/equipa/nova/", new_colleague()).headers["Location"]
    second = sign_in(compliance)
    assert second.post(f"{there}recusar/", {"reason": "a"}).status_code == 400
    assert second.post(f"{there}recusar/", {"reason": "não a conheço"}).status_code == 302
    assert "não a conheço" in sign_in(boss).get(there).content.decode()
    assert second.post(f"{there}aprovar/").status_code == 409
    assert by_email("rita@sabot.example") is None
    assert second.post("/casa/equipa/propostas/999/aprovar/").status_code == 404


def test_a_colleague_shut_out_is_signed_out_and_comes_back_only_by_two(floor: Floor, sign_in: SignIn) -> None:
    boss, other, actor = (floor.staff(role) for role in (Role.ADMINISTRATOR, Role.ADMINISTRATOR, Role.SUPPORT))
    card = person(actor.id)
    assert card is not None
    theirs, browser, address = sign_in(actor), sign_in(boss), f"/casa/equipa/{card.public_id}/"
    assert theirs.get("/casa/jogadores/").status_code == 200
    assert browser.post(f"{address}desativar/", {"reason": "saiu da empresa"}).status_code == 302
    assert theirs.get("/casa/jogadores/").status_code == 302
    assert not get_user_model().objects.get(pk=actor.id).is_active
    assert "Propor a devolução" in browser.get(address).content.decode()
    there = browser.post(f"{address}ativar/", {"key": uuid.uuid4(), "reason": "voltou"}).headers["Location"]
    assert not get_user_model().objects.get(pk=actor.id).is_active
    assert sign_in(other).post(f"{there}aprovar/").status_code == 302
    assert get_user_model().objects.get(pk=actor.id).is_active


def test_a_lost_second_factor_is_taken_away_by_two(floor: Floor, sign_in: SignIn) -> None:
    boss, other, actor = (floor.staff(role) for role in (Role.ADMINISTRATOR, Role.ADMINISTRATOR, Role.SUPPORT))
    card = person(actor.id)
    assert card is not None
    theirs, address = sign_in(actor), f"/casa/equipa/{card.public_id}/"
    sent = {"key": uuid.uuid4(), "reason": "perdeu o telefone"}
    there = sign_in(boss).post(f"{address}segundo-fator/", sent).headers["Location"]
    assert theirs.get("/casa/jogadores/").status_code == 200
    assert sign_in(other).post(f"{there}aprovar/").status_code == 302
    assert theirs.get("/casa/jogadores/").headers["Location"].startswith("/entrar/"), "signed out everywhere"
    assert sign_in(actor).get("/casa/jogadores/").headers["Location"] == "/seguranca/aplicacao/"


def test_a_name_and_a_number_are_given_later(floor: Floor, sign_in: SignIn) -> None:
    boss, other, actor = (floor.staff(role) for role in (Role.ADMINISTRATOR, Role.ADMINISTRATOR, Role.SUPPORT))
    card = person(actor.id)
    assert card is not None
    browser, address = sign_in(boss), f"/casa/equipa/{card.public_id}/"
    board = browser.get("/casa/prazos/").content.decode()
    assert board.count("Dar o nome e o NIF de quem trabalha na casa") == 3
    nif = personal_details().nif
    sent = {"key": uuid.uuid4(), "full_name": "Rui Costa", "nif": nif, "reason": "faltava"}
    there = browser.post(f"{address}identidade/", sent).headers["Location"]
    board = browser.get("/casa/prazos/").content.decode()
    assert "Decidir a proposta sobre a equipa" in board
    assert sign_in(other).post(f"{there}aprovar/").status_code == 302
    page = browser.get(address).content.decode()
    assert "Rui Costa" in page
    assert f"••••••{nif[-3:]}" in page
    assert nif not in page
    assert browser.get("/casa/prazos/").content.decode().count("Dar o nome e o NIF de quem trabalha na casa") == 2


def test_a_new_house_begins_with_two_and_only_once(floor: Floor) -> None:
    first, second = personal_details().nif, personal_details().nif
    begin = [
        "first_staff",
        *("--administrator", "Ana", "ana@casa.example", "Ana Maria Reis", first),
        *("--compliance", "Rui", "rui@casa.example", "Rui Manuel Costa", second),
    ]
    with pytest.raises(CommandError, match="identity-invalid"):
        call_command(*begin[:5], "123456788", *begin[6:])
    assert by_email("ana@casa.example") is None
    call_command(*begin)
    ana, rui = by_email("ana@casa.example"), by_email("rui@casa.example")
    assert ana is not None
    assert rui is not None
    assert {email.person_id for email in Email.objects.filter(kind="staff-invitation")} == {ana.id, rui.id}
    with pytest.raises(CommandError, match="has staff"):
        call_command(*begin)
    with pytest.raises(IntegrityError, match="first members of staff"), transaction.atomic():
        floor.staff(Role.APPROVER)


def test_acts_on_staff_that_are_refused(floor: Floor) -> None:
    boss, actor = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.SUPPORT)
    player = floor.player()
    given = {"reason": "porque sim", "now": floor.now}

    def refused(operation: object, **asked: object) -> MemberRejection:
        with pytest.raises(MemberRejected) as caught:
            operation(**given, **asked)  # type: ignore[operator]
        return caught.value.reason

    roles, key = [Role.AUDITOR], uuid.uuid4()
    change = {"roles": roles, "idempotency_key": key}
    hire = {**change, "email": "x@y.pt", "name": "X", "full_name": "Xana Reis", "nif": personal_details().nif}
    assert refused(staff.propose_roles, person_id=boss.id, by=boss.id, **change) is MemberRejection.ONESELF
    assert refused(staff.disable_staff, person_id=boss.id, by=boss.id) is MemberRejection.ONESELF
    assert refused(staff.disable_staff, person_id=player.id, by=boss.id) is MemberRejection.NO_SUCH_MEMBER
    assert refused(staff.disable_staff, person_id=boss.id, by=actor.id) is MemberRejection.NOT_ALLOWED
    assert refused(staff.disable_staff, person_id=boss.id, by=player.id) is MemberRejection.NOT_ALLOWED
    assert refused(staff.propose_hire, by=actor.id, **hire) is MemberRejection.NOT_ALLOWED


def test_one_who_administers_always_stays(floor: Floor) -> None:
    first, second = floor.staff(Role.ADMINISTRATOR), floor.staff(Role.ADMINISTRATOR)
    staff.disable_staff(person_id=second.id, reason="férias", by=first.id, now=floor.now)
    with pytest.raises(MemberRejected) as caught:
        staff.disable_staff(person_id=first.id, reason="troca", by=second.id, now=floor.now)
    assert caught.value.reason is MemberRejection.NOT_ALLOWED
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
