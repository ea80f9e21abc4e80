"""Rounds and slips in the search: by their codes, or by a table and a moment."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext

from casino.backoffice.search.answers import MOST, Answer, Found
from casino.web.addresses import address
from casino.wording import names, words
from tables import queries
from tables.queries import FoundRound

A_WHILE: Final = timedelta(hours=2)
"""For so long the rounds of every table are looked through; those of a day have a list."""


def rounds(known: Answer) -> Iterator[Found]:
    asked = known.asked
    if asked.slip:
        slip = queries.find_slip(round_code=asked.slip[0], number=asked.slip[1])
        if slip is not None:
            yield Found(
                href=address("backoffice:round", slip.round_code),
                label=gettext("Slip %(number)s") % {"number": slip.number},
                detail=f"{slip.round_code} · {slip.nickname}" + (f" · {gettext('refused')}" if slip.rejected else ""),
                side=words.moment(slip.received_at),
                drawing="rounds",
            )
        return
    seen: set[str] = set()
    for played in _played(known):
        if played.code not in seen:
            seen.add(played.code)
            yield _round(played, known.now)
    if not seen:
        yield from _nearest(known)
    if asked.since is not None and not asked.words:
        day = timezone.localtime(asked.since).date()
        yield Found(
            href=f"{address('backoffice:rounds')}?day={day.isoformat()}",
            label=gettext("All rounds of %(day)s") % {"day": words.short_day(asked.since)},
            drawing="rounds",
        )


def _played(known: Answer) -> Iterator[FoundRound]:
    asked, most = known.asked, MOST
    if asked.is_code:
        yield from queries.find_rounds(code=asked.text.lower(), limit=most)
    elif asked.since is not None and asked.until is not None:
        codes = tuple(table.code for table in known.tables)
        if not asked.words and asked.until - asked.since <= A_WHILE:
            codes = tuple(queries.table_names())
        if codes:
            yield from queries.find_rounds(tables=codes, since=asked.since, until=asked.until, limit=most)


def _nearest(known: Answer) -> Iterator[Found]:
    """Where no round was at the tables then: the last one before, the first one after."""
    asked = known.asked
    if asked.since is None or asked.until is None or not known.tables:
        return
    tables = tuple(table.table_id for table in known.tables)
    before, after = queries.nearest_rounds(tables=tables, since=asked.since, until=asked.until)
    if before is not None:
        yield _round(before, known.now, near=gettext("the last before"))
    if after is not None:
        yield _round(after, known.now, near=gettext("the first after"))


def _round(played: FoundRound, now: datetime, *, near: str = "") -> Found:
    parts = [near] if near else []
    parts += [names.outcome(played.winner) if played.winner else names.phase(played.phase)]
    parts.append(words.money(played.stakes, played.currency))
    if played.void_reason:
        parts.append(played.void_reason)
    return Found(
        href=address("backoffice:round", played.code),
        label=played.code,
        detail=" · ".join(parts),
        side=_clock(played.opened_at, now),
        drawing="rounds",
        near=bool(near),
    )


def heading(known: Answer, rows: Sequence[Found]) -> str:
    """What stands above the rounds of a table in an hour or a day: which table's and when, or that there were none."""
    asked = known.asked
    if asked.since is None or asked.until is None or not known.tables or asked.is_code:
        return ""
    when, near = _when(asked.since, asked.until), all(row.near for row in rows)
    if len(known.tables) > 1:
        return gettext("No rounds at these tables, %(when)s") % {"when": when} if near else ""
    text = gettext("No rounds of %(table)s, %(when)s") if near else gettext("Rounds of %(table)s, %(when)s")
    return text % {"table": known.tables[0].name, "when": when}


def _when(since: datetime, until: datetime) -> str:
    begin, end = timezone.localtime(since), timezone.localtime(until)
    day = words.short_day(since)
    return f"{day}, {begin:%H:%M}–{end:%H:%M}" if end - begin < timedelta(hours=23) else day


def _clock(at: datetime, now: datetime) -> str:
    """A moment of today by its clock alone."""
    same = timezone.localtime(at).date() == timezone.localtime(now).date()
    return words.clock(at) if same else words.moment(at)
