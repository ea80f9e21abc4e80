"""The image is built of `deploy/Containerfile`; its processes serve a table, without rights and with a read-only root.

Only in a long run, by root, and where buildah and debootstrap are: no registry of images is asked. The base is made of
Debian's own packages and stands in for the one that the file names; everything after its first line is as it will be.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.factories import Floor
from tests.faults.clients import crowd
from tests.faults.support import LONG, until
from tests.faults.test_disk_full import settled
from tests.faults.test_postgres import CODE, at_rest, close_round, hurry, run
from tests.running import ROOT, House, running_house

pytestmark = [pytest.mark.machines, pytest.mark.timeout(3_600)]
BASE: Final = "docker.io/library/python:3.13-slim-trixie"
RELEASE: Final = "trixie"
USER: Final = "10001:10001"
INSIDE: Final = """
mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"
mount -t tmpfs none "$1/tmp" && mount --bind "$2" "$1/srv/data" && mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
cd / && shift 2 && exec "$@"
"""


@dataclass
class Image:
    """A built image, mounted; and the folder that its processes may write to."""

    root: Path
    data: Path

    def command(self, *words: str) -> list[str]:
        """The command, in a root that is read-only, as the image's user."""
        inside = ["chroot", f"--userspec={USER}", str(self.root), "/usr/bin/env", "--chdir=/srv/sabot", *words]
        return ["unshare", "--mount", "sh", "-ec", INSIDE, "sh", str(self.root), str(self.data), *inside]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    if not LONG:
        pytest.skip("the image is built in a long run (SABOT_LONG=1)")
    if os.geteuid() or not all(shutil.which(each) for each in ("buildah", "debootstrap", "unshare")):
        pytest.skip("an image is built by root, with buildah and debootstrap")
    folder = tmp_path_factory.mktemp("image")
    base = folder / "base"
    packages = "--include=python3,python3-venv,ca-certificates"
    if _done(["debootstrap", "--variant=minbase", packages, RELEASE, str(base)]):
        pytest.skip("Debian's packages cannot be fetched")
    buildah = ["buildah", "--storage-driver", "vfs", "--root", str(folder / "root"), "--runroot", str(folder / "run")]

    def tell(*words: str) -> str:
        done = subprocess.run([*buildah, *words], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-4_000:]
        return done.stdout.strip()

    made = tell("from", "scratch")
    tell("add", "--quiet", made, str(base), "/")
    tell("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", made)
    tell("commit", "--quiet", made, BASE)
    lent = [word for each in lendable() for word in ("--volume", f"{each}:{each}:ro")]
    build = ("bud", "--isolation", "chroot", "--pull-never", "--network", "host", *lent)
    tell(*build, "--build-arg", "TRACES=1", "--file", "deploy/Containerfile", "--tag", "sabot", ".")
    root = Path(tell("mount", tell("from", "--pull-never", "sabot")))
    data = folder / "data"
    shutil.copytree(root / "srv/data", data)
    _done(["chown", "--recursive", USER, str(data)])
    yield Image(root, data)
    tell("umount", "--all")


def lendable() -> list[str]:
    """What this machine fetches packages with: lent to the building, and not in the image."""
    settings = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    )
    named = re.findall(r"(?<=file://)/[\w./-]+|(?<=['\s])/[\w./-]+", settings.stdout)
    return [each for each in ("/etc/pip.conf", "/etc/ssl/certs", *sorted(set(named))) if Path(each).exists()]


def test_its_processes_serve_a_table_with_a_root_that_is_read_only(
    image: Image, open_floor: Floor, tmp_path: Path
) -> None:
    said = subprocess.run(
        image.command("sh", "-c", "id -u; touch /srv/sabot/x 2>&1; ls .git tests; touch /srv/data/x && echo written"),
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert said.startswith("10001\n")
    assert "Read-only file system" in said
    assert said.endswith("written\n")
    with (
        running_house(tmp_path, parts=(), web=False, environment={"SABOT_HOUSE": ""}) as house,
        _started(image, house, ("web", "dealer", "worker", "beat"), tmp_path),
    ):
        players = _sessions(house)
        until("the web process is ready", lambda: _ready(house), seconds=120)
        with crowd(house.url, CODE, players, tmp_path / "clients", nudge=lambda: hurry(_database(house))) as there:
            there.arrive()
            for rounds in (1, 2):
                there.bets_go_on(10)
                close_round(_database(house))
                there.wait("a round is settled", lambda wanted=rounds: settled(_database(house)) >= wanted)
            there.bets_go_on(5)
            at_rest(there, house, tmp_path / "clients")


def _sessions(house: House) -> dict[int, str]:
    cookies = json.loads(run(house, "-m", "tests.faults.elsewhere", "furnish", CODE))["cookies"]
    return {int(person): cookie for person, cookie in cookies.items()}


def _database(house: House) -> str:
    return house.environment["DATABASE_URL"]


@contextlib.contextmanager
def _started(image: Image, house: House, parts: Sequence[str], logs: Path) -> Iterator[None]:
    given = {
        name: value for name, value in house.environment.items() if name.startswith(("SABOT_", "DATABASE", "VALKEY"))
    }
    given |= {"SABOT_DATA": "/srv/data", "SABOT_LISTEN": house.url.removeprefix("http://")}
    running = {part: _start(image, part, given, logs) for part in parts}
    try:
        yield
    finally:
        for process in running.values():
            process.terminate()
        codes = {part: process.wait(timeout=60) for part, process in running.items()}
    assert codes.pop("web") in {0, -signal.SIGTERM}, "its server ends in order, and then by the signal that it was sent"
    assert set(codes.values()) == {0}, codes


def _start(image: Image, part: str, given: Mapping[str, str], logs: Path) -> "subprocess.Popen[bytes]":
    told = [f"{name}={value}" for name, value in given.items() if name not in {"SABOT_VENV", "SABOT_HOUSE"}]
    fixed = ["HOME=/srv/data", "PYTHONUNBUFFERED=1", "PATH=/usr/local/bin:/usr/bin:/bin"]
    with (logs / f"image-{part}.log").open("ab") as log:
        return subprocess.Popen(
            image.command("--ignore-environment", *fixed, *told, "./sabot", "run", part),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )


def _ready(house: House) -> bool:
    try:
        with urllib.request.urlopen(f"{house.url}/readyz", timeout=3) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def _done(command: Sequence[str]) -> int:
    return subprocess.run(command, capture_output=True, check=False).returncode
