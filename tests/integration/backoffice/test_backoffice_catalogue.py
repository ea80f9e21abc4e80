"""The catalogue, the drawings, the reconciliation and the tax at the staff's pages."""

import html
import io
import re
import uuid
from datetime import date, timedelta
from functools import partial
from typing import Any

import openpyxl
import pytest
from django.core.cache import cache
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone, translation

from casino.backoffice.presenters import catalogue as presenters
from casino.backoffice.views import catalogue
from casino.wording import words
from players.roles import Role
from reporting import operations, queries
from reporting.catalogue import CATALOGUE, Filter, definition, runs
from reporting.making import thresholds
from reporting.making.figures import day_of
from reporting.making.tax import RATES, NoRate, Rate, TaxDay, TaxPart, statement
from reporting.making.thresholds import Threshold
from reporting.models import Job, ReportRun, RunFile
from reporting.operations import jobs, make_daily_report, requests
from reporting.queries import requests as request_queries
from reporting.queries.jobs import JobKind, progress_name
from reporting.writers import CONTENT_TYPES
from reporting.writers.documents import amount
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.report_files import from_pdf
from tests.rules import rule
from tests.tampering import past_triggers
from tests.yesterday import noon_of_the_last_day


@pytest.fixture
def day(floor: Floor) -> str:
    """A day with one round for money, and its report."""
    floor.now = noon_of_the_last_day()
    player = floor.player(cents=1_000_00)
    table = floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00, empate=10_00)
    floor.settle(table)
    make_daily_report(day=day_of(floor.now), now=timezone.now())
    return day_of(floor.now).isoformat()


def test_the_catalogue_lists_every_report(day: str, as_role: AsRole) -> None:
    page = as_role(Role.COMPLIANCE).get("/casa/relatorios/catalogo/").content.decode()
    for name in CATALOGUE:
        assert f"/casa/relatorios/catalogo/{name}/" in page
    manager = as_role(Role.GAME_MANAGER).get("/casa/relatorios/catalogo/").content.decode()
    assert "/casa/relatorios/catalogo/bets/" not in manager


UNKNOWN = uuid.UUID(int=7)


@pytest.mark.parametrize("name", list(CATALOGUE))
def test_every_report_has_its_form(day: str, as_role: AsRole, name: str) -> None:
    assert as_role(Role.INSPECTOR).get(f"/casa/relatorios/catalogo/{name}/").status_code == 200


BY_AMOUNT = [name for name, definition in CATALOGUE.items() if Filter.LEAST in definition.filters]
"""Every report of the catalogue that has a field for money."""


@pytest.mark.parametrize("language", ["pt", "en", "ro"])
@pytest.mark.parametrize("name", BY_AMOUNT)
def test_the_amount_that_a_form_shows_is_the_houses_threshold(
    day: str, as_role: AsRole, name: str, language: str
) -> None:
    """The form is sent back as it came: its euros are the cents that the report counts from."""
    compliance = as_role(Role.COMPLIANCE)
    compliance.cookies["django_language"] = language
    (line,) = queries.thresholds_of(name, date.fromisoformat(day), date.fromisoformat(day))
    page = compliance.get(f"/casa/relatorios/catalogo/{name}/").content.decode()
    found = re.search(r'name="least" value="([^"]+)"', page)
    assert found is not None
    with translation.override(language):
        assert html.unescape(found[1]) == words.amount(line.cents)
        assert words.money(line.cents, "EUR") in html.unescape(page)
    assert html.escape(line.source) in page
    for least in (html.unescape(found[1]), ""):
        form = {"key": str(uuid.uuid4()), "first_day": day, "last_day": day, "currency": "EUR", "least": least}
        answer = compliance.post(f"/casa/relatorios/catalogo/{name}/", form, follow=True)
        assert answer.status_code == 200
        asked = ReportRun.objects.get(key=form["key"]).filter
        assert asked["least"] == line.cents
        assert asked["thresholds"] == [{"since": "2015-06-28", "cents": line.cents, "source": line.source}]
        assert line.source in html.unescape(answer.content.decode()), "the report says its threshold"


