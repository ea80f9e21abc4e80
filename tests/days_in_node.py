"""The browser's verifier of sealed days run by Node, and the same question to `verify_days.py`: both must agree."""

import json
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from reporting.verifier import verify_days
from reporting.verifier.verify_days import USAGE
from tests.sealed_days import HOUSE, WITNESSES
from tests.unit.baccarat.test_shoe_and_proof import node

ROOT: Final = Path(__file__).resolve().parents[1]
MODULES: Final = ROOT / "static" / "js" / "days"
VKEY: Final = HOUSE.verifier.vkey
QUORUM: Final = tuple(each.verifier.vkey for each in WITNESSES)
Said = dict[str, Any]


@dataclass
class Browser:
    """The browser's modules in one process that stays."""

    process: "subprocess.Popen[str]"

    def ask(self, **question: Any) -> Any:
        """One question, one answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def run(self, module: str, expression: str, value: Any) -> Any:
        """The value of an expression over `m`, a module, and `v`, the value."""
        return self.ask(module=module, expression=expression, value=value)


@contextmanager
def started(folder: Path) -> Iterator[Browser]:
    """The modules, copied into a folder where Node takes them for modules, and a process that has loaded them."""
    shutil.copytree(MODULES, folder, dirs_exist_ok=True)
    (folder / "package.json").write_text('{"type": "module"}')
    command = [node(), "--no-warnings", str(Path(__file__).with_name("days_in_node.mjs")), str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield Browser(process)
        assert process.stdin is not None
        process.stdin.close()


@dataclass(frozen=True)
class Question:
    """What both verifiers are asked."""

    keys: Sequence[str] = (VKEY,)
    witnesses: Sequence[str] = ()
    quorum: int | None = None
    since: Sequence[Path] = ()
    files: Path | None = None
    """Those for the regulator; the browser's verifier finds them in the folder."""

    def words(self, folder: Path) -> list[str]:
        """The command line."""
        words = [str(folder), *(word for each in self.keys for word in ("--key", each))]
        words += [word for each in self.witnesses for word in ("--witness", each)]
        words += [word for each in self.since for word in ("--since", str(each))]
        words += [] if self.files is None else ["--files", str(self.files)]
        return words + ([] if self.quorum is None else ["--quorum", str(self.quorum)])

    def document(self, folder: Path) -> Said:
        """The same for the browser's modules."""
        since = [str(each) for each in self.since]
        asked = {"folder": str(folder), "keys": list(self.keys), "witnesses": list(self.witnesses), "since": since}
        return asked | {"quorum": self.quorum}


PLAIN: Final = Question()


def by_python(folder: Path, question: Question, *, every: bool) -> Said:
    """What the Python file says, numbers too large for JavaScript as texts."""
    words = verify_days.arguments_of([*question.words(folder), *(["--all"] if every else [])])
    try:
        found = verify_days.verify(verify_days.asked_of(words))
    except verify_days.WrongUsageError:
        return {"status": USAGE}
    said = {"status": found.status, "days": found.days, "lines": found.lines, "size": found.size}
    said |= {name: [each.document() for each in getattr(found, name)] for name in ("faults", "declared")}
    return {name: _small(each) for name, each in said.items()}


def _small(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _small(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_small(each) for each in value]
    return str(value) if type(value) is int and abs(value) >= 2**53 else value


def both(browser: Browser, folder: Path, question: Question = PLAIN, modes: Sequence[bool] = (False, True)) -> Said:
    """What both say, the first fault alone and every fault; they must agree. Returns the first answer."""
    answers = []
    for every in modes:
        due = by_python(folder, question, every=every)
        found = browser.ask(**question.document(folder), every=every)
        assert {name: found.get(name) for name in due} == due, (folder, question, every)
        answers.append(due)
    return answers[0]


def kinds(said: Said) -> list[str]:
    return [each["name"] for each in said["faults"]]
