"""The kinds of things that the search finds: who may see each, and what it answers. No other kind is asked."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.presenters import stops
from casino.backoffice.presenters.open_items import OPEN
from casino.backoffice.presenters.troubles import stopped_as
from casino.backoffice.search import keys, offers, people, places, played
from casino.backoffice.search.answers import MOST, Answer, Found, Group
from casino.backoffice.search.asked import ALIKE, Asked, alike, fits
from casino.web.addresses import address
from casino.wording import names, payment_names, words
from kernel.labels import label
from players.audit.queries.alike import swapped
from players.cashier import queries as cashier
from players.cashier.queries import DepositCard, WithdrawalCard
from players.complaints.queries import cases
from players.complaints.queries.cases import CaseCard, CaseFilter
from players.inbox.queries import Subject
from players.roles import Action, may
from tables import queries
from tables.queries import FoundTable, IncidentCard, TableStatus


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind: its name in addresses, its heading, the actions any of which shows it."""

    name: str
    label: "str | Promise"
    actions: frozenset[Action]
    find: Callable[[Answer], Iterator[Found]]
    heading: Callable[[Answer, Sequence[Found]], str] | None = None
    """What else to say above these rows, or where there are none; empty: the heading."""


def answer(person: object, asked: Asked, *, kind: str = "", now: datetime) -> tuple[Group, ...]:
    """What the text finds, of one kind or of all that this person may see; kinds without rows are left out."""
    if not asked.text:
        return ()
    wanted = [each for each in KINDS if kind in {"", each.name} and any(may(person, one) for one in each.actions)]
    named = _meant(asked) if any(each.name in _BY_TABLE for each in wanted) else ()
    known = Answer(person, asked, named, now, queries.stops() if named else ())
    groups = (_group(each, known) for each in wanted)
    return tuple(group for group in groups if group is not None)


def _group(kind: Kind, known: Answer) -> Group | None:
    """The rows of a kind under its heading; None without rows, unless the heading has to say that there are none."""
    rows = tuple(islice(kind.find(known), MOST))
    if kind.heading is not None and (heading := kind.heading(known, rows)):
        return Group(kind.name, heading, rows)
    return Group(kind.name, str(kind.label), rows) if rows else None


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
        swaps = tuple(_swapped(asked.words))
        found = [table for table in tables if any(fits(words, table.name) for words in swaps)]
    if not found:
        near = [(alike(asked.name, table.name), table) for table in tables]
        found = [table for share, table in sorted(near, key=lambda each: -each[0]) if share >= ALIKE]
    return tuple(found[:MOST])


def _swapped(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The words with two letters of one in each other's place."""
    for at, word in enumerate(words):
        for each in swapped(word):
            yield (*words[:at], each, *words[at + 1 :])


def _tables(known: Answer) -> Iterator[Found]:
    for table in known.tables:
        detail = _state(known, table)
        if table.version is not None:
            detail = gettext("rules v%(number)s") % {"number": table.version} + f" · {detail}"
        yield Found(
            href=address("backoffice:table", table.code),
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


def _complaints(known: Answer) -> Iterator[Found]:
    for case in _cases(known):
        yield Found(
            href=address("backoffice:complaint", case.number),
            label=case.number,
            detail=" · ".join(filter(None, (capfirst(label(case.category)), case.subject, case.nickname))),
            side=words.date(case.received_at),
            drawing="complaints",
        )


def _cases(known: Answer) -> Iterable[CaseCard]:
    """By its number, or its sheet's in the Complaints Book; about a round by that; about rounds of the tables that are
    meant, those that are open.
    """
    asked, codes = known.asked, tuple(table.code for table in known.tables)
    if asked.complaint:
        return filter(None, [cases.case(asked.complaint, now=known.now)])
    if asked.sheet and (found := cases.cases(CaseFilter(sheet=asked.sheet), now=known.now, limit=MOST)):
        return found
    if asked.round:
        return cases.cases(CaseFilter(round_code=asked.round), now=known.now, limit=MOST)
    if codes:
        return cases.cases(CaseFilter(states=OPEN, table_codes=codes), now=known.now, limit=MOST, sort=cases.DUE_FIRST)
    return ()


def _incidents(known: Answer) -> Iterator[Found]:
    for card in _of_incidents(known):
        yield Found(
            href=address("backoffice:incident", card.id),
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
    asked = known.asked
    found: Iterable[keys.Keyed] = ()
    if asked.key is not None:
        found = keys.keyed(asked.key, known.person, now=known.now)
    elif asked.rules:
        found = keys.told(Subject.RULES, asked.rules, known.person)
    for each in found:
        yield Found(
            href=each.href, label=each.key, detail=each.detail, side=words.date(each.since), drawing=each.drawing
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
        href=address(f"backoffice:{place}", card.key),
        label=f"{letter}-{str(card.key)[:8]}",
        detail=f"{words.money(card.amount, 'EUR')} · {card.nickname} · {card.label}",
        side=capfirst(payment_names.state(card.state)),
        drawing=f"{place}s",
    )


def _days(known: Answer) -> Iterator[Found]:
    day = known.asked.day
    if day is not None and not known.tables:
        said = words.day(known.asked.since) if known.asked.since else day.isoformat()
        yield Found(
            href=address("backoffice:report", day.isoformat()),
            label=gettext("Report of %(day)s") % {"day": said},
            drawing="reports",
        )


_OF_A_KEY: Final = 8
"""Digits from which on a text without a letter in front may be a payment's key too."""
_BY_TABLE: Final = frozenset({"tables", "rounds", "complaints", "incidents", "days", "acts"})
"""Kinds that ask which tables the words may mean."""
KINDS: Final = (
    Kind("tables", gettext_lazy("Tables"), frozenset({Action.SEE_CONFIGURATIONS}), _tables),
    Kind("rounds", gettext_lazy("Rounds"), frozenset({Action.SEE_ROUNDS}), played.rounds, played.heading),
    Kind("complaints", gettext_lazy("Complaints"), frozenset({Action.SEE_COMPLAINTS}), _complaints),
    Kind("incidents", gettext_lazy("Incidents"), frozenset({Action.SEE_INCIDENTS}), _incidents),
    Kind("keys", gettext_lazy("Number"), keys.ACTIONS, _keyed),
    Kind("players", gettext_lazy("Players"), frozenset({Action.SEE_PLAYERS}), people.players),
    Kind("payments", gettext_lazy("Payments"), frozenset({Action.SEE_MONEY}), _payments),
    Kind("days", gettext_lazy("Days"), frozenset({Action.SEE_REPORTS}), _days),
    Kind("places", gettext_lazy("Pages"), frozenset(Action), places.places),
    Kind("acts", gettext_lazy("To do"), frozenset(Action), offers.acts),
)
