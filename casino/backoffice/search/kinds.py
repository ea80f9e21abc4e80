"""The kinds of things that the search finds: who may see each, and what it answers. No other kind is asked."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice import navigation
from casino.backoffice.presenters import inbox_kinds, stops
from casino.backoffice.presenters.open_items import OPEN
from casino.backoffice.presenters.troubles import stopped_as
from casino.backoffice.search import keys, offers
from casino.backoffice.search.asked import ALIKE, Asked, alike, fits, folded
from casino.wording import names, payment_names, words
from kernel.labels import label
from players.audit.operations.finding import By
from players.audit.queries.finding import FoundPerson, find_players
from players.cashier import queries as cashier
from players.cashier.queries import DepositCard, WithdrawalCard
from players.complaints.queries import cases
from players.complaints.queries.cases import CaseCard, CaseFilter
from players.roles import Action, may
from tables import queries
from tables.queries import FoundRound, FoundTable, IncidentCard, StopCard, TableStatus
from tables.scopes import of_table

MOST: Final = 6
"""Rows of a kind; the list behind it has the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One row: where it leads, what it is called, what stands beside it. `drawing` is that of a place."""

    href: str
    label: str
    detail: str = ""
    side: str = ""
    drawing: str
    sends: tuple[tuple[str, str], ...] = ()
    """Names and values of a form: then the row is no link but an act, which `href` takes."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the kinds share while one text is answered: who asks, and the tables that the words may mean."""

    person: object
    asked: Asked
    tables: tuple[FoundTable, ...]
    now: datetime
    thrown: tuple[StopCard, ...] = ()
    """The switches that stop play; not asked for where no table is meant."""

    def stops_at(self, table: FoundTable) -> tuple[StopCard, ...]:
        """Those that hold this table, its own first."""
        return stops.over(self.thrown, table_id=table.table_id, preset=table.preset)


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind: its name in addresses, its heading, the actions any of which shows it."""

    name: str
    label: "str | Promise"
    actions: frozenset[Action]
    find: Callable[[Answer], Iterator[Found]]


@dataclass(frozen=True, slots=True)
class Group:
    """The rows of one kind."""

    name: str
    label: str
    rows: tuple[Found, ...]


def answer(person: object, asked: Asked, *, kind: str = "", now: datetime) -> tuple[Group, ...]:
    """What the text finds, of one kind or of all that this person may see; kinds without rows are left out."""
    if not asked.text:
        return ()
    wanted = [each for each in KINDS if kind in {"", each.name} and any(may(person, one) for one in each.actions)]
    named = _meant(asked) if any(each.name in _BY_TABLE for each in wanted) else ()
    known = Answer(person, asked, named, now, queries.stops() if named else ())
    groups = (Group(each.name, _heading(each, known), tuple(islice(each.find(known), MOST))) for each in wanted)
    return tuple(group for group in groups if group.rows)


def _heading(kind: Kind, known: Answer) -> str:
    """The heading of a kind; over the rounds of a table in an hour or a day, which table's and when."""
    asked = known.asked
    if kind.name != "rounds" or len(known.tables) != 1 or asked.since is None or asked.until is None:
        return str(kind.label)
    begin, end = timezone.localtime(asked.since), timezone.localtime(asked.until)
    when = words.short_day(asked.since)
    if end - begin < timedelta(hours=23):
        when = f"{when}, {begin:%H:%M}–{end:%H:%M}"
    return gettext("Rounds of %(table)s, %(when)s") % {"table": known.tables[0].name, "when": when}


def _clock(at: datetime, now: datetime) -> str:
    """A moment of today by its clock alone."""
    same = timezone.localtime(at).date() == timezone.localtime(now).date()
    return words.clock(at) if same else words.moment(at)


def kinds_of(person: object) -> tuple[tuple[str, str], ...]:
    """The kinds that this person may narrow the search to: name and heading."""
    return tuple((each.name, str(each.label)) for each in KINDS if any(may(person, one) for one in each.actions))


