"""Persons: accounts, roles, gates and exclusions (the user model)."""
