"""`manage.py write_conformance`: writes docs/conformance.md from the matrix in `casino.conformance`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from casino import conformance


class Command(BaseCommand):
    """Write the conformance matrix."""

    help = "Writes docs/conformance.md from the conformance matrix."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        path = settings.BASE_DIR / "docs" / "conformance.md"
        path.write_text(conformance.document(), encoding="utf-8")
        self.stdout.write(f"{path}: {len(conformance.rows())} rows")
