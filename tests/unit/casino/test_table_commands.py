"""Typed lines at the table for ears."""

from typing import Any

import pytest

from tests.scripts import run

pytestmark = pytest.mark.usefixtures("scripts_page")

CHANCES = ["par-ponto", "ponto", "empate", "banca", "par-banca"]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("p 50", {"do": "lay", "chance": "ponto", "cents": 50_00}),
        ("  B  1 234,50 ", {"do": "lay", "chance": "banca", "cents": 1_234_50}),
        ("empate 5", {"do": "lay", "chance": "empate", "cents": 5_00}),
        ("q 10", {"do": "lay", "chance": "par-ponto", "cents": 10_00}),
        ("-p", {"do": "back", "chance": "ponto"}),
        ("p", {"do": "amount", "chance": "ponto"}),
        ("p -5", {"do": "amount", "chance": "ponto"}),
        ("p 1e3", {"do": "amount", "chance": "ponto"}),
        ("p 0", {"do": "amount", "chance": "ponto"}),
        ("ok", {"do": "confirm"}),
        ("Confirmar", {"do": "confirm"}),
        ("?", {"do": "now"}),
        ("ULTIMA", {"do": "last"}),
        ("última", {"do": "last"}),
        ("room b", {"do": "room", "chance": "banca"}),
        ("resto", {"do": "room"}),
        ("sentar 4", {"do": "sit", "seat": 4}),
        ("sit", {"do": "sit"}),
        ("", {"do": "next"}),
        ("constructor", {"do": "unknown"}),
        ("__proto__ 5", {"do": "unknown"}),
        ("<b>", {"do": "unknown"}),
    ],
)
def test_a_line_is_an_act(line: str, command: dict[str, Any]) -> None:
    assert run("commands.js", f"m.commandOf(v, {CHANCES})", line) == command


def test_a_chance_that_the_table_has_not_is_no_command() -> None:
    assert run("commands.js", "m.commandOf(v, ['ponto', 'banca'])", "q 10") == {"do": "unknown"}
