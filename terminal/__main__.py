"""`python -m terminal HOUSE TABLE`: play at a table by typing lines and reading, or hearing, what happens."""

import argparse
import getpass
import os
import sys
from collections.abc import Sequence
from urllib.parse import urlsplit

from terminal.house import House, NoEntry
from terminal.play import Play
from terminal.words import LANGUAGES, Words


def tell(text: str) -> None:
    """A sentence on a line of its own, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _asked(question: str) -> str:
    sys.stdout.write(question)
    sys.stdout.flush()
    return sys.stdin.readline().strip()


def _secret(question: str) -> str:
    """The password: from the environment, typed unseen, or from a pipe."""
    given = os.environ.get("SABOT_PASSWORD")
    if given is not None:
        return given
    return getpass.getpass(question) if sys.stdin.isatty() else _asked(question)


def main(arguments: Sequence[str] | None = None) -> int:
    """Sign in, play, and answer 0; 1 with one sentence where the house does not let one in."""
    parser = argparse.ArgumentParser(prog="python -m terminal", description="Play at a table from a terminal.")
    parser.add_argument("house", help="the address of the house, such as http://127.0.0.1:8000")
    parser.add_argument("table", help="the table's code, as its address has it: macau-1")
    parser.add_argument("--email", help="the e-mail you sign in with; asked for otherwise")
    parser.add_argument("--language", choices=LANGUAGES, default="pt", help="pt, en or ro")
    given = parser.parse_args(arguments)
    words = Words(given.language)
    if urlsplit(given.house).scheme not in {"http", "https"}:
        tell(words("no-house"))
        return 1
    try:
        house = House(given.house, given.language)
        if not house.sign_in(given.email or _asked(words("email")), _secret(words("password"))):
            house.prove(_asked(words("code")))
        labels = house.labels(given.table)
    except NoEntry as refused:
        tell(words(refused.why))
        return 1
    tell(words("welcome", table=given.table))
    Play(house, given.table, labels, given.language, tell).run(iter(sys.stdin.readline, ""))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
