"""Documents that say what the code says: phases, protocol, rejections, texts in three languages."""

import ast
import re
from enum import StrEnum
from pathlib import Path

import pytest

from baccarat.play import NEXT
from casino.portal.sockets import spoken_rejection
from casino.wording import texts
from tables.live import frames
from tables.operations.bets import BetRejection
from tables.operations.seats import SeatRejection
from tests.rules import rule

ROOT = Path(__file__).resolve().parents[2]


def test_phase_table_is_the_codes_own() -> None:
    text = (ROOT / "docs" / "rounds.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (betting|closed|dealing|settled|void) \| ([a-z, –]+) \|$", text, re.MULTILINE)
    written = {phase: {name for name in following.split(", ") if name != "–"} for phase, following in rows}
    assert written == {phase.value: {each.value for each in following} for phase, following in NEXT.items()}


def test_protocol_names_every_frame_and_every_reason() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for frame in frames._READERS:
        assert f'"do":"{frame}"' in text
    for reason in BetRejection:
        assert f"`{reason.value}`" in text


@pytest.mark.parametrize("reasons", [BetRejection, SeatRejection])
@pytest.mark.parametrize("language", ["pt", "en", "ro"])
def test_every_rejection_has_its_own_sentence(reasons: type[StrEnum], language: str) -> None:
    unknown = spoken_rejection(language, "of-no-kind")
    sentences = {
        reason: spoken_rejection(
            language, reason.value, block="suspended", rule="R14", asked=100, most=0, currency="EUR"
        )
        for reason in reasons
    }
    assert all(sentence and sentence != unknown for sentence in sentences.values()), sentences


@rule("PT-36", asserts="No text of any catalogue lacks its translation.")
@pytest.mark.parametrize("domain", texts.DOMAINS)
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_text_is_translated(language: str, domain: str) -> None:
    assert texts.missing(language, domain) == []


def test_every_text_of_the_code_is_gathered() -> None:
    """The gathering sees no text inside of a formatted one: it would be left out, and stay English."""
    gathered = {text for message in texts.gathered("django") if message.id for text in _forms(message.id)}
    lost = []
    for package in texts.PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                if node.func.id == "_" or "gettext" in node.func.id:
                    said = [each.value for each in node.args if isinstance(each, ast.Constant)]
                    said = said[1:] if "pgettext" in node.func.id else said
                    lost += [f"{path.name}:{node.lineno}" for text in said if text not in gathered]
    assert lost == []


def _forms(text: "str | tuple[str, ...] | list[str]") -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@rule("PT-36", asserts="Every translation holds the same placeholders as its original.")
@pytest.mark.parametrize("domain", texts.DOMAINS)
@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_translations_keep_their_placeholders(language: str, domain: str) -> None:
    placeholder = re.compile(r"%\(\w+\)[sd]|%[sd]")
    wrong = []
    for message in texts.read_catalogue(language, domain):
        if not message.id or not texts.is_whole(message.string):
            continue
        originals = message.id if isinstance(message.id, tuple | list) else (message.id,)
        translations = message.string if isinstance(message.string, tuple | list) else (message.string,)
        expected = set(placeholder.findall(originals[-1]))
        wrong += [str(originals[0]) for each in translations if not set(placeholder.findall(each)) <= expected]
        wrong += [str(originals[0])] if set(placeholder.findall(translations[-1])) != expected else []
    assert wrong == []


def test_glossary_is_in_order() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| ([^|]+?) \|", text, re.MULTILINE)[2:]
    assert words == sorted(words, key=str.lower)
