"""Files that stand alone: what verifies sealed days, and a witness of the log. They import nothing of the house."""
