"""The staff's pages: the floor, tables and rules, rounds, reports and the ledger. Every page asks one role table."""
