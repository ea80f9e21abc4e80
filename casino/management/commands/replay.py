"""`manage.py replay ROUND…`: plays finished rounds again from the stored facts; ends with 1 on the first difference."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tables import queries


class Command(BaseCommand):
    """Replay rounds."""

    help = "Plays finished rounds again from their sealed cards, bets and rules, and compares cards, payouts and lines."

    def add_arguments(self, parser: CommandParser) -> None:
        """Rounds by code, or all."""
        parser.add_argument("round", nargs="*", help="codes of rounds")
        parser.add_argument("--all", action="store_true", help="every finished round")
        parser.add_argument("--table", help="with --all: of this table only")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay each and tell."""
        codes = queries.finished_rounds(table_code=options["table"]) if options["all"] else tuple(options["round"])
        if not codes:
            raise CommandError("Name a round, or use --all.")
        same = [self._tell(code) for code in codes]
        if len(codes) > 1:
            self.stdout.write(f"{sum(same)} of {len(codes)} rounds came out the same.")
        if not all(same):
            sys.exit(1)

    def _tell(self, code: str) -> bool:
        verdict = queries.replay(code)
        if verdict is None:
            raise CommandError(f"There is no finished round {code}.")
        if verdict.agrees:
            cards = " ".join(verdict.cards) or verdict.phase
            self.stdout.write(f"{code}: the same ({cards}; {verdict.bets} bets, {verdict.lines} lines)")
            return True
        for finding in verdict.findings:
            self.stdout.write(
                self.style.ERROR(f"{code}: {finding.what}: stored {finding.stored}, again {finding.again}")
            )
        return False
