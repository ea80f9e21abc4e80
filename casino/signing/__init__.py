"""Signing in: the proofs and how long they hold, as allauth's steps over the house's rows. Knows no page."""
