"""A past for a demonstration house: weeks of rounds as they might have been played, so that lists and reports fill."""
