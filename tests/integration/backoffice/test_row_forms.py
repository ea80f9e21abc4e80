"""Forms that stand beside each row: what is wrong is said at the field of that row, and nothing typed is lost."""

import re
import uuid
from typing import Any

import pytest

from casino.web.row_forms import NUMBER, RowForm
from players.models import ExclusionKind, ExclusionSource, Prohibition
from players.privacy import operations, queries
from players.privacy.operations import ask_rectification
from players.protection.operations.exclusion import exclude
from players.protection.operations.prohibitions import prohibit
from players.protection.queries import protection
from players.roles import Role
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole
from tests.integration.planted import put, row_of

pytestmark = pytest.mark.django_db


def wrong_fields(answer: Any) -> list[str]:
    """The ids of the boxes below which something is said."""
    return re.findall(r'class="field__errors" id="([^"]+)_error"', answer.content.decode())


def asked(floor: Floor, field: str, wanted: str) -> int:
    player = floor.player()
    return ask_rectification(
        person_id=player.id, field=field, wanted=wanted, why="mudei", idempotency_key=uuid.uuid4(), now=floor.now
    ).request_id


def test_a_decision_without_its_reason_keeps_what_was_typed(floor: Floor, as_role: AsRole) -> None:
    one, other = asked(floor, "address", "Rua Nova, 2"), asked(floor, "birth-date", "1990")
    browser = as_role(Role.COMPLIANCE)

    answer = browser.post(f"/casa/dados/{one}/decidir/", {"verdict": "accept", "value": "Rua Nova, 3", "reason": ""})
    assert answer.status_code == 400
    assert wrong_fields(answer) == [f"id_{one}_reason"]
    assert 'value="Rua Nova, 3"' in answer.content.decode()
    answer = browser.post(
        f"/casa/dados/{other}/decidir/", {"verdict": "accept", "value": "31/02/1990", "reason": "sim"}
    )
    assert answer.status_code == 400
    assert wrong_fields(answer) == [f"id_{other}_value"]
    assert 'value="31/02/1990"' in answer.content.decode()
    assert len(queries.open_rectifications()) == 2


def test_something_else_has_no_value_to_decide_on(floor: Floor, as_role: AsRole) -> None:
    number, browser = asked(floor, "other", "tirem-me a newsletter"), as_role(Role.COMPLIANCE)
    for answer in (browser.get("/casa/dados/"), browser.post(f"/casa/dados/{number}/decidir/", {"verdict": "accept"})):
        assert f"id_{number}_reason" in answer.content.decode()
        assert f"id_{number}_value" not in answer.content.decode()


def test_a_request_that_was_decided_meanwhile_is_said_above_the_page(floor: Floor, as_role: AsRole) -> None:
    number, compliance = asked(floor, "address", "Rua Nova, 2"), floor.staff(Role.COMPLIANCE).id
    operations.decide_rectification(request_id=number, accepted=False, reason="não", by=compliance, now=floor.now)
    answer = as_role(Role.COMPLIANCE).post(f"/casa/dados/{number}/decidir/", {"verdict": "accept", "reason": "sim"})
    assert (answer.status_code, "já foi decidido" in answer.content.decode()) == (409, True)


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"email": "ninguem@sabot.example"}, "id_email"),
        ({"email": "ninguem"}, "id_email"),
        ({"reason": " "}, "id_reason"),
        ({"reason": "r" * 1001}, "id_reason"),
    ],
)
def test_a_death_that_cannot_be_recorded_is_said_at_its_field(
    floor: Floor, as_role: AsRole, wrong: dict[str, str], where: str
) -> None:
    told = {"email": floor.player().email, "reason": "certidão 12/2026", "key": str(uuid.uuid4()), **wrong}
    answer = as_role(Role.COMPLIANCE).post("/casa/dados/falecimento/", told)
    assert answer.status_code == 400
    assert wrong_fields(answer) == [where]
    assert not queries.closures()


def test_a_bar_is_not_lifted_without_a_reason(floor: Floor, as_role: AsRole) -> None:
    compliance = floor.staff(Role.COMPLIANCE).id
    one, other = (
        prohibit(nif=nif, reason="magistrate", note="Ofício 12", by=compliance, now=floor.now).entry_id
        for nif in ("123456789", "299900010")
    )
    answer = as_role(Role.COMPLIANCE).post(f"/casa/impedidos/{one}/levantar/", {"note": "x"})
    assert answer.status_code == 400
    assert wrong_fields(answer) == [f"id_{one}_note"]
    assert f"id_{other}_note" in answer.content.decode()
    assert Prohibition.objects.filter(lifted_at=None).count() == 2


def test_an_exclusion_is_not_taken_back_without_a_reason(floor: Floor, as_role: AsRole) -> None:
    player, compliance = floor.player(), floor.staff(Role.COMPLIANCE).id
    exclude(
        person_id=player.id,
        kind=ExclusionKind.INDEFINITE,
        source=ExclusionSource.OPERATOR,
        reason="jogo excessivo",
        by=compliance,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    (ours,) = protection.exclusions_of(player.id, floor.now)
    answer = as_role(Role.COMPLIANCE).post(
        f"/casa/jogadores/{player.key}/retirar/",
        {"exclusion": ours.id, "reason": "x", "key": str(uuid.uuid4())},
    )
    assert answer.status_code == 400
    assert wrong_fields(answer) == [f"back_{ours.id}_reason"]
    assert 'value="x"' in answer.content.decode()


def test_a_view_without_a_name_is_not_kept_and_the_list_says_why(floor: Floor, as_role: AsRole) -> None:
    sent = {"place": "players", "name": "n" * 41, "query": "state=suspended"}
    answer = as_role(Role.SUPPORT).post("/casa/vistas/", sent, follow=True)
    assert answer.redirect_chain[-1][0] == "/casa/jogadores/?state=suspended"
    assert "no máximo 40" in answer.content.decode()


def test_each_row_has_the_form_that_would_be_drawn_for_it_alone(
    floor: Floor, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    odd = f'"{NUMBER}" <b>&amp;', "\ue000wanted\ue001 \\1"
    for field, wanted in (*(("address", each) for each in odd), ("birth-date", "1990"), ("other", odd[0])):
        asked(floor, field, wanted)
    for day in ("2026-03-01", "2026-03-02"):
        facts = {"day": day, "person_id": floor.player().id, "facts": '{"count": 6, "threshold": 5}'}
        put("players_signal", row_of("players_signal") | facts)
    browser, pages = as_role(Role.COMPLIANCE), ("/casa/dados/", "/casa/protecao/")

    def shown() -> list[str]:
        return [_NEW_EACH_TIME.sub("", browser.get(page).content.decode()) for page in pages]

    together = shown()
    assert together[0].count("<textarea") == 4 + 1
    assert together[1].count("<textarea") == 2
    monkeypatch.setattr(RowForm, "markup", lambda form, draw: draw(form.whole(), form.row.id))
    assert together == shown()


_NEW_EACH_TIME = re.compile(r'value="[^"]{36,}"|<time.*?</time>')
"""Tokens of forms, keys and the present moment."""
