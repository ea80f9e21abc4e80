"""`python -m baccarat` as strangers use it: shapes, exit status, and faults that name their entry and never trace."""

import json
import subprocess
import sys
from fractions import Fraction
from importlib import resources
from pathlib import Path

import pytest

from baccarat import answers
from baccarat.documents import DocumentInvalid, read_json

ROUND = {
    "preset": "macau",
    "decks": 8,
    "commission": "5-percent",
    "cards": ["9H", "KS", "KD", "7C"],
    "stakes": {"ponto": 100},
}
SLIP = {"preset": "macau", "minimum": 100, "max_prize": 10_000, "table": {}, "mine": {}, "slip": {"ponto": 500}}
CONFORMANCE = json.loads(resources.files("baccarat").joinpath("conformance.json").read_text("utf-8"))


def run(*arguments: str, given: str | bytes = "") -> tuple[int, str]:
    block = given.encode() if isinstance(given, str) else given
    done = subprocess.run([sys.executable, "-m", "baccarat", *arguments], input=block, capture_output=True, timeout=120)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


def test_odds() -> None:
    status, text = run("odds", "--preset", "live-baccarat", "--decks", "8", "--json")
    answer = json.loads(text)
    assert status == 0
    assert set(answer) == {"preset", "decks", "commission", "combinations", "bets"}
    assert answer["combinations"] == {
        "total": 4998398275503360,
        "ponto": 2230518282592256,
        "banca": 2292252566437888,
        "empate": 475627426473216,
    }
    assert len(answer["bets"]) == 15
    banca = answer["bets"]["banca"]
    assert banca["house_edge"] == "114753351728/10847218479825"
    assert banca["house_edge_percent"] == pytest.approx(1.057906, abs=5e-7)
    assert banca["rtp_percent"] == pytest.approx(98.942094, abs=5e-7)
    assert banca["standard_deviation"] == pytest.approx(0.927372, abs=5e-7)
    assert sum(Fraction(part) for part in banca["probability"].values()) == 1


def test_odds_to_read_and_off_a_remaining_shoe() -> None:
    assert "98.942094" in run("odds", "--preset", "punto-banco", "--decks", "8")[1]
    status, text = run("odds", "--preset", "macau", "--decks", "1", "--dealt", "AS,KD", "--json")
    assert status == 0
    assert json.loads(text)["combinations"]["total"] == 50 * 49 * 48 * 47 * 46 * 45


def test_odds_of_a_house_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'preset="ours"\ndecks=8\nshuffle="per-shoe"\ncommission="none"\nlimit_scheme="per-chance"\n'
        '[[offers]]\nchance="empate"\npays={win="9:1"}\n'
    )
    status, text = run("odds", "--ruleset", str(file), "--json")
    assert status == 0
    assert json.loads(text)["bets"]["empate"]["house_edge_percent"] == pytest.approx(4.844032, abs=5e-7)
    file.write_text("decks = ")
    assert json.loads(run("odds", "--ruleset", str(file))[1])["field"] == "ruleset"


@pytest.mark.parametrize(
    ("arguments", "field"),
    [
        ([], "command"),
        (["deal"], "command"),
        (["odds"], "preset"),
        (["odds", "--preset", "macao", "--json"], "preset"),
        (["odds", "--preset", "macau", "--decks", "0"], "decks"),
        (["odds", "--preset", "macau", "--decks", "17"], "decks"),
        (["odds", "--preset", "macau", "--decks", "8.0"], "decks"),
        (["odds", "--preset", "macau", "--decks", "-1"], "decks"),
        (["odds", "--preset", "macau", "--decks", "9" * 50], "decks"),
        (["odds", "--preset", "macau", "--commission", "10-percent"], "commission"),
        (["odds", "--preset", "macau", "--decks", "1", "--dealt", "AS,AS"], "dealt[1]"),
        (["odds", "--ruleset", "/nowhere/at-all.json"], "ruleset"),
        (["odds", "--ruleset", "x.json", "--decks", "8"], "decks"),
        (["verify-shoe", "/nowhere/at-all.json"], "file"),
        (["verify-shoe"], "command"),
    ],
)
def test_faulty_arguments(arguments: list[str], field: str) -> None:
    status, text = run(*arguments)
    answer = json.loads(text)
    assert (status, answer["field"]) == (2, field)
    assert answer["error"].startswith(field)


def test_adjudicate() -> None:
    status, text = run("adjudicate", given=json.dumps(ROUND | {"stakes": {"ponto": 100, "banca": 200, "empate": 50}}))
    assert status == 0
    assert json.loads(text) == {
        "ponto": {"cards": ["9H", "KD"], "total": 9},
        "banca": {"cards": ["KS", "7C"], "total": 7},
        "natural": True,
        "winner": "ponto",
        "bets": {
            "ponto": {"stake": 100, "result": "win", "prize": 100, "commission": 0, "returned": 200},
            "banca": {"stake": 200, "result": "lose", "prize": 0, "commission": 0, "returned": 0},
            "empate": {"stake": 50, "result": "lose", "prize": 0, "commission": 0, "returned": 0},
        },
        "staked": 350,
        "returned": 200,
    }


