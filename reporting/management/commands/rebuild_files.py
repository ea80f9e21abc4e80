"""`rebuild_files --from 2026-03-01 --to 2026-03-07 --into FOLDER`: the regulator's files of these days once more."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from reporting.operations.files_again import rebuild_asked
from reporting.six_files.safe import DeliveryRefused, FolderSafe


class Command(BaseCommand):
    help = _("Makes the regulator’s files of past days once more from the rows: the same bytes.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """From which day to which, and where the packages go."""
        parser.add_argument(
            "--from", dest="first", type=date.fromisoformat, required=True, help=_("first day, YYYY-MM-DD")
        )
        parser.add_argument("--to", dest="last", type=date.fromisoformat, required=True, help=_("last day, YYYY-MM-DD"))
        parser.add_argument("--into", type=Path, required=True, help=_("folder, made where it is missing"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Write them and say how many; ends with 1 where a day's files would be others now, or there are none."""
        try:
            made = rebuild_asked(
                first=options["first"],
                last=options["last"],
                into=FolderSafe(options["into"]),
                profile=settings.OPERATOR_PROFILE.files,
                now=timezone.now(),
            )
        except DeliveryRefused as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("%(days)d packages of the regulator’s files.") % {"days": made.days})
        for name in made.superseded:
            said = _("%(package)s: a correction took its place, and its bytes cannot be made any more.")
            self.stdout.write(self.style.WARNING(said % {"package": name}))
        for day in made.changed:
            self.stdout.write(self.style.ERROR(_("%(day)s: the files would be others now.") % {"day": day}))
        if made.changed or not made.days:
            raise CommandError(_("Not every day’s files were made once more."))
