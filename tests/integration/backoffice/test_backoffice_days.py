"""The page of one day: its figures beside what they are compared with, its parts, its revisions side by side."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Final

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection
from django.utils import timezone

from casino.backoffice.presenters import day_drawings
from casino.backoffice.views import reports
from kernel.money import Currency
from players.roles import Role
from reporting.making.figures import Total, day_bounds, day_of
from reporting.making.splits import SplitLine
from reporting.models import SafePackage
from reporting.operations import make_daily_report
from reporting.six_files.day_book import DayBook
from tables.operations import checks
from tests.factories import BANCA_WINS_WITH_5, MACAU, PONTO_E_BANCA, PONTO_WINS, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.kept_rows import furnished
from tests.tampering import past_triggers
from tests.yesterday import noon_of_the_last_day

SPACE = "\N{NO-BREAK SPACE}"
SPLITS = {"mesa": "Macau-1", "regras": "v1", "hora": ":00–", "aposta": "Empate", "dispositivo": "não registado"}


@pytest.fixture
def yesterday(floor: Floor) -> str:
    cache.clear()
    return furnished(_yesterday, floor, noon_of_the_last_day())


def _yesterday(floor: Floor) -> str:
    """A week before, a round for money; yesterday two, one of them void, and one of play money."""
    floor.now = noon_of_the_last_day() - timedelta(days=7)
    ana, eva = floor.player(cents=1_000_00), floor.player(play_cents=500_00)
    macau, demo = floor.table(MACAU, code="macau-1"), floor.table(PONTO_E_BANCA, code="demo", currency=Currency.PLAY)
    floor.sit(ana, macau)
    floor.open_round(macau, PONTO_WINS)
    floor.bet(ana, macau, ponto=50_00)
    floor.settle(macau)
    make_daily_report(day=day_of(floor.now), now=timezone.now())
    floor.now = noon_of_the_last_day()
    floor.sit(eva, demo)
    checks.answer_check(table_id=macau, person_id=ana.id, now=floor.now)
    floor.open_round(macau, BANCA_WINS_WITH_5)
    floor.bet(ana, macau, banca=100_00, empate=10_00)
    floor.settle(macau)
    floor.open_round(macau, PONTO_WINS)
    floor.bet(ana, macau, banca=20_00)
    floor.void(macau)
    floor.open_round(demo, PONTO_WINS)
    floor.bet(eva, demo, ponto=20_00)
    floor.settle(demo)
    day = day_of(floor.now)
    make_daily_report(day=day, now=timezone.now())
    return day.isoformat()


@pytest.fixture
def other_rounds(floor: Floor, yesterday: str) -> Iterator[None]:
    """The day's rounds changed by a cent behind the house's back, until the books are proven."""
    returned(1)
    yield
    returned(-1)


def returned(cents: int) -> None:
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_bet SET returned = returned + %s WHERE chance = 'banca' AND outcome = 'win'", [cents]
        )


def read(as_role: AsRole, path: str, **asked: str) -> str:
    answer = as_role(Role.COMPLIANCE).get(path, asked)
    assert answer.status_code == 200, answer.status_code
    return answer.content.decode().replace(SPACE, " ")


def test_six_figures_beside_what_they_are_compared_with(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    page = read(as_role, f"/casa/relatorios/{yesterday}/")

    money, play = page.split('id="part-PLAY"')
    assert "+120,0 %" in money  # 110,00 beside 50,00 of the same weekday
    assert "prometido +" in money
    assert "20,00 € reembolsados" in money
    assert "Imposto do mês até aqui" in money
    assert "Imposto do mês até aqui" not in play
    assert "concordam ao cêntimo" in money
    assert 'class="band"' in money
    assert "Receita ao longo do dia" in money


@pytest.mark.parametrize("word", list(SPLITS))
def test_a_day_is_told_apart_as_the_address_says(floor: Floor, yesterday: str, as_role: AsRole, word: str) -> None:
    page = read(as_role, f"/casa/relatorios/{yesterday}/", por=word)

    assert SPLITS[word] in page
    assert f'<a href="?por={word}#por" aria-current="true">' in page
    assert page.count("<tfoot>") == 2, "money and play money, each with its total"
    assert "não somam o relatório" not in page


@pytest.mark.parametrize("word", ["", "dia", "Mesa"])
def test_a_split_that_is_none_is_not_found(floor: Floor, yesterday: str, as_role: AsRole, word: str) -> None:
    assert as_role(Role.COMPLIANCE).get(f"/casa/relatorios/{yesterday}/", {"por": word}).status_code == 404


def test_a_day_so_full_that_it_is_felt_is_read_once_a_minute(
    floor: Floor, yesterday: str, as_role: AsRole, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    in_parts = reports.day_in_parts
    monkeypatch.setattr(reports, "FELT_SECONDS", -1)
    monkeypatch.setattr(reports, "day_in_parts", lambda **of: (asked.append(of), in_parts(**of))[1])
    compliance = as_role(Role.COMPLIANCE)
    for _ in range(3):
        assert compliance.get(f"/casa/relatorios/{yesterday}/").status_code == 200
    assert compliance.get(f"/casa/relatorios/{yesterday}/", {"por": "hora"}).status_code == 200
    cache.clear()
    assert len(asked) == 2, "once for each split"


def test_rounds_that_no_longer_add_up_to_the_report_are_said_to_differ(
    floor: Floor, yesterday: str, other_rounds: None, as_role: AsRole
) -> None:
    page = read(as_role, f"/casa/relatorios/{yesterday}/", por="hora")

    assert "Estas linhas não somam o relatório" in page
    assert "Devolvido: +0,01 €" in page


def test_two_revisions_are_compared_from_the_list_of_them(
    floor: Floor, yesterday: str, other_rounds: None, as_role: AsRole
) -> None:
    make_daily_report(day=date.fromisoformat(yesterday), now=timezone.now())
    day = read(as_role, f"/casa/relatorios/{yesterday}/")
    assert "comparar 1 e 2" in day
    assert "Da 1 para a 2: devolvido +0,01 €, receita bruta −0,01 €." in day
    assert "a primeira" in day

    page = read(as_role, f"/casa/relatorios/{yesterday}/revisoes/", de="1", a="2")

    assert "Revisões 1 e 2" in page
    assert "não concorda" in page
    assert "Macau-1 v1" in page
    assert page.index("150,00 €") < page.index("150,01 €")
    back = read(as_role, f"/casa/relatorios/{yesterday}/revisoes/", de="2", a="1")
    assert back.index("150,01 €") < back.index("150,00 €")


@pytest.mark.parametrize("asked", [{"de": "1", "a": "3"}, {"de": "x", "a": "1"}, {"de": "0", "a": "2"}])
def test_a_revision_that_is_none_is_not_compared(
    floor: Floor, yesterday: str, other_rounds: None, as_role: AsRole, asked: dict[str, str]
) -> None:
    make_daily_report(day=date.fromisoformat(yesterday), now=timezone.now())
    assert as_role(Role.COMPLIANCE).get(f"/casa/relatorios/{yesterday}/revisoes/", asked).status_code == 404


SUMS: Final = DayBook(laid=130_00, staked=110_00, returned=150_00, refunded=20_00, commission=50_00)
"""Of `_yesterday`, by hand."""


@pytest.mark.parametrize(("cents", "said"), [(0, "concordam ao cêntimo"), (1, "não concordam")])
def test_the_files_of_a_day_stand_beside_its_two_books(
    floor: Floor, yesterday: str, as_role: AsRole, settings: LazySettings, cents: int, said: str
) -> None:
    assert "Dois livros, uma soma" in read(as_role, f"/casa/relatorios/{yesterday}/")
    book, made_at = replace(SUMS, returned=SUMS.returned + cents), timezone.now()
    SafePackage.objects.create(
        vault=settings.OPERATOR_PROFILE.files.vault,
        name="PACK.zip",
        day=yesterday,
        made_at=made_at,
        sha256="a" * 64,
        size=1,
        sums=book.kept(),
    )
    (panel,) = panels(read(as_role, f"/casa/relatorios/{yesterday}/"), "agreement")
    assert "Três livros, uma soma" in panel
    assert said in panel
    assert "130,00 € com anuladas e retiradas" in panel
    assert ("Os ficheiros do regulador dizem outras somas" in panel) is bool(cents)
    assert len(re.findall(r"(?<!\d)0,01 €", panel)) == 2 * cents  # of what came back, and so of what stayed


def test_a_package_without_sums_leaves_two_books(
    floor: Floor, yesterday: str, as_role: AsRole, settings: LazySettings
) -> None:
    vault = settings.OPERATOR_PROFILE.files.vault
    about = {"name": "PACK.zip", "day": yesterday, "made_at": timezone.now(), "sha256": "a" * 64, "size": 1}
    SafePackage.objects.create(vault=vault, **about)
    (panel,) = panels(read(as_role, f"/casa/relatorios/{yesterday}/"), "agreement")
    assert "Dois livros, uma soma" in panel
    assert "Ficheiros do regulador" not in panel


def panels(page: str, heading: str) -> list[str]:
    """The panels of a page that this heading names, without their marks."""
    found = [each for each in page.split("<section ")[1:] if f'aria-labelledby="{heading}"' in each]
    return [" ".join(re.sub(r"<[^>]*>", " ", each).split()) for each in found]


def test_a_day_of_one_revision_has_nothing_to_compare(floor: Floor, yesterday: str, as_role: AsRole) -> None:
    assert "Não há nada para comparar" in read(as_role, f"/casa/relatorios/{yesterday}/revisoes/")
    assert "/revisoes/" not in read(as_role, f"/casa/relatorios/{yesterday}/")


def test_the_days_beside_are_a_link_away_and_none_beyond_the_ends(
    floor: Floor, yesterday: str, as_role: AsRole
) -> None:
    today, after = day_of(timezone.now()), date.fromisoformat(yesterday) + timedelta(days=1)
    page = read(as_role, f"/casa/relatorios/{yesterday}/")
    assert f'href="/casa/relatorios/{after.isoformat()}/" rel="next"' in page
    assert 'rel="prev"' in page
    assert 'rel="next"' not in read(as_role, f"/casa/relatorios/{today.isoformat()}/")
    first = (date.fromisoformat(yesterday) - timedelta(days=7)).isoformat()
    assert 'rel="prev"' not in read(as_role, f"/casa/relatorios/{first}/")


def test_an_hour_that_comes_twice_says_its_distance_from_utc() -> None:
    since, _until = day_bounds(date(2026, 10, 25))
    assert [day_drawings.hour_span(since, hour) for hour in (0, 1, 2)] == [
        "00:00–01:00 (UTC+0100)",
        "01:00–01:00 (UTC+0100)",
        "01:00–02:00 (UTC+0000)",
    ]
    assert day_drawings.hour_span(day_bounds(date(2026, 11, 21))[0], 23) == "23:00–00:00"


def hour(number: int, **sums: int) -> SplitLine:
    return SplitLine(currency="EUR", key=str(number), **sums)


def test_the_day_adds_up_over_its_hours_and_the_band_grows() -> None:
    lines = [
        hour(0, turnover=100_00, returned=90_00, expected=1_00_000_000, variance=10_000),
        hour(2, turnover=50_00, returned=70_00, expected=50_000_000, variance=30_000),
    ]
    points = day_drawings.hour_points(lines, 4)
    assert [(one.hour, one.won, one.promised) for one in points] == [
        (0, 0, 0),
        (1, 10_00, 1_00),
        (2, 10_00, 1_00),
        (3, -10_00, 1_50),
        (4, -10_00, 1_50),
    ]
    assert [one.high - one.promised for one in points] == [0, 196, 196, 392, 392]


def test_bands_of_chance_lie_on_one_scale_and_tell_who_left_theirs() -> None:
    total = Total(currency="EUR", turnover=1_000_00, returned=980_00, expected=12_00_000_000, variance=250_000)
    near = hour(0, turnover=500_00, returned=495_00, expected=6_00_000_000, variance=125_000)
    far = hour(1, turnover=500_00, returned=300_00, expected=6_00_000_000, variance=125_000)
    idle = hour(2)
    first, second, third, last = day_drawings.bands([near, far, idle, total], total)
    assert first is not None
    assert second is not None
    assert last is not None
    assert third is None, "without stakes there is no hold"
    assert (first.inside, second.inside, last.inside) == (True, False, True)
    assert first.promised == second.promised == last.promised
    assert last.breadth < first.breadth, "the whole day is surer than its parts"
    assert 0 <= first.hold <= second.hold <= day_drawings.BAND_WIDTH


def test_a_day_under_way_is_drawn_up_to_now() -> None:
    since = datetime.fromisoformat("2026-03-10T00:00:00+00:00")
    lines = [hour(0, turnover=100_00, returned=90_00)]
    chart = day_drawings.hours_chart(
        lines, since=since, until=since + timedelta(hours=2, minutes=1), hours=24, voids=(), currency="EUR"
    )
    assert chart is not None
    assert len(chart.actual.split()) == 4, "the beginning and three hours"
