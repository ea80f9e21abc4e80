"""The drift court: factors that are fair to the last fraction, alarms that are rare, and delays that were foretold."""

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from os import environ
from statistics import mean, median, stdev

import pytest

from baccarat import court
from baccarat.cards import Card
from baccarat.chances import Chance
from baccarat.court import ALTERNATIVES, EVENTS, Drift, Laid, Stream
from baccarat.court_events import comes, events_of, share_of
from baccarat.exposure import distribution
from baccarat.odds import odds
from baccarat.play import Winner, play
from baccarat.rulesets import PRESETS, Commission, preset
from tests.rules import rule

LONG = bool(environ.get("SABOT_LONG"))
"""Ten times the runs, and the slowest row of the design: some minutes."""
C = 2e8
SIDES = list(Winner)
FAIR = court.shares(8)


def compositions(count: int) -> list[list[int]]:
    """Shoes as rounds leave them: random ones, whole ones, and such that have lost a rank."""
    source = random.Random(5)
    found = [[32] * 13, [4] * 13, [1] + [0] * 12, [0] * 5 + [3] * 8]
    while len(found) < count:
        left = [source.randint(0, 32) for _ in range(13)]
        if sum(left):
            found.append(left)
    return found


@rule("GL-41", asserts="Every factor of outcomes is 1 on average, in fractions, whatever number of decks is in.")
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
def test_c01_outcome_factors_are_fair(decks: int) -> None:
    expected = court.shares(decks)
    factors = court.outcome_factors(expected)
    for place in range(24):
        assert sum(expected[winner] * factors[winner][place] for winner in Winner) == 1
        assert min(factors[winner][place] for winner in Winner) >= 0  # C03


@rule("GL-41", asserts="Every factor of a pair, a perfect pair and banca's 6 is 1 on average, in fractions.")
@pytest.mark.parametrize("decks", [1, 2, 6, 8])
@pytest.mark.parametrize("stream", EVENTS)
def test_c01_factors_of_pairs_and_of_the_6_are_fair(stream: Stream, decks: int) -> None:
    share = share_of(stream, decks)
    factors = court.event_factors(share)
    assert (share > 0) is (stream is not Stream.PERFECT_PAIR or decks > 1)
    for place in range(12):
        assert share * factors[True][place] + (1 - share) * factors[False][place] == 1
        assert min(factors[True][place], factors[False][place]) > 0  # C03


def test_pairs_and_the_6_have_the_shares_of_their_bets() -> None:
    bets = odds(preset("live-baccarat")).bets
    assert share_of(Stream.PERFECT_PAIR, 8) == bets[Chance.PAR_PERFEITO].win
    assert share_of(Stream.BANCA_SIX, 8) == bets[Chance.LUCKY_SIX].win
    bets = odds(preset("punto-banco", decks=6)).bets | odds(preset("macau", decks=6)).bets
    assert share_of(Stream.PONTO_PAIR, 6) == share_of(Stream.BANCA_PAIR, 6) == bets[Chance.PAR_PONTO].win


def test_the_6_is_judged_where_the_rules_pay_by_it() -> None:
    by_six = {name for name in PRESETS if Stream.BANCA_SIX in events_of(preset(name))}
    assert by_six == {"live-baccarat"}
    modes = {mode for mode in Commission if Stream.BANCA_SIX in events_of(preset("macau", commission=mode))}
    assert modes == {Commission.HALF_ON_6, Commission.HALF_ON_5_AND_6}
    assert all(set(events_of(preset(name))) >= set(EVENTS[:3]) for name in PRESETS)


@pytest.mark.parametrize(
    ("cards", "came"),
    [
        ("KS 2D KH 3C 5D 4S", {Stream.PONTO_PAIR}),
        ("2D KS 3C KH 5D 4C", {Stream.BANCA_PAIR}),
        ("2D KS 3C KS 5D 4C", {Stream.BANCA_PAIR, Stream.PERFECT_PAIR}),
        ("KS 3D KS 3D 5H 2C", set(EVENTS)),
        ("KS 2D QS 4C 5D 2S", {Stream.BANCA_SIX}),
        ("KS 2D QS 5C 6D 2S", set()),
        ("2S 3D AS 3C 3H 2C", {Stream.BANCA_PAIR}),  # a tie at 6
    ],
)
def test_what_comes_in_a_round(cards: str, came: set[Stream]) -> None:
    facts = play([Card.parse(card) for card in cards.split()]).facts
    assert {stream for stream in EVENTS if comes(stream, facts)} == came


