"""The proof of ledger, rounds and house, and the commands that tell of it."""

import io
import json
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import InternalError, connection

from players.models import Person
from reporting import operations, queries, tasks
from reporting.making import gathering
from reporting.management.commands import make_report, verify_ledger
from tables.models import PlaySession
from tests.factories import MACAU, PONTO_WINS, Floor
from tests.tampering import past_triggers

NEXT = datetime(2026, 3, 11, 6, 0, tzinfo=UTC)


def one_round(floor: Floor) -> None:
    table, ana = floor.table(MACAU, code="macau-1"), floor.player("ana")
    floor.sit(ana, table)
    floor.open_round(table, PONTO_WINS)
    floor.bet(ana, table, ponto=100_00, empate=10_00)
    floor.settle(table)
    floor.open_round(table, PONTO_WINS)


def told(*arguments: str) -> tuple[int, str]:
    """Exit status and output of `verify_ledger`."""
    out = io.StringIO()
    try:
        call_command(verify_ledger.Command(), *arguments, stdout=out, no_color=True)
    except SystemExit as ended:
        return int(str(ended.code)), out.getvalue()
    return 0, out.getvalue()


def test_a_sound_house_agrees_and_the_outcome_is_kept(floor: Floor) -> None:
    assert queries.latest_proof() is None
    one_round(floor)
    proof = operations.record_proof(now=NEXT)
    assert (proof.agrees, proof.rounds, proof.difference_count) == (True, 1, 0)
    assert proof.transfers == 5
    assert queries.latest_proof() == proof


def test_the_proof_sees_one_moment_outside_any_transaction(open_floor: Floor) -> None:
    one_round(open_floor)
    assert operations.record_proof(now=NEXT).agrees
    (made,) = operations.make_due_reports(now=NEXT)
    assert (made.day, made.reconciles) == (date(2026, 3, 10), True)


def test_nothing_can_be_written_while_figures_are_read(open_floor: Floor) -> None:
    ana = open_floor.player("ana")
    with pytest.raises(InternalError, match="read-only transaction"), gathering.one_moment():
        Person.objects.filter(pk=ana.id).update(nickname="outra")
    assert Person.objects.get(pk=ana.id).nickname != "outra"


def test_a_tampered_round_is_named_with_its_effect_on_the_house(db: None) -> None:
    floor = Floor()
    one_round(floor)
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_bet SET returned = returned + 1 WHERE outcome = 'win'")
    proof = operations.record_proof(now=NEXT)
    assert not proof.agrees
    session = PlaySession.objects.get()
    ana = Person.objects.get(pk=session.person_id)
    assert [(one.where, one.subject, one.why) for one in proof.differences] == [
        ("rounds", "macau-1-20260310-0001", "returned"),
        ("sessions", f"macau-1 {session.code} returned ({ana.public_id})", "session-sums"),
        ("house", "EUR", "gross-revenue"),
    ]
    status, output = told()
    assert status == 1
    assert "macau-1-20260310-0001" in output


def test_the_command_ends_with_nought_and_counts_when_all_agrees(floor: Floor) -> None:
    one_round(floor)
    status, output = told()
    assert status == 0
    assert "5 linhas, 1 jogadas" in output
    status, output = told("--json")
    document = json.loads(output)
    assert (status, document["agrees"], document["differences"]) == (0, True, [])


def test_a_report_is_made_by_command_once(floor: Floor) -> None:
    one_round(floor)
    with time_machine.travel(NEXT, tick=False):
        outputs = []
        for _ in range(2):
            out = io.StringIO()
            call_command(make_report.Command(), "2026-03-10", stdout=out, no_color=True)
            outputs.append(out.getvalue())
        with pytest.raises(CommandError, match="ainda não acabou"):
            call_command(make_report.Command(), "2026-03-11")
    assert "revisão 1" in outputs[0]
    assert outputs[1].startswith("Nada mudou")


def test_the_tasks_are_sweeps_that_may_run_twice(floor: Floor) -> None:
    one_round(floor)
    with time_machine.travel(NEXT, tick=False):
        tasks.make_due_reports(anything="else")
        tasks.make_due_reports()
        tasks.prove_ledger()
    assert [card.revision for card in queries.daily_reports()] == [1]
    proof = queries.latest_proof()
    assert proof is not None
    assert proof.agrees
