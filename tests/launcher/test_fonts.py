"""The type faces are fetched once for a lock; a house opens without them, and the next start tries again."""

import subprocess
from io import StringIO
from pathlib import Path

import pytest

from launcher import fonts
from launcher.folder import Folder
from launcher.fonts import Fonts
from launcher.preparation import Preparation
from launcher.processes import Patience
from launcher.screen import Screen

from .houses import ROOT

NPM = """#!/bin/sh
echo "$PWD $*" >> "$0.asked"
env >> "$0.saw"
test -e "$0.unreachable" && { mkdir -p node_modules/face; echo half > node_modules/face/face.woff2; exit 1; }
mkdir -p node_modules/face && cat package-lock.json > node_modules/face/face.woff2
"""


class Registry:
    """An npm that installs one file, made of the lock, unless its registry is away."""

    def __init__(self, folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
        self.program = folder.root / "npm"
        self.program.write_text(NPM)
        self.program.chmod(0o755)
        monkeypatch.setattr(fonts, "find_npm", lambda: [self.program])
        self._folder = folder
        self.lock("one")

    def lock(self, content: str) -> None:
        place = self._folder.root / "fonts"
        place.mkdir(exist_ok=True)
        (place / "package.json").write_text("{}")
        (place / "package-lock.json").write_text(content)

    def goes_away(self) -> None:
        self.program.with_name("npm.unreachable").touch()

    def comes_back(self) -> None:
        self.program.with_name("npm.unreachable").unlink()

    @property
    def asked(self) -> int:
        asked = self.program.with_name("npm.asked")
        return len(asked.read_text().splitlines()) if asked.exists() else 0


@pytest.fixture
def registry(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> Registry:
    return Registry(folder, monkeypatch)


def fetch(folder: Folder) -> tuple[bool, str]:
    """Whether the fonts are there after a start, and what it said."""
    stream = StringIO()
    there = Fonts(folder, folder.data, Screen(stream), Patience()).fetch()
    return there, stream.getvalue()


def file(folder: Folder) -> Path:
    return folder.data / "fonts/node_modules/face/face.woff2"


def test_they_are_fetched_once_for_a_lock(folder: Folder, registry: Registry) -> None:
    assert fetch(folder)[0]
    assert fetch(folder) == (True, "")
    assert registry.asked == 1
    registry.lock("two")
    assert fetch(folder)[0]
    assert registry.asked == 2
    assert file(folder).read_text() == "two"
    left = {path.name for path in folder.data.iterdir() if "fonts" in path.name}
    assert left == {"fonts"}, "nothing of the way there is left"


def test_without_a_registry_it_is_said_once_and_the_next_start_tries_again(folder: Folder, registry: Registry) -> None:
    registry.goes_away()
    there, said = fetch(folder)
    assert not there
    assert "could not be fetched: pages show the system's" in said
    assert not file(folder).exists(), "half of it is not left"
    registry.comes_back()
    assert fetch(folder)[0]


def test_the_earlier_ones_stay_until_the_new_are_there(folder: Folder, registry: Registry) -> None:
    fetch(folder)
    registry.goes_away()
    registry.lock("two")
    assert not fetch(folder)[0]
    assert file(folder).read_text() == "one"


@pytest.mark.parametrize("harm", ["written", "gone", "interrupted"])
def test_what_is_broken_is_fetched_again(folder: Folder, registry: Registry, harm: str) -> None:
    fetch(folder)
    if harm == "written":
        file(folder).write_text("else")
    elif harm == "gone":
        file(folder).unlink()
    else:
        (folder.data / "fonts/installed").unlink()
    assert fetch(folder)[0]
    assert (registry.asked, file(folder).read_text()) == (2, "one")


def test_npm_is_given_its_time_and_no_secret_of_the_house(
    folder: Folder, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SABOT_SECRET_KEY", "word-of-the-house")
    monkeypatch.setenv("DATABASE_URL", "postgresql://word-of-the-house")
    monkeypatch.setenv("npm_config_registry", "http://mirror.example/")
    fetch(folder)
    saw = registry.program.with_name("npm.saw").read_text()
    assert "word-of-the-house" not in saw
    assert "mirror.example" in saw
    asked = registry.program.with_name("npm.asked").read_text()
    for option in ("ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", "--fetch-timeout="):
        assert f" {option}" in asked
    registry.program.write_text("#!/bin/sh\nsleep 60\n")
    registry.lock("two")
    monkeypatch.setattr(fonts, "SECONDS_MAX", 0.3)
    assert not fetch(folder)[0]


def test_without_an_npm_that_starts_the_house_opens(
    folder: Folder, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.program.unlink()
    assert not fetch(folder)[0]
    monkeypatch.setattr(fonts, "find_npm", lambda: None)
    there, said = fetch(folder)
    assert not there
    assert said.count("\n") == 1


def test_the_wheel_has_an_npm_that_runs_without_any_other_node() -> None:
    npm = fonts.find_npm()
    assert npm is not None
    if len(npm) == 1:
        pytest.skip("there is no wheel of npm for this machine")
    told = subprocess.run([*npm, "--version"], env={"HOME": "/nowhere", "PATH": ""}, capture_output=True, check=True)
    assert told.stdout.strip()


def test_static_files_are_gathered_again_once_the_fonts_are_there(
    folder: Folder, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment = {"SABOT_DATA": str(folder.data), "DATABASE_URL": "postgresql://nowhere/none"}
    preparation = Preparation(folder, environment, Screen(StringIO()), Patience())
    made = folder.data / "static/staticfiles.json"
    made.parent.mkdir()
    gathered: list[str] = []

    def gather(_: object, __: str, command: str, *___: str) -> str:
        gathered.append(command)
        made.write_text("{}")
        return ""

    monkeypatch.setattr(Preparation, "_manage", gather)
    registry.goes_away()
    for _ in range(2):
        fetch(folder)
        preparation.collect_static()
    assert len(gathered) == 1
    registry.comes_back()
    for _ in range(2):
        fetch(folder)
        preparation.collect_static()
    assert len(gathered) == 2


def test_the_lists_name_the_packages_that_the_product_serves() -> None:
    from casino.web.fonts import FILES

    listed = (ROOT / "fonts/package-lock.json").read_text()
    assert all(f'"node_modules/{"/".join(place.split("/")[:2])}"' in listed for place in FILES.values())
