"""Small faults for a source: comparisons, numbers, signs and conditions changed, statements and members left out."""

import ast
import copy
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
SHAPES: Final = {"property", "dataclass", "staticmethod", "classmethod", "lru_cache", "cache", "overload"}
"""Decorators without which nothing can run, or which only save time."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault at a line: the piece from `begin` to `end` (offsets of the source in UTF-8) replaced."""

    line: int
    what: str
    begin: int
    end: int
    text: str

    def applied(self, source: bytes) -> bytes:
        """The source with the fault in it."""
        return source[: self.begin] + self.text.encode() + source[self.end :]


def mutants_of(source: bytes) -> list[Mutant]:
    """Every fault that can be put into a source, each still a valid program."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node, text, what in _faults(ast.parse(source)):
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        if isinstance(node, ast.expr) and what == "decorator left out":
            begin -= 1  # its @
        mutant = Mutant(node.lineno, what, begin, end, text)
        try:
            ast.parse(mutant.applied(source))
        except SyntaxError:
            continue  # a decorator on lines of its own, a piece of a formatted string
        found.append(mutant)
    return found


class Source:
    """Where the faults of a source are: in which function, in which statement."""

    def __init__(self, content: bytes) -> None:
        self._tree = tree = ast.parse(content)
        self._functions = list(_outermost(tree))
        self._statements = [each for each in ast.walk(tree) if isinstance(each, ast.stmt)]
        self._uses: defaultdict[str, set[int]] = defaultdict(set)
        for function, _ in self._functions:
            for each in ast.walk(function):
                if isinstance(each, ast.Name | ast.Attribute):
                    self._uses[each.id if isinstance(each, ast.Name) else each.attr].add(each.lineno)

    def function_of(self, line: int) -> tuple[str, int] | None:
        """The outermost function in whose body the line is: its name, and which of that name; none: outside."""
        named = Counter[str]()
        for function, name in self._functions:
            if function.body[0].lineno <= line <= (function.end_lineno or 0):
                return name, named[name]
            named[name] += 1
        return None

    def lines_of(self, line: int) -> list[int]:
        """The lines that run where the line runs: its statement; the body of a function for its decorators and
        defaults."""
        statement = self._statement(line)
        if self.function_of(line) is None and isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            return list(range(statement.body[0].lineno, (statement.end_lineno or 0) + 1))
        body = getattr(statement, "body", None)
        end = body[0].lineno if body else (statement.end_lineno or 0) + 1
        return list(range(statement.lineno, max(end, statement.lineno + 1)))

    def given_by(self, line: int) -> set[str]:
        """The names that the line's statement gives, and those that statements of the module make of them."""
        given, before = _names(self._statement(line), ast.Store), set[str]()
        while given != before:
            before = set(given)
            for each in self._tree.body:
                if isinstance(each, ast.Assign | ast.AnnAssign) and _names(each, ast.Load) & given:
                    given |= _names(each, ast.Store)
        return given

    def using(self, names: set[str]) -> set[int]:
        """The lines of functions that say one of these names."""
        return {line for name in names for line in self._uses.get(name, ())}

    def _statement(self, line: int) -> ast.stmt:
        """The innermost: they come from the outermost in."""
        return next(each for each in reversed(self._statements) if _first_line(each) <= line <= (each.end_lineno or 0))


def _names(statement: ast.stmt, context: type[ast.expr_context]) -> set[str]:
    names = (each for each in ast.walk(statement) if isinstance(each, ast.Name))
    return {each.id for each in names if isinstance(each.ctx, context)}


def _outermost(node: ast.AST, within: str = "") -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child, f"{within}{child.name}"
        else:
            yield from _outermost(child, f"{within}{child.name}." if isinstance(child, ast.ClassDef) else within)


def _first_line(statement: ast.stmt) -> int:
    return min([statement.lineno, *(each.lineno for each in getattr(statement, "decorator_list", []))])


Fault = tuple[ast.expr | ast.stmt, str, str]


def _faults(tree: ast.AST) -> Iterator[Fault]:
    for node in _code(tree):
        for kind, make in _KINDS.items():
            if isinstance(node, kind):
                yield from make(node)


def _code(node: ast.AST) -> Iterator[ast.AST]:
    """Every node but annotations, formatted strings and what is only declared."""
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "type_params"} or isinstance(node, ast.JoinedStr):
            continue
        if name == "decorator_list" and isinstance(node, ast.ClassDef):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield child
                yield from _code(child)


def _compare(node: ast.Compare) -> Iterator[Fault]:
    for at, operator in enumerate(node.ops):
        if type(operator) in COMPARED:
            other = copy.deepcopy(node)
            other.ops[at] = COMPARED[type(operator)]()
            yield node, f"({ast.unparse(other)})", "comparison"


def _count(node: ast.BinOp) -> Iterator[Fault]:
    if type(node.op) in COUNTED and not isinstance(node.left, ast.Constant | ast.JoinedStr):
        other = copy.deepcopy(node)
        other.op = COUNTED[type(node.op)]()
        yield node, f"({ast.unparse(other)})", "sign"


def _constant(node: ast.Constant) -> Iterator[Fault]:
    if isinstance(node.value, bool):
        yield node, str(not node.value), "truth"
    elif isinstance(node.value, int):
        yield node, str(node.value + 1), "one more"
        if node.value > 0:
            yield node, str(node.value - 1), "one less"


def _together(node: ast.BoolOp) -> Iterator[Fault]:
    other = copy.deepcopy(node)
    other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield node, f"({ast.unparse(other)})", "and/or"
    for at in range(len(node.values)):
        rest = [value for place, value in enumerate(node.values) if place != at]
        left = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        yield node, f"({ast.unparse(left)})", "part of a condition left out"


def _not(node: ast.UnaryOp) -> Iterator[Fault]:
    if isinstance(node.op, ast.Not):
        yield node, f"({ast.unparse(node.operand)})", "not left out"


def _members(node: ast.Set) -> Iterator[Fault]:
    """Each member of a set left out, where another stays: an empty one would be a dictionary."""
    for at, member in enumerate(node.elts if len(node.elts) > 1 else ()):
        other = ast.Set([each for place, each in enumerate(node.elts) if place != at])
        yield node, ast.unparse(other), f"{ast.unparse(member)} left out"


def _condition(node: ast.If | ast.IfExp | ast.While) -> Iterator[Fault]:
    if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
        yield node.test, f"(not {ast.unparse(node.test)})", "condition turned round"
    if isinstance(node, ast.If):
        yield node.test, "(False)", "never"


def _statement(node: ast.Expr | ast.Raise | ast.AugAssign) -> Iterator[Fault]:
    if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant | ast.Yield | ast.YieldFrom)):
        yield node, "pass", "statement left out"


def _decorators(node: ast.FunctionDef) -> Iterator[Fault]:
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        if name not in SHAPES:
            yield decorator, "", "decorator left out"


_KINDS: Final[dict[type[ast.AST] | tuple[type[ast.AST], ...], Callable[..., Iterator[Fault]]]] = {
    ast.Compare: _compare,
    ast.BinOp: _count,
    ast.Constant: _constant,
    ast.Set: _members,
    ast.BoolOp: _together,
    ast.UnaryOp: _not,
    (ast.If, ast.IfExp, ast.While): _condition,
    (ast.Expr, ast.Raise, ast.AugAssign): _statement,
    ast.FunctionDef: _decorators,
}
