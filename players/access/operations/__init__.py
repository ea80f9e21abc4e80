"""The writes."""
