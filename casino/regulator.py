"""The regulator's side of exclusions, by adapter: where notices go. The sandbox writes them where they can be read."""

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


def desk() -> Desk:
    """The desk that the settings name."""
    made: Desk = import_string(settings.REGULATOR_DESK)()
    return made
