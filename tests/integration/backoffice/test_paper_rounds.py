"""Pages, files and packs of rounds that a croupier dealt: no fingerprint is shown, each card is as it was read."""

import io
import json
import uuid
import zipfile

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from players.roles import Role
from tables import queries
from tables.models import Bet, Slip
from tables.operations.croupier import ruling
from tests.croupiers import PaperTable, paper_table
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import AsRole

SAID = "com cartas de papel"
"""What the pages say of such a round."""


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    floor.now = timezone.now()
    return paper_table(floor)


@pytest.fixture
def player(live: PaperTable) -> Actor:
    found = live.floor.player(cents=1_000_00)
    live.floor.sit(found, live.id)
    return found


def settled(live: PaperTable, player: Actor) -> str:
    """One card by the scanner, one keyed, one taken back and laid again, one put aside."""
    floor, by = live.floor, live.supervisor.id
    code = live.open()
    floor.bet(player, live.id, ponto=10_00)
    live.close()
    live.read("4S")
    keyed = ruling.key_card(
        table_id=live.id, round_code=code, card="KH", by=live.croupier.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    assert keyed.keyed_id is not None
    ruling.confirm_keyed(keyed_id=keyed.keyed_id, by=by, confirmed=True, now=floor.now)
    floor.wait(seconds=1)
    card = live.card("4D")
    live.read(card)
    live.take_back(reason="caiu")
    floor.wait(seconds=1)
    live.read(card)
    live.deal(["7C"])
    assert live.read("9C").refusal
    live.confirm()
    return code


def void(live: PaperTable, player: Actor, *cards: str) -> str:
    code = live.open()
    live.floor.bet(player, live.id, ponto=10_00)
    live.close()
    live.deal(cards)
    live.floor.void(live.id)
    return code


def seen(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def test_the_pages_of_a_player_show_readings_and_no_empty_fingerprint(
    live: PaperTable, player: Actor, client: Client
) -> None:
    code = settled(live, player)
    client.login(username=player.email, password=player.password)
    page = seen(client, f"/jogadas/{code}/")
    assert SAID in page
    assert "Impressão" not in page
    for said in ("lida pelo leitor (teste)", "confirmada por uma segunda pessoa", "retirada", "Ponto 1", "Banca 2"):
        assert said in page, said
    assert live.supervisor.name not in page
    assert f"/jogadas/{code}/verificar/" not in page
    assert client.get(f"/jogadas/{code}/verificar/").headers["Location"] == f"/jogadas/{code}/"
    assert client.get(f"/jogadas/{code}/prova.json").status_code == 404
    number = Slip.objects.get().number
    receipt = seen(client, f"/jogadas/{code}/recibos/{number}/")
    assert "cartas de papel" in receipt
    assert "Impressão" not in receipt
    assert f"/jogadas/{code}/verificar/" not in receipt
    session = Bet.objects.values_list("session__code", flat=True).first()
    for path in (f"/sessoes/{session}/", f"/sessoes/{session}/resumo.txt"):
        assert "cartas de papel" in seen(client, path), path
    assert "Impressões" not in seen(client, f"/sessoes/{session}/")
    seen(client, f"/sessoes/{session}/resumo.csv")
    told = client.get(f"/api/rounds/{code}/").json()
    assert (told["paper"], told["proof"]["format"], told["proof"]["root"]) == (True, "sabot-paper-1", "")
    seen(client, "/jogadas/")
    assert "cartas de papel" in seen(client, "/jogadas/ficheiro/csv/")
    for language in ("en", "ro"):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        seen(client, f"/jogadas/{code}/")


@pytest.mark.parametrize("cards", [(), ("9S", "KH"), ("9S", "KH", "2D", "3C")])
def test_a_void_round_shows_what_had_been_read(
    live: PaperTable, player: Actor, client: Client, as_role: AsRole, cards: tuple[str, ...]
) -> None:
    code = void(live, player, *cards)
    client.login(username=player.email, password=player.password)
    page = seen(client, f"/jogadas/{code}/")
    assert SAID in page
    assert "por ordem fixada" not in page
    assert "incidente" not in page
    card = queries.round_of(round_code=code, person_id=None)
    assert card is not None
    assert [each for each in card.opened if each] == list(cards)
    staff = as_role(Role.SUPERVISOR)
    office = seen(staff, f"/casa/jogadas/{code}/")
    assert SAID in office
    assert "Raiz" not in office
    assert "tudo igual" in seen(staff, f"/casa/jogadas/{code}/de-novo/")


def test_the_page_of_the_office_names_who_dealt_and_who_stood_behind_it(
    live: PaperTable, player: Actor, as_role: AsRole
) -> None:
    code = settled(live, player)
    client = as_role(Role.SUPERVISOR)
    page = seen(client, f"/casa/jogadas/{code}/")
    for said in (SAID, live.croupier.name, live.supervisor.name, "D001", "teste", "recusada"):
        assert said in page, said
    assert "Raiz publicada" not in page
    assert "tudo igual" in seen(client, f"/casa/jogadas/{code}/de-novo/")


def test_the_pack_has_every_card_as_it_was_read(live: PaperTable, player: Actor, client: Client) -> None:
    code = settled(live, player)
    client.login(username=player.email, password=player.password)
    answer = client.get(f"/jogadas/{code}/processo.zip")
    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    assert set(packed.namelist()) == {f"{code}.pdf", "README.txt", "manifest.json", "readings.json", "round.json"}
    readings = json.loads(packed.read("readings.json"))
    assert (readings["format"], len(readings["decks"]), readings["begun_by"]) == ("sabot-paper-1", 8, "staff")
    told = [
        (each["what"], each["slot"], each["source"], each["second"], each["replaced"]) for each in readings["cards"]
    ]
    assert told == [
        ("drawn", "P1", "scanner", "", False),
        ("drawn", "B1", "hand", "staff", False),
        ("drawn", "P2", "scanner", "", True),
        ("taken-back", "", "scanner", "staff", False),
        ("drawn", "P2", "scanner", "", False),
        ("drawn", "B2", "scanner", "", False),
        ("refused", "", "scanner", "", False),
    ]
    assert {each["device"] for each in readings["cards"]} == {"teste", ""}
    assert json.loads(packed.read("round.json"))["replay"]["proofs"] == "paper"
    assert "readings.json" in packed.read("README.txt").decode()
    whole = queries.evidence_of(round_code=code, person_id=None, now=timezone.now())
    assert whole is not None
    assert whole.paper is not None
    assert {each.croupier for each in whole.paper.cards} == {live.croupier.name}
    assert {each.second for each in whole.paper.cards} == {"", live.supervisor.name}


def test_a_supervisor_is_asked_for_the_keyed_card_and_its_place_by_their_names(
    live: PaperTable, player: Actor, as_role: AsRole
) -> None:
    floor, code = live.floor, live.open()
    floor.bet(player, live.id, ponto=10_00)
    live.close()
    ruling.key_card(
        table_id=live.id, round_code=code, card="KH", by=live.croupier.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    page = seen(as_role(Role.SUPERVISOR), "/casa/croupiers/")
    assert "a carta é Rei de copas?" in page
    assert "para o lugar Ponto 1 da jogada" in page
    assert "KH" not in page


def test_the_time_line_of_a_paper_round_reckons_no_showing_of_its_cards(
    live: PaperTable, player: Actor, client: Client
) -> None:
    code = settled(live, player)
    client.login(username=player.email, password=player.password)
    page = seen(client, f"/jogadas/{code}/")
    assert "Cartas dadas e paga" in page
    assert "Última carta" not in page
