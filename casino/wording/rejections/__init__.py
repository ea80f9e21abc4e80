"""The sentence for each rejection of an operation: the cause, that nothing changed, and the next step.

A module per app, and for players one per subject. `SENTENCES` are read by everyone; where players need other words
than staff, `TO_PLAYERS` has all of theirs. The rejections of a slip and of a seat are sent over a socket: `play` words
those.
"""

from typing import Final

from django.utils.translation import gettext

from casino.wording import words
from casino.wording.rejections import (
    access,
    audit,
    cashier,
    complaints,
    croupier,
    duties,
    guests,
    inbox,
    keeping,
    privacy,
    protection,
    reporting,
    staff,
    tables,
)
from casino.wording.rejections.table import Sentences
from kernel.rejection import Rejected

_MODULES: Final = (
    access,
    audit,
    cashier,
    complaints,
    croupier,
    duties,
    guests,
    inbox,
    keeping,
    privacy,
    protection,
    reporting,
    staff,
    tables,
)
SENTENCES: Final[Sentences] = {enum: said for module in _MODULES for enum, said in module.SENTENCES.items()}
TO_PLAYERS: Final[Sentences] = {
    enum: said for module in (cashier, complaints, privacy, protection) for enum, said in module.TO_PLAYERS.items()
}


def sentence(rejected: Rejected, *, to_player: bool = False) -> str:
    """Why nothing changed, for staff or for a player. A reason without a sentence still says that nothing changed."""
    enum = type(rejected.reason)
    table = TO_PLAYERS if to_player and enum in TO_PLAYERS else SENTENCES
    said = table.get(enum, {}).get(rejected.reason)
    if said is None:
        return gettext("It was not possible. Nothing has changed.")
    if callable(said):
        return said(rejected)
    return str(said) % {
        "asked": rejected.asked,
        "least": rejected.least,
        "most": rejected.most,
        "until": "" if rejected.until is None else words.moment(rejected.until),
        "wait": "" if rejected.wait is None else words.wait(rejected.wait),
    }
