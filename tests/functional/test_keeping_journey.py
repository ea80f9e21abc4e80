"""Data past their term are erased, from the list to the end, in real browsers of both sizes (PT-56, GDPR 5)."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from kernel.calendar import add_months
from players.keeping import operations
from players.models import SignInAttempt
from players.roles import Role
from tests.factories import Actor, Floor
from tests.functional.office import office

pytestmark = pytest.mark.browser


def erased() -> int:
    """What a worker does. In another thread: the browser has this one."""

    def work() -> int:
        try:
            return operations.erase_due(now=timezone.now())
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


@pytest.fixture
def staff(open_floor: Floor) -> dict[Role, Actor]:
    """A house with three attempts to sign in of four years ago, counted."""
    at = add_months(timezone.now(), -48)
    for name in ("ana", "rui", "eva"):
        SignInAttempt.objects.create(email=f"{name}@sabot.example", factor="password", outcome="failed", at=at)
    operations.look(now=timezone.now())
    return {role: open_floor.staff(role) for role in (Role.ADMINISTRATOR, Role.COMPLIANCE)}


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_one_proposes_another_agrees_and_it_is_gone(staff: dict[Role, Actor], tmp_path: Path, phone: bool) -> None:
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        author = begin(Role.ADMINISTRATOR)
        author.see("/casa/conservacao/", "Conservação de dados")
        author.look("keeping")
        author.page.locator("a[href='/casa/conservacao/sign-ins/apagar/']").click()
        author.look("propose-erasure")
        author.do("Propor", "Proposto", reason="Fim do prazo de 24 meses")
        author.look("erasure-waiting")
        second = begin(Role.COMPLIANCE)
        second.see("/casa/prazos/", "Prazos")
        second.page.get_by_role("link", name="L-").first.click()
        second.look("erasure-to-decide")
        second.do("Aprovar o apagamento", "Aprovado")
        assert erased() == 3
        second.page.reload()
        expect(second.page.locator("main")).to_contain_text("feito")
        second.look("erasure-done")
        second.see("/casa/conservacao/", "Conservação de dados")
        second.look("keeping-after")
    assert not SignInAttempt.objects.filter(email="ana@sabot.example").exists()
