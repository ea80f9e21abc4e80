"""The conformance matrix tells the truth: what it names is there, and its proofs are those that the tests bear."""

import re
from pathlib import Path

import pytest

from casino.conformance import matrix, proofs, rules
from casino.conformance.proofs import Proof
from casino.conformance.rules import Rule, State
from reporting.catalogue import CATALOGUE
from tests.rules import UnknownRuleError, proven_by, rule

ROOT = Path(__file__).resolve().parents[2]
STANDARDS = {"GL": 50, "RN": 13, "UK": 15, "MT": 5, "DK": 2, "PA": 3, "MO": 1}
"""The rows of each standard, numbered from 1."""
ANEW = "write it anew: ./sabot manage write_conformance"


def test_every_rule_is_proven_or_says_why_not() -> None:
    assert list(matrix.check(rules.rules(), proofs.shipped(), frozenset(CATALOGUE))) == []


def test_every_rule_of_the_regulation_and_every_row_of_the_law_is_in_it() -> None:
    ids = {rule.id for rule in rules.rules()}
    wanted = {f"R{number}" for number in range(1, 44)}
    wanted |= {f"PT-{number:02d}" for number in range(1, 86)}
    wanted |= {f"PT-R{number:02d}" for number in range(1, 22)}
    wanted |= {f"G{number}" for number in range(65, 76)}
    for source, last in STANDARDS.items():
        wanted |= {f"{source}-{number:02d}" for number in range(1, last + 1)}
    assert wanted <= ids


def test_each_part_has_the_rules_of_its_source() -> None:
    for part in rules.parts():
        assert {re.match("[A-Z]+", each.id)[0] for each in part.rules} == {part.source}  # type: ignore[index]


def test_no_test_proves_many_rules_without_a_reason() -> None:
    """A claim is easily put on a test that is there already."""
    assert proofs.crowded(proofs.collected()) == {}
    many = {f"R{number}": (Proof("tests/test_x.py", "test_x", "It is so."),) for number in range(1, 4)}
    assert proofs.crowded(many) == {("tests/test_x.py", "test_x"): ("R1", "R2", "R3")}
    said = many | {"R3": (Proof("tests/test_x.py", "test_x", "It is so.", shared="One page has it all."),)}
    assert proofs.crowded(said) == {}
    assert proofs.crowded({rule: proven for rule, proven in many.items() if rule != "R3"}) == {}


def test_how_far_a_rule_is_kept_follows() -> None:
    found = [
        Rule("X1", "all", code=("baccarat.play",)),
        Rule("X2", "a part", code=("baccarat.play",), lacks="The rest."),
        Rule("X3", "nothing", lacks="All of it."),
        Rule("X4", "elsewhere", not_ours="It is another’s."),
    ]
    assert [rule.state for rule in found] == [State.MET, State.PARTLY, State.MISSING, State.NOT_OURS]
    assert matrix.counts(found) == dict.fromkeys(State, 1)


def test_the_shipped_proofs_are_those_that_the_tests_bear() -> None:
    assert proofs.FILE.read_text(encoding="utf-8") == proofs.written(proofs.collected()), ANEW


def test_the_page_is_the_matrixs_own() -> None:
    assert (ROOT / "docs" / "conformance.md").read_text(encoding="utf-8") == matrix.document(), ANEW


def test_every_mark_of_the_collected_tests_is_read(request: pytest.FixtureRequest) -> None:
    """In a run of all tests: a mark that pytest sees and the reader does not would prove a rule unseen."""
    read = {(each, proof) for each, found in proofs.collected().items() for proof in found}
    assert {(each, Proof(**proof)) for item in request.session.items for each, proof in proven_by(item)} <= read


@pytest.mark.parametrize(
    ("false", "fault"),
    [
        (Rule("X1", "nothing"), "neither code, nor what is missing, nor a reason why not"),
        (Rule("X1", "claimed", code=("baccarat.play",)), "claimed, and no test proves it"),
        (Rule("P1", "no code", code=("baccarat.nowhere",)), "no code baccarat.nowhere"),
        (Rule("P1", "no address", code=("baccarat.play",), screens=("portal:nowhere",)), "no address portal:nowhere"),
        (Rule("P1", "no report", code=("baccarat.play",), reports=("nowhere",)), "no report nowhere"),
        (Rule("P1", "both", not_ours="another’s"), "a reason why it is not ours, and yet something"),
        (Rule("X1", "both", not_ours="another’s", lacks="All."), "a reason why it is not ours, and yet something"),
        (Rule("X1", "partly", code=("baccarat.play",), lacks="The rest."), "claimed, and no test proves it"),
        (Rule("P1", "missing", lacks="All of it."), "proven, and no code keeps it"),
    ],
    ids=lambda value: value.asks if isinstance(value, Rule) else "",
)
def test_a_false_rule_is_named(false: Rule, fault: str) -> None:
    proven = {"P1": (Proof("tests/test_x.py", "test_x", "It is so."),)} if false.id == "P1" else {}
    assert f"{false.id}: {fault}" in list(matrix.check((false,), proven, frozenset(CATALOGUE)))


def test_a_proof_of_no_rule_is_named() -> None:
    stray = {"X9": (Proof("tests/test_x.py", "test_x", "It is so."),)}
    assert list(matrix.check((), stray, frozenset(CATALOGUE))) == ["X9: a proof of no rule"]
    with pytest.raises(UnknownRuleError, match="X9"):
        rule("R1", "X9", asserts="It is so.")
    with pytest.raises(UnknownRuleError, match="nothing"):
        rule(asserts="It is so.")


def test_proofs_are_read_from_functions_and_classes(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_x.py").write_text(
        "from tests.rules import rule\n"
        '@rule("R1", asserts="One.", shared="Because.")\nasync def test_one():\n    pass\n'
        'class TestMany:\n    @rule("R1", "R2", asserts="Two.")\n    def test_two(self):\n        pass\n'
        '@rule("R3", asserts="No test.")\ndef helper():\n    pass\n'
    )
    (tmp_path / "tests" / "test_y.py").write_text('from elsewhere import rule\n@rule("R4")\ndef test_y(): pass\n')
    one, two = (
        Proof("tests/test_x.py", "test_one", "One.", shared="Because."),
        Proof("tests/test_x.py", "TestMany::test_two", "Two."),
    )
    assert proofs.collected(tmp_path) == {"R1": (two, one), "R2": (two,)}
