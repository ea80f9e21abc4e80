"""The project's own sandboxes keep the contracts of their ports, as any adapter must (`tests.kits`)."""

import email
from collections.abc import Mapping
from datetime import date, datetime
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from casino.adapters.gateway import Sandbox as SandboxGateway
from casino.adapters.regulator import SandboxDesk, SandboxNationalList
from players.access.identity import Question, Sandbox
from players.cashier.operations import sandbox_bank
from players.cashier.operations.sandbox_bank import Choice
from players.cashier.payments import signing
from players.cashier.payments.sandbox import Sandbox as SandboxBank
from players.protection.national_entries import COLUMNS
from tests.kits.identity import TODAY, VerifierKit
from tests.kits.mail import MailKit
from tests.kits.payments import ProviderKit
from tests.kits.regulator import DeskKit, GatewayKit, NationalListKit

SECRET = b"secret of the tests"


class Bank:
    """The sandbox bank from its other side."""

    provider = SandboxBank(SECRET)

    def approve(self, ref: str, *, now: datetime) -> None:
        sandbox_bank.choose(ref=ref, choice=Choice.APPROVE, now=now)

    def reject(self, ref: str, *, now: datetime) -> None:
        sandbox_bank.choose(ref=ref, choice=Choice.REJECT, now=now)

    def notices(self, *, now: datetime) -> list[tuple[bytes, Mapping[str, str]]]:
        bodies: list[bytes] = []
        sandbox_bank.post_notices(post=bodies.append, now=now)
        return [(body, {signing.HEADER: signing.signature(SECRET, body, now)}) for body in bodies]


class TestSandboxBank(ProviderKit):
    @pytest.fixture
    def outside(self) -> Bank:
        return Bank()


def person(first_eight: str, born: date = date(1990, 4, 1)) -> Question:
    return Question("Ana Maria Reis", born, f"{first_eight}0", "PT", 1, "12345678", "PT", TODAY)


class Register:
    """The sandbox verifier and its numbers."""

    verifier = Sandbox()
    known = person("10000001")
    unknown = person(Sandbox.NOT_FOUND)
    deceased = person(Sandbox.DECEASED)
    minor = person("10000001", TODAY.replace(year=TODAY.year - 17))
    wrong_name = person(Sandbox.WRONG_NAME)
    unanswered = person(Sandbox.SILENT)


class TestSandboxVerifier(VerifierKit):
    @pytest.fixture
    def outside(self) -> Register:
        return Register()


class FolderDesk:
    """The sandbox desk and its folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "regulator"
        self.desk = SandboxDesk(self._folder)

    def switch_off(self) -> None:
        self._folder.write_text("a file where the folder was")

    def arrived(self) -> list[int]:
        return [int(path.stem.rpartition("-")[2]) for path in self._folder.glob("notice-*.json")]


class TestSandboxDesk(DeskKit):
    @pytest.fixture
    def outside(self, tmp_path: Path) -> FolderDesk:
        return FolderDesk(tmp_path)


class FolderList:
    """The sandbox list and its folder."""

    keeper = SandboxNationalList()

    def __init__(self, folder: Path) -> None:
        self._path = folder / "regulator" / "national.csv"

    def publish(self, content: bytes) -> None:
        self._path.parent.mkdir()
        self._path.write_bytes(content)

    def switch_off(self) -> None:
        self._path.unlink()
        self._path.mkdir()  # there, and not to be read


class TestSandboxNationalList(NationalListKit):
    @pytest.fixture
    def outside(self, tmp_path: Path, settings: Any) -> FolderList:
        settings.DATA_DIR = tmp_path
        return FolderList(tmp_path)

    @pytest.fixture
    def list_of_one(self) -> bytes:
        return f"{';'.join(COLUMNS)}\nSRIJ-1;123456789;;;;2026-01-31;3\n".encode()


class FolderMail:
    """Django's backend that writes files, as a site without a mail server uses it; its other state is a closed port."""

    def __init__(self, folder: Path, settings: Any) -> None:
        self._folder, self._settings = folder, settings
        settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
        settings.EMAIL_FILE_PATH = str(folder)

    def arrived(self) -> list[Message]:
        written = b"".join(path.read_bytes() for path in sorted(self._folder.glob("*.log")))
        return [email.message_from_bytes(part) for part in written.split(b"\n" + b"-" * 79 + b"\n") if part.strip()]

    def switch_off(self) -> None:
        self._settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        self._settings.EMAIL_HOST, self._settings.EMAIL_PORT = "127.0.0.1", 1


class TestFileMail(MailKit):
    @pytest.fixture
    def outside(self, tmp_path: Path, settings: Any) -> FolderMail:
        return FolderMail(tmp_path / "mail", settings)


class FolderGateway:
    """The sandbox gateway and its folder."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "gateway-down"
        self.gateway = SandboxGateway(folder)

    def switch_off(self) -> None:
        self._file.touch()

    def switch_on(self) -> None:
        self._file.unlink()


class TestSandboxGateway(GatewayKit):
    @pytest.fixture
    def outside(self, tmp_path: Path) -> FolderGateway:
        return FolderGateway(tmp_path)
