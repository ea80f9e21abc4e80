"""The back office's own names: states of a configuration, fields of the terms, staff's acts."""

from collections.abc import Mapping
from typing import Final

from django.utils.dates import WEEKDAYS
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from casino.wording import names
from kernel.labels import label_of
from wallet import proof as wallet

_Names = Mapping[str, "str | Promise"]

CONFIGURATION_TONES: Final[Mapping[str, str]] = {
    "draft": "warn",
    "submitted": "info",
    "rejected": "bad",
    "approved": "info",
    "in-force": "good",
    "superseded": "",
}

KINDS: Final[_Names] = {
    "shared": gettext_lazy("shared: up to nine seats, rounds at set times"),
    "individual": gettext_lazy("individual: one seat, the player deals when ready"),
}
"""The kinds of table, as the form of a new table offers them."""

STATUS_REASONS: Final[_Names] = {
    "held": gettext_lazy("Waiting: the house has stopped play."),
    "proof": gettext_lazy("Waiting: a proof stopped play."),
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


SUMS: Final[_Names] = {
    "turnover": gettext_lazy("Staked"),
    "returned": gettext_lazy("Returned"),
    "prizes": gettext_lazy("Prizes"),
    "commission": gettext_lazy("Commission"),
    "refunded": gettext_lazy("Refunded"),
    "gross-revenue": gettext_lazy("Gross revenue"),
}

FAULTS: Final[_Names] = {
    "stakes-left": gettext_lazy("money was left in the round’s stakes account"),
    "bet-without-outcome": gettext_lazy("a bet has no outcome"),
    "staked": gettext_lazy("the amount staked is not the ledger’s"),
    "returned": gettext_lazy("the amount returned is not the ledger’s"),
    "commission": gettext_lazy("the commission is not the ledger’s"),
    "gross-revenue": gettext_lazy("the rounds’ gross revenue is not what the house has in its accounts"),
    "guard-missing": gettext_lazy("a guard of the database is missing"),
    "guard-changed": gettext_lazy("a guard of the database was changed or switched off"),
    "guard-unknown": gettext_lazy("the database has a guard or rule that no migration installed"),
    "row-other-than-trail": gettext_lazy("the record does not say what the audit trail says of it"),
    "row-gone-without-trail": gettext_lazy("a record is gone without a trace in the audit trail"),
    "row-without-trail": gettext_lazy("a record appeared without a trace in the audit trail"),
    "row-changed": gettext_lazy("a chained row was changed"),
    "row-missing": gettext_lazy("chained rows are missing"),
    "row-added": gettext_lazy("a row appeared among the chained ones"),
    "link-broken": gettext_lazy("a link of the chain is not the one that was made"),
    "chain-cut": gettext_lazy("the chain does not have the end that an earlier proof saw"),
    "session-sums": gettext_lazy("the session’s sums are not those of its bets"),
    "session-slips": gettext_lazy("the bet is not the sum of the accepted slips"),
    "session-missing": gettext_lazy("there are bets or slips of a session that does not exist"),
    "line-without-row": gettext_lazy("a cashier line has no record"),
    "row-without-line": gettext_lazy("a cashier record has no line in the ledger"),
    "amount-differs": gettext_lazy("record and line have different amounts"),
    "currency-differs": gettext_lazy("record and line are not in the same currency"),
    "person-differs": gettext_lazy("the record belongs to one person and the line to another"),
    "direction-differs": gettext_lazy("the line moves money the other way than the record says"),
    "without-notice": gettext_lazy("neither a notice from the bank nor a second person confirms this movement"),
    "award-not-paid": gettext_lazy("a complaint’s award was not paid as decided"),
    "account-without-player": gettext_lazy("a player’s account belongs to no player"),
}
"""The reasons why rounds, ledger and house do not agree."""


def fault(why: str) -> str:
    """The label of a reason why rounds, ledger and house do not agree."""
    return str(FAULTS.get(why) or label_of(why, wallet.Why))


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
    "chain-notices": gettext_lazy("Bank notices chained"),
    "chain-openings": gettext_lazy("Cards shown of void rounds, chained"),
    "chain-connections": gettext_lazy("Connections opened, chained"),
    "chain-disconnections": gettext_lazy("Connections closed, chained"),
    "chain-clocks": gettext_lazy("Clock changes chained"),
    "chain-reports": gettext_lazy("Daily reports chained"),
}


def weekday(day: int) -> str:
    """A weekday's name; Monday is 0."""
    return str(WEEKDAYS[day])
