"""One player's whole page: who sees which part, figures, notes, rounds found, limits tried, ways that lead there."""

import re
import uuid
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.html import strip_tags

from kernel.money import Currency
from kernel.periods import Period
from players.access.operations.corrections import correct_identity
from players.complaints import operations as complaints
from players.models import IdentityCheck, Person, PlayerNote, Registration, Signal
from players.models.complaints import SubjectKind
from players.protection.operations.limits import LimitKind, set_limit
from players.roles import Role
from tables.models import Incident, Round
from tables.operations import seats
from tests.factories import ALONE, PONTO_WINS, Actor, Floor, personal_details
from tests.integration.backoffice.browsers import AsRole

pytestmark = pytest.mark.django_db
PARTS = ("dinheiro", "jogadas", "sessoes", "protecao", "casos", "notas", "historia", "acessos")
CLOSED = {Role.SUPERVISOR: {"dinheiro", "casos"}}
"""The parts that a role that sees players does not see."""
WRITING = {Role.SUPERVISOR, Role.SUPPORT, Role.COMPLIANCE}


@pytest.fixture
def rita(floor: Floor) -> Actor:
    floor.now = timezone.now() - timedelta(days=20)
    return floor.player("Rita", play_cents=100_00)


@pytest.fixture
def played(floor: Floor, rita: Actor) -> str:
    """A session of money with two rounds; the code of the first of them."""
    return play(floor, rita, 2)


def play(floor: Floor, rita: Actor, rounds: int) -> str:
    table = floor.table()
    floor.sit(rita, table)
    codes = []
    for _ in range(rounds):
        codes.append(floor.open_round(table, PONTO_WINS))
        floor.bet(rita, table, ponto=50_00)
        floor.settle(table)
    seats.leave(table_id=table, person_id=rita.id, now=floor.now)
    return codes[0]


def address(player: Actor, part: str = "") -> str:
    return f"/casa/jogadores/{player.key}/" + (f"{part}/" if part else "")


def text_of(browser: Client, path: str, status: int = 200) -> str:
    answer = browser.get(path)
    assert answer.status_code == status, path
    return answer.content.decode()


@pytest.mark.parametrize("role", [Role.SUPERVISOR, Role.SUPPORT, Role.COMPLIANCE, Role.AUDITOR, Role.INSPECTOR])
def test_each_role_sees_its_parts(rita: Actor, played: str, as_role: AsRole, role: Role) -> None:
    browser, closed = as_role(role), CLOSED.get(role, set())
    page = text_of(browser, address(rita))
    for part in PARTS:
        shown = f'href="{address(rita, part)}"' in page
        assert shown is (part not in closed), part
        text_of(browser, address(rita, part), 403 if part in closed else 200)
    notes = text_of(browser, address(rita, "notas"))
    assert ("Escrever a nota" in notes) is (role in WRITING)


@pytest.mark.parametrize("role", [Role.GAME_MANAGER, Role.APPROVER, Role.ADMINISTRATOR])
def test_who_sees_no_players_sees_no_part(rita: Actor, as_role: AsRole, role: Role) -> None:
    browser = as_role(role)
    for part in ("", *PARTS):
        assert browser.get(address(rita, part)).status_code == 403


def test_a_part_that_is_none_does_not_exist(rita: Actor, as_role: AsRole) -> None:
    browser = as_role(Role.COMPLIANCE)
    for path in (address(rita, "nada"), f"/casa/jogadores/{uuid.uuid4()}/sessoes/"):
        assert browser.get(path).status_code == 404


def test_nothing_personal_shows_in_any_part(rita: Actor, played: str, as_role: AsRole) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT full_name, nif, iban FROM players_registration WHERE person_id = %s", [rita.id])
        personal = cursor.fetchone() or ()
    browser = as_role(Role.COMPLIANCE)
    for part in ("", *PARTS):
        page = text_of(browser, address(rita, part))
        for told in (*personal, rita.email):
            assert told not in page, part


