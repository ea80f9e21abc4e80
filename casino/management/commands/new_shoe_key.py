"""`manage.py new_shoe_key`: makes the next key of the undealt cards; the present ones stay for their shoes."""

import base64
import os
import secrets
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from casino.env import SHOE_KEY_LAST


class Command(BaseCommand):
    """Make a new shoe key."""

    help = (
        "Makes the next shoe key and prints SABOT_SHOE_KEYS as the dealer is to get it; --keep writes it to its file."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """One option."""
        parser.add_argument("--keep", action="store_true", help="write it to secrets/shoe_keys, which ./sabot reads")

    def handle(self, *args: Any, **options: Any) -> None:
        """Add one to the keys of this environment."""
        keys: dict[int, bytes] = dict(settings.SHOE_KEYS)
        if not keys:
            raise CommandError("This environment has no shoe key to go on from (SABOT_SHOE_KEY, SABOT_SHOE_KEYS).")
        number = max(keys) + 1
        if number > SHOE_KEY_LAST:
            raise CommandError(f"There is no number after {SHOE_KEY_LAST}.")
        keys[number] = secrets.token_bytes(32)
        written = ",".join(f"{each}:{base64.b64encode(key).decode()}" for each, key in sorted(keys.items()))
        if not options["keep"]:
            self.stdout.write(f"SABOT_SHOE_KEYS={written}")
            return
        path = settings.ENVIRONMENT.data / "secrets" / "shoe_keys"
        _write(path, written)
        self.stdout.write(f"Key {number} is in {path}. New shoes use it once the dealer is started again.")


def _write(path: Path, text: str) -> None:
    """For its owner alone, whole or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(f"{text}\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
