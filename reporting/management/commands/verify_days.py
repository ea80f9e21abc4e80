"""`verify_days`: every sealed day of this database, made anew from its rows and verified. Ends with 1 on a fault."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reporting.operations import log
from reporting.operations.proving_days import ProvenDays, prove_days


class Command(BaseCommand):
    help = _("Makes every sealed day anew from the rows of this database, and verifies it with the log’s key.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The form of the answer."""
        parser.add_argument("--json", action="store_true", help=_("writes the result as JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify and tell."""
        try:
            found = prove_days(key=log.verifier_key())
        except log.CheckpointRejected as refused:
            raise CommandError(_("This environment has no key of the log (SABOT_LOG_KEY).")) from refused
        if options["json"]:
            document = asdict(found) | {"lost": [day.isoformat() for day in found.lost]}
            self.stdout.write(json.dumps(document, ensure_ascii=False, sort_keys=True))
        else:
            self._tell(found)
        if not found.holds:
            sys.exit(1)

    def _tell(self, found: ProvenDays) -> None:
        for day in found.lost:
            self.stdout.write(self.style.ERROR(_("%(day)s: the sealed bytes cannot be made any more.") % {"day": day}))
        if found.first:
            self.stdout.write(self.style.ERROR(found.first))
        if found.unsigned:
            waits = ngettext(
                "%(n)d day is not in the signed log yet.", "%(n)d days are not in the signed log yet.", found.unsigned
            )
            self.stdout.write(waits % {"n": found.unsigned})
        if found.holds:
            holds = ngettext("%(n)d sealed day holds.", "%(n)d sealed days hold.", found.days)
            self.stdout.write(self.style.SUCCESS(holds % {"n": found.days}))