def test_c01_card_factors_are_fair_off_every_composition() -> None:
    for left in compositions(40):
        size = sum(left)
        seen = {rank: court.card_factors(left, rank) for rank in range(13) if left[rank]}
        for place in range(78):
            assert sum(Fraction(left[rank], size) * factors[place] for rank, factors in seen.items()) == 1
            assert min(factors[place] for factors in seen.values()) >= 0


def test_cards_of_a_round_are_judged_one_after_the_other() -> None:
    left = [4] * 13
    together = court.round_of_cards(left, [0, 0, 12, 7])
    assert (left[0], left[12], sum(left)) == (2, 3, 48)
    again, exact = [4] * 13, [Fraction(1)] * 78
    for rank in (0, 0, 12, 7):
        exact = [one * other for one, other in zip(exact, court.card_factors(again, rank), strict=True)]
        again[rank] -= 1
    assert together == pytest.approx([float(each) for each in exact])
    with pytest.raises(ValueError, match="no A is left"):
        court.round_of_cards([0] + [4] * 12, [0])


@rule(
    "GL-41", asserts="Every factor of money is 1 on average over all ends of a round, in fractions, for random stakes."
)
@pytest.mark.parametrize("name", ["macau", "punto-banco", "ponto-e-banca"])
def test_c02_money_factors_are_fair(name: str) -> None:
    ruleset, source = preset(name), random.Random(11)
    for _ in range(6):
        slips = [
            {chance: source.randint(1, 99_999) for chance in source.sample(sorted(ruleset.chances), k=3)}
            for _ in range(source.randint(1, 4))
        ]
        spread = distribution(ruleset, *slips)
        laid = Laid.of(spread)
        ends = [(court.money_factors(laid.place(result)), count) for result, count in spread.counts.items()]
        for place in range(12):
            assert sum(factors[place] * count for factors, count in ends) == spread.total
            assert min(factors[place] for factors, _ in ends) > 0


def test_c03_no_factor_is_below_nothing() -> None:
    laid = Laid.of(distribution(preset("macau"), {Chance.PONTO: 1_000}))
    for result in (-(10**9), -1_000, 0, 7, 10**9):
        assert min(court.money_factors(laid.place(result))) >= 0
    assert set(court.money_factors(Laid(Fraction(0), Fraction(0)).place(5))) == {1}


def test_the_alternatives_are_those_of_the_design() -> None:
    assert [len(ALTERNATIVES[each]) for each in (Stream.OUTCOMES, Stream.CARDS, Stream.MONEY)] == [24, 78, 12]
    sides = [one.what for one in ALTERNATIVES[Stream.OUTCOMES]]
    assert (sides.count("banca"), sides.count("ponto"), sides.count("empate")) == (6, 6, 12)
    for stream in EVENTS:
        assert {one.what for one in ALTERNATIVES[stream]} == {stream.value}
        assert [one.more for one in ALTERNATIVES[stream]] == [True, False] * 6
    assert sum(one.more for one in ALTERNATIVES[Stream.MONEY]) == 6
    assert sum(one.more for one in ALTERNATIVES[Stream.CARDS]) == 39


def test_thresholds_of_the_design() -> None:
    assert court.threshold(streams=3, rounds_a_day=20_000, years=10) == 219_000_000
    assert court.threshold(streams=3, rounds_a_day=200_000, years=10) == 2_190_000_000


@pytest.mark.parametrize(
    ("value", "rounds", "said"),
    [
        (0, 0, Drift.FEW),
        (0, 1_999, Drift.FEW),
        (0, 2_000, Drift.CALM),
        (9_999, 5_000, Drift.CALM),
        (10_000, 5, Drift.NOTE),
        (999_999, 5, Drift.NOTE),
        (1_000_000, 5, Drift.WATCH),
        (99_999_999, 5, Drift.WATCH),
        (100_000_000, 5, Drift.ALARM),
    ],
)
def test_levels(value: float, rounds: int, said: Drift) -> None:
    assert court.level(value, rounds=rounds, alarm=1e8) is said


