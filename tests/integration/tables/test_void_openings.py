"""The cards of a void round are shown: which, when, once; and they are burned."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from baccarat import proof
from players.roles import Role
from tables import queries, sealing
from tables.models import Incident, Round, Shoe, VoidOpening
from tables.models import Table as TableRow
from tables.operations import leases, rounds, tables
from tables.operations.rounds import Step
from tables.table_settings import TableSettings
from tests.factories import MACAU, PONTO_E_BANCA, Floor
from tests.tampering import as_owner, past_triggers

LIVE = TableSettings(
    preset="live-baccarat", commission="5-percent", minimum=1_00, shuffle="per-shoe", betting_seconds=20, show_seconds=5
)
VERIFIER = Path(proof.__file__).parent / "verifier" / "verify_shoe.py"


def voided(floor: Floor, table: int) -> str:
    """A round of the table, made void; its code."""
    code = floor.open_round(table)
    floor.void(table)
    return code


def committed(played: Round) -> list[str]:
    """All the cards of the round's shoe, from its first card on."""
    order = sealing.unseal(bytes(played.shoe.sealed), name=f"{played.table.code}/{played.shoe.number}")
    return [str(card) for card in order.cards[played.first_card :]]


@pytest.mark.parametrize("terms", [LIVE, PONTO_E_BANCA])
def test_the_cards_that_were_due_are_shown_with_their_proofs(floor: Floor, terms, tmp_path: Path) -> None:
    table = floor.table(terms)
    code = voided(floor, table)
    before = queries.round_of(round_code=code, person_id=0)
    assert before is not None
    assert (before.opened, before.proof["cards"]) == ((), [])

    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is Step.SHOWN

    played = Round.objects.get(code=code)
    card = queries.round_of(round_code=code, person_id=0)
    assert card is not None
    shown = VoidOpening.objects.get(round=played).cards
    assert shown == committed(played)[: len(shown)]
    assert 4 <= len(shown) <= 6
    assert [each["card"] for each in card.proof["cards"]] == shown
    assert (card.laid, card.winner, card.shown_at) == ((), "", floor.now)
    assert sorted(each for each in card.opened if each) == sorted(shown)
    path = tmp_path / "proof.json"
    path.write_text(json.dumps(card.proof))
    ran = subprocess.run([sys.executable, VERIFIER, path], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout[:7]) == (0, "PROVEN:")
    floor.prove()


def test_the_next_round_begins_after_them(floor: Floor) -> None:
    table = floor.table(LIVE)
    floor.open_round(table)
    floor.settle(table)
    code = voided(floor, table)
    assert rounds.do_due_step(table_id=table, fence=None, now=floor.now) is Step.SHOWN
    void = Round.objects.get(code=code)

    nxt = Round.objects.get(code=floor.open_round(table))

    assert nxt.shoe_id == void.shoe_id
    assert nxt.first_card == void.first_card + len(void.opening.cards)
    assert nxt.round_of_shoe == void.round_of_shoe + 1
    floor.settle(table)
    assert not set(range(nxt.first_card, nxt.first_card + 4)) & {each["index"] for each in void.opening.proofs}
    floor.prove()


def test_no_round_opens_before_they_are_shown(floor: Floor) -> None:
    table = floor.table(MACAU)
    code = voided(floor, table)

    following = floor.open_round(table)

    assert Round.objects.get(code=code).opening.opened_at <= Round.objects.get(code=following).opened_at


def test_a_paused_table_shows_them_too_by_whichever_dealer_has_it(floor: Floor) -> None:
    table = floor.table(MACAU)
    floor.open_round(table)
    supervisor = floor.staff(Role.SUPERVISOR)
    tables.pause(table_id=table, by=supervisor.id, reason="ver a carta", now=floor.now)
    floor.void(table, by=supervisor)
    leases.renew(dealer="a", now=floor.now, length=timedelta(seconds=6))

    [step] = leases.due(dealer="a", now=floor.now).steps
    with pytest.raises(rounds.LeaseLost):
        rounds.do_due_step(table_id=table, fence=step.fence - 1, now=floor.now)
    assert rounds.do_due_step(table_id=table, fence=step.fence, now=floor.now) is Step.SHOWN
    assert rounds.do_due_step(table_id=table, fence=step.fence, now=floor.now) is Step.NOTHING
    assert leases.due(dealer="a", now=floor.now).steps == ()


