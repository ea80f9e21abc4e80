"""The forms of the back office: a draft of the terms, a reason, a decision, a new table. Writes nothing."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any, Final

from babel.numbers import format_decimal
from django import forms
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from baccarat.chances import Chance
from baccarat.limits import MULTIPLES
from baccarat.rulesets import PRESETS, Commission, Game, Shuffle, preset_data
from casino.backoffice import labels, sentences
from casino.web.fields import Euros
from casino.wording import names, words
from kernel.labels import labels_of
from kernel.money import Currency
from kernel.reasons import REASON
from tables.admission import is_offered
from tables.labels import SETTINGS
from tables.scopes import EVERYWHERE, table_in
from tables.table_settings import TableSettings, TableSettingsInvalid

YEARS: Final = (2000, 2999)
CAP: Final = "cap_"
"""The fields of the house's own ceilings are this and the chance."""
CAPPED: Final = tuple(chance for chance in Chance if chance in MULTIPLES)
"""The chances of every cloth (R15)."""
CAPPED_LIVE: Final = tuple(chance for chance in Chance if chance not in MULTIPLES)
"""The chances that only the live cloth has."""
_PARTS_OF_ADDRESSES: Final = frozenset({"nova"})


def typed(cents: int | None) -> str:
    """Cents as a person would type them: 1000000 is «10 000,00»; nothing for None."""
    return "" if cents is None else format_decimal(Decimal(cents) / 100, "#,##0.00", locale=words.locale())


TIMES: Final = ("betting_seconds", "show_seconds", "cycle_seconds", "squeeze_seconds")
"""The fields of seconds."""


