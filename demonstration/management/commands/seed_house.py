"""`manage.py seed_house`: furnishes the demonstration house; run again it adds only what is missing."""

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from casino.portal import demo_accounts
from demonstration import first_hours


class Command(BaseCommand):
    """Furnish the demonstration house."""

    help = "Makes the demonstration house's accounts and tables, where missing (SABOT_DEMO=1 only)."

    def add_arguments(self, parser: CommandParser) -> None:
        """One option: print the sign-ins, a JSON document a line."""
        parser.add_argument("--list-accounts", action="store_true", help="print the sign-ins, one JSON document a line")

    def handle(self, *args: Any, **options: Any) -> None:
        """Furnish, and list if asked."""
        if not settings.DEMO_HOUSE:
            raise CommandError("This house is not a demonstration (SABOT_DEMO=1 makes it one).")
        first_hours.open_house(now=timezone.now())
        if options["list_accounts"]:
            for account in (*demo_accounts.PLAYERS, *demo_accounts.STAFF):
                line = {"role": account.role, "email": account.email, "password": demo_accounts.PASSWORD}
                self.stdout.write(json.dumps(line))
