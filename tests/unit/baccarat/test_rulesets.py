"""The five presets against the table of the sources, and the format for a house's own rules."""

import json
import tomllib
from pathlib import Path

import pytest
from slow_game import WRITTEN

from baccarat.chances import Chance
from baccarat.paytables import EVENTS, PAYS, Commission, Ratio
from baccarat.rulesets import (
    PRESETS,
    Game,
    LimitScheme,
    RulesetInvalid,
    Shuffle,
    preset,
    preset_data,
    ruleset_from_document,
)
from tests.rules import rule

LIVE_BETS = len([bet for bet, written in WRITTEN.items() if written.live_until != 0])
SOURCES = {
    "ponto-e-banca": ({6, 8}, {Shuffle.EVERY_ROUND, Shuffle.PER_SHOE}, 5, Commission.HALF_ON_5, LimitScheme.MULTIPLES),
    "macau": ({6, 8}, {Shuffle.EVERY_ROUND, Shuffle.PER_SHOE}, 5, Commission.HALF_ON_5, LimitScheme.DIFFERENCE),
    "live-baccarat": ({8}, {Shuffle.PER_SHOE}, LIVE_BETS, Commission.FIVE_PERCENT, LimitScheme.SIDES),
    "punto-banco": ({6}, {Shuffle.EVERY_ROUND}, 3, Commission.FIVE_PERCENT, LimitScheme.PER_CHANCE),
    "macau-floor": ({6, 8}, {Shuffle.PER_SHOE}, 5, Commission.HALF_ON_5, LimitScheme.DIFFERENCE),
}


def test_there_are_five() -> None:
    assert set(PRESETS) == set(SOURCES) == set(Game)


def test_the_regulation_leaves_the_commission_to_the_operator() -> None:
    for name in ("ponto-e-banca", "macau"):
        assert set(preset_data(name).commissions) == set(Commission)


@rule(
    "RN-08",
    asserts="A shoe is dealt from over several rounds only in the texts that say so, and each round is shuffled only "
    "in those that say so.",
)
@rule(
    "R6",
    asserts="Ponto e banca and Macau are played with 6 or 8 decks, the live game with 8, punto banco with 6; any other "
    "number from 0 to 9 is refused.",
    shared="One table says what each text allows.",
)
@rule("F1", asserts="The floor game is played with 6 or 8 decks and with no other number.")
@pytest.mark.parametrize("name", SOURCES)
def test_preset_as_its_source_says(name: str) -> None:
    decks, shuffles, bets, commission, scheme = SOURCES[name]
    data, rules = preset_data(name), preset(name)
    assert set(data.decks) == decks
    assert set(data.shuffles) == shuffles
    assert (len(rules.chances), rules.commission, rules.limit_scheme) == (bets, commission, scheme)
    for count in range(10):
        if count in decks:
            assert preset(name, decks=count).decks == count
        else:
            with pytest.raises(RulesetInvalid) as refused:
                preset(name, decks=count)
            assert refused.value.field == "decks"
    for way in Shuffle:
        if way not in shuffles:
            with pytest.raises(RulesetInvalid) as refused:
                preset(name, shuffle=way)
            assert refused.value.field == "shuffle"


@pytest.mark.parametrize("pairs", [True, False])
@pytest.mark.parametrize(("name", "mode"), [(name, mode) for name in PRESETS for mode in preset_data(name).commissions])
def test_documents_come_back_equal(name: str, pairs: bool, mode: Commission) -> None:
    rules = preset(name, pairs=pairs, commission=mode)
    document = json.loads(json.dumps(rules.document()))
    read = ruleset_from_document(document)
    assert read == rules
    assert hash(read) == hash(rules)
    assert read.document() == document


def test_unknown_preset() -> None:
    for name in ("baccarat", "", None, 5, ["macau"]):
        with pytest.raises(RulesetInvalid) as refused:
            preset(name)  # type: ignore[arg-type]
        assert refused.value.field == "preset"


OWN = """
preset = "house-rules"
decks = 8
shuffle = "per-shoe"
commission = "none"
limit_scheme = "per-chance"

[[offers]]
chance = "ponto"

[[offers]]
chance = "empate"
pays = { win = "9:1" }
last_round_of_shoe = 40
"""


