"""Work for a test on a database that is not its own.

`python -m tests.faults.elsewhere furnish TABLE` and `... check LOGS`. Each says what came of it as one line of JSON;
the database is the one that the environment names.
"""

import itertools
import json
import sys
from pathlib import Path
from typing import Any

import django


def furnish(code: str) -> dict[str, Any]:
    """A table with five players, and a session of each."""
    from django.contrib.auth import get_user_model
    from django.test import Client
    from django.utils import timezone

    from tables.table_settings import TableSettings
    from tests import factories

    # Numbers and names of their own: the house may be a kept one, with people in it.
    factories._numbers = itertools.count(1_001)
    floor = factories.Floor(now=timezone.now(), _counter=itertools.count(1_001))
    terms = TableSettings(preset="macau", minimum=1_00, max_prize=10_000_000_00, betting_seconds=60, show_seconds=60)
    table = floor.table(terms, code=code)
    cookies = {}
    for _ in range(5):
        player = floor.player(cents=900_000_00)
        floor.sit(player, table)
        browser = Client()
        browser.force_login(get_user_model().objects.get(pk=player.id))
        cookies[player.id] = browser.cookies["sessionid"].value
    return {"cookies": cookies}


def check(logs: Path) -> dict[str, Any]:
    """Everything that does not agree: the clients' logs with the rows, the cards with their roots, the ledger."""
    from tables import queries
    from tables.models import Round, Table
    from tests.faults import evidence
    from wallet import queries as wallet

    proof = wallet.verify_ledger()
    return {
        "wrong": [
            *evidence.unexplained(sorted(logs.glob("*.jsonl"))),
            *evidence.unproven_rounds(),
            *(str(each) for each in proof.differences),
            *(str(each) for each in queries.verify_rounds()),
        ],
        "transfers": proof.transfers,
        "settled": Round.objects.filter(phase="settled").count(),
        "version": Table.objects.get().version,
    }


if __name__ == "__main__":
    django.setup()
    word, argument = sys.argv[1:]
    print(json.dumps(furnish(argument) if word == "furnish" else check(Path(argument))))