def test_the_page_and_all_five_formats_say_the_threshold(floor: Floor, day: str, as_role: AsRole) -> None:
    """The law row, the amount, since when and from where: with the report that counts from it."""
    compliance = as_role(Role.COMPLIANCE)
    for name in BY_AMOUNT:
        (line,) = queries.thresholds_of(name, date.fromisoformat(day), date.fromisoformat(day))
        form = {"key": str(uuid.uuid4()), "first_day": day, "last_day": day, "currency": "EUR", "least": "700"}
        page = compliance.post(f"/casa/relatorios/catalogo/{name}/", form, follow=True).content.decode()
        files = {
            kind: b"".join(
                compliance.get(f"/casa/relatorios/pedidos/{form['key']}/{kind}/").streaming_content  # type: ignore[arg-type]
            )
            for kind in ("csv", "xlsx", "pdf", "xml", "json")
        }
        book = openpyxl.load_workbook(io.BytesIO(files["xlsx"]))
        texts = {kind: files[kind].decode() for kind in ("csv", "xml", "json")} | {
            "page": html.unescape(page),
            "pdf": from_pdf(files["pdf"]),
            "xlsx": " ".join(str(cell.value) for row in book.worksheets[0] for cell in row),
        }
        for kind, text in texts.items():
            together = "".join(text.split())
            for said in (CATALOGUE[name].source, amount(line.cents), "2015-06-28", line.source, "700,00"):
                assert "".join(said.split()) in together, (name, kind, said)


def test_a_form_sent_as_it_came_finds_the_deposit_at_the_threshold(floor: Floor, day: str, as_role: AsRole) -> None:
    """PT-R08 and PT-53: a deposit of exactly the house's threshold is in the report, and in its five files."""
    floor.player("rica", cents=5_000_00)
    compliance, today = as_role(Role.COMPLIANCE), day_of(timezone.now()).isoformat()
    for name in BY_AMOUNT:
        page = compliance.get(f"/casa/relatorios/catalogo/{name}/").content.decode()
        found = re.search(r'name="least" value="([^"]+)"', page)
        assert found is not None
        form = {"key": str(uuid.uuid4()), "first_day": day, "last_day": today, "currency": "EUR"}
        compliance.post(f"/casa/relatorios/catalogo/{name}/", form | {"least": html.unescape(found[1])})
        run = ReportRun.objects.get(key=form["key"])
        assert run.rows > 0, name
        for kind in ("csv", "json", "xml"):
            file = compliance.get(f"/casa/relatorios/pedidos/{run.key}/{kind}/")
            text = b"".join(file.streaming_content).decode()  # type: ignore[arg-type]
            assert "política da casa" in text


def test_a_change_of_a_threshold_is_a_line_and_leaves_the_days_before_it(
    day: str, as_role: AsRole, settings: Any
) -> None:
    line = Threshold(date(2026, 3, 1), "unusual-transfers", 1_000_00, "despacho interno 7/2026")
    settings.REPORT_THRESHOLDS = (line,)
    for first, last, least in (
        (date(2026, 1, 1), date(2026, 2, 28), [2_000_00]),
        (date(2026, 2, 1), date(2026, 3, 1), [2_000_00, 1_000_00]),
        (date(2026, 3, 1), date(2026, 3, 31), [1_000_00]),
    ):
        lines = queries.thresholds_of("unusual-transfers", first, last)
        assert [each.cents for each in lines] == least
        assert thresholds.default(lines) == min(least), "nothing is left out of a period with two"
    assert "despacho interno 7/2026" in (
        as_role(Role.COMPLIANCE).get("/casa/relatorios/catalogo/unusual-transfers/").content.decode()
    )


@rule(
    "GL-13",
    asserts="A report is taken as a file in each of five formats, CSV and XLSX among them, and each taking is kept.",
)
def test_a_report_is_ordered_seen_and_taken_in_five_formats(day: str, as_role: AsRole) -> None:
    compliance = as_role(Role.COMPLIANCE)
    form = {"key": str(uuid.uuid4()), "first_day": day, "last_day": day, "currency": "EUR", "table": "macau-1"}
    form["table"] = ""
    answer = compliance.post("/casa/relatorios/catalogo/bets/", form, follow=True)
    page = answer.content.decode()
    assert "concorda com o livro-razão" in page
    assert "Registo de apostas" in page
    assert "par" in page
    key = request_queries.requests()[0].key
    for kind, content_type in CONTENT_TYPES.items():
        file = compliance.get(f"/casa/relatorios/pedidos/{key}/{kind}/")
        assert (file.status_code, file.headers["Content-Type"]) == (200, content_type)
        assert file.headers["Content-Disposition"].startswith('attachment; filename="bets-')
        assert file.headers["Content-Security-Policy"] == "sandbox; default-src 'none'"
        assert (file.headers["X-Content-Type-Options"], file.headers["Cache-Control"]) == (
            "nosniff",
            "private, no-store",
        )
        assert int(file.headers["Content-Length"]) == len(b"".join(file.streaming_content))  # type: ignore[arg-type]
    assert len(queries.exports()) == 5
    again = compliance.post("/casa/relatorios/catalogo/bets/", form, follow=True)
    assert again.redirect_chain == answer.redirect_chain
    assert "Registo de apostas" in compliance.get("/casa/livro/").content.decode()


