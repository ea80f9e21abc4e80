"""How the things of the tables that wait for staff are found by the keys that events give them."""

from collections.abc import Collection

from django.db.models import Q

from players.events.names import Subject
from players.inbox.things import numbered, register
from tables.models import Configuration, DriftAlarm, Incident, Round, Table


def _rules(keys: Collection[str]) -> Collection[str]:
    """Versions of rules, by keys as `macau-1/v12`."""
    wanted = Q(pk__in=())
    for key in keys:
        code, _, number = key.rpartition("/v")
        if number.isascii() and number.isdecimal() and len(number) <= 9:
            wanted |= Q(table__code=code, number=int(number))
    rows = Configuration.objects.filter(wanted).values_list("table__code", "number")
    return {f"{code}/v{number}" for code, number in rows}


def _rounds(keys: Collection[str]) -> Collection[str]:
    return set(Round.objects.filter(code__in=keys).values_list("code", flat=True))


def _tables(keys: Collection[str]) -> Collection[str]:
    return set(Table.objects.filter(code__in=keys).values_list("code", flat=True))


register(Subject.TABLE, _tables)
register(Subject.INCIDENT, numbered(Incident, "I"))
register(Subject.RULES, _rules)
register(Subject.ROUND, _rounds)
register(Subject.PLAY, numbered(DriftAlarm, "drift", "/"))
