"""What two people decide before play goes on or a day is sealed waits for the second of them."""

import html
from collections.abc import Iterator
from datetime import date, timedelta
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.inbox import operations as work
from players.inbox.queries import Subject, Thing
from players.models import Event
from players.roles import Role
from reporting.models import FaultySeal
from reporting.operations import opening_play, record_proof, regulator_line
from reporting.queries import waiting_reopening
from reporting.queries.regulator_line import waiting_opening
from tests.factories import MACAU, PONTO_WINS, Floor
from tests.integration.backoffice.browsers import AsRole, SignIn
from tests.integration.reporting.test_play_closes import House
from tests.integration.tables.test_court import Alarmed, at_once, judged, played  # noqa: F401
from tests.settled import days_settle

BOARD, INBOX = "/casa/prazos/", "/casa/entrada/"
DECIDE = "Decidir se o jogo reabre"


@pytest.fixture(autouse=True)
def whole() -> Iterator[None]:
    """A test's own transaction is under way all along: it counts as over."""
    with days_settle():
        yield


def text(browser: Client, address: str) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return html.unescape(answer.content.decode())


def waits(browser: Client, thing: Thing, says: str) -> None:
    """It stands on the board and in the inbox, and opens there with its own page beside the list."""
    assert says in text(browser, BOARD)
    shown = text(browser, INBOX)
    assert f"{INBOX}{thing.kind.value}/{thing.key}/" in shown
    assert thing.key in text(browser, f"{INBOX}{thing.kind.value}/{thing.key}/")


def is_mine(browser: Client, thing: Thing) -> bool:
    return f"{INBOX}{thing.kind.value}/{thing.key}/" in text(browser, INBOX)


def test_opening_play_after_the_line_failed(floor: Floor, sign_in: SignIn, settings: LazySettings) -> None:
    settings.ADAPTERS = {**settings.ADAPTERS, "SABOT_SAFE": "sandbox", "SABOT_GATEWAY": "sandbox"}
    vault, now = settings.OPERATOR_PROFILE.files.vault, timezone.now()
    for up, at in ((False, now), (True, now + timedelta(seconds=15))):
        regulator_line.watch(vault=vault, has_safe=True, gateway=lambda up=up: up, now=at)  # type: ignore[misc]
    one, other = floor.staff(Role.COMPLIANCE), floor.staff(Role.SUPERVISOR)
    opening_play.propose_opening(reason="linha reposta", by=one.id, idempotency_key=uuid4(), now=now)
    card = waiting_opening()
    assert card is not None
    thing = Thing(Subject.PLAY, f"regulator/{card.opening_id}")
    waits(sign_in(other), thing, "ligação ao regulador")
    assert not is_mine(sign_in(one), thing), "one’s own proposal is for others"
    inspector = sign_in(floor.staff(Role.INSPECTOR))
    assert DECIDE in text(inspector, BOARD)
    assert not is_mine(inspector, thing)
    assert inspector.get(f"{INBOX}play/{thing.key}/").status_code == 404
    work.assign(things=[thing], person_id=other.id, by=other.id, now=now)
    story = text(sign_in(other), f"{INBOX}play/{thing.key}/")
    assert "linha reposta" in story
    assert Event.objects.filter(subject="play", subject_key=thing.key).count() == 1
    assert "tratar" in text(sign_in(floor.staff(Role.AUDITOR)), "/casa/auditoria/")
    opening_play.approve_opening(opening_id=card.opening_id, by=other.id, now=now)
    assert not is_mine(sign_in(other), thing)
    assert DECIDE not in text(sign_in(other), BOARD)


def test_opening_play_after_a_proof(db: None, sign_in: SignIn) -> None:
    house = House()
    house.tamper()
    record_proof(now=house.floor.now)
    house.floor.wait(seconds=2)
    record_proof(now=house.floor.now)
    house.propose()
    card = waiting_reopening()
    assert card is not None
    thing = Thing(Subject.PLAY, f"proof/{card.reopening_id}")
    waits(sign_in(house.other), thing, DECIDE)
    assert not is_mine(sign_in(house.one), thing)
    assert DECIDE not in text(sign_in(house.floor.staff(Role.INSPECTOR)), BOARD)


def test_a_drift_alarm_until_two_people_opened_again(floor: Floor, sign_in: SignIn) -> None:
    floor.now = timezone.now() - timedelta(minutes=30)  # the board's first page is for what waits, not for old days
    alarmed = Alarmed(floor)
    thing = Thing(Subject.PLAY, f"drift/{alarmed.alarm}")
    one, other = sign_in(alarmed.one), sign_in(alarmed.other)
    waits(one, thing, "Apurar a causa e a solução da deriva")
    alarmed.propose()
    waits(other, thing, DECIDE)
    assert not is_mine(one, thing)
    alarmed.approve(alarmed.other)
    assert not is_mine(other, thing)


def test_a_drift_alarm_says_when_play_stops(floor: Floor, sign_in: SignIn, settings: LazySettings) -> None:
    settings.DRIFT_STOPS = ()
    played(floor, floor.table(MACAU), *[PONTO_WINS] * 26)
    judged(floor)
    board = text(sign_in(floor.staff(Role.SUPERVISOR)), BOARD)
    assert "Deixar o jogo continuar apesar da deriva" in board


def test_a_day_that_is_sealed_with_its_faults(db: None, as_role: AsRole, floor: Floor, sign_in: SignIn) -> None:
    proposer, day = floor.staff(Role.COMPLIANCE), date(2026, 3, 9)
    FaultySeal.objects.create(
        key=uuid4(),
        day=day,
        faults=["books-differ"],
        reason="aposta corrigida à mão",
        proposed_by_id=proposer.id,
        proposed_at=timezone.now(),
    )
    thing = Thing(Subject.DAY, day.isoformat())
    waits(as_role(Role.SUPERVISOR), thing, "Decidir se o dia é selado com as suas falhas")
    assert not is_mine(sign_in(proposer), thing)
    assert as_role(Role.SUPERVISOR).get(f"{INBOX}day/2026-03-08/").status_code == 404


@pytest.mark.parametrize("key", ["proof/0", "regulator/9", "drift/x", "drift-7", "all", "proof/1/2"])
def test_what_was_never_proposed_is_not_found(as_role: AsRole, key: str) -> None:
    assert as_role(Role.SUPERVISOR).get(reverse("backoffice:inbox_thing", args=["play", key])).status_code == 404
