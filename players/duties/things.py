"""How the duties that come round are found by the keys that events give them."""

from collections.abc import Collection

from players.duties.calendar import DUTIES, DutyCode, period_named
from players.events.names import Subject
from players.inbox.things import register


def _turns(keys: Collection[str]) -> Collection[str]:
    """Turns of duties, by keys as `tax-paid/2026-11`: every period of a duty has one."""
    found = set()
    for key in keys:
        code, _, period = key.partition("/")
        if code in set(DutyCode) and period_named(DUTIES[DutyCode(code)], period) is not None:
            found.add(key)
    return found


register(Subject.DUTY, _turns)
