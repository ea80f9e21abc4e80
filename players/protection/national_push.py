"""The national list's pushes: one entry that is new, changed or withdrawn, told at once (PT-30). Knows no person.

A push is a JSON object: `event` (the list's own name for the push), `kind` (`listed` or `removed`), `at` (when the list
said it), `entry` (the columns of the list; of a removed one the reference is enough). Or it is the regulator's own
`NotificacaoPedidoExclusao` with one request: it has no name and no moment of its own, so its content is its name, and
the moment it comes is its moment.
"""

import hashlib
import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from players.protection.national_entries import COLUMNS, Entry, entry_of
from players.protection.national_list import ListInvalid, parse

HEADER: Final = "X-List-Signature"
_LONGEST: Final = 100


@dataclass(frozen=True, slots=True)
class Push:
    """One push; `entry` is None where the list no longer holds the reference."""

    event: str
    digest: str
    reference: str
    said_at: datetime
    entry: Entry | None


class PushInvalid(Exception):
    """A push that says nothing one could do."""


def read(body: bytes, *, now: datetime) -> Push:
    """The push in a verified body that came at `now`. Raises `PushInvalid`."""
    if body.lstrip().startswith(b"<"):
        return _read_message(body, now)
    try:
        facts: Any = json.loads(body)
        event, kind, row = _text(facts["event"]), _text(facts["kind"]), facts["entry"]
        said_at = datetime.fromisoformat(_text(facts["at"]))
        if said_at.tzinfo is None or kind not in {"listed", "removed"} or not isinstance(row, dict):
            raise ValueError(kind)
        row = {_text(name): _text(value) if value != "" else "" for name, value in row.items()}
        reference = _text(row["referencia"]).strip()
        entry = entry_of(row) if kind == "listed" else None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise PushInvalid(str(error)) from error
    return Push(event, hashlib.sha256(body).hexdigest(), reference, said_at, entry)


def _read_message(body: bytes, now: datetime) -> Push:
    digest = hashlib.sha256(body).hexdigest()
    try:
        entries = parse(body)
    except ListInvalid as error:
        raise PushInvalid(str(error)) from error
    if len(entries) != 1:
        raise PushInvalid("not one request")
    return Push(digest, digest, entries[0].reference, now, entries[0])


def written(*, event: str, listed: bool, at: datetime, row: dict[str, str]) -> bytes:
    """The body of a push, as `read` takes it; for programs that stand in for the list."""
    entry = {name: row[name] for name in COLUMNS if row.get(name)}
    facts = {"event": event, "kind": "listed" if listed else "removed", "at": at.isoformat(), "entry": entry}
    return json.dumps(facts, ensure_ascii=False).encode()


def _text(value: object) -> str:
    if not isinstance(value, str) or not value or len(value) > _LONGEST or "\0" in value:
        raise ValueError("not a text")
    return value
