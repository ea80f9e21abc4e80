"""The round's page: whose its bets are, playing it again, and leafing through the rounds."""

import re
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from baccarat.proof import Verdict
from casino.backoffice import list_pages
from casino.backoffice.presenters.replay import verdict
from casino.stories import evidence as wording
from players.complaints import operations as complaints
from players.complaints.queries.cases import SubjectKind
from players.roles import ALLOWED, Action, Role
from tables import queries
from tables.operations import incidents
from tables.queries import Finding, Replay
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, Actor, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.tampering import past_triggers

LIST = "/casa/jogadas/"
BUTTON = "Repetir com o que ficou registado"


@pytest.fixture
def table_id(floor: Floor) -> int:
    floor.now = timezone.now()
    return floor.table(MACAU, code="macau-1")


def play(floor: Floor, table_id: int, *players: Actor) -> str:
    code = floor.open_round(table_id, BANCA_WINS_WITH_5)
    for player in players:
        floor.bet(player, table_id, banca=100_00, empate=10_00)
    floor.settle(table_id)
    return code


def seated(floor: Floor, table_id: int, count: int = 1) -> list[Actor]:
    players = [floor.player() for _ in range(count)]
    for player in players:
        floor.sit(player, table_id)
    return players


def test_bets_and_slips_name_their_players_and_the_ledgers_keys(floor: Floor, table_id: int, as_role: AsRole) -> None:
    players = seated(floor, table_id, 2)
    code = play(floor, table_id, *players)

    page = as_role(Role.SUPPORT).get(f"{LIST}{code}/").content.decode()

    bets = page[page.index('id="bets"') : page.index('id="slips"')]
    slips = page[page.index('id="slips"') : page.index('id="moments"')]
    entries = page[page.index('id="entries"') :]
    for player in players:
        assert bets.count(player.name) == 2
        assert slips.count(player.name) == 1
        assert f'href="/casa/jogadores/{player.key}/"' in bets
        assert f"Jogador {player.key[:8]}" in entries
        assert f"{player.key[:8]}</code>" in slips
    assert "/casa/jogadores/" not in as_role(Role.GAME_MANAGER).get(f"{LIST}{code}/").content.decode()


@pytest.mark.parametrize("role", Role)
def test_staff_who_see_rounds_play_them_again_and_they_are_the_same(
    floor: Floor, table_id: int, as_role: AsRole, role: Role
) -> None:
    code = play(floor, table_id, *seated(floor, table_id))
    client = as_role(role)
    if Action.SEE_ROUNDS not in ALLOWED[role]:
        assert client.get(f"{LIST}{code}/de-novo/").status_code == 403
        return

    before = client.get(f"{LIST}{code}/").content.decode()
    after = client.get(f"{LIST}{code}/de-novo/").content.decode()

    assert BUTTON in before
    assert "tudo igual" not in before
    assert "tudo igual" in after
    assert "2 apostas, 5 linhas do livro-razão" in after


def test_a_void_round_is_played_again_too(floor: Floor, table_id: int, as_role: AsRole) -> None:
    [player] = seated(floor, table_id)
    code = floor.open_round(table_id)
    floor.bet(player, table_id, ponto=50_00)
    supervisor = as_role(Role.SUPERVISOR)
    floor.void(table_id, reason="carta virada")

    assert "as devoluções são as mesmas: 1 aposta" in supervisor.get(f"{LIST}{code}/de-novo/").content.decode()


def test_notices_about_a_round_are_listed_to_those_concerned(floor: Floor, table_id: int, as_role: AsRole) -> None:
    [player] = seated(floor, table_id)
    code = floor.open_round(table_id)
    floor.bet(player, table_id, ponto=50_00)
    floor.void(table_id, reason="carta virada")
    incidents.watch(now=timezone.now())
    hangs = complaints.Subject(SubjectKind.ROUND, code)
    made = complaints.complain(
        person_id=player.id,
        category="round",
        text="Porque foi anulada a minha jogada?",
        idempotency_key=uuid.uuid4(),
        now=timezone.now(),
        subject=hangs,
    )
    other = play(floor, table_id, player)

    seen = {role: about(as_role(role), code) for role in (Role.SUPPORT, Role.SUPERVISOR, Role.GAME_MANAGER)}
    assert f"/casa/reclamacoes/{made.number}/" in seen[Role.SUPPORT]
    assert "/casa/incidentes/" in seen[Role.SUPPORT]
    assert "/casa/incidentes/" in seen[Role.SUPERVISOR]
    assert all("reclamacoes" not in seen[role] for role in (Role.SUPERVISOR, Role.GAME_MANAGER))
    assert "<a " not in about(as_role(Role.SUPPORT), other)


def about(client: Client, code: str) -> str:
    page = client.get(f"{LIST}{code}/").content.decode()
    start = page.find('id="cases"')
    return page[start : page.index("</section>", start)] if start >= 0 else ""


def test_proofs_that_were_not_kept_are_one_verdict_everywhere(floor: Floor, table_id: int, as_role: AsRole) -> None:
    """Page, replay, document and the player's page: neither wrong nor proven."""
    code, auditor = play(floor, table_id, *seated(floor, table_id)), as_role(Role.AUDITOR)
    assert "provas conferidas agora" in auditor.get(f"{LIST}{code}/").content.decode()
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_round SET proofs = '[]' WHERE code = %s", [code])

    page = auditor.get(f"{LIST}{code}/").content.decode()
    again = auditor.get(f"{LIST}{code}/de-novo/").content.decode()
    mine = Client().get(f"/jogadas/{code}/").content.decode()
    facts = queries.evidence_of(round_code=code, person_id=None, now=timezone.now())

    assert facts is not None
    for text in (page, again):
        assert "As provas das cartas não foram guardadas" in text
        assert "não conferem" not in text
        assert "provas conferidas" not in text
    assert "tudo igual" in again
    assert "não foram guardadas: carta a carta, nada fica provado" in mine
    assert (facts.agrees, facts.replay.proofs) == (True, Verdict.NOT_KEPT)
    said = wording.verdict(facts)
    assert (said["tone"], "não foram guardadas" in said["title"]) == ("warn", True)
    assert "não foram guardadas" in str(wording.printed(facts)["parts"][-1]["text"])


