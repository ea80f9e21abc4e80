"""One player's whole page at a browser: figures, drawing, rounds, notes, limits tried on the past."""

import uuid
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from kernel.periods import Period
from players.protection.operations.limits import LimitKind, set_limit, set_operators_limit
from players.roles import Role
from tests.factories import Floor
from tests.functional.browsers import browser, press
from tests.functional.office import Visit
from tests.histories import write_history
from tests.running import running_house

pytestmark = pytest.mark.browser
SIZES = {"wide": (1440, 900), "narrow": (1280, 800), "phone": (390, 844)}


@pytest.fixture
def past(open_floor: Floor) -> Floor:
    """A demonstration house with two months behind it."""
    write_history(days=60, rounds=1_500, players=12)
    open_floor.now = timezone.now()
    return open_floor


def most_played() -> tuple[int, str]:
    """The number and the key of the player with the most rounds for money."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT p.id, p.public_id::text FROM tables_playsession s
            JOIN tables_table t ON t.id = s.table_id AND t.currency = 'EUR' JOIN players_person p ON p.id = s.person_id
            GROUP BY p.id ORDER BY sum(s.rounds) DESC LIMIT 1
            """
        )
        row = cursor.fetchone()
    assert row is not None
    return int(row[0]), str(row[1])


def limits(floor: Floor, person_id: int, by: int) -> None:
    for kind, period, most in (
        (LimitKind.LOSS, Period.WEEK, 300_00),
        (LimitKind.DEPOSIT, Period.MONTH, 500_00),
        (LimitKind.SESSION, Period.DAY, 180),
        (LimitKind.LOSS, Period.WEEK, 200_00),
    ):
        set_limit(person_id=person_id, kind=kind, period=period, most=most, idempotency_key=uuid.uuid4(), now=floor.now)
    set_operators_limit(
        person_id=person_id,
        kind=LimitKind.STAKE,
        period=Period.DAY,
        most=150_00,
        by=by,
        reason="sinais de dano",
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )


def test_a_players_whole_page(past: Floor, tmp_path: Path) -> None:
    person_id, key = most_played()
    member = past.staff(Role.COMPLIANCE)
    limits(past, person_id, member.id)
    here = f"/casa/jogadores/{key}/"
    with running_house(tmp_path, parts=()) as house, browser() as chromium:
        visit = Visit(chromium, house, member, Role.COMPLIANCE, phone=False)
        page = visit.page
        visit.see(here)
        expect(page.get_by_role("heading", name="Dinheiro ao longo do tempo")).to_be_visible()
        page.get_by_role("link", name="13 semanas").click()
        page.wait_for_url("**semanas=13**")

        visit.see(f"{here}notas/")
        page.get_by_label("Nota", exact=True).fill(
            "Pediu resposta por correio.\nExpliquei como baixar o limite de perdas."
        )
        press(page, "Tab")
        press(page, "Enter")
        expect(page.get_by_text("A nota ficou escrita.")).to_be_visible()
        page.get_by_role("button", name="Pôr no cimo").click()
        expect(page.get_by_text("no cimo", exact=True)).to_be_visible()
        visit.look("notes-on-top")

        visit.see(f"{here}protecao/")
        page.get_by_label("Perdas por semana").fill("40,00")
        page.get_by_label("Tempo de jogo por dia").fill("30")
        page.get_by_role("button", name="Experimentar no passado").click()
        expect(page.get_by_text("Dias com alguma paragem")).to_be_visible()
        visit.look("tried")
        tried = page.url.removeprefix(house.url)
        for part in ("dinheiro", "jogadas", "sessoes", "casos", "historia", "acessos"):
            visit.see(f"{here}{part}/")
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                for name, path in (
                    ("all", here),
                    ("tried", tried),
                    ("rounds", f"{here}jogadas/"),
                    ("sessions", f"{here}sessoes/"),
                    ("notes", f"{here}notas/"),
                    ("money", f"{here}dinheiro/"),
                ):
                    if name == "all" or scheme == "light":
                        visit.person.go(path)
                        visit.person.picture(f"player-{name}-{size}-{scheme}")
                wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert wide <= 0, (size, scheme)
