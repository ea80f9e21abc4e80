"""The permission matrix as the page docs/permissions.md."""

from datetime import timedelta
from typing import Final

from casino.access.asked_again import ASKED_AGAIN
from casino.access.matrix import FRAMES, SECTIONS, addresses
from casino.access.rows import (
    EVERYONE,
    MACHINES,
    NOT_GUESTS,
    NOT_STAFF,
    PERSONS,
    PLAYERS,
    PLAYING,
    SIGNED_IN,
    STAFF,
    VISITOR,
    Row,
)
from players.messages.brakes import BRAKES, Brake

_HEAD: Final = """\
# Permissions: who may do what, address by address

Made from the table in `casino/access/matrix.py` (`./sabot manage write_permissions`); a test holds this page equal to
it. Other tests walk the resolver and the socket's frames, fail for a missing row, and ask every address as every kind
of person: a visitor (not signed in), a guest, a player, and each role of the staff.

- A person without permission is sent to sign in (302; 401 by the API) if signed out, and gets 403 or 404 if signed in.
- A guest plays the demonstration without an account ([0177](adr/0177-the-demonstration-without-an-account.md)).
  Elsewhere it gets a page with 403 that says so and leads to registration: `casino.portal.guest_wall` reads this very
  table.
- **own**: the address names an object of one person. For everyone else it does not exist: 404, and nothing changes.
- **asked again**: a person who signed in, or proved who they are, more than ten minutes ago is asked to prove it first.
- A method that has no column entry is answered 405.
- «staff by `action`» are the roles that [`players.roles`](roles.md) gives that action.
- **brake**: asked for too often it is answered 429, with `Retry-After` and a sentence; how often, the last table says.
- «machines»: no person; the sender proves its identity by a signature.

To add an address: give it a name in its `urls` module and a row in the section of `casino/access/matrix.py` that it
belongs to, or in `casino/access/office_rows.py` (`reads`, `sends`, `both`, or `office(Action.…, "GET", "POST")`), then
write this page anew. An address that names something that must exist to be tested gets its arguments in
`tests/integration/portal/matrix_house.py`.
"""


def document() -> str:
    """This table as the page docs/permissions.md."""
    routes = {address.name: address.route for address in addresses()}
    parts = [_HEAD]
    for title, rows in SECTIONS.items():
        if not rows:
            continue
        parts.append(f"\n## {title}\n\n| name | address | GET | POST | |\n|---|---|---|---|---|\n")
        for name, row in rows.items():
            address = f"`/{routes.get(name, '?')}`".replace("|", "\\|")
            who = f"{_people(row.get, row)} | {_people(row.post, row)}"
            parts.append(f"| `{name}` | {address} | {who} |{_more(name, row)}|\n")
    parts.append("\n## The table's socket\n\n| frame | who |\n|---|---|\n")
    parts += [f"| `{frame}` | {_people(who)} |\n" for frame, who in FRAMES.items()]
    parts.append("\n## Brakes\n\n| name | what | counted by | at most |\n|---|---|---|---|\n")
    parts += [f"| `{kind}` | {brake.what} | {brake.per} | {_most(brake)} |\n" for kind, brake in BRAKES.items()]
    return "".join(parts)


def _more(name: str, row: Row) -> str:
    marks = {"own": row.own, "asked again": name in ASKED_AGAIN, f"brake `{row.brake}`": row.brake is not None}
    told = [mark for mark, holds in marks.items() if holds]
    return f" {', '.join(told)} " if told else " "


def _most(brake: Brake) -> str:
    return ", ".join(f"{most} in {_span(span)}" for most, span in brake.most)


def _span(span: timedelta) -> str:
    minutes = span // timedelta(minutes=1)
    return {60: "an hour", 1440: "a day"}.get(minutes, f"{minutes} minutes")


_NAMES_OF: Final = {
    EVERYONE: "everyone",
    NOT_GUESTS: "everyone but guests",
    SIGNED_IN: "everyone with an account who is signed in",
    PLAYERS: "players",
    PLAYING: "players and guests",
    STAFF: "staff",
    NOT_STAFF: "visitors and players",
    frozenset({VISITOR}): "visitors",
    MACHINES: "machines",
}


def _people(who: frozenset[str] | None, row: Row | None = None) -> str:
    if who is None:
        return "–"
    if row is not None and row.action is not None:
        return f"staff by `{row.action.value}`"
    return _NAMES_OF.get(who) or ", ".join(person for person in PERSONS if person in who)
