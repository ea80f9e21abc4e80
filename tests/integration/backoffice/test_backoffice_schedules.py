"""Reports that come by themselves, at the staff's pages: made, changed, ended, received, and what waits (I3)."""

import hashlib
import html
import re
import uuid
from datetime import datetime, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.backoffice.presenters.deadlines import board
from kernel.calendar import LISBON
from players.models import Person
from players.roles import Role
from reporting.models import Notice, ReportRun, RunFile, Schedule
from reporting.operations import prepare_due, sending
from reporting.operations.schedules import ScheduleRejection
from tests.factories import BANCA_WINS_WITH_5, MACAU, Actor, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.yesterday import noon_of_the_last_day

SIX = 6
PAGE = "/casa/relatorios/agendados/"
LEAST = "/casa/relatorios/agendados/novo/significant-events/"
NEW = f"{PAGE}novo/bets/"


@pytest.fixture
def auditor(floor: Floor) -> Actor:
    floor.now = noon_of_the_last_day()
    player = floor.player(cents=1_000_00)
    table = floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00)
    floor.settle(table)
    return floor.staff(Role.AUDITOR)


def sent(auditor: Actor, **changes: object) -> dict[str, object]:
    return {
        "key": str(uuid.uuid4()),
        "rhythm": "day",
        "hour": str(SIX),
        "format": "csv",
        "receipt_hours": "4",
        "currency": "EUR",
        "table": "",
        "player": "",
        "members": [str(auditor.id)],
        "reason": "pedido do auditor",
        **changes,
    }


