"""Naming a colleague in a note: `@Inês Sá`, or `@Inês` where only one is called so."""

from datetime import datetime
from functools import partial

from players.events.names import EventName
from players.events.telling import Told, tell_all
from players.inbox.calling import calls_someone, named
from players.inbox.queries import colleagues
from players.inbox.things import Thing
from players.models import Attention


def mention(*, thing: Thing, text: str, by: int, now: datetime) -> tuple[str, ...]:
    """Put the thing into the inbox of every colleague whom `text` names and whose role may see it; the names of
    these. Call it inside the transaction of the note.

    Others are not told, and a name that no colleague has is only text.
    """
    if not calls_someone(text):
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
