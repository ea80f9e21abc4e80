"""The state of a table on the floor."""

from dataclasses import dataclass
from typing import Final

ALERTS: Final = frozenset({"call", "bad", "stopped", "warn"})


@dataclass(frozen=True, slots=True)
class State:
    """A table's state; `why` is its evidence or empty. `tone`: "call", "bad", "stopped", "warn", "info", "good", or
    nothing.
    """

    tone: str
    headline: str
    why: str = ""
    icon: str = ""
    badge: str = ""
    """That the croupier waits for a supervisor, where a graver state has the headline."""

    @property
    def alert(self) -> bool:
        """Whether the table needs attention now."""
        return self.tone in ALERTS

    @property
    def calls(self) -> bool:
        """Whether a person at the table waits for a supervisor."""
        return self.tone == "call" or bool(self.badge)