def test_a_shoe_that_cannot_be_read_is_given_up_and_said(db: None) -> None:
    floor = Floor()
    table = floor.table(MACAU)
    code = floor.open_round(table)
    shoe = Round.objects.get(code=code).shoe
    with past_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE tables_shoe SET sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1)")
    floor.void(table, reason="sabot ilegível")

    following = Round.objects.get(code=floor.open_round(table))

    assert VoidOpening.objects.get(round__code=code).unreadable
    assert following.shoe_id != shoe.pk
    assert Incident.objects.filter(kind="shoe-unfit", subject=code).count() == 1


def test_the_database_keeps_them(floor: Floor) -> None:
    table = floor.table(MACAU)
    code = floor.open_round(table)
    in_play = Round.objects.get(code=code)
    cards = ["4S", "KH", "4D", "7C"]
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        VoidOpening.objects.create(round=in_play, opened_at=floor.now, cards=cards)
    floor.void(table)
    with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
        VoidOpening.objects.create(round=in_play, opened_at=floor.now, cards=[])
    rounds.do_due_step(table_id=table, fence=None, now=floor.now)
    for change in (
        lambda: VoidOpening.objects.update(cards=cards),
        lambda: VoidOpening.objects.all().delete(),
        lambda: VoidOpening.objects.create(round=in_play, opened_at=floor.now, cards=cards),
    ):
        with pytest.raises(IntegrityError), transaction.atomic(), as_owner():
            change()


def test_swapped_cards_of_a_void_round_are_found(db: None) -> None:
    floor = Floor()
    table = floor.table(MACAU)
    code = voided(floor, table)
    rounds.do_due_step(table_id=table, fence=None, now=floor.now)
    opening = VoidOpening.objects.get()
    with past_triggers():
        VoidOpening.objects.update(cards=opening.cards[::-1])

    verdict = queries.replay(code)

    assert verdict is not None
    assert [found.what for found in verdict.findings] == ["cards"]


def test_the_rounds_page_and_its_proof_show_them(floor: Floor, client: Client) -> None:
    table = floor.table(MACAU)
    code = voided(floor, table)
    waiting = client.get(f"/jogadas/{code}/").content.decode()
    assert "mostram-se aqui dentro de instantes" in waiting
    assert "quando as apostas fecharem" not in waiting
    assert client.get(f"/jogadas/{code}/prova.json").status_code == 404

    rounds.do_due_step(table_id=table, fence=None, now=floor.now)

    page = client.get(f"/jogadas/{code}/").content.decode()
    assert "não decidem nada" in page
    told = client.get(f"/jogadas/{code}/prova.json").json()
    assert [each["card"] for each in told["cards"]] == VoidOpening.objects.get().cards
    answer = client.get(f"/api/rounds/{code}/")
    api = answer.json()
    assert answer.status_code == 200, api
    assert [each for each in api["opened"] if each]
    assert (api["laid"], api["winner"]) == ([], "")


def test_a_void_round_burns_the_cut_card_with_its_cards(floor: Floor) -> None:
    table = floor.table(LIVE)
    floor.open_round(table)
    shoe = TableRow.objects.get(pk=table).shoe
    assert shoe is not None
    floor.settle(table)
    Shoe.objects.filter(pk=shoe.pk).update(dealt=shoe.cut - 1)
    voided(floor, table)
    rounds.do_due_step(table_id=table, fence=None, now=floor.now)
    shoe.refresh_from_db()
    assert shoe.last_round is not None