ACES = ["AS"] * 7


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"preset": "x"}, "preset"),
        ({"preset": None}, "preset"),
        ({"preset": 5}, "preset"),
        ({"preset": ["macau"]}, "preset"),
        ({"decks": 7}, "decks"),
        ({"decks": 0}, "decks"),
        ({"decks": True}, "decks"),
        ({"decks": 8.0}, "decks"),
        ({"decks": "8"}, "decks"),
        ({"decks": 10**40}, "decks"),
        ({"commission": "5"}, "commission"),
        ({"commission": 5}, "commission"),
        ({"commission": {}}, "commission"),
        ({"shuffle": "never"}, "shuffle"),
        ({"pairs": 1}, "pairs"),
        ({"round_of_shoe": 0}, "round_of_shoe"),
        ({"round_of_shoe": True}, "round_of_shoe"),
        ({"round_of_shoe": 1.5}, "round_of_shoe"),
        ({"cards": None}, "cards"),
        ({"cards": "9HKSKD7C"}, "cards"),
        ({"cards": []}, "cards"),
        ({"cards": ["9H", "KS", "KD"]}, "cards"),
        ({"cards": ["2H", "KS", "KD", "7C"]}, "cards"),
        ({"cards": ["9H", "KS", "KD", "10C"]}, "cards[3]"),
        ({"cards": ["9h", "KS", "KD", "7C"]}, "cards[0]"),
        ({"cards": ["9H", 5, "KD", "7C"]}, "cards[1]"),
        ({"cards": ["9H", ["KS"], "KD", "7C"]}, "cards[1]"),
        ({"cards": ["9H", None, "KD", "7C"]}, "cards[1]"),
        ({"decks": 6, "cards": ACES}, "cards[6]"),
        ({"cards": ["AS"] * 1000}, "cards"),
        ({"stakes": None}, "stakes"),
        ({"stakes": []}, "stakes"),
        ({"stakes": {"player": 100}}, "stakes.player"),
        ({"stakes": {"lucky-six": 100}}, "stakes.lucky-six"),
        ({"stakes": {"ponto": 0}}, "stakes.ponto"),
        ({"stakes": {"ponto": -100}}, "stakes.ponto"),
        ({"stakes": {"ponto": True}}, "stakes.ponto"),
        ({"stakes": {"ponto": 1.0}}, "stakes.ponto"),
        ({"stakes": {"ponto": "100"}}, "stakes.ponto"),
        ({"stakes": {"ponto": None}}, "stakes.ponto"),
        ({"stakes": {"ponto": 10**30}}, "stakes.ponto"),
        ({"stakes": {"ponto": 10**300}}, "stakes.ponto"),
        ({"stake": {}}, "stake"),
        ({"ruleset": {}}, "preset"),
    ],
)
def test_adjudicate_faults(change: dict, field: str) -> None:
    with pytest.raises(DocumentInvalid) as fault:
        answers.adjudicate(read_json(json.dumps(ROUND | change)))
    assert fault.value.field == field
    assert len(str(fault.value)) < 500


@pytest.mark.parametrize(("number", "open_"), [(1, True), (50, True), (51, False)])
def test_adjudicate_asks_the_round_of_the_shoe(number: int, open_: bool) -> None:
    document = ROUND | {"preset": "live-baccarat", "round_of_shoe": number, "stakes": {"par-perfeito": 100}}
    if open_:
        assert answers.adjudicate(document)["staked"] == 100
        return
    with pytest.raises(DocumentInvalid) as fault:
        answers.adjudicate(document)
    assert fault.value.field == "stakes.par-perfeito"
    assert "round 51" in fault.value.why


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "document"),
        ("{", "document"),
        ("null", "document"),
        ("[]", "document"),
        ("5", "document"),
        ('{"preset": NaN}', "document"),
        ('{"decks": Infinity}', "document"),
        ('{"preset": "macau", "preset": "macau"}', "preset"),
        ('{"preset": "macau", "stakes": {"ponto": 1, "ponto": 2}}', "ponto"),
        ("[" * 100_000, "document"),
        ('{"decks": ' + "9" * 5000 + "}", "document"),
        (b"\xff\xfe", "document"),
        (b"\xef\xbb\xbf{}", "document"),
        ('{"\\ud83d\\ude00": 1}', "\U0001f600"),
    ],
)
def test_documents_that_are_none(text: str | bytes, field: str) -> None:
    with pytest.raises(DocumentInvalid) as fault:
        answers.adjudicate(read_json(text))
    assert fault.value.field == field