def test_a_house_of_its_own_in_toml() -> None:
    rules = ruleset_from_document(tomllib.loads(OWN))
    assert rules.chances == (Chance.PONTO, Chance.EMPATE)
    assert rules.offer(Chance.PONTO).pays == PAYS[Chance.PONTO]
    assert rules.offer(Chance.EMPATE).pays == (("win", Ratio(9, 1)),)
    assert rules.offered(41) == {Chance.PONTO}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"preset": ""}, "preset"),
        ({"preset": 7}, "preset"),
        ({"decks": 0}, "decks"),
        ({"decks": True}, "decks"),
        ({"decks": 8.0}, "decks"),
        ({"decks": "8"}, "decks"),
        ({"decks": 10**30}, "decks"),
        ({"shuffle": "never"}, "shuffle"),
        ({"commission": "6-percent"}, "commission"),
        ({"commission": ["none"]}, "commission"),
        ({"limit_scheme": None}, "limit_scheme"),
        ({"burn": 1}, "burn"),
        ({"rounds_after_cut": 2}, "rounds_after_cut"),
        ({"offers": []}, "offers"),
        ({"offers": {"ponto": {}}}, "offers"),
        ({"offers": [3]}, "offers[0]"),
        ({"offers": [{"chance": "player"}]}, "offers[0].chance"),
        ({"offers": [{"chance": "ponto"}, {"chance": "ponto"}]}, "offers[1].chance"),
        ({"offers": [{"chance": "ponto", "odds": 1}]}, "offers[0]"),
        ({"offers": [{"chance": "ponto", "last_round_of_shoe": 0}]}, "offers[0].last_round_of_shoe"),
        ({"offers": [{"chance": "ponto", "commission": "x"}]}, "offers[0].commission"),
        ({"offers": [{"chance": "ponto", "pays": {"six": "1:1"}}]}, "offers[0].pays"),
        ({"offers": [{"chance": "ponto", "pays": {"win": "1"}}]}, "offers[0].pays.win"),
        ({"offers": [{"chance": "ponto", "pays": {"win": 1}}]}, "offers[0].pays.win"),
        ({"offers": [{"chance": "ponto", "pays": {"win": "1:0"}}]}, "offers[0].pays.win"),
        ({"offers": [{"chance": "ponto", "pays": {"win": "-1:1"}}]}, "offers[0].pays.win"),
        ({"colour": "green"}, "document"),
    ],
)
def test_faults_name_their_entry(change: dict, field: str) -> None:
    with pytest.raises(RulesetInvalid) as refused:
        ruleset_from_document(tomllib.loads(OWN) | change)
    assert refused.value.field == field


@pytest.mark.parametrize("document", [None, [], "macau", 5])
def test_a_document_is_an_object(document: object) -> None:
    with pytest.raises(RulesetInvalid) as refused:
        ruleset_from_document(document)
    assert refused.value.field == "document"


def test_a_text_of_law_cannot_be_edited_under_its_own_name() -> None:
    law = preset("ponto-e-banca").document()
    kinder = json.loads(json.dumps(law))
    kinder["offers"][2]["pays"]["win"] = "9:1"
    for change, field in (
        ({"offers": kinder["offers"]}, "offers"),
        ({"limit_scheme": "per-chance"}, "limit_scheme"),
        ({"decks": 7}, "decks"),
        ({"burn": True}, "burn"),
    ):
        with pytest.raises(RulesetInvalid) as refused:
            ruleset_from_document(law | change)
        assert refused.value.field == field
        assert ruleset_from_document(law | change | {"preset": "kinder"}).preset == "kinder"


def test_paytables_name_only_events_that_there_are() -> None:
    for chance, pays in PAYS.items():
        assert {event for event, _ in pays} <= set(EVENTS[chance])


def test_the_documented_format_loads() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "rules" / "rulesets.md").read_text("utf-8")
    document = tomllib.loads(page.split("```toml\n")[1].split("```")[0])
    rules = ruleset_from_document(document)
    assert rules.commission_on(Chance.BANCA_NO_COMMISSION) is Commission.HALF_ON_6
    assert len(rules.chances) == 5


@pytest.mark.parametrize("name", ["live-baccarat", "punto-banco", "macau-floor"])
def test_a_text_that_fixes_its_commission_takes_no_other(name: str) -> None:
    fixed = preset(name).commission
    assert preset(name, commission=fixed).commission is fixed
    for other in set(Commission) - {fixed}:
        with pytest.raises(RulesetInvalid, match="commission"):
            preset(name, commission=other)
        with pytest.raises(RulesetInvalid, match="commission"):
            ruleset_from_document(preset(name).document() | {"commission": other.value})
