"""`verify_ledger`: the whole proof at the command line. Ends with 1 on any difference; `--json` for machines."""

import json
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reporting.making.figures import moment
from reporting.operations import record_proof
from reporting.queries import ProofCard, ProofDifference


class Command(BaseCommand):
    help = _(
        "Works out the ledger again from its first line and compares it with the rounds and with the house’s accounts."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The form of the answer."""
        parser.add_argument("--json", action="store_true", help=_("writes the result as JSON"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Prove, keep the outcome, and tell it."""
        proof = record_proof(now=timezone.now(), step=self._step)
        if options["json"]:
            document = asdict(proof) | {"made_at": moment(proof.made_at)}
            self.stdout.write(json.dumps(document, ensure_ascii=False, sort_keys=True))
        else:
            self._tell(proof)
        if not proof.agrees:
            sys.exit(1)

    def _step(self, stream: str, rows: int) -> None:
        """Say on the error stream how far a long proof is."""
        self.stderr.write(_("chain %(stream)s: %(rows)d rows") % {"stream": stream, "rows": rows})

    def _tell(self, proof: ProofCard) -> None:
        for difference in proof.differences:
            self.stdout.write(self.style.ERROR(_told(difference)))
        seen = _("%(accounts)d accounts, %(transfers)d lines, %(rounds)d rounds") % {
            "accounts": proof.accounts,
            "transfers": proof.transfers,
            "rounds": proof.rounds,
        }
        for stream, head in proof.heads.items():
            if head["number"]:
                self.stdout.write(f"{stream} {head['number']} {head['last']} {head['digest']}")
        if proof.agrees:
            self.stdout.write(self.style.SUCCESS(_("Everything agrees: %(seen)s.") % {"seen": seen}))
            return
        count = proof.difference_count
        told = ngettext("%(count)d difference", "%(count)d differences", count) % {"count": count}
        self.stdout.write(self.style.ERROR(_("Does NOT agree: %(told)s in %(seen)s.") % {"told": told, "seen": seen}))


def _told(difference: ProofDifference) -> str:
    parts = [f"{difference.where}: {difference.subject}: {difference.why}"]
    if difference.stored is not None or difference.computed is not None:
        parts.append(
            _("stored %(stored)s, worked out %(computed)s")
            % {"stored": _number(difference.stored), "computed": _number(difference.computed)}
        )
    if difference.transfer is not None:
        parts.append(_("line %(transfer)d") % {"transfer": difference.transfer})
    return ", ".join(parts)


def _number(value: int | None) -> str:
    return "–" if value is None else str(value)
