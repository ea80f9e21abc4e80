"""Naming a colleague in a note: `@Inês Sá`, or `@Inês` where only one is called so."""

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from functools import partial
from typing import Final

from players.events.names import EventName
from players.events.telling import Told, tell_all
from players.inbox.queries import colleagues
from players.inbox.things import Thing
from players.models import Attention

NAMED_MOST: Final = 10
_AT: Final = re.compile(r"(?<![\w@.])@(?=\w)")


def mention(*, thing: Thing, text: str, by: int, now: datetime) -> tuple[str, ...]:
    """Put the thing into the inbox of every colleague whom `text` names and whose role may see it; the names of
    these. Call it inside the transaction of the note.

    Others are not told, and a name that no colleague has is only text.
    """
    if _AT.search(text) is None:
        return ()
    names = {each.id: each.name for each in colleagues(thing.kind) if each.id != by}
    found = named(text, names)
    rows = [
        Attention(person_id=each, kind=thing.kind.value, key=thing.key, mentioned_at=now, mentioned_by_id=by)
        for each in found
    ]
    Attention.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["person", "kind", "key"],
        update_fields=["mentioned_at", "mentioned_by"],
    )
    told = partial(Told, name=EventName.WORK_MENTIONED, at=now, by=by, subject=thing.kind, key=thing.key)
    tell_all([told(person_id=each) for each in found])
    return tuple(names[each] for each in found)


def named(text: str, names: Mapping[int, str]) -> list[int]:
    """Who of these the text names, by number, ten at most: the longest name that stands behind a `@` counts."""
    called = _called(names)
    found: set[int] = set()
    for at in _AT.finditer(text):
        rest = text[at.end() :].casefold()
        for name, person_id in called:
            if rest.startswith(name) and not rest[len(name) : len(name) + 1].isalnum():
                found.add(person_id)
                break
    return sorted(found)[:NAMED_MOST]


def _called(names: Mapping[int, str]) -> Collection[tuple[str, int]]:
    """Whole names, and first names that only one has; the longest first."""
    whole = {name.casefold(): person_id for person_id, name in names.items()}
    first: dict[str, set[int]] = {}
    for name, person_id in whole.items():
        first.setdefault(name.split()[0], set()).add(person_id)
    alone = {name: next(iter(ids)) for name, ids in first.items() if len(ids) == 1}
    return sorted({**alone, **whole}.items(), key=lambda each: -len(each[0]))
