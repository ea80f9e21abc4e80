"""C12: what the drift court held at the end of a day is sealed, and a stranger works it out from the files again."""

import json
import shutil
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import DatabaseError, connection, transaction

from baccarat.court import EVENTS, Stream
from kernel.money import Currency
from reporting.operations import log, make_due_reports
from reporting.operations.exporting_days import export_days
from reporting.operations.sealed_days import SealState, seal_due
from reporting.verifier import verify_days
from reporting.verifier.verify_days import BROKEN, HOLDS
from tables import court_terms
from tables.models import CourtDay, CourtMark, CourtState, DriftAlarm
from tables.operations import court, court_days
from tables.operations.court_days import DayKept
from tables.operations.seats import leave
from tables.table_settings import TableSettings
from tests.factories import BANCA_WINS_WITH_5, MACAU, NOON, PONTO_WINS, TIE_WITH_PAIRS, Actor, Floor
from tests.rules import rule
from tests.settled import days_settle
from tests.tampering import past_triggers

pytestmark = pytest.mark.django_db
DAY = NOON.date()
WHOLE_SHOE = TableSettings(
    preset="ponto-e-banca", shuffle="per-shoe", minimum=1_00, decks=8, betting_seconds=20, show_seconds=5
)


@pytest.fixture(autouse=True)
def evidence(settings: LazySettings, tmp_path: Path) -> Iterator[Path]:
    """Days are sealed into a folder of the test; no transaction but its own is under way."""
    settings.EVIDENCE_DIR = tmp_path / "evidence"
    with days_settle():
        yield settings.EVIDENCE_DIR


class House:
    """Tables of a round's own shuffle, of a whole shoe and of play money, and a player of its own at each."""

    def __init__(self) -> None:
        self.floor = Floor()
        self.macau = self.floor.table(MACAU, code="macau-1")
        self.shoe = self.floor.table(WHOLE_SHOE, code="sapato-1")
        self.play = self.floor.table(MACAU, code="treino-1", currency=Currency.PLAY)
        self.players: dict[int, Actor] = {}
        for table in (self.macau, self.shoe, self.play):
            self.players[table] = self.floor.player(play_cents=1_000_00)

    def rounds(self, table: int, *cards: tuple[str, ...] | None) -> None:
        """The table's player comes, plays these rounds and leaves."""
        player = self.players[table]
        self.floor.sit(player, table)
        for each in cards:
            self.floor.open_round(table, each)
            self.floor.bet(player, table, ponto=20_00)
            self.floor.settle(table)
        leave(person_id=player.id, table_id=table, now=self.floor.now)

    def day(self) -> None:
        """Rounds at each table; a void one in the whole shoe."""
        self.rounds(self.macau, PONTO_WINS, BANCA_WINS_WITH_5, TIE_WITH_PAIRS)
        self.rounds(self.shoe, None, None)
        self.floor.open_round(self.shoe)
        self.floor.void(self.shoe)
        self.rounds(self.shoe, None)
        self.rounds(self.play, PONTO_WINS)

    def next_day(self) -> None:
        self.floor.now += timedelta(days=1)

    def seal(self) -> None:
        """Seal what is over, and sign the log."""
        after = datetime.combine(self.floor.now.date() + timedelta(days=1), datetime.min.time(), UTC)
        after += timedelta(minutes=30)
        make_due_reports(now=after)
        assert {one.state for one in seal_due(now=after)} <= {SealState.SEALED}
        log.keep_log(now=after)


def lines(root: Path, name: str, day: date = DAY) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (root / "day" / day.isoformat() / "r1" / name).read_text().splitlines()]


def verified(into: Path) -> int:
    export_days(into=into)
    return verify_days.main([str(into), "--key", log.verifier_key(), "--all"])


@rule(
    "GL-41",
    asserts="Days of three tables are sealed with the court’s evidence, which goes on from day to day and follows from "
    "the rounds; a folder that was lost is written anew with the same bytes.",
)
def test_c12_days_are_sealed_with_the_court(evidence: Path, tmp_path: Path) -> None:
    house = House()
    house.day()
    house.seal()
    house.next_day()
    house.floor.approve(house.macau, MACAU)
    house.day()
    house.seal()
    assert verified(tmp_path / "out") == HOLDS
    first, second = lines(evidence, "court.jsonl"), lines(evidence, "court.jsonl", DAY + timedelta(days=1))
    places = [(line["place"], line["stream"]) for line in first]
    assert places == sorted(places)
    assert ("table/treino-1", "money") not in places
    assert {("house", "money"), ("table/treino-1", "cards"), ("table/sapato-1", "cards")} <= set(places)
    ends = {(line["place"], line["stream"]): line for line in first}
    for line in second:
        assert line["before"] == ends[line["place"], line["stream"]]["after"]
    money = next(line for line in second if (line["place"], line["stream"]) == ("table/macau-1", "money"))
    assert (money["rules_before"], money["rules"]) == ("macau-1/v1", "macau-1/v2")
    told = lines(evidence, "judged.jsonl")
    assert [line["number"] for line in told] == sorted(line["number"] for line in told)
    assert any(line["shown"] for line in told)
    shutil.rmtree(evidence / "day")
    again = export_days(into=tmp_path / "again")
    assert (len(again.rewritten), again.lost) == (2, ())
    house.floor.prove()


