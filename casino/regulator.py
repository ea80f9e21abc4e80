"""The regulator's side of exclusions, by adapters: where notices go, where the national list comes from.

The sandboxes use files in the house's own folder, where people can read and write them.
"""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from players.operations.duties import Notice


class Desk(Protocol):
    """Whoever takes the house's notices (PT-29)."""

    def notify(self, notice: Notice) -> str:
        """Deliver one notice and answer its receipt. A notice delivered twice counts once, by its number.

        Raises `OSError` when it cannot be delivered now.
        """
        ...


class SandboxDesk:
    """A desk in the house's own folder: one JSON file a notice."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or settings.DATA_DIR / "regulator"

    def notify(self, notice: Notice) -> str:
        """Write the notice; its receipt is its file's name."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"notice-{notice.duty_id}.json"
        content = {
            "number": notice.duty_id,
            "kind": notice.kind.value,
            "person": notice.person_id,
            "subject": notice.subject,
            "facts": dict(notice.facts),
        }
        path.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
        return path.name


class NationalList(Protocol):
    """Whoever keeps the national list (PT-30)."""

    def fetch(self) -> bytes | None:
        """The whole list as it is now, in a form that `players.national_list` reads; None where nothing changed.

        Raises `OSError` when it cannot be had now.
        """
        ...


class SandboxNationalList:
    """A list in the house's own folder: `regulator/national.csv`, fetched whenever it is there."""

    def fetch(self) -> bytes | None:
        """The file's content, if there is such a file."""
        path: Path = settings.DATA_DIR / "regulator" / "national.csv"
        return path.read_bytes() if path.exists() else None


def push_secret() -> bytes | None:
    """What the national list signs its pushes with; None where nobody may push.

    A demonstration house without one derives it from its own secret, for the sandbox that pushes there.
    """
    if settings.NATIONAL_LIST_SECRET:
        return str(settings.NATIONAL_LIST_SECRET).encode()
    if settings.DEMO_HOUSE:
        return hmac.new(settings.SECRET_KEY.encode(), b"sandbox national list", hashlib.sha256).digest()
    return None


def national_list() -> NationalList:
    """The keeper of the list that the settings name."""
    made: NationalList = import_string(settings.NATIONAL_LIST)()
    return made


def desk() -> Desk:
    """The desk that the settings name."""
    made: Desk = import_string(settings.REGULATOR_DESK)()
    return made
