"""The errors that the launcher tells the person at the terminal when it cannot go on. Knows nothing else."""


class Trouble(Exception):
    """A sentence, addressed to the person at the terminal, that says what is wrong and what to do about it."""


class StopAsked(Exception):
    """Someone asked for the end: Ctrl-C, SIGTERM, or the closing of the terminal."""
