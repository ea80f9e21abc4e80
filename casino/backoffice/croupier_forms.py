"""Forms of the supervisors' page about croupiers' tables."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.backoffice.forms import Reason
from tables.film import ADDRESS_MAX, DELAY_MAX


class OfRound(Reason):
    """The reason, with the round that was shown, so that the act never affects the next one."""

    round_code = forms.CharField(max_length=64, widget=forms.HiddenInput)


class Ruling(OfRound):
    """A ruling that is done once, however often it is sent."""

    idempotency_key = forms.UUIDField(widget=forms.HiddenInput)


class Back(Ruling):
    """The last card that the page showed, by its place, so that one that was read since is not taken back."""

    slot = forms.CharField(max_length=2, widget=forms.HiddenInput)


class Aside(Ruling):
    """The card that is put aside, by its barcode's text."""

    code = forms.CharField(label=_("The card’s code"), max_length=20)


class OfShift(forms.Form):
    """The shift that the page showed, so that the next croupier's is not ended."""

    shift_id = forms.IntegerField(widget=forms.HiddenInput)


class OfShoe(Reason):
    """The reason, with the shoe that the page showed, so that the next one is not taken out of play."""

    shoe_number = forms.IntegerField(widget=forms.HiddenInput)


class Answer(forms.Form):
    """A few words for the croupier; may be empty."""

    answer = forms.CharField(label=_("Answer"), max_length=120, required=False)


class FilmOfTable(Reason):
    """Where a table's pictures are, and how late they are."""

    field_order = ("whep", "hls", "delay", "reason")
    whep = forms.CharField(
        label=_("WHEP address"),
        max_length=ADDRESS_MAX,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    hls = forms.CharField(
        label=_("Address of the HLS playlist"),
        max_length=ADDRESS_MAX,
        required=False,
        help_text=_("For browsers and networks that the first one does not reach; may be empty."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    delay = forms.IntegerField(
        label=_("Delay of the pictures, in milliseconds"),
        min_value=0,
        max_value=DELAY_MAX,
        help_text=_(
            "From the lens to the network, 0 to 3000: film a running clock once, and read off how much later the "
            "picture is."
        ),
    )


class NewScanner(Reason):
    """A scanner's name at its table, and why it gets a token."""

    name = forms.CharField(label=_("Name of the scanner"), max_length=40)
    idempotency_key = forms.UUIDField(widget=forms.HiddenInput)
