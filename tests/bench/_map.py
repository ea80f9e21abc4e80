"""Which tests run which lines of the modules under fault, kept in a file from one run to the next.

A test file is run again where it or a module that it runs has changed since.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("tests/unit", "tests/integration")
QUICK: Final = ("-m", "not house and not browser")
"""Tests that start processes see faults too, and take minutes: they are left out."""


class Map:
    """The tests of each line, their seconds, and what the database refused them."""

    def __init__(self, path: Path, modules: Sequence[str], begins: tuple[str, ...]) -> None:
        """`begins` are the beginnings of the files' names that count; others stay as they are."""
        self._path = path
        self._modules = modules
        self._begins = begins
        self._files: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
        self._read()

    def refresh(self) -> None:
        """Run what changed, a folder at a time, and keep what it ran."""
        present = {name(path): path for folder in FOLDERS for path in (ROOT / folder).rglob("test_*.py")}
        for gone in self._files.keys() - present.keys():
            del self._files[gone]
        folders = defaultdict(list)
        for file in sorted(present):
            if file.startswith(self._begins) and self._is_stale(file):
                folders[Path(file).parent].append(file)
        for folder, files in folders.items():
            print(f"Mapping {len(files)} files of {folder}", flush=True)
            with tempfile.NamedTemporaryFile(suffix=".json") as written:
                values = {
                    "SABOT_MAP": written.name,
                    "SABOT_MAPPED": ":".join(self._modules),
                    "PYTHONPATH": f"{ROOT}:{ROOT / 'tests/bench'}",
                }
                command = [sys.executable, "-m", "pytest", "-q", "-p", "_mapping", "-p", "no:cacheprovider"]
                subprocess.run(
                    [*command, "--reuse-db", *QUICK, *files],
                    cwd=ROOT,
                    env=os.environ | values,
                    stdout=subprocess.DEVNULL,
                    check=False,
                )
                self.add(files, json.loads(Path(written.name).read_text()))
        self._read()

    def add(self, files: Iterable[str], ran: dict[str, Any]) -> None:
        """Take in what a run of these files told."""
        tests: list[str] = list(ran["tests"])
        if ran["failed"]:
            print("These do not pass and find nothing:", *ran["failed"], sep="\n  ", flush=True)
        modules = {module: digest(module) for module in self._modules}
        for file in files:
            kept = {"digest": digest(file), "modules": {}, "tests": {}, "lines": {}, "refused": {}}
            self._files[file] = kept | {"mapped": list(self._modules)}
        for test in tests:
            self._files[test.partition("::")[0]]["tests"][test] = round(ran["tests"][test], 3)
        places = {test: at for file in files for at, test in enumerate(self._files[file]["tests"])}
        for module, lines in ran["lines"].items():
            for line, numbers in lines.items():
                for test in (tests[number] for number in numbers):
                    file = self._files[test.partition("::")[0]]
                    file["modules"][module] = modules[module]
                    file["lines"].setdefault(module, {}).setdefault(line, []).append(places[test])
        for test, rejections in ran["refused"].items():
            if test:
                self._files[test.partition("::")[0]]["refused"][test] = rejections
        self._path.write_text(json.dumps(self._files))

    def running(self, module: str, lines: Iterable[int]) -> set[str]:
        """The tests that run one of these lines."""
        return {test for line in lines for test in self._lines[module].get(line, ())}

    def naming(self, names: Iterable[str]) -> set[str]:
        """The tests of files in which one of these names stands."""
        words = re.compile(rf"\b({'|'.join(map(re.escape, names)) or '(?!)'})\b")
        files = {file for file in {test.partition("::")[0] for test in self.seconds} if words.search(_text(file))}
        return {test for test in self.seconds if test.partition("::")[0] in files}

    def refusing(self, *words: str) -> set[str]:
        """The tests in which the database refused something with all of these words."""
        return {
            test for test, rejections in self.refused.items() if any(all(w in r for w in words) for r in rejections)
        }

    def _is_stale(self, file: str) -> bool:
        kept = self._files.get(file)
        if kept is None or kept["digest"] != digest(file) or not set(kept["mapped"]).issuperset(self._modules):
            return True
        return any(module in self._modules and digest(module) != was for module, was in kept["modules"].items())

    def _read(self) -> None:
        self.seconds: dict[str, float] = {}
        self.refused: dict[str, list[str]] = {}
        self._lines: dict[str, dict[int, list[str]]] = {module: defaultdict(list) for module in self._modules}
        for file, kept in self._files.items():
            if not file.startswith(self._begins):
                continue
            tests = list(kept["tests"])
            self.seconds |= kept["tests"]
            self.refused |= kept["refused"]
            for module, line, numbers in _flat(kept["lines"]):
                if module in self._lines:
                    self._lines[module][line] += [tests[number] for number in numbers]


def _flat(modules: dict[str, dict[str, list[int]]]) -> Iterator[tuple[str, int, list[int]]]:
    for module, lines in modules.items():
        for line, numbers in lines.items():
            yield module, int(line), numbers


@cache
def _text(file: str) -> str:
    return (ROOT / file).read_text()


def name(path: Path) -> str:
    """As tests and modules are named here: from the repository's root."""
    return path.relative_to(ROOT).as_posix()


def digest(file: str) -> str:
    """Of the file's content."""
    return hashlib.sha256((ROOT / file).read_bytes()).hexdigest()[:16]
