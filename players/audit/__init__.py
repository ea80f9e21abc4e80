"""What staff read of people and did: the audit trail, viewings, a player's whole page."""
