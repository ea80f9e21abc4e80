"""Journeys through the whole house, in a real browser against real processes."""
