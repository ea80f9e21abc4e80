"""The back office's own names: states of a configuration, fields of the terms, staff's acts."""

from collections.abc import Mapping
from typing import Final

from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from casino.wording import names
from kernel.labels import label_of
from players.audit.trails import TrailFault
from players.cashier.causes import Why as CauseWhy
from reporting.making.faults import ChainFault, HouseFault
from reporting.making.guards import GuardFault
from tables.queries import OpenSessionFault, RoundWhy
from wallet import proof as wallet

_Names = Mapping[str, "str | Promise"]

CONFIGURATION_TONES: Final[Mapping[str, str]] = {
    "draft": "warn",
    "submitted": "info",
    "rejected": "bad",
    "approved": "info",
    "in-force": "good",
    "superseded": "",
    "withdrawn": "",
    "revoked": "bad",
}

KINDS: Final[_Names] = {
    "shared": gettext_lazy("shared: up to nine seats, rounds at set times"),
    "individual": gettext_lazy("individual: one seat, the player deals when ready"),
    "croupier": gettext_lazy("croupier’s: up to nine seats, a person deals paper cards"),
}
"""The kinds of table, as the form of a new table offers them."""

STATUS_REASONS: Final[_Names] = {
    "held": gettext_lazy("Waiting: the house has stopped play."),
    "proof": gettext_lazy("Waiting: a proof stopped play."),
    "no-croupier": gettext_lazy("Waiting: no croupier has taken the table."),
    "no-shoe": gettext_lazy("Waiting: the croupier prepares a shoe."),
    "card-impossible": gettext_lazy("The house itself stopped the table: a card was read that cannot lie in its shoe."),
    "readers-differ": gettext_lazy("The house itself stopped the table: two readers saw different cards in one place."),
    "hours": gettext_lazy("It is the set time."),
    "cards-differ": gettext_lazy(
        "The house itself stopped the table: some dealt cards are not the sealed ones (RN-06)."
    ),
    "shoe-unfit": gettext_lazy("The house itself stopped the table: the shoe did not pass its self-test (RN-10)."),
}
"""The reasons that the system itself writes for a table; the staff's own words stand as they are."""

REPLAYED: Final[_Names] = {
    "sealed cards": gettext_lazy("sealed cards"),
    "commitment": gettext_lazy("published root"),
    "header of the shoe": gettext_lazy("header of the shoe"),
    "start of the shoe": gettext_lazy("start of the shoe"),
    "not what the numbers come to": gettext_lazy("not what the numbers come to"),
    "another header": gettext_lazy("another header than the shoe’s record"),
    "cards": gettext_lazy("cards"),
    "winner": pgettext_lazy("complaint", "outcome"),
    "ledger line": gettext_lazy("ledger line"),
    "proof of card": gettext_lazy("proof of the card"),
    "bet": gettext_lazy("bet"),
    "unreadable": gettext_lazy("unreadable"),
    "does not lead to the root": gettext_lazy("does not lead to the root"),
    "none": gettext_lazy("nothing"),
    "": gettext_lazy("nothing"),
}
"""The fixed words of what a replay found."""


def scope(code: str) -> str:
    """The reach of a switch: one game, or everything."""
    return gettext("all games") if code == "all" else names.variant(code)


_FAULTS: Final = (
    wallet.Why,
    RoundWhy,
    OpenSessionFault,
    CauseWhy,
    TrailFault,
    GuardFault,
    ChainFault,
    HouseFault,
)


def fault(why: str) -> str:
    """The label of a reason why rounds, ledger and house do not agree."""
    return label_of(why, *_FAULTS)


PROOF_PLACES: Final[_Names] = {
    "ledger": gettext_lazy("Ledger"),
    "rounds": gettext_lazy("Round"),
    "house": gettext_lazy("The house’s accounts"),
    "cashier": gettext_lazy("Cashier"),
    "guards": gettext_lazy("Guards of the database"),
    "trails": gettext_lazy("Audit"),
    "sessions": gettext_lazy("Sessions"),
    "chain": gettext_lazy("Chain"),
    "chain-ledger": gettext_lazy("Ledger lines chained"),
    "chain-slips": gettext_lazy("Slips chained"),
    "chain-rounds": gettext_lazy("Rounds chained"),
    "chain-audit": gettext_lazy("Audit entries chained"),
    "chain-events": gettext_lazy("Events chained"),
    "chain-notices": gettext_lazy("Bank notices chained"),
    "chain-openings": gettext_lazy("Cards shown of void rounds, chained"),
    "chain-connections": gettext_lazy("Connections opened, chained"),
    "chain-cards": gettext_lazy("Paper cards read, chained"),
    "chain-disconnections": gettext_lazy("Connections closed, chained"),
    "chain-clocks": gettext_lazy("Clock changes chained"),
    "chain-reports": gettext_lazy("Daily reports chained"),
}


def weekday(day: int) -> str:
    """A weekday's name; Monday is 0."""
    return str(WEEKDAYS[day])
