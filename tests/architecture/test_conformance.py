"""The conformance matrix tells the truth: what it names is there, and its proofs are those that the tests bear."""

from pathlib import Path

import pytest

from casino.conformance import matrix, proofs, rules
from casino.conformance.proofs import Proof
from casino.conformance.rules import Rule
from reporting.catalogue import CATALOGUE
from tests.rules import UnknownRuleError, proven_by, rule

ROOT = Path(__file__).resolve().parents[2]
ANEW = "write it anew: ./sabot manage write_conformance"


def test_every_rule_is_proven_or_says_why_not() -> None:
    assert list(matrix.check(rules.rules(), proofs.shipped(), frozenset(CATALOGUE))) == []


def test_every_rule_of_the_regulation_and_every_row_of_the_law_is_in_it() -> None:
    ids = {rule.id for rule in rules.rules()}
    wanted = {f"R{number}" for number in range(1, 44)}
    wanted |= {f"PT-{number:02d}" for number in range(1, 86)}
    wanted |= {f"PT-R{number:02d}" for number in range(1, 22)}
    wanted |= {f"G{number}" for number in range(65, 76)}
    assert wanted <= ids


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
        (Rule("X1", "nothing"), "neither code nor a reason why not"),
        (Rule("X1", "claimed", code=("baccarat.play",)), "claimed, and no test proves it"),
        (Rule("P1", "no code", code=("baccarat.nowhere",)), "no code baccarat.nowhere"),
        (Rule("P1", "no address", code=("baccarat.play",), screens=("portal:nowhere",)), "no address portal:nowhere"),
        (Rule("P1", "no report", code=("baccarat.play",), reports=("nowhere",)), "no report nowhere"),
        (Rule("P1", "both", apart="not ours"), "a reason why nothing answers it, and yet something"),
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
        '@rule("R1", asserts="One.")\nasync def test_one():\n    pass\n'
        'class TestMany:\n    @rule("R1", "R2", asserts="Two.")\n    def test_two(self):\n        pass\n'
        '@rule("R3", asserts="No test.")\ndef helper():\n    pass\n'
    )
    (tmp_path / "tests" / "test_y.py").write_text('from elsewhere import rule\n@rule("R4")\ndef test_y(): pass\n')
    one, two = (
        Proof("tests/test_x.py", "test_one", "One."),
        Proof("tests/test_x.py", "TestMany::test_two", "Two."),
    )
    assert proofs.collected(tmp_path) == {"R1": (two, one), "R2": (two,)}