def test_a_long_report_and_its_files_say_how_far_they_are(
    day: str, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (catalogue, requests):
        monkeypatch.setattr(module, "AT_ONCE_ROWS", 1)
    compliance = as_role(Role.COMPLIANCE)
    form = {"key": str(uuid.uuid4()), "first_day": day, "last_day": day, "currency": "EUR", "table": ""}
    page = compliance.post("/casa/relatorios/catalogo/bets/", form, follow=True).content.decode()
    assert "À espera de começar" in page
    key = request_queries.requests()[0].key
    address = f"/casa/relatorios/pedidos/{key}/"
    ReportRun.objects.update(state="gathering")
    runs.teller(key)(120_000, 400_000)
    page = compliance.get(address).content.decode()
    assert '<progress max="100" value="24"' in page
    assert "a fazer 24 %" in compliance.get("/casa/relatorios/catalogo/").content.decode()
    operations.prepare_due(now=timezone.now())
    asked = compliance.post(f"{address}xlsx/", follow=True).content.decode()
    assert 'hx-select="#requested"' in asked
    RunFile.objects.update(state="gathering")
    runs.teller(key, "xlsx")(3, 4)
    assert "XLSX · a fazer 75 %" in compliance.get(address).content.decode()
    RunFile.objects.update(state="failed")
    assert "XLSX falhou: tentar outra vez" in compliance.get(address).content.decode()
    compliance.post(f"{address}xlsx/")
    operations.prepare_due(now=timezone.now())
    done = compliance.get(address).content.decode()
    assert 'hx-trigger="every 2s"' not in done
    assert compliance.get(f"{address}xlsx/").status_code == 200


@pytest.mark.parametrize(
    ("changes", "sentence", "status"),
    [
        ({"first_day": "2024-01-01"}, "366 no máximo", 409),
        ({"first_day": "1999-01-01"}, "28 de junho de 2015", 409),
        ({"first_day": "2999-01-01", "last_day": "2999-01-02"}, "ainda não começou", 409),
        ({"first_day": "nada"}, "field__errors", 400),
        ({"currency": "BTC"}, "field__errors", 400),
        ({"player": "ninguem@sabot.example"}, "Nenhum jogador", 409),
    ],
)
def test_nonsense_is_said_beside_the_form(
    day: str, as_role: AsRole, changes: dict[str, str], sentence: str, status: int
) -> None:
    form = {"key": str(uuid.uuid4()), "first_day": day, "last_day": day, "currency": "EUR", "table": ""} | changes
    answer = as_role(Role.COMPLIANCE).post("/casa/relatorios/catalogo/bets/", form)
    assert answer.status_code == status
    assert sentence in answer.content.decode()
    assert not request_queries.requests()


@pytest.mark.parametrize(
    "path",
    [
        "catalogo/nada/",
        f"pedidos/{UNKNOWN}/",
        f"pedidos/{UNKNOWN}/csv/",
        f"pedidos/{UNKNOWN}/exe/",
        "reconciliacao/?dia=ontem",
        "reconciliacao/?dia=2999-01-01",
        "reconciliacao/?dia=0001-01-01",
        "imposto/?mes=2999-01",
        "imposto/?mes=2019-12",
        "imposto/?mes=x",
        "imposto/2999-01/csv/",
        "imposto/2026-01/exe/",
    ],
)
def test_unknown_addresses_are_not_found(day: str, as_role: AsRole, path: str) -> None:
    assert as_role(Role.COMPLIANCE).get(f"/casa/relatorios/{path}").status_code == 404


def test_four_books_agree_and_a_planted_cent_is_named(floor: Floor, day: str, as_role: AsRole) -> None:
    auditor = as_role(Role.AUDITOR)
    assert "Tudo concordava ao cêntimo" in auditor.get(f"/casa/relatorios/reconciliacao/?dia={day}").content.decode()
    again = add_up(auditor, day)
    assert "Tudo concorda ao cêntimo" in again
    round_code = queries_round(floor)
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned + 1 WHERE chance = 'banca'")
    page = add_up(auditor, day)
    assert "Não concorda" in page
    assert round_code in page
    assert "0,01" in page
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned - 1 WHERE chance = 'banca'")
        cursor.execute("UPDATE tables_playsession SET staked = staked + 1, ended_at = started_at")
        cursor.execute("SELECT code::text FROM tables_playsession")
        session = cursor.fetchone()[0]
    page = add_up(auditor, day)
    assert session in page
    assert "difere em 1 cêntimos apostados" in page


def add_up(browser: Client, day: str) -> str:
    return browser.post("/casa/relatorios/reconciliacao/somar/", {"dia": day}, follow=True).content.decode()


def test_long_work_is_left_to_a_worker_and_says_how_far_it_is(
    floor: Floor, day: str, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "AT_ONCE_ROUNDS", 0)
    auditor, compliance = as_role(Role.AUDITOR), as_role(Role.COMPLIANCE)
    page = add_up(auditor, day)
    assert "À espera de começar" in page
    assert 'hx-trigger="every 2s"' in page
    address = f"/casa/relatorios/reconciliacao/?dia={day}"
    assert add_up(compliance, day).count('id="work"') == 1
    work = Job.objects.get()
    cache.set(progress_name(work.key), 3)
    assert "Passo 3 de 4" in auditor.get(address).content.decode()
    assert operations.do_open_jobs(now=floor.now) == 1
    assert operations.do_open_jobs(now=floor.now) == 0
    assert 'id="work"' not in auditor.get(address).content.decode()
    assert "Tudo concorda ao cêntimo" in auditor.get(f"{address}&pedido={work.key}").content.decode()
    for wrong in ("x", str(uuid.uuid4())):
        assert auditor.get(f"{address}&pedido={wrong}").status_code == 404
    assert auditor.get(f"/casa/relatorios/reconciliacao/?dia=2020-01-01&pedido={work.key}").status_code == 404


def test_a_work_that_fails_three_times_says_so_and_can_be_asked_for_again(
    floor: Floor, day: str, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "AT_ONCE_ROUNDS", 0)
    auditor = as_role(Role.AUDITOR)
    add_up(auditor, day)
    Job.objects.update(tries=jobs.TRIES_MOST)
    assert operations.do_open_jobs(now=floor.now) == 0
    assert "Não foi possível acabar" in auditor.get(f"/casa/relatorios/reconciliacao/?dia={day}").content.decode()
    monkeypatch.setattr(jobs, "AT_ONCE_ROUNDS", 2_000)
    assert "Tudo concorda ao cêntimo" in add_up(auditor, day)


def test_one_wish_does_not_fill_the_workers(floor: Floor, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asks = partial(operations.ask_job, kind=JobKind.RECONCILIATION, by=floor.staff(Role.AUDITOR).id, now=floor.now)
    first = date.fromisoformat(day)
    for number in range(jobs.OPEN_MOST):
        asks(day=first - timedelta(days=number), idempotency_key=uuid.uuid4())
    assert asks(day=first, idempotency_key=uuid.uuid4()).key == Job.objects.order_by("pk")[0].key
    with pytest.raises(operations.JobRejected) as refused:
        asks(day=first - timedelta(days=99), idempotency_key=uuid.uuid4())
    assert refused.value.reason is operations.JobRejection.TOO_MANY_OPEN
    with pytest.raises(operations.JobRejected) as refused:
        asks(day=first - timedelta(days=1), idempotency_key=Job.objects.order_by("pk")[0].key)
    assert refused.value.reason is operations.JobRejection.KEY_REUSED
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.update(state="done")


def queries_round(floor: Floor) -> str:
    from tables import queries as tables

    return tables.finished_rounds()[0]


@rule("PT-83", asserts="The page of a month's tax shows the rate of 25 %, and each file format of it can be had.")
def test_the_drawings_and_the_tax_are_there_with_their_tables(day: str, as_role: AsRole) -> None:
    compliance = as_role(Role.COMPLIANCE)
    make_daily_report(day=date.fromisoformat(day) - timedelta(days=1), now=timezone.now())
    charts = compliance.get("/casa/relatorios/graficos/?dias=7").content.decode().replace("\N{NO-BREAK SPACE}", " ")
    assert "Comissão por dia" in charts
    assert "110,00 €" in charts
    assert "Reclamações pelo prazo" in charts
    tax = compliance.get(f"/casa/relatorios/imposto/?mes={day[:7]}").content.decode().replace("\N{NO-BREAK SPACE}", " ")
    assert "25,00 %" in tax
    assert "−40,00 €" in tax
    for kind in CONTENT_TYPES:
        assert compliance.get(f"/casa/relatorios/imposto/{day[:7]}/{kind}/").status_code == 200
    assert queries.exports()[0].what == "gaming-tax"


@rule(
    "PT-84",
    asserts="100,000.00 staked and 98,900.00 returned, 500.00 of it commission, are taxed 275.00: a quarter of "
    "1,100.00, with no commission added.",
    shared="One month’s page has rate, sum and dates.",
)
@rule(
    "PT-85",
    asserts="A day that won 1,100.00 and one that lost 95.00 are taxed together: 251.25 for January, assessed by 15 "
    "February and paid by the 28th.",
)
@rule("PT-83", asserts="A month without a known rate, March 2020, is refused.")
def test_the_tax_is_a_quarter_of_the_gross_revenue_and_commission_is_not_added_again() -> None:
    won = TaxDay(day=date(2026, 1, 1), revision=1, turnover=100_000_00, returned=98_900_00, commission=500_00)
    lost = TaxDay(day=date(2026, 1, 2), revision=1, turnover=100_00, returned=195_00, commission=5_00)
    assert statement(date(2026, 1, 1), [won]).tax == 275_00
    assert statement(date(2026, 1, 1), [lost]).tax == 0
    both = statement(date(2026, 1, 1), [won, lost])
    assert (both.gross_revenue, both.tax) == (1_005_00, 251_25)
    assert (both.assessed_by, both.paid_by) == (date(2026, 2, 15), date(2026, 2, 28))
    assert statement(date(2026, 12, 1), []).paid_by == date(2027, 1, 31)
    assert not both.whole
    with pytest.raises(NoRate):
        statement(date(2020, 3, 1), [TaxDay(day=date(2020, 3, 31), revision=1)])


@rule(
    "PT-83",
    asserts="With half the rate from 2 January, 100.00 won on 1 January are taxed 25.00, and 200.00 won on the next "
    "two days 25.00.",
)
def test_a_new_rate_counts_from_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = (*RATES, Rate(date(2026, 1, 2), RATES[0].rate / 2, "ensaio"))
    monkeypatch.setattr("reporting.making.tax.RATES", rates)
    days = [TaxDay(day=date(2026, 1, day), revision=1, turnover=100_00) for day in (1, 2, 3)]
    found = statement(date(2026, 1, 1), days)
    assert [(len(part.days), part.tax) for part in found.parts] == [(1, 25_00), (2, 25_00)]
    assert TaxPart(rate=RATES[0], days=(TaxDay(day=date(2026, 1, 1), revision=1, turnover=2),)).tax == 1


def test_a_list_leads_to_itself_as_a_file_and_what_left_is_told_in_words(day: str, as_role: AsRole) -> None:
    inspector = as_role(Role.INSPECTOR)
    page = inspector.get(f"/casa/jogadas/?table=macau-1&day={day}").content.decode()
    ordered = f"/casa/relatorios/catalogo/rounds/?table=macau-1&first_day={day}&last_day={day}"
    assert ordered.replace("&", "&amp;") in page
    assert "/casa/relatorios/catalogo/" not in as_role(Role.SUPERVISOR).get("/casa/jogadas/").content.decode()

    form = inspector.get(ordered).context["form"]
    asked = {field.name: str(field.value() or "") for field in form}
    assert (asked["table"], asked["first_day"], asked["last_day"]) == ("macau-1", day, day)
    answer = inspector.post("/casa/relatorios/catalogo/rounds/", asked | {"currency": "EUR"})
    assert inspector.get(f"{answer.headers['Location']}csv/").status_code == 200
    told = " ".join(inspector.get("/casa/livro/").content.decode().split())
    assert f'<a href="{answer.headers["Location"]}">Jogadas</a> · CSV' in told
    assert "mesa macau-1" in told


def test_sentences_of_a_preview_break_and_names_do_not() -> None:
    names = (definition.words("name", "Name"), definition.words("cause", "Cause"))
    titles = (*names, definition.whole("players", "Players"))
    grid = presenters.grid("x", titles, [("Ana Reis", "O cabo do leitor soltou-se a meio da jogada.", 3), ("", "", 0)])
    assert [column.css for column in grid.table.columns] == ["", "words words--long", "num"]
