"""The gateway to the regulator's systems, asked whether it is there: while it is not, play stops (PT-72)."""

from pathlib import Path
from typing import Final, Protocol

from django.conf import settings

from casino.adapters.registry import Port, adapter, path_of

DOWN: Final = "gateway-down"


class Gateway(Protocol):
    """What leads to the regulator's systems."""

    def answers(self) -> bool:
        """Whether the gateway is there now. Whatever it raises counts as no.

        Asked every quarter of a minute, so it should answer within seconds.
        """
        ...


class Sandbox:
    """A gateway in the house's own folder: it is down while there is a file `regulator/gateway-down`."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or settings.DATA_DIR / "regulator"

    def answers(self) -> bool:
        """Whether no such file is there."""
        return not (self.folder / DOWN).exists()


def gateway() -> Gateway | None:
    """The gateway of this site; None where it has none."""
    found: Gateway | None = adapter(Port.GATEWAY)
    return found


def has_gateway() -> bool:
    """Whether the house asks a gateway."""
    return bool(path_of(Port.GATEWAY))
