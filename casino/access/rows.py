"""One row of the permission matrix: who may read an address and who may send to it, and short ways to write it."""

from dataclasses import dataclass, replace
from typing import Final

from players.messages.brakes import Asked
from players.roles import ALLOWED, Action, Role

VISITOR: Final = "visitor"
PLAYER: Final = "player"
GUEST: Final = "guest"
"""Plays the demonstration without an account (ADR 0177)."""
STAFF: Final = frozenset(role.value for role in Role)
PERSONS: Final = (VISITOR, GUEST, PLAYER, *(role.value for role in Role))
"""Every kind of person: a visitor who is not signed in, a guest, a player, and each role of the staff."""

EVERYONE: Final = frozenset(PERSONS)
NOT_GUESTS: Final = EVERYONE - {GUEST}
SIGNED_IN: Final = NOT_GUESTS - {VISITOR}
"""With an account: guests have none."""
PLAYERS: Final = frozenset({PLAYER})
PLAYING: Final = PLAYERS | {GUEST}
NOT_STAFF: Final = frozenset({VISITOR, PLAYER})
MACHINES: Final[frozenset[str]] = frozenset()
"""No person: another house's machine, which proves itself by the signature of what it sends."""


@dataclass(frozen=True, slots=True)
class Row:
    """One address: who may read it (GET) and who may send to it (POST); None where the method is not taken.

    `own`: the address names an object of one person, and for everyone else it does not exist (404).
    """

    get: frozenset[str] | None = None
    post: frozenset[str] | None = None
    own: bool = False
    action: Action | None = None
    """The action of `players.roles` that opens it, for the staff's pages."""
    brake: Asked | None = None
    """The kind of request that `players.messages.brakes` counts here, and refuses with 429 if it is sent too often."""


def reads(who: frozenset[str], *, own: bool = False) -> Row:
    """An address that is read only."""
    return Row(get=who, own=own)


def sends(who: frozenset[str], *, own: bool = False) -> Row:
    """An address that only takes what is sent to it."""
    return Row(post=who, own=own)


def both(who: frozenset[str], *, own: bool = False) -> Row:
    """A page with a form on it."""
    return Row(get=who, post=who, own=own)


def who_may(*actions: Action) -> frozenset[str]:
    """The roles that may do any of these actions."""
    return frozenset(role.value for role in Role if ALLOWED[role] & set(actions))


def office(action: Action, *methods: str) -> Row:
    """A page for the staff roles that may do `action`; `methods` are GET and POST, GET alone if none is named."""
    who = who_may(action)
    taken = methods or ("GET",)
    return Row(get=who if "GET" in taken else None, post=who if "POST" in taken else None, action=action)


def braked(row: Row, kind: Asked) -> Row:
    """An address that may be asked so often only."""
    return replace(row, brake=kind)
