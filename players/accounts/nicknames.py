"""The rules for nicknames. Pure."""

import unicodedata
from typing import Final

SHORTEST: Final = 3
LONGEST: Final = 20
_SIGNS: Final = frozenset("_-.")
_ALIKE: Final = frozenset({"LATIN", "GREEK", "CYRILLIC"})
"""Alphabets many of whose letters look the same; a name has those of one."""


def normalised(nickname: str) -> str:
    """The nickname with surrounding space taken off and each letter in its composed form."""
    return unicodedata.normalize("NFC", nickname.strip())


def is_nickname(nickname: str) -> bool:
    """Whether it is 3 to 20 letters, digits 0-9 and `_ - .`, with a letter among them.

    That leaves out markup, spaces, control and direction characters, look-alike forms such as full-width letters, and
    letters of alphabets that look alike side by side, which imitate another player's name.

    >>> [is_nickname(text) for text in ("Inês_7", "Ștefan", "ab", "<b>x</b>", "a\\u202eb.c", "123", "R\\u0456ta")]
    [True, True, False, False, False, False, False]
    """
    if not SHORTEST <= len(nickname) <= LONGEST or unicodedata.normalize("NFKC", nickname) != nickname:
        return False
    letters = [character for character in nickname if unicodedata.category(character) in {"Lu", "Ll", "Lo"}]
    others = [character for character in nickname if character not in letters]
    alphabets = {unicodedata.name(letter, "?").split()[0] for letter in letters} & _ALIKE
    return bool(letters) and len(alphabets) < 2 and all(other in _SIGNS or other in "0123456789" for other in others)
