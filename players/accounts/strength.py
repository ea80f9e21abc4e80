"""How soon a password is guessed by an attacker who knows common choices, the house and the person. Pure, no network.

The judge is zxcvbn: lists of leaked passwords, names and words, also written with signs for letters, dates, rows of the
keyboard and repetitions. Its words are English; likely first choices of people here are added (ASVS 6.2.11, 6.2.12).
"""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from zxcvbn import zxcvbn

GUESSES: Final = 10**9
"""Fewer guesses than these are soon made, even against a good hash."""
LOOKED_AT: Final = 64
"""Characters that are judged: further ones can only make it better, and judging them takes time."""
_WORDS: Final = """
sabot baccarat bacara bacarat ponto banca casino cassino mesa jogo jogador aposta apostas ficha fichas roleta cartas
senha palavra passe acesso entrar segredo portugal portuguesa lisboa porto coimbra braga faro algarve madeira acores
benfica sporting academica fatima macau brasil angola romania bucuresti moldova chisinau steaua dinamo
janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
primavera verao outono inverno domingo segunda terca quarta quinta sexta sabado
amor amizade familia obrigado saudade futebol princesa campeao parola iubire dragoste
"""
WORDS: Final = tuple(_WORDS.split())
"""Words of the house and of those who play here, without accents, that zxcvbn's lists lack or count as rare."""


def is_guessable(password: str, *, words: Iterable[str] = ()) -> bool:
    """Whether it is guessed too soon; `words` are what can be known of the person: names, address, dates.

    >>> [is_guessable(text) for text in ("p@ssw0rd123", "Portugal2026!", "sabot12345", "quatro patos no lago azul")]
    [True, True, True, False]
    >>> is_guessable("InesFaria1990", words=["Inês Faria"]), is_guessable("InesFaria1990")
    (True, False)
    """
    known = [*_parts(words), *WORDS]  # zxcvbn takes the first for the likeliest
    return bool(zxcvbn(_plain(password)[:LOOKED_AT], user_inputs=known)["guesses"] < GUESSES)


def _parts(words: Iterable[str]) -> list[str]:
    """The words that can be known, one by one and as they were."""
    whole = [_plain(text).lower() for text in words if text]
    parts = [part for text in whole for part in re.split(r"[^0-9a-z]+", text) if len(part) > 2]
    return sorted({*whole, *parts, *(re.sub(r"[^0-9a-z]+", "", text) for text in whole)})


def _plain(text: str) -> str:
    """Without accents."""
    return "".join(each for each in unicodedata.normalize("NFKD", text) if not unicodedata.combining(each))
