"""The parts of the browser's verifier, held to those of `verify_days.py`: lines, tables, game, signatures, words."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from baccarat.cards import DECK
from baccarat.chances import Chance
from baccarat.rulesets import PRESETS, Commission, preset, preset_data
from reporting.evidence.notes import signature_of
from reporting.verifier import verify_days
from reporting.verifier.verify_days import MalformedError
from tests.days_in_node import Browser, started
from tests.sealed_days import HOUSE, WITNESSES, document_of

LEFT_TO_PYTHON = {"stamp-absent", "stamp-unchecked", "stamp-wrong"}
BYTES = "Uint8Array.from(atob(each), (letter) => letter.charCodeAt(0))"
SEEDS = [
    '{"a":1,"b":[null,true,false,-7],"c":{"d":"x","e_1":""}}',
    '{"a":"\\u0007\\n\\"\\\\","b":"é","c":"\\ud800","d":"\U0001f0a1"}',
    '{"a":9007199254740991,"b":9007199254740992,"c":-0,"d":123456789012345678901234567890}',
    '{"a":1.0,"b":1e5,"c":-1.5e-7,"d":1E400,"e":12345678901234567.0,"f":0.0001,"g":NaN,"h":-Infinity}',
    '{"b":1,"a":2,"a":3,"A":4,"":5,"it\'s":6,"__proto__":7}',
    '{"id":12,"round":"r","person":"p","chance":"c","code":[1,"x",null,{"k":true}],"at":"2026-03-29T01:00:00.000000Z"}',
    ' {"a" : [ ] , "b" : { } } ',
    "[1,2]",
    '"x"',
    '{"a":"a\u0301"}',
    '{"a":' * 17 + "1" + "}" * 17,
    '{"a":[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]}',
    "\ufeff{}",
    "{" * 3000,
    '{"a":01}',
    '{"a":1.}',
    '{"a":-}',
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
    '{"a":1,}',
    "",
]


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with started(tmp_path_factory.mktemp("modules")) as running:
        yield running


def lines() -> list[bytes]:
    """Lines as they are, and with bytes flipped, put in, taken out."""
    chance = random.Random(5)
    found = [each.encode(errors="surrogatepass") for each in SEEDS]
    for _ in range(3000):
        body = bytearray(chance.choice(found[: len(SEEDS) - 9]))
        at = chance.randrange(len(body))
        how = chance.randrange(4)
        if how == 0:
            body[at] ^= 1 << chance.randrange(8)
        elif how == 1:
            body.insert(at, chance.choice(b' {}[]",:0123456789.eE+-\\u\n\xc3\xa9'))
        elif how == 2:
            del body[at]
        else:
            body[at:at] = chance.choice([b"NaN", b"1e9", b"-0", b'"x"', b"9" * 20, b"null", b",", b"\\ud800", b" "])
        found.append(bytes(body))
    return [each for each in found if not each.startswith((b"\xff\xfe", b"\xfe\xff")) and 0 not in each[:4]]


def test_every_line_is_read_or_refused_with_the_same_words(browser: Browser) -> None:
    given = lines()
    due = [(reason(each), verify_days.column_of(each), verify_days.key_text("bets.jsonl", each)) for each in given]
    asked = f"""v.map((each) => {{
      const body = {BYTES};
      try {{ return [JSON.stringify(m.readLine(body)), m.columnOf(body)]; }}
      catch (error) {{ return [error.message, m.columnOf(body)]; }}
    }})"""
    found = browser.run("json.js", asked, [base64(each) for each in given])
    wrong = [(body, one, other) for body, one, other in zip(given, due, found, strict=True) if list(one[:2]) != other]
    assert wrong == []
    keys = browser.run("lines.js", f'v.map((each) => m.keyText("bets.jsonl", {BYTES}))', [base64(e) for e in given])
    wrong = [(body, one[2], key) for body, one, key in zip(given, due, keys, strict=True) if one[2] != key]
    assert wrong == []
    assert len({each[0] for each in due}) > 20


def reason(body: bytes) -> str:
    """The record of a line as text, or why it is none."""
    try:
        return verify_days.written(verify_days.read_line(body))
    except MalformedError as error:
        return str(error)


def base64(block: bytes) -> str:
    return verify_days.base64.b64encode(block).decode()


def test_the_game_is_the_same_in_both(browser: Browser) -> None:
    rulesets = [document_of(preset(name)) for name in PRESETS]
    modes = [mode for mode in preset_data("macau").commissions if isinstance(mode, Commission)]
    rulesets += [document_of(preset("macau", commission=mode)) for mode in modes]
    chance, asked, due = random.Random(3), [], []
    for _ in range(400):
        cards = [str(card) for card in chance.sample(DECK, chance.choice([3, 5, 6, 6, 6, 6]))]
        ruleset, stake = chance.randrange(len(rulesets)), chance.choice([1, 7, 1035, 10**12, 2**53 - 1])
        asked.append([cards, ruleset, stake])
        due.append(played(cards, rulesets[ruleset], stake))
    expression = """v[2].map(([cards, ruleset, stake]) => {
      const said = (work) => { try { return work(); } catch (error) { return error.message; } };
      const round = said(() => m.play(cards));
      if (typeof round === "string") return [round];
      const bets = v[1].map((chance) => said(() => m.settle(v[0][ruleset], chance, stake, round).join("/")));
      return [round.winner, round.count, ...bets];
    })"""
    assert browser.run("game.js", expression, [rulesets, [each.value for each in Chance], asked]) == due


def played(cards: list[str], ruleset: dict[str, Any], stake: int) -> list[Any]:
    """A round of these cards and every bet on it, as the Python file has them."""
    try:
        result = verify_days.play(cards)
    except MalformedError as error:
        return [str(error)]
    said = []
    for each in Chance:
        try:
            said.append("/".join(map(str, verify_days.settle(ruleset, each.value, stake, result))))
        except MalformedError as error:
            said.append(str(error))
    return [result.winner, result.count, *said]


STRANGE_OFFERS: list[Any] = [
    None, "", "x", 7, {}, [], {"x": 1}, [7], [{}], [{"chance": "ponto"}], [{"chance": "ponto", "pays": None}],
    [{"chance": "ponto", "pays": [{"event": "win"}]}], [{"chance": "ponto", "pays": [{"event": "win", "ratio": None}]}],
    *([{"chance": "ponto", "pays": [{"event": "win", "ratio": ratio}], "commission": "none"}]
      for ratio in (7, "1", "1:0", "0:0", "-3:2", "3:-2", " 1_0 : 2 ", "1:2:3", "a:b", "+1:3")),
    *([{"chance": "ponto", "pays": [{"event": "win", "ratio": "1:1"}], "commission": mode}]
      for mode in (None, "", [], {}, 0, False, "x", [1], 7, "5-percent")),
    [{"chance": "ponto", "pays": [{"event": "win", "ratio": "1:1"}]}],
    [{"chance": "ponto", "pays": [{"event": None, "ratio": "1:1"}], "commission": None}],
]  # fmt: skip


def test_rules_that_no_house_has_are_read_the_same(browser: Browser) -> None:
    cards = ["9S", "2H", "9D", "3C"]
    due = []
    for offers in STRANGE_OFFERS:
        try:
            found = verify_days.settle({"offers": offers}, "ponto", 1001, verify_days.play(cards))
            due.append("/".join(map(str, found)))
        except (MalformedError, KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError):
            due.append(None)
    expression = """v[0].map((offers) => {
      try { return m.settle({ offers }, "ponto", 1001, m.play(v[1])).join("/"); } catch { return null; }
    })"""
    assert browser.run("game.js", expression, [STRANGE_OFFERS, cards]) == due


def test_tables_and_sentences_are_the_python_files(browser: Browser) -> None:
    due = {name: list(each) for name, each in verify_days.KINDS.items() if name not in LEFT_TO_PYTHON}
    assert browser.run("kinds.js", "m.KINDS", None) == due
    assert browser.run("kinds.js", "[...m.ONLY_ABSENT]", None) == sorted(verify_days.ONLY_ABSENT - LEFT_TO_PYTHON)
    assert browser.run("kinds.js", "m.SAID", None) == {name: list(each) for name, each in verify_days.SAID.items()}
    assert browser.run("kinds.js", "m.LANGUAGES", None) == list(verify_days.LANGUAGES)
    joins = {code: [list(pair) for pair in pairs] for code, pairs in verify_days.JOINS.items()}
    assert browser.run("ledger.js", "m.JOINS", None) == joins
    assert browser.run("game.js", "m.PONTO_DRAWS", None) == sorted(verify_days.PONTO_DRAWS)
    assert browser.run("game.js", "m.BANCA_DRAWS_ON", None) == list(verify_days.BANCA_DRAWS_ON.values())
    kept = {mode: {str(won): list(part) for won, part in each.items()} for mode, each in verify_days.KEPT.items()}
    assert browser.run("game.js", "m.KEPT", None) == kept


def test_its_own_arithmetic_checks_signatures_as_the_browsers_does(browser: Browser) -> None:
    public, text = HOUSE.verifier.public, "casa.example\n"
    message, signature = text.encode(), signature_of(HOUSE.line(text))[1][4:]
    tries = [(public, signature, message), (public, signature, message + b"x"), (public, signature[:-1], message)]
    tries += [(WITNESSES[0].verifier.public, signature, message), (b"\xff" * 32, signature, message)]
    tries += [
        (public, signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :], message) for at in (0, 31, 32, 63)
    ]
    due = [verify_days.slow_holds(*each) for each in tries]
    assert due == [True] + [False] * 8
    expression = f"Promise.all(v.map((three) => m.NAME(...three.map((each) => {BYTES}))))"
    given = [[base64(part) for part in each] for each in tries]
    for name in ("slowHolds", "holds"):
        assert browser.run("ed25519.js", expression.replace("NAME", name), given) == due


def test_digests_of_every_length_are_right(browser: Browser) -> None:
    lengths = [0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 1000]
    blocks = [bytes(range(256)) * 4 for _ in lengths]
    given = [base64(block[:length]) for block, length in zip(blocks, lengths, strict=True)]
    for name, digest in (("sha256", verify_days.hashlib.sha256), ("sha512", verify_days.hashlib.sha512)):
        found = browser.run(f"{name}.js", f"v.map((each) => [...m.{name}({BYTES})])", given)
        assert [bytes(each) for each in found] == [
            digest(block[:n]).digest() for block, n in zip(blocks, lengths, strict=True)
        ]
    parts = f"[...v.reduce((hash, each) => hash.add({BYTES}), new m.Sha256()).end()]"
    whole = b"".join(block[:length] for block, length in zip(blocks, lengths, strict=True))
    assert bytes(browser.run("sha256.js", parts, given)) == verify_days.hashlib.sha256(whole).digest()
