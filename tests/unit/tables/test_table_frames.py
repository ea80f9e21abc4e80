"""Whatever a client sends is either a frame of the protocol or refused; nothing else ever comes out."""

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tables.live import frames

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


def test_deep_and_huge() -> None:
    assert parsed("[" * 3000 + "]" * 1000) is None
    assert parsed('{"do":"ping","t":1' + " " * 5000 + "}") is None
    assert parsed('{"do":"ping","t":1e999}') is None
    assert parsed(None) is None


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
        {"do": "snapshot"},
        {"do": "ping", "t": 12.5, "offset": None},
    ]
    assert {frame["do"] for frame in sound} == set(frames._READERS)
    assert all(parsed(json.dumps(frame)) is not None for frame in sound)