def test_a_fair_past_is_forgotten() -> None:
    """Ten thousand rounds of ponto never won leave a trace that is gone as soon as it is: M, not the whole past."""
    factors = court.factors_by_winner(8)
    values = court.begun(Stream.OUTCOMES)
    for _ in range(2_000):
        values = court.following(values, factors[Winner.EMPATE])
        if court.evidence(values) > C:
            break
    assert court.grown_most(Stream.OUTCOMES, values).what == "empate"
    assert court.grown_most(Stream.OUTCOMES, values).more
    assert court.evidence(values) > C


def test_a_period_begins_and_ends() -> None:
    """The plain product: for 30 rounds of ponto alone more than a million to one, for none nothing."""
    factors = court.factors_by_winner(8)
    found = court.period(Stream.OUTCOMES, [factors[Winner.PONTO]] * 60)
    assert found.highest == found.last > 4
    assert court.period(Stream.OUTCOMES, []) == court.Period(0.0, 0.0)
    assert court.period(Stream.MONEY, [(0.0,) * 12, (1.0,) * 12]).last == float("-inf")


# Simulated. The factors of a round by what happened, drawn from the fair law or from one that is not.


def outcomes_of(seed: int, weights: Sequence[float]) -> Callable[[], Sequence[float]]:
    factors, draw = court.factors_by_winner(8), random.Random(seed).random
    first, second = weights[0], weights[0] + weights[1]
    by_side = [factors[side] for side in SIDES]

    def following() -> Sequence[float]:
        drawn = draw()
        return by_side[0] if drawn < first else by_side[1] if drawn < second else by_side[2]

    return following


def money_of(seed: int, *, dealt_again: float = 0) -> Callable[[], Sequence[float]]:
    """One bet on ponto a round; some rounds are dealt again, and the better end for the house is taken."""
    spread = distribution(preset("macau"), {Chance.PONTO: 1_000})
    laid, source = Laid.of(spread), random.Random(seed)
    ends = {result: court.factors_of_money(float(laid.place(result))) for result in spread.counts}
    results, weights = list(spread.counts), list(spread.counts.values())
    drawn: list[int] = []

    def draw() -> int:
        if not drawn:
            drawn.extend(source.choices(results, weights, k=2_000))
        return drawn.pop()

    def following() -> Sequence[float]:
        result = draw()
        if dealt_again and source.random() < dealt_again:
            result = max(result, draw())
        return ends[result]

    return following


def event_of(stream: Stream, seed: int, points: float = 0) -> Callable[[], Sequence[float]]:
    """Rounds of eight decks in which the outcome comes by so many points too often."""
    share = share_of(stream, 8)
    factors = {came: tuple(map(float, of)) for came, of in court.event_factors(share).items()}
    draw, least = random.Random(seed).random, float(share) + points / 100
    return lambda: factors[draw() < least]


def moved(**points: float) -> list[float]:
    shares = {side: float(FAIR[side]) for side in SIDES}
    for name, point in points.items():
        shares[Winner(name)] += point / 100
    return [shares[side] for side in SIDES]


def delays(begin: Callable[[int], Callable[[], Sequence[float]]], stream: Stream, runs: int, alarm: float) -> list[int]:
    found = [court.rounds_to(alarm, stream, begin(seed), most=2_000_000) for seed in range(runs)]
    assert None not in found
    return [each for each in found if each is not None]


@rule(
    "GL-41",
    asserts="Fair outcomes, pairs too, and fair money reach a threshold of 1,000 after 1,000 rounds on average or "
    "later, looked at after every round: sure to 99.9 % by 2,000 runs.",
)
@pytest.mark.parametrize("stream", [Stream.OUTCOMES, Stream.MONEY, Stream.PONTO_PAIR, Stream.BANCA_SIX])
def test_c06_false_alarms_are_as_rare_as_promised(stream: Stream) -> None:
    runs = 20_000 if LONG else 2_000
    fair = {Stream.OUTCOMES: lambda seed: outcomes_of(seed, moved()), Stream.MONEY: money_of}
    begin = fair.get(stream, lambda seed: event_of(stream, seed))
    found = delays(begin, stream, runs, 1_000)
    # One-sided at 99.9 %: of a thousand courts whose mean is below 1,000, one at most would look like this.
    assert mean(found) - 3.09 * stdev(found) / runs**0.5 >= 1_000
    assert mean(found) < 1_100  # and the bound is no exaggeration


