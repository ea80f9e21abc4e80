"""Extracts at the pages of the office: the form made of a report's columns, the decision, the files (PT-73)."""

import html
import re
import uuid

import pytest
from django.test import Client

from players.roles import Role
from reporting.catalogue import CATALOGUE
from reporting.making.figures import day_of
from reporting.making.matches import Match
from reporting.models import Extract, ReportRun
from tests.factories import BANCA_WINS_WITH_5, MACAU, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.yesterday import noon_of_the_last_day

WHY = "Ofício SRIJ 2026/412: apostas acima de cem euros"


@pytest.fixture
def day(floor: Floor) -> str:
    """Yesterday, with one round for money."""
    floor.now = noon_of_the_last_day()
    player = floor.player(cents=1_000_00)
    table = floor.table(MACAU, code="macau-1")
    floor.sit(player, table)
    floor.open_round(table, BANCA_WINS_WITH_5)
    floor.bet(player, table, banca=100_00, empate=10_00)
    floor.settle(table)
    return day_of(floor.now).isoformat()


def field(name: str, column: str, part: str) -> str:
    """The name of a column's field in the form of a report."""
    return f"c{[each.name for each in CATALOGUE[name].columns].index(column)}-{part}"


def sent(name: str, day: str, kept: list[str] | None = None, **others: str) -> dict[str, str]:
    names = [each.name for each in CATALOGUE[name].columns]
    boxes = {field(name, each, "kept"): "on" for each in (names if kept is None else kept)}
    days = {"first_day": day, "last_day": day, "currency": "EUR"}
    return {"key": str(uuid.uuid4()), "title": "Apostas altas", "reason": WHY, **days, **boxes, **others}


def page_of(answer: object) -> str:
    return html.unescape(answer.content.decode())  # type: ignore[attr-defined]


def test_one_proposes_another_agrees_and_the_files_are_there(day: str, as_role: AsRole) -> None:
    author = as_role(Role.COMPLIANCE)
    form = page_of(author.get("/casa/relatorios/catalogo/bets/extrato/"))
    assert "Registo de apostas" in form
    wanted = sent("bets", day, ["round", "stake"]) | {field("bets", "stake", "from"): "50,00"}
    answer = author.post("/casa/relatorios/catalogo/bets/extrato/", wanted, follow=True)
    said = page_of(answer)
    [row] = Extract.objects.all()
    assert row.counted == 1
    assert row.filter["conditions"] == [{"column": "stake", "match": "least", "values": [50_00]}]
    assert row.filter["columns"] == ["round", "stake"]
    assert "Apostado pelo jogador: no mínimo 50,00" in said
    assert "outra pessoa" in said
    second = as_role(Role.APPROVER)
    waiting = page_of(second.get("/casa/relatorios/extratos/"))
    assert "Apostas altas" in waiting
    assert f"/casa/relatorios/extratos/{row.pk}/" in waiting
    assert "Apostas altas" in page_of(second.get("/casa/entrada/"))
    decided = second.post(f"/casa/relatorios/extratos/{row.pk}/aprovar/", follow=True)
    assert decided.status_code == 200
    [run] = ReportRun.objects.all()
    assert (run.state, run.rows) == ("done", 1)
    report = page_of(author.get(f"/casa/relatorios/pedidos/{run.key}/"))
    assert f"X-{row.pk}: Apostas altas" in report
    assert author.get(f"/casa/relatorios/pedidos/{run.key}/csv/").status_code == 200
    assert "aprovad" in page_of(author.get(f"/casa/relatorios/extratos/{row.pk}/"))


