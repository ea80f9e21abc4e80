"""`log_key`: the verifier key of the log, for verifiers to pin."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from reporting.operations import log


class Command(BaseCommand):
    help = _("Prints the key that checks the log's checkpoints.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print it alone, so that it can be piped."""
        try:
            self.stdout.write(log.verifier_key())
        except log.CheckpointRejected as refused:
            raise CommandError(_("This environment has no key of the log (SABOT_LOG_KEY).")) from refused
