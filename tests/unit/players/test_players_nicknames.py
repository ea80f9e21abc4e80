"""The rules of nicknames."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.accounts.nicknames import LONGEST, SHORTEST, is_nickname, normalised


@pytest.mark.parametrize(
    "nickname", ["Ana", "José_1", "Ștefan-77", "a.b", "Ñandú", "小林さん", "Ωμέγα", "Игорь", "x" * LONGEST, "007a"]
)
def test_good_ones(nickname: str) -> None:
    assert is_nickname(normalised(nickname))


@pytest.mark.parametrize(
    "nickname",
    [
        "",
        "ab",
        "x" * (LONGEST + 1),
        "a b",
        "123",
        "...",
        "<b>a</b>",
        "a&amp",
        "ana\n",
        "an\u0000a",
        "ana\u202egp",
        "a\u200bna",
        "\ufeffana",
        "ａｎａ",
        "ﬁna",
        "ana😀",
        "a'na",
        'a"na',
        "ana/..",
        "a\u0301\u0301\u0301bc",
        "ana%",
        "R\u0456ta",
        "\u0391na",
    ],
)
def test_bad_ones(nickname: str) -> None:
    assert not is_nickname(nickname)


def test_letters_are_composed_and_outer_space_taken_off() -> None:
    assert normalised("  Jose\u0301 ") == "José"


@given(st.text())
def test_nothing_invisible_or_marked_passes(text: str) -> None:
    nickname = normalised(text)
    if is_nickname(nickname):
        assert SHORTEST <= len(nickname) <= LONGEST
        assert not set(nickname) & set("<>&\"'`/\\%")
        assert all(unicodedata.category(character)[0] in "LNP" for character in nickname)
