"""What the operations of a test tell, said at once in every language."""

import json
import time

from django.conf import settings
from django.utils import translation

from casino.wording import events as wording
from players.events import telling
from players.events.catalogue import CATALOGUE
from players.events.queries import EventCard, feed
from players.events.telling import Told


def say(told: Told) -> None:
    """Say an event as pages do; raises where its facts are not what its sentence takes them for."""
    facts = json.loads(json.dumps(telling._row(told).facts))
    card = EventCard(
        number=1,
        act=1,
        at=told.at,
        name=told.name,
        by=told.by,
        who="" if told.by is None else "Inês Sá",
        person_id=told.person_id,
        whom="",
        whom_key="",
        table_id=told.table_id,
        round_code=told.round_code,
        subject=told.subject or CATALOGUE[told.name].subject,
        key=told.key,
        facts=facts,
        why=told.why,
    )
    for language, _ in settings.LANGUAGES:
        with translation.override(language):
            assert "%(" not in wording.sentence(card, wording.Known())
            wording.changes(card, wording.Known())


def when_all_are_over(count: int, after: int | None = None) -> tuple[EventCard, ...]:
    """The feed, once the transactions of tests beside this one let it come so far: they count in one server."""
    over = time.monotonic() + 120
    while len(told := feed(after=after)) < count and time.monotonic() < over:
        time.sleep(0.05)
    return told
