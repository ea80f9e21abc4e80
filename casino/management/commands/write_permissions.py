"""`manage.py write_permissions`: writes docs/permissions.md from the table in `casino.access.matrix`."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from casino.access import matrix, permissions_page


class Command(BaseCommand):
    """Write the page of permissions."""

    help = "Writes docs/permissions.md from the table of permissions."

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it."""
        path = settings.BASE_DIR / "docs" / "permissions.md"
        path.write_text(permissions_page.document(), encoding="utf-8")
        self.stdout.write(f"{path}: {len(matrix.ADDRESSES)} addresses, {len(matrix.FRAMES)} frames")
