"""The demonstration house's first hours: written by the operations alone, once, and true to the cent."""

import io
from datetime import UTC, datetime

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client

from casino.portal import demo_accounts
from kernel.money import Currency
from players.accounts import queries as players
from players.complaints.queries import cases as complaints
from tables import queries as tables
from wallet import queries as wallet

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


def seeded(at: datetime) -> int:
    """The house furnished at this moment; its first player."""
    with time_machine.travel(at, tick=False):
        call_command("seed_house", stdout=io.StringIO())
    rita = players.by_email(demo_accounts.PLAYERS[0].email)
    assert rita is not None
    return rita.id


def test_a_new_house_has_rounds_a_complaint_answered_and_a_limit_that_waits() -> None:
    rita = seeded(NOON)
    assert seeded(NOON) == rita, "again, nothing more"
    codes = tables.finished_rounds()
    assert len(codes) == 6
    assert not wallet.verify_ledger().differences
    assert not tables.verify_rounds()
    for code in codes:
        verdict = tables.replay(code)
        assert verdict is not None
        assert verdict.agrees, verdict.findings
    [case] = complaints.cases_of(rita, now=NOON)
    assert (case.subject, case.state.value, case.outcome) == (codes[0], "answered", "rejected")
    with time_machine.travel(NOON, tick=False):
        client = Client()
        client.force_login(get_user_model().objects.get(pk=rita))
        assert "À espera: limite de depósitos por mês" in client.get("/limites/").content.decode().replace(
            "</svg> ", ""
        )
        told = client.get(f"/reclamacoes/{case.number}/").content.decode()
    assert "as contas refeitas dão exatamente o que foi pago" in told


def test_shortly_after_midnight_there_is_no_past_to_have() -> None:
    rita = seeded(datetime(2026, 11, 20, 0, 20, tzinfo=UTC))
    person = players.person(rita)
    assert person is not None
    assert wallet.balance(person.person_key, Currency.EUR) == demo_accounts.PLAYERS[0].cents
    assert tables.finished_rounds() == ()
    assert complaints.cases_of(rita, now=NOON) == ()
