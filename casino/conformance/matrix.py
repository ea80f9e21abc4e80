"""The matrix looked up in the tree: each row with where its code, tests, screens and reports really are."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.urls import NoReverseMatch, get_resolver

from casino import texts
from casino.conformance.cards import CARDS
from casino.conformance.house_law import HOUSE, REPORTS
from casino.conformance.play_law import PLAY
from casino.conformance.player_law import PLAYER
from casino.conformance.rounds import ROUNDS
from casino.conformance.row import Row

ROOT: Final = Path(__file__).resolve().parents[2]
GAME: Final = (*CARDS, *ROUNDS)
LAW: Final = (*PLAYER, *PLAY, *HOUSE, *REPORTS)
PARTS: Final = {"Rules of the game": GAME, "The law and its technical regulation": LAW}


@dataclass(frozen=True, slots=True)
class Found:
    """A row and the places that were found for it, as paths within the tree and names of addresses."""

    row: Row
    code: tuple[str, ...]
    tests: tuple[tuple[str, str], ...]
    """Path and function; the function is empty where the whole file answers."""


class Missing(LookupError):
    """The matrix names something that is not there."""


def rows() -> tuple[Row, ...]:
    """Every row, in order."""
    return (*GAME, *LAW)


def found(row: Row) -> Found:
    """Look a row up in the tree. Raises `Missing`, naming the row and what is not there."""
    return Found(row, tuple(_code(row, name) for name in row.code), tuple(_test(row, name) for name in row.tests))


def check(reports: frozenset[str]) -> Iterator[str]:
    """What is wrong with the matrix, row by row; `reports` are the names that the catalogue has."""
    known = {row.id for row in rows()}
    if len(known) != len(rows()):
        yield "an id stands twice"
    addresses = _addresses()
    for row in rows():
        if not row.apart and not (row.code and row.tests):
            yield f"{row.id}: neither code and tests, nor a reason why not"
        if row.apart and (row.code or row.tests):
            yield f"{row.id}: a reason why not, and yet something"
        yield from (f"{row.id}: no address {name}" for name in row.screens if name not in addresses)
        yield from (f"{row.id}: no report {name}" for name in row.reports if name not in reports | {"daily"})
        try:
            found(row)
        except Missing as missing:
            yield str(missing)


def _code(row: Row, name: str) -> str:
    if "/" in name:
        path = ROOT / name
    else:
        path = ROOT / (name.replace(".", "/") + ".py")
        path = path if path.exists() else path.with_suffix("") / "__init__.py"
    if not path.exists():
        raise Missing(f"{row.id}: no code {name}")
    return path.relative_to(ROOT).as_posix()


def _test(row: Row, name: str) -> tuple[str, str]:
    place, _, function = name.partition(":")
    folder, _, file = place.rpartition("/")
    path = ROOT / "tests" / folder / f"test_{file}.py"
    if not path.exists():
        raise Missing(f"{row.id}: no tests {place}")
    if function and f"def test_{function}(" not in path.read_text(encoding="utf-8"):
        raise Missing(f"{row.id}: no test {name}")
    return path.relative_to(ROOT).as_posix(), f"test_{function}" if function else ""


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

Every rule of the game and every row of the law: the code that keeps it, the tests that prove it, the screen where it is
seen, the report that tells of it (J10). Made from `casino/conformance` by `./sabot manage write_conformance`; a test
holds this page equal to it, looks every module, test, address and report up, and fails for a row with neither tests nor
a reason. The tests themselves run with it: a row whose test fails is a build that fails.

«R» are the numbers of Regulation 812/2015, «L» the live text, «F» the leaflet, «D» the solo text, «G» the general
duties at the end of the gazette's text, «PT» the rows of the law and of Regulation 903-B/2015.
"""


def document() -> str:
    """The matrix as the page docs/conformance.md, in English."""
    english = {str(message.id): str(message.string or "") for message in texts.read_catalogue("en", "django")}
    parts = [_HEAD]
    for title, section in PARTS.items():
        answered = sum(not row.apart for row in section)
        parts.append(f"\n## {title}\n\n{answered} of {len(section)} rows are answered here.\n\n")
        parts.append("| id | what it asks | code | tests | screens | reports |\n|---|---|---|---|---|---|\n")
        parts += [_line(row, english) for row in section]
    return "".join(parts)


def _line(row: Row, english: dict[str, str]) -> str:
    says = _english(row.text, english)
    if row.apart:
        return f"| {row.id} | {says} | *{_english(row.apart, english)}* | | | |\n"
    here = found(row)
    code = ", ".join(f"[{Path(path).stem}](../{path})" for path in here.code)
    tests = ", ".join(f"[{function or Path(path).stem}](../{path})" for path, function in here.tests)
    return f"| {row.id} | {says} | {code} | {tests} | {_names(row.screens)} | {_names(row.reports)} |\n"


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"


def _english(text: object, english: dict[str, str]) -> str:
    source = getattr(text, "_args", (text,))[0] if not isinstance(text, str) else text
    return english.get(str(source)) or str(source)
