"""`export_days --into FOLDER`: sealed days and log as plain files, for `verify_days.py`; the six files too if asked."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from reporting.operations.exporting_days import export_days
from reporting.operations.safe_files import Rebuilt, rebuild_files
from reporting.six_files.safe import DeliveryRefused, FolderSafe

FILES = "files"


class Command(BaseCommand):
    help = _("Writes the sealed days and the log into a folder, for who verifies them.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder, and from which day to which."""
        parser.add_argument("--into", type=Path, required=True, help=_("folder, made where it is missing"))
        parser.add_argument("--since", type=date.fromisoformat, help=_("first day, YYYY-MM-DD"))
        parser.add_argument("--until", type=date.fromisoformat, help=_("last day, YYYY-MM-DD"))
        parser.add_argument(
            "--files", action="store_true", help=_("also the regulator’s files, which hold personal data")
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Write them and say how many; ends with 1 if the sealed bytes of a day cannot be had any more."""
        try:
            made = export_days(into=options["into"], since=options["since"], until=options["until"])
            files = self._files(options) if options["files"] else Rebuilt(0, ())
        except DeliveryRefused as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(_("%(folder)s cannot be written to.") % {"folder": options["into"]}) from error
        self.stdout.write(
            _("%(days)d days and a log of %(leaves)d leaves in %(folder)s.")
            % {"days": made.days, "leaves": made.leaves, "folder": options["into"]}
        )
        for day in made.rewritten:
            self.stdout.write(_("%(day)s: written anew from the database, with the sealed bytes.") % {"day": day})
        for day in made.lost:
            self.stdout.write(self.style.ERROR(_("%(day)s: the sealed bytes cannot be made any more.") % {"day": day}))
        if options["files"]:
            self.stdout.write(_("%(days)d packages of the regulator’s files.") % {"days": files.days})
        for name in files.superseded:
            said = _("%(package)s: a correction took its place, and its bytes cannot be made any more.")
            self.stdout.write(self.style.WARNING(said % {"package": name}))
        for day in files.changed:
            self.stdout.write(self.style.ERROR(_("%(day)s: the files would be others now.") % {"day": day}))
        if made.lost or files.changed:
            raise CommandError(_("Not every sealed day was written."))

    def _files(self, options: dict[str, Any]) -> Rebuilt:
        """The packages that were made, once more from the rows, in a folder of their own."""
        return rebuild_files(
            into=FolderSafe(options["into"] / FILES),
            profile=settings.OPERATOR_PROFILE.files,
            since=options["since"],
            until=options["until"],
            now=timezone.now(),
        )
