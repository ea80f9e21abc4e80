"""`make_files --day 2026-03-29 --into FOLDER`: the regulator's files of a gaming day, packed and delivered."""

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from reporting.operations.safe_files import FilesRejected, FilesRejection, deliver_files, make_files
from reporting.six_files.profile import ProfileInvalid, read_profile
from reporting.six_files.safe import DeliveryRefused, FolderSafe


class Command(BaseCommand):
    help = _("Makes the regulator’s files of a gaming day that is over.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One day, as a date of Lisbon; where the package goes; and the house's own settings of the files."""
        parser.add_argument("--day", type=date.fromisoformat, required=True, help=_("gaming day, YYYY-MM-DD"))
        parser.add_argument("--into", type=Path, help=_("folder that takes the package, with a receipt beside it"))
        parser.add_argument("--profile", type=Path, help=_("TOML file with the house’s settings of the files"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Make them, deliver them if a folder is named, and say what became of it."""
        now = timezone.now()
        try:
            profile = (
                settings.OPERATOR_PROFILE.files if options["profile"] is None else read_profile(options["profile"])
            )
            made = make_files(day=options["day"], profile=profile, now=now)
        except (ProfileInvalid, OSError) as error:
            raise CommandError(str(error)) from error
        except FilesRejected as refused:
            raise CommandError(_said(refused, options["day"])) from refused
        if made.correction:
            self.stdout.write(
                _("The day was corrected: this is the package of its correction %(number)d.")
                % {"number": made.correction}
            )
        told = {"package": made.package, "sha256": made.sha256, "files": len(made.files)}
        self.stdout.write(_("%(package)s: %(files)d files, %(sha256)s.") % told)
        if options["into"] is not None:
            try:
                deliver_files(made=made, profile=profile, safe=FolderSafe(options["into"]), now=now)
            except DeliveryRefused as error:
                raise CommandError(str(error)) from error
            self.stdout.write(_("Delivered, with a receipt."))


def _said(refused: FilesRejected, day: date) -> str:
    if refused.reason is FilesRejection.DAY_NOT_OVER:
        return _("The day %(day)s is not over yet.") % {"day": day}
    if refused.reason is FilesRejection.CHANGED:
        return _(
            "Made before, and other files now: %(files)s. Nothing was made: two persons correct them on the page "
            "Reports · Regulator’s files (/casa/relatorios/ficheiros/correcoes/)."
        ) % {"files": ", ".join(refused.files)}
    lines = [_("Sums that do not agree: nothing was made.")]
    return "\n".join([*lines, *(f"{each.rule} {each.file} {each.what}" for each in refused.faults)])
