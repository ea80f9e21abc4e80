"""Staff who see or export personal data confirm their identity again, ten minutes after they last did."""

import time
import uuid
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from casino.signing.sessions import PROVED
from players.cashier import operations as cashier
from players.cashier import queries as cashier_queries
from players.models import Person
from players.roles import Role
from tables import queries
from tests.factories import MACAU, Floor
from tests.integration.backoffice.browsers import AsRole


@pytest.mark.parametrize(
    ("method", "name", "arguments"),
    [
        ("post", "personal_data", {"number": uuid.UUID(int=7)}),
        ("get", "take_report", {"key": uuid.UUID(int=7), "form": "csv"}),
        ("get", "request_report", {"name": "player-roll"}),
        ("get", "export_complaints", {"form": "csv"}),
        ("get", "evidence", {"code": "nada"}),
        ("get", "export", {"day": "2026-03-01", "form": "csv"}),
        ("post", "approve_adjustment", {"number": 7}),
        ("post", "decide_rectification", {"number": 7}),
        ("post", "close_for_death", {}),
        ("post", "prohibit", {}),
        ("post", "lift_prohibition", {"number": 7}),
        ("post", "approve_award", {"number": "R-2026-00007"}),
        ("post", "propose_reopening", {}),
        ("post", "approve_reopening", {}),
        ("post", "propose_opening", {"alarm": 7}),
        ("post", "approve_opening", {"alarm": 7}),
        ("post", "refuse_award", {"number": "R-2026-00007"}),
    ],
)
def test_a_proof_of_long_ago_is_not_enough(
    floor: Floor, as_role: AsRole, method: str, name: str, arguments: dict[str, object]
) -> None:
    browser = as_role(Role.COMPLIANCE)
    session = browser.session
    session[PROVED] = 0
    session.save()
    answer = getattr(browser, method)(reverse(f"backoffice:{name}", kwargs=arguments))
    assert (answer.status_code, answer.headers["Location"].partition("?")[0]) == (302, reverse("mfa_reauthenticate"))


def test_stopping_asks_nothing_and_lifting_does(floor: Floor, as_role: AsRole) -> None:
    floor.table(MACAU, code="macau-1")
    browser = as_role(Role.SUPERVISOR)
    session = browser.session
    session[PROVED] = 0
    session.save()
    stop, lift = "/casa/sala/parar/", "/casa/sala/parar/all/levantar/"
    assert browser.get(stop).status_code == 200
    assert browser.post(stop, {"scope": "all", "reason": "câmara parada"}).headers["Location"] == "/casa/sala/"
    assert len(queries.stops()) == 1
    answer = browser.post(lift, {"reason": "câmara arranjada"})
    assert answer.headers["Location"].partition("?")[0] == reverse("mfa_reauthenticate")
    assert len(queries.stops()) == 1


def long_ago(browser: Client) -> None:
    """The last proof of identity is too old from now on."""
    session = browser.session
    session[PROVED] = 0
    session.save()


def proven(browser: Client) -> None:
    """The person confirmed just now who they are."""
    session = browser.session
    session[PROVED] = time.time()
    session.save()


def test_what_was_typed_stands_in_the_form_again(floor: Floor, as_role: AsRole) -> None:
    helper, player = floor.staff(Role.SUPPORT), floor.player()
    proposed = cashier.propose_adjustment(
        person_id=player.id, amount=9_00, reason="engano", idempotency_key=uuid.uuid4(), by=helper.id, now=floor.now
    )
    browser = as_role(Role.COMPLIANCE)
    long_ago(browser)
    page = reverse("backoffice:adjustment", args=[proposed.adjustment_id])
    sent = reverse("backoffice:reject_adjustment", args=[proposed.adjustment_id])
    answer = browser.post(sent, {"reason": "não há prova"}, HTTP_REFERER=f"http://testserver{page}")
    assert answer.headers["Location"].endswith(urlencode({"next": f"{page}#kept"}))
    proven(browser)
    again = browser.get(page).content.decode()
    assert ">\nnão há prova</textarea>" in again
    assert 'id="kept"' in again
    assert "Ainda nada foi feito" in again
    assert "não há prova" not in browser.get(page).content.decode(), "once"
    assert cashier_queries.adjustment(proposed.adjustment_id).state == "proposed", "nothing acts by itself"
    floor.prove()


def test_of_several_forms_the_one_that_was_sent_is_filled_in(floor: Floor, as_role: AsRole) -> None:
    """Its amounts, choices and days too, and no other one that also asks for a reason."""
    player = floor.player()
    key = Person.objects.get(pk=player.id).public_id
    browser = as_role(Role.COMPLIANCE)
    page = reverse("backoffice:player", args=[key])
    fresh = browser.get(page).context["limit_form"]
    limit = list(fresh.fields["limit"].choices)[-1][0]
    typed = {"limit": limit, "most": "12,50", "reason": "joga de noite"}
    assert typed.keys() <= fresh.fields.keys()
    long_ago(browser)
    browser.post(reverse("backoffice:limit_player", args=[key]), typed, HTTP_REFERER=f"http://testserver{page}")
    proven(browser)
    context = browser.get(page).context
    assert {name: context["limit_form"][name].value() for name in typed} == typed
    assert not context["exclusion_form"]["reason"].value()


def test_a_form_that_came_back_wrong_is_not_lost_either(floor: Floor, as_role: AsRole) -> None:
    """Between the form that was wrong and the one that is right the last proof grew old."""
    key = Person.objects.get(pk=floor.player().id).public_id
    browser = as_role(Role.COMPLIANCE)
    page, to = (reverse(f"backoffice:{name}", args=[key]) for name in ("player", "limit_player"))
    wrong = browser.post(to, {"reason": "", "limit": "stake-day", "most": "5"}, HTTP_REFERER=f"http://testserver{page}")
    assert wrong.status_code == 400
    assert f'<input type="hidden" name="_page" value="{page}">' in wrong.content.decode()
    long_ago(browser)
    sent = {"reason": "sinais de dano", "limit": "stake-day", "most": "5", "_page": page}
    answer = browser.post(to, sent, HTTP_REFERER=f"http://testserver{to}")
    assert answer.headers["Location"].endswith(urlencode({"next": f"{page}#kept"}))
    proven(browser)
    assert browser.get(page).context["limit_form"]["reason"].value() == "sinais de dano"


def test_a_report_keeps_what_it_was_asked_by(floor: Floor, as_role: AsRole) -> None:
    browser = as_role(Role.COMPLIANCE)
    page = reverse("backoffice:request_report", args=["players"])
    reason = "pedido do regulador"
    long_ago(browser)
    browser.post(page, {"key": uuid.uuid4(), "reason": reason}, HTTP_REFERER=f"http://testserver{page}")
    proven(browser)
    answer = browser.get(page)
    assert answer.context["form"]["reason"].value() == reason
    assert 'id="kept"' in answer.content.decode()
