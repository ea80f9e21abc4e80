"""The safe by FTPS: whole or not at all, once, and a clear word where it takes nothing."""

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from reporting.six_files.ftps import Door, FtpsSafe
from reporting.six_files.safe import DeliveryRefused
from tests.certificates import Certificate
from tests.ftps import PASSWORD, USER, Served, ftps_server
from tests.rules import rule

NAME, CONTENT = "PACK_20260310_2AA.zip.p7m", bytes(range(256)) * 4_000


@pytest.fixture(params=[True, False], ids=["from the first byte", "asked for"])
def implicit(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture
def served(tmp_path: Path, implicit: bool) -> Iterator[Served]:
    with ftps_server(tmp_path, implicit=implicit) as running:
        yield running


def safe(served: Served, implicit: bool, *, password: str = PASSWORD, folder: str = "", trusted: str = "") -> FtpsSafe:
    door = Door(host="127.0.0.1", port=served.port, user=USER, password=password, folder=folder, implicit=implicit)
    return FtpsSafe(door, trusted=trusted or served.trusted)


@rule("PT-71", asserts="A package is delivered by FTPS under its name, whole, and delivered twice it is there once.")
def test_a_package_is_delivered_once(served: Served, implicit: bool) -> None:
    (served.folder / "entrada").mkdir()
    there = safe(served, implicit, folder="/entrada")
    receipt = there.deliver(NAME, CONTENT)
    assert (receipt.name, receipt.size) == (NAME, len(CONTENT))
    assert there.deliver(NAME, CONTENT) == receipt
    assert [path.name for path in (served.folder / "entrada").iterdir()] == [NAME]
    assert (served.folder / "entrada" / NAME).read_bytes() == CONTENT


def test_another_content_under_the_name_is_refused(served: Served, implicit: bool) -> None:
    (served.folder / NAME).write_bytes(b"another")
    with pytest.raises(DeliveryRefused, match="another content"):
        safe(served, implicit).deliver(NAME, CONTENT)
    assert (served.folder / NAME).read_bytes() == b"another"


def test_what_was_cut_off_is_written_anew(served: Served, implicit: bool) -> None:
    (served.folder / f"{NAME}.part").write_bytes(CONTENT[:1_000])
    safe(served, implicit).deliver(NAME, CONTENT)
    assert [path.name for path in served.folder.iterdir()] == [NAME]


def test_a_wrong_password_and_a_missing_folder_are_said(served: Served, implicit: bool) -> None:
    with pytest.raises(DeliveryRefused, match=r"53\d"):
        safe(served, implicit, password="falsa").deliver(NAME, CONTENT)
    with pytest.raises(DeliveryRefused, match="550"):
        safe(served, implicit, folder="/nada").deliver(NAME, CONTENT)
    assert list(served.folder.iterdir()) == []


def test_a_server_of_another_name_is_not_trusted(served: Served, implicit: bool, tmp_path: Path) -> None:
    other = tmp_path / "other.pem"
    other.write_bytes(Certificate("outro").pem)
    with pytest.raises(DeliveryRefused, match=r"(?i)certificate"):
        safe(served, implicit, trusted=str(other)).deliver(NAME, CONTENT)
    assert list(served.folder.iterdir()) == []


def test_nobody_there(tmp_path: Path) -> None:
    with ftps_server(tmp_path, implicit=True) as gone:
        pass
    with pytest.raises(DeliveryRefused, match=NAME):
        safe(gone, True).deliver(NAME, CONTENT)


def test_a_file_of_certificates_that_is_none_is_named(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pem"
    broken.write_text("x")
    with pytest.raises(ssl.SSLError):
        FtpsSafe(Door(host="h", port=1, user="u", password="p"), trusted=str(broken))
