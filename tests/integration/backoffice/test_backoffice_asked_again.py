"""Staff who see or export personal data confirm their identity again, ten minutes after they last did."""

import time
import uuid
from urllib.parse import urlencode

import pytest
from django.urls import reverse

from casino.signing.sessions import PROVED
from players.cashier import operations as cashier
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


def test_written_words_stand_in_the_form_again(floor: Floor, as_role: AsRole) -> None:
    helper, player = floor.staff(Role.SUPPORT), floor.player()
    proposed = cashier.propose_adjustment(
        person_id=player.id, amount=9_00, reason="engano", idempotency_key=uuid.uuid4(), by=helper.id, now=floor.now
    )
    browser = as_role(Role.COMPLIANCE)
    session = browser.session
    session[PROVED] = 0
    session.save()
    page = reverse("backoffice:adjustment", args=[proposed.adjustment_id])
    sent = reverse("backoffice:reject_adjustment", args=[proposed.adjustment_id])
    answer = browser.post(sent, {"reason": "não há prova"}, HTTP_REFERER=f"http://testserver{page}")
    assert answer.headers["Location"].endswith(urlencode({"next": page}))
    session = browser.session
    session[PROVED] = time.time()
    session.save()
    again = browser.get(page).content.decode()
    assert ">\nnão há prova</textarea>" in again
    assert "Ainda nada foi feito" in again
    assert "não há prova" not in browser.get(page).content.decode(), "once"
