"""`manage.py import_exclusions FILE`: take over the national list of excluded persons from a file (PT-30)."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from players.protection.national_list import ListInvalid, parse
from tables.operations.breaks import take_list


class Command(BaseCommand):
    """Read a file and take its entries over, all or none."""

    help = "Takes over the national list of excluded persons: CSV or XML. A faulty file is refused whole."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, and whether it is the whole list: only if the operator says so, for that frees people not in it."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--whole", action="store_true", help="the whole list: people missing from it are freed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the list over and say what it came to."""
        try:
            entries = parse(options["file"].read_bytes())
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from error
        except ListInvalid as invalid:
            faults = "\n".join(f"  line {line}: {what}" for line, what in invalid.faults[:50])
            raise CommandError(f"{options['file']} was not taken, {len(invalid.faults)} faults:\n{faults}") from invalid
        done = take_list(entries=entries, complete=options["whole"], now=timezone.now())
        self.stdout.write(
            f"{done.entries} entries, {done.removed} removed; {len(done.barred)} players barred, {done.freed} freed"
        )
