"""Derived and rebuildable: daily reports, reconciliation, exports. It pulls and is never called by a round."""
