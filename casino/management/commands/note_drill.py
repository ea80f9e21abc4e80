"""`note_drill`: what became of a drill, told to the house. `./sabot drill` calls it."""

from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from players.duties.operations import Drilled, DrillRejected, note_drill_failed, note_drill_proven

COUNTS = ("lacks", "transfers", "rounds", "days", "seconds")


class Command(BaseCommand):
    help = _("Notes what became of a drill, a backup restored and proven (./sabot drill calls it).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Either a fault, or everything that was found."""
        parser.add_argument("--backup", required=True)
        parser.add_argument("--fault")
        parser.add_argument("--until", type=datetime.fromisoformat)
        for name in COUNTS:
            parser.add_argument(f"--{name}", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        """Note it."""
        now = timezone.now()
        try:
            if options["fault"] is not None:
                note_drill_failed(backup=options["backup"], fault=options["fault"], now=now)
                return
            if options["until"] is None or None in [options[name] for name in COUNTS]:
                raise CommandError(_("A drill that held has a moment and all its counts."))
            found = Drilled(until=options["until"], **{name: options[name] for name in COUNTS})
            note_drill_proven(backup=options["backup"], found=found, now=now)
        except DrillRejected as refused:
            raise CommandError(_("The drill was not noted: %(reason)s.") % {"reason": refused.reason}) from refused
