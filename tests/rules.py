"""`@rule`: a test says which rules it proves, and what it asserts of them."""

import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

_FILE: Final = Path(__file__).resolve().parents[1] / "casino" / "conformance" / "rules.toml"
KNOWN: Final = frozenset(
    rule["id"] for part in tomllib.loads(_FILE.read_text(encoding="utf-8"))["parts"] for rule in part["rules"]
)


class UnknownRuleError(LookupError):
    """A test proves a rule that rules.toml does not have."""


def rule(*ids: str, asserts: str, shared: str = "") -> pytest.MarkDecorator:
    """Mark a test as the proof of these rules. `asserts` is one sentence: what the test asserts of them. A test that
    proves three rules or more says in one of its marks why: `shared`.

    After a change `./sabot manage write_conformance` brings it into the matrix. `-m rule` runs the proofs alone.
    """
    if not ids or not set(ids) <= KNOWN:
        raise UnknownRuleError(f"not in {_FILE.name}: {', '.join(sorted(set(ids) - KNOWN)) or 'a proof of nothing'}")
    return pytest.mark.rule(*ids, asserts=asserts, shared=shared)


def proven_by(item: pytest.Item) -> list[tuple[str, dict[str, Any]]]:
    """What a collected test proves, as a row of proofs.json has it."""
    name = item.nodeid.partition("::")[2].partition("[")[0]
    path = item.nodeid.partition("::")[0]
    return [
        (each, {"path": path, "test": name, **mark.kwargs}) for mark in item.iter_markers("rule") for each in mark.args
    ]
