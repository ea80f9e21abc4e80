"""Days with cards of paper are sealed with each card as it was read, and both verifiers hold them."""

import io
import json
import uuid
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection

from kernel.money import Currency
from players.roles import Role
from reporting.models import LeafKind, LogLeaf
from reporting.operations import log, make_due_reports
from reporting.operations.comparing_days import Change, compare_days
from reporting.operations.exporting_days import export_days
from reporting.operations.sealed_days import SealState, seal_due, write_again
from reporting.operations.sealed_lines import take_sealed_lines
from reporting.sealing.questions import Asked
from reporting.verifier.verify_days import HOLDS
from tables.models import CardEvent, Round, Shoe
from tables.operations.croupier import ruling
from tables.operations.rounds import Step
from tables.operations.seats import leave
from tests.croupiers import PaperTable, paper_table, take
from tests.days_in_node import Browser, Question, both, started
from tests.factories import NOON, Actor, Floor
from tests.integration.reporting.test_safe_files import Night, files_of, made, values
from tests.integration.reporting.test_safe_files import night as night
from tests.settled import days_settle
from tests.tampering import as_owner, past_triggers

pytestmark = pytest.mark.django_db
DAY = NOON.date()
PONTO_WINS = ("4S", "KH", "4D", "7C")


@pytest.fixture(autouse=True)
def evidence(settings: LazySettings, tmp_path: Path) -> Iterator[Path]:
    """Days are sealed into a folder of the test; no transaction but its own is under way."""
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    with days_settle():
        yield settings.EVIDENCE_DIR


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(tmp_path_factory.mktemp("modules")) as running:
        yield running


def settle(live: PaperTable, player: Actor, cards: tuple[str, ...] = PONTO_WINS) -> str:
    """A round with a bet, dealt and paid."""
    code = live.open()
    live.floor.bet(player, live.id, ponto=10_00)
    live.close()
    live.deal(cards)
    live.confirm()
    return code


def day_of(live: PaperTable, player: Actor) -> None:
    """Rounds with everything that happens to cards: keyed, taken back, put aside, refused, void, and a new croupier."""
    floor, by = live.floor, live.supervisor.id
    settle(live, player)
    code = live.open()
    floor.bet(player, live.id, ponto=10_00)
    assert live.read("#??").refusal
    live.close()
    keyed = ruling.key_card(
        table_id=live.id, round_code=code, card="9S", by=live.croupier.id, idempotency_key=uuid.uuid4(), now=floor.now
    )
    assert keyed.keyed_id is not None
    ruling.confirm_keyed(keyed_id=keyed.keyed_id, by=by, confirmed=True, now=floor.now)
    live.left.remove(live.card("9S"))
    first = live.card("KH")
    live.read(first)
    live.take_back(reason="caiu da mesa")
    floor.wait(seconds=1)
    assert live.read(first).slot == "B1"
    live.relieve()
    live.croupier = floor.staff(Role.CROUPIER)
    take(live)
    live.deal(("QS", "6C"))
    extra = live.card("2C")
    assert live.read(extra).refusal
    aside = {"code": extra.code, "reason": "uma a mais", "idempotency_key": uuid.uuid4(), "now": floor.now}
    ruling.put_aside(table_id=live.id, round_code=code, by=by, **aside)  # type: ignore[arg-type]
    live.left.remove(extra)
    live.confirm()
    live.open()
    floor.bet(player, live.id, ponto=10_00)
    live.close()
    live.deal(("9H", "KD"))
    floor.void(live.id)
    settle(live, player, ("4H", "KC", "4C", "7D"))


def seal(floor: Floor) -> None:
    after = datetime.combine(floor.now.date() + timedelta(days=1), datetime.min.time(), UTC) + timedelta(minutes=30)
    make_due_reports(now=after)
    assert {one.state for one in seal_due(now=after)} == {SealState.SEALED}
    log.keep_log(now=after)


def lines(root: Path, name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / "day" / DAY.isoformat() / "r1" / name).read_text().splitlines()]


def played() -> tuple[PaperTable, Actor]:
    floor = Floor()
    live = paper_table(floor)
    player = floor.player(cents=1_000_00)
    floor.sit(player, live.id)
    day_of(live, player)
    return live, player


def test_days_with_cards_of_paper_hold_for_both_verifiers(evidence: Path, browser: Browser, tmp_path: Path) -> None:
    live, player = played()
    seal(live.floor)
    leave(person_id=player.id, table_id=live.id, now=live.floor.now)
    live.floor.now += timedelta(days=1)
    live.floor.sit(player, live.id)
    settle(live, player, ("5H", "KS", "4S", "7H"))
    seal(live.floor)
    export_days(into=tmp_path / "out")
    said = both(browser, tmp_path / "out", Question(keys=(log.verifier_key(),)))
    assert (said["status"], said["faults"]) == (HOLDS, [])
    cards = lines(evidence, "cards.jsonl")
    assert {each["what"] for each in cards} == {"drawn", "burnt", "taken-back", "refused"}
    assert {each["source"] for each in cards} == {"scanner", "hand"}
    assert {each["device"] for each in cards} == {"teste", ""}
    (keyed,) = [each for each in cards if each["source"] == "hand"]
    assert keyed["decided_by"] == live.supervisor.key
    assert len({each["croupier"] for each in cards}) == 2
    (shoe,) = lines(evidence, "shoes.jsonl")
    assert (shoe["table"], len(shoe["decks"]), shoe["shuffled_by"]) == (live.row.code, 8, "hand")
    told = lines(evidence, "rounds.jsonl")[0]
    assert told["shoe"] == {
        "shoe": f"{live.row.code}/1",
        "format": "sabot-paper-1",
        "root": "",
        "decks": 8,
        "count": 416,
        "header": None,
        "path": [],
    }
    assert told["proofs"] == []
    live.floor.prove()


