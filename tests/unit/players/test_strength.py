"""Passwords that are guessed first: leaked ones, words of the house, of its country and of the person."""

import doctest

import pytest

from players.accounts import strength
from players.accounts.strength import LOOKED_AT, is_guessable

GUESSED = (
    "p@ssw0rd123", "Portugal2026!", "sabot12345", "Baccarat!2026", "Benfica1904", "lisboa1990", "pontobanca1",
    "qwertyuiop12", "Setembro2026", "aaaaaaaaaaaa", "1234567890", "Parola12345", "Verão2026!!",
)  # fmt: skip
GOOD = (
    "uma-frase-bem-nova",
    "quatro patos no lago azul",
    "canario-amarelo-que-canta",
    "vT9#mQ2w!xLk",
    "trei rațe pe lac verde",
)


@pytest.mark.parametrize("password", GUESSED)
def test_the_first_guesses_are_refused(password: str) -> None:
    assert is_guessable(password)


@pytest.mark.parametrize("password", GOOD)
def test_phrases_of_ones_own_are_taken(password: str) -> None:
    assert not is_guessable(password, words=["Inês Faria", "ines@sabot.example"])


def test_the_persons_own_words_are_refused_to_that_person() -> None:
    known = ["Inês Faria", "ines.faria@sabot.example", "04051990", "299123453"]
    for password in ("InesFaria1990", "ines1990faria", "299123453ines"):
        assert is_guessable(password, words=known), password


def test_judging_a_long_one_takes_no_longer() -> None:
    assert is_guessable("a" * 256)
    assert not is_guessable("quatro patos no lago azul " * 9)
    assert LOOKED_AT <= 72, "zxcvbn itself refuses longer ones"


def test_its_examples_hold() -> None:
    assert doctest.testmod(strength).failed == 0
