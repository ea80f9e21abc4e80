"""The office's tables as data: what a column draws, who may see it, and that every table a page names is there."""

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from casino.backoffice import lists
from casino.backoffice.columns import FRAMED, PLAIN, Column, Drawn, Table
from casino.backoffice.table_tag import table_of
from players.roles import Action, Role

TEMPLATES = Path(__file__).resolve().parents[3] / "templates" / "backoffice"
NAMED = sorted(
    {
        found
        for path in TEMPLATES.rglob("*.html")
        for found in re.findall(r'{% table "([\w.]+)"', path.read_text(encoding="utf-8"))
    }
)


@dataclass(frozen=True)
class Person:
    """A person who may do what the roles allow."""

    roles: frozenset[Role]
    is_staff: bool = True
    is_active: bool = True


@dataclass(frozen=True)
class Row:
    """A row of a list."""

    name: str
    amount: int | None = None


def drawn(table: Drawn, **more: str) -> str:
    return render_to_string("backoffice/components/table.html", {"table": table, "label": "Contas", **more})


NAMES = Table((Column("name", "Nome", href=lambda row: f"/{row.name}/"), Column("amount", "Valor", end=True)))


def test_a_cell_says_its_heading_again_for_phones_and_the_first_names_its_row() -> None:
    page = drawn(NAMES.of(None, [Row("ana", 5)]))
    assert '<th scope="row"><a href="/ana/">ana</a></th>' in page
    assert '<td data-label="Valor" class="end">5</td>' in page


def test_figures_within_a_panel_say_their_headings_once() -> None:
    assert "data-label" not in drawn(Table(NAMES.columns, look=PLAIN).of(None, [Row("ana", 5)]))


def test_what_is_not_there_is_a_dash_and_what_a_row_says_is_text() -> None:
    page = drawn(NAMES.of(None, [Row("<b>")]))
    assert '<td data-label="Valor" class="end">–</td>' in page
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


def test_cells_of_partials_stand_among_the_others_and_have_the_row() -> None:
    named = Column("", "Mesa", cell="backoffice/cells/table_name.html")
    row = SimpleNamespace(name="a&b", amount=5, code="mesa-1")
    page = drawn(Table((NAMES.columns[0], named, NAMES.columns[1])).of(None, [row]))
    assert (
        '<tr><th scope="row"><a href="/a&amp;b/">a&amp;b</a></th>'
        f'<td data-label="Mesa"><a href="{reverse("backoffice:table", args=["mesa-1"])}">a&amp;b</a>'
        '<br><span class="small soft">mesa-1</span>\n</td>'
        '<td data-label="Valor" class="end">5</td></tr>'
    ) in page


def test_a_heading_is_escaped_and_one_for_listeners_is_unseen() -> None:
    page = drawn(Table((Column("name", "a<b"), Column("amount", "Ver", unseen=True, end=True))).of(None, [Row("x")]))
    assert '<th scope="col">a&lt;b</th>' in page
    assert '<th scope="col" class="end"><span class="visually-hidden">Ver</span></th>' in page


def test_a_table_without_rows_says_what_it_says_then() -> None:
    page = drawn(Table(NAMES.columns, empty="Ainda nada.").of(None, []))
    assert "<table" not in page
    assert '<p class="soft">Ainda nada.</p>' in page


def test_a_total_is_drawn_by_the_same_columns_and_empty_where_there_is_none() -> None:
    columns = (*NAMES.columns, Column("name", "De novo", total=lambda name: f"{name}!"), Column("", "Linha", repr))
    page = drawn(Table(columns).of(None, [Row("ana", 5)], total=Row("todas", 9)))
    foot = page.partition("<tfoot>")[2]
    assert re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", foot)[1:] == ["9", "todas!", ""]


@pytest.mark.parametrize(("role", "seen"), [(Role.AUDITOR, True), (Role.SUPPORT, False)])
def test_a_column_for_people_who_may_do_a_thing_is_for_them_alone(role: Role, seen: bool) -> None:
    table = Table((*NAMES.columns, Column("name", "Ficheiros", action=Action.EXPORT_REPORTS)))
    heads = table.of(Person(frozenset({role})), []).heads
    assert ("Ficheiros" in [head.label for head in heads]) is seen


@pytest.mark.parametrize("named", NAMED)
def test_every_table_that_a_page_names_is_there(named: str) -> None:
    module, _, each = named.partition(".")
    assert hasattr(import_module(f"{lists.__name__}.{module}"), each)


def test_a_table_that_depends_on_the_page_is_made_of_its_facts() -> None:
    assert table_of("proof.days", currency="EUR").look == FRAMED
