"""The conformance matrix (J10): every rule of the game and every row of the law -> code, tests, screen, report."""

from casino.conformance.matrix import Found, document, rows
from casino.conformance.row import Row

__all__ = ["Found", "Row", "document", "rows"]
