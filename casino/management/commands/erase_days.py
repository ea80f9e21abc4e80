"""`erase_days --before DAY`: run now the erasure of sealed days that two persons agreed to in the back office."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.adapters.archive import archive
from reporting.operations.erasing_days import CopiesLeft, erase_agreed


class Command(BaseCommand):
    help = _("Erases the sealed days past their term that two persons agreed to erase.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The day that both persons saw."""
        parser.add_argument(
            "--before", type=date.fromisoformat, required=True, help=_("day of the agreed erasure, YYYY-MM-DD")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase, and say how much; ends with 1 where no such erasure was agreed to, or the archive keeps its copies.

        It decides nothing itself.
        """
        try:
            erased = erase_agreed(before=options["before"], archive=archive(), now=timezone.now())
        except CopiesLeft:
            said = _("The archive keeps copies of the erased days. The log is told once they are gone.")
            raise CommandError(said) from None
        if erased is None:
            said = _(
                "No erasure of sealed days before %(day)s was agreed to. Two persons do that at /casa/conservacao/."
            )
            raise CommandError(said % {"day": options["before"]})
        said = _(
            "Erased: %(days)d days, %(records)d records, %(salts)d salts, %(copies)d copies in the archive. "
            "Their leaves in the log stay."
        )
        self.stdout.write(said % erased)
