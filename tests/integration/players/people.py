"""A few short words for the tests of persons: players and staff, made through the house's own doors."""

import dataclasses
import itertools
import uuid
from datetime import UTC, datetime
from typing import Any

from players.access.operations.registration import PersonRegistered, register_player
from players.accounts import terms
from players.accounts.details import Details
from players.accounts.operations.contact import confirm_email
from players.roles import Role
from players.staff.operations.accounts import create_staff, verify_identity
from tests.factories import personal_details

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
PASSWORD = "quarenta-e-duas-cartas"
_numbers = itertools.count(1)


class People:
    """Each person has another e-mail and nickname; a test names the details that matter to it."""

    def facts(self, **others: Any) -> dict[str, Any]:
        """Everything that a registration asks; `details` may be given field by field."""
        number = next(_numbers)
        fields = {field.name for field in dataclasses.fields(Details)}
        details = personal_details(**{name: others.pop(name) for name in fields & set(others)})
        now = others.get("now", NOW)
        return {
            "email": f"jogador{number}@sabot.example",
            "nickname": f"jogador{number}",
            "password": PASSWORD,
            "language": "pt",
            "details": details,
            "terms_version": terms.in_force(now).number,
            "idempotency_key": uuid.uuid4(),
            "now": NOW,
            **others,
        }

    def player(self, *, verified: bool = True, **others: Any) -> PersonRegistered:
        person = register_player(**self.facts(**others))
        confirm_email(person_id=person.person_id, email=person.email, now=NOW)
        if verified:
            verify_identity(person_id=person.person_id, reason="Cartão de Cidadão", by=None, now=NOW)
        return person

    def staff(self, *roles: Role) -> PersonRegistered:
        number = next(_numbers)
        return create_staff(
            email=f"equipa{number}@sabot.example", name=f"Equipa {number}", password=PASSWORD, roles=roles, now=NOW
        )
