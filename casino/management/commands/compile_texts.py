"""`manage.py compile_texts`: compiles the message catalogues that changed."""

from typing import Any

from django.core.management.base import BaseCommand

from casino.wording import texts


class Command(BaseCommand):
    """Compile the catalogues."""

    help = "Compiles the message catalogues whose sentences changed."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Compile and name what was written."""
        for path in texts.compile_all():
            self.stdout.write(path.relative_to(texts.ROOT).as_posix())
