"""Members of staff: hiring, roles, leaving; by two persons."""