def test_every_kind_of_condition_is_read_from_the_form(day: str, as_role: AsRole) -> None:
    author = as_role(Role.COMPLIANCE)
    wanted = sent("bets", day) | {
        field("bets", "stake", "to"): "200",
        field("bets", "accepted_at", "from"): f"{day}T00:30",
        field("bets", "round", "how"): Match.IS.value,
        field("bets", "round", "text"): " macau-1-x ; macau-1-y;; macau-1-x",
        field("bets", "table_code", "how"): Match.FILLED.value,
    }
    wanted[field("bets", "chance", "is")] = ["banca", "ponto"]  # type: ignore[assignment]
    assert author.post("/casa/relatorios/catalogo/bets/extrato/", wanted).status_code == 302
    [row] = Extract.objects.all()
    kept = {(each["column"], each["match"]): each["values"] for each in row.filter["conditions"]}
    assert kept[("stake", "most")] == [200_00]
    assert kept[("round", "is")] == ["macau-1-x", "macau-1-y"]
    assert kept[("table_code", "filled")] == []
    assert sorted(kept[("chance", "is")]) == ["banca", "ponto"]
    assert re.fullmatch(rf"{day}T00:30:00\+0[01]:00", kept[("accepted_at", "least")][0])


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"title": ""}, "obrigatório"),
        ({"reason": "curto"}, "10"),
        ({field("bets", "stake", "from"): "dez"}, "não é um valor"),
        ({field("bets", "round", "text"): "x"}, "Escolha como"),
        ({"first_day": "2026-02-31"}, "data"),
        ({"key": "nada"}, "Recarregue"),
    ],
)
def test_what_is_wrong_is_said_and_what_was_typed_stays(
    day: str, as_role: AsRole, changed: dict[str, str], said: str
) -> None:
    author = as_role(Role.COMPLIANCE)
    wanted = sent("bets", day, ["round"]) | {"title": "Um título que fica"} | changed
    answer = author.post("/casa/relatorios/catalogo/bets/extrato/", wanted)
    assert answer.status_code == 400
    assert said in page_of(answer)
    if "title" not in changed:
        assert "Um título que fica" in page_of(answer)
    assert not Extract.objects.exists()


@pytest.mark.parametrize("name", list(CATALOGUE))
@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_every_report_has_its_form_of_criteria(as_role: AsRole, name: str, language: str) -> None:
    author = as_role(Role.INSPECTOR)
    author.cookies["django_language"] = language
    answer = author.get(f"/casa/relatorios/catalogo/{name}/extrato/")
    assert answer.status_code == 200
    page = page_of(answer)
    assert page.count("-kept") >= len(CATALOGUE[name].columns)
    assert ('name="reveal"' in page) == CATALOGUE[name].personal


def test_without_criteria_and_without_columns_nothing_is_proposed(day: str, as_role: AsRole) -> None:
    author = as_role(Role.COMPLIANCE)
    whole = author.post("/casa/relatorios/catalogo/bets/extrato/", sent("bets", day))
    assert whole.status_code in {400, 409}
    assert "relatório do catálogo" in page_of(whole)
    none = author.post("/casa/relatorios/catalogo/bets/extrato/", sent("bets", day, []))
    assert none.status_code == 400
    assert not Extract.objects.exists()


def test_turned_down_it_says_why_and_withdrawn_it_is_over(day: str, as_role: AsRole) -> None:
    author, second = as_role(Role.COMPLIANCE), as_role(Role.APPROVER)
    for _ in range(2):
        author.post("/casa/relatorios/catalogo/bets/extrato/", sent("bets", day, ["round"]))
    first, other = Extract.objects.order_by("pk")
    assert second.post(f"/casa/relatorios/extratos/{first.pk}/recusar/", {"reason": ""}).status_code == 400
    second.post(f"/casa/relatorios/extratos/{first.pk}/recusar/", {"reason": "Falta o ofício."})
    assert "Falta o ofício." in page_of(author.get(f"/casa/relatorios/extratos/{first.pk}/"))
    assert author.post(f"/casa/relatorios/extratos/{first.pk}/aprovar/").status_code == 409
    author.post(f"/casa/relatorios/extratos/{other.pk}/retirar/")
    other.refresh_from_db()
    assert other.state == "withdrawn"
    assert not ReportRun.objects.exists()


def test_what_is_nowhere_is_not_found(as_role: AsRole) -> None:
    both: tuple[Client, ...] = (as_role(Role.COMPLIANCE), as_role(Role.APPROVER))
    assert both[0].get("/casa/relatorios/catalogo/nada/extrato/").status_code == 404
    assert both[0].get("/casa/relatorios/extratos/99/").status_code == 404
    for act in ("aprovar", "recusar"):
        assert both[1].post(f"/casa/relatorios/extratos/99/{act}/", {"reason": "porque sim"}).status_code == 404
