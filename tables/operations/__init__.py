"""The tables' door for writing: configurations, tables, seats, bets, rounds."""
