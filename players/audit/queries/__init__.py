"""The reads."""
