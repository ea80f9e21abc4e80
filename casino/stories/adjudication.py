"""The adjudicator (A10): rules, cards and stakes in, the exact settlement out, by the code of the live round.

The answer is given in words; nothing is stored, and no sign-in is needed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy

from baccarat.cards import Card, CardInvalid
from baccarat.chances import Chance
from baccarat.play import CARDS_MOST, NotEnoughCards, Result, play
from baccarat.rulesets import Commission, Game, Ruleset, RulesetInvalid, preset
from baccarat.settlement import Payout, settle
from casino.wording import names, words
from kernel.labels import labels_of

STAKE: Final = "stake_"
STAKE_MOST: Final = 10**12
"""Cents: more than any table takes, and an amount that every reader can still count."""
_LETTERS: Final = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})


class Question(forms.Form):
    """The round to be settled. Once valid, it has `ruleset`, `result` and `stakes`."""

    preset = forms.ChoiceField(label=gettext_lazy("Game"))
    commission = forms.ChoiceField(label=gettext_lazy("Commission on Banca"), required=False)
    decks = forms.TypedChoiceField(
        label=gettext_lazy("Decks"),
        coerce=int,
        choices=[("", "–"), (8, "8"), (6, "6")],
        required=False,
        empty_value=None,
    )
    cards = forms.CharField(
        label=gettext_lazy("Cards, in the order they came out"),
        max_length=200,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Ponto, Banca, Ponto, Banca, and then the third cards. Rank and suit: KS is the king of spades; A "
            "2 … 9 T J Q K and S H D C (spades, hearts, diamonds, clubs), or ♠ ♥ ♦ ♣."
        ),
    )

    ruleset: Ruleset | None = None
    result: Result | None = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _choices(self.fields["preset"], labels_of(Game))
        _choices(self.fields["commission"], {"": gettext_lazy("the one in the rules"), **labels_of(Commission)})
        for chance in Chance:
            self.fields[STAKE + chance.value] = forms.CharField(
                label=names.chance(chance.value), required=False, max_length=20, widget=_amount()
            )
        self.stakes: dict[Chance, int] = {}

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        self.ruleset = self._ruleset(said)
        drawn = self._cards(said.get("cards", ""))
        if self.ruleset is not None and drawn:
            self._play(drawn, self.ruleset)
        for chance in Chance:
            self._stake(chance, said.get(STAKE + chance.value, ""))
        if not self.errors and not self.stakes:
            self.add_error(None, gettext("Enter at least one bet."))
        return said

    def stake_fields(self) -> Iterator[forms.BoundField]:
        """The field of each chance."""
        return (self[STAKE + chance.value] for chance in Chance)

    def _ruleset(self, said: Mapping[str, Any]) -> Ruleset | None:
        if "preset" not in said or self.errors.get("commission") or self.errors.get("decks"):
            return None
        commission = said.get("commission")
        try:
            return preset(
                said["preset"],
                decks=said.get("decks"),
                commission=Commission(commission) if commission else None,
                pairs=True,
            )
        except RulesetInvalid as error:
            field = error.field if error.field in self.fields else None
            self.add_error(
                field, gettext("This game does not have this rule. Choose another, or leave the one in the rules.")
            )
            return None

    def _cards(self, text: str) -> list[Card]:
        drawn = []
        for part in _parts(text):
            try:
                drawn.append(Card.parse(part))
            except CardInvalid:
                said = {"card": part[:12]}
                self.add_error("cards", gettext("“%(card)s” is not a card. Write, for example, KS or 9♥.") % said)
                return []
        return drawn

    def _play(self, drawn: list[Card], ruleset: Ruleset) -> None:
        for card in drawn:
            if drawn.count(card) > ruleset.decks:
                said = {"card": names.card(str(card)), "decks": ruleset.decks}
                self.add_error("cards", gettext("%(card)s appears more often than it does in %(decks)s decks.") % said)
                return
        try:
            self.result = play(drawn)
        except NotEnoughCards as error:
            said = {"needed": error.needed, "given": error.given}
            self.add_error(
                "cards", gettext("With these cards the round takes %(needed)s, and there are only %(given)s.") % said
            )
            return
        used = len(self.result.cards)
        if len(drawn) > used:
            left = ", ".join(names.card(str(card)) for card in drawn[used : used + CARDS_MOST])
            said = {"used": used, "left": left}
            self.add_error("cards", gettext("The round ends with %(used)s cards; left over: %(left)s.") % said)

    def _stake(self, chance: Chance, text: str) -> None:
        field = STAKE + chance.value
        if not text.strip():
            return
        cents = words.cents_of(text)
        if cents is None or not 1 <= cents <= STAKE_MOST:
            self.add_error(field, gettext("Enter an amount above zero, for example 5.00."))
        elif self.ruleset is not None and self.ruleset.offer(chance) is None:
            self.add_error(field, gettext("This game does not have this chance."))
        else:
            self.stakes[chance] = cents


@dataclass(frozen=True, slots=True)
class Answer:
    """The settlement."""

    result: Result
    payouts: tuple[Payout, ...]
    laid: tuple[tuple[str, int, tuple[str, ...], str | None], ...]
    """By side: its code, total, two cards, third."""

    @property
    def staked(self) -> int:
        """In cents."""
        return sum(payout.stake for payout in self.payouts)

    @property
    def returned(self) -> int:
        """In cents."""
        return sum(payout.returned for payout in self.payouts)

    @property
    def commission(self) -> int:
        """In cents."""
        return sum(payout.commission for payout in self.payouts)


def answer(question: Question) -> Answer:
    """Settle a valid question."""
    assert question.ruleset is not None, "asked of a valid form only"
    assert question.result is not None, "asked of a valid form only"
    result = question.result
    hands = (("ponto", result.ponto, result.ponto_third), ("banca", result.banca, result.banca_third))
    return Answer(
        result,
        tuple(settle(question.ruleset, result, question.stakes).values()),
        tuple(
            (side, hand.total, tuple(str(card) for card in hand.cards[:2]), str(third) if third else None)
            for side, hand, third in hands
        ),
    )


def _parts(text: str) -> list[str]:
    """The cards that were typed, apart; ten as «10» too, suits as signs too."""
    typed = text.upper().translate(_LETTERS).replace("10", "T")
    apart = [part for part in re.split(r"[\s,;·/-]+", typed) if part]
    if len(apart) == 1 and len(apart[0]) > 2 and len(apart[0]) % 2 == 0:
        return [apart[0][place : place + 2] for place in range(0, len(apart[0]), 2)]
    return apart


def _amount() -> forms.TextInput:
    return forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})


def _choices(field: forms.Field, choices: Mapping[str, Any]) -> None:
    assert isinstance(field, forms.ChoiceField)
    field.choices = list(choices.items())
