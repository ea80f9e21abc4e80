"""What Python writes as markup says a text as a template would: marks of HTML in it are text."""

from datetime import UTC, datetime
from types import SimpleNamespace

from django.utils.translation import override

from casino.backoffice import cells, menu
from casino.backoffice.navigation import Group, Place, Wait
from casino.backoffice.presenters import charts, floor_marks
from casino.portal.felts import Bead
from casino.templatetags.movements import movement_line
from wallet.chart import Code
from wallet.queries import StatementLine

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SLY = "<i title='\"&\"'>"
SAID = "&lt;i title=&#x27;&quot;&amp;&quot;&#x27;&gt;"


def test_the_menu() -> None:
    place = Place("rounds", SLY, f"/?q={SLY}", Wait(3, due=True), current=True, key="R")
    with override("en"):
        written = menu.groups([Group("game", SLY, (place,), Wait(3))])
    assert "<i" not in written
    assert written.count(SAID) == 5
    assert 'aria-current="page" data-key="r"' in written
    assert '<span class="office-nav__count office-nav__count--sum">3</span>' in written
    assert (
        '<span class="office-nav__count office-nav__count--due">3<span class="visually-hidden"> (some of it late)'
        in written
    )
    assert menu.waiting(0, due=True) == ""


def test_a_table_of_the_floor() -> None:
    act = floor_marks.Act("pause_table", SLY, "pause", "p")
    card = SimpleNamespace(
        code="mesa-1",
        name=SLY,
        acts=(act,),
        attends=True,
        alert=True,
        may_stop=True,
        may_lift=True,
        scope="t-1",
        stop=SimpleNamespace(by_drift=True),
    )
    for written in (floor_marks.acts_at(card, short=True), floor_marks.phase(SLY, 7, 50)):
        assert "<i" not in written
        assert SAID in written
    assert 'data-left="7"' in floor_marks.phase("x", 7, 50)
    assert "data-left" not in floor_marks.phase("x", None, 0)
    assert 'id="halt-mesa-1"' in floor_marks.acts_at(card, short=False)
    assert 'id="attend-mesa-1"' in floor_marks.acts_at(card, short=False)


def test_a_drawing_and_its_words() -> None:
    drawn = charts.Drawing(
        width=9,
        height=9,
        left=0,
        right=9,
        labels_at=5,
        bars=(charts.Bar(1, 2, 3, 4, "won", SLY, True),),
        lines=(charts.Line(1, SLY, True),),
        labels=(charts.Label(1, SLY),),
    )
    written = drawn.marks + drawn.words_below
    assert "<i" not in written
    assert written.count(SAID) == 3
    assert 'class="chart__won chart__open"' in written


def test_a_line_of_a_statement() -> None:
    line = StatementLine(
        id=7, at=NOW, code=Code.DEPOSIT, amount=5_00, balance_before=4_00, balance_after=9_00, reference=SLY
    )
    with override("en"):
        written = movement_line(line, "EUR")
    assert "<i" not in written
    assert SAID in written
    assert "?movimento=7" in written


def test_cells_and_results() -> None:
    assert cells.soft(SLY) == f'<span class="soft">{SAID}</span>'
    assert cells.rule(cells.badge("x")) == '<span class="rule"><span class="badge">x</span></span>'
    assert SAID in Bead(SLY, "P").drawn
