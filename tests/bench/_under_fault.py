"""The modules and the guards of the database that faults are planted in."""

import ast
from pathlib import Path
from typing import Final

MODULES: Final = (
    "baccarat/draws.py",
    "baccarat/exposure.py",
    "baccarat/limits.py",
    "baccarat/offers.py",
    "baccarat/paytables.py",
    "baccarat/play.py",
    "baccarat/proof.py",
    "baccarat/ranges.py",
    "baccarat/settlement.py",
    "kernel/money.py",
    "kernel/periods.py",
    "wallet/chart.py",
    "wallet/operations/moves.py",
    "wallet/operations/posting.py",
    "wallet/proof.py",
    "players/gates.py",
    "players/roles.py",
    "players/protection/operations/exclusion.py",
    "players/protection/operations/limits.py",
    "players/protection/operations/national.py",
    "players/protection/operations/prohibitions.py",
    "players/cashier/operations/adjustments.py",
    "players/cashier/operations/charge_backs.py",
    "players/cashier/operations/deposits.py",
    "players/cashier/operations/holders.py",
    "players/cashier/operations/instruments.py",
    "players/cashier/operations/notices.py",
    "players/cashier/operations/sweeping.py",
    "players/cashier/operations/terms.py",
    "players/cashier/operations/withdrawals.py",
    "casino/access/asked_again.py",
    "casino/backoffice/access.py",
    "casino/signing/again.py",
    "casino/signing/kept.py",
    "casino/signing/origin.py",
    "casino/signing/second_factor.py",
    "casino/signing/sessions.py",
    "casino/signing/waiting.py",
    "tables/operations/bets.py",
    "tables/operations/checks.py",
    "tables/operations/hours.py",
    "tables/operations/paying.py",
    "tables/operations/slip_reading.py",
    "tables/operations/slip_writing.py",
    "tables/operations/stops.py",
    "tables/operations/voids.py",
)
"""The rules of money, limits, gates, access and proof."""
PLAYERS: Final = "tests/integration/players/test_"
GUARDS: Final[dict[str, tuple[str, ...]]] = {
    "wallet": ("tests/integration/wallet/test_wallet_guards.py", "tests/integration/wallet/test_wallet_post.py"),
    "players": (f"{PLAYERS}protection_database.py", f"{PLAYERS}causes.py"),
    "tables": ("tests/integration/test_promises_of_the_database.py", "tests/integration/tables/test_bets.py"),
    "reporting": ("tests/integration/reporting/test_chain.py",),
}
"""By app, the tests for guards of which no test is known that saw them refuse."""
TRIGGERS: Final = Path(__file__).resolve().parents[1] / "integration" / "test_triggers.py"


def tests_elsewhere() -> dict[str, str]:
    """By table and trigger, the file whose tests find it where `TRIGGERS` only names that file.

    Its source is read: the module itself cannot be imported without the house's settings.
    """
    for each in ast.parse(TRIGGERS.read_text()).body:
        if isinstance(each, ast.AnnAssign) and ast.unparse(each.target) == "ELSEWHERE" and each.value is not None:
            named: dict[str, str] = ast.literal_eval(each.value)
            return {trigger: f"tests/integration/{file}" for trigger, file in named.items()}
    raise LookupError(f"{TRIGGERS} names no tests elsewhere")
