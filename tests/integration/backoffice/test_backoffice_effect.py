"""A version's page with past bets in money: asked for, shown, drawn, and never taken for another state of the draft."""

import uuid
from dataclasses import replace
from datetime import datetime, time, timedelta
from unittest import mock

import pytest
from django.test import Client
from django.utils import timezone

from kernel.calendar import LISBON, lisbon_date
from players.roles import Role
from reporting import operations as reporting
from reporting.models import Job
from tables.operations import configurations
from tests.factories import MACAU, Floor
from tests.integration.backoffice.browsers import AsRole

V2 = "/casa/mesas/macau-1/regras/2/"


@pytest.fixture
def draft(floor: Floor) -> int:
    """A draft without commission, beside a table that was played at yesterday."""
    yesterday = lisbon_date(timezone.now()) - timedelta(days=1)
    floor.now = datetime.combine(yesterday, time(20), tzinfo=LISBON)
    table = floor.table(MACAU, code="macau-1")
    rita, nuno = floor.player(), floor.player()
    for player in (rita, nuno):
        floor.sit(player, table)
    floor.open_round(table)
    floor.bet(rita, table, banca=120_00)
    floor.bet(nuno, table, ponto=MACAU.minimum, empate=MACAU.minimum)
    floor.settle(table)
    return drafted(floor, table)


def drafted(floor: Floor, table: int) -> int:
    terms = replace(MACAU, commission="none", minimum=MACAU.minimum * 2)
    by = floor.staff(Role.GAME_MANAGER).id
    made = configurations.draft(table_id=table, terms=terms, by=by, idempotency_key=uuid.uuid4(), now=floor.now)
    return made.configuration_id


def asked(client: Client, days: str = "1") -> str:
    answer = client.post(f"{V2}efeito/", {"dias": days}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_past_bets_are_priced_under_both_versions(draft: int, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    before = manager.get(V2).content.decode()
    assert "Com as apostas que houve: v1 e v2" in before
    assert "Exposição de uma mesa cheia" in before

    page = asked(manager)

    assert "Receita esperada · Ontem" in page
    assert "+1,12\N{NO-BREAK SPACE}€" in page, "120,00 at 0,9328 %"
    assert "−1,48\N{NO-BREAK SPACE}€" in page, "120,00 at −1,2351 %"
    assert "−1,2351\N{NO-BREAK SPACE}%" in page
    assert "1 de 2 jogadores" in page
    assert "R14" in page
    assert "Os jogadores poderiam ter apostado de outra forma" in page
    assert page.count('class="chart__range--') == 3, "two bars, and the legend"
    assert "style=" not in page.replace("stylesheet", "")
    approver = as_role(Role.APPROVER)
    again = approver.get(V2).content.decode()
    assert "Receita esperada · Ontem" in again, "what one worked out others read"
    assert "Receita esperada · 7 dias" in asked(approver, "7")
    assert Job.objects.count() == 2


def test_a_draft_that_changed_is_worked_out_anew(floor: Floor, draft: int, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    asked(manager)
    configurations.revise(
        configuration_id=draft,
        terms=replace(MACAU, minimum=MACAU.minimum * 2),
        seen_revision=1,
        by=floor.staff(Role.GAME_MANAGER).id,
        now=floor.now,
    )
    assert "Receita esperada" not in manager.get(V2).content.decode()


def test_a_version_that_was_decided_keeps_what_was_seen(floor: Floor, draft: int, as_role: AsRole) -> None:
    """What the approver read in money was gone once the version was revoked, withdrawn or rejected."""
    manager, author = as_role(Role.GAME_MANAGER), floor.staff(Role.GAME_MANAGER)
    assert "Uma hora assim" in asked(manager)
    configurations.submit(configuration_id=draft, by=author.id, now=timezone.now())
    approver = floor.staff(Role.APPROVER)
    configurations.reject(configuration_id=draft, by=approver.id, reason="perde dinheiro", now=timezone.now())
    page = manager.get(f"{V2}?dias=28").content.decode()
    yesterday = lisbon_date(timezone.now()) - timedelta(days=1)
    for said in (
        "Receita esperada · Ontem",
        f"o último dos dias é {yesterday:%d/%m/%Y}",
        "Com as apostas que houve: v1",
    ):
        assert said in page, said
    assert "calcular" not in page, "nothing is worked out anew of what is decided"


def test_many_slips_are_a_workers_and_the_page_says_how_far(draft: int, as_role: AsRole) -> None:
    manager = as_role(Role.GAME_MANAGER)
    with mock.patch("reporting.operations.jobs.AT_ONCE_SLIPS", 1), mock.patch("reporting.tasks.do_jobs.delay"):
        page = asked(manager)
    assert "A experimentar boletim a boletim" in page
    assert 'hx-get="/casa/mesas/macau-1/regras/2/?dias=1"' in page
    assert "Receita esperada" not in page
    reporting.do_open_jobs(now=timezone.now())
    assert "Receita esperada · Ontem" in manager.get(f"{V2}?dias=1").content.decode()


@pytest.mark.parametrize("days", ["", "3", "-1", "x", "9" * 400, "28"])
def test_days_that_cannot_be_asked_for_are_yesterday(draft: int, as_role: AsRole, days: str) -> None:
    page = asked(as_role(Role.AUDITOR), days)
    assert "Receita esperada · " in page


def test_days_without_bets_say_so(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    drafted(floor, floor.table(MACAU, code="macau-1"))
    assert "não teve apostas nestes dias" in asked(as_role(Role.GAME_MANAGER))


def test_a_table_without_rules_has_nothing_to_compare(floor: Floor, as_role: AsRole) -> None:
    floor.now = timezone.now()
    table = floor.table(MACAU, code="macau-1", opened=False)
    drafted(floor, table)
    manager = as_role(Role.GAME_MANAGER)
    assert "Com as apostas que houve" not in manager.get(V2).content.decode()
    assert "não tem regras em vigor com que comparar" in asked(manager)
