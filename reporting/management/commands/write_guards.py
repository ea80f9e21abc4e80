"""`write_guards`: the guards of a newly made database, for the proof to compare with."""

from typing import Any

from django.core.management.base import BaseCommand

from kernel import schema
from reporting.making import guards


class Command(BaseCommand):
    """Make a database, read its guards, write them down, remove it."""

    help = "Writes guards.txt and guards_loaded.txt from a database made for it; to be run after every migration."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the manifest."""
        with schema.new_database(None):
            found, loaded = guards.installed(), guards.loaded()
        guards.MANIFEST.write_text(guards.document(found), encoding="utf-8")
        guards.LOADED.write_text(guards.document(loaded), encoding="utf-8")
        self.stdout.write(f"{len(found)} guards")
