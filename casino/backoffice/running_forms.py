"""What staff type about how a table runs: its risk limit, its hours; and about what went wrong. Writes nothing."""

import uuid
from collections.abc import Mapping
from datetime import time
from typing import Any, Final

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy

from casino import names
from casino.backoffice import labels
from casino.backoffice.forms import Words, typed
from casino.backoffice.player_labels import STATES
from casino.fields import Euros
from tables.hours import DAYS, MIDNIGHT

TEXT: Final = (3, 2_000)


class RiskLimit(forms.Form):
    """How much the house is ready to lose on one round; empty: no limit."""

    cents = Euros(
        label=gettext_lazy("Limite de risco por jogada"),
        required=False,
        help_text=gettext_lazy("em euros; em branco: nenhum. Avisa a sala, não recusa apostas"),
    )
    reason = Words(label=gettext_lazy("Motivo"), min_length=3, max_length=300)

    @classmethod
    def first(cls, cents: int | None) -> "RiskLimit":
        """An unsent form that holds what is in force."""
        return cls(initial={"cents": typed(cents)})


class OpeningHours(forms.Form):
    """From when to when, each weekday; a day left empty has no play."""

    reason = Words(label=gettext_lazy("Motivo"), min_length=3, max_length=300)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for day in DAYS:
            for name, label in (("opens", gettext("abre às")), ("closes", gettext("fecha às"))):
                self.fields[f"{name}_{day}"] = forms.TimeField(
                    # The row says the day to the eye already.
                    label=format_html('<span class="visually-hidden">{}, </span>{}', labels.weekday(day), label),
                    required=False,
                    widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
                )

    @classmethod
    def first(cls, document: Mapping[str, Any]) -> "OpeningHours":
        """An unsent form that holds the hours in force."""
        values: dict[str, str] = {}
        for day, (opens, closes) in document.items():
            values |= {f"opens_{day}": opens, f"closes_{day}": "00:00" if closes == MIDNIGHT else closes}
        return cls(initial=values)

    def days(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        """Weekday, opening, closing: the rows of the form."""
        return [(labels.weekday(day), self[f"opens_{day}"], self[f"closes_{day}"]) for day in DAYS]

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        for day in DAYS:
            given = [values.get(f"{name}_{day}") for name in ("opens", "closes")]
            if given.count(None) == 1 and not {f"opens_{day}", f"closes_{day}"} & self.errors.keys():
                missing = "opens" if given[0] is None else "closes"
                self.add_error(f"{missing}_{day}", gettext("Falta esta hora; ou deixe as duas em branco."))
        return values

    def document(self) -> dict[str, list[str]]:
        """The hours as a table stores them."""
        found = {}
        for day in DAYS:
            opens, closes = (self.cleaned_data.get(f"{name}_{day}") for name in ("opens", "closes"))
            if opens is not None and closes is not None:
                found[str(day)] = [f"{opens:%H:%M}", MIDNIGHT if closes == time(0) else f"{closes:%H:%M}"]
        return found


class Report(forms.Form):
    """An incident that a person noticed."""

    text = Words(
        label=gettext_lazy("O que aconteceu"),
        min_length=TEXT[0],
        max_length=TEXT[1],
        help_text=gettext_lazy("o que se viu, quando e onde; fica no registo com o seu nome"),
    )
    table = forms.ChoiceField(label=gettext_lazy("Mesa"), required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)

    def __init__(self, *args: Any, tables: Mapping[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("nenhuma em especial")), *tables.items()]


class Note(forms.Form):
    """What was found out; `key` makes one form one note."""

    text = Words(label=gettext_lazy("O que se apurou"), min_length=TEXT[0], max_length=TEXT[1])
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4, required=False)


class Closing(forms.Form):
    """How an incident ended (PT-R18)."""

    cause = Words(label=gettext_lazy("Causa"), min_length=TEXT[0], max_length=TEXT[1])
    solution = Words(label=gettext_lazy("Solução"), min_length=TEXT[0], max_length=TEXT[1])


class IncidentSearch(forms.Form):
    """Which incidents to list."""

    state = forms.ChoiceField(
        label=gettext_lazy("Estado"),
        required=False,
        choices=[
            ("", gettext_lazy("todos")),
            ("abertos", gettext_lazy("abertos")),
            ("fechados", gettext_lazy("fechados")),
        ],
    )
    kind = forms.ChoiceField(label=gettext_lazy("Espécie"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["kind"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", gettext("todas")), *((kind, str(name)) for kind, name in names.INCIDENT_KINDS.items())]


class PlayerSearch(forms.Form):
    """Which players to list."""

    text = forms.CharField(
        label=gettext_lazy("E-mail, nome à mesa, NIF ou número"),
        required=False,
        max_length=254,
        help_text=gettext_lazy("o princípio do e-mail ou do nome; o NIF e o número por inteiro"),
    )
    state = forms.ChoiceField(
        label=gettext_lazy("Estado"), required=False, choices=[("", gettext_lazy("todos")), *STATES.items()]
    )
