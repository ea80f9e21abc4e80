"""The labels of the codes of people, by subject; Django registers them when it starts."""

from players.labels import accounts, cashier, complaints, protection

__all__ = ["accounts", "cashier", "complaints", "protection"]
