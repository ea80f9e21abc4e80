"""The accounts of a demonstration house, with their published passwords: its sign-in page shows them."""

from dataclasses import dataclass
from typing import Final

from players.roles import Role

PASSWORD: Final = "mesa-de-demonstracao"  # noqa: S105  (published on purpose: it opens nothing but a demonstration)
SECOND_FACTOR: Final = "ONQWE33UFVSGK3LPNZZXI4TBORUW63RN"
"""The second factor of the demonstration's staff, published likewise: the sign-in page shows its codes."""


@dataclass(frozen=True, slots=True)
class DemoAccount:
    """One sign-in of the demonstration house; `role` is "player" or the staff role it is for."""

    role: str
    email: str
    name: str
    cents: int = 0
    full_name: str = ""
    first_eight: str = ""
    """Of the taxpayer number; the ninth is its check digit."""


PLAYERS: Final = (
    DemoAccount("player", "rita@sabot.example", "Rita", 5_000_00, "Rita Exemplo", "10000001"),
    DemoAccount("player", "ze@sabot.example", "Zé_77", 5_000_00, "José Exemplo", "10000002"),
    DemoAccount("player", "mar@sabot.example", "Mar_9", 250_00, "Maria Exemplo", "10000003"),
)
STAFF: Final = tuple(
    DemoAccount(
        role.value,
        f"{role.value}@sabot.example",
        name,
        full_name=f"{name.split()[0]} Exemplo",
        first_eight=f"1000010{place}",
    )
    for place, (role, name) in enumerate(
        {
            Role.GAME_MANAGER: "Gestora de jogo",
            Role.APPROVER: "Aprovador",
            Role.SUPERVISOR: "Supervisora",
            Role.SUPPORT: "Apoio",
            Role.COMPLIANCE: "Conformidade",
            Role.AUDITOR: "Auditoria",
            Role.INSPECTOR: "Inspeção",
            Role.ADMINISTRATOR: "Administração",
            Role.CROUPIER: "Croupier",
        }.items()
    )
)
