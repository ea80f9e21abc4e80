"""`manage.py first_staff`: the first two members of staff of a new house. Once: everybody else is taken on by two."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from players.operations import staff
from players.operations.accounts import StaffRefused
from players.queries.staff import staff_members
from players.roles import Role

WHO = {"administrator": Role.ADMINISTRATOR, "compliance": Role.COMPLIANCE}


class Command(BaseCommand):
    """Open a new house's staff register."""

    help = "Makes the first administrator and the first compliance officer of a new house, and invites both by e-mail."

    def add_arguments(self, parser: CommandParser) -> None:
        """Each of the two: what colleagues call them, the e-mail, the name and the taxpayer number by law."""
        for who in WHO:
            parser.add_argument(f"--{who}", nargs=4, required=True, metavar=("NAME", "EMAIL", "FULL_NAME", "NIF"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Both or neither; then the register is closed for good."""
        if staff_members():
            raise CommandError("This house has staff: everybody else is proposed and approved at /casa/equipa/.")
        try:
            staff.open_register(first={role: tuple(options[who]) for who, role in WHO.items()}, now=timezone.now())
        except StaffRefused as refused:
            raise CommandError(f"Nobody was made: {refused.reason.value}.") from refused
        self.stdout.write("Both get an invitation by e-mail. From now on two of the staff take on everybody else.")
