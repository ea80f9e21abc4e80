"""What players send about their own data."""

from django import forms
from django.core.validators import ProhibitNullCharactersValidator
from django.utils.translation import gettext_lazy as _

from casino import names


class Correction(forms.Form):
    """What is wrong, how it should be, and why."""

    field = forms.ChoiceField(label=_("O que está errado"), choices=list(names.CORRECTABLE.items()))
    wanted = forms.CharField(label=_("Como deve ficar"), max_length=300, validators=[ProhibitNullCharactersValidator()])
    why = forms.CharField(
        label=_("Porquê"),
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Por exemplo, o documento onde se vê o dado certo."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)


class CloseAccount(forms.Form):
    """Ticked on purpose: a button alone closes nothing."""

    sure = forms.BooleanField(label=_("Quero fechar a minha conta, e sei que não a posso voltar a abrir."))
    key = forms.UUIDField(widget=forms.HiddenInput)


class ReopenAccount(forms.Form):
    """The terms are accepted anew, in the version that was shown."""

    agreed = forms.BooleanField()
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=10**6)
