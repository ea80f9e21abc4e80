"""Every event has its sentence in every language, which names nothing but what is told of it."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.conf import settings
from django.utils import translation

from casino.wording import events as wording
from casino.wording.events import Known
from players.events.catalogue import CATALOGUE
from players.events.names import EventName
from players.events.queries import EventCard
from tests.rules import rule

LANGUAGES = [code for code, _ in settings.LANGUAGES]
NAMED = re.compile(r"%\((\w+)\)s")
NOW = datetime(2026, 11, 25, 21, 30, tzinfo=UTC)


def event(name: EventName, **others: Any) -> EventCard:
    card: dict[str, Any] = {
        "number": 1,
        "act": 1,
        "at": NOW,
        "name": name,
        "by": 7,
        "who": "Inês Sá",
        "person": None,
        "whom": "",
        "whom_key": "",
        "table_id": 4,
        "round_code": "",
        "subject": CATALOGUE[name].subject,
        "key": "",
        "facts": {},
        "why": "",
    }
    card["person_id"] = card.pop("person")
    return EventCard(**(card | others))


@rule("GL-48", asserts="Every event of the house has a sentence in Portuguese, English and Romanian.")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(EventName))
def test_every_event_has_a_sentence_of_its_own_facts(name: EventName, language: str) -> None:
    with translation.override(language):
        text = str(wording.SENTENCES[name])
    with translation.override("en"):
        english = str(wording.SENTENCES[name])
    assert set(NAMED.findall(text)) == set(NAMED.findall(english))
    assert set(NAMED.findall(text)) <= wording.WORDS | set(CATALOGUE[name].facts)
    assert (text == english) is (language == "en")
    assert not text.endswith(".")


def test_an_approval_is_told_as_people_say_it() -> None:
    facts = {"version": 12, "reference": "SRIJ 2026/118", "player_edge": False, "reason": ""}
    told = event(EventName.RULES_APPROVED, key="macau-4/v12", facts=facts)
    known = Known(tables={4: "Macau 4"})
    with translation.override("pt"):
        assert wording.sentence(told, known) == "Inês Sá aprovou as regras v12 de Macau 4, SRIJ 2026/118"
        house = event(EventName.TABLE_PAUSED, by=None, who="", facts={"reason": "x"})
        assert wording.sentence(house, known) == "A casa pôs Macau 4 em pausa"


@pytest.mark.parametrize(
    ("bets", "said"),
    [
        (0, "A casa anulou a jogada macau-1-7, que não tinha apostas"),
        (8, "A casa anulou a jogada macau-1-7; devolvido: 282,00 €"),
    ],
)
def test_a_round_that_the_house_voided_is_told_with_what_went_back(bets: int, said: str) -> None:
    facts = {"reason": "x", "proposed_by": None, "refunded": 282_00, "currency": "EUR", "bets": bets}
    told = event(EventName.ROUND_VOIDED, by=None, who="", key="macau-1-7", round_code="macau-1-7", facts=facts)
    with translation.override("pt"):
        assert wording.sentence(told, Known()).replace("\xa0", " ") == said


def test_what_changed_is_told_in_the_words_of_the_form() -> None:
    before = {"betting_seconds": 15, "minimum": 1_00, "pairs": False}
    after = {"betting_seconds": 20, "minimum": 5_00, "pairs": True}
    facts = {"version": 3, "before": before, "after": after, "currency": "EUR"}
    with translation.override("pt"):
        changed = wording.changes(event(EventName.RULES_REVISED, key="lua/v3", facts=facts), Known())
        said = {(each.before.replace("\xa0", " "), each.after.replace("\xa0", " ")) for each in changed}
        assert said == {("15 s", "20 s"), ("1,00 €", "5,00 €"), ("não", "sim")}
        limit = {"kind": "stake", "period": "day", "source": "self", "before": None, "after": 50_00, "currency": "EUR"}
        (one,) = wording.changes(event(EventName.LIMIT_SET, key="stake-day", facts=limit), Known())
        assert (one.label, one.before) == ("limite de apostas por dia", "sem limite")
        assert one.after.replace("\xa0", " ") == "50,00 €"
        handler = {"before": None, "after": 7}
        (case,) = wording.changes(event(EventName.COMPLAINT_ASSIGNED, facts=handler), Known(persons={7: "Inês Sá"}))
        assert (case.before, case.after) == ("–", "Inês Sá")
        assert wording.changes(event(EventName.RULES_APPROVED, facts={}), Known()) == ()
