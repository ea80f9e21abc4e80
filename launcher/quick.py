"""Which tests a change needs first: by the paths that differ, as `[tool.sabot.quick]` of pyproject.toml maps them.

Must not know what is tested: the map is data.
"""

import subprocess
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

ALWAYS: Final = "always"
TRUNKS: Final = ("origin/main", "main")
"""What a branch is compared with: the first that there is."""


def tests_of_the_change(root: Path) -> list[str]:
    """The test paths for what differs from the trunk and for what is not committed."""
    with (root / "pyproject.toml").open("rb") as file:
        chosen: Mapping[str, Sequence[str]] = tomllib.load(file)["tool"]["sabot"]["quick"]
    return select(chosen, changed(root))


def select(chosen: Mapping[str, Sequence[str]], paths: Iterable[str]) -> list[str]:
    """The tests that always run, those mapped to a path's beginning, and every changed test; none twice."""
    found = list(chosen[ALWAYS])
    for path in sorted(paths):
        if path.startswith("tests/") and path.rpartition("/")[2].startswith("test_"):
            found.append(path)
        for beginning, tests in chosen.items():
            if path.startswith(beginning):
                found += tests
    whole = dict.fromkeys(found)
    return [path for path in whole if not any(path != other and path.startswith(f"{other}/") for other in whole)]


def changed(root: Path) -> set[str]:
    """The files that differ from the trunk or are not committed; none where git cannot say."""
    lists = [_git(root, "diff", "--name-only", "HEAD"), _git(root, "ls-files", "--others", "--exclude-standard")]
    for trunk in TRUNKS:
        if _git(root, "rev-parse", "--verify", "--quiet", trunk):
            lists.append(_git(root, "diff", "--name-only", f"{trunk}...HEAD"))
            break
    return {path for paths in lists for path in paths if (root / path).exists()}


def _git(root: Path, *arguments: str) -> list[str]:
    try:
        done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    except OSError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []
