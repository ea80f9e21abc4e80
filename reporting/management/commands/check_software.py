"""`check_software`: compares the running files with those of the first check of this version (GL-02)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from reporting.operations import log


class Command(BaseCommand):
    help = _("Compares the running files with those of the first check of its version.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many there are, and name those that differ; ends with 1 if any does."""
        found = log.check_software(now=timezone.now())
        told = {"files": found.files, "version": found.version, "sha256": found.sha256}
        self.stdout.write(_("%(files)d files of %(version)s, digest %(sha256)s.") % told)
        for path in found.different:
            self.stdout.write(self.style.ERROR(path))
        if found.different:
            raise CommandError(_("The software is not the one that was checked before."))
