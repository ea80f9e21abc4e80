"""The port of a second reader: asked once about each card, and a difference stops the table (C9)."""

import uuid
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import override_settings

from casino import env, tasks
from casino.adapters.registry import Port, check_adapters
from tables.models import CardEvent, Incident, SecondReading
from tables.operations.croupier import ruling, second_reader
from tables.operations.croupier.second_reader import CardSeen, Opinion
from tests.croupiers import PaperTable, paper_table
from tests.factories import Floor
from tests.tampering import as_owner


@dataclass
class Watcher:
    """A small reader of its own: it saw these cards in these places, and is unsure of every other."""

    saw: dict[str, str] = field(default_factory=dict)
    asked: list[CardSeen] = field(default_factory=list)

    def __call__(self, seen: CardSeen) -> Opinion:
        self.asked.append(seen)
        if seen.slot not in self.saw:
            return Opinion.UNSURE
        return Opinion.AGREES if self.saw[seen.slot] == seen.card else Opinion.DIFFERS


WATCHER = Watcher()


def watcher() -> Watcher:
    """As `SABOT_SECOND_READER` names it."""
    return WATCHER


def no_reader() -> str:
    """Named by mistake."""
    return "P1"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    WATCHER.saw.clear()
    WATCHER.asked.clear()


@pytest.fixture
def live(floor: Floor) -> PaperTable:
    live = paper_table(floor)
    live.open()
    live.close()
    return live


def opinions() -> list[str]:
    return list(SecondReading.objects.order_by("event_id").values_list("opinion", flat=True))


def look(live: PaperTable) -> int:
    return second_reader.look(reader=WATCHER, now=live.floor.now)


def test_each_card_is_asked_about_once_in_its_order(live: PaperTable) -> None:
    WATCHER.saw.update(P1="4S", B1="KH")
    live.deal(["4S", "KH", "4D"])
    live.read(live.card("5S").code[:-1])
    assert look(live) == 0
    assert look(live) == 0
    assert [(seen.slot, seen.card, seen.deck, seen.table_code) for seen in WATCHER.asked] == [
        ("P1", "4S", "D001", live.code),
        ("B1", "KH", "D001", live.code),
        ("P2", "4D", "D001", live.code),
    ]
    assert opinions() == ["agrees", "agrees", "unsure"]
    assert live.row.status == "open"


def test_a_difference_stops_the_table_with_an_incident(live: PaperTable) -> None:
    WATCHER.saw.update(P1="4S", B1="QH")
    live.deal(["4S", "KH"])
    assert look(live) == 1
    assert (live.row.status, live.row.status_reason) == ("paused", "readers-differ")
    incident = Incident.objects.get()
    assert (incident.kind, incident.subject, incident.facts["card"]) == ("shoe-unfit", live.round.code, "KH")
    assert incident.facts["why"] == "readers-differ"
    assert look(live) == 0


def test_a_difference_after_the_round_was_paid_is_an_incident_of_that_round(live: PaperTable) -> None:
    WATCHER.saw.update(B2="8C")
    live.deal(["4S", "KH", "4D", "7C"])
    live.confirm()
    assert look(live) == 1
    assert Incident.objects.get().subject == live.round.code
    assert live.row.status == "paused"


def test_a_card_that_was_taken_back_is_not_asked_about(live: PaperTable) -> None:
    WATCHER.saw.update(P1="5S")
    live.deal(["4S"])
    event = CardEvent.objects.get()
    ruling.take_back(
        table_id=live.id,
        round_code=live.round.code,
        slot="P1",
        reason="fora de vez",
        by=live.supervisor.id,
        idempotency_key=uuid.uuid4(),
        now=live.floor.now,
    )
    assert look(live) == 0
    assert not second_reader.note_opinion(event_id=event.pk, opinion=Opinion.DIFFERS, now=live.floor.now)
    assert live.row.status == "open"


def test_an_old_card_is_not_asked_about(live: PaperTable) -> None:
    live.deal(["4S"])
    second_reader.look(reader=WATCHER, now=live.floor.now + second_reader.LOOK_BACK + timedelta(minutes=1))
    assert WATCHER.asked == []


def test_a_reader_that_fails_or_talks_nonsense_is_unsure(live: PaperTable) -> None:
    def broken(seen: CardSeen) -> Opinion:
        raise RuntimeError("no picture")

    live.deal(["4S"])
    second_reader.look(reader=broken, now=live.floor.now)
    live.deal(["KH"])
    second_reader.look(reader=lambda seen: "perhaps", now=live.floor.now)  # type: ignore[arg-type, return-value]
    assert opinions() == ["unsure", "unsure"]
    assert live.row.status == "open"


def test_the_task_asks_the_reader_that_the_setting_names(live: PaperTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.timezone, "now", lambda: live.floor.now)
    live.deal(["4S"])
    tasks.look_again()
    assert WATCHER.asked == []
    with override_settings(ADAPTERS={Port.SECOND_READER: f"{__name__}.watcher"}):
        assert check_adapters() == []
        tasks.look_again()
    assert [seen.slot for seen in WATCHER.asked] == ["P1"]


def test_a_wrong_setting_is_refused_by_its_name() -> None:
    for path in (f"{__name__}.nothing", "no.such.module", f"{__name__}.no_reader"):
        with override_settings(ADAPTERS={Port.SECOND_READER: path}):
            (error,) = check_adapters()
        assert "SABOT_SECOND_READER" in error.msg
        assert path in error.msg
    needed = {"DATABASE_URL": "postgres://x", "VALKEY_URL": "redis://x", "SABOT_SECRET_KEY": "x" * 50}
    assert env.read(needed | {"SABOT_DEMO": "1"}).adapters["SABOT_SECOND_READER"] == ""
    for value in ("sandbox", "a b", "module"):
        with pytest.raises(env.EnvironmentInvalid, match="SABOT_SECOND_READER"):
            env.read(needed | {"SABOT_SECOND_READER": value})


def test_an_opinion_stays(live: PaperTable) -> None:
    live.deal(["4S"])
    look(live)
    for act in (
        lambda: SecondReading.objects.update(opinion="differs"),
        lambda: SecondReading.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(IntegrityError, match="only added to"), transaction.atomic(), as_owner():
            act()
