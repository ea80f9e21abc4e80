"""`manage.py seed_history`: weeks of a house at work for a demonstration, to try lists, queues and reports at size."""

import time
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from demonstration import regulator_files, seeding
from wallet import queries as wallet

DAYS = range(1, 731)
ROUNDS = range(1, 3_000_001)
PLAYERS = range(12, 20_001)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise CommandError(f"--until is a day as 2026-04-15, not {text}.") from error


class Command(BaseCommand):
    """Write a history."""

    help = "Writes a history into a demonstration house (SABOT_DEMO=1 only), once: rounds, payments, cases, decisions."

    def add_arguments(self, parser: CommandParser) -> None:
        """The number of days, of rounds and of players."""
        parser.add_argument("--days", type=int, default=60, help="how many days, ending yesterday (or --until)")
        parser.add_argument("--rounds", type=int, default=20_000, help="rounds in all; about eight bets each")
        parser.add_argument("--players", type=int, default=400, help="players who come and go")
        parser.add_argument("--until", type=_day, metavar="YYYY-MM-DD", help="its last day, instead of yesterday")
        parser.add_argument(
            "--play-only", action="store_true", help="rounds alone, without what people did beside them"
        )
        parser.add_argument("--seed", type=int, default=1, help="the same number gives the same play")
        parser.add_argument("--no-proof", action="store_true", help="leave out the proof of the ledger at the end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write, and prove what was written."""
        if not settings.DEMO_HOUSE:
            raise CommandError("This house is not a demonstration (SABOT_DEMO=1 makes it one).")
        for name, fits in (("days", DAYS), ("rounds", ROUNDS), ("players", PLAYERS)):
            if options[name] not in fits:
                raise CommandError(f"--{name} is from {fits.start} to {fits.stop - 1}, not {options[name]}.")
        begun = time.monotonic()
        try:
            seeded = seeding.seed(
                days=options["days"],
                rounds=options["rounds"],
                players_count=options["players"],
                chosen=options["seed"],
                now=timezone.now(),
                until=options["until"],
                play_only=options["play_only"],
                tell=self.stdout.write,
            )
        except seeding.HistoryRejected as refused:
            raise CommandError(str(refused)) from refused
        if not options["play_only"]:
            since = time.monotonic()
            files = regulator_files.make_last(seeded.days, now=timezone.now())
            self.stdout.write(f"the regulator's files of {len(files)} days, in {time.monotonic() - since:.1f} s")
        seeding.report(seeded.reported, now=timezone.now())
        seconds = time.monotonic() - begun
        self.stdout.write(
            f"{len(seeded.days)} days, {seeded.tables} tables, {seeded.players} players, {seeded.rounds:,} rounds,"
            f" {seeded.bets:,} bets, {seeded.lines:,} ledger lines, {seeded.acts:,} acts in {seconds:.1f} s"
            f" ({seconds * 1_000_000 / max(1, seeded.bets):.0f} s a million bets)"
        )
        if options["rounds"] > seeding.PROOFS_MOST:
            self.stdout.write(
                "The cards carry no single proofs at this size, so that verify_days.py finds V14; every round replays."
            )
        if not options["no_proof"]:
            self._prove()

    def _prove(self) -> None:
        proof = wallet.verify_ledger()
        if proof.differences:
            raise CommandError(f"The ledger does not agree: {proof.differences[:3]}")
        self.stdout.write(f"The ledger agrees: {proof.transfers:,} lines, {proof.accounts:,} accounts.")
