"""A croupier's table: cards of paper, dealt by a person and read as they leave the shoe (docs/croupier.md)."""