def test_the_log_is_told_of_no_shoe_of_paper(evidence: Path) -> None:
    live, _ = played()
    assert Shoe.objects.get(pk=live.row.shoe_id).scope == "paper"
    assert not LogLeaf.objects.filter(kind=LeafKind.SHOE).exists()
    assert Round.objects.filter(table_id=live.id, phase="settled").count() == 3


def test_nothing_that_a_person_typed_stands_in_a_sealed_line(evidence: Path) -> None:
    live, _ = played()
    CardEvent.objects.create(
        key=uuid.uuid4(),
        table_id=live.id,
        kind="refused",
        refusal="unreadable",
        source="scanner",
        device="a leitora do Rui",
        croupier_id=live.croupier.id,
        at=live.floor.now,
    )
    seal(live.floor)
    block = (evidence / "day" / DAY.isoformat() / "r1" / "cards.jsonl").read_text()
    for said in ("caiu", "a mais", "Rui"):
        assert said not in block


def test_a_lost_day_is_written_again_and_one_that_was_touched_is_named(evidence: Path, tmp_path: Path) -> None:
    live, _ = played()
    seal(live.floor)
    assert write_again(day=DAY, root=tmp_path / "again") is not None
    (compared,) = compare_days()
    assert compared.count == 0
    event = CardEvent.objects.filter(kind="refused").first()
    assert event is not None
    with as_owner(), past_triggers(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tables_cardevent WHERE id = %s", [event.pk])
    (compared,) = compare_days()
    assert [(each.file, each.key, each.change) for each in compared.changes] == [
        ("cards.jsonl", str(event.pk), Change.GONE)
    ]


def test_a_day_without_cards_of_paper_has_no_file_of_them_and_a_card_slipped_in_is_named(evidence: Path) -> None:
    floor = Floor()
    table_id = floor.table()
    player = floor.player(cents=100_00)
    floor.sit(player, table_id)
    floor.open_round(table_id)
    floor.settle(table_id)
    live = paper_table(floor, taken=False)
    seal(floor)
    assert not (evidence / "day" / DAY.isoformat() / "r1" / "cards.jsonl").exists()
    event = CardEvent.objects.create(
        key=uuid.uuid4(), table_id=live.id, kind="refused", refusal="paused", source="scanner", at=floor.now
    )
    (compared,) = compare_days()
    assert [(each.file, each.key, each.change) for each in compared.changes] == [
        ("cards.jsonl", str(event.pk), Change.NEW)
    ]


def test_the_robots_cards_of_a_demonstration_hold_too(evidence: Path, browser: Browser, tmp_path: Path) -> None:
    floor = Floor()
    live = paper_table(floor, currency=Currency.PLAY, taken=False, robot=True)
    player = floor.player(play_cents=100_00)
    floor.sit(player, live.id)
    for _ in range(3):
        live.open()
        floor.bet(player, live.id, ponto=10_00)
        live.close()
        while (step := floor.step(live.id)) is Step.CARD:
            pass
        assert step is Step.SETTLED
    seal(floor)
    assert {each["croupier"] for each in lines(evidence, "cards.jsonl")} == {None}
    export_days(into=tmp_path / "out")
    assert both(browser, tmp_path / "out", Question(keys=(log.verifier_key(),)))["faults"] == []


@pytest.mark.usefixtures("evidence")
def test_a_round_that_the_regulator_asks_for_comes_with_its_cards() -> None:
    live, _ = played()
    seal(live.floor)
    code = Round.objects.filter(table_id=live.id).order_by("pk")[1].code
    answer = take_sealed_lines(asked=Asked.ROUND, code=code, by=live.supervisor.id, now=live.floor.now)
    told = [line.file for line in answer.lines]
    assert told[:2] == ["rounds.jsonl", "bets.jsonl"]
    assert set(told[2:]) == {"cards.jsonl"}
    assert len(told) == 2 + CardEvent.objects.filter(round__code=code).count()


@pytest.mark.usefixtures("evidence")
def test_the_regulators_files_tell_a_round_of_paper_as_any_other(
    night: Night, browser: Browser, tmp_path: Path
) -> None:
    """The gate passes, and both verifiers find in the files what the sealed day has."""
    leave(person_id=night.rita.id, table_id=night.table, now=night.floor.now)
    live = paper_table(night.floor)
    night.table = live.id
    night.sit(night.rita)
    live.open()
    night.bet(night.rita, ponto=10_00, empate=5_00)
    live.close()
    live.deal(PONTO_WINS)
    live.confirm()
    live.open()
    night.bet(night.rita, banca=10_00)
    live.close()
    live.deal(("9H", "KD"))
    night.floor.void(live.id)
    files = made()
    told = {bet["cartas_p"] for bet in values(files_of(files), "AJOG", "pbanca")}
    assert told == {"4S-4D", ""}
    seal(night.floor)
    export_days(into=tmp_path / "out")
    with zipfile.ZipFile(io.BytesIO(files.content)) as package:
        package.extractall(tmp_path / "out" / "xml")
    question = Question(keys=(log.verifier_key(),), files=tmp_path / "out" / "xml")
    assert both(browser, tmp_path / "out", question)["faults"] == []
