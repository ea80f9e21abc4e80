"""The adapters of this site, one for each port to the outside, by the dotted path that the environment names.

A path names a class or a function that is called without arguments and returns the adapter; an adapter reads secrets of
its own from the environment. `sandbox` is short for this project's own.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.utils.module_loading import import_string

SANDBOX: Final = "sandbox"


class Port(StrEnum):
    """What an adapter is for, and the variable of the environment that names it."""

    PAYMENTS = "SABOT_PAYMENTS"
    """`players.cashier.payments.provider.Provider`."""
    IDENTITY = "SABOT_IDENTITY"
    """`players.access.identity.Verifier`."""
    REGULATOR = "SABOT_REGULATOR"
    """`casino.adapters.regulator.Desk`."""
    NATIONAL_LIST = "SABOT_NATIONAL_LIST_SOURCE"
    """`casino.adapters.regulator.NationalList`."""
    ARCHIVE = "SABOT_ARCHIVE"
    """`reporting.operations.archiving.Archive`."""
    SAFE = "SABOT_SAFE"
    """`reporting.six_files.safe.Safe`."""
    PACKER = "SABOT_PACKER"
    """`reporting.six_files.packer.Packer`."""
    STAMPS = "SABOT_STAMPS"
    """`reporting.operations.stamping.Stamper`."""
    GATEWAY = "SABOT_GATEWAY"
    """`casino.adapters.gateway.Gateway`."""
    REGIONS = "SABOT_REGIONS"
    """`casino.adapters.regions.Regions`."""
    SECOND_READER = "SABOT_SECOND_READER"
    """`tables.operations.croupier.second_reader.SecondReader`; there is no sandbox of it."""


SANDBOXES: Final = {
    Port.PAYMENTS: "casino.adapters.payments.sandbox",
    Port.IDENTITY: "players.access.identity.Sandbox",
    Port.REGULATOR: "casino.adapters.regulator.SandboxDesk",
    Port.NATIONAL_LIST: "casino.adapters.regulator.SandboxNationalList",
    Port.ARCHIVE: "casino.adapters.archive.Folder",
    Port.SAFE: "casino.adapters.safe.Folder",
    Port.PACKER: "casino.adapters.packer.Sandbox",
    Port.STAMPS: "casino.adapters.stamps.Sandbox",
    Port.GATEWAY: "casino.adapters.gateway.Sandbox",
    Port.REGIONS: "casino.adapters.regions.Sandbox",
}


def path_of(port: Port) -> str:
    """The dotted path of the port's adapter; empty where the site has none."""
    named: str = settings.ADAPTERS.get(port, "")
    return SANDBOXES[port] if named == SANDBOX else named


def is_sandbox(port: Port) -> bool:
    """Whether the port leads to this project's own sandbox: its pages and its book are then part of the site."""
    return path_of(port) == SANDBOXES.get(port)


def adapter(port: Port) -> Any:
    """The port's adapter, made anew; None where the site has none."""
    path = path_of(port)
    return import_string(path)() if path else None


@register("adapters")
def check_adapters(**_: Any) -> Iterable[CheckMessage]:
    """Every adapter that the environment names can be made: told at the start, by the variable's name."""
    errors = []
    for port in Port:
        try:
            made = adapter(port)
            if port is Port.SECOND_READER and made is not None and not callable(made):
                raise TypeError("it answers no question: a second reader is called with a card")
        except Exception as error:  # an adapter is code of others: whatever it raises is told
            told = f"The environment variable {port} names {path_of(port)}, which cannot be made: {error}"
            errors.append(Error(told, id="casino.E001"))
    return errors
