"""The things whose key is a letter and a number, as the inbox prints it: who may open each, and what it is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.text import capfirst
from django.utils.translation import gettext

from casino.wording import staff_names, words
from kernel.labels import label, label_of
from players.cashier import queries as cashier
from players.inbox.queries import Subject, Thing
from players.keeping import queries as keeping
from players.privacy import queries as privacy
from players.privacy.queries import Correctable
from players.protection.queries import watch
from players.roles import Action, may
from players.staff import queries as staff
from reporting.queries import extracts


@dataclass(frozen=True, slots=True)
class Keyed:
    """A thing that there is, what it is in words, and since when."""

    thing: Thing
    detail: str
    since: datetime


_Said = tuple[str, datetime] | None


def keyed(key: tuple[str, int], person: object, *, now: datetime) -> Iterator[Keyed]:
    """The thing with this key, if there is one and this person may open its page."""
    letter, number = key
    if letter not in _KINDS:
        return
    subject, action, find = _KINDS[letter]
    said = find(number, now) if may(person, action) else None
    if said is not None:
        detail, since = said
        yield Keyed(Thing(subject, f"{letter}-{number}"), detail, since)


def _signal(number: int, _: datetime) -> _Said:
    card = watch.signal(number)
    if card is None:
        return None
    return f"{gettext('Signal: %(kind)s') % {'kind': label(card.kind)}} · {card.nickname}", card.raised_at


def _obligation(number: int, now: datetime) -> _Said:
    card = watch.obligation(number, now=now)
    return None if card is None else (f"{capfirst(label(card.kind))} · {card.nickname}", card.created_at)


def _adjustment(number: int, _: datetime) -> _Said:
    card = cashier.adjustment(number)
    return None if card is None else (f"{words.money(card.amount, 'EUR')} · {card.nickname}", card.proposed_at)


def _correction(number: int, _: datetime) -> _Said:
    card = privacy.rectification(number)
    return None if card is None else (f"{label_of(card.field, Correctable)} · {card.nickname}", card.asked_at)


def _staff_proposal(number: int, _: datetime) -> _Said:
    card = staff.staff_proposal(number)
    return None if card is None else (f"{staff_names.ACTS[card.act]}: {card.about}", card.proposed_at)


def _extract(number: int, _: datetime) -> _Said:
    card = extracts.extract(number)
    return None if card is None else (card.title, card.proposed_at)


def _erasure(number: int, _: datetime) -> _Said:
    card = keeping.erasure(number)
    return None if card is None else (gettext("Erase: %(what)s") % {"what": label(card.kind)}, card.proposed_at)


_KINDS: Final[dict[str, tuple[Subject, Action, Callable[[int, datetime], _Said]]]] = {
    "S": (Subject.SIGNAL, Action.SEE_PLAYERS, _signal),
    "O": (Subject.OBLIGATION, Action.SEE_PLAYERS, _obligation),
    "A": (Subject.ADJUSTMENT, Action.SEE_MONEY, _adjustment),
    "C": (Subject.CORRECTION, Action.SEE_PLAYERS, _correction),
    "P": (Subject.STAFF_PROPOSAL, Action.SEE_STAFF, _staff_proposal),
    "X": (Subject.EXTRACT, Action.SEE_REPORTS, _extract),
    "L": (Subject.ERASURE, Action.SEE_AUDIT, _erasure),
}
"""By the letter of their keys; `L-7` may begin a withdrawal's key too."""
ACTIONS: Final = frozenset(action for _, action, _ in _KINDS.values())
"""Any of these opens one of them."""
