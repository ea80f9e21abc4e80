"""`manage.py write_maths`: writes docs/maths.md from the exact odds of every paytable."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from casino.regulation import maths_page


class Command(BaseCommand):
    """Write the laboratory's sheets."""

    help = "Writes docs/maths.md from the exact odds of every paytable."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        path = settings.BASE_DIR / "docs" / "maths.md"
        path.write_text(maths_page.document(), encoding="utf-8")
        self.stdout.write(str(path))
