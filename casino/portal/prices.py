"""The price of a game before one sits down: what each bet costs on average, a round and an hour, by the exact odds."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy

from casino.wording import words
from tables.queries import RulesCard

STAKE_MOST: Final = 10**9
"""Cents that are reckoned with; far above any table's maximum."""
ROUNDS_MOST: Final = 1_000
"""Rounds an hour: more than anybody can play."""
ROUNDS_ALONE: Final = 60
"""Rounds an hour where the player deals, until another pace is chosen."""


class PriceForm(forms.Form):
    """The stake of each round and the rounds of an hour."""

    aposta = forms.CharField(
        label=gettext_lazy("Stake on each round"),
        max_length=14,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    ritmo = forms.CharField(
        label=gettext_lazy("Rounds an hour"),
        max_length=5,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )

    def clean_aposta(self) -> int:
        """The stake in cents."""
        cents = words.cents_of(self.cleaned_data["aposta"])
        if cents is None or not 0 < cents <= STAKE_MOST:
            raise forms.ValidationError(gettext("Enter an amount such as 50 or 50.00."))
        return cents

    def clean_ritmo(self) -> int:
        """The rounds of an hour."""
        rounds = words.number_of(self.cleaned_data["ritmo"])
        if rounds is None or not 0 < rounds <= ROUNDS_MOST:
            raise forms.ValidationError(gettext("Enter a number of rounds from 1 to %(most)s.") % {"most": ROUNDS_MOST})
        return rounds


@dataclass(frozen=True, slots=True)
class PriceLine:
    """The price of one chance, in cents; below 0 where the player is ahead."""

    chance: str
    edge: Fraction
    a_round: int
    an_hour: int


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a table at a stake and a pace."""

    form: PriceForm
    stake: int
    rounds: int
    lines: tuple[PriceLine, ...]


def price_of(card: RulesCard, query: Mapping[str, Any]) -> Price:
    """The price at the stake and pace that the address names; at the usual ones where it names none."""
    usual = {"aposta": words.amount(card.terms.minimum), "ritmo": str(usual_rounds(card))}
    asked = "aposta" in query or "ritmo" in query
    form = PriceForm(
        {**usual, **{name: query[name] for name in usual if name in query}} if asked else None, initial=usual
    )
    form.is_valid()
    said = form.cleaned_data if asked else {}
    stake, rounds = said.get("aposta", card.terms.minimum), said.get("ritmo", usual_rounds(card))
    lines = tuple(
        PriceLine(chance.value, odds.edge, round(odds.edge * stake), round(odds.edge * stake * rounds))
        for chance, odds in card.odds.bets.items()
    )
    return Price(form, stake, rounds, lines)


def usual_rounds(card: RulesCard) -> int:
    """How many rounds an hour a shared table deals without a pause; where the player deals, one a minute."""
    if card.kind == "individual":
        return ROUNDS_ALONE
    return 3600 // (card.terms.betting_seconds + card.terms.show_seconds)
