"""A croupier's table is filmed where a supervisor says so, with a reason; the table's page may ask that host alone."""

from enum import StrEnum
from typing import Any

import pytest
from django.test import Client

from kernel.rejection import Rejected
from players.models import Event
from tables.film import Film
from tables.models import Table
from tables.operations.croupier.film import FilmRejection, FilmSet, set_film
from tests.croupiers import PaperTable, paper_table
from tests.factories import PONTO_E_BANCA, Floor

WHEP, HLS = "https://film.example:8443/whep/mesa-1", "https://copies.example/mesa-1.m3u8"


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    return paper_table(floor)


def rejects(reason: StrEnum) -> Any:
    return pytest.raises(Rejected, match=f"^{reason.value}$")


def filmed(live: PaperTable, **changed: Any) -> FilmSet:
    facts = {"whep": WHEP, "hls": "", "delay": 500, "reason": "câmara nova"}
    known = {"table_id": live.id, "by": live.supervisor.id, "now": live.floor.now}
    return set_film(**known | facts | changed)  # type: ignore[arg-type]


def policy(client: Client, code: str) -> dict[str, str]:
    """The policy of content of a table's page, by its directives."""
    answer = client.get(f"/mesa/{code}/")
    assert answer.status_code == 200
    parts = (part.strip().partition(" ") for part in answer["Content-Security-Policy"].split(";"))
    return {name: sources for name, _, sources in parts}


def test_a_film_is_set_changed_and_ended(live: PaperTable) -> None:
    assert filmed(live, whep=f"  {WHEP} ") == FilmSet(table_id=live.id, film=Film(WHEP, "", 500), repeat=False)
    assert filmed(live, reason="outra vez").repeat
    filmed(live, hls=HLS, delay=800, reason="lista também")
    filmed(live, whep="", hls="", delay=800, reason="câmara avariada")
    row = Table.objects.get(pk=live.id)
    assert (row.film_whep, row.film_hls, row.film_delay) == ("", "", 800)
    told = list(Event.objects.filter(name="film.set").order_by("pk"))
    assert [event.facts["reason"] for event in told] == ["câmara nova", "lista também", "câmara avariada"]
    assert {event.by for event in told} == {live.supervisor.id}
    assert told[1].facts["before"] == {"whep": WHEP, "hls": "", "delay": 500}
    assert told[1].facts["after"] == {"whep": WHEP, "hls": HLS, "delay": 800}


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"table_id": 999_999}, FilmRejection.NO_SUCH_TABLE),
        ({"reason": " x "}, FilmRejection.NO_REASON),
        ({"whep": "http://film.example/whep"}, FilmRejection.WHEP_INVALID),
        ({"whep": "https://film.example;script-src"}, FilmRejection.WHEP_INVALID),
        ({"hls": "ftp://film.example/a.m3u8"}, FilmRejection.HLS_INVALID),
        ({"delay": 3001}, FilmRejection.DELAY_OUT_OF_RANGE),
        ({"delay": -1}, FilmRejection.DELAY_OUT_OF_RANGE),
    ],
)
def test_what_cannot_be_changes_nothing(live: PaperTable, changed: dict[str, Any], reason: FilmRejection) -> None:
    with rejects(reason):
        filmed(live, **changed)
    assert Table.objects.get(pk=live.id).film_whep == ""
    assert not Event.objects.filter(name="film.set").exists()


def test_a_table_without_a_croupier_is_not_filmed(floor: Floor, live: PaperTable) -> None:
    other = floor.table(PONTO_E_BANCA, code="mesa-2")
    with rejects(FilmRejection.NOT_A_CROUPIERS_TABLE):
        filmed(live, table_id=other)


def test_the_page_of_that_table_may_ask_its_hosts_and_no_other_page(live: PaperTable, client: Client) -> None:
    plain = policy(client, live.code)
    assert plain["connect-src"] == "'self'"
    assert "media-src" not in plain
    assert 'id="film"' not in client.get(f"/mesa/{live.code}/").content.decode()
    filmed(live, hls=HLS)
    hosts = "https://film.example:8443 https://copies.example"
    found = policy(client, live.code)
    assert (found["connect-src"], found["media-src"]) == (f"'self' {hosts}", hosts)
    assert {name: value for name, value in found.items() if name not in {"connect-src", "media-src"}} == {
        name: value for name, value in plain.items() if name != "connect-src"
    }
    answer = client.get(f"/mesa/{live.code}/")
    assert f'data-whep="{WHEP}"' in answer.content.decode()
    assert "autoplay=(self)" in answer["Permissions-Policy"]
    assert "autoplay=()" in client.get("/")["Permissions-Policy"]
    assert "film.example" not in client.get("/")["Content-Security-Policy"]
    assert "film.example" not in client.get(f"/mesa/{live.code}/regras/")["Content-Security-Policy"]
