"""Text for players has no mark of the house's list of rules, and names a rule of the law only if /regras/ tells it."""

import re
from collections.abc import Iterator

import pytest

from casino.regulation import published
from casino.wording import texts
from casino.wording.rejections import SENTENCES, TO_PLAYERS, sentence
from players.complaints.operations.attachments import AttachmentRejection
from tests.rejections import rejected
from tests.rules import rule

MARK = re.compile(r"\b(?:PT|UK|GL|RN|MT|DK|PA|MO)-R?\d+")
RULE = re.compile(r"\bR\d+[a-c]?\b")
OF_THE_HOUSE = (
    "casino/backoffice/",
    "casino/conformance/",
    "casino/wording/rejections/",
    "templates/backoffice/",
    "static/js/backoffice/",
)
"""Where members of staff read, who have the list."""
URGES = re.compile(
    r"(?:don[’']t stop|keep on playing|one more (?:round|try)|so close|nearly won|almost won|lucky streak|your luck"
    r"|win (?:it|them) back (?:now|today)|last chance|hurry|double or nothing|free bet|don[’']t miss|try again to win"
    r"|(?:deposit|top up) (?:now|more|again) (?:and|to) (?:go on|keep|play|win)"
    r"|não pare|só mais uma|quase ganh|maré de sorte|a sua sorte|última oportunidade|apresse|recupere o que perdeu"
    r"|dobre ou nada|não perca esta|(?:deposite|carregue) (?:já|mais|agora|outra vez)"
    r"|nu te opri|încă o rundă|aproape ai câștigat|norocul tău|norocul dumneavoastră|ultima șansă|grăbi"
    r"|(?:depune|depuneți|alimentează) (?:acum|mai mult|din nou))",
    re.IGNORECASE,
)
"""What urges to go on, to win back or to pay in more, in the three languages."""
OF_BOTH = ("casino/wording/rejections/play.py",)


def of_players(domain: str) -> Iterator[tuple[str, str]]:
    """Every text that players may come to read, and where it is from."""
    for message in texts.gathered(domain):
        places = [place for place, _ in message.locations if place in OF_BOTH or not place.startswith(OF_THE_HOUSE)]
        ids = message.id if isinstance(message.id, tuple) else (message.id,)
        yield from ((places[0], text) for text in ids if places and text)


@pytest.mark.parametrize("domain", texts.DOMAINS)
def test_no_text_of_players_has_a_mark_of_the_house(domain: str) -> None:
    read = list(of_players(domain))
    assert len(read) > 100
    assert [(place, text) for place, text in read if MARK.search(text)] == []


@rule(
    "UK-12",
    asserts="No sentence that players read, in English, Portuguese or Romanian, has one of some thirty phrases that "
    "urge to go on, to win back or to pay in more.",
)
@pytest.mark.parametrize("domain", texts.DOMAINS)
def test_nothing_urges_to_go_on(domain: str) -> None:
    english = {text for _, text in of_players(domain)}
    read = list(english)
    for language in texts.LANGUAGES:
        for message in texts.read_catalogue(language, domain):
            if not english.isdisjoint(_forms(message.id)):
                read += _forms(message.string)
    if domain == "django":
        read += [page.read_text(encoding="utf-8") for page in (texts.ROOT / "templates/portal/terms").rglob("*.html")]
    assert "%(count)s jogadas" in read, "plurals too"
    assert URGES.search("Só mais uma!")
    assert [text for text in read if URGES.search(text)] == []


def _forms(text: "str | tuple[str, ...] | list[str]") -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def test_no_rejection_that_players_read_has_one() -> None:
    read = {enum: said for enum, said in SENTENCES.items() if enum is AttachmentRejection} | dict(TO_PLAYERS)
    for enum, said in read.items():
        for reason in said:
            text = sentence(rejected(enum(reason)), to_player=True)
            assert not MARK.search(text), text
            assert not RULE.search(text), text


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("domain", texts.DOMAINS)
def test_no_translation_adds_a_mark(domain: str, language: str) -> None:
    wrong = []
    for message in texts.read_catalogue(language, domain):
        said, meant = str(message.string), str(message.id)
        if message.id and {*MARK.findall(said), *RULE.findall(said)} - {*MARK.findall(meant), *RULE.findall(meant)}:
            wrong.append(said)
    assert wrong == []


def test_a_rule_of_the_law_that_is_named_has_its_place_among_all_rules() -> None:
    named = {rule for domain in texts.DOMAINS for _, text in of_players(domain) for rule in RULE.findall(text)}
    assert {"R13", "R14"} <= named <= published.anchors()
