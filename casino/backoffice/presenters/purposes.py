"""What the personal data of a player may be needed for: what waits about them, and what occurs every day."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext

from casino.templatetags.protection import signal_kind
from casino.wording import words
from kernel.money import Currency
from players.accounts.queries import PersonCard
from players.cashier import queries as cashier
from players.complaints.queries.cases import cases_of
from players.privacy import queries as privacy
from players.protection.queries import watch
from players.roles import Action, may

OTHER: Final = "other"
"""None of them: the reason is in words."""
SIGNALS_MOST: Final = 20


def purposes(card: PersonCard, *, reader: Any, now: datetime) -> list[tuple[str, str]]:
    """Each purpose by its code, in words; what waits comes before what occurs every day.

    First of all stands the one that has to be said, so that none is recorded unchosen. Complaints and withdrawals are
    told only to a reader who may see them.
    """
    return [
        (OTHER, gettext("A reason in words")),
        *_waiting(card, reader, now),
        ("caller", gettext("Make sure who is calling")),
        ("authority", gettext("Answer an authority")),
        ("identity", gettext("Compare an identity document")),
    ]


def _waiting(card: PersonCard, reader: Any, now: datetime) -> Iterator[tuple[str, str]]:
    if may(reader, Action.SEE_COMPLAINTS):
        for case in cases_of(card.id, now=now):
            if case.is_open:
                yield f"complaint:{case.number}", gettext("Answer %(number)s") % {"number": case.number}
    if may(reader, Action.SEE_MONEY):
        for held in cashier.withdrawals(person_id=card.id, state="held"):
            amount = words.money(held.amount, Currency.EUR)
            yield f"withdrawal:{held.key}", gettext("Decide on the withdrawal of %(amount)s") % {"amount": amount}
    for asked in privacy.rectifications_of(card.id):
        if asked.decided_at is None:
            yield f"rectification:{asked.id}", gettext("Decide on a correction of the data")
    for signal in watch.latest_signals_of(card.id, limit=SIGNALS_MOST):
        if signal.closed_at is None:
            kind = signal_kind(signal.kind)
            yield f"signal:{signal.id}", gettext("Look into the signal: %(kind)s") % {"kind": kind}
