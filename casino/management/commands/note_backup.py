"""`note_backup`: a backup that was made, told to the house. `./sabot backup` calls it."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from players.duties.operations import BackupRejected, note_backup


class Command(BaseCommand):
    help = _("Notes that a backup was made and verified (./sabot backup calls it).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What the backup says of itself."""
        parser.add_argument("--backup", required=True)
        parser.add_argument("--full", action="store_true")
        parser.add_argument("--size", type=int, required=True)
        parser.add_argument("--seconds", type=int, required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """Note it."""
        facts = {name: options[name] for name in ("backup", "full", "size", "seconds")}
        try:
            note_backup(**facts, now=timezone.now())
        except BackupRejected as refused:
            raise CommandError(_("The backup was not noted: %(reason)s.") % {"reason": refused.reason}) from refused
