"""`write_guards`: the guards of a newly made database, for the proof to compare with."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection

from kernel import schema
from reporting.making import guards


class Command(BaseCommand):
    """Make a database, read its guards, write them down, remove it."""

    help = "Writes guards.txt and guards_loaded.txt from a database made for it; to be run after every migration."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the manifest."""
        house = connection.settings_dict["NAME"]
        with schema.beginning_with(None):
            connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            found, loaded = guards.installed(), guards.loaded()
        finally:
            connection.creation.destroy_test_db(house, verbosity=0)
        guards.MANIFEST.write_text(guards.document(found), encoding="utf-8")
        guards.LOADED.write_text(guards.document(loaded), encoding="utf-8")
        self.stdout.write(f"{len(found)} guards")
