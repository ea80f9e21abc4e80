"""The labels of the codes of people, by subject; Django registers them when it starts."""

from players.labels import accounts, cashier, complaints, duties, keeping, protection

__all__ = ["accounts", "cashier", "complaints", "duties", "keeping", "protection"]
