"""The software by components, for the register that the regulation asks for (PT-75): which file belongs to which."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from reporting.evidence import canonical


class Part(StrEnum):
    """A component of the software."""

    GENERATOR = "generator"
    """Random words, shuffles, shoes and cuts."""
    GAME = "game"
    """Rules, odds, paytables, limits, settlement."""
    PROOFS = "proofs"
    """What commits to cards before the first bet, and the verifiers."""
    TABLES = "tables"
    WALLET = "wallet"
    EVIDENCE = "evidence"
    """Sealed days, the log, the regulator's files."""
    PLAYERS = "players"
    REPORTS = "reports"
    LIBRARIES = "libraries"
    HOUSE = "house"
    """Pages, doors and commands."""


@dataclass(frozen=True, slots=True)
class Component:
    """A component: its files by the beginnings of their paths, and how much depends on it.

    `relevance` is 3 where it decides about cards or money, 2 where it decides about people or tells of money, else 1.
    """

    part: Part
    relevance: int
    paths: tuple[str, ...]


COMPONENTS: Final = (
    Component(
        Part.GENERATOR,
        3,
        (
            "baccarat/cards.py",
            "baccarat/cutting.py",
            "baccarat/draws.py",
            "baccarat/generator.py",
            "baccarat/randomness.py",
            "baccarat/shoe.py",
            "baccarat/shuffles.py",
            "tables/generator_evidence.py",
            "tables/generator_load.py",
            "tables/operations/cutting.py",
            "tables/operations/shoes.py",
        ),
    ),
    Component(Part.PROOFS, 3, ("baccarat/proof.py", "baccarat/verifier/", "reporting/verifier/", "static/js/days/")),
    Component(Part.GAME, 3, ("baccarat/",)),
    Component(Part.WALLET, 3, ("wallet/",)),
    Component(Part.TABLES, 3, ("tables/",)),
    Component(
        Part.EVIDENCE,
        3,
        (
            "reporting/evidence/",
            "reporting/operations/archiving_days.py",
            "reporting/operations/comparing_days.py",
            "reporting/operations/day_proofs.py",
            "reporting/operations/log/",
            "reporting/operations/sealed_days.py",
            "reporting/operations/corrections.py",
            "reporting/operations/making_files.py",
            "reporting/operations/safe_files.py",
            "reporting/sealing/",
            "reporting/six_files/",
        ),
    ),
    Component(Part.PLAYERS, 2, ("players/",)),
    Component(Part.REPORTS, 2, ("reporting/",)),
    Component(Part.LIBRARIES, 2, ("kernel/", "lock", "pyproject.toml")),
    Component(Part.HOUSE, 1, ("",)),
)
"""A file belongs to the first component that has a beginning of its path; the last one has all others."""


def component_of(path: str) -> Part:
    """The component that a file belongs to.

    >>> component_of("baccarat/shoe.py"), component_of("baccarat/odds.py"), component_of("manage.py")
    (<Part.GENERATOR: 'generator'>, <Part.GAME: 'game'>, <Part.HOUSE: 'house'>)
    """
    return next(each.part for each in COMPONENTS if path.startswith(each.paths))


def digests(files: Iterable[tuple[str, str]]) -> dict[Part, tuple[int, str]]:
    """Of each component with files: how many, and the SHA-256 of their list, from paths and digests of a listing."""
    by_part: dict[Part, list[tuple[str, str]]] = {}
    for path, digest in sorted(files):
        by_part.setdefault(component_of(path), []).append((path, digest))
    return {part: (len(found), _digest(found)) for part, found in by_part.items()}


def _digest(files: Iterable[tuple[str, str]]) -> str:
    listed = {"files": [{"path": path, "sha256": digest} for path, digest in files]}
    return hashlib.sha256(canonical.line(listed)).hexdigest()