def test_check() -> None:
    assert run("check", given=json.dumps(SLIP)) == (0, '{"accepted": true}\n')
    status, text = run("check", given=json.dumps(SLIP | {"slip": {"ponto": 10_001}}))
    assert status == 0
    assert json.loads(text) == {"accepted": False, "rule": "R43a", "bet": "ponto", "asked": 10_001, "most": 10_000}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"minimum": None}, "minimum"),
        ({"minimum": 0}, "minimum"),
        ({"minimum": 1.0}, "minimum"),
        ({"minimum": True}, "minimum"),
        ({"max_prize": -1}, "max_prize"),
        ({"max_prize": "1"}, "max_prize"),
        ({"limits": {"ponto": 100}}, "limits.ponto"),
        ({"limits": 5}, "limits"),
        ({"preset": "ponto-e-banca", "limits": {"ponto": 7001}}, "limits.ponto"),
        ({"table": {"ponto": -1}}, "table.ponto"),
        ({"table": []}, "table"),
        ({"mine": {"ponto": 5}}, "mine.ponto"),
        ({"slip": None}, "slip"),
        ({"slip": {"ponto": 1.5}}, "slip.ponto"),
        ({"slip": {"lucky-six": 100}}, "slip.lucky-six"),
        ({"slip": {"ponto": 10**19}}, "slip.ponto"),
        ({"pairs_combined": 0}, "pairs_combined"),
        ({"preset": "live-baccarat", "round_of_shoe": 61, "slip": {"par-ponto": 100}}, "slip.par-ponto"),
    ],
)
def test_check_faults(change: dict, field: str) -> None:
    with pytest.raises(DocumentInvalid) as fault:
        answers.check(read_json(json.dumps(SLIP | change)))
    assert fault.value.field == field


@pytest.mark.parametrize(
    ("document", "field"),
    [
        ({}, "results"),
        (None, "document"),
        (["player"], "[0]"),
        (["ponto", 1], "[1]"),
        ([{"winner": "ponto", "ponto_pair": 1}], "[0].ponto_pair"),
        ([{"winner": "ponto", "pair": True}], "[0].pair"),
        ([{}], "[0].winner"),
        ({"results": [None]}, "results[0]"),
    ],
)
def test_roads_faults(document: object, field: str) -> None:
    with pytest.raises(DocumentInvalid) as fault:
        answers.roads(document)
    assert fault.value.field == field


def test_lines_answer_every_line_and_go_on() -> None:
    lines = [json.dumps(ROUND), "{", "", json.dumps(ROUND | {"decks": 9}), json.dumps(ROUND)]
    status, text = run("adjudicate", "--lines", given="\n".join(lines))
    answered = [json.loads(line) for line in text.splitlines()]
    assert status == 0
    assert [answer.get("field") for answer in answered] == [None, "document", "document", "decks", None]
    assert answered[0]["returned"] == 200
    assert len(run("check", "--lines", given=(json.dumps(SLIP) + "\n") * 30)[1].splitlines()) == 30
    assert len(run("roads", "--lines", given='["ponto"]\n["banca"]\n')[1].splitlines()) == 2


def test_verify_shoe(tmp_path: Path) -> None:
    vectors = json.loads(resources.files("baccarat").joinpath("verifier", "vectors.json").read_text("utf-8"))["vectors"]
    file = tmp_path / "proof.json"
    for vector in (vectors[0], vectors[5]):
        file.write_text(json.dumps(vector["proof"]))
        status, text = run("verify-shoe", str(file))
        answer = json.loads(text)
        if vector["valid"]:
            assert (status, answer["valid"], answer["proven"]) == (0, True, 5)
        else:
            assert (status, answer["field"]) == (2, vector["field"])
            assert "at place" in answer["error"]
    file.write_text(json.dumps(vectors[3]["proof"]))
    status, text = run("verify-shoe", str(file))
    assert (status, json.loads(text)["valid"], json.loads(text)["proven"]) == (3, None, 0), "nothing shown is no proof"


def within(expected: dict, answer: dict) -> bool:
    return all(
        within(value, answer[key]) if isinstance(value, dict) else answer[key] == value
        for key, value in expected.items()
    )


def test_conformance_prints_the_vectors() -> None:
    status, text = run("conformance")
    assert (status, json.loads(text)) == (0, CONFORMANCE)
    assert len(CONFORMANCE["drawing"]) == 110


@pytest.mark.parametrize("vector", CONFORMANCE["adjudicate"] + CONFORMANCE["check"], ids=lambda vector: vector["name"])
def test_conformance_of_rounds_and_slips(vector: dict) -> None:
    answer = answers.adjudicate if "cards" in vector["request"] else answers.check
    assert within(vector["answer"], answer(vector["request"]))


@pytest.mark.parametrize("vector", CONFORMANCE["odds"], ids=lambda vector: json.dumps(vector["request"]))
def test_conformance_of_odds(vector: dict) -> None:
    request = vector["request"]
    answer = answers.odds_answer(answers.odds_ruleset(request["preset"], request["decks"], request.get("commission")))
    assert within({"combinations": vector.get("combinations", {})}, answer)
    for chance, printed in vector.get("house_edge_percent", {}).items():
        assert f"{answer['bets'][chance]['house_edge_percent']:.6f}" == printed
