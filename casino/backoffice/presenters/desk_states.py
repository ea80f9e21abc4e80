"""What a croupier's table needs from the floor's staff: a call, a second person, a croupier, a shoe (C9)."""

from dataclasses import replace
from datetime import datetime
from typing import Final

from django.utils.translation import gettext

from casino.backoffice import labels
from casino.backoffice.presenters.croupiers import KINDS
from casino.backoffice.presenters.states import State
from casino.wording import names, words
from tables.queries import Desk, FloorTable

SILENT_SECONDS: Final = 5
"""So long after the last card the floor says that the next one has not been read."""
IN_PLAY: Final = frozenset({"betting", "closed", "dealing"})


def asks(row: FloorTable, *, now: datetime) -> State | None:
    """A person at the table waits for a supervisor: the croupier calls, or a keyed card wants a second person."""
    desk = row.desk
    if desk is None:
        return None
    if desk.called is not None:
        said = gettext("%(who)s calls a supervisor since %(at)s.")
        said %= {"who": desk.called.who, "at": words.clock(desk.called.at)}
        return State("call", gettext("croupier calls"), " ".join(filter(None, (said, _silent(row, desk, now)))), "hand")
    if desk.keyed is not None:
        said = gettext("%(who)s keyed a card by hand at %(at)s: it counts once a second person has looked at it.")
        said %= {"who": desk.keyed.who, "at": words.clock(desk.keyed.at)}
        return State("call", gettext("card to confirm"), said, "hand")
    return None


def with_asks(base: State, asked: State | None) -> State:
    """Both in one: a graver state keeps its headline, and says what the croupier waits for too."""
    if asked is None:
        return base
    if not base.alert:
        return asked
    return replace(base, why=f"{asked.why} {base.why}".strip(), badge=asked.headline)


def lacking(row: FloorTable) -> State | None:
    """A table that is open and lacks a croupier or a shoe."""
    desk = row.desk
    if desk is None or row.status not in {"open", "closing"}:
        return None
    if not desk.croupier and not desk.robot:
        if row.phase not in IN_PLAY:
            return State("info", gettext("no croupier"), str(labels.STATUS_REASONS["no-croupier"]), "seat")
        waits = gettext("The round waits for a croupier, who goes on from its last card. In play: %(amount)s.")
        return State("warn", gettext("no croupier"), waits % {"amount": words.money(row.staked, row.currency)}, "seat")
    if desk.shoe is None and not desk.robot and row.phase not in IN_PLAY:
        return State("info", gettext("no shoe"), str(labels.STATUS_REASONS["no-shoe"]), "info")
    return None


def stopped_over(desk: Desk | None) -> str:
    """The card over which the table stopped, in words; empty where it did not."""
    card = None if desk is None else desk.stopped_over
    if card is None:
        return ""
    said = gettext("Read at %(at)s: %(card)s of deck %(deck)s (%(why)s).")
    return said % {
        "at": words.clock(card.at),
        "card": names.card(card.card),
        "deck": card.deck or "–",
        "why": KINDS.get(card.why, card.why),
    }


def _silent(row: FloorTable, desk: Desk, now: datetime) -> str:
    """The card that is due and was not read, where that lasts."""
    due = None if desk.dealt is None else desk.dealt.due
    if due is None or desk.read_at is None or row.status == "paused":
        return ""
    seconds = int((now - desk.read_at).total_seconds())
    if seconds < SILENT_SECONDS:
        return ""
    said = gettext("The card for %(place)s has not been read for %(seconds)s s.")
    return said % {"place": names.slot(due.value), "seconds": words.number(seconds)}
