"""Persons by a name that was mistyped: each word of the text is written much like one of the name's (ADR 0241).

From which share of common groups of three letters on a text is alike, connections say (`casino.server_settings`).
"""

import re
from collections.abc import Sequence
from typing import Final, LiteralString

from django.db import connection
from psycopg import sql

WORDS_MOST: Final = 5
_NEAR: Final = 500
"""Names of which the likest are chosen; a word that more have says too little."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_NICKNAMES: Final = ("id, nickname AS name FROM players_person WHERE kind = 'player'", "nickname")
_FULL_NAMES: Final = ("person_id AS id, full_name AS name FROM players_registration WHERE true", "full_name")
_CHOSEN: Final = """
SELECT id FROM (SELECT players_folded({column}) AS folded, {rows} AND (({fits})) LIMIT {near}) near
ORDER BY word_similarity(players_folded(%s), folded) + similarity(players_folded(%s), folded) DESC, name, id
LIMIT %s
"""
_ALIKE: Final = "players_folded(%s) <%% players_folded({column})"
_SIMILAR: Final = "players_folded({column}) %% players_folded(%s)"
_HAS: Final = "players_folded({column}) LIKE '%%' || players_folded(%s) || '%%'"
"""A word has letters alone: it is no pattern."""


def words_of(text: str) -> tuple[str, ...]:
    """The words that a name can be looked for by: letters alone, three at least, five words at most."""
    return tuple(_WORD.findall(text))[:WORDS_MOST]


def nicknamed_alike(text: str, *, most: int) -> tuple[int, ...]:
    """The players whose name at the table has words much like the text's, or runs them together; where there is none,
    those whose name is much like the whole text. The likest first."""
    words = words_of(text)
    if not words:
        return ()
    by_words = _chosen(_NICKNAMES, [(_ALIKE, words), (_ALIKE, ("".join(words),))], most)
    return by_words or _chosen(_NICKNAMES, [(_SIMILAR, (" ".join(words),))], most)


def named_alike(text: str, *, most: int) -> tuple[int, ...]:
    """The players whose name has each word of the text; where there is none, those who have words much like them."""
    words = words_of(text)
    if not words:
        return ()
    return _chosen(_FULL_NAMES, [(_HAS, words)], most) or _chosen(_FULL_NAMES, [(_ALIKE, words)], most)


def _chosen(
    named: tuple[LiteralString, str], ways: Sequence[tuple[LiteralString, tuple[str, ...]]], most: int
) -> tuple[int, ...]:
    """Those whom, in one of the ways, every word fits, the likest first."""
    rows, column = named
    fits = [sql.SQL(" AND ").join([_of(column, condition)] * len(words)) for condition, words in ways]
    statement = sql.SQL(_CHOSEN).format(
        column=sql.Identifier(column), rows=sql.SQL(rows), fits=sql.SQL(") OR (").join(fits), near=sql.Literal(_NEAR)
    )
    text = " ".join(ways[0][1])
    with connection.cursor() as cursor:
        cursor.execute(statement, [*(word for _, words in ways for word in words), text, text, most])
        return tuple(person_id for (person_id,) in cursor.fetchall())


def _of(column: str, condition: LiteralString) -> sql.Composed:
    return sql.SQL(condition).format(column=sql.Identifier(column))
