"""Two persons correct a day's files for the regulator, from the page to the safe, at a desk and on a phone."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from kernel.calendar import lisbon_date
from players.roles import Role
from reporting.models import SafeCorrection
from reporting.operations.due_files import FilesTry, deliver_due
from reporting.six_files.safe import FolderSafe
from tests.factories import Actor, Floor
from tests.functional.browsers import TOO_WIDE
from tests.functional.office import office
from tests.settled import days_settle
from tests.yesterday import noon_of_the_last_day

pytestmark = pytest.mark.browser
FILES = "/casa/relatorios/ficheiros/"


@pytest.fixture
def staff(open_floor: Floor, tmp_path: Path) -> dict[Role, Actor]:
    """A house whose files of yesterday lie in the safe under another number than the one that it has now."""
    profile = settings.OPERATOR_PROFILE.files
    before = replace(profile, operator=profile.operator + 1)
    with days_settle():
        for moment in (noon_of_the_last_day(), timezone.now()):
            deliver_due(profile=before, safe=FolderSafe(tmp_path / "safe"), now=moment)
    return {role: open_floor.staff(role) for role in (Role.COMPLIANCE, Role.SUPERVISOR, Role.AUDITOR)}


def delivered(folder: Path) -> tuple[FilesTry, ...]:
    """What a worker does. In another thread: the browser has this one."""

    def work() -> tuple[FilesTry, ...]:
        try:
            with days_settle():
                profile = settings.OPERATOR_PROFILE.files
                return deliver_due(profile=profile, safe=FolderSafe(folder), now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_one_proposes_another_agrees_and_the_safe_has_both(
    staff: dict[Role, Actor], tmp_path: Path, phone: bool
) -> None:
    day = lisbon_date(noon_of_the_last_day())
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        first = begin(Role.COMPLIANCE)
        first.see(FILES, "Ficheiros do regulador")
        first.page.get_by_role("link", name="Propor uma correção").click()
        first.look("propose-correction")
        first.page.get_by_label("Dia").fill(day.isoformat())
        first.do("Propor fazer de novo os ficheiros do dia", "Proposto", reason="número do operador errado")
        first.look("correction-waiting")
        second = begin(Role.SUPERVISOR)
        second.see("/casa/prazos/", "Prazos")
        second.page.get_by_role("link", name=f"{day:%d/%m/%Y}").first.click()
        expect(second.page.locator("h1")).to_have_text("Corrigir os ficheiros do regulador")
        second.page.locator("main details > summary").first.click()
        expect(second.page.locator("main details").first).to_contain_text("RESF_")
        assert second.page.evaluate(TOO_WIDE) == []
        second.look("correction-to-decide")
        second.do("Concordar com a correção", "Acordado")
        assert delivered(tmp_path / "safe") == (FilesTry(day, None),)
        reader = begin(Role.AUDITOR)
        reader.see(FILES, "Ficheiros do regulador")
        history = reader.page.locator("section[aria-labelledby=corrections]")
        expect(history).to_contain_text("número do operador errado")
        expect(history).to_contain_text("no cofre")
        expect(history.get_by_role("link", name="Propor uma correção")).to_have_count(0)
        history.locator("details > summary").first.click()
        assert reader.page.evaluate(TOO_WIDE) == []
        reader.look("corrected")
    assert SafeCorrection.objects.get().state == "approved"
    assert {path.suffix for path in (tmp_path / "safe").glob(f"PACK_{day:%Y%m%d}_*rp.zip")} == {".zip"}
