"""An alarm of the drift court in a real browser: seen on the floor, read on its page, opened again by two persons."""

import random
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from baccarat import court
from baccarat.court import Stream
from baccarat.court_trace import Trace
from baccarat.play import Winner
from players.roles import Role
from tables.models import CourtState, Table
from tests.factories import Floor
from tests.functional.office import office
from tests.integration.tables.test_court import Alarmed, at_once  # noqa: F401

pytestmark = pytest.mark.browser
SIZES = {"1440": (1440, 900), "1280": (1280, 800), "390": (390, 844)}


def furnish(table: int) -> None:
    """Three thousand rounds behind the table's evidence of outcomes: fair, and of late with too many for banca."""
    source, factors = random.Random(6), court.factors_by_winner(8)
    values, trace = court.begun(Stream.OUTCOMES), Trace()
    for number in range(3_400):
        weights = [0.4462, 0.4586, 0.0952] if number < 2_400 else [0.39, 0.52, 0.09]
        winner = source.choices([Winner.PONTO, Winner.BANCA, Winner.EMPATE], weights)[0]
        values = court.following(values, factors[winner])
        trace = trace.then(court.evidence(values))
    CourtState.objects.filter(table_id=table, stream="outcomes").update(
        values=values, rounds=3_400, trace=trace.document()
    )


@pytest.fixture
def alarmed(open_floor: Floor) -> Alarmed:
    open_floor.now = timezone.now()
    found = Alarmed(open_floor)
    furnish(found.table)
    return found


def test_two_persons_read_the_alarm_and_open_again(alarmed: Alarmed, tmp_path: Path) -> None:
    code = Table.objects.get(pk=alarmed.table).code
    manager = alarmed.floor.staff(Role.GAME_MANAGER)
    staff = {Role.COMPLIANCE: alarmed.one, Role.SUPERVISOR: alarmed.other, Role.GAME_MANAGER: manager}
    with office(tmp_path, staff, phone=False, parts=()) as visits:
        rita, one, other = visits(Role.GAME_MANAGER), visits(Role.COMPLIANCE), visits(Role.SUPERVISOR)
        for size, (width, height) in SIZES.items():
            for visit in (rita, other):
                visit.page.set_viewport_size({"width": width, "height": height})
            rita.person.go(f"/casa/mesas/{code}/")
            expect(rita.page.locator(".court__curve--outcomes").first).to_be_attached()
            rita.page.locator("#drift").scroll_into_view_if_needed()
            rita.look(f"drift-table-{size}")
            other.person.go("/casa/sala/")
            expect(other.page.locator(f"#cartao-{code}")).to_contain_text("cartas 4: vezes a mais")
            other.look(f"drift-floor-{size}")
            other.person.go("/casa/sala/deriva/")
            other.look(f"drift-house-{size}")
        other.page.set_viewport_size({"width": 1280, "height": 800})
        address = f"/casa/sala/deriva/{alarmed.alarm}/"
        one.person.go(address)
        one.do("Propor a reabertura", "Proposto", cause="cartas marcadas", solution="sabot novo")
        one.look("drift-proposed")
        other.person.go(address)
        other.look("drift-to-approve")
        other.do("Aprovar e reabrir o jogo")
        expect(other.page.get_by_text("reaberto por duas pessoas").first).to_be_visible()
        other.look("drift-opened")
