"""What is kept, for its pages and for the board of deadlines: terms in words, erasures."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from casino.backoffice.presenters.dues import Due
from casino.web.addresses import address
from casino.wording import words
from kernel.calendar import add_months
from kernel.labels import label
from players.inbox.queries import Subject, Thing
from players.keeping import queries
from players.keeping.queries import ClassCard, ErasureCard

MONTHS_TO_ACT = 1
"""So long after the first term of a class is over the board says that it is late."""


def term(months: int) -> str:
    """«10 anos», «24 meses»."""
    if months % 12 == 0 and months > 24:
        return ngettext("%(n)s year", "%(n)s years", months // 12) % {"n": words.number(months // 12)}
    return ngettext("%(n)s month", "%(n)s months", months) % {"n": words.number(months)}


def name(kind: Any) -> str:
    """A class in words, as a heading."""
    return capfirst(label(kind))


def lines(card: ErasureCard) -> Iterator[tuple[str, Any]]:
    """Name and value of each line of an erasure's page."""
    yield gettext("What"), name(card.kind)
    yield gettext("Terms that began before"), words.moment(card.before)
    yield gettext("Term when it was proposed"), term(card.months)
    yield gettext("Counted when it was proposed"), words.number(card.counted)
    if card.erased or card.done_at:
        yield gettext("Erased so far") if card.done_at is None else gettext("Erased"), words.number(card.erased)
    yield gettext("Reason"), card.reason


def follows(card: ErasureCard) -> Iterator[str]:
    """What each answer brings about."""
    yield gettext("Approved, a worker erases what is past its term, in batches. It cannot be taken back.")
    if card.kind in {queries.Keeping.ACCOUNTS, queries.Keeping.ABANDONED}:
        yield gettext("The accounts stay under a number: ledger, bets, limits and exclusions remain, without a name.")
    if card.kind is queries.Keeping.COMPLAINTS:
        yield gettext("The cases stay with their numbers, dates and outcomes; words, files and names go.")
    if card.kind is queries.Keeping.SEALED_DAYS:
        yield gettext("The days’ leaves stay in the log, so that copies outside the house verify as before.")
    yield gettext("The audit trail says which rows went, by which erasure, and repeats nothing of them.")
    yield gettext("Turned down, nothing is erased; it may be proposed anew.")


def proposals(now: datetime) -> Iterator[Due]:
    """The erasures that wait for a second person."""
    for card in queries.open_erasures():
        if card.waits:
            yield Due(
                what=gettext("Decide the erasure"),
                subject=f"L-{card.id}",
                href=address("backoffice:erasure", card.id),
                to_whom=gettext("house"),
                since=card.proposed_at,
                due_at=None,
                proposed_by=card.proposed_by,
                rule="PT-56",
                thing=Thing(Subject.ERASURE, f"L-{card.id}"),
                authors=(card.proposed_by_id,),
                title=gettext("Erase: %(what)s") % {"what": label(card.kind)},
            )


def past_terms(now: datetime) -> Iterator[Due]:
    """The classes with data past their term and no proposal to erase it."""
    for card in queries.past_terms(now=now):
        since = card.next_at or now
        yield Due(
            what=gettext("Erase what is past its term"),
            subject=f"{name(card.kind)}: {words.number(card.past or 0)}",
            href=address("backoffice:keeping"),
            to_whom=gettext("house"),
            since=since,
            due_at=add_months(since, MONTHS_TO_ACT),
            rule="GDPR 5",
            impersonal=True,
        )


def still_due(card: ClassCard) -> bool:
    """Whether an erasure of the class may be proposed."""
    return bool(card.erasable and card.past and card.erasure is None)
