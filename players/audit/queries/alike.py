"""Persons by a name that was mistyped: each word of the text is written much like one of the name's (ADR 0241)."""

import re
from collections.abc import Sequence
from typing import Final, LiteralString

from django.db import connection, transaction
from psycopg import sql

LEAST_ALIKE: Final = "0.5"
"""Share of a word's groups of three letters: one wrong letter still finds a name of five."""
LEAST_SIMILAR: Final = "0.45"
"""Share of those of the whole text: two letters in the wrong order still find a name of two words."""
WORDS_MOST: Final = 5
_NEAR: Final = 1000
"""Names of which the likest are chosen; a word that more have says too little."""
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_LIKELY: Final = """
SELECT set_config('pg_trgm.word_similarity_threshold', %s, true), set_config('pg_trgm.similarity_threshold', %s, true)
"""
_NICKNAMES: Final = ("SELECT id, nickname AS name FROM players_person WHERE kind = 'player'", "nickname")
_FULL_NAMES: Final = ("SELECT person_id AS id, full_name AS name FROM players_registration WHERE true", "full_name")
_CHOSEN: Final = """
SELECT id FROM ({rows} AND (({fits})) LIMIT {near}) near
ORDER BY word_similarity(players_folded(%s), players_folded(name))
  + similarity(players_folded(%s), players_folded(name)) DESC, name, id
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
    """The players whose name at the table is written much like the text, the likest first; it has no spaces."""
    words = words_of(text)
    if not words:
        return ()
    return _chosen(_NICKNAMES, [(_ALIKE, words), (_ALIKE, ("".join(words),)), (_SIMILAR, (" ".join(words),))], most)


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
    statement = sql.SQL(_CHOSEN).format(rows=sql.SQL(rows), fits=sql.SQL(") OR (").join(fits), near=sql.Literal(_NEAR))
    text = " ".join(ways[0][1])
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_LIKELY, [LEAST_ALIKE, LEAST_SIMILAR])
        cursor.execute(statement, [*(word for _, words in ways for word in words), text, text, most])
        return tuple(person_id for (person_id,) in cursor.fetchall())


def _of(column: str, condition: LiteralString) -> sql.Composed:
    return sql.SQL(condition).format(column=sql.Identifier(column))
