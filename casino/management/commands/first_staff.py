"""`manage.py first_staff`: the first two members of staff of a new house. Once: two persons take on every later one."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from players.roles import Role
from players.staff import operations as staff
from players.staff.operations.accounts import StaffRejected
from players.staff.queries import staff_members

WHO = {"administrator": Role.ADMINISTRATOR, "compliance": Role.COMPLIANCE}


class Command(BaseCommand):
    """Open a new house's staff register."""

    help = "Makes the first administrator and the first compliance officer of a new house, and invites both by e-mail."

    def add_arguments(self, parser: CommandParser) -> None:
        """Each of the two: the nickname among colleagues, the e-mail, the legal name and the taxpayer number."""
        for who in WHO:
            parser.add_argument(f"--{who}", nargs=4, required=True, metavar=("NAME", "EMAIL", "FULL_NAME", "NIF"))

    def handle(self, *args: Any, **options: Any) -> None:
        """Both or neither; then the register is closed for good."""
        if staff_members():
            raise CommandError("This house has staff: further members are proposed and approved at /casa/equipa/.")
        try:
            staff.open_register(first={role: tuple(options[who]) for who, role in WHO.items()}, now=timezone.now())
        except StaffRejected as refused:
            raise CommandError(f"No member was made: {refused.reason.value}.") from refused
        self.stdout.write("Both get an invitation by e-mail. From now on two of the staff take on each new member.")
