"""The conformance matrix at the staff's pages, in three languages: what it shows, and what of it is asked for."""

import re
from html import escape, unescape

import pytest
from django.utils import translation

from casino.backoffice.presenters.conformance import STATES
from casino.conformance import faults, matrix, proofs, rules
from casino.conformance.rules import State
from players.roles import Role
from tests.integration.backoffice.browsers import AsRole

PAGE = "/casa/conformidade/"


def ids(page: str) -> list[str]:
    """The rules that a page shows, in order."""
    return re.findall(r'<tr id="([A-Z0-9-]+)"', page)


@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_every_rule_is_there_in_the_readers_language_with_its_proofs(as_role: AsRole, language: str) -> None:
    client = as_role(Role.AUDITOR)
    client.cookies["django_language"] = language
    page = client.get(PAGE).content.decode()

    with translation.override(language):
        said = {rule.id: translation.gettext(rule.asks) for rule in rules.rules()}
        states = {state: str(label) for state, label in STATES.items()}
        lacking = {rule.id: translation.gettext(rule.lacks) for rule in rules.rules() if rule.lacks}
    assert ids(page) == list(said)
    for rule in rules.rules():
        line = unescape(page.partition(f'<tr id="{rule.id}">')[2].partition("</tr>")[0])
        assert said[rule.id] in line, rule.id
        assert states[rule.state] in line, rule.id
        assert lacking.get(rule.id, "") in line, rule.id
        for proof in proofs.shipped().get(rule.id, ()):
            assert proof.asserts in line, rule.id
            assert f">{proof.test}</code>" in line, rule.id
        for fault in faults.shipped().get(rule.id, ()):
            assert fault.what in line, rule.id
    assert (said["R1"] == rules.rules()[0].asks) is (language == "en")


def test_states_sources_and_words_narrow_it(as_role: AsRole) -> None:
    client = as_role(Role.AUDITOR)

    def shown(**asked: str) -> list[str]:
        answer = client.get(PAGE, asked)
        assert answer.status_code == 200
        return ids(answer.content.decode())

    every = {state: [rule.id for rule in rules.rules() if rule.state is state] for state in State}
    for state, found in every.items():
        assert shown(state=state.value) == found
    assert {each.partition("-")[0] for each in shown(source="RN")} == {"RN"}
    assert shown(source="GL", state="partly") == [each for each in every[State.PARTLY] if each.startswith("GL")]
    assert shown(text="pt-26")[0] == "PT-26"
    assert "GL-46" in shown(text="five_failures_block"), "the name of a test"
    assert "R13" in shown(text="baccarat.limits"), "code"


def test_what_finds_nothing_says_so_and_nonsense_narrows_nothing(as_role: AsRole) -> None:
    client = as_role(Role.AUDITOR)
    nothing = client.get(PAGE, {"text": "não há isto em lado nenhum", "state": "met"}).content.decode()
    assert ids(nothing) == []
    assert "Nenhuma regra encontrada" in nothing
    for asked in ({"state": "perfect"}, {"source": "XX"}, {"text": "x" * 500}):
        page = client.get(PAGE, asked).content.decode()
        assert len(ids(page)) == len(rules.rules())
        assert "field__errors" in page


def test_the_counts_are_a_picture_and_numbers(as_role: AsRole) -> None:
    page = as_role(Role.AUDITOR).get(PAGE).content.decode()
    whole = matrix.counts(rules.rules())
    bars = re.findall(r'<svg class="states__bar"[^>]*aria-label="([^"]+)">(.*?)</svg>', page, re.S)
    assert len(bars) == len(rules.parts()) + 1
    told, pieces = bars[-1]
    assert [int(number) for number in re.findall(r"\d+", told)] == list(whole.values())
    widths = [float(width) for width in re.findall(r'width="([\d.]+)" height="4"', pieces)]
    assert sum(widths) == pytest.approx(100, abs=0.05)
    for part in rules.parts():
        assert f'href="{PAGE}?source={part.source}"' in page
        assert escape(translation.gettext(part.title)) in page
