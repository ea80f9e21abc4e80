"""Persons: accounts, roles, gates and exclusions (the user model). It knows the ledger and no table."""
