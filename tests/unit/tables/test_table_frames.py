"""Every frame of a client is either a frame of the protocol or refused; nothing else ever comes out."""

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tables.live import frames
from tests.rules import rule

KEY = "2f1c7a0e-9d0b-4d8a-8f0e-6c1f7a4b5d11"
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
names = st.sampled_from(["key", "seat", "round", "lines", "currency", "t", "offset", "away", "extra"])


def parsed(text: str | None) -> Any:
    """The frame, or null where it was refused."""
    try:
        return frames.parse(text)
    except frames.FrameInvalid:
        return None


@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    parsed(text)


@given(st.sampled_from(sorted(frames._READERS)), st.dictionaries(names, anything, max_size=6))
@settings(max_examples=300)
def test_any_fields(do: str, fields: dict[str, Any]) -> None:
    frame = parsed(json.dumps({"do": do, **fields}))
    if isinstance(frame, frames.BetFrame):
        assert all(type(cents) is int for cents in frame.lines.values())
    if isinstance(frame, frames.Sit):
        assert frame.seat is None or 1 <= frame.seat <= 9


def test_random_bytes_by_the_thousand() -> None:
    dice = random.Random(812)
    for _ in range(20_000):
        text = dice.randbytes(dice.randrange(64)).decode("latin-1")
        assert parsed(text) is None


def test_cut_and_mangled_frames() -> None:
    dice = random.Random(2015)
    sound = json.dumps({"do": "bet", "key": KEY, "round": "mesa-1", "lines": {"ponto": 1000, "par-banca": 500}})
    assert isinstance(parsed(sound), frames.BetFrame)
    for _ in range(5_000):
        at = dice.randrange(len(sound))
        mangled = sound[:at] + chr(dice.randrange(32, 0x2FFF)) + sound[at + dice.randrange(3) :]
        frame = parsed(mangled)
        assert frame is None or isinstance(frame, frames.BetFrame)


hostile = st.one_of(
    st.integers(1, 3_900).map(lambda digits: "9" * digits),
    st.integers(1, 3_900).map(lambda digits: "-" + "1" * digits),
    st.integers(1, 2_000).map(lambda digits: "0." + "7" * digits),
    st.integers(0, 5_000).map(lambda power: f"1e{power}"),
    st.integers(0, 5_000).map(lambda power: f"-1E-{power}"),
    st.integers(1, 1_900).map(lambda deep: "[" * deep + "]" * deep),
    st.integers(1, 700).map(lambda deep: '{"a":' * deep + "1" + "}" * deep),
    st.integers(1, 3_900).map(lambda long: json.dumps("x" * long)),
    st.sampled_from(
        [
            "NaN",
            "Infinity",
            "-Infinity",
            "-0",
            "1.0",
            '"\\ud800"',
            '"\\udfff\\ud800"',
            '"\\u0000"',
            '"１２"',
            "{}",
            "[]",
            "null",
        ]
    ),
    st.builds(lambda name, value: f'{{"{name}":{value},"{name}":{value}}}', names, st.sampled_from(["1", "9" * 400])),
    st.builds(
        lambda chance, cents: f"{{{chance}:{cents}}}",
        st.sampled_from(['"ponto"', '"\\ud800"', '"\\u0000"', '""', json.dumps("c" * 900)]),
        st.sampled_from(["1", "9" * 21, "9" * 309, "9" * 3_000, "1.5", "true", "-" + "9" * 20]),
    ),
    anything.map(json.dumps),
)
"""Values as they stand on the wire, which no encoder of ours would write."""


def sound_text(value: Any) -> bool:
    """Whether the database and every encoder take it."""
    return not isinstance(value, str) or (value.isascii() and value.isprintable() and len(value) <= frames.WORD_MAX)


@given(
    st.sampled_from(sorted(frames._READERS)), st.lists(st.tuples(names, hostile), max_size=6), st.booleans(), st.data()
)
@settings(max_examples=600)
def test_hostile_values_in_every_frame(
    do: str, fields: list[tuple[str, str]], keyed: bool, data: st.DataObject
) -> None:
    """Numbers of any length, deep nesting, names twice, NaN, huge strings, half surrogate pairs: refused or bounded."""
    said = dict(fields) if data.draw(st.booleans()) else fields
    pairs = [f'"do":"{do}"', *([f'"key":"{KEY}"'] if keyed else [])]
    pairs += [f'"{name}":{value}' for name, value in (said.items() if isinstance(said, dict) else said)]
    frame = parsed("{" + ",".join(pairs) + "}")
    if isinstance(frame, frames.Ping):
        json.dumps(frame.t, allow_nan=False)
        assert abs(frame.t) < 1e309
    if isinstance(frame, frames.BetFrame | frames.Deal):
        assert sound_text(frame.round)
        for chance, cents in (frame.lines or {}).items():
            assert sound_text(chance)
            assert abs(cents) < 10**frames.DIGITS_MAX
    if isinstance(frame, frames.BetFrame):
        assert sound_text(frame.currency or "")