def test_c06_cards() -> None:
    """Fair cards of six decks, four a round, watched over some shoes: M less the rounds stays about nothing."""
    source, over = random.Random(3), []
    for _ in range(60):
        shoe = [rank for rank in range(13) for _ in range(24)]
        source.shuffle(shoe)
        left, values = [24] * 13, court.begun(Stream.CARDS)
        for start in range(0, 200, 5):
            values = court.following(values, court.round_of_cards(left, shoe[start : start + 5]))
        over.append(court.evidence(values) - 40)
    assert abs(mean(over)) < 4 * stdev(over) / 60**0.5


DELAYS = [
    ("banca +2 points", 15_100, lambda seed: outcomes_of(seed, moved(banca=2, ponto=-2)), Stream.OUTCOMES, 60),
    ("ties -2 points", 5_800, lambda seed: outcomes_of(seed, moved(empate=-2, banca=1, ponto=1)), Stream.OUTCOMES, 60),
    ("a quarter dealt again", 1_970, lambda seed: money_of(seed, dealt_again=0.25), Stream.MONEY, 100),
    ("a tenth dealt again", 12_100, lambda seed: money_of(seed, dealt_again=0.10), Stream.MONEY, 60),
    ("banca +1 point", 55_600, lambda seed: outcomes_of(seed, moved(banca=1, ponto=-1)), Stream.OUTCOMES, 60),
    (
        "ties -1 point",
        20_700,
        lambda seed: outcomes_of(seed, moved(empate=-1, banca=0.5, ponto=0.5)),
        Stream.OUTCOMES,
        60,
    ),
    ("a twentieth dealt again", 41_900, lambda seed: money_of(seed, dealt_again=0.05), Stream.MONEY, 60),
    ("pairs +1 point", 17_600, lambda seed: event_of(Stream.PONTO_PAIR, seed, 1), Stream.PONTO_PAIR, 60),
    ("pairs -1 point", 17_800, lambda seed: event_of(Stream.BANCA_PAIR, seed, -1), Stream.BANCA_PAIR, 60),
    ("perfect pairs +1 point", 9_440, lambda seed: event_of(Stream.PERFECT_PAIR, seed, 1), Stream.PERFECT_PAIR, 60),
    ("banca's 6 -1 point", 13_300, lambda seed: event_of(Stream.BANCA_SIX, seed, -1), Stream.BANCA_SIX, 60),
]
"""Every row of the design's table that has a median, but the slowest, and of pairs and the 6 the medians of 400 runs
with other seeds; the last number is how many runs."""
LONGER = [
    ("banca +0.5 points", 195_000, lambda seed: outcomes_of(seed, moved(banca=0.5, ponto=-0.5)), Stream.OUTCOMES, 30),
]


@rule(
    "PT-74",
    asserts="Banca 1 or 2 points too often, ties 1 or 2 points too seldom, a pair or banca's 6 a point off, and every "
    "fourth, tenth or twentieth round dealt again for the house are found within 15 % of the rounds that the design "
    "foretells.",
)
@pytest.mark.parametrize(
    ("what", "foretold", "begin", "stream", "runs"),
    DELAYS + (LONGER if LONG else []),
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_c07_faults_are_found_when_foretold(
    what: str, foretold: int, begin: Callable[[int], Callable[[], Sequence[float]]], stream: Stream, runs: int
) -> None:
    found = median(delays(begin, stream, runs * (10 if LONG else 1), C))
    assert found == pytest.approx(foretold, rel=0.15), what


def test_c07_what_the_design_cannot_find_is_not_found() -> None:
    """Every fiftieth round dealt again stays below the threshold for 60,000 rounds, more often than not."""
    found = [
        court.rounds_to(C, Stream.MONEY, money_of(seed, dealt_again=0.02), most=60_000)
        for seed in range(100 if LONG else 10)
    ]
    assert found.count(None) > len(found) / 2
