"""A few short words for the tests of persons: players and staff, made through the house's own doors."""

import itertools
from datetime import UTC, date, datetime
from typing import Any

from players.operations.accounts import PersonRegistered, create_staff, register_player, verify_identity
from players.roles import Role

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
PASSWORD = "quarenta-e-duas-cartas"
_numbers = itertools.count(1)


class People:
    """Everybody has another e-mail and nickname; whatever matters to a test is said by it."""

    def facts(self, **others: Any) -> dict[str, Any]:
        number = next(_numbers)
        return {
            "email": f"jogador{number}@sabot.example",
            "nickname": f"jogador{number}",
            "password": PASSWORD,
            "language": "pt",
            "birth_date": date(1990, 5, 4),
            "now": NOW,
            **others,
        }

    def player(self, *, verified: bool = True, **others: Any) -> PersonRegistered:
        person = register_player(**self.facts(**others))
        if verified:
            verify_identity(person_id=person.person_id, reason="Cartão de Cidadão", by=None, now=NOW)
        return person

    def staff(self, *roles: Role) -> PersonRegistered:
        number = next(_numbers)
        return create_staff(
            email=f"equipa{number}@sabot.example", name=f"Equipa {number}", password=PASSWORD, roles=roles, now=NOW
        )
