"""Limits, exclusions, the national list, prohibitions, signals of harm."""
