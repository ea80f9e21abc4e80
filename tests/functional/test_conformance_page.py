"""The conformance matrix as staff read it: long names of tests and code break, and no column leaves its panel."""

from pathlib import Path

import pytest

from players.roles import Role
from tests.factories import Floor
from tests.functional.office import office

pytestmark = pytest.mark.browser
WIDER = "[...document.querySelectorAll('.data-table')].map((panel) => panel.scrollWidth - panel.clientWidth)"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_column_stays_within_its_panel(open_floor: Floor, tmp_path: Path, phone: bool) -> None:
    staff = {Role.AUDITOR: open_floor.staff(Role.AUDITOR)}
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        visit = begin(Role.AUDITOR)
        visit.see("/casa/conformidade/", "Conformidade")
        wider = visit.page.evaluate(WIDER)
        assert wider
        assert set(wider) == {0}
