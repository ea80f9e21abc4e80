"""Programs that stand alone, byte by byte as their packages have them: the verifiers that the house hands on."""

from importlib import resources
from typing import Final

DAYS: Final = "verify_days.py"
"""The verifier of sealed days."""


def shipped(name: str) -> bytes:
    """A file of a verifier. Raises `FileNotFoundError` for a name that none has."""
    package = "reporting" if name == DAYS else "baccarat"
    return resources.files(package).joinpath("verifier", name).read_bytes()
