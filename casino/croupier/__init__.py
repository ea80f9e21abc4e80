"""The console of a croupier's table: one screen, by keys and a scanner alone (docs/croupier.md)."""
