"""A past for a house, written by `seed_history` once in a test process; a test that wants the same gets its rows
again."""

import os
from tempfile import TemporaryDirectory
from typing import Any, Final
from unittest.mock import patch

from django.core.management import call_command
from django.utils import timezone

from reporting.making.figures import day_of
from tests.kept_rows import Rows, copied, put_back
from tests.tampering import as_owner

_kept: Final[dict[tuple[object, ...], Rows]] = {}
"""By what was asked for and the day."""


def write_history(*, days: int, rounds: int, players: int) -> None:
    """So many days of rounds until yesterday, in an empty house."""
    wanted = (days, rounds, players, day_of(timezone.now()))
    if wanted in _kept:
        put_back(_kept[wanted])
        return
    seed_history(days=days, rounds=rounds, players=players, play_only=True, no_proof=True, verbosity=0)
    _kept[wanted] = copied()


def seed_history(**given: Any) -> None:
    """The command by the role that it has in a house: the owner alone writes rounds that are over. The regulator's
    safe is an empty folder of its own: that of the tests has the files of other pasts."""
    with as_owner(), TemporaryDirectory() as folder, patch.dict(os.environ, SABOT_SAFE_FOLDER=folder):
        call_command("seed_history", **given)
