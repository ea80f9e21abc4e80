"""Every rejection of an operation has its sentence, for staff and for players, in three languages."""

from enum import StrEnum

import pytest
from django.conf import settings
from django.utils import translation

from casino.wording.rejections import SENTENCES, TO_PLAYERS, sentence
from kernel.rejection import Rejected
from players.protection.operations.limits import LimitRejected, LimitRejection
from tables.operations.configurations import ConfigurationRejected, ConfigurationRejection
from tests.rejections import UNTIL, rejected

FALLS_BACK = "It was not possible. Nothing has changed."


class Odd(StrEnum):
    NEW = "new"


@pytest.mark.parametrize("language", dict(settings.LANGUAGES))
@pytest.mark.parametrize("to_player", [False, True])
def test_every_sentence_can_be_written_out(language: str, to_player: bool) -> None:
    table = TO_PLAYERS if to_player else SENTENCES
    with translation.override(language):
        for enum, said in table.items():
            for reason in set(said) & set(enum):
                text = sentence(rejected(enum(reason)), to_player=to_player)
                assert text, (enum, reason)
                assert not {"%", "None"} & set(text.replace(".", "").split()), (enum, reason, text)
                assert "%(" not in text, (enum, reason, text)


@pytest.mark.parametrize(
    "enum", [enum for enum in SENTENCES if "tables" in enum.__module__], ids=lambda enum: enum.__name__
)
def test_every_reason_of_the_tables_has_a_sentence(enum: type[StrEnum]) -> None:
    assert set(SENTENCES[enum]) == set(enum)


def test_staff_and_players_read_their_own_words() -> None:
    same = LimitRejected(LimitRejection.NOTHING_CHANGES)

    with translation.override("en"):
        assert sentence(same).startswith("The house already has that limit")
        assert sentence(same, to_player=True).startswith("That is already the limit")


def test_when_a_colleague_may_decide_is_said() -> None:
    early = ConfigurationRejected(ConfigurationRejection.TOO_RECENT, until=UNTIL)

    assert "30" in sentence(early)


def test_a_reason_without_a_sentence_says_that_nothing_changed() -> None:
    with translation.override("en"):
        assert sentence(Rejected(Odd.NEW)) == sentence(Rejected(Odd.NEW), to_player=True) == FALLS_BACK
