"""The regulator's room in a real browser: an inspector reads a month, asks a question, takes the answer away."""

import json
import uuid
from datetime import date, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.utils import timezone

from players.roles import Role
from reporting.models import SafeCorrection, SafeFile, SafePackage
from reporting.queries.safe_files import due_at
from reporting.six_files.names import Category, name_again, name_of, names_of, package_of
from tests.factories import BANCA_WINS_WITH_5, MACAU, Actor, Floor
from tests.functional.browsers import TOO_WIDE
from tests.functional.office import office
from tests.settled import seal_days

pytestmark = pytest.mark.browser
ROOM = "/casa/regulador/"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_an_inspector_reads_a_month_and_takes_an_answer_away(
    open_floor: Floor, tmp_path: Path, settings: LazySettings, phone: bool
) -> None:
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    open_floor.now = timezone.now() - timedelta(days=4)
    staff = {Role.INSPECTOR: open_floor.staff(Role.INSPECTOR)}
    two = open_floor.staff(Role.COMPLIANCE), open_floor.staff(Role.SUPERVISOR)
    code = _played(open_floor)
    vault = settings.OPERATOR_PROFILE.files.vault
    _files(vault)
    corrected = _corrected(vault, *two)
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        visit = begin(Role.INSPECTOR)
        visit.see(ROOM, "Dias selados")
        for width, height in [(390, 844)] if phone else [(1440, 900), (1280, 800)]:
            visit.page.set_viewport_size({"width": width, "height": height})
            assert visit.page.evaluate(TOO_WIDE) == [], width
            visit.person.picture(f"regulator-{width}")
        visit.look(f"regulator-{'phone' if phone else 'desk'}")

        visit.see(f"{ROOM}?mes={corrected:%Y-%m}&dia={corrected.isoformat()}", "Dias selados")
        for package in (package_of(corrected, vault), package_of(corrected, vault, again=1)):
            assert visit.page.get_by_text(package, exact=True).is_visible()
        assert visit.page.evaluate(TOO_WIDE) == []
        visit.person.picture(f"regulator-corrected-{'phone' if phone else 'desk'}")

        visit.page.get_by_label("Código ou número").fill(code)
        visit.page.get_by_role("button", name="Consultar").click()
        answer = visit.page.get_by_role("heading", name=code).locator("xpath=ancestor::section")
        answer.get_by_text("rounds.jsonl", exact=True).wait_for()
        assert f'"code":"{code}"' in answer.locator("pre").first.inner_text()
        visit.look(f"regulator-answer-{'phone' if phone else 'desk'}")

        visit.page.get_by_label("Código ou número").fill(code)
        with visit.page.expect_download() as taken:
            visit.page.get_by_role("button", name="Resposta em ficheiro").click()
        document = json.loads(Path(taken.value.path()).read_text())
        assert [line["file"] for line in document["lines"]] == ["rounds.jsonl", "bets.jsonl"]


def _corrected(vault: str, first: Actor, second: Actor) -> date:
    """The day whose files came late, corrected by two persons and not delivered yet."""
    day = (timezone.now() - timedelta(days=3)).date()
    named, made = name_of(Category.SUMMARY, day, vault), timezone.now() - timedelta(hours=2)
    row = SafeCorrection.objects.create(
        key=uuid.uuid4(),
        vault=vault,
        day=day,
        number=1,
        reason="região mal comunicada",
        changes=[{"name": named, "old": "a" * 64, "new": "b" * 64}],
        proposed_by_id=first.id,
        proposed_at=made,
    )
    row.state, row.decided_by_id, row.decided_at = "approved", second.id, made
    row.save(update_fields=["state", "decided_by", "decided_at"])
    told = {"vault": vault, "day": day, "correction": 1, "made_at": made, "size": 512, "sha256": "b" * 64}
    SafeFile.objects.create(name=name_again(named), number=SafeFile.objects.count(), **told)
    SafePackage.objects.create(name=package_of(day, vault, again=1), **told)
    return day


def _played(floor: Floor) -> str:
    """A round on the first of four days, all of them sealed; the round's code."""
    player = floor.player(cents=1_000_00)
    table = floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    code = floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00)
    floor.settle(table)
    assert len(seal_days()) >= 3
    return code


def _files(vault: str) -> None:
    """Files of the last three days: in time, late, and not delivered."""
    for back, hours in ((4, -2), (3, 1), (2, None)):
        day = (timezone.now() - timedelta(days=back)).date()
        told = {"vault": vault, "day": day, "made_at": due_at(day) - timedelta(hours=3), "size": 4_096}
        first = SafeFile.objects.count()
        for number, name in enumerate(names_of(day, vault), first):
            SafeFile.objects.create(name=name, number=number, sha256=f"{number:064x}", **told)
        delivered = None if hours is None else due_at(day) + timedelta(hours=hours)
        name = package_of(day, vault)
        receipt = None if hours is None else {"name": name}
        SafePackage.objects.create(name=name, sha256="a" * 64, delivered_at=delivered, receipt=receipt, **told)
