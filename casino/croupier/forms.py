"""What the console sends: each act with its key or its round, and the few words that some of them need."""

from django import forms
from django.utils.translation import gettext_lazy as _

from baccarat.cards import RANKS, SUITS
from tables.card_terms import CONSOLE_DEVICES
from tables.queries.croupier import ShuffledBy

CODE_MOST = 80
"""Characters of a reading: a scanner sends a few, and more is no card."""


class Keyed(forms.Form):
    """An act that is done once, however often it is sent."""

    idempotency_key = forms.UUIDField(widget=forms.HiddenInput)


class OfRound(forms.Form):
    """An act on the round that the console showed."""

    round_code = forms.CharField(max_length=64, widget=forms.HiddenInput)


class Reading(Keyed):
    """A reading of a scanner: any text. The table refuses one that names no card. The device is one of the console's
    own: a scanner with a token has a door of its own.
    """

    code = forms.CharField(max_length=CODE_MOST, required=False, strip=True)
    device = forms.ChoiceField(choices=[(name, name) for name in CONSOLE_DEVICES], required=False)


class ByHand(Keyed, OfRound):
    """A card that is keyed, by rank and suit."""

    rank = forms.ChoiceField(choices=[(rank, rank) for rank in RANKS])
    suit = forms.ChoiceField(choices=[(suit, suit) for suit in SUITS])


class NewShoe(forms.Form):
    """The decks of a shoe, as their barcodes name them, and how they were mixed."""

    decks = forms.CharField(label=_("Decks"), max_length=120)
    shuffled_by = forms.ChoiceField(
        label=_("Shuffled"),
        choices=[(ShuffledBy.HAND.value, _("by hand")), (ShuffledBy.MACHINE.value, _("by machine"))],
    )

    def clean_decks(self) -> tuple[str, ...]:
        """The names, in capital letters."""
        return tuple(str(self.cleaned_data["decks"]).upper().replace(",", " ").split())
