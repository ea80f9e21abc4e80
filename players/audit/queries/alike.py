"""Persons by a name that was mistyped: each word of the text is written much like one of the name's (ADR 0241).

From which share of common groups of three letters on a text is alike, connections say (`casino.server_settings`). Two
letters that changed places leave a short name too few of them: then each two neighbours of a word are swapped back.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Final, LiteralString

from django.db import connection
from psycopg import sql

WORDS_MOST: Final = 5
SWAPPED: Final = range(4, 21)
"""How many letters a word has that is looked for with two of them swapped: a shorter one would stand in many names."""
SWAPPED_WORDS_MOST: Final = 3
"""Of how many words a text has two letters swapped: each pair is a search of the index."""
_NEAR: Final = 500
"""Names of which the likest are chosen; a word that more have says too little."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_MARK: Final = re.compile("[\u0300-\u036f]")
_NICKNAMES: Final = ("id, nickname AS name FROM players_person WHERE kind = 'player'", "nickname")
_FULL_NAMES: Final = ("person_id AS id, full_name AS name FROM players_registration WHERE true", "full_name")
_OUTSIDERS: Final = ("id, name FROM players_outsider WHERE true", "name")
_CHOSEN: Final = """
SELECT id, folded FROM (SELECT players_folded({column}) AS folded, {rows} AND (({fits})) LIMIT {near}) near
ORDER BY word_similarity(players_folded(%s), folded) + similarity(players_folded(%s), folded) DESC, name, id
LIMIT %s
"""
_ALIKE: Final = "players_folded(%s) <%% players_folded({column})"
_SIMILAR: Final = "players_folded({column}) %% players_folded(%s)"
_LIKE: Final = "players_folded({column}) LIKE %s"
_LIKE_ANY: Final = "players_folded({column}) LIKE ANY (%s::text[])"
_Fit = tuple[LiteralString, object]
"""A condition on a name, and the value that stands in it."""
_Named = tuple[LiteralString, str]
"""The rows that have names, and the column."""


def words_of(text: str) -> tuple[str, ...]:
    """The words that a name can be looked for by: letters alone, three at least, five words at most."""
    return tuple(_WORD.findall(text))[:WORDS_MOST]


def swapped(word: str) -> tuple[str, ...]:
    """A folded word with each two neighbouring letters in each other's place; none of one too short or too long.

    >>> swapped("josfea")
    ('ojsfea', 'jsofea', 'jofsea', 'josefa', 'josfae')
    """
    if len(word) not in SWAPPED:
        return ()
    made = (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1))
    return tuple(dict.fromkeys(each for each in made if each != word))


def nicknamed_alike(text: str, *, most: int) -> tuple[int, ...]:
    """The players whose name at the table has words much like the text's, or runs them together; where there is none,
    those whose name is much like the whole text. The likest first."""
    words = words_of(text)
    if not words:
        return ()
    plain = _chosen(_NICKNAMES, [_each(_ALIKE, words), [(_ALIKE, "".join(words))]], words, most)
    return _with_swapped(_NICKNAMES, plain, words, most) or _ids(
        _chosen(_NICKNAMES, [[(_SIMILAR, " ".join(words))]], words, most)
    )


def named_alike(text: str, *, most: int) -> tuple[int, ...]:
    """The players whose name has each word of the text; where there is none, those who have words much like them."""
    return _named(_FULL_NAMES, text, most)


def outsiders_alike(text: str, *, most: int) -> tuple[int, ...]:
    """The people without an account whose name has each word of the text, or else words much like them."""
    return _named(_OUTSIDERS, text, most)


def _named(named: _Named, text: str, most: int) -> tuple[int, ...]:
    words = words_of(text)
    if not words:
        return ()
    having = _chosen(named, [[_having(_folded(word)) for word in words]], words, most)
    return _ids(having) or _with_swapped(named, _chosen(named, [_each(_ALIKE, words)], words, most), words, most)


def _with_swapped(named: _Named, plain: Sequence[tuple[int, str]], words: Sequence[str], most: int) -> tuple[int, ...]:
    """Those found already; before them, where none has the very words, those who have them with two letters swapped."""
    folded = [_folded(word) for word in words]
    ways = list(_ways_swapped(folded))
    if not ways or any(all(word in name for word in folded) for _, name in plain):
        return _ids(plain)
    near = _chosen(named, ways, words, most)
    return tuple(dict.fromkeys((*_ids(near), *_ids(plain))))[:most]


def _ways_swapped(words: Sequence[str]) -> Iterator[list[_Fit]]:
    """One word with two letters swapped, the others as they stand, for each word: swapped in all of them at once,
    the index would be searched for every pair of patterns."""
    for at, word in enumerate(words if len(words) <= SWAPPED_WORDS_MOST else ()):
        if made := swapped(word):
            others = [_having(other) for each, other in enumerate(words) if each != at]
            yield [(_LIKE_ANY, [f"%{each}%" for each in made]), *others]


def _having(word: str) -> _Fit:
    """That a name has this folded word: it is of letters alone, and no pattern."""
    return _LIKE, f"%{word}%"


def _folded(word: str) -> str:
    """As the database folds names (`players_folded`)."""
    return _MARK.sub("", unicodedata.normalize("NFKD", word)).lower()


def _each(condition: LiteralString, words: Sequence[str]) -> list[_Fit]:
    return [(condition, word) for word in words]


def _ids(found: Sequence[tuple[int, str]]) -> tuple[int, ...]:
    return tuple(person_id for person_id, _ in found)


def _chosen(
    named: _Named, ways: Sequence[Sequence[_Fit]], words: Sequence[str], most: int
) -> tuple[tuple[int, str], ...]:
    """Those whom, in one of the ways, everything fits, with their folded names, the likest to these words first."""
    rows, column = named
    fits = [sql.SQL(" AND ").join([_of(column, condition) for condition, _ in way]) for way in ways]
    statement = sql.SQL(_CHOSEN).format(
        column=sql.Identifier(column), rows=sql.SQL(rows), fits=sql.SQL(") OR (").join(fits), near=sql.Literal(_NEAR)
    )
    text = " ".join(words)
    values: list[Any] = [value for way in ways for _, value in way]
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, text, text, most])
        return tuple(cursor.fetchall())


def _of(column: str, condition: LiteralString) -> sql.Composed:
    return sql.SQL(condition).format(column=sql.Identifier(column))