class Draft(forms.Form):
    """The terms of a table. Valid, it has made `terms`; `key` makes one form one draft, `seen_revision` dates it."""

    preset = forms.ChoiceField(label=SETTINGS["preset"])
    decks = forms.TypedChoiceField(label=SETTINGS["decks"], coerce=int, choices=[(8, "8"), (6, "6")])
    shuffle = forms.ChoiceField(label=SETTINGS["shuffle"])
    commission = forms.ChoiceField(label=gettext_lazy("Commission on Banca (R26)"))
    minimum = Euros(label=SETTINGS["minimum"], help_text=gettext_lazy("in euros, per chance (R14)"))
    max_prize = Euros(
        label=gettext_lazy("Maximum prize per round (R41)"),
        required=False,
        help_text=gettext_lazy(
            "Macau: for the whole table (R41); live: for the difference between Ponto and Banca; for the others, blank"
        ),
    )
    betting_seconds = forms.IntegerField(
        label=SETTINGS["betting_seconds"], help_text=gettext_lazy("seconds; never fewer than 3 (PT-32)")
    )
    show_seconds = forms.IntegerField(
        label=SETTINGS["show_seconds"], help_text=gettext_lazy("seconds, between the cards and the next round")
    )
    cycle_seconds = forms.IntegerField(
        label=SETTINGS["cycle_seconds"],
        required=False,
        help_text=gettext_lazy("seconds, at least, between the starts of rounds; 0: none (C11)"),
    )
    squeeze_seconds = forms.IntegerField(
        label=SETTINGS["squeeze_seconds"],
        required=False,
        help_text=gettext_lazy(
            "seconds for the highest stake on a side to turn its cards; 0: the house turns them (C10)"
        ),
    )
    seats = forms.IntegerField(label=SETTINGS["seats"], help_text=gettext_lazy("from 1 to 9 (R6a)"))
    pairs = forms.BooleanField(label=gettext_lazy("Offer Ponto pair and Banca pair"), required=False)
    pairs_combined = forms.BooleanField(
        label=gettext_lazy("One ceiling for both pairs together (R43c, stricter)"), required=False
    )
    cut = forms.BooleanField(label=gettext_lazy("The players cut each new shoe"), required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, required=False)
    seen_revision = forms.IntegerField(widget=forms.HiddenInput, required=False)

    terms: TableSettings | None = None

    def __init__(self, *args: Any, one_seat: bool = False, revising: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        self.one_seat, self.revising = one_seat, revising
        self._choices("preset", {name: text for name, text in labels_of(Game).items() if is_offered(name)})
        self._choices("shuffle", labels_of(Shuffle))
        self._choices("commission", labels_of(Commission))
        for name in (*TIMES, "seats"):
            self.fields[name].widget.attrs.update({"inputmode": "numeric", "size": 4})
        for chance in (*CAPPED, *CAPPED_LIVE):
            self.fields[CAP + chance.value] = Euros(label=labels_of(Chance)[chance.value], required=False)
        if one_seat:
            seats = self.fields["seats"]
            seats.disabled, seats.initial = True, 1
            seats.help_text = gettext("the table is individual: one seat only (R28)")

    def _choices(self, name: str, choices: Mapping[str, Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices.items())

    @classmethod
    def first(cls, terms: TableSettings, *, revision: int | None = None, one_seat: bool = False) -> "Draft":
        """An unsent form that holds `terms`; at a table with one seat, with that one."""
        terms = replace(terms, seats=1) if one_seat else terms
        values = terms.document() | {"minimum": typed(terms.minimum), "max_prize": typed(terms.max_prize)}
        values |= {CAP + chance: typed(cents) for chance, cents in terms.caps.items()}
        form = cls(initial=values | {"key": uuid.uuid4(), "seen_revision": revision}, one_seat=one_seat)
        form.terms = terms
        return form

    def with_revision(self, revision: int) -> "Draft":
        """The same values in a form that has seen `revision`: saving it once more is meant."""
        sent = {name: self.data.get(name) for name in self.fields if name in self.data}
        again = Draft(sent | {"seen_revision": str(revision)}, one_seat=self.one_seat)
        again.is_valid()
        return again

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation: a new draft by its key, a revision by what was seen."""
        sent = self.cleaned_data
        by = {"seen_revision": sent["seen_revision"] or 0} if self.revising else {"key": sent["key"]}
        return {"terms": self.terms, **by}

    def settings(self) -> list[forms.BoundField]:
        """The fields in the order of the page."""
        wanted = ("preset", "commission", "decks", "shuffle", "minimum", "max_prize")
        return [self[name] for name in (*wanted, *TIMES, "seats")]

    def ceilings(self) -> list[forms.BoundField]:
        """The house's own ceilings, one for each chance that R15 names."""
        return [self[CAP + chance.value] for chance in CAPPED]

    def live_ceilings(self) -> list[forms.BoundField]:
        """The house's own ceilings for the bets that only the live layout has."""
        return [self[CAP + chance.value] for chance in CAPPED_LIVE]

    def caps_open(self) -> bool:
        """Whether the house's own ceilings are worth showing: some are set, or some are wrong."""
        return any(field.value() or field.errors for field in (*self.ceilings(), *self.live_ceilings()))

    def clean_cycle_seconds(self) -> int:
        return self.cleaned_data["cycle_seconds"] or 0

    def clean_squeeze_seconds(self) -> int:
        return self.cleaned_data["squeeze_seconds"] or 0

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        if self.errors:
            return values
        typed_caps = {chance.value: values[CAP + chance.value] for chance in (*CAPPED, *CAPPED_LIVE)}
        caps = {chance: cents for chance, cents in typed_caps.items() if cents is not None}
        asked = {name: values[name] for name in TableSettings.__dataclass_fields__ if name in values}
        try:
            self.terms = TableSettings(**asked, caps=caps)
        except TableSettingsInvalid as error:
            self._wrong(error, asked, caps)
        return values

    def _wrong(self, error: TableSettingsInvalid, asked: dict[str, Any], caps: Mapping[str, int]) -> None:
        """Name the fault at its field; which of the ceilings is at fault is found by trying each alone."""
        faults = {error.field: error}
        if error.field == "caps":
            faults = {CAP + chance: fault for chance in caps if (fault := _fault(asked, {chance: caps[chance]}))}
        for name, fault in (faults or {error.field: error}).items():
            said = _choices_of(name, asked["preset"]) if fault.why == "not-a-choice" else ""
            self.add_error(name if name in self.fields else None, said or sentences.terms(fault))


def _choices_of(name: str, preset: str) -> str:
    """The values that a game allows in a field with few choices; empty for other fields."""
    data = preset_data(preset)
    if name == "decks":
        return sentences.choices(str(decks) for decks in data.decks)
    if name == "commission" and len(data.commissions) < len(Commission):
        return sentences.choices(names.commission_mode(mode.value) for mode in data.commissions)
    if name == "shuffle":
        return sentences.choices(names.shuffle(way.value) for way in data.shuffles)
    return ""


def _fault(asked: dict[str, Any], caps: Mapping[str, int]) -> TableSettingsInvalid | None:
    """The fault of these ceilings in terms that are otherwise valid."""
    try:
        TableSettings(**asked, caps=caps)
    except TableSettingsInvalid as error:
        return error
    return None


class Words(forms.CharField):
    """A few sentences of plain text."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("widget", forms.Textarea(attrs={"rows": 3}))
        super().__init__(**options)


class Reason(forms.Form):
    """The reason for an act."""

    reason = Words(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("3 to 300 characters; it is kept on record with your name"),
    )


class VoidRound(Reason):
    """The reason, with the round that was shown, so that the act never affects the next round."""

    round_code = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {"reason": self.cleaned_data["reason"], "seen_round_code": self.cleaned_data["round_code"]}


class Proposal(forms.Form):
    """The proposal that was shown: to approve it, or with the reason for turning it down."""

    proposal = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**62)

    named = "proposal_id"
    """The operation's argument for it."""

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {self.named if name == "proposal" else name: value for name, value in self.cleaned_data.items()}


class VoidRejectionForm(Proposal, Reason):
    """The void that was shown, and the reason for turning it down."""


class ProposeReopening(Reason):
    """The reason for reopening play that a proof stopped."""

    key = forms.UUIDField(widget=forms.HiddenInput)


class ReopeningApproval(Proposal):
    """The proposal to reopen play that was shown."""

    named = "reopening_id"


class ReopeningRejectionForm(ReopeningApproval, Reason):
    """The proposal to reopen play that was shown, and the reason for turning it down."""


class OpeningApproval(Proposal):
    """The proposal to open play again after the line to the regulator failed that was shown."""

    named = "opening_id"


class OpeningRejectionForm(OpeningApproval, Reason):
    """The same proposal, and the reason for turning it down."""


class CauseAndSolution(forms.Form):
    """What was wrong and what was done, before play is opened again."""

    cause = Words(label=gettext_lazy("Cause"), min_length=3, max_length=1_000)
    solution = Words(label=gettext_lazy("Solution"), min_length=3, max_length=1_000)


class _Scope(forms.ChoiceField):
    """One of the choices, or one table: the operation says whether it is there."""

    def valid_value(self, value: Any) -> bool:
        return super().valid_value(value) or table_in(str(value)) is not None


class StopPlay(forms.Form):
    """What to stop. The reason may follow: nothing stands between seeing and stopping."""

    scope = _Scope(label=gettext_lazy("What stops"))
    reason = Words(
        label=gettext_lazy("Reason"),
        required=False,
        min_length=REASON[0],
        max_length=REASON[1],
        help_text=gettext_lazy("may be left for later: it can be added for ten minutes; the floor sees it"),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["scope"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(scope, labels.scope(scope)) for scope in (EVERYWHERE, *PRESETS)]


class NewTable(forms.Form):
    """A table that does not exist yet."""

    name = forms.CharField(
        label=gettext_lazy("Name"), min_length=2, max_length=60, help_text=gettext_lazy("as the players read it")
    )
    code = forms.SlugField(
        label=gettext_lazy("Code"),
        max_length=40,
        help_text=gettext_lazy("letters without accents, digits and hyphens; it stays in addresses and reports"),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Table"),
        help_text=gettext_lazy("it stays so for good; an individual table has one seat only (R28)"),
    )
    currency = forms.ChoiceField(label=gettext_lazy("Played for"))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, choices in (("currency", list(labels_of(Currency).items())), ("kind", list(labels.KINDS.items()))):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = choices

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return self.cleaned_data | {"currency": Currency(self.cleaned_data["currency"])}

    def clean_code(self) -> str:
        code = str(self.cleaned_data["code"]).lower()
        if code in _PARTS_OF_ADDRESSES:
            raise forms.ValidationError(gettext("This code cannot be used. Choose another."))
        return code


_DAY: Final = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class RoundSearch(forms.Form):
    """Which rounds to list."""

    code = forms.CharField(label=gettext_lazy("Round number"), required=False, max_length=64)
    table = forms.ChoiceField(label=gettext_lazy("Table"), required=False)
    day = forms.DateField(label=gettext_lazy("Day"), required=False, widget=_DAY)
    end = forms.ChoiceField(
        label=gettext_lazy("End"),
        required=False,
        choices=(("", gettext_lazy("settled")), ("void", pgettext_lazy("rounds", "void"))),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, tables: Mapping[str, str]) -> None:
        super().__init__(data)
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", pgettext("tables", "all")), *tables.items()]

    def clean_day(self) -> date | None:
        day: date | None = self.cleaned_data["day"]
        if day is not None and not YEARS[0] <= day.year <= YEARS[1]:
            raise forms.ValidationError(gettext("There was no play on this day. Choose another."))
        return day


def row_of(text: str) -> int | None:
    """The place in a list as addresses write it; None for its beginning."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None


def revision_of(text: str) -> int | None:
    """The number of a report's revision as addresses write it; None for the last."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def day_of(text: str) -> date | None:
    """A day as addresses write it, 2026-11-21; None for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
