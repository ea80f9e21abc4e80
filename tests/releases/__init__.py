"""Dumps of houses of earlier releases, kept so that the tests bring each to the present schema. See `keep.py`."""
