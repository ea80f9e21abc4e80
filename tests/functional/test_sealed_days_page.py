"""Sealed days as staff read them: at a desk and on a phone, nothing sticks out, a folder is taken away."""

from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from players.roles import Role
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.functional.browsers import TOO_WIDE
from tests.functional.office import office
from tests.settled import seal_days

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_list_of_sealed_days_stays_within_its_page(
    open_floor: Floor, tmp_path: Path, settings: LazySettings, phone: bool
) -> None:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    open_floor.now = timezone.now() - timedelta(days=4)
    player = open_floor.player(cents=1_000_00)
    table = open_floor.table(MACAU, code="macau-1")
    open_floor.sit(player, table)
    open_floor.open_round(table, BANCA_WINS_WITH_5)
    open_floor.bet(player, table, banca=100_00)
    open_floor.settle(table)
    assert len(seal_days()) >= 3
    staff = {Role.AUDITOR: open_floor.staff(Role.AUDITOR)}
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        visit = begin(Role.AUDITOR)
        visit.see("/casa/relatorios/dias-selados/", "Dias selados")
        for width, height in [(390, 844)] if phone else [(1440, 900), (1280, 800)]:
            visit.page.set_viewport_size({"width": width, "height": height})
            assert visit.page.evaluate(TOO_WIDE) == [], width
            visit.person.picture(f"sealed-days-{width}")
        visit.look(f"sealed-days-{'phone' if phone else 'desk'}")
