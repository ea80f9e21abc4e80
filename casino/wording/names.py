"""The names of the game's things in the user's language: cards, events, rules. The labels of codes: `tables.labels`."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from baccarat.chances import Chance
from baccarat.paytables import Commission
from baccarat.play import Phase, Winner
from baccarat.rulesets import Game
from baccarat.terms import Shuffle
from kernel.labels import label_of
from players.adapters.queries import Adapter
from players.privacy.queries import Correctable
from tables.queries import BetOutcome, IncidentKind, TableStatus

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

RULES: Final[_Names] = {
    "R13": gettext_lazy("bets on Ponto and on Banca must differ by at least the minimum bet"),
    "R14": gettext_lazy("on a chance the bet is nothing or at least the minimum bet"),
    "R15": gettext_lazy("maximum per player: 70 times the minimum on Ponto or on Banca, 15 on Tie, 8 on each pair"),
    "cap": gettext_lazy("the maximum that the house has set for this chance"),
    "R43a": gettext_lazy(
        "the difference between all bets on Ponto and all on Banca does not pass the table’s maximum prize"
    ),
    "R43b": gettext_lazy("all bets on Tie do not pass 10% of the table’s maximum prize"),
    "R43c": gettext_lazy(
        "all bets on each pair, or on both where the table’s rules say so, do not pass 8% of the table’s maximum prize"
    ),
    "FUNDS": gettext_lazy("your balance"),
    "offered": gettext_lazy("this chance is not offered in this round"),
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


rule = _named(RULES)


def chance(code: str) -> str:
    """A bet by its name."""
    return label_of(code, Chance)


def variant(code: str) -> str:
    """A game by its name."""
    return label_of(code, Game)


def commission_mode(code: str) -> str:
    """The house's commission on Banca's prizes."""
    return label_of(code, Commission)


def shuffle(code: str) -> str:
    """When the cards are shuffled."""
    return label_of(code, Shuffle)


_WINNERS: Final = frozenset(Winner)


def outcome(code: str) -> str:
    """The winner of a round, or the outcome of a bet: "open" while its round is played."""
    if code in _WINNERS:
        return label_of(code, Winner, form="verdict")
    return gettext("in play") if code == "open" else label_of(code, BetOutcome)


def phase(code: str) -> str:
    """The phase of a round: "waiting" before the first."""
    return gettext("waiting") if code == "waiting" else label_of(code, Phase)


def status(code: str) -> str:
    """Whether rounds run at a table."""
    return label_of(code, TableStatus)


SEVERITIES: "Final[Mapping[int, str | Promise]]" = {
    1: gettext_lazy("1, grave"),
    2: gettext_lazy("2, serious"),
    3: gettext_lazy("3, slight"),
}
"""How severe an incident is."""


def incident_kind(code: str) -> str:
    """The kind of an incident, as it heads a line."""
    return capfirst(label_of(code, IncidentKind))


def correctable(code: str) -> str:
    """The detail that a person wants corrected, as it heads a line."""
    return capfirst(label_of(code, Correctable))


def adapter(code: str) -> str:
    """An external service."""
    return label_of(code, Adapter)


def stopped_by_silence(code: str) -> str:
    """What stops when an external service is silent, and what goes on."""
    return label_of(code, Adapter, form="what-stops")


def event(code: str) -> str:
    """The result of a bet as a paytable names it: "by-4" is «por 4»."""
    name = str(EVENTS.get(code, code))
    return name % code.removeprefix("by-") if code.startswith("by-") and "%s" in name else name


def card(code: str) -> str:
    """A card by its name: "KH" is «Rei de copas»."""
    return gettext("%(rank)s of %(suit)s") % {"rank": _RANKS.get(code[0], code[0]), "suit": _SUITS.get(code[1:], "")}


def slot(code: str) -> str:
    """A place of the felt: "P1" is «Ponto 1»."""
    return f"{chance('ponto' if code[0] == 'P' else 'banca')} {code[1]}"


def shoe_header(header: Mapping[str, Any]) -> str:
    """What a shoe's root fixes beside the order of its cards (`baccarat.proof.Header`), as one sentence."""
    return gettext(
        "Shoe %(shoe)s: %(decks)s decks, %(count)s cards, the cut card before place %(cut)s, rules %(rules)s."
    ) % {name: header[name] for name in ("shoe", "decks", "count", "cut", "rules")}