def _meant(asked: Asked) -> tuple[FoundTable, ...]:
    """The tables whose name or code the words begin; else those that are written much like them."""
    if not asked.words:
        return ()
    tables = queries.every_table()
    found = [table for table in tables if fits(asked.words, table.name) or fits(asked.words, table.code)]
    if not found:
        near = [(alike(asked.name, table.name), table) for table in tables]
        found = [table for share, table in sorted(near, key=lambda each: -each[0]) if share >= ALIKE]
    return tuple(found[:MOST])


def _tables(known: Answer) -> Iterator[Found]:
    for table in known.tables:
        detail = _state(known, table)
        if table.version is not None:
            detail = gettext("rules v%(number)s") % {"number": table.version} + f" · {detail}"
        yield Found(
            href=reverse("backoffice:table", args=[table.code]),
            label=table.name,
            detail=detail,
            side=table.code,
            drawing="floor",
        )


def _state(known: Answer, table: FoundTable) -> str:
    """Its status, and that it is stopped, as the floor says it; stopped, it is not called open."""
    thrown, status = known.stops_at(table), names.status(table.status)
    own = stops.own_of(thrown).get(table.table_id)
    stopped = stopped_as(table.status, held=bool(thrown), stop=stops.line(own) if own else None, now=known.now)
    if stopped is None:
        return status
    return stopped.headline if table.status == TableStatus.OPEN else f"{status} · {stopped.headline}"


