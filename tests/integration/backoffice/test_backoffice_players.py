"""Players at the pages of the staff: found, read whole, personal data only with a reason that is kept."""

import re
import uuid

import pytest
import time_machine
from django.db import InternalError, connection, transaction
from django.db.utils import IntegrityError
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from kernel.periods import Period
from players.audit.operations import viewing
from players.audit.operations.viewing import ViewingRejected, ViewingRejection
from players.audit.queries.dossier import PlayerState, players_list, viewings_of
from players.audit.queries.personal_data import SHOWN
from players.complaints import operations as complaints
from players.models import Exclusion, Limit
from players.protection.operations.limits import LimitKind, set_limit
from players.roles import Role
from tables.models import PlaySession
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.rules import rule
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db

SEE = {"abrir": "dados"}


@pytest.fixture
def rita(floor: Floor) -> Actor:
    return floor.player("Rita")


def address(player: Actor) -> str:
    return f"/casa/jogadores/{player.key}/"


def personal(player: Actor) -> tuple[str, str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT nif, iban FROM players_registration WHERE person_id = %s", [player.id])
        found = cursor.fetchone()
    assert found is not None, "the factories register players"
    return found[0], found[1]


def names(rows: tuple[object, ...]) -> list[str]:
    return [row.nickname for row in rows]  # type: ignore[attr-defined]


def test_players_are_found_by_what_they_are_known_by(floor: Floor, rita: Actor) -> None:
    floor.player("Mar")
    nif, _ = personal(rita)
    for text in (rita.email, rita.email[:4].upper(), "rit", "RITA", nif, rita.key, f"  {nif} "):
        assert "Rita" in names(players_list(text=text, now=floor.now)), text
    for text in ("ita", "%", "_", nif[:8], "x" * 300, "ri\0", "' OR 1=1 --"):
        assert "Rita" not in names(players_list(text=text, now=floor.now)), text


def test_staff_are_no_players(floor: Floor) -> None:
    actor = floor.staff(Role.SUPPORT)
    assert players_list(text=actor.email, now=floor.now) == ()


def test_the_list_is_narrowed_by_state_and_paged(floor: Floor, rita: Actor, as_role: AsRole) -> None:
    as_role(Role.COMPLIANCE).post(address(rita) + "suspender/", {"reason": "pedido das autoridades"})
    others = [floor.player() for _ in range(3)]
    assert names(players_list(state=PlayerState.SUSPENDED, now=floor.now)) == ["Rita"]
    first = players_list(now=floor.now, limit=2)
    rest = players_list(now=floor.now, limit=5, before=first[-1].id)
    assert [row.id for row in (*first, *rest)] == [*(each.id for each in reversed(others)), rita.id]


def test_nothing_personal_shows_before_it_is_asked_for(rita: Actor, as_role: AsRole) -> None:
    page = as_role(Role.SUPPORT).get(address(rita)).content.decode()
    for told in (*personal(rita), rita.email):
        assert told not in page


@pytest.mark.parametrize("role", [Role.SUPPORT, Role.COMPLIANCE, Role.AUDITOR, Role.INSPECTOR])
def test_asked_for_with_a_reason_it_shows_for_five_minutes_and_is_kept(
    floor: Floor, rita: Actor, as_role: AsRole, role: Role
) -> None:
    browser, (nif, iban) = as_role(role), personal(rita)
    page = browser.post(address(rita) + "dados/", {"reason": "ofício do tribunal"}, follow=True).content.decode()
    assert nif in page
    assert iban in page
    assert 'hx-trigger="load delay:' in page
    assert nif not in browser.get(address(rita)).content.decode()
    (looked,) = viewings_of(rita.id)
    assert looked.reason == "ofício do tribunal"

    assert nif in browser.get(address(rita), SEE).content.decode(), "once asked, again without a reason"
    other = as_role(Role.COMPLIANCE if role is Role.SUPPORT else Role.SUPPORT)
    assert nif not in other.get(address(rita), SEE).content.decode(), "another person gives a reason of their own"
    with time_machine.travel(looked.at + SHOWN, tick=False):
        page = browser.get(address(rita), SEE).content.decode()
    assert nif not in page
    assert 'name="purpose"' in page
    assert len(viewings_of(rita.id)) == 1


def test_what_waits_about_the_player_is_a_purpose(floor: Floor, rita: Actor, as_role: AsRole) -> None:
    support = as_role(Role.SUPPORT)
    case = complaints.complain(
        person_id=rita.id,
        category="other",
        text="O bónus não chegou.",
        idempotency_key=uuid.uuid4(),
        now=timezone.now(),
    )
    page = support.get(address(rita), SEE).content.decode()
    assert f'<option value="complaint:{case.number}">Responder a {case.number}</option>' in page

    first_choice = re.search(r'<option value="([^"]*)"', page.split('name="purpose"')[1])
    assert first_choice is not None
    assert first_choice[1] == "other", "a browser sends the first one where none is chosen"

    for sent in ({"purpose": f"complaint:{case.number}"}, {"purpose": "caller", "reason": "perguntou pelo IBAN"}):
        assert support.post(address(rita) + "dados/", sent).status_code == 302
    later, first = viewings_of(rita.id)
    assert first.reason == f"Responder a {case.number}"
    assert later.reason == "Confirmar quem telefona · perguntou pelo IBAN"

    for wrong in (
        {"purpose": "complaint:R-2026-09999"},
        {"purpose": "other"},
        {"purpose": "caller", "reason": 299 * "x"},
    ):
        assert support.post(address(rita) + "dados/", wrong).status_code == 400
    assert len(viewings_of(rita.id)) == 2


@pytest.mark.parametrize("reason", ["", "  ", "ab", "x" * 301])
def test_without_a_reason_nothing_shows_and_nothing_is_kept(
    floor: Floor, rita: Actor, as_role: AsRole, reason: str
) -> None:
    answer = as_role(Role.SUPPORT).post(address(rita) + "dados/", {"reason": reason})
    assert answer.status_code == 400
    assert personal(rita)[0] not in answer.content.decode()
    assert viewings_of(rita.id) == ()


def test_the_operation_judges_by_itself_who_may_look(floor: Floor, rita: Actor) -> None:
    for person in (floor.staff(Role.SUPERVISOR).id, rita.id, 0):
        with pytest.raises(ViewingRejected) as refused:
            viewing.view_personal_data(person_id=rita.id, by=person, reason="curiosidade", now=floor.now)
        assert refused.value.reason is ViewingRejection.NOT_ALLOWED
    support = floor.staff(Role.SUPPORT)
    with pytest.raises(ViewingRejected) as refused:
        viewing.view_personal_data(person_id=support.id, by=support.id, reason="curiosidade", now=floor.now)
    assert refused.value.reason is ViewingRejection.NO_SUCH_PERSON


@pytest.mark.parametrize("reason", ["  ", "ab", "a" * 301, "ofício\0do tribunal"])
def test_a_look_needs_a_reason_that_can_be_kept(floor: Floor, rita: Actor, reason: str) -> None:
    support = floor.staff(Role.SUPPORT)
    with pytest.raises(ViewingRejected) as refused:
        viewing.view_personal_data(person_id=rita.id, by=support.id, reason=reason, now=floor.now)
    assert refused.value.reason is ViewingRejection.REASON_MISSING


def test_a_look_cannot_be_undone_at_the_database(floor: Floor, rita: Actor) -> None:
    viewing.view_personal_data(
        person_id=rita.id, by=floor.staff(Role.SUPPORT).id, reason="ofício do tribunal", now=floor.now
    )
    refused = pytest.raises((IntegrityError, InternalError))
    with refused, transaction.atomic(), as_owner(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM players_viewing")


@rule(
    "PT-18",
    asserts="A suspension without a reason is refused; with one, the reasons of suspension and reinstatement stand on "
    "the player's page.",
)
def test_suspending_and_reinstating_with_reasons(rita: Actor, as_role: AsRole) -> None:
    browser = as_role(Role.COMPLIANCE)
    assert browser.post(address(rita) + "suspender/", {"reason": ""}).status_code == 400
    browser.post(address(rita) + "suspender/", {"reason": "pedido das autoridades"})
    page = browser.get(address(rita)).content.decode()
    assert "suspenso" in page
    assert "pedido das autoridades" in page
    browser.post(address(rita) + "reintegrar/", {"reason": "pedido retirado"})
    assert "pedido retirado" in browser.get(address(rita)).content.decode()


def test_the_trail_never_shows_what_was_registered(rita: Actor) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT string_agg(coalesce(before::text, '') || coalesce(after::text, ''), '') FROM players_auditentry"
        )
        (text,) = cursor.fetchone() or ("",)
    for told in (*personal(rita), rita.email):
        assert told not in text


def test_pages_of_unknown_people_do_not_exist(floor: Floor, as_role: AsRole) -> None:
    support = floor.staff(Role.SUPPORT)
    browser: Client = as_role(Role.SUPPORT)
    for key in (support.key, "00000000-0000-0000-0000-000000000007"):
        assert browser.get(f"/casa/jogadores/{key}/").status_code == 404


def test_a_page_costs_the_same_however_long_the_story(
    rita: Actor, as_role: AsRole, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    browser = as_role(Role.COMPLIANCE)
    for _ in range(3):
        browser.post(address(rita) + "dados/", {"reason": "ofício do tribunal"})
    with django_assert_max_num_queries(40):
        assert browser.get(address(rita)).status_code == 200


def test_a_players_history_reads_as_a_story(floor: Floor, rita: Actor, as_role: AsRole) -> None:
    other = floor.player("Mar")
    keeper = as_role(Role.COMPLIANCE)
    keeper.post(address(rita) + "dados/", {"reason": "ofício do tribunal"})
    act(keeper, rita, "limite", limit="stake-day", most="50,00")
    act(keeper, other, "suspender", reason="outra pessoa")
    proposed = {"email": rita.email, "direction": "for", "amount": "5,50", "reason": "prémio em falta"}
    keeper.post("/casa/dinheiro/acertos/novo/", proposed | {"key": str(uuid.uuid4())})

    def told(role: Role) -> str:
        return as_role(role).get(address(rita)).content.decode().partition('id="story"')[2].partition("</section>")[0]

    ids = re.findall(r' id="([^"]+)"', keeper.get(address(rita)).content.decode())
    assert len(ids) == len(set(ids)), "a label leads to one field"
    seen = told(Role.AUDITOR)
    for text in (
        "registou-se",
        "viu os dados pessoais de Rita",
        "ofício do tribunal",
        "limite de apostas por dia: sem limite → 50,00\xa0€",
        "propôs um acerto de 5,50\xa0€ para Rita",
        "prémio em falta",
        "/casa/auditoria/?about=",
    ):
        assert text in seen
    assert "outra pessoa" not in seen
    without = told(Role.SUPERVISOR)
    assert "ofício do tribunal" in without
    assert "prémio em falta" not in without
    assert "/casa/auditoria/" not in without


def act(browser: Client, player: Actor, way: str, **typed: str) -> tuple[int, str]:
    sent = {"reason": "sinais de dano", "key": str(uuid.uuid4()), **typed}
    answer = browser.post(f"{address(player)}{way}/", sent, follow=True)
    return answer.status_code, answer.content.decode()


def test_the_house_sets_a_limit_with_a_reason_and_takes_it_away(rita: Actor, as_role: AsRole) -> None:
    browser = as_role(Role.COMPLIANCE)
    assert "Definir um limite da casa" in browser.get(address(rita)).content.decode()
    status, page = act(browser, rita, "limite", limit="stake-day", most="50,00")
    assert status == 200
    assert "O limite da casa mudou" in page
    (found,) = Limit.objects.filter(person_id=rita.id)
    assert (found.source, found.most, found.reason) == ("operator", 50_00, "sinais de dano")
    assert act(browser, rita, "limite", limit="session-day", most="90")[0] == 200
    for wrong, said, expected in (
        ({"limit": "stake-day", "most": "50,00"}, "já tem esse limite", 409),
        ({"limit": "stake-day", "most": "muito"}, "Escreva um valor", 400),
        ({"limit": "session-day", "most": "1,50"}, "Escreva um valor", 400),
        ({"limit": "session-day", "most": "0"}, "não serve de limite", 400),
        ({"limit": "casa-dia", "most": "50"}, "", 400),
        ({"limit": "stake-day", "most": "20", "reason": " "}, "", 400),
        ({"limit": "stake-day", "most": "20", "key": "x"}, "", 400),
    ):
        status, page = act(browser, rita, "limite", **wrong)
        assert status == expected, wrong
        assert said in page
    assert Limit.objects.filter(person_id=rita.id).count() == 2
    assert act(browser, rita, "limite", limit="stake-day", most="")[0] == 200
    assert not Limit.objects.filter(person_id=rita.id, kind="stake", state="in-force").exists()


def test_the_house_excludes_in_the_middle_of_a_session_and_takes_it_back(
    floor: Floor, rita: Actor, as_role: AsRole
) -> None:
    floor.sit(rita, floor.table())
    browser, key = as_role(Role.COMPLIANCE), str(uuid.uuid4())
    for _ in range(2):
        status, page = act(browser, rita, "excluir", length="6", key=key)
        assert status == 200
    assert "excluído desde já" in page
    (found,) = Exclusion.objects.filter(person_id=rita.id)
    assert (found.source, found.kind, found.reason) == ("operator", "fixed", "sinais de dano")
    assert PlaySession.objects.get(person_id=rita.id).end_reason == "barred"
    assert act(browser, rita, "excluir", length="2")[0] == 400
    zoe = floor.player()
    assert act(browser, zoe, "retirar", exclusion=str(found.pk))[0] == 409, "another player's"
    assert act(browser, rita, "retirar", exclusion=str(found.pk), reason="")[0] == 400
    found.refresh_from_db()
    assert found.revoked_at is None
    status, page = act(browser, rita, "retirar", exclusion=str(found.pk), reason="engano")
    assert "A exclusão acabou" in page
    found.refresh_from_db()
    assert (found.revoked_at is not None, found.revoke_reason) == (True, "engano")


def test_limits_and_exclusions_say_who_asked_for_them(rita: Actor, as_role: AsRole, sign_in: SignIn) -> None:
    browser = as_role(Role.COMPLIANCE)
    set_limit(
        person_id=rita.id,
        kind=LimitKind.LOSS,
        period=Period.WEEK,
        most=20_00,
        idempotency_key=uuid.uuid4(),
        now=timezone.now(),
    )
    assert act(browser, rita, "limite", limit="stake-day", most="50,00")[0] == 200
    assert act(browser, rita, "excluir", length="6")[0] == 200
    page = browser.get(address(rita)).content.decode()
    for text in ("Perdas por semana: ", "pedido pelo jogador · em vigor", "Apostas por dia: ", "da casa · em vigor"):
        assert text in page
    assert "exclusão a prazo</" in page
    assert "autoexclusão a prazo" not in page
    assert "exclusão a prazo" in sign_in(rita).get(reverse("portal:breaks")).content.decode()


def test_only_who_may_protects(rita: Actor, as_role: AsRole) -> None:
    for role in (Role.SUPPORT, Role.SUPERVISOR, Role.AUDITOR):
        browser = as_role(role)
        assert "Excluir por ordem da casa" not in browser.get(address(rita)).content.decode()
        assert act(browser, rita, "excluir", length="6")[0] == 403
        assert act(browser, rita, "limite", limit="stake-day", most="1")[0] == 403
    assert not Exclusion.objects.exists()
    assert not Limit.objects.exists()
