"""`make_report 2026-03-29`: the report of a gaming day, made now; a second time it says that nothing has changed."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from reporting.operations import MakingRejected, make_daily_report


class Command(BaseCommand):
    help = _("Makes the report of a gaming day that is over.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One day, as a date of Lisbon."""
        parser.add_argument("day", type=date.fromisoformat, help=_("gaming day, YYYY-MM-DD"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Make it and say what became of it."""
        try:
            made = make_daily_report(day=options["day"], now=timezone.now())
        except MakingRejected as refused:
            raise CommandError(_("The day %(day)s is not over yet.") % {"day": options["day"]}) from refused
        told = {"day": made.day, "revision": made.revision, "sha256": made.sha256}
        if made.new:
            self.stdout.write(_("Report of %(day)s, revision %(revision)d, %(sha256)s.") % told)
        else:
            self.stdout.write(_("Nothing has changed: the report of %(day)s is still at revision %(revision)d.") % told)
        if not made.reconciles:
            self.stdout.write(
                self.style.ERROR(_("Rounds and ledger do NOT agree: see the reconciliation in the report."))
            )
