"""What staff type to protect one player: a limit of the house's, an exclusion, taking one back. Writes nothing."""

import uuid
from typing import Any, Final

from django import forms
from django.utils.translation import gettext, gettext_lazy, ngettext

from casino import protection_names, words
from casino.backoffice.forms import REASON
from players.operations.exclusion import FEWEST_MONTHS, MOST_MONTHS
from players.periods import Period
from players.queries.protection import GRID, LimitKind

WITHOUT_END: Final = "indefinite"


class _Act(forms.Form):
    """Why, and the form's own key: sent twice, it acts once."""

    reason = forms.CharField(
        label=gettext_lazy("Motivo"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("de 3 a 300 caracteres; o jogador lê-o"),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.initial.setdefault("key", uuid.uuid4())


class HouseLimit(_Act):
    """The house's limit for this player; an empty amount takes it away."""

    limit = forms.ChoiceField(label=gettext_lazy("Limite"))
    most = forms.CharField(
        label=gettext_lazy("Máximo"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("em euros; do tempo de jogo, em minutos. Em branco, a casa deixa de ter este limite"),
    )
    field_order = ("limit", "most", "reason", "key")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        names = [f"{kind.value}-{period.value}" for kind, period in GRID]
        self.fields["limit"].choices = [(name, protection_names.limit(name)) for name in names]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """With `kind`, `period`, and `most` as cents or minutes."""
        found = dict(super().clean() or {})
        kind, _, period = str(found.get("limit", "")).partition("-")
        if not period:
            return found
        found["kind"], found["period"] = LimitKind(kind), Period(period)
        text = str(found.get("most", "")).strip()
        found["most"] = None
        if text:
            minutes = kind == LimitKind.SESSION
            number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None
            found["most"] = number if minutes else words.cents_of(text)
            if found["most"] is None:
                self.add_error("most", gettext("Escreva um valor como 50 ou 50,00; do tempo, minutos inteiros."))
        return found


class HouseExclusion(_Act):
    """For how many months the house excludes the player, or without end."""

    length = forms.ChoiceField(label=gettext_lazy("Duração"))
    field_order = ("length", "reason", "key")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        lengths = (FEWEST_MONTHS, 6, 12, 24, 60, MOST_MONTHS)
        choices = [
            (str(each), ngettext("%(months)d mês", "%(months)d meses", each) % {"months": each}) for each in lengths
        ]
        self.fields["length"].choices = [*choices, (WITHOUT_END, gettext("sem fim"))]  # type: ignore[attr-defined]


class TakingBack(_Act):
    """Why the house takes one of its exclusions back."""

    exclusion = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
