"""Where a croupier's table is filmed, on the supervisors' page: set with a reason, and told."""

import pytest

from players.roles import Role
from tables.models import Table
from tests.croupiers import PaperTable, paper_table
from tests.factories import Floor
from tests.integration.backoffice.browsers import AsRole

WHEP, HLS = "https://film.example:8443/whep/mesa-1", "https://copies.example/mesa-1.m3u8"
PAGE = "/casa/croupiers/"


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    return paper_table(floor)


def test_a_supervisor_sets_it_on_the_page(live: PaperTable, as_role: AsRole) -> None:
    supervisor = as_role(Role.SUPERVISOR)
    page = supervisor.get(PAGE).content.decode()
    assert "Imagens da mesa" in page
    form = {"whep": WHEP, "hls": HLS, "delay": "800", "reason": "câmara nova"}
    answer = supervisor.post(f"{PAGE}{live.code}/imagens/", form, follow=True)
    assert "Guardado." in answer.content.decode()
    page = supervisor.get(PAGE).content.decode()
    for value in (WHEP, HLS, "800"):
        assert f'value="{value}"' in page
    history = as_role(Role.AUDITOR).get(f"/casa/auditoria/?q={live.code}").content.decode()
    assert "alterou as imagens de" in history


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"whep": "film.example"}, "Escreva o endereço WHEP completo"),
        ({"hls": "film.example"}, "Escreva o endereço completo da lista"),
        ({"reason": ""}, "obrigatório"),
        ({"delay": "3001"}, "3000"),
        ({"delay": "meio segundo"}, "número inteiro"),
    ],
)
def test_what_was_wrong_is_said(live: PaperTable, as_role: AsRole, changed: dict[str, str], words: str) -> None:
    form = {"whep": WHEP, "hls": "", "delay": "500", "reason": "câmara nova"}
    answer = as_role(Role.SUPERVISOR).post(f"{PAGE}{live.code}/imagens/", form | changed)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert words in page
    for name, typed in (form | changed).items():
        assert not typed or typed in page, f"{name} is to be put right where it stands"
    assert "<details open><summary>Imagens da mesa" in page
    assert Table.objects.get(pk=live.id).film_whep == ""
