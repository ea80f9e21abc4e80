"""`manage.py rng_evidence`: statistical evidence of the generator, in a folder with digests; ends with 1 if it is
turned down (RN-02, RN-03, RN-12).
"""

import os
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from reporting.operations.log import tell_generator
from tables.dieharder import GOOD, DieharderFailed, DieharderMissing
from tables.generator_evidence import make_evidence
from tables.generator_load import LoadFailed


class Command(BaseCommand):
    """Test the generator."""

    help = (
        "Tests raw words of the generator, shuffled shoes and choices at a joint level of 1 %, and writes "
        "inputs' digests, versions and all p-values into a folder. "
        "About a second for each million bytes, and for each 1,000 shoes."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """How much, and where to."""
        parser.add_argument("--bytes", type=float, default=8e6, help="raw words, in bytes; 1e9 for a laboratory")
        parser.add_argument("--shoes", type=float, default=2_000, help="shuffled shoes of eight decks; 1e6 likewise")
        parser.add_argument("--choices", type=int, default=416, help="choices of 2 to so many things; 0: none")
        parser.add_argument(
            "--dieharder",
            nargs="?",
            const=",".join(map(str, GOOD)),
            default="",
            metavar="NUMBERS",
            help="tests of the program dieharder too, which has to be installed: 0,2,15, or all that it calls good",
        )
        parser.add_argument("--no-log", action="store_true", help="do not tell the log: there is no database here")
        parser.add_argument("--into", type=Path, default=Path("generator-evidence"), help="the folder of folders")
        parser.add_argument(
            "--while", dest="during", default="", help="what runs meanwhile, such as 'bench house'; only noted"
        )
        parser.add_argument(
            "--under-load",
            dest="under",
            nargs="?",
            type=int,
            const=os.cpu_count() or 1,
            default=0,
            metavar="PROCESSES",
            help="draw shoes in so many processes meanwhile, without a pause; one for each processor unless told",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Test and tell."""
        if (
            not 1 <= options["bytes"] <= 1e11
            or not 0 <= options["shoes"] <= 1e8
            or not 0 <= options["choices"] <= 65_536
            or not 0 <= options["under"] <= 1_024
        ):
            raise CommandError("Ask for 1 to 1e11 bytes, 0 to 1e8 shoes, choices of up to 65536, 0 to 1024 processes.")
        numbers = [each.strip() for each in options["dieharder"].split(",") if each.strip()]
        if not all(each.isdecimal() and int(each) < 1_000 for each in numbers):
            raise CommandError("--dieharder takes numbers of its tests, such as 0,2,15: dieharder -l lists them.")
        during = _during(options["during"], options["under"])
        try:
            found = make_evidence(
                into=options["into"],
                size=int(options["bytes"]),
                shoes=int(options["shoes"]),
                choices=options["choices"],
                during=during,
                under=options["under"],
                now=timezone.now(),
                say=self.stderr.write,
                dieharders=[int(each) for each in numbers],
            )
        except DieharderMissing as error:
            raise CommandError("dieharder is not on this machine: apt-get install dieharder.") from error
        except DieharderFailed as error:
            raise CommandError(f"dieharder gave no p-value: {error}") from error
        except LoadFailed as error:
            raise CommandError("The load broke off: nothing was written.") from error
        except OSError as error:
            raise CommandError(f"The folder cannot be written: {error}") from error
        for name, value in found.p_values.items():
            style = self.style.ERROR if name in found.verdict.rejected else str
            self.stdout.write(style(f"{name:40} p = {value:.6f}  (bound {found.verdict.bounds[name]:.6f})"))
        for n in found.uneven:
            self.stdout.write(self.style.ERROR(f"choices of {n} are not exact"))
        said = "Nothing speaks against the generator" if found.holds else "The generator is turned down"
        self.stdout.write(f"{said}, at a joint level of 1 %. Noted: {during}.")
        self.stdout.write(f"{found.folder}  sha256 {found.digest}")
        if not options["no_log"]:
            size, shoes = int(options["bytes"]), int(options["shoes"])
            tell_generator(digest=found.digest, holds=found.holds, size=size, shoes=shoes, now=timezone.now())
            self.stdout.write("The log has its digest.")
        if not found.holds:
            sys.exit(1)


def _during(noted: str, under: int) -> str:
    """What the evidence says of the load."""
    drawing = f"{under} processes draw shoes" if under else ""
    return "; ".join(each for each in (drawing, noted) if each) or "at rest"