def test_a_number_of_too_many_digits_is_refused_before_it_is_read() -> None:
    for digits in (frames.DIGITS_MAX + 1, 309, 330, 3_900):
        assert parsed('{"do":"ping","t":' + "9" * digits + "}") is None
        lines = '{"ponto":' + "9" * digits + "}"
        assert parsed(f'{{"do":"bet","key":"{KEY}","round":"r","lines":{lines}}}') is None
        assert parsed(f'{{"do":"sit","key":"{KEY}","seat":' + "9" * digits + "}") is None
    assert parsed('{"do":"ping","t":-' + "9" * frames.DIGITS_MAX + "}") is not None


def test_text_that_the_database_cannot_keep_is_refused() -> None:
    for word in ("\\ud800", "\\u0000", "", "jogada-\\u00e7"):
        assert parsed(f'{{"do":"bet","key":"{KEY}","round":"{word}","lines":{{"ponto":1}}}}') is None
        assert parsed(f'{{"do":"bet","key":"{KEY}","round":"r","lines":{{"{word}":1}}}}') is None
        assert parsed(f'{{"do":"bet","key":"{KEY}","round":"r","lines":{{"ponto":1}},"currency":"{word}"}}') is None


def test_deep_and_huge() -> None:
    assert parsed("[" * 3000 + "]" * 1000) is None
    assert parsed('{"do":"ping","t":1' + " " * 5000 + "}") is None
    assert parsed('{"do":"ping","t":1e999}') is None
    assert parsed(None) is None


@rule(
    "UK-08",
    "UK-09",
    asserts="A page can send thirteen kinds of message: none shortens a round, and none begins more than one; one that "
    "names a number of rounds is refused.",
)
def test_every_frame_of_the_protocol() -> None:
    sound = [
        {"do": "sit", "key": KEY, "seat": None},
        {"do": "bet", "key": KEY, "round": "r", "lines": {"ponto": -100}, "currency": "EUR"},
        {"do": "deal", "key": KEY, "round": "r"},
        {"do": "deal", "key": KEY, "round": "r", "lines": {"ponto": 100}},
        {"do": "leave"},
        {"do": "away", "away": True},
        {"do": "shown"},
        {"do": "checked"},
        {"do": "cut", "shoe": "macau-1/12", "commitment": "0f" * 32},
        {"do": "show", "shoe": "macau-1/12", "number": "0f" * 16},
        {"do": "lift", "round": "r", "hand": "banca", "card": 2, "edge": "long", "lift": 100},
        {"do": "turn", "round": "r", "hand": "ponto", "index": 2},
        {"do": "snapshot"},
        {"do": "ping", "t": 12.5, "offset": None},
    ]
    assert {frame["do"] for frame in sound} == set(frames._READERS)
    assert all(parsed(json.dumps(frame)) is not None for frame in sound)
    assert all(parsed(json.dumps(frame | {"rounds": 2})) is None for frame in sound)


def test_a_cut_names_its_shoe_and_has_its_digits() -> None:
    cut = {"do": "cut", "shoe": "macau-1/12", "commitment": "0f" * 32}
    show = {"do": "show", "shoe": "macau-1/12", "number": "0f" * 16}
    assert parsed(json.dumps(show)) == frames.ShowNumber(shoe="macau-1/12", number=b"\x0f" * 16)
    for frame, name in ((cut, "commitment"), (show, "number")):
        digits = frame[name]
        for wrong in (
            digits[1:],
            digits + "0",
            digits.upper(),
            f"{digits[:-1]}g",
            f"{digits}\n",
            "",
            None,
            7,
            [digits],
        ):
            assert parsed(json.dumps(frame | {name: wrong})) is None
        for shoe in ("", None, "x" * 65, 12):
            assert parsed(json.dumps(frame | {"shoe": shoe})) is None
        assert parsed(json.dumps(frame | {"seat": 1})) is None


def test_a_lifted_card_is_one_of_those_that_there_are() -> None:
    lift = {"do": "lift", "round": "r", "hand": "ponto", "card": 0, "edge": "short", "lift": 0}
    assert parsed(json.dumps(lift)) == frames.Lift(round="r", hand="ponto", card=0, edge="short", lift=0)
    wrong = {
        "round": ["", None, "x" * 65],
        "hand": ["empate", "", None, 0, ["ponto"]],
        "card": [3, -1, "0", None, 0.0, True],
        "edge": ["corner", None, 0],
        "lift": [101, -1, 10.5, "10", None, False],
    }
    for name, values in wrong.items():
        for value in values:
            assert parsed(json.dumps(lift | {name: value})) is None, (name, value)
    turn = {"do": "turn", "round": "r", "hand": "banca", "index": 0}
    assert parsed(json.dumps(turn)) == frames.Turn(round="r", hand="banca", index=0)
    for index in (1, 3, "0", None, False):
        assert parsed(json.dumps(turn | {"index": index})) is None
