"""The matrix looked up in the tree: each rule with where its code, proofs, screens and reports really are."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from django.urls import NoReverseMatch, get_resolver

from casino.conformance import faults, proofs
from casino.conformance.proofs import ROOT, Proof, Proofs
from casino.conformance.rules import Part, Rule, State, parts


class Missing(LookupError):
    """The matrix names something that is not there."""


def check(rules: tuple[Rule, ...], proven: Proofs, reports: frozenset[str]) -> Iterator[str]:
    """The faults of the matrix, rule by rule; `reports` are the names in the catalogue."""
    known = {rule.id for rule in rules}
    if len(known) != len(rules):
        yield "an id stands twice"
    yield from (f"{rule}: a proof of no rule" for rule in proven if rule not in known)
    addresses = _addresses()
    for rule in rules:
        yield from (f"{rule.id}: {fault}" for fault in _faults(rule, rule.id in proven))
        yield from (f"{rule.id}: no address {name}" for name in rule.screens if name not in addresses)
        yield from (f"{rule.id}: no report {name}" for name in rule.reports if name not in reports | {"daily"})
        try:
            _code(rule)
        except Missing as missing:
            yield str(missing)


def _faults(rule: Rule, proven: bool) -> Iterator[str]:
    if rule.not_ours and (rule.code or rule.lacks or proven):
        yield "a reason why it is not ours, and yet something"
    if not rule.code and not rule.not_ours and not rule.lacks:
        yield "neither code, nor what is missing, nor a reason why not"
    if not rule.code and proven:
        yield "proven, and no code keeps it"
    if rule.code and not proven:
        yield "claimed, and no test proves it"


def _code(rule: Rule) -> list[Path]:
    """The files of the rule's code, within the tree. Raises `Missing`, which names the rule and the missing module."""
    found = []
    for name in rule.code:
        path = ROOT / name if "/" in name else ROOT / (name.replace(".", "/") + ".py")
        path = path if path.exists() else path.with_suffix("") / "__init__.py"
        if not path.exists():
            raise Missing(f"{rule.id}: no code {name}")
        found.append(path.relative_to(ROOT))
    return found


def _addresses() -> frozenset[str]:
    resolver = get_resolver()
    names = set()
    for space in ("portal", "backoffice"):
        try:
            _, inner = resolver.namespace_dict[space]
        except (KeyError, NoReverseMatch):
            continue
        names |= {f"{space}:{name}" for name in inner.reverse_dict if isinstance(name, str)}
    return frozenset(names)


_HEAD: Final = """\
# The conformance matrix

Every rule of the game, every row of the law and of the standards that were compared: the code that keeps it, what the
tests assert of it, the screen where it is seen, the report that tells of it (J10). `./sabot manage write_conformance`
makes this page: the rules stand in `casino/conformance/rules.toml`, each test names the rules that it proves
(`@rule` of `tests/rules.py`), and `./sabot bench planted` tries faults ([0198](adr/0198-met-partly-or-not.md)). Staff
read the same at `/casa/conformidade/`. The proofs run with every build: a failing one fails the build.

| state | |
|---|---|
| met | code keeps it, and the tests named here prove it |
| partly | so does a part; the missing part is named |
| missing | nothing here keeps it yet |
| not ours | it is not for this program, for the reason that is said |
"""


def document(proven: Proofs | None = None) -> str:
    """The matrix as the page docs/conformance.md, in English."""
    shown = proofs.shipped() if proven is None else proven
    sections = "".join(_section(part, shown) for part in parts())
    return _HEAD + _counts() + _planted() + sections + _shared(shown)


def counts(rules: Iterable[Rule]) -> dict[State, int]:
    """How many rules are in each state; every state is there."""
    found = Counter(rule.state for rule in rules)
    return {state: found[state] for state in State}


def _counts() -> str:
    head = "\n| source | " + " | ".join(state.value for state in State) + " | of |\n|---|" + "---:|" * 5 + "\n"
    lines = [(part.title, counts(part.rules)) for part in parts()]
    total = ("**all**", counts(rule for part in parts() for rule in part.rules))
    return head + "".join(
        f"| {title} | " + " | ".join(map(str, found.values())) + f" | {sum(found.values())} |\n"
        for title, found in (*lines, total)
    )


def _planted() -> str:
    tried = [fault for each in faults.shipped().values() for fault in each]
    caught = sum(fault.caught for fault in tried)
    return (
        f"\n**Planted faults.** {caught} of {len(tried)} small faults, one at least in every rule that is kept, "
        "were caught by the very test that is named beside them. They stand with their rules below.\n"
    )


def _section(part: Part, proven: Proofs) -> str:
    columns = ("id", "state", "what it asks", "code", "what the tests assert", "screens", "reports")
    head = f"\n## {part.title}\n\n| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n"
    return head + "".join(_line(rule, proven) for rule in part.rules)


def _line(rule: Rule, proven: Proofs) -> str:
    code = ", ".join(f"[{path.stem}](../{path.as_posix()})" for path in _code(rule)) or "–"
    tests = [f"[{proof.asserts}](../{proof.path})" for proof in proven.get(rule.id, ())]
    tests += [f"*{_said(fault)}*" for fault in faults.shipped().get(rule.id, ())]
    tests += [f"*Missing: {rule.lacks}*"] * bool(rule.lacks) + [f"*{rule.not_ours}*"] * bool(rule.not_ours)
    state = rule.state.value.replace("-", " ")
    cells = rule.id, state, rule.asks, code, "<br>".join(tests), _names(rule.screens), _names(rule.reports)
    return "| " + " | ".join(cells) + " |\n"


def _said(fault: faults.Fault) -> str:
    return f"{'Caught' if fault.caught else 'Not caught'} ({fault.day}): {fault.what}"


def _shared(proven: Proofs) -> str:
    """The tests that prove many rules, each with the reason."""
    why: dict[Proof, set[str]] = {}
    for rule, found in proven.items():
        for proof in found:
            why.setdefault(replace(proof, asserts="", shared=""), set()).add(rule)
    reasons = {
        replace(proof, asserts="", shared=""): proof.shared
        for each in proven.values()
        for proof in each
        if proof.shared
    }
    lines = (
        f"| [{proof.test}](../{proof.path}) | {', '.join(sorted(why[proof]))} | {reason} |\n"
        for proof, reason in sorted(reasons.items(), key=lambda each: (each[0].path, each[0].test))
    )
    head = "\n## Tests that prove three rules or more\n\n| test | rules | why one test |\n|---|---|---|\n"
    return head + "".join(lines)


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"
