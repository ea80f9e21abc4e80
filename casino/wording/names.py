"""The names of the game's things in the user's language: cards, variants, outcomes, modes of commission.

Those of its bets stand in `tables.labels`.
"""

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from baccarat.chances import Chance
from kernel.labels import label_of

_Names = Mapping[str, "str | Promise"]

EVENTS: Final[_Names] = {
    "win": gettext_lazy("wins"),
    "tie": gettext_lazy("tie"),
    "natural-win": gettext_lazy("with a natural"),
    "natural-tie": gettext_lazy("naturals tie"),
    "two-cards": gettext_lazy("on two cards"),
    "three-cards": gettext_lazy("on three cards"),
    **{f"by-{margin}": gettext_lazy("by %s") for margin in range(1, 10)},
}

VARIANTS: Final[_Names] = {
    "ponto-e-banca": gettext_lazy("Ponto e Banca"),
    "macau": gettext_lazy("Ponto e Banca Macau"),
    "macau-floor": gettext_lazy("Ponto e Banca Macau, floor table"),
    "punto-banco": gettext_lazy("Punto Banco"),
    "live-baccarat": gettext_lazy("Live baccarat"),
}

COMMISSIONS: Final[_Names] = {
    "none": gettext_lazy("no commission"),
    "5-percent": gettext_lazy("5% of prizes on Banca"),
    "half-on-5": gettext_lazy("half the prize when Banca wins with 5"),
    "half-on-6": gettext_lazy("half the prize when Banca wins with 6"),
    "half-on-5-and-6": gettext_lazy("half the prize when Banca wins with 5 or with 6"),
}

OUTCOMES: Final[_Names] = {
    "ponto": gettext_lazy("Ponto wins"),
    "banca": gettext_lazy("Banca wins"),
    "empate": gettext_lazy("Tie"),
    "win": gettext_lazy("won"),
    "push": gettext_lazy("returned"),
    "lose": pgettext_lazy("bet", "lost"),
    "void": gettext_lazy("void"),
    "open": gettext_lazy("in play"),
}

PHASES: Final[_Names] = {
    "waiting": gettext_lazy("waiting"),
    "betting": gettext_lazy("betting open"),
    "closed": gettext_lazy("no more bets"),
    "dealing": gettext_lazy("dealing"),
    "settled": gettext_lazy("paid"),
    "void": gettext_lazy("void"),
}

STATUSES: Final[_Names] = {
    "open": pgettext_lazy("feminine", "open"),
    "paused": gettext_lazy("paused"),
    "closing": gettext_lazy("closes after this round"),
    "closed": pgettext_lazy("table", "closed"),
}

SHUFFLES: Final[_Names] = {
    "every-round": gettext_lazy("shuffled before every round"),
    "per-shoe": gettext_lazy("shuffled once per shoe"),
}

RULES: Final[_Names] = {
    "R13": gettext_lazy("bets on Ponto and on Banca must differ by at least the minimum bet"),
    "R14": gettext_lazy("on a chance the bet is nothing or at least the minimum bet"),
    "R15": gettext_lazy("maximum per player: 70 times the minimum on Ponto or on Banca, 15 on Tie, 8 on each pair"),
    "cap": gettext_lazy("the maximum that the house has set for this chance"),
    "R43a": gettext_lazy(
        "the difference between all bets on Ponto and all on Banca does not pass the table’s maximum prize"
    ),
    "R43b": gettext_lazy("all bets on Tie do not pass 10% of the table’s maximum prize"),
    "R43c": gettext_lazy("all bets on each pair do not pass 8% of the table’s maximum prize"),
    "FUNDS": gettext_lazy("your balance"),
    "offered": gettext_lazy("this chance is not offered in this round"),
}

INCIDENT_KINDS: Final[_Names] = {
    "stuck-round": gettext_lazy("Table stopped"),
    "void-round": gettext_lazy("Void round"),
    "shoe-unfit": gettext_lazy("Unfit shoe"),
    "cards-differ": gettext_lazy("Cards other than the sealed ones"),
    "over-risk": gettext_lazy("Above the risk limit"),
    "ledger": gettext_lazy("Ledger"),
    "adapter-silent": gettext_lazy("External service without an answer"),
    "other": gettext_lazy("Recorded by a person"),
}
"""The kinds of incident."""

ADAPTERS: Final[_Names] = {
    "national-list": gettext_lazy("national list of exclusions"),
    "verifier": gettext_lazy("identity verification"),
    "regulator-desk": gettext_lazy("the regulator’s desk"),
}
"""The external services."""

STOPPED_BY_SILENCE: Final[_Names] = {
    "national-list": gettext_lazy(
        "play goes on by the last list; after 24 hours without one, new registrations are refused"
    ),
    "verifier": gettext_lazy("people who wait for verification neither deposit nor play for money"),
    "regulator-desk": gettext_lazy("the notices wait; the exclusions hold all the same"),
}
"""The functions that stop when an external service is silent, and those that go on."""

CORRECTABLE: Final[_Names] = {
    "full-name": gettext_lazy("Full name"),
    "birth-date": gettext_lazy("Date of birth"),
    "nationality": gettext_lazy("Nationality"),
    "profession": gettext_lazy("Occupation"),
    "address": gettext_lazy("Address"),
    "country": gettext_lazy("Country"),
    "document": gettext_lazy("Identity document"),
    "nif": gettext_lazy("Tax number"),
    "other": gettext_lazy("Something else"),
}

_SUITS: Final[_Names] = {
    "S": pgettext_lazy("suit", "spades"),
    "H": pgettext_lazy("suit", "hearts"),
    "D": pgettext_lazy("suit", "diamonds"),
    "C": pgettext_lazy("suit", "clubs"),
}

_RANKS: Final[_Names] = {
    "A": gettext_lazy("Ace"),
    "T": gettext_lazy("10"),
    "J": gettext_lazy("Jack"),
    "Q": gettext_lazy("Queen"),
    "K": gettext_lazy("King"),
}


def _named(names: _Names) -> Callable[[str], str]:
    def name(code: str) -> str:
        return str(names.get(code, code))

    return name


variant = _named(VARIANTS)
commission_mode = _named(COMMISSIONS)
outcome = _named(OUTCOMES)
phase = _named(PHASES)
status = _named(STATUSES)
shuffle = _named(SHUFFLES)
rule = _named(RULES)
correctable = _named(CORRECTABLE)
incident_kind = _named(INCIDENT_KINDS)
adapter = _named(ADAPTERS)
stopped_by_silence = _named(STOPPED_BY_SILENCE)


def chance(code: str) -> str:
    """A bet by its name."""
    return label_of(code, Chance)


def event(code: str) -> str:
    """The result of a bet as a paytable names it: "by-4" is «por 4»."""
    name = str(EVENTS.get(code, code))
    return name % code.removeprefix("by-") if code.startswith("by-") and "%s" in name else name


def card(code: str) -> str:
    """A card by its name: "KH" is «Rei de copas»."""
    return gettext("%(rank)s of %(suit)s") % {"rank": _RANKS.get(code[0], code[0]), "suit": _SUITS.get(code[1:], "")}