def test_an_empty_player_has_a_page(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    empty = floor.player("Vazia", cents=0)
    browser = as_role(Role.COMPLIANCE)
    page = text_of(browser, address(empty))
    assert "Neste tempo nada se jogou a dinheiro." in page
    assert "Ainda sem notas." in page
    for part in PARTS:
        text_of(browser, address(empty, part))


def test_the_figures_of_money_and_of_play_stand_apart(floor: Floor, rita: Actor, played: str, as_role: AsRole) -> None:
    page = text_of(as_role(Role.COMPLIANCE), address(rita))
    assert page.count('<dl class="figures"') == 1
    for told in ("1 100,00", "apostou 100,00", "recebeu 200,00", "1 depósito", "1 sessão", "prometido 1,24"):
        assert told in page.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " "), told
    play_table = floor.table(ALONE, currency=Currency.PLAY, kind="individual")
    floor.sit(rita, play_table)
    page = text_of(as_role(Role.COMPLIANCE), address(rita))
    assert page.count('<dl class="figures"') == 2
    assert "fichas" in page


def test_the_drawing_has_its_table_and_its_marks(floor: Floor, rita: Actor, played: str, as_role: AsRole) -> None:
    set_limit(
        person_id=rita.id,
        kind=LimitKind.LOSS,
        period=Period.WEEK,
        most=300_00,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    Signal.objects.create(
        person_id=rita.id, kind="chasing", day=floor.now.date(), facts={"count": 5, "threshold": 3}, raised_at=floor.now
    )
    page = text_of(as_role(Role.COMPLIANCE), address(rita))
    assert 'class="chart__actual"' in page
    assert " style=" not in page
    assert "Semana a partir de" in page
    assert "Perdas por semana: 300,00" in page
    assert "life-mark--warn" in page
    assert "Um sinal não é um diagnóstico." in page
    for span in ("13", "26", "0", "7", "x"):
        text_of(as_role(Role.COMPLIANCE), f"{address(rita)}?semanas={span}")


def test_a_round_is_found_among_the_players(floor: Floor, rita: Actor, played: str, as_role: AsRole) -> None:
    other = floor.player("Mar")
    others = play(floor, other, 1)
    browser = as_role(Role.SUPPORT)
    page = text_of(browser, address(rita, "jogadas"))
    assert played in page
    assert others not in page
    assert played in text_of(browser, f"{address(rita, 'jogadas')}?code={played}")
    for code in (others, "nada", "\0"):
        found = text_of(browser, address(rita, "jogadas") + "?code=" + code.replace("\0", "%00"))
        assert f"/casa/jogadas/{others}/" not in found
    day = (floor.now - timedelta(days=3)).date().isoformat()
    assert played in text_of(browser, f"{address(rita, 'jogadas')}?since={day}")
    assert played not in text_of(browser, f"{address(rita, 'jogadas')}?until={day}")
    for wrong in ("since=ontem", "table=x", "until=9999-12-31", "antes=x", f"antes={'9' * 30}"):
        text_of(browser, f"{address(rita, 'jogadas')}?{wrong}")


def test_a_note_is_written_put_on_top_and_refused_with_words(rita: Actor, as_role: AsRole) -> None:
    browser, path = as_role(Role.SUPPORT), address(rita, "notas") + "escrever/"
    sent = {"text": "Prefere resposta por correio.\nSegunda linha.", "key": str(uuid.uuid4())}
    for _ in range(2):
        page = browser.post(path, sent, follow=True).content.decode()
    assert "A nota ficou escrita." in page
    (note,) = PlayerNote.objects.all()
    assert browser.post(path, {"text": "x", "key": str(uuid.uuid4())}).status_code == 400
    assert as_role(Role.INSPECTOR).post(path, sent).status_code == 403
    top = address(rita, "notas") + f"{note.pk}/topo/"
    assert "no cimo" in browser.post(top, {"on_top": "1"}, follow=True).content.decode()
    assert 'class="notes__top"' in text_of(browser, address(rita))
    assert 'class="notes__top"' not in browser.post(top, {"on_top": "0"}, follow=True).content.decode()
    assert browser.post(address(rita, "notas") + "999999/topo/", {"on_top": "1"}).status_code == 404
    assert as_role(Role.AUDITOR).post(top, {"on_top": "1"}).status_code == 403
    story = text_of(browser, address(rita, "historia"))
    assert "escreveu uma nota sobre Rita" in story
    assert "Prefere resposta" not in story


def test_limits_are_tried_on_the_past_and_nothing_changes(
    floor: Floor, rita: Actor, played: str, as_role: AsRole
) -> None:
    browser, path = as_role(Role.COMPLIANCE), address(rita, "protecao")
    page = text_of(browser, f"{path}?days=90&stake-day=60,00")
    plain = page.replace("\N{NO-BREAK SPACE}", " ")
    assert "Teria ganho menos, ou perdido mais" in plain
    assert "−50,00 €" in plain
    assert "1 de 1" in plain
    assert "não uma previsão" in plain
    for wrong in ("days=90", "days=7&stake-day=5", "days=90&stake-day=muito", "days=90&session-day=0", "days=x"):
        refused = text_of(browser, f"{path}?{wrong}")
        assert 'id="tried"' not in refused, wrong
        assert 'role="alert"' in refused or "field__error" in refused or 'aria-invalid="true"' in refused, wrong
    floor.prove()


def statements(browser: Client, path: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        text_of(browser, path)
    return len(captured)


def test_no_part_costs_more_statements_with_more_rows(floor: Floor, rita: Actor, played: str, as_role: AsRole) -> None:
    browser = as_role(Role.COMPLIANCE)
    paths = [address(rita, part) for part in ("", *PARTS)]
    paths.append(f"{address(rita, 'protecao')}?days=90&loss-week=20,00&session-day=1")

    def add(count: int) -> None:
        for n in range(count):
            browser.post(address(rita, "notas") + "escrever/", {"text": f"nota {n}", "key": str(uuid.uuid4())})
            browser.post(address(rita) + "dados/", {"reason": "ofício do tribunal"})
            play(floor, rita, 1)
            floor.wait(days=1)

    add(1)
    few = {path: statements(browser, path) for path in paths}
    add(4)
    many = {path: statements(browser, path) for path in paths}
    assert many == few


def test_complaints_rounds_and_incidents_lead_to_the_player(
    floor: Floor, rita: Actor, played: str, as_role: AsRole
) -> None:
    made = complaints.complain(
        person_id=rita.id,
        category="bet",
        text="A aposta de vinte euros não entrou na jogada.",
        subject=complaints.Subject(SubjectKind.ROUND, played),
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    way = f'href="{address(rita)}"'
    assert way in text_of(as_role(Role.SUPPORT), f"/casa/reclamacoes/{made.number}/")
    assert way in text_of(as_role(Role.SUPPORT), f"/casa/jogadas/{played}/")
    assert way not in text_of(as_role(Role.GAME_MANAGER), f"/casa/jogadas/{played}/")
    at = Round.objects.get(code=played).table_id
    incident = Incident.objects.create(
        key=uuid.uuid4(), kind="stuck-round", table_id=at, subject=played, opened_at=floor.now
    )
    number = f"/casa/incidentes/{incident.pk}/"
    assert way in text_of(as_role(Role.SUPERVISOR), number)
    page = text_of(as_role(Role.GAME_MANAGER), number)
    assert "Rita" in page
    assert way not in page


@pytest.mark.parametrize("language", ["en", "ro"])
def test_the_page_speaks_the_readers_language(rita: Actor, played: str, as_role: AsRole, language: str) -> None:
    browser = as_role(Role.COMPLIANCE)
    browser.post("/lingua/", {"language": language})
    said = {"en": ("Money over time", "Hold and chance"), "ro": ("Banii de-a lungul timpului", "Reținere și hazard")}
    page = text_of(browser, address(rita))
    for told in said[language]:
        assert told in page
    for part in PARTS:
        text_of(browser, address(rita, part))


def test_what_may_be_done_stands_at_the_head(rita: Actor, played: str, as_role: AsRole) -> None:
    page = text_of(as_role(Role.COMPLIANCE), address(rita))
    for way in ("?abrir=dados#", "?abrir=limite#protect", "?abrir=exclusao#protect", "#act"):
        assert f'href="{address(rita)}{way}' in page, way
    assert f'href="{address(rita, "notas")}#id_text" data-letter="n"' in page
    assert 'data-letter="v"' in page
    assert 'data-letter="n"' in text_of(as_role(Role.SUPPORT), address(rita, "sessoes"))
    reader = text_of(as_role(Role.AUDITOR), address(rita))
    assert "?abrir=limite" not in reader
    assert 'data-letter="n"' not in reader


@pytest.mark.parametrize(("word", "name"), [("dados", "Ver os dados"), ("limite", "Definir um limite")])
def test_a_way_at_the_head_opens_its_form(rita: Actor, as_role: AsRole, word: str, name: str) -> None:
    clerk = as_role(Role.COMPLIANCE)
    closed = rf'<a class="opens" href="{address(rita)}\?abrir={word}#\w+">{name}'
    assert re.search(closed, text_of(clerk, address(rita)))
    assert f"<details open><summary>{name}" in text_of(clerk, f"{address(rita)}?abrir={word}")
    assert re.search(closed, text_of(clerk, f"{address(rita)}?abrir=nada"))


def test_who_plays_now_is_said_at_the_head(floor: Floor, rita: Actor, as_role: AsRole) -> None:
    clerk = as_role(Role.SUPPORT)
    assert clerk.get(address(rita)).context["playing"] is None
    table = floor.table()
    floor.sit(rita, table)
    answer = clerk.get(address(rita))
    assert answer.context["playing"].ended_at is None
    assert f"{answer.context['playing'].table_name}</span>" in answer.content.decode()
    seats.leave(table_id=table, person_id=rita.id, now=floor.now)
    assert clerk.get(address(rita)).context["playing"] is None


def test_the_documents_of_the_identity_are_listed_masked_with_their_checks(
    floor: Floor, rita: Actor, as_role: AsRole
) -> None:
    number = Registration.objects.get(person_id=rita.id).document_number
    check = IdentityCheck.objects.get(person_id=rita.id)
    IdentityCheck.objects.filter(pk=check.pk).update(
        answered_at=floor.now, outcome="mismatch", verifier="SICAE", answer_number="EX-77"
    )
    Person.objects.filter(pk=rita.id).update(verified_at=None)
    floor.wait(days=1)
    held = Registration.objects.get(person_id=rita.id)
    given = personal_details(
        document_kind=2, document_number="X1234567", document_country="RO", nif=held.nif, iban=held.iban
    )
    correct_identity(person_id=rita.id, details=given, address="192.0.2.1", now=floor.now)

    page = text_of(as_role(Role.SUPPORT), address(rita, "casos"))

    rows = [
        " ".join(strip_tags(row).split()) for row in page.split('id="documents"')[1].split("<tbody")[1].split("<tr")
    ]
    now, before = (next(row for row in rows if name in row) for name in ("Passaporte", "Cartão de cidadão"))
    assert "••••••67" in now
    assert "RO" in now
    assert "à espera de resposta" in now
    assert f"•{number[-2:]}" in before
    assert "SICAE · EX-77" in before
    assert {number, "X1234567"} & set(page.split()) == set()


def test_who_sees_no_complaints_sees_the_present_document_masked(rita: Actor, as_role: AsRole) -> None:
    number = Registration.objects.get(person_id=rita.id).document_number
    page = text_of(as_role(Role.SUPERVISOR), address(rita))
    assert f"{'•' * (len(number) - 2)}{number[-2:]}" in page
    assert number not in page
