"""Lines as they are typed at the terminal, and amounts as they are written."""

import re

import pytest

from terminal.commands import WORDS, Command, cents_of, command_of
from terminal.house import Labels
from terminal.words import LANGUAGES, SENTENCES, Words

CHANCES = ["ponto", "banca", "empate", "par-ponto"]
NAMES = {"ponto": {"name": "Ponto", "letters": "P"}, "par-ponto": {"name": "Par do Ponto", "letters": "PP"}}
PORTUGUESE = Labels(NAMES, ",", ".", "# €")
ENGLISH = Labels(NAMES, ".", ",", "€#")


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", Command("nothing")),
        ("   ", Command("nothing")),
        ("p 50", Command("lay", "ponto", 50_00)),
        ("B 1.250,50", Command("lay", "banca", 1_250_50)),
        ("empate 5", Command("lay", "empate", 5_00)),
        ("pp 10", Command("lay", "par-ponto", 10_00)),
        ("-p", Command("back", "ponto")),
        ("-p 20", Command("back", "ponto")),
        ("p", Command("amount", "ponto")),
        ("p cinquenta", Command("amount", "ponto")),
        ("p 0", Command("amount", "ponto")),
        ("p -5", Command("amount", "ponto")),
        ("w 5", Command("unknown")),
        ("OK", Command("confirm")),
        ("última", Command("last")),
        ("s 3", Command("sit", seat=3)),
        ("s", Command("sit")),
        ("s 12", Command("sit")),
        ("-x", Command("unknown")),
        ("faites vos jeux", Command("unknown")),
        ("\x00", Command("unknown")),
    ],
)
def test_a_line_is_one_command(line: str, command: Command) -> None:
    """A letter of a bet that this table does not offer is no command, and nothing typed is a fault."""
    assert command_of(line, CHANCES, PORTUGUESE) == command


@pytest.mark.parametrize(
    ("text", "portuguese", "english"),
    [
        ("50", 50_00, 50_00),
        ("37,5", 37_50, 37_50),
        ("37.50", 37_50, 37_50),
        ("1.234,50", 1_234_50, 1_234_50),
        ("1,234.50", 1_234_50, 1_234_50),
        ("1 234,50 €", 1_234_50, 1_234_50),
        ("1.234", 1_234_00, None),
        ("1,234", None, 1_234_00),
        ("1.234.50", None, None),
        ("1,2,3", None, None),
        ("0", None, None),
        ("0,00", None, None),
        ("1234567890123", None, None),
        ("5e3", None, None),
        ("٥", None, None),
    ],
)
def test_an_amount_is_read_in_one_way_or_not_at_all(text: str, portuguese: int | None, english: int | None) -> None:
    """What could be thousands in one language and parts of a euro in another is taken as neither."""
    assert (cents_of(text, ","), cents_of(text, ".")) == (portuguese, english)


def test_no_word_means_two_things() -> None:
    words = [word for listed in WORDS.values() for word in listed.split()]
    assert len(words) == len(set(words))


def test_every_sentence_has_the_same_blanks_in_every_language() -> None:
    for name, texts in SENTENCES.items():
        assert len(texts) == len(LANGUAGES)
        assert len({frozenset(re.findall(r"\{(\w+)\}", text)) for text in texts}) == 1, name


def test_a_card_is_said_by_its_name() -> None:
    said = [Words(language).card("Banca", "TH") for language in LANGUAGES]
    assert said == ["Banca: 10 de copas.", "Banca: 10 of hearts.", "Banca: 10 de inimă roșie."]


def test_money_is_written_as_the_house_writes_it() -> None:
    assert PORTUGUESE.money(-1_234_50) == "−1.234,50 €"
    assert ENGLISH.signed(1_234_567_00) == "+€1,234,567.00"
    assert ENGLISH.signed(0) == "€0.00"