def read(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return html.unescape(answer.content.decode())


def made(compliance: Client, auditor: Actor, **changes: object) -> int:
    """Scheduled at the page, a minute before its last turn was due: one turn, at any hour of the day."""
    answer = compliance.post(NEW, sent(auditor, **changes))
    assert answer.status_code == 302, answer.content.decode()
    schedule = Schedule.objects.get()
    now = timezone.now().astimezone(LISBON)
    turn = datetime.combine(now.date() - timedelta(days=now.hour < SIX), time(SIX), tzinfo=LISBON)
    Schedule.objects.update(since=turn - timedelta(minutes=1))
    return schedule.pk


def sweep() -> None:
    now = timezone.now()
    sending.send_due(now=now)
    prepare_due(now=now)
    sending.send_due(now=now)


def test_a_schedule_is_made_seen_and_its_report_received_by_opening_it(
    auditor: Actor, as_role: AsRole, sign_in: SignIn
) -> None:
    compliance, reader = as_role(Role.COMPLIANCE), sign_in(auditor)
    assert "Ainda não há relatórios agendados" in read(compliance, PAGE)
    assert NEW in read(compliance, "/casa/relatorios/catalogo/bets/")
    assert PAGE in read(compliance, "/casa/relatorios/catalogo/")
    assert "Agendar…" not in read(reader, "/casa/relatorios/catalogo/bets/")
    number = made(compliance, auditor)
    sweep()
    run = ReportRun.objects.get()
    page = read(compliance, f"{PAGE}{number}/")
    for said in ("recebido: 0 de 1", "ainda não; até", "pedido do auditor", auditor.name, "todos os dias"):
        assert said in page
    read(compliance, f"/casa/relatorios/pedidos/{run.key}/")
    assert not Notice.objects.filter(received_at__isnull=False).exists(), "another's look is no receipt"
    opened = read(reader, f"/casa/relatorios/pedidos/{run.key}/")
    assert f"recebido por {auditor.name}" in opened
    assert f"S-{number}" in opened
    assert RunFile.objects.get().sha256 in opened, "the hash that the e-mail says"
    for path in (f"{PAGE}{number}/", PAGE):
        assert "recebido: 1 de 1" in read(compliance, path)
    log = read(compliance, "/casa/livro/")
    for said in ("aberto", f"agendamento S-{number}", f"recebido por {auditor.name}"):
        assert said in log


def test_taking_the_file_is_a_receipt_too(auditor: Actor, as_role: AsRole, sign_in: SignIn) -> None:
    made(as_role(Role.COMPLIANCE), auditor)
    sweep()
    run = ReportRun.objects.get()
    file = sign_in(auditor).get(f"/casa/relatorios/pedidos/{run.key}/csv/")
    content = b"".join(file.streaming_content)  # type: ignore[arg-type]
    assert hashlib.sha256(content).hexdigest() == RunFile.objects.get().sha256
    assert Notice.objects.get().received_at is not None


def test_what_nobody_received_waits_on_the_board(floor: Floor, auditor: Actor, as_role: AsRole) -> None:
    number = made(as_role(Role.COMPLIANCE), auditor)
    sweep()
    keeper = Person.objects.get(pk=floor.staff(Role.COMPLIANCE).id)
    now = timezone.now()
    assert not [row for row in board(person=keeper, now=now) if row.due.rule == "I3"]
    late = board(person=keeper, now=now + timedelta(hours=5))
    (row,) = [row for row in late if row.due.rule == "I3"]
    assert (row.due.who, row.tone, row.due.href) == (auditor.name, "bad", f"{PAGE}{number}/")
    assert not [
        each
        for each in board(person=Person.objects.get(pk=floor.staff(Role.SUPPORT).id), now=now + timedelta(hours=5))
        if each.due.rule == "I3"
    ]


def test_it_is_changed_paused_resumed_and_ended_with_reasons(auditor: Actor, as_role: AsRole) -> None:
    compliance = as_role(Role.COMPLIANCE)
    number = made(compliance, auditor)
    here = f"{PAGE}{number}/"
    page = read(compliance, f"{here}alterar/")
    assert re.search(r'value="6"[^>]* selected[^>]*>06:00', page), re.findall(r".*06:00.*", page)
    changed = sent(auditor, hour="20", format="pdf", reason="mais tarde")
    del changed["key"]
    assert "O agendamento foi alterado" in _answer(compliance, f"{here}alterar/", changed)
    page = read(compliance, here)
    for said in (
        "todos os dias, sobre o dia anterior, às 06:00 → todos os dias, sobre o dia anterior, às 20:00",
        "CSV → PDF",
        "mais tarde",
    ):
        assert said in page
    assert "Está tudo igual" in _answer(compliance, f"{here}alterar/", changed)
    for act, said in (
        ("pausar", "O agendamento está em pausa"),
        ("retomar", "O agendamento continua"),
        ("terminar", "O agendamento terminou"),
    ):
        refused = compliance.post(f"{here}{act}/", {"reason": " "})
        assert refused.status_code == 400
        assert said in _answer(compliance, f"{here}{act}/", {"reason": f"por isso: {act}"})
        assert f"por isso: {act}" in read(compliance, here)
    assert compliance.post(f"{here}retomar/", {"reason": "outra vez"}).status_code == 409
    assert "Alterar" not in re.sub(r"(?s)<header.*?</header>", "", read(compliance, here))
    assert compliance.get(f"{PAGE}999999/").status_code == 404
    assert compliance.get(f"{PAGE}novo/nada/").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"members": []}, "Escolha pelo menos uma pessoa."),
        ({"members": ["987654"]}, "987654"),
        ({"hour": "0"}, "hour"),
        ({"player": "ninguem@sabot.example"}, "Nenhum jogador tem esta chave"),
        ({"reason": "a"}, "reason"),
    ],
)
def test_a_wrong_form_is_said_to_be_so(auditor: Actor, as_role: AsRole, wrong: dict[str, object], said: str) -> None:
    answer = as_role(Role.COMPLIANCE).post(NEW, sent(auditor, **wrong))
    assert answer.status_code in {400, 409}
    assert said in html.unescape(answer.content.decode())
    assert not Schedule.objects.exists()


def test_an_empty_amount_is_the_threshold_of_each_period(auditor: Actor, as_role: AsRole) -> None:
    compliance = as_role(Role.COMPLIANCE)
    page = read(compliance, LEAST)
    assert re.search(r'name="least"(?! value)', page), "no amount of today is written in"
    assert "política da casa" in page
    form = sent(auditor, least="")
    for name in ("currency", "table", "player"):
        del form[name]
    assert compliance.post(LEAST, form).status_code == 302
    assert "least" not in Schedule.objects.get().filter


def test_every_rejection_has_its_sentence() -> None:
    from casino.wording.rejections import SENTENCES

    assert SENTENCES[ScheduleRejection].keys() == set(ScheduleRejection)


def _answer(client: Client, path: str, form: dict[str, object]) -> str:
    answer = client.post(path, form, follow=True)
    assert answer.status_code == 200, answer.content.decode()
    return html.unescape(answer.content.decode())
