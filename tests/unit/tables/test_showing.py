"""What is seen of a round while its cards are dealt, by the timeline that the table's own page follows."""

from datetime import UTC, datetime, timedelta

from tables.models import Round
from tables.queries import HIDDEN, Shown, ShownHand
from tables.queries.showing import NOTHING, shown, shown_of_paper
from tables.queries.state import result_of, timeline
from tables.timeline import Squeeze, Squeezer
from tests.factories import BANCA_WINS_WITH_5, PONTO_WINS

CLOSED = datetime(2026, 11, 25, 10, tzinfo=UTC)


def seen(cards: tuple[str, ...], after_ms: int) -> Shown:
    """What is seen so long after the close, where the result stands for ten seconds."""
    round_ = Round(cards=list(cards), closed_at=CLOSED)
    return shown(round_, show_seconds=10, now=CLOSED + timedelta(milliseconds=after_ms))


def test_nothing_is_seen_before_the_close() -> None:
    assert shown(None, show_seconds=10, now=CLOSED) == NOTHING
    assert shown(Round(cards=[], closed_at=None), show_seconds=10, now=CLOSED) == NOTHING
    assert seen(PONTO_WINS, 0) == NOTHING


def test_cards_lie_face_down_until_their_hand_is_turned() -> None:
    steps = timeline(result_of(Round(cards=list(PONTO_WINS))), show_ms=10_000)
    first, fourth, ponto, banca, result = (steps[index]["at"] for index in (0, 3, 4, 5, -1))
    assert seen(PONTO_WINS, first) == Shown(ShownHand((HIDDEN,)), ShownHand())
    assert seen(PONTO_WINS, fourth) == Shown(ShownHand((HIDDEN, HIDDEN)), ShownHand((HIDDEN, HIDDEN)))
    assert seen(PONTO_WINS, ponto) == Shown(ShownHand(("4S", "4D"), 8), ShownHand((HIDDEN, HIDDEN)))
    assert seen(PONTO_WINS, banca).banca == ShownHand(("KH", "7C"), 7)
    assert (seen(PONTO_WINS, banca).natural, seen(PONTO_WINS, banca).winner) == (True, "")
    assert seen(PONTO_WINS, result - 1).winner == ""
    assert seen(PONTO_WINS, result).winner == "ponto"


def test_a_third_card_counts_once_it_lies() -> None:
    steps = timeline(result_of(Round(cards=list(BANCA_WINS_WITH_5))), show_ms=10_000)
    third = next(step["at"] for step in steps if step["do"] == "third")
    assert seen(BANCA_WINS_WITH_5, third - 1).ponto == ShownHand(("KS", "2D"), 2)
    assert seen(BANCA_WINS_WITH_5, third).ponto == ShownHand(("KS", "2D", "KD"), 2)
    assert seen(BANCA_WINS_WITH_5, 60_000) == Shown(
        ShownHand(("KS", "2D", "KD"), 2), ShownHand(("2H", "3C"), 5), natural=False, winner="banca"
    )


def test_cards_of_paper_lie_face_down_for_a_squeeze_and_bancas_behind_pontos() -> None:
    current, back = Round(cards=[], winner=""), (HIDDEN, HIDDEN)

    def hands(*squeezed: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        squeeze = Squeeze(8_000, {hand: Squeezer(1) for hand in squeezed})
        found = shown_of_paper(current, PONTO_WINS[:4], squeeze)
        return found.ponto.cards, found.banca.cards

    assert hands() == (("4S", "4D"), ("KH", "7C"))
    assert hands("banca") == (("4S", "4D"), back)
    assert hands("ponto") == hands("ponto", "banca") == (back, back)
