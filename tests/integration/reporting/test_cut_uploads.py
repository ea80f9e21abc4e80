"""A package whose upload breaks off in the middle: the next run brings it whole, once, and under one name."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from time import monotonic, sleep

import pytest

from casino.adapters.packer import Sandbox
from demonstration import first_hours
from reporting.models import SafeFile, SafePackage, SafeParcel
from reporting.operations.due_files import AGAIN, FilesTrouble, FilesTry, deliver_due
from reporting.six_files.ftps import Door, FtpsSafe
from reporting.six_files.profile import Profile
from tests.ftps import PASSWORD, USER, Knife, Served, ftps_server
from tests.patience import PATIENCE_SECONDS
from tests.rules import rule
from tests.settled import days_settle

PROFILE = Profile(vault="2AA", licence="001", operator=7)
DAY = date(2026, 3, 10)
EVENING = datetime(2026, 3, 10, 20, tzinfo=UTC)
NIGHT = datetime(2026, 3, 11, 0, 10, tzinfo=UTC)
PACKAGE = "PACK_20260310_2AA.zip.p7m"


@pytest.fixture
def knife() -> Knife:
    return Knife()


@pytest.fixture(params=[True, False], ids=["from the first byte", "asked for"])
def served(request: pytest.FixtureRequest, tmp_path: Path, knife: Knife) -> Iterator[Served]:
    with ftps_server(tmp_path, implicit=request.param, knife=knife) as running:
        yield running


@pytest.fixture
def safe(served: Served, request: pytest.FixtureRequest) -> FtpsSafe:
    implicit = "first byte" in request.node.name
    door = Door(host="127.0.0.1", port=served.port, user=USER, password=PASSWORD, implicit=implicit)
    return FtpsSafe(door, trusted=served.trusted)


def lie(served: Served) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in served.folder.iterdir()}


@rule(
    "PT-71",
    asserts="An upload that breaks off in the file, after it or after its name is made good by the next run: one "
    "package with the bytes of the first try, and the receipt of those.",
)
@pytest.mark.parametrize(("at", "left"), [("file", f"{PACKAGE}.part"), ("end", f"{PACKAGE}.part"), ("name", PACKAGE)])
@pytest.mark.django_db
def test_the_next_run_brings_a_package_whose_upload_broke_off(
    served: Served, safe: FtpsSafe, knife: Knife, tmp_path: Path, at: str, left: str
) -> None:
    packer = Sandbox(tmp_path / "packer")
    with days_settle():
        first_hours.open_house(now=EVENING)
        deliver_due(profile=PROFILE, safe=safe, packer=packer, now=EVENING)
        knife.at, knife.after = at, 10_000 if at == "file" else 0
        tried = deliver_due(profile=PROFILE, safe=safe, packer=packer, now=NIGHT)
        assert tried == (FilesTry(DAY, FilesTrouble.SAFE_REFUSES),)
        kept = bytes(SafeParcel.objects.get().content)
        assert list(lie(served)) == [left]
        assert (lie(served)[left] < len(kept)) is (at == "file")
        assert SafePackage.objects.get().delivered_at is None
        numbers = set(SafeFile.objects.values_list("number", "sha256"))

        again = NIGHT + AGAIN
        assert deliver_due(profile=PROFILE, safe=safe, packer=packer, now=again) == (FilesTry(DAY, None),)
        assert deliver_due(profile=PROFILE, safe=safe, packer=packer, now=again + AGAIN) == ()
    assert knife.cuts == 1
    assert lie(served) == {PACKAGE: len(kept)}
    assert (served.folder / PACKAGE).read_bytes() == kept
    package = SafePackage.objects.get()
    digest = hashlib.sha256(kept).hexdigest()
    assert package.receipt == {"name": PACKAGE, "sha256": digest, "size": len(kept)}
    assert package.delivered_at == again
    assert set(SafeFile.objects.values_list("number", "sha256")) == numbers, "no file has another number"
    assert not SafeParcel.objects.exists()


UPLOAD = """
import sys
from pathlib import Path
from reporting.six_files.ftps import Door, FtpsSafe
port, trusted, name, source, implicit = sys.argv[1:]
door = Door(host="127.0.0.1", port=int(port), user="casa", password="palavra-do-cofre", implicit=implicit == "True")
FtpsSafe(door, trusted=trusted).deliver(name, Path(source).read_bytes())
"""


def test_a_process_that_is_killed_while_it_uploads_leaves_no_package(
    served: Served, safe: FtpsSafe, knife: Knife, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    content = bytes(range(256)) * 20_000
    (tmp_path / "package").write_bytes(content)
    knife.slow = 0.02
    words = [str(served.port), served.trusted, PACKAGE, str(tmp_path / "package")]
    implicit = str("first byte" in request.node.name)
    upload = subprocess.Popen([sys.executable, "-c", UPLOAD, *words, implicit])
    until = monotonic() + PATIENCE_SECONDS
    while not lie(served).get(f"{PACKAGE}.part") and monotonic() < until:
        sleep(0.02)
    upload.kill()
    upload.wait()
    knife.slow = 0.0
    assert list(lie(served)) == [f"{PACKAGE}.part"]
    assert lie(served)[f"{PACKAGE}.part"] < len(content)

    receipt = safe.deliver(PACKAGE, content)
    assert lie(served) == {PACKAGE: len(content)}
    assert receipt.sha256 == hashlib.sha256((served.folder / PACKAGE).read_bytes()).hexdigest()
