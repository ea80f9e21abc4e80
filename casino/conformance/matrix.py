"""The matrix looked up in the tree: each rule with where its code, proofs, screens and reports really are."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.urls import NoReverseMatch, get_resolver

from casino.conformance import proofs
from casino.conformance.proofs import ROOT, Proofs
from casino.conformance.rules import Part, Rule, parts


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
    if rule.apart and (rule.code or rule.unproven or proven):
        yield "a reason why nothing answers it, and yet something"
    if not rule.apart and not rule.code:
        yield "neither code nor a reason why not"
    if not rule.apart and not rule.unproven and not proven:
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

Every rule of the game and every row of the law: the code that keeps it, what the tests assert of it, the screen where
it is seen, the report that tells of it (J10). `./sabot manage write_conformance` makes this page: the rules stand in
`casino/conformance/rules.toml`, and each test names the rules that it proves (`@rule` of `tests/rules.py`). A test
fails if this page or `casino/conformance/proofs.json` differs from what is collected, if a rule has neither a proof nor
a reason, and if code, address or report are not there. The proofs run with every build: a failing one fails the build.

«R» are the numbers of Regulation 812/2015, «L» the live text, «F» the leaflet, «D» the solo text, «G» the general
obligations at the end of the gazette's text, «PT» the rows of the law and of Regulation 903-B/2015. «GL» are rows of
the testing standard GLI-19 and «RN» the requirements on the random generator: not all of them are in the matrix yet.
"""


def document(proven: Proofs | None = None) -> str:
    """The matrix as the page docs/conformance.md, in English."""
    shown = proofs.shipped() if proven is None else proven
    return _HEAD + "".join(_section(part, shown) for part in parts())


def _section(part: Part, proven: Proofs) -> str:
    whole = sum(rule.id in proven and not rule.unproven for rule in part.rules)
    head = f"\n## {part.title}\n\n{whole} of {len(part.rules)} rules are proven here.\n\n"
    head += "| id | what it asks | code | what the tests assert | screens | reports |\n|---|---|---|---|---|---|\n"
    return head + "".join(_line(rule, proven) for rule in part.rules)


def _line(rule: Rule, proven: Proofs) -> str:
    if rule.apart:
        return f"| {rule.id} | {rule.asks} | *{rule.apart}* | | | |\n"
    code = ", ".join(f"[{path.stem}](../{path.as_posix()})" for path in _code(rule))
    tests = [f"[{proof.asserts}](../{proof.path})" for proof in proven.get(rule.id, ())]
    tests += [f"*Not proven: {rule.unproven}*"] * bool(rule.unproven)
    cells = rule.id, rule.asks, code, "<br>".join(tests), _names(rule.screens), _names(rule.reports)
    return "| " + " | ".join(cells) + " |\n"


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"
