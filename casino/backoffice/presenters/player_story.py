"""A player's history as one story: each event with its author, moment and reason, from the event spine (H8).

What happened before the house told events is read from the records themselves, as far as they still say it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.backoffice.presenters import events as presenters
from casino.backoffice.presenters.inbox_kinds import page_of
from casino.web.addresses import address
from casino.wording import payment_names, protection_names, signal_words, words
from casino.wording.events import Changed
from kernel.labels import label, label_of
from players.accounts import queries as persons
from players.audit.queries import dossier
from players.audit.queries.dossier import Datum, Outcome, Registered
from players.cashier import queries as cashier
from players.complaints.queries import cases as complaints
from players.events import queries as spine
from players.inbox.queries import Subject, Thing
from players.privacy import queries as privacy
from players.protection.queries import protection, watch
from players.protection.queries.watch import SignalAct
from players.roles import Action, may

OF_EACH: Final = 20
"""So many events of each kind are told; older ones are in their lists."""
TOLD_ELSEWHERE: Final = frozenset({"verified", "closed"})
"""Changes of the standing that the answer about the identity and the closing of the account tell better."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event of the story; `by` is empty for the player's own acts, `href` for events without a page."""

    at: datetime
    text: str
    by: str = ""
    why: str = ""
    href: str = ""
    changes: tuple[Changed, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the story; `older` is where the next begins, None on the last."""

    events: tuple[Event, ...]
    older: int | None


def page(person_id: int, *, reader: object, before: int | None, limit: int, now: datetime) -> Page:
    """So many events of the spine, as far as `reader` may know them; the last page has what the records tell of the
    time before the spine, too.
    """
    found = spine.of_person(person_id, before=before, limit=limit + 1)
    shown = found[:limit]
    told = list(_in_words(shown, reader))
    if len(found) > limit:
        return Page(tuple(told), shown[-1].number)
    since = spine.told_since()
    registered = dossier.registered_of(person_id)
    if since is None or registered is None or registered.received_at < since:
        recorded = _recorded(registered, person_id, reader, now)
        told += [event for event in recorded if since is None or event.at < since]
    return Page(tuple(sorted(told, key=lambda event: event.at, reverse=True)), None)


def latest(person_id: int, *, reader: object, limit: int) -> tuple[Event, ...]:
    """The latest events of the spine, as far as `reader` may know them."""
    return tuple(_in_words(spine.of_person(person_id, limit=limit), reader))


def _in_words(events: Iterable[spine.EventCard], reader: object) -> Iterator[Event]:
    found = [each for each in events if presenters.may_read(each, reader)]
    for line in presenters.lines(found, reader=reader):
        yield Event(at=line.at, text=line.text, why=line.reason, href=line.href, changes=line.changes)


def _recorded(registered: Registered | None, person_id: int, reader: object, now: datetime) -> Iterator[Event]:
    """The events that the records themselves tell: of the time before the spine."""
    told = [*_of_the_account(registered, person_id), *_standing(person_id), *_closures(person_id)]
    told += [*_limits(person_id), *_exclusions(person_id, now)]
    told += [event for action, source in _FOR if may(reader, action) for event in source(person_id, now)]
    yield from told


def _of_the_account(registered: Registered | None, person_id: int) -> Iterator[Event]:
    if registered is not None:
        yield Event(at=registered.received_at, text=gettext("registered"))
    for check in dossier.checks_of(person_id):
        text = gettext("identity: %(outcome)s") % {"outcome": _answer(check.outcome)}
        yield Event(at=check.answered_at or check.asked_at, text=text, by=check.verifier)
    for change in dossier.data_changes_of(person_id):
        text = gettext("data changed: %(what)s") % {"what": label_of(change.what, Datum)}
        yield Event(at=change.at, text=text, by=change.by)
    for look in dossier.viewings_of(person_id):
        yield Event(at=look.at, text=gettext("personal data seen"), by=look.by, why=look.reason)


def _answer(outcome: str) -> str:
    return label_of(outcome, Outcome) or gettext("awaiting an answer")


def _standing(person_id: int) -> Iterator[Event]:
    for each in persons.standing_of(person_id):
        if each.change not in TOLD_ELSEWHERE:
            yield Event(at=each.at, text=label(each.change), by=each.by, why=each.reason)


def _closures(person_id: int) -> Iterator[Event]:
    for each in privacy.closures_of(person_id):
        paid = gettext("balance then: %(amount)s") % {"amount": words.money(each.balance, "EUR")}
        why = " · ".join(filter(None, (label(each.cause), each.reason, paid)))
        yield Event(at=each.closed_at, text=gettext("account closed"), why=why)
        if each.reopened_at is not None:
            yield Event(at=each.reopened_at, text=gettext("account opened again"))


def _limits(person_id: int) -> Iterator[Event]:
    for each in protection.limit_history(person_id, limit=OF_EACH):
        text = gettext("%(limit)s: %(most)s, %(source)s (%(state)s)") % {
            "limit": protection_names.limit(f"{each.kind}-{each.period}"),
            "most": protection_names.amount(each.kind, each.most),
            "source": label(each.source, "whose"),
            "state": label(each.state),
        }
        yield Event(at=each.requested_at, text=text, why=each.reason)


def _exclusions(person_id: int, now: datetime) -> Iterator[Event]:
    for each in protection.exclusions_of(person_id, now)[:OF_EACH]:
        text = f"{label(each.kind)}, {label(each.source, 'whose')}"
        yield Event(at=each.starts_at, text=text, why=each.reason)
        if each.ends_at is not None and each.ends_at <= now:
            ended = gettext("ended: %(what)s") % {"what": label(each.kind)}
            yield Event(at=each.ends_at, text=ended)


def _deposits(person_id: int, now: datetime) -> Iterator[Event]:
    for each in cashier.deposits(person_id=person_id, limit=OF_EACH):
        yield Event(
            at=each.started_at,
            text=_paid(gettext("deposit of %(amount)s: %(state)s"), each.amount, each.state),
            why=payment_names.why(each.reason),
            href=address("backoffice:deposit", each.key),
        )


def _withdrawals(person_id: int, now: datetime) -> Iterator[Event]:
    for each in cashier.withdrawals(person_id=person_id, limit=OF_EACH):
        yield Event(
            at=each.requested_at,
            text=_paid(gettext("withdrawal of %(amount)s: %(state)s"), each.amount, each.state),
            by=", ".join(filter(None, (each.first_by, each.second_by, each.refused_by))),
            why=payment_names.why(each.reason),
            href=address("backoffice:withdrawal", each.key),
        )


def _adjustments(person_id: int, now: datetime) -> Iterator[Event]:
    for each in cashier.adjustments(person_id=person_id, limit=OF_EACH):
        yield Event(
            at=each.proposed_at,
            text=_paid(gettext("adjustment of %(amount)s: %(state)s"), each.amount, each.state),
            by=", ".join(filter(None, (each.proposed_by, each.decided_by))),
            why=each.rejection or each.reason,
            href=address("backoffice:adjustment", each.id),
        )


def _complaints(person_id: int, now: datetime) -> Iterator[Event]:
    for case in complaints.cases_of(person_id, now=now, limit=OF_EACH):
        state = label(case.outcome or case.state)
        said = {"number": case.number, "about": label(case.category), "state": state}
        yield Event(
            at=case.received_at,
            text=gettext("complaint %(number)s, %(about)s: %(state)s") % said,
            by=case.handler,
            href=address("backoffice:complaint", case.number),
        )


def _signals(person_id: int, now: datetime) -> Iterator[Event]:
    for each in watch.signals_of(person_id, limit=OF_EACH):
        text = gettext("signal: %(kind)s") % {"kind": capfirst(label(each.kind))}
        seen = signal_words.sentence(each.kind, each.facts)
        yield Event(at=each.raised_at, text=text, why=seen, href=page_of(Thing(Subject.SIGNAL, f"S-{each.id}")))
        for step in each.steps:
            yield Event(at=step.at, text=label_of(step.act, SignalAct), by=step.by, why=step.text)


def _paid(text: str, cents: int, state: str) -> str:
    return text % {"amount": words.money(cents, "EUR"), "state": payment_names.state(state)}


_FOR: Final[tuple[tuple[Action, Callable[[int, datetime], Iterator[Event]]], ...]] = (
    (Action.SEE_MONEY, _deposits),
    (Action.SEE_MONEY, _withdrawals),
    (Action.SEE_MONEY, _adjustments),
    (Action.SEE_COMPLAINTS, _complaints),
    (Action.SEE_PLAYERS, _signals),
)
"""The events that only some roles may see: each leads to a page that those roles may open."""
