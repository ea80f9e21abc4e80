"""A complaint of a person without an account, from the form of the office to its answer, on both sizes (PT-77)."""

from pathlib import Path

import pytest
from django.utils import timezone

from players.roles import Role
from tests.factories import Floor
from tests.functional.office import office

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("phone", [False, True], ids=["desk", "phone"])
def test_an_heir_complains_and_is_answered_by_post(open_floor: Floor, tmp_path: Path, *, phone: bool) -> None:
    open_floor.now = timezone.now()
    staff = {Role.SUPPORT: open_floor.staff(Role.SUPPORT)}
    with office(tmp_path, staff, phone=phone, parts=()) as begin:
        support = begin(Role.SUPPORT)
        support.see("/casa/reclamacoes/", "Reclamações")
        support.page.get_by_role("link", name="Registar de uma pessoa sem conta").click()
        today = timezone.localdate().isoformat()
        heir = {"received_on": today, "name": "Rita Sousa", "text": "O saldo do meu pai não foi pago."}
        support.do("Registar a reclamação", "Escreva um endereço de e-mail ou um endereço postal completo", **heir)
        support.look("outsider-without-address")
        support.person.complaints.clear()  # the browser notes the 400
        support.do("Registar a reclamação", postal="Rua Direita 1, 1000-001 Lisboa")
        support.page.get_by_text("Rua Direita 1").first.wait_for()
        support.look("outsider-registered")
        support.do("Marcar como enviada por correio", "O dia do envio ficou anotado.", posted_on=today)
        support.look("outsider-posted")
