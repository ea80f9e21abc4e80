"""What a command line asks for, told before anything is installed or started: help, and which benchmarks.

Imports the standard library alone, as the bootstrap does.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from launcher.trouble import Trouble

HELP_WORDS: Final = frozenset({"help", "-h", "--help"})
BY_NAME_ALONE: Final = frozenset({"mutants", "planted", "scale"})
"""Benchmarks that measure no speed: two take long, one is a simulation."""
OPTION: Final = re.compile(r"""\.add_argument\(\s*["'](--[\w-]+)["']""")
"""How a benchmark's script declares an option of its own."""


def help_asked(arguments: Sequence[str]) -> bool:
    """Whether the command line asks for help; the house's own commands (`manage`) have help of their own."""
    if not arguments or arguments[0] in HELP_WORDS:
        return True
    return arguments[0] != "manage" and not {"-h", "--help"}.isdisjoint(arguments[1:])


def options(command: str, arguments: Sequence[str], known: Mapping[str, bool]) -> dict[str, str]:
    """The options of a command: by name their value, empty for those that take none. `known`: which take one.

    Raises:
        Trouble: an option that it does not have, one without its value, or a word beside them.
    """
    found: dict[str, str] = {}
    waiting = list(arguments)
    while waiting:
        name, equals, value = waiting.pop(0).partition("=")
        if name not in known:
            raise Trouble(f"{command} has no {name}; it has {', '.join(known) or 'no options'}.")
        if known[name] and not equals:
            value = waiting.pop(0) if waiting else ""
        if known[name] and (not value or value.startswith("--")):
            raise Trouble(f"{name} of {command} needs a value.")
        found[name] = value
    return found


@dataclass(frozen=True)
class Benchmarks:
    """The benchmarks to run, each with its script, and the options for them."""

    scripts: Mapping[str, Path]
    options: Sequence[str]


def benchmarks(root: Path, arguments: Sequence[str]) -> Benchmarks:
    """The benchmarks that `./sabot bench` is asked to run: all those that measure speed, or those named.

    Raises:
        Trouble: a name or an option that none of them has; the sentence names those there are.
    """
    found = {path.stem.removeprefix("bench_"): path for path in sorted(root.glob("tests/bench/bench_*.py"))}
    names = [each for each in arguments if not each.startswith("-")]
    options = [each for each in arguments if each.startswith("-")]
    unknown = [name for name in names if name not in found]
    if unknown or not found:
        there = f"there are: {', '.join(found)}" if found else "there are none yet in tests/bench"
        raise Trouble(f"There is no benchmark {', '.join(unknown) or 'to run'}; {there}.")
    scripts = {name: found[name] for name in names or found if names or name not in BY_NAME_ALONE}
    strange = [
        each for each in options if any(each.partition("=")[0] not in _options(path) for path in scripts.values())
    ]
    if strange:
        known = [f"{name} has {', '.join(_options(path))}" for name, path in found.items() if _options(path)]
        raise Trouble(
            f"No option {', '.join(strange)} for {', '.join(scripts)}; {'; '.join(['--compare A B', *known])}."
        )
    return Benchmarks(scripts, options)


def _options(script: Path) -> list[str]:
    return OPTION.findall(script.read_text(encoding="utf-8"))
