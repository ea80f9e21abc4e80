"""The form of the terms for all five games, and tables with one seat."""

import re
import uuid

import pytest
from django.utils import timezone

from baccarat.rulesets import PRESETS
from players.roles import Role
from tables import queries
from tables.table_settings import TableSettings
from tests.factories import MACAU, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.rules import rule

DRAFT = "/casa/mesas/mesa-1/regras/nova/"
COMMON = {"minimum": "1,00", "betting_seconds": "20", "show_seconds": "10", "seats": "9", "commission": "half-on-5"}
FIVE = {"commission": "5-percent"}
SIX, EIGHT = {"decks": "6"}, {"decks": "8"}
EVERY, SHOE = {"shuffle": "every-round"}, {"shuffle": "per-shoe"}
GAMES = {
    "ponto-e-banca": EIGHT | EVERY | {"pairs": "on", "cap_ponto": "50,00"},
    "macau": EIGHT | EVERY | {"pairs": "on", "max_prize": "1000,00"},
    "macau-floor": SIX | SHOE | {"max_prize": "1000,00"},
    "punto-banco": SIX | EVERY | FIVE | {"cap_ponto": "500,00", "cap_banca": "500,00", "cap_empate": "50,00"},
    "live-baccarat": EIGHT | SHOE | FIVE | {"pairs": "on", "max_prize": "5000,00", "cap_lucky-six": "25,00"},
}


def form(preset: str, **changes: str) -> dict[str, str]:
    return {**COMMON, "preset": preset, **GAMES[preset], "key": str(uuid.uuid4()), **changes}


def terms_of_last(table_id: int) -> TableSettings:
    return queries.configurations(table_id)[0].terms


@pytest.fixture
def table_id(floor: Floor) -> int:
    floor.now = timezone.now()
    return floor.table(MACAU, code="mesa-1")


@pytest.mark.parametrize("preset", PRESETS)
def test_every_game_is_drafted_and_read_back(floor: Floor, table_id: int, as_role: AsRole, preset: str) -> None:
    manager = as_role(Role.GAME_MANAGER)

    assert manager.post(DRAFT, form(preset, cycle_seconds="30")).status_code == 302

    made = terms_of_last(table_id)
    assert (made.preset, made.cycle_seconds) == (preset, 30)
    assert made.caps == {
        name.removeprefix("cap_"): int(value.partition(",")[0]) * 100
        for name, value in GAMES[preset].items()
        if name.startswith("cap_")
    }
    assert manager.get("/casa/mesas/mesa-1/regras/2/alterar/").status_code == 200
    assert "pelo menos 30 s" in manager.get("/casa/mesas/mesa-1/regras/2/").content.decode()


@rule(
    "L8",
    asserts="The page that works out a draft of the live game says that its maximum prize of 5,000.00 bounds the "
    "difference, and no other chance.",
)
def test_a_maximum_prize_of_the_live_game_bounds_the_difference(floor: Floor, table_id: int, as_role: AsRole) -> None:
    answer = as_role(Role.GAME_MANAGER).post("/casa/mesas/mesa-1/regras/calcular/", form("live-baccarat"))

    page = answer.content.decode().replace("\N{NO-BREAK SPACE}", " ")
    assert "5 000,00 €" in page
    assert "R43a" in page
    assert "as outras chances só têm o máximo" in page


@rule(
    "D2",
    asserts="A draft of punto banco without maxima is told to have bets without a ceiling, and one with a maximum per "
    "chance is not.",
)
def test_the_maxima_of_punto_banco_bound_the_worst_case(floor: Floor, table_id: int, as_role: AsRole) -> None:
    bare = {name: "" for name in GAMES["punto-banco"] if name.startswith("cap_")}
    manager = as_role(Role.GAME_MANAGER)

    bounded = manager.post("/casa/mesas/mesa-1/regras/calcular/", form("punto-banco")).content.decode()
    unbounded = manager.post("/casa/mesas/mesa-1/regras/calcular/", form("punto-banco", **bare)).content.decode()

    assert "Há apostas sem teto" not in bounded
    assert "Há apostas sem teto" in unbounded


@pytest.mark.parametrize(
    ("preset", "field", "value", "said"),
    [
        ("punto-banco", "decks", "8", "só: 6."),
        ("macau-floor", "shuffle", "every-round", "só: baralhadas a cada sabot."),
        ("live-baccarat", "decks", "6", "só: 8."),
        ("live-baccarat", "commission", "none", "só: "),
        ("punto-banco", "commission", "half-on-5", "só: "),
        ("macau-floor", "commission", "5-percent", "só: "),
        ("punto-banco", "max_prize", "1000,00", "bacará ao vivo"),
        ("live-baccarat", "max_prize", "0,50", "É pouco"),
        ("punto-banco", "cap_par-ponto", "50,00", "não está no pano"),
        ("live-baccarat", "cap_lucky-six", "0,50", "menor do que a aposta mínima"),
    ],
)
def test_a_setting_that_a_game_does_not_allow_is_said_at_its_field(
    floor: Floor, table_id: int, as_role: AsRole, preset: str, field: str, value: str, said: str
) -> None:
    answer = as_role(Role.GAME_MANAGER).post(DRAFT, form(preset, **{field: value}))

    assert answer.status_code == 400
    errors = re.search(rf'id="id_{field}_error">(.*?)</ul>', answer.content.decode(), re.DOTALL)
    assert errors is not None
    assert said in errors[1]


def test_no_time_between_rounds_is_asked_for_unless_typed(floor: Floor, table_id: int, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)

    assert manager.post(DRAFT, form("macau", cycle_seconds="")).status_code == 302

    assert terms_of_last(table_id).cycle_seconds == 0


def test_an_individual_table_has_one_seat_for_any_form_sent(floor: Floor, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    made = {"name": "A sós", "code": "mesa-1", "currency": "EUR", "kind": "individual"}
    assert manager.post("/casa/mesas/nova/", made).status_code == 302
    table_id = queries.floor(now=floor.now)[0].table_id
    assert queries.table_state(table_id=table_id, now=floor.now).sections["table"]["kind"] == "individual"

    page = manager.get(DRAFT).content.decode()
    seats = re.search(r'<input[^>]*name="seats"[^>]*>', page)
    assert seats is not None
    assert 'value="1"' in seats[0]
    assert "disabled" in seats[0]
    assert "a mesa é individual: um só lugar (R28)" in page
    assert manager.post(DRAFT, form("punto-banco", seats="9")).status_code == 302
    assert terms_of_last(table_id).seats == 1
    revised = form("punto-banco", seats="5", minimum="2,00", seen_revision="1")
    assert manager.post("/casa/mesas/mesa-1/regras/1/alterar/", revised).status_code == 302
    assert (terms_of_last(table_id).seats, terms_of_last(table_id).minimum) == (1, 2_00)
    stale = manager.post("/casa/mesas/mesa-1/regras/1/alterar/", revised)
    assert stale.status_code == 409
    assert re.search(r'<input[^>]*name="seats"[^>]*disabled', stale.content.decode())
