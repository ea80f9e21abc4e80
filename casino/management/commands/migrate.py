"""`migrate`: Django's own, which gives an empty database the whole schema first."""

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS

from kernel import schema

PARTLY = ("app_label", "migration_name", "plan", "check_unapplied", "fake", "fake_initial", "prune", "step_by_step")


class Command(migrate.Command):
    """Begin with the schema as it is written down; Django brings the database the rest of the way."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Django's, and the way without the short cut."""
        super().add_arguments(parser)
        parser.add_argument(
            "--step-by-step", action="store_true", help="Takes an empty database through every migration."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Bring the database to its schema."""
        whole = options["database"] == DEFAULT_DB_ALIAS and not any(options.get(name) for name in PARTLY)
        if whole and schema.begin() and options["verbosity"]:
            self.stdout.write("  The database was empty: it has the whole schema now.")
        super().handle(*args, **options)
