"""Ponto e banca and its variants, complete and exact: cards, bets, odds, limits, shoes, roads and proofs.

Plain Python: no framework, no clock, no dice of its own. Money is whole cents; chances are whole combinations.
"""
