"""`manage.py gather_texts`: brings the catalogues up to date with the sources, for translators."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.wording import texts


class Command(BaseCommand):
    """Gather every text of the sources into the catalogues."""

    help = "Gathers the texts of the sources into the catalogues and says how many still lack a translation."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Gather and count."""
        for language, count in texts.update().items():
            self.stdout.write(f"{language}: {count} texts without a translation")
