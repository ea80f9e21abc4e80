"""`seal_days`: seals every day that is over and holds, and signs the log. Safe at any time, beside the sweep too."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from reporting.operations import log, make_due_reports
from reporting.operations.sealed_days import SealState, SealTry, seal_due


class Command(BaseCommand):
    help = _("Seals the days that are over and have no seal, and signs the log.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Seal them and say of each what became of it; ends with 1 if a day does not hold."""
        now = timezone.now()
        make_due_reports(now=now)
        tried = self._sealed(seal_due(now=now))
        while tried and tried[-1].state is SealState.SEALED:
            tried = self._sealed(seal_due(now=now))
        try:
            log.keep_log(now=now)
        except log.CheckpointRejected as refused:
            raise CommandError(_("The log was not signed: %(reason)s.") % {"reason": refused.reason}) from refused
        if any(one.state is SealState.FAULTY for one in tried):
            raise CommandError(_("A day was not sealed."))

    def _sealed(self, tried: tuple[SealTry, ...]) -> tuple[SealTry, ...]:
        for one in tried:
            told = {"day": one.day, "rows": one.rows, "sha256": one.sha256, "faults": ", ".join(one.faults)}
            if one.state is SealState.SEALED:
                self.stdout.write(_("%(day)s: sealed, %(rows)d rows, manifest %(sha256)s.") % told)
            elif one.state is SealState.FAULTY:
                self.stdout.write(self.style.ERROR(_("%(day)s: NOT sealed: %(faults)s.") % told))
            else:
                self.stdout.write(_("%(day)s: not yet.") % told)
        return tried
