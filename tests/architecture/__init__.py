"""The rules of the house that no compiler checks. Each carries a line that breaks it, so that it is known to bite."""
