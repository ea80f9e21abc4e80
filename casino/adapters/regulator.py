"""The regulator's side of exclusions, by adapters: the recipient of notices, the source of the national list.

The sandboxes use files in the house's own folder, where people can read and write them.
"""

import hashlib
import hmac
import json
from pathlib import Path
from typing import Protocol

from django.conf import settings

from casino.adapters.registry import Port, adapter
from players.accounts.operations.obligations import Notice


class Desk(Protocol):
    """The recipient of the house's notices (PT-29)."""

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
        path = self.folder / f"notice-{notice.obligation_id}.json"
        content = {
            "number": notice.obligation_id,
            "kind": notice.kind.value,
            "person": notice.person_id,
            "subject": notice.subject,
            "facts": dict(notice.facts),
        }
        path.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
        return path.name


class NationalList(Protocol):
    """The keeper of the national list (PT-30)."""

    def fetch(self) -> bytes | None:
        """The whole list as it is now, in a form that `players.protection.national_list` reads; None where nothing
        changed.

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
    """The key with which the national list signs its pushes; None if no push is accepted.

    A demonstration house without one derives it from its own secret, for the sandbox that pushes there.
    """
    if settings.NATIONAL_LIST_SECRET:
        return str(settings.NATIONAL_LIST_SECRET).encode()
    if settings.DEMO_HOUSE:
        return hmac.new(settings.SECRET_KEY.encode(), b"sandbox national list", hashlib.sha256).digest()
    return None


def national_list() -> NationalList | None:
    """The keeper of the list that the environment names; None where lists are brought by hand."""
    made: NationalList | None = adapter(Port.NATIONAL_LIST)
    return made


def desk() -> Desk | None:
    """The desk that the environment names; None where staff send the notices by hand."""
    made: Desk | None = adapter(Port.REGULATOR)
    return made
