"""Sealed days as files: what each line says, where it is read, how the folder is written. Knows nothing of the log."""
