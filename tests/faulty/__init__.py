"""A house that fails in a page, a task, a socket's frame, a dealer's step and beat, for the reports of them."""
