"""`verify_ledger`: the proof of the ledger at the command line; ends with 1 if anything does not agree."""

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from wallet.queries import Difference, verify_ledger


class Command(BaseCommand):
    help = _("Recalcula o livro inteiro desde a primeira linha e compara-o com o que está guardado.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was looked at, and each difference on its own line."""
        proof = verify_ledger()
        for difference in proof.differences:
            self.stdout.write(self.style.ERROR(_described(difference)))
        seen = _("%(accounts)d contas, %(transfers)d linhas") % {
            "accounts": proof.accounts,
            "transfers": proof.transfers,
        }
        if proof.agrees:
            self.stdout.write(self.style.SUCCESS(_("O livro concorda: %(seen)s.") % {"seen": seen}))
            return
        count = len(proof.differences)
        told = ngettext("%(count)d diferença", "%(count)d diferenças", count) % {"count": count}
        self.stdout.write(
            self.style.ERROR(_("O livro NÃO concorda: %(told)s em %(seen)s.") % {"told": told, "seen": seen})
        )
        sys.exit(1)


def _described(difference: Difference) -> str:
    return _(
        "%(why)s: conta %(account)s (%(owner)s), guardado %(stored)s, calculado %(computed)s, linha %(transfer)s"
    ) % {
        "why": difference.why.value,
        "account": _told(difference.account),
        "owner": difference.owner or "–",
        "stored": _told(difference.stored),
        "computed": _told(difference.computed),
        "transfer": _told(difference.transfer),
    }


def _told(number: int | None) -> str:
    return "–" if number is None else str(number)
