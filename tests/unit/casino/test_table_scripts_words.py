"""Decisions and words of the table's scripts: one press, side bets, costs, money, chips, clock, store and calls."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from baccarat.chances import Chance
from tables.labels import LETTERS
from tests.rules import rule
from tests.scripts import run

pytestmark = pytest.mark.usefixtures("scripts_page")


@rule(
    "D3",
    asserts="“Deal” sends the bets that are written, deals those already accepted, and does nothing without either.",
)
def test_one_press_deals_what_is_written_or_lies_there() -> None:
    views = [
        {"draft": {"ponto": 500}, "accepted": {"banca": 100}},
        {"draft": {}, "accepted": {"banca": 100}},
        {"draft": {}, "accepted": {}},
    ]
    told = run("solo.js", "v.map((view) => m.dealLines(view) === undefined ? 'nothing' : m.dealLines(view))", views)
    assert told == [{"ponto": 500}, None, "nothing"]


@rule(
    "D3",
    asserts="“Repeat” lays the whole last bet; it lays nothing if one of its chances is not offered, if other bets lie "
    "there, or if there was none.",
)
def test_a_repeat_is_whole_or_not_at_all() -> None:
    last = {"ponto": 500, "par-ponto": 100}
    whole = {"last": last, "draft": {}, "accepted": {}, "offered": ["ponto", "par-ponto", "banca"]}
    views = [
        whole,
        whole | {"offered": ["ponto", "banca"]},
        whole | {"draft": {"ponto": 100}},
        whole | {"accepted": {"ponto": 100}},
        whole | {"last": {}},
    ]
    told = run("solo.js", "v.map((view) => m.repeatLines(view) ?? null)", views)
    assert told == [last, None, None, None, None]


def test_spots_lie_in_the_felt_s_order_and_share() -> None:
    known = ["banca", "ponto", "empate", "banca-no-commission", "lucky-six", "par-banca", "par-ponto", "qualquer-par"]
    told = run(
        "sides.js", "[m.rows(v), m.covered('banca', v), m.covered('banca', ['banca']), m.covered('ponto', v)]", known
    )
    assert told == [
        {"main": ["par-ponto", "ponto", "empate", "banca", "par-banca"], "sides": ["lucky-six", "qualquer-par"]},
        ["banca", "banca-no-commission"],
        ["banca"],
        ["ponto"],
    ]


def test_a_spot_says_won_only_of_the_player_s_own_bet() -> None:
    told = run("spots.js", "['win', 'push', 'lose'].map((outcome) => m.fateWords(outcome, true))", None)
    assert told == ["ganhou", "devolvida", "perdeu"]
    assert run("spots.js", "m.fateWords('win', false)", None) == "saiu"


def test_a_closed_side_bet_says_since_when() -> None:
    rounds = [{}, {"offered": ["par-perfeito"]}, {"offered": ["ponto"]}]
    told = run("sides.js", "v.map((round) => m.closedWords('par-perfeito', round))", rounds)
    assert told == ["", "", "fecha a partir da jogada 51 do sabot"]
    assert run("sides.js", "m.closedWords('par-ponto', v)", {"offered": []}) == "não disponível nesta jogada"
    assert run("sides.js", "['par-perfeito', 'ponto'].map(m.untilWords)", None) == ["até à jogada 50 do sabot", ""]


@pytest.mark.parametrize(
    ("cost", "elapsed", "rate"),
    [(100, 0, None), (100, 179_999, None), (100, 180_000, 2_000), (0, 3_600_000, 0), (333, 3_600_000, 333)],
)
def test_the_cost_by_the_hour_waits_for_three_minutes(cost: int, elapsed: int, rate: int | None) -> None:
    assert run("cost.js", f"m.hourly({cost}, {elapsed})", None) == rate


def test_the_cost_of_playing_is_written() -> None:
    you = {"session": "s", "started_at": 0, "session_cost": 412, "away": False}
    told = run(
        "cost.js",
        "(m.drawCost(v, 600_000, { away() {}, leave() {} }),"
        " [node('cost').hidden, node('cost-so-far').textContent, node('cost-hour').textContent])",
        you,
    )
    assert told == [False, "4,12 €", "≈ 24,72 €"]
    assert run("cost.js", "(m.drawCost(null, 0, {}), node('cost').hidden)", None) is True


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (6 * 60_000, None),
        (5 * 60_000, "Faltam 5 minutos para o limite de tempo que definiu"),
        (1_000, "Falta 1 minuto para o limite"),
        (0, "Chegou ao limite de tempo que definiu"),
    ],
)
def test_one_s_own_limit_of_time_is_announced(left: int, words: str | None) -> None:
    you = {"session": "s", "play_until": 1_000_000 + left}
    told = run(
        "cost.js", "(m.drawTime(v, 1_000_000), [node('strip-time').hidden, node('strip-time').textContent])", you
    )
    assert told[0] is (words is None)
    assert str(told[1]).startswith(words or "")


def test_every_chance_has_letters_of_its_own() -> None:
    assert set(LETTERS) == set(Chance)
    letters = run("texts.js", "v.map(m.chanceLetter)", [chance.value for chance in Chance])
    assert len(set(letters)) == len(letters)
    assert all(len(each) <= 4 for each in letters)


@pytest.mark.parametrize(
    ("stakes", "seen", "counted"),
    [
        ({}, [], []),
        ({"empate": 5_00, "ponto": 5_00}, ["ponto", "empate"], []),
        ({"empate": 5_00, "banca": 12_50, "ponto": 25_00}, ["ponto"], ["banca", "empate"]),
        ({"par-banca": 12_50, "empate": 12_50, "banca": 12_50}, ["banca"], ["empate", "par-banca"]),
        ({"lucky-six": 1_00, "banca": 1_234_567_89}, ["banca"], ["lucky-six"]),
        ({"banca": 123_456_789_012_34}, ["banca"], []),
    ],
)
def test_a_seat_shows_the_most_important_stakes(stakes: dict[str, int], seen: list[str], counted: list[str]) -> None:
    assert run("seats.js", "m.split(v).map((part) => part.map(([id]) => id))", stakes) == [seen, counted]


def test_a_rule_is_cited_where_there_is_one() -> None:
    rules = ["R43b", "PT-22", "cap", "FUNDS", "offered", None]
    assert run("texts.js", "v.map(m.ruleMark)", rules) == [" (R43b)", "", "", "", "", ""]


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("37,50", 3750), ("37.5", 3750), ("1 234,50", 123450), ("1.234,50", 123450), ("37 €", 3700), ("0,01", 1),
        ("", None), ("0", None), ("-5", None), ("1,2,3", None), ("12,345", None), ("1e3", None), ("١٢", None),
        ("9" * 40, None),
    ],
)  # fmt: skip
def test_amounts_are_read_as_the_house_reads_them(text: str, cents: int | None) -> None:
    assert run("money.js", "m.parse(v)", text) == cents


def test_money_is_written_as_the_locale_writes_it() -> None:
    told = run(
        "money.js", "v.map((cents) => [m.money(cents), m.signed(cents), m.brief(cents)])", [0, 5, 123450, -100000]
    )
    assert told == [
        ["0,00 €", "0,00 €", "0"],
        ["0,05 €", "+0,05 €", "0,05"],
        ["1 234,50 €", "+1 234,50 €", "1 234,50"],
        ["−1 000,00 €", "−1 000,00 €", "1 000"],
    ]


def test_chips_fit_the_minimum() -> None:
    told = run(
        "chips.js",
        "v.map(m.denominations)",
        [100, 500, 1000, 3_000_000],
    )
    assert told == [
        [100, 500, 2500, 10000, 50000],
        [500, 2500, 10000, 50000, 100000],
        [2500, 10000, 50000, 100000, 500000],
        [3_000_000, 6_000_000, 15_000_000, 30_000_000, 60_000_000],
    ]


@given(st.lists(st.integers(1, 10**9), min_size=200, max_size=200))
@settings(max_examples=3, deadline=None)
def test_no_chip_is_below_the_minimum(minimums: list[int]) -> None:
    for minimum, chips in zip(minimums, run("chips.js", "v.map(m.denominations)", minimums), strict=True):
        assert len(set(chips)) == 5
        assert chips == sorted(chips)
        assert chips[0] >= minimum


def test_piles_make_the_stake() -> None:
    assert run("chips.js", "[...m.pile(v, false).children].map((chip) => chip.textContent)", 7_000) == [
        "25",
        "25",
        "5",
        "5",
        "5",
        "5",
    ]
    assert len(run("chips.js", "[...m.pile(v, true).children]", 9_999_999_99)) == 6


@rule(
    "PT-34",
    asserts="The script writes a playing time of 59.999 s as 0:00:59, of 3,723 s as 1:02:03 and of ten hours as "
    "10:00:00.",
)
def test_the_time_at_the_table_is_told_to_the_second() -> None:
    told = run("bar.js", "v.map(m.length)", [-5, 0, 59_999, 3_723_000, 36_000_000])
    assert told == ["0:00:00", "0:00:00", "0:00:59", "1:02:03", "10:00:00"]


@rule(
    "PT-34",
    asserts="The page's clock follows the server's answers with the shortest trips; a player's own clock set seven "
    "hours ahead moves it by nothing.",
)
def test_the_clock_follows_the_quickest_pings_and_not_the_players_own() -> None:
    """A client's clock that is hours off moves nothing: only the server's answers count."""
    told = run(
        "clock.js",
        "(() => { const c = new m.Clock(); c.guess(v.server); const first = c.now() - performance.now();"
        " for (const [sent, trip, off] of v.pings) c.sample(sent, v.server + sent + trip / 2 + off, sent + trip);"
        " const real = Date.now; Date.now = () => real() + 7 * 3_600_000; const later = c.now() - performance.now();"
        " c.guess(0); return [first, later, c.now() - performance.now()]; })()",
        {"server": 5_000_000, "pings": [[10, 4, 0], [20, 900, 400], [30, 6, 1], [40, 5, 0], [50, 700, -300]]},
    )
    assert abs(told[0] - (5_000_000)) < 2_000
    assert [round(each) for each in told[1:]] == [5_000_000, 5_000_000]


def test_a_gap_asks_for_a_snapshot_and_stale_events_change_nothing() -> None:
    told = run(
        "state.js",
        "(() => { const s = new m.Store(); const said = v.map((message) => s.take(message));"
        " return [said, s.version, s.state, s.you]; })()",
        [
            {"say": "event", "v": 3, "set": {"sums": {"ponto": 1}}},
            {"say": "snapshot", "v": 4, "state": {"sums": {}, "round": 1}, "you": None},
            {"say": "event", "v": 4, "set": {"sums": {"ponto": 9}}},
            {"say": "event", "v": 5, "set": {"sums": {"ponto": 5}}},
            {"say": "event", "v": 7, "set": {"sums": {"ponto": 7}}},
            {"say": "you", "you": {"balance": 10}},
            {"say": "pong"},
        ],
    )
    assert told == [
        ["gap", "new", "old", "new", "gap", "new", "other"],
        5,
        {"sums": {"ponto": 5}, "round": 1},
        {"balance": 10},
    ]


@rule("R27", asserts="While bets are taken a shared table calls «Façam as vossas apostas».")
@pytest.mark.parametrize(
    ("table", "scene", "call"),
    [
        ({"status": "open", "kind": "shared"}, None, "«Façam as vossas apostas»"),
        ({"status": "open", "kind": "individual"}, None, "Aposte e dê as cartas quando quiser"),
        ({"status": "paused", "kind": "shared"}, None, "Mesa em pausa"),
        ({"status": "open", "kind": "individual", "why": "proof"}, None, "O jogo está fechado por agora"),
        (
            {"status": "open", "kind": "individual", "why": "held"},
            None,
            "Em espera",
        ),
    ],
)
def test_calls(table: dict[str, Any], scene: object, call: str) -> None:
    view = {"round": {"phase": "betting", "closes_at": 9}, "table": table, "scene": scene}
    assert run("ring.js", "m.callOf(v.round, v.table, true, v.scene)", view) == call


@rule("R27", asserts="Once betting has closed an open table calls «Jogo feito, nada mais».")
@rule("F4", asserts="While a closing table takes its last bets it calls «Último golpe. Façam as vossas apostas».")
def test_the_last_round_is_called_as_such() -> None:
    calls = run(
        "ring.js",
        "v.map(([round, table, betting, scene]) => m.callOf(round, table, betting, scene))",
        [
            [{"phase": "betting", "last": True}, {"status": "closing", "kind": "shared"}, True, None],
            [{"phase": "betting"}, {"status": "open"}, False, None],
            [{"phase": "settled", "last": True}, {"status": "open"}, False, {"done": True}],
            [{"phase": "settled", "last": True}, {"status": "closing"}, False, {"done": True}],
            [{"phase": "settled"}, {"status": "open", "why": "held"}, False, {"done": True}],
            [{"phase": "settled"}, {"status": "open", "why": "proof"}, False, {"done": True}],
            [{"phase": "waiting"}, {"status": "open", "why": "proof"}, False, None],
            [{"phase": "void"}, {"status": "open"}, False, None],
            [{"phase": "waiting"}, {"status": "closed"}, False, None],
        ],
    )
    assert calls == [
        "«Último golpe. Façam as vossas apostas»",
        "«Jogo feito, nada mais»",
        "Foi o último golpe deste sabot: segue-se um novo",
        "«Último golpe»: a mesa fecha",
        "Em espera",
        "O jogo está fechado por agora",
        "O jogo está fechado por agora",
        "Jogada anulada: apostas devolvidas",
        "Mesa fechada",
    ]


TIE = {"winner": "empate", "ponto": {"total": 8}, "banca": {"total": 8}, "natural": True}
FOUR_BETS = {
    "bets": [
        {"chance": "ponto", "outcome": "push", "stake": 1000, "returned": 1000},
        {"chance": "empate", "outcome": "win", "stake": 500, "returned": 4500},
        {"chance": "par-ponto", "outcome": "win", "stake": 200, "returned": 2400},
        {"chance": "par-banca", "outcome": "lose", "stake": 300, "returned": 0},
    ],
    "commission": 0,
    "result": 5900,
}
"""Two of them win: the page says each."""


@rule(
    "GL-28",
    asserts="Of four bets on one round the page says which two won and how much, +40,00 € on the tie and +22,00 € on "
    "the pair, and the total of the player’s result.",
)
@rule(
    "G61",
    asserts="The result is said in words: “Empate: Ponto 8, Banca 8”, which of the player's bets won, and +59,00 € as "
    "the player's result.",
)
def test_results_are_said_whole() -> None:
    assert run("said.js", "m.resultWords(v[0], v[1])", [TIE, FOUR_BETS]) == (
        "Empate: Ponto 8, Banca 8. Ganhou: Empate +40,00 €, Par do ponto +22,00 €. O seu resultado: +59,00 €."
    )
    assert run("said.js", "m.resultWords(v, null)", TIE) == "Empate: Ponto 8, Banca 8."


@rule(
    "GL-28",
    asserts="The box of the result shows what each of four bets on one round won, took or gave back, and their total.",
)
def test_the_box_of_the_result_has_every_bet() -> None:
    shown = (
        "(m.drawOutcome(v[0], { done: true }, v[1]),"
        " [...node('outcome').children].map((part) => part.textContent).slice(0, 4))"
    )
    assert run("felt.js", shown, [{"code": "x", "phase": "settled", "deal": TIE}, FOUR_BETS]) == [
        "Empate",
        "8 a 8 · «Natural!»",
        "+59,00 €",
        "Ponto 0 € · Empate +40 € · Par do ponto +22 € · Par da banca −3 €",
    ]


@rule(
    "G61", asserts="The hand of the winner is marked as won and the other as lost; in a tie both won and neither lost."
)
@pytest.mark.parametrize(
    ("winner", "won", "lost"),
    [
        ("ponto", ["ponto"], ["banca"]),
        ("banca", ["banca"], ["ponto"]),
        ("empate", ["ponto", "banca"], []),
        (None, [], []),
    ],
)
def test_the_hands_are_marked_by_who_won(winner: str | None, won: list[str], lost: list[str]) -> None:
    hand = {"cards": [], "total": None, "natural": False}
    scene = {"ponto": hand, "banca": hand, "done": winner is not None}
    told = run(
        "felt.js",
        "(m.drawHands(v[0], v[1], 0), ['data-won', 'data-lost'].map((mark) =>"
        " ['ponto', 'banca'].filter((side) => node(`hand-${side}`).hasAttribute(mark))))",
        [{"code": "x", "deal": {"winner": winner}}, scene],
    )
    assert told == [won, lost]
