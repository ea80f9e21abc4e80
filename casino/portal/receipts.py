"""How punctual a slip was, by the house's own clock: early or late by how much, and how long the decision took.

Nothing is said of the way to the house: when a slip left its device is not kept.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext

from casino.portal.round_pages import close_of
from casino.wording import words
from tables.queries import Receipt, SlipCard


@dataclass(frozen=True, slots=True)
class Punctuality:
    """Sentences of a receipt about time."""

    received: str
    """By how much the slip was early or late; empty while the round has no close."""
    decided: str
    """How long after receiving it the house decided."""
    whose: str
    """Whose delay it was, as far as that is known; empty for a slip that was not too late."""
    is_late: bool


def punctuality_of(receipt: Receipt) -> Punctuality:
    """The punctuality of a receipt's slip."""
    slip = receipt.slip
    if receipt.voided_at is not None and slip.received_at >= receipt.voided_at:
        return Punctuality(gettext("Received after the round had been made void."), _decided_of(slip), "", is_late=True)
    close = close_of(receipt.closes_at, receipt.closed_at)
    late = close is not None and slip.received_at >= close
    closed = (slip.rejection or {}).get("reason") == "betting-closed"
    whose = _on_the_way() if late else _in_the_house() if closed else ""
    return Punctuality(_received(slip.received_at, close), _decided_of(slip), whose, late)


def _received(at: datetime, close: datetime | None) -> str:
    if close is None:
        return ""
    span = {"span": words.milliseconds(close - at)}
    if at < close:
        return gettext("Received %(span)s before the close.") % span
    if close - at == timedelta(0):
        return gettext("Received at the very moment of the close, which is too late.")
    return gettext("Received %(span)s after the close.") % span


def _decided_of(slip: SlipCard) -> str:
    span = slip.taken_at - slip.received_at
    if span < timedelta(milliseconds=1):
        return gettext("The house decided on it within a millisecond of receiving it.")
    return gettext("The house decided on it %(span)s after receiving it.") % {"span": words.milliseconds(span)}


def _in_the_house() -> str:
    return gettext("It arrived in time and was taken up only after the close: that delay was the house’s own.")


def _on_the_way() -> str:
    return gettext(
        "The moment of arrival counts, not that of the decision: the house’s own time made nothing late. How long the "
        "slip was under way from your device is not recorded."
    )
