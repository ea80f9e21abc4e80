"""The catalogue of reports (I2): one short definition each; the frame around them makes the files."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from reporting.catalogue import accounts, cases, money, play, proof
from reporting.catalogue.definition import Asked, Check, Definition, Filter, Period

__all__ = ["CATALOGUE", "Asked", "Check", "Definition", "Filter", "Period"]

CATALOGUE: Final[Mapping[str, Definition]] = MappingProxyType(
    {
        definition.name: definition
        for definition in (
            *proof.DEFINITIONS,
            *play.DEFINITIONS,
            *money.DEFINITIONS,
            *accounts.DEFINITIONS,
            *cases.DEFINITIONS,
        )
    }
)
"""Every report by name, in the order of the catalogue's page."""
