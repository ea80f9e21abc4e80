"""Parts that can be judged without a house: cards, rules, filters, templates, style sheets, scripts."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.forms import CharField, ChoiceField, Form, HiddenInput, IntegerField, RadioSelect
from django.http import HttpResponse
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import translation

from baccarat.cards import DECK
from baccarat.chances import Chance
from baccarat.odds import odds
from baccarat.paytables import EVENTS
from casino.portal import cards, forms, lobby_pills, rulebook, summaries
from casino.web import middleware
from casino.wording import names
from kernel.labels import labels_of
from tables.queries import RulesCard
from tables.table_settings import TableSettings
from tests.rules import rule

ROOT = Path(__file__).resolve().parents[3]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
OWN = [path for path in TEMPLATES if "backoffice" not in path.parts]
STYLES = sorted((ROOT / "static" / "css").rglob("*.css"))
SCRIPTS = sorted((ROOT / "static" / "js" / "table").glob("*.js"))


def rules(**terms: Any) -> RulesCard:
    made = TableSettings(**{"preset": "macau", "minimum": 500, "max_prize": 1_000_000, **terms})
    return RulesCard(
        table_code="macau-1",
        table_name="Macau 1",
        currency="EUR",
        kind="shared",
        version=1,
        status="in-force",
        terms=made,
        odds=odds(made.ruleset),
        reference="",
        in_force_from=datetime(2026, 1, 1, tzinfo=UTC),
        superseded_at=None,
        versions=(1,),
    )


def test_the_sheet_is_what_the_generator_draws() -> None:
    assert cards.SHEET.read_text(encoding="utf-8") == cards.sheet()


def test_the_sheet_has_every_card_once_and_a_back() -> None:
    assert re.findall(r'<symbol id="([^"]+)"', cards.sheet()) == [
        *(f"{rank}{suit}" for suit in "SHDC" for rank in cards.RANKS),
        "back",
    ]


def test_every_card_has_a_name() -> None:
    with translation.override("pt"):
        spoken = {names.card(str(card)) for card in DECK}
    assert len(spoken) == 52
    assert "Rei de copas" in spoken


@rule("R2", asserts="Every chance has a name and a sentence that says when it wins.")
def test_every_chance_has_a_name() -> None:
    assert {chance.value for chance in Chance} == set(labels_of(Chance)) == set(labels_of(Chance, "wins-when"))


def test_every_event_of_a_paytable_has_a_name() -> None:
    assert {event for events in EVENTS.values() for event in events} == set(names.EVENTS)
    assert names.event("by-4") == "por 4"


def test_pips_are_as_many_as_the_rank_says() -> None:
    assert {rank: len(places) for rank, places in cards.PIPS.items()} == {
        "T": 10,
        **{str(number): number for number in range(2, 10)},
    }


@rule("R40", asserts="The rules of a Macau table list limits of R14, R41 and R43 alone: none per player and chance.")
@rule("R43", asserts="With a maximum prize of 10,000.00 the rules list 1,000.00 for a tie and 800.00 for each pair.")
def test_limits_of_a_macau_table() -> None:
    lines = {(line.rule, line.name): line.cents for line in rulebook.limits_of(rules())}
    assert {rule for rule, _ in lines} == {"R14", "R41", "R43a", "R43b", "R43c"}
    assert [cents for (rule, _), cents in lines.items() if rule == "R43b"] == [100_000]
    assert [cents for (rule, _), cents in lines.items() if rule == "R43c"] == [80_000, 80_000]


def test_one_ceiling_for_both_pairs_is_one_line() -> None:
    lines = rulebook.limits_of(rules(pairs_combined=True))
    assert [line.cents for line in lines if line.rule == "R43c"] == [80_000]


def test_limits_of_a_ponto_e_banca_table() -> None:
    lines = rulebook.limits_of(rules(preset="ponto-e-banca", minimum=100, max_prize=None, caps={"empate": 1000}))
    assert [(line.rule, line.cents) for line in lines] == [
        ("R14", 100),
        ("R15", 7000),
        ("R15", 7000),
        ("cap", 1000),
        ("R15", 800),
        ("R15", 800),
    ]
    assert [line.cited for line in lines] == ["R14", "R15", "R15", "", "R15", "R15"]


def test_the_third_card_table_is_the_rule_s() -> None:
    """R20, read as the texts write it: on which third cards of ponto banca draws."""
    lines = {
        line.total: "".join(str(value) for value, draws in enumerate(line.draws[1:]) if draws)
        for line in rulebook.third_cards()
    }
    assert lines == {
        **dict.fromkeys((0, 1, 2), "0123456789"),
        3: "012345679",
        4: "234567",
        5: "4567",
        6: "67",
        **dict.fromkeys((7, 8, 9), ""),
    }
    assert [line.draws[0] for line in rulebook.third_cards()] == [True] * 6 + [False] * 4


@rule("PT-35", asserts="The rulebook writes the prize of a Ponto pair as 11 : 1.")
def test_odds_are_written_with_what_they_pay() -> None:
    assert {line.chance: line.pays for line in rulebook.odds_of(rules())}["par-ponto"] == "11 : 1"


@rule(
    "R21",
    asserts="Of 4S KH 2D 5C and a 4H drawn by Banca alone, Ponto is given as 4S 2D without a third card, and Banca as "
    "KH 5C with 4H as its third.",
)
def test_hands_lie_as_they_were_dealt() -> None:
    hands = summaries.hands_of(["4S", "KH", "2D", "5C", None, "4H"])
    assert hands == summaries.Hands(("4S", "2D"), None, ("KH", "5C"), "4H")
    assert summaries.hands_of([]) is None


class Session(dict[str, Any]):
    """A session, as far as filters use one."""


def test_filters_are_remembered_and_nonsense_is_not() -> None:
    session = Session()

    def wish(query: str) -> forms.Wish:
        request = RequestFactory().get(f"/?{query}")
        request.session = session  # type: ignore[assignment]  # a dictionary is enough here
        return forms.wish_of(request, demo=True)

    assert wish("") == forms.Wish("PLAY", "", "", False)
    assert wish("fichas=EUR&variante=macau&mesa=individual&livre=1") == forms.Wish("EUR", "macau", "individual", True)
    assert wish("") == forms.Wish("EUR", "macau", "individual", True)
    assert wish("variante=&mesa=") == forms.Wish("EUR", "", "", False)
    assert wish("fichas=BTC&variante=%00&mesa=todas") == forms.Wish("EUR", "", "", False)
    assert wish("variante=&mesa=&pouco=1") == forms.Wish("EUR", "", "", free=False, low=True)
    assert wish("") == forms.Wish("EUR", "", "", free=False, low=True)


def test_a_pill_sets_its_filter_and_lets_go_of_it_and_keeps_the_others() -> None:
    wish = forms.Wish("EUR", "macau", "", free=True)
    with translation.override("pt"):
        pills = {str(pill.name): pill for pill in lobby_pills.pills_of(wish, ["macau", "ponto-e-banca"])}
    assert list(pills) == [
        "Todas",
        "Ponto e Banca",
        "Macau",
        "Com outros",
        "Individual",
        "Com lugar livre",
        "Mínimo até 1\N{NO-BREAK SPACE}€",
    ]
    assert [name for name, pill in pills.items() if pill.on] == ["Macau", "Com lugar livre"]
    assert pills["Todas"].address == "?variante=&mesa=&livre=1"
    assert pills["Ponto e Banca"].address == "?variante=ponto-e-banca&mesa=&livre=1"
    assert pills["Macau"].address == "?variante=&mesa=&livre=1"
    assert pills["Individual"].address == "?variante=macau&mesa=individual&livre=1"
    assert pills["Com lugar livre"].address == "?variante=macau&mesa="


def test_powers_that_no_page_uses_are_given_up() -> None:
    answer = middleware.kept_apart(lambda request: HttpResponse())(RequestFactory().get("/"))
    assert "camera=()" in answer["Permissions-Policy"]
    assert "fullscreen" not in answer["Permissions-Policy"]


@pytest.mark.parametrize("path", OWN, ids=lambda path: str(path.relative_to(ROOT)))
def test_templates_keep_the_house_rules(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\sstyle=|<style|\|safe\b|{% autoescape off|javascript:|\son[a-z]+=", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "https://" not in text


@pytest.mark.parametrize("path", sorted((ROOT / "templates" / "components").glob("*.html")), ids=lambda path: path.name)
def test_components_say_what_they_take(path: Path) -> None:
    opening = path.read_text(encoding="utf-8").split("{% endcomment %}")[0]
    assert opening.startswith("{% comment %}")
    assert "Variables:" in opening


@pytest.mark.parametrize("path", STYLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_style_sheets_name_no_other_host(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "http" not in text
    assert "data:" not in text


def test_every_style_sheet_is_listed_once() -> None:
    base = ROOT / "static" / "css"
    indexes = [base / "main.css", base / "table.css"]
    listed = [name for index in indexes for name in re.findall(r'@import url\("([^"]+)"\)', index.read_text())]
    assert len(listed) == len(set(listed))
    shared = {str(path.relative_to(base)) for path in STYLES if path.parent in {base / "components", base / "table"}}
    assert shared <= set(listed)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_open_with_what_they_answer(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("// ")
    assert "innerHTML" not in text
    assert "eval(" not in text


def test_scripts_import_only_what_is_there() -> None:
    for path in SCRIPTS:
        for name in re.findall(r'from "\./([a-z_]+\.js)"', path.read_text(encoding="utf-8")):
            assert (path.parent / name).exists(), f"{path.name} imports {name}"


def test_the_first_field_that_is_wrong_has_the_focus() -> None:
    class Asked(Form):
        key = CharField(widget=HiddenInput)
        name = CharField()
        amount = IntegerField(min_value=5)

    field = Template('{% include "components/field.html" with field=field only %}')
    form = Asked({"name": "Rita", "amount": "3"})
    drawn = {name: field.render(Context({"field": form[name]})) for name in ("name", "amount")}
    assert ["autofocus" in drawn[name] for name in ("name", "amount")] == [False, True]
    assert 'aria-describedby="id_amount_error"' in drawn["amount"], "and says why at once"
    assert "autofocus" not in field.render(Context({"field": Asked()["name"]}))


def test_boxes_that_are_wrong_have_the_focus_as_a_whole() -> None:
    class Asked(Form):
        outcome = ChoiceField(choices=[("yes", "Sim"), ("no", "Não")], widget=RadioSelect)
        text = CharField()

    boxes = Template('{% include "components/boxes.html" with field=field only %}')
    assert 'tabindex="-1" autofocus' in boxes.render(Context({"field": Asked({"text": "x"})["outcome"]}))
    assert "autofocus" not in boxes.render(Context({"field": Asked({"outcome": "yes"})["outcome"]}))
