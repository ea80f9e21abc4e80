"""Verifiers of published shoe proofs that stand alone: each file works without the rest of this package."""
