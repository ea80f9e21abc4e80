"""`write_schema`: the schema of a database that went through every migration, for new ones to begin with."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kernel import schema


class Command(BaseCommand):
    """Make a database step by step, write its schema down, remove it."""

    help = "Writes kernel/schema.sql from a database made for it; to be run after every change of a migration."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The check alone."""
        parser.add_argument("--check", action="store_true", help="Writes nothing, and fails where the file differs.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the file, or hold it against the database.

        Raises:
            CommandError: with `--check`, the migrations lead to another schema; or they give rows that no file has.
        """
        text = _of_new_database(_of_new_database(None))
        if options["check"]:
            if text != schema.PATH.read_text(encoding="utf-8"):
                raise CommandError("The migrations lead to another schema than kernel/schema.sql: run write_schema.")
            return
        schema.PATH.write_text(text, encoding="utf-8")
        self.stdout.write(f"{len(text.splitlines())} lines")


def _of_new_database(text: str | None) -> str:
    """The text of a database that begins with a text, or without one goes every step."""
    with schema.new_database(text):
        if filled := schema.filled():
            raise CommandError(f"Migrations give rows to {', '.join(sorted(filled))}: write them into rows.sql too.")
        return schema.document()
