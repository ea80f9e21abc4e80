"""The silence of the outside: seen by staff, an incident, and what it stops (PT-02, PT-29, PT-30)."""

import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from casino import tasks
from casino.adapters import regulator
from casino.backoffice.presenters.deadlines import Row, board
from casino.wording import words
from players.access.identity import Question, Verdict, VerifierUnavailable
from players.access.operations import identity, registration
from players.access.operations.registration import RegistrationRejected, RegistrationRejection
from players.accounts import terms
from players.accounts.operations import obligations
from players.adapters import operations as adapters
from players.adapters.queries import LIST_STOPS_AFTER, Adapter, list_is_stale, silences
from players.models import ExclusionKind
from players.protection.operations.exclusion import exclude
from players.roles import Role
from tables import queries
from tables.operations import comparing, incidents
from tests.factories import PASSWORD, PONTO_E_BANCA, Floor, personal_details
from tests.rules import rule

MINUTE = timedelta(minutes=1)


@pytest.fixture
def floor(db: None) -> Floor:
    return Floor(now=timezone.now())


def rows(floor: Floor, rule: str) -> list[Row]:
    person = get_user_model().objects.get(pk=floor.staff(Role.COMPLIANCE).id)
    return [row for row in board(person=person, now=floor.now) if row.due.rule == rule and "última" in row.due.subject]


def register(floor: Floor, email: str) -> None:
    registration.register_player(
        email=email,
        nickname=email.partition("@")[0],
        password=PASSWORD,
        language="pt",
        details=personal_details(),
        terms_version=terms.in_force(floor.now).number,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )


@rule(
    "PT-30",
    asserts="A national list that cannot be fetched or read for 16 minutes is on the board of deadlines and opens one "
    "incident, until it is had again.",
)
@pytest.mark.parametrize("fault", [OSError("away"), b"not a list"], ids=["away", "unreadable"])
def test_a_list_that_cannot_be_had_is_told_and_opens_one_incident(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    def fetch(_self: object) -> bytes:
        if isinstance(fault, OSError):
            raise fault
        return bytes(fault)

    monkeypatch.setattr(regulator.SandboxNationalList, "fetch", fetch)
    tasks.take_national_list()
    assert silences(now=timezone.now()) == ()
    floor.wait(minutes=16)
    (silence,) = silences(now=floor.now)
    assert (silence.adapter, silence.last_good_at) == (Adapter.NATIONAL_LIST, None)
    (row,) = rows(floor, "PT-30")
    assert "nunca" in row.due.subject
    assert "não há registos novos" in row.due.to_whom
    assert [incidents.watch(now=floor.now), incidents.watch(now=floor.now + MINUTE)] == [1, 0]
    (incident,) = queries.incidents(is_open=True, limit=10)
    assert incident.kind == "adapter-silent"

    monkeypatch.setattr(regulator.SandboxNationalList, "fetch", lambda _self: None)
    tasks.take_national_list()
    assert silences(now=timezone.now()) == ()


def test_a_list_that_is_no_longer_asked_for_is_silent_too(floor: Floor) -> None:
    adapters.note_answer(adapter=Adapter.NATIONAL_LIST, now=floor.now)
    assert silences(now=floor.now + 15 * MINUTE) == ()
    (silence,) = silences(now=floor.now + 16 * MINUTE)
    assert silence.stops_at == floor.now + LIST_STOPS_AFTER


def test_without_a_list_for_a_day_registration_is_refused(floor: Floor, client: Client) -> None:
    assert not list_is_stale(now=floor.now), "a site that never asked waits for none"
    adapters.note_answer(adapter=Adapter.NATIONAL_LIST, now=floor.now)
    floor.wait(hours=23)
    adapters.note_failure(adapter=Adapter.NATIONAL_LIST, fault=OSError(), now=floor.now)
    register(floor, "antes@sabot.example")
    floor.wait(hours=2)
    with pytest.raises(RegistrationRejected) as refused:
        register(floor, "depois@sabot.example")
    assert (refused.value.reason, refused.value.rule) == (RegistrationRejection.LIST_SILENT, "PT-30")
    adapters.note_answer(adapter=Adapter.NATIONAL_LIST, now=floor.now)
    register(floor, "depois@sabot.example")


def test_a_silent_verifier_is_told_with_what_waits_for_it(floor: Floor) -> None:
    class Silent:
        name = "silent"

        def ask(self, question: Question) -> Verdict:
            raise VerifierUnavailable(question.nif)

    floor.player(verified=False)
    identity.ask_waiting(verifier=Silent(), now=floor.now)
    floor.wait(minutes=31)
    (row,) = rows(floor, "PT-02")
    assert "não deposita" in row.due.to_whom
    (silence,) = silences(now=floor.now)
    assert silence.fault == "VerifierUnavailable", "the kind of the fault, never the number that was asked about"


def test_a_desk_that_takes_nothing_is_told(floor: Floor) -> None:
    def refuse(_notice: obligations.Notice) -> str:
        raise OSError("closed")

    exclude(person_id=floor.player().id, kind=ExclusionKind.FIXED, months=3, now=floor.now)
    obligations.notify_regulator(send=refuse, now=floor.now)
    floor.wait(minutes=61)
    assert len(rows(floor, "PT-29")) == 1
    obligations.notify_regulator(send=lambda notice: f"r-{notice.obligation_id}", now=floor.now)
    assert rows(floor, "PT-29") == []


@rule(
    "RN-06",
    asserts="Cards not compared for six minutes are on the board of deadlines with one shoe waiting, and off it once "
    "they are compared.",
)
def test_cards_that_are_not_compared_are_told_with_how_many_shoes_wait(floor: Floor) -> None:
    table = floor.table()
    floor.open_round(table)
    floor.settle(table)
    assert comparing.compare(now=floor.now).rounds == 1
    compared_at = floor.now
    floor.wait(hours=1)
    assert rows(floor, "RN-06") == [], "everything is compared"
    floor.open_round(table)
    floor.settle(table)
    finished_at = floor.now
    assert rows(floor, "RN-06") == [], "the dealer compares it within seconds"
    floor.wait(minutes=6)
    (row,) = rows(floor, "RN-06")
    assert row.due.subject == f"1 sabot à espera; última comparação: {words.moment(compared_at)}"
    assert abs(row.due.since - finished_at) < MINUTE
    assert "uma diferença abre um incidente e para a mesa" in row.due.to_whom
    assert comparing.compare(now=floor.now).rounds == 1
    assert rows(floor, "RN-06") == []


def test_a_comparison_that_never_ran_says_so(floor: Floor) -> None:
    table = floor.table()
    floor.open_round(table)
    floor.settle(table)
    floor.wait(minutes=6)
    (row,) = rows(floor, "RN-06")
    assert row.due.subject.endswith("última comparação: nunca")


def test_only_shoes_with_a_finished_round_that_waits_are_counted(floor: Floor) -> None:
    """Each round has a shoe of its own here; the last is still in play."""
    every = floor.table(PONTO_E_BANCA)
    floor.open_round(every)
    floor.settle(every)
    assert comparing.compare(now=floor.now).rounds == 1
    for _ in range(3):
        floor.open_round(every)
        floor.settle(every)
    floor.open_round(every)
    floor.wait(minutes=6)
    (row,) = rows(floor, "RN-06")
    assert row.due.subject.startswith("3 sabots à espera")
