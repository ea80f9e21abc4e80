"""`manage.py write_conformance`: collects the proofs of the rules from the tests, and writes docs/conformance.md."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.conformance import matrix, proofs, rules


class Command(BaseCommand):
    """Write the proofs and the conformance matrix."""

    help = "Collects the tests that prove a rule into casino/conformance/proofs.json and writes docs/conformance.md."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write both."""
        collected = proofs.collected()
        proofs.FILE.write_text(proofs.written(collected), encoding="utf-8")
        path = proofs.ROOT / "docs" / "conformance.md"
        path.write_text(matrix.document(collected), encoding="utf-8")
        self.stdout.write(f"{path}: {len(rules.rules())} rules, {sum(map(len, collected.values()))} proofs")
