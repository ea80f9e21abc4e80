"""`compare_days`: holds sealed days to the rows of today, and names each row that was touched since."""

from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reporting.operations.comparing_days import Change, ComparedDay, LineChange, compare_days


class Command(BaseCommand):
    help = _("Compares sealed days with the database as it is now, and names what was touched since.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        """From which day to which."""
        parser.add_argument("--since", type=date.fromisoformat, help=_("first day, YYYY-MM-DD"))
        parser.add_argument("--until", type=date.fromisoformat, help=_("last day, YYYY-MM-DD"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare and say of each day; ends with 1 if a row differs or a folder is not as it was sealed."""
        days = differing = 0
        for found in compare_days(since=options["since"], until=options["until"]):
            days += 1
            differing += bool(found.count or not found.folder)
            self._say(found)
        if not days:
            raise CommandError(_("No day is sealed in that time."))
        if differing:
            told = {"days": differing, "all": days}
            raise CommandError(
                ngettext(
                    "%(days)d of %(all)d days is not as it was sealed.",
                    "%(days)d of %(all)d days are not as they were sealed.",
                    differing,
                )
                % told
            )

    def _say(self, found: ComparedDay) -> None:
        if not found.folder:
            self.stdout.write(
                self.style.ERROR(_("%(day)s: its folder is gone, or not as it was sealed.") % {"day": found.day})
            )
        if not found.count:
            told = {"day": found.day, "rows": found.rows}
            self.stdout.write(_("%(day)s: %(rows)d lines, as they were sealed.") % told)
        for each in found.changes:
            self.stdout.write(self.style.ERROR(_line(found.day, each)))
        if found.count > len(found.changes):
            more = found.count - len(found.changes)
            self.stdout.write(ngettext("and %(n)d line more", "and %(n)d lines more", more) % {"n": more})


def _line(day: date, each: LineChange) -> str:
    told = {"day": day, "file": each.file, "line": each.line, "key": each.key}
    if each.change is Change.TOUCHED:
        return _("%(day)s %(file)s line %(line)d (%(key)s): the row is another than was sealed.") % told
    if each.change is Change.GONE:
        return _("%(day)s %(file)s line %(line)d (%(key)s): its row is gone.") % told
    if each.change is Change.NEW:
        return _("%(day)s %(file)s (%(key)s): a row that was not sealed.") % told
    return _("%(day)s %(file)s: the rows make another file than was sealed.") % told
