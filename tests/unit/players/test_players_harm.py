"""Signs of harm, by tables of figures: at the threshold, just below it, and what is no sign."""

import pytest

from casino.settings import HARM_THRESHOLDS
from casino.wording import signal_words
from players.models import SignalKind
from players.protection.harm import Facts, Played, Sign, doublings_after_losses, signs_of
from tests.rules import rule

LOST, WON = Played(100, 0), Played(100, 200)


@rule("MT-05", asserts="Six signs of harm appear at their thresholds and not below them.")
@pytest.mark.parametrize(
    ("facts", "kinds"),
    [
        (Facts(), []),
        (Facts(night_seconds=59 * 60 + 59), []),
        (Facts(night_seconds=60 * 60), ["night-play"]),
        (Facts(seconds=240 * 60), ["long-sessions"]),
        (Facts(seconds=240 * 60 - 1), []),
        (Facts(limit_hits=3, deposits=4), ["limit-hits", "many-deposits"]),
        (Facts(limit_hits=2, deposits=3), []),
        (Facts(rounds=(LOST, Played(200, 0)) * 5), ["chasing"]),
        (Facts(rounds=(WON, Played(200, 400)) * 5), []),
        (Facts(rounds=(Played(10, 20),) * 10 + (Played(30, 60),) * 10), ["rising-stakes"]),
        (Facts(rounds=(Played(10, 20),) * 10 + (Played(29, 60),) * 10), []),
        (Facts(rounds=(Played(10, 20),) * 9 + (Played(90, 180),) * 10), []),
    ],
)
def test_signs_by_their_figures(facts: Facts, kinds: list[str]) -> None:
    assert [sign.kind for sign in signs_of(facts, HARM_THRESHOLDS)] == kinds


def test_a_doubling_counts_only_right_after_a_loss() -> None:
    assert doublings_after_losses(()) == 0
    assert doublings_after_losses((LOST, Played(199, 0), Played(398, 0))) == 1
    assert doublings_after_losses((LOST, WON, Played(400, 0))) == 0
    assert doublings_after_losses((Played(100, 100), Played(500, 0))) == 0, "a push is no loss"


def test_every_sign_has_its_sentence_with_its_figures() -> None:
    facts = Facts(
        rounds=(Played(10, 0), Played(20, 0)) * 5 + (Played(50, 0), Played(100, 0)) * 8,
        seconds=300 * 60,
        night_seconds=90 * 60,
        limit_hits=7,
        deposits=9,
    )
    signs: tuple[Sign, ...] = signs_of(facts, HARM_THRESHOLDS)
    assert {sign.kind for sign in signs} == {kind.value for kind in SignalKind} == set(signal_words.SENTENCES)
    said = " ".join(signal_words.sentence(sign.kind, sign.facts) for sign in signs)
    for figure in ("1 hora e 30 minutos", "5 horas", "7 vezes", "9 vezes"):
        assert figure in said