@rule("GL-41", asserts="Evidence that the database’s owner set back is told of by the next sealed day.")
def test_c12_a_court_that_was_set_back_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = House()
    house.day()
    house.seal()
    state = CourtState.objects.get(place="house", stream=Stream.OUTCOMES)
    CourtState.objects.filter(pk=state.pk).update(values=[0.0] * len(state.values))
    house.next_day()
    house.day()
    house.seal()
    assert verified(tmp_path / "out") == BROKEN
    assert "V19 court-differs" in capsys.readouterr().out


def test_c12_an_alarm_of_the_day_is_sealed(
    evidence: Path, tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(court_terms, "YEARS", 1)
    settings.DRIFT_ROUNDS, settings.DRIFT_STOPS = 1, ()
    house = House()
    for _ in range(12):
        house.rounds(house.macau, *[TIE_WITH_PAIRS] * 2)
    house.seal()
    alarms = DriftAlarm.objects.exclude(stream=Stream.GENERATOR)
    assert alarms.exists()
    told = [alarm["number"] for line in lines(evidence, "court.jsonl") for alarm in line["alarms"]]
    assert sorted(told) == sorted(alarms.values_list("number", flat=True))
    assert verified(tmp_path / "out") == HOLDS


def test_c12_a_round_that_finished_after_one_of_the_next_day_is_told_there(evidence: Path, tmp_path: Path) -> None:
    house = House()
    house.day()
    house.seal()
    house.next_day()
    house.rounds(house.macau, PONTO_WINS, BANCA_WINS_WITH_5)
    house.next_day()
    house.rounds(house.shoe, None, None)
    with connection.cursor() as cursor, past_triggers():
        # The last round of the day gets a number behind the first one of the day after.
        cursor.execute(
            "SELECT f.id FROM tables_finishedround f ORDER BY f.id DESC LIMIT 3",
        )
        third, second, first = (row[0] for row in cursor.fetchall())
        for old, new in ((first, -1), (second, first), (-1, second)):
            cursor.execute("UPDATE tables_finishedround SET id = %s WHERE id = %s", [new, old])
        assert third > second > first
    house.seal()
    days = [DAY + timedelta(days=number) for number in range(3)]
    counts = [len(lines(evidence, "judged.jsonl", day)) for day in days[1:]]
    assert counts == [1, 3]
    assert verified(tmp_path / "out") == HOLDS


def test_c12_a_house_of_before_is_sealed_with_it_from_the_next_day_on(evidence: Path, tmp_path: Path) -> None:
    """Its evidence was there before days were kept."""
    house = House()
    house.day()
    court.judge_to(10**9, now=house.floor.now)
    with past_triggers():
        CourtDay.objects.all()._raw_delete("default")
        CourtMark.objects.update(kept_from=None, day=None)
        CourtState.objects.update(day=None, threshold=0)
    house.rounds(house.macau, PONTO_WINS)
    court.judge_to(10**9, now=house.floor.now)
    house.seal()
    assert not (evidence / "day" / DAY.isoformat() / "r1" / "court.jsonl").exists()
    for _ in range(2):
        house.next_day()
        house.day()
        house.seal()
    assert lines(evidence, "court.jsonl", DAY + timedelta(days=1))[0]["before"]
    assert verified(tmp_path / "out") == HOLDS


def test_c12_a_house_of_before_is_sealed_with_pairs_from_the_next_day_on(evidence: Path, tmp_path: Path) -> None:
    house = House()
    house.day()
    court.judge_to(10**9, now=house.floor.now)
    with past_triggers():
        CourtState.objects.filter(stream__in=EVENTS)._raw_delete("default")
        CourtMark.objects.update(events_from=None)
    house.rounds(house.macau, TIE_WITH_PAIRS)
    house.seal()
    for _ in range(2):
        house.next_day()
        house.day()
        house.seal()
    told = [{line["stream"] for line in lines(evidence, "court.jsonl", DAY + timedelta(days=at))} for at in range(3)]
    pairs = {"par-ponto", "par-banca", "par-perfeito"}
    assert [each & set(EVENTS) for each in told] == [set(), pairs, pairs]
    assert verified(tmp_path / "out") == HOLDS


def test_a_day_waits_for_the_court_and_is_kept_once(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House()
    house.day()
    bounds = {"day": DAY, "since": NOON - timedelta(hours=12), "until": NOON + timedelta(hours=12)}
    after = NOON + timedelta(hours=13)
    with monkeypatch.context() as slow:
        slow.setattr(court, "SECONDS", 0.0)
        assert court_days.keep_day(**bounds, now=after) is DayKept.WAITS  # type: ignore[arg-type]
        make_due_reports(now=after)
        (tried,) = seal_due(now=after)
        assert tried.state is SealState.WAITS
    assert court_days.keep_day(**bounds, now=after) is DayKept.KEPT  # type: ignore[arg-type]
    kept = list(CourtDay.objects.order_by("pk").values())
    assert court_days.keep_day(**bounds, now=after) is DayKept.KEPT  # type: ignore[arg-type]
    assert list(CourtDay.objects.order_by("pk").values()) == kept
    with pytest.raises(DatabaseError), transaction.atomic():
        CourtDay.objects.update(rounds=1)
    before = {**bounds, "day": DAY - timedelta(days=1)}
    assert court_days.keep_day(**before, now=after) is DayKept.BEFORE  # type: ignore[arg-type]
