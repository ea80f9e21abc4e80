"""The tests that prove the rules: collected from the tests of the tree, and shipped as proofs.json.

A test bears `@rule("R1", asserts="…")` of tests/rules.py. The product cannot import tests, so they are read as text.
"""

import ast
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("proofs.json")
ROOT: Final = Path(__file__).resolve().parents[2]
IMPORT: Final = "from tests.rules import rule\n"
MANY: Final = 3
"""A test that proves so many rules says why: a claim is easily put on a test that is there already."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Proof:
    """A test, and what it asserts of a rule."""

    path: str
    """The file, within the tree."""
    test: str
    """The function; that of a class as `TestClass::test_function`."""
    asserts: str
    shared: str = ""
    """Why one test proves `MANY` rules or more, if it does."""


Proofs = dict[str, tuple[Proof, ...]]
"""By the id of the rule."""


@cache
def shipped() -> Proofs:
    """The proofs as they were collected when this program was released."""
    written = json.loads(FILE.read_text(encoding="utf-8"))
    return {rule: tuple(Proof(**proof) for proof in proofs) for rule, proofs in written.items()}


def collected(root: Path = ROOT) -> Proofs:
    """The proofs that the tests below `root` bear now, by path and place."""
    found: dict[str, list[Proof]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        if IMPORT in source:
            for rule, proof in _marked(path.relative_to(root).as_posix(), ast.parse(source)):
                found.setdefault(rule, []).append(proof)
    return {rule: tuple(found[rule]) for rule in sorted(found)}


def crowded(proofs: Proofs) -> dict[tuple[str, str], tuple[str, ...]]:
    """The tests that prove `MANY` rules or more and say not why, each by path and name, with its rules."""
    rules: dict[tuple[str, str], list[str]] = {}
    said = set()
    for rule, found in proofs.items():
        for test, shared in dict.fromkeys(((proof.path, proof.test), proof.shared) for proof in found):
            rules.setdefault(test, []).append(rule)
            if shared:
                said.add(test)
    each = {test: tuple(dict.fromkeys(proven)) for test, proven in rules.items() if test not in said}
    return {test: proven for test, proven in each.items() if len(proven) >= MANY}


def written(proofs: Proofs) -> str:
    """The text of proofs.json: a line for each proof."""
    lines = {rule: ",\n".join(f"    {_line(proof)}" for proof in each) for rule, each in proofs.items()}
    return "{\n" + ",\n".join(f'  "{rule}": [\n{each}\n  ]' for rule, each in lines.items()) + "\n}\n"


def _line(proof: Proof) -> str:
    return json.dumps({name: value for name, value in asdict(proof).items() if value}, ensure_ascii=False)


def _marked(path: str, tree: ast.Module) -> Iterator[tuple[str, Proof]]:
    for name, function in _tests(tree):
        for mark in function.decorator_list:
            if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name) and mark.func.id == "rule":
                said = {str(each.arg): ast.literal_eval(each.value) for each in mark.keywords}
                yield from ((ast.literal_eval(rule), Proof(path, name, **said)) for rule in mark.args)


def _tests(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions that pytest takes for tests."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            yield from ((f"{node.name}::{each.name}", each) for each in _functions(node.body))
    yield from ((each.name, each) for each in _functions(tree.body))


def _functions(body: list[ast.stmt]) -> Iterator[Function]:
    return (each for each in body if isinstance(each, Function) and each.name.startswith("test_"))