def _rounds(known: Answer) -> Iterator[Found]:
    asked = known.asked
    if asked.slip:
        slip = queries.find_slip(round_code=asked.slip[0], number=asked.slip[1])
        if slip is not None:
            yield Found(
                href=reverse("backoffice:round", args=[slip.round_code]),
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


def _played(known: Answer) -> Iterator[FoundRound]:
    asked, most = known.asked, MOST
    if "-" in asked.text and asked.text.isascii():
        yield from queries.find_rounds(code=asked.text.lower(), limit=most)
    elif asked.since is not None and known.tables:
        codes = tuple(table.code for table in known.tables)
        yield from queries.find_rounds(tables=codes, since=asked.since, until=asked.until, limit=most)


def _round(played: FoundRound, now: datetime) -> Found:
    parts = [names.outcome(played.winner) if played.winner else names.phase(played.phase)]
    parts.append(words.money(played.stakes, played.currency))
    if played.void_reason:
        parts.append(played.void_reason)
    return Found(
        href=reverse("backoffice:round", args=[played.code]),
        label=played.code,
        detail=" · ".join(parts),
        side=_clock(played.opened_at, now),
        drawing="rounds",
    )


def _complaints(known: Answer) -> Iterator[Found]:
    for case in _cases(known):
        yield Found(
            href=reverse("backoffice:complaint", args=[case.number]),
            label=case.number,
            detail=" · ".join(filter(None, (capfirst(label(case.category)), case.subject, case.nickname))),
            side=words.date(case.received_at),
            drawing="complaints",
        )


def _cases(known: Answer) -> Iterable[CaseCard]:
    """By its number; about a round by that; about rounds of the tables that are meant, those that are open."""
    asked, codes = known.asked, tuple(table.code for table in known.tables)
    if asked.complaint:
        return filter(None, [cases.case(asked.complaint, now=known.now)])
    if asked.round:
        return cases.cases(CaseFilter(round_code=asked.round), now=known.now, limit=MOST)
    if codes:
        return cases.cases(CaseFilter(states=OPEN, table_codes=codes), now=known.now, limit=MOST, sort=cases.DUE_FIRST)
    return ()


def _incidents(known: Answer) -> Iterator[Found]:
    for card in _of_incidents(known):
        yield Found(
            href=reverse("backoffice:incident", args=[card.id]),
            label=f"I-{card.id}",
            detail=" · ".join(filter(None, (names.incident_kind(card.kind), card.table_name, card.subject))),
            side=gettext("closed") if card.closed_at else gettext("open"),
            drawing="incidents",
        )


def _of_incidents(known: Answer) -> Iterable[IncidentCard]:
    """By its number; of a round by that; of the tables that are meant, those that are open."""
    asked, codes = known.asked, tuple(table.code for table in known.tables)
    if asked.incident is not None:
        return filter(None, [queries.incident(asked.incident)])
    if asked.round:
        return queries.incidents(round_code=asked.round, limit=MOST)
    return queries.incidents(is_open=True, table_codes=codes, limit=MOST) if codes else ()


def _keyed(known: Answer) -> Iterator[Found]:
    if known.asked.key is not None:
        for each in keys.keyed(known.asked.key, known.person, now=known.now):
            yield Found(
                href=inbox_kinds.page_of(each.thing),
                label=each.thing.key,
                detail=each.detail,
                side=words.date(each.since),
                drawing=inbox_kinds.DRAWINGS[each.thing.kind],
            )


def _payments(known: Answer) -> Iterator[Found]:
    start = known.asked.payment or (known.asked.player if len(known.asked.player) >= _OF_A_KEY else "")
    if not start:
        return
    deposits, withdrawals = cashier.payments_by_key(start, limit=MOST)
    yield from (_payment(each, "withdrawal", "L") for each in withdrawals)
    yield from (_payment(each, "deposit", "D") for each in deposits)


def _payment(card: DepositCard | WithdrawalCard, place: str, letter: str) -> Found:
    return Found(
        href=reverse(f"backoffice:{place}", args=[card.key]),
        label=f"{letter}-{str(card.key)[:8]}",
        detail=f"{words.money(card.amount, 'EUR')} · {card.nickname} · {card.label}",
        side=capfirst(payment_names.state(card.state)),
        drawing=f"{place}s",
    )


def _players(known: Answer) -> Iterator[Found]:
    """By their name at the table or their key; where a person may be meant otherwise, the offer to look for them."""
    asked = known.asked
    if asked.email or asked.tail:
        yield _looking(By.EMAIL if asked.email else By.TAIL, asked.email or asked.tail)
    by_name = _may_be_called(known)
    if not asked.email and asked.since is None:
        name = asked.text if _is_name(asked) else ""
        for row in find_players(name=name, key=asked.player, limit=MOST - by_name):
            yield player(row)
    if by_name:
        yield _looking(By.NAME, asked.text)


def _looking(how: By, text: str) -> Found:
    """Looking for a person by what they did not show is an act, noted with who is found (ADR 0183)."""
    return Found(
        href=reverse("backoffice:find_person"),
        label=str(_LOOKING[how]) % {"text": text},
        detail=gettext("it is noted that you looked"),
        drawing="players",
        sends=(("how", how.value), ("text", text)),
    )


def _may_be_called(known: Answer) -> bool:
    """Whether a person may have this name, and who asks may see names: two words or more, letters alone, no table's."""
    asked = known.asked
    words_alone = len(asked.words) >= 2 and all(each.isalpha() for each in asked.words)
    return words_alone and asked.since is None and not known.tables and may(known.person, Action.SEE_PERSONAL_DATA)


def _is_name(asked: Asked) -> bool:
    """Whether the text may begin a name at the table; a single letter begins too many."""
    return 2 <= len(asked.text) <= _LONGEST_NAME


def player(row: FoundPerson) -> Found:
    """A player's row, masked."""
    states = [gettext("suspended") if row.suspended else "", gettext("account closed") if row.closed else ""]
    return Found(
        href=reverse("backoffice:player", args=[row.public_id]),
        label=row.nickname,
        detail=" · ".join(filter(None, (row.email, *states))),
        side=str(row.public_id)[:8],
        drawing="players",
    )


def _days(known: Answer) -> Iterator[Found]:
    day = known.asked.day
    if day is not None and not known.tables:
        said = words.day(known.asked.since) if known.asked.since else day.isoformat()
        yield Found(
            href=reverse("backoffice:report", args=[day.isoformat()]),
            label=gettext("Report of %(day)s") % {"day": said},
            drawing="reports",
        )


def _places(known: Answer) -> Iterator[Found]:
    """The pages of the navigation, by the beginning of any of their words."""
    for _, _, entries in navigation.PLACES:
        for name, heading, action in entries:
            if may(known.person, action) and _says(known.asked, str(heading)):
                yield Found(href=navigation.address(name), label=str(heading), drawing=name)


def _acts(known: Answer) -> Iterator[Found]:
    """What this person may do: each leads to the page where it is done; stopping a table alone is done at once."""
    for table in known.tables[:2]:
        thrown = known.stops_at(table)
        for way in stops.ways_out(stops.lines(thrown), known.person):
            yield Found(href=way.href, label=way.label, detail=way.title, drawing="stop")
        if may(known.person, Action.STOP_PLAY) and table.status != TableStatus.CLOSED and not thrown:
            yield Found(
                href=reverse("backoffice:stop_play"),
                label=gettext("Stop %(table)s") % {"table": table.name},
                detail=gettext("at once and without a code; the round in play is finished and paid"),
                drawing="stop",
                sends=(("scope", of_table(table.table_id)),),
            )
        for action, address, words_of, detail in offers.ON_A_TABLE:
            if may(known.person, action):
                yield Found(
                    href=reverse(f"backoffice:{address}", args=[table.code]),
                    label=str(words_of) % {"table": table.name},
                    detail=str(detail),
                    drawing="tables",
                )
    for action, address, words_of in offers.ANYWHERE:
        if may(known.person, action) and _says(known.asked, str(words_of)):
            yield Found(
                href=reverse(f"backoffice:{address}"), label=str(words_of), drawing=offers.DRAWN.get(address, "stop")
            )


def _says(asked: Asked, label: str) -> bool:
    wanted = asked.name
    return len(wanted) >= 2 and (folded(label).startswith(wanted) or f" {wanted}" in folded(label))


_LOOKING: Final = {
    By.EMAIL: gettext_lazy("Players with the email %(text)s"),
    By.TAIL: gettext_lazy("Accounts that end in %(text)s"),
    By.NAME: gettext_lazy("Players with a name like %(text)s"),
}
_OF_A_KEY: Final = 8
"""Digits from which on a text without a letter in front may be a payment's key too."""
_LONGEST_NAME: Final = 60
_BY_TABLE: Final = frozenset({"tables", "rounds", "complaints", "incidents", "days", "acts"})
"""Kinds that ask which tables the words may mean."""
KINDS: Final = (
    Kind("tables", gettext_lazy("Tables"), frozenset({Action.SEE_CONFIGURATIONS}), _tables),
    Kind("rounds", gettext_lazy("Rounds"), frozenset({Action.SEE_ROUNDS}), _rounds),
    Kind("complaints", gettext_lazy("Complaints"), frozenset({Action.SEE_COMPLAINTS}), _complaints),
    Kind("incidents", gettext_lazy("Incidents"), frozenset({Action.SEE_INCIDENTS}), _incidents),
    Kind("keys", gettext_lazy("Number"), keys.ACTIONS, _keyed),
    Kind("players", gettext_lazy("Players"), frozenset({Action.SEE_PLAYERS}), _players),
    Kind("payments", gettext_lazy("Payments"), frozenset({Action.SEE_MONEY}), _payments),
    Kind("days", gettext_lazy("Days"), frozenset({Action.SEE_REPORTS}), _days),
    Kind("places", gettext_lazy("Pages"), frozenset(Action), _places),
    Kind("acts", gettext_lazy("To do"), frozenset(Action), _acts),
)