def test_a_card_without_its_proof_beside_others_is_wrong_everywhere(
    floor: Floor, table_id: int, as_role: AsRole
) -> None:
    code, auditor = play(floor, table_id, *seated(floor, table_id)), as_role(Role.AUDITOR)
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("SELECT proofs FROM tables_round WHERE code = %s", [code])
        (kept,) = cursor.fetchone()
        cursor.execute("UPDATE tables_round SET proofs = proofs - 0 WHERE code = %s", [code])

    assert "As provas não conferem" in auditor.get(f"{LIST}{code}/").content.decode()
    assert "há diferenças" in auditor.get(f"{LIST}{code}/de-novo/").content.decode()
    facts = queries.evidence_of(round_code=code, person_id=None, now=timezone.now())
    assert facts is not None
    assert wording.verdict(facts)["tone"] == "bad"
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_round SET proofs = %s WHERE code = %s", [kept, code])


def test_a_round_in_play_is_not_played_again(floor: Floor, table_id: int, as_role: AsRole) -> None:
    code, auditor = floor.open_round(table_id), as_role(Role.AUDITOR)

    assert BUTTON not in auditor.get(f"{LIST}{code}/").content.decode()
    assert auditor.get(f"{LIST}{code}/de-novo/").status_code == 404


def test_a_difference_is_named_with_what_is_stored_and_what_came_out(
    floor: Floor, table_id: int, as_role: AsRole
) -> None:
    code = play(floor, table_id, *seated(floor, table_id))
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca'")

    page = as_role(Role.AUDITOR).get(f"{LIST}{code}/de-novo/").content.decode()

    assert "há diferenças" in page
    assert "tudo igual" not in page
    rows = re.findall(r'<th scope="row">([^<]*)</th><td><code>([^<]*)</code></td><td><code>([^<]*)</code>', page)
    [(what, stored, again)] = rows
    assert re.fullmatch(r"aposta \d+ · Banca", what)
    assert ("15001" in stored, "15000" in again) == (True, True)
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned - 1 WHERE chance = 'banca'")


def test_everything_that_a_replay_can_find_has_a_name() -> None:
    whats = ("sealed cards", "commitment", "cards", "winner", "proof of card 3", "bet 7 on par-ponto", "ledger line")
    found = tuple(Finding(what=what, stored="unreadable", again="none") for what in whats)
    told = verdict(
        Replay(round_code="x", phase="settled", cards=(), bets=1, lines=3, proofs=Verdict.WRONG, findings=found)
    )

    assert not told.agrees
    assert [one.what for one in told.differences] == [
        "cartas seladas",
        "raiz publicada",
        "cartas",
        "desfecho",
        "prova da carta 3",
        "aposta 7 · Par do ponto",
        "linha do livro-razão",
    ]
    assert {(one.stored, one.again) for one in told.differences} == {("ilegíveis", "nada")}


def test_the_list_is_leafed_through_without_losing_or_repeating_a_round(
    floor: Floor, table_id: int, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_pages, "PAGE_ROWS", 2)
    other = floor.table(PONTO_E_BANCA, code="ponto-1")
    expected = []
    for _ in range(5):
        floor.open_round(other, PONTO_WINS)
        floor.settle(other)
        expected.append(play(floor, table_id))
    auditor, address, seen = as_role(Role.AUDITOR), f"{LIST}?table=macau-1", []

    for _ in range(3):
        page = auditor.get(address).content.decode()
        seen += re.findall(rf'href="{LIST}([^/"?]+)/"', page)
        older = re.search(r'href="([^"]*antes=[^"]*)"', page)
        address = older[1].replace("&amp;", "&") if older else ""

    assert seen == expected[::-1]
    assert not address
    assert f'href="{LIST}?table=macau-1"' in page
    assert seen == [card.code for card in queries.settled_rounds(table_code="macau-1")]


def test_void_rounds_have_their_own_list_with_the_reason(floor: Floor, table_id: int, as_role: AsRole) -> None:
    rita, boss = seated(floor, table_id)[0], floor.staff(Role.SUPERVISOR)
    paid = play(floor, table_id, rita)
    void = floor.open_round(table_id, BANCA_WINS_WITH_5)
    floor.bet(rita, table_id, banca=50_00)
    floor.void(table_id, by=boss, reason="carta <à> vista")
    auditor = as_role(Role.AUDITOR)

    listed = auditor.get(f"{LIST}?end=void&table=macau-1&day={floor.now:%Y-%m-%d}").content.decode()
    settled = auditor.get(f"{LIST}?table=macau-1").content.decode()

    assert re.findall(rf'href="{LIST}([^/"?]+)/"', listed) == [void]
    assert "carta &lt;à&gt; vista" in listed
    assert "50,00" in listed
    assert re.findall(rf'href="{LIST}([^/"?]+)/"', settled) == [paid]
    assert "Não há jogadas com estes filtros" in auditor.get(f"{LIST}?end=void&day=2020-01-01").content.decode()
