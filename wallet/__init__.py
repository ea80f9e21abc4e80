"""The double-entry ledger: accounts and one-row transfers. It knows no game, and of persons only a key."""
