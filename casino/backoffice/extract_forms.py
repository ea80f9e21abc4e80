"""The form of an extract: a report's own fields, and for each of its columns what rows are wanted. Writes nothing."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from casino.backoffice.forms import Words
from casino.backoffice.report_forms import RequestForm
from casino.web.fields import Euros
from kernel.labels import labels_of
from reporting.catalogue import Definition
from reporting.catalogue.criteria import VALUES_MOST, Condition
from reporting.making.matches import Match
from reporting.operations.extracts import TITLE, Draft
from reporting.operations.requests import REASON_TO_SEE
from reporting.writers.documents import NUMBERS, Column, Kind

KEPT, FROM, TO, ONE_OF, HOW, TEXT = "kept", "from", "to", "is", "how", "text"
_LOCAL: Final = "%Y-%m-%dT%H:%M"
_TYPED: Final = (Match.IS, Match.IS_NOT, Match.BEGINS, Match.CONTAINS, Match.EMPTY, Match.FILLED)
PERCENT: Final = 10_000
"""Millionths in a hundredth."""


@dataclass(frozen=True, slots=True)
class ColumnFields:
    """A column of the report with its fields: whether it is in the extract, and which rows."""

    title: str
    personal: bool
    kept: forms.BoundField
    wanted: Sequence[forms.BoundField]


class ExtractForm(RequestForm):
    """A request of the report, with criteria of one's own."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        min_length=TITLE[0],
        max_length=TITLE[1],
        help_text=gettext_lazy("for example the subject and the reference of the letter that asks for it"),
    )
    reveal = forms.BooleanField(label=gettext_lazy("Show personal data"), required=False)

    def __init__(
        self,
        definition: Definition,
        data: Mapping[str, Any] | None = None,
        *,
        tables: Mapping[str, str],
        **options: Any,
    ) -> None:
        super().__init__(definition, data, tables=tables, **options)
        self.fields["reason"] = Words(
            label=gettext_lazy("Reason"),
            min_length=REASON_TO_SEE[0],
            max_length=REASON_TO_SEE[1],
            help_text=gettext_lazy("who asks for it and why; a second person decides by it, and it is kept on record"),
        )
        if not definition.personal:
            del self.fields["reveal"]
        self._columns = {f"c{number}": column for number, column in enumerate(definition.columns)}
        for name, column in self._columns.items():
            self._add(name, column)

    def _add(self, name: str, column: Column) -> None:
        """The fields of one column."""
        self.fields[f"{name}-{KEPT}"] = forms.BooleanField(
            label=capfirst(str(column.title)), required=False, initial=True
        )
        if column.kind in NUMBERS or column.kind in {Kind.MOMENT, Kind.DAY}:
            self.fields[f"{name}-{FROM}"] = _range_field(column, gettext_lazy("from"))
            self.fields[f"{name}-{TO}"] = _range_field(column, pgettext_lazy("range", "to"))
        elif column.values:
            self.fields[f"{name}-{ONE_OF}"] = forms.MultipleChoiceField(
                label=gettext_lazy("one of"),
                required=False,
                choices=[(code, capfirst(str(text))) for code, text in column.values.items()],
                widget=forms.SelectMultiple(attrs={"size": min(4, len(column.values))}),
            )
        else:
            words = labels_of(Match)
            self.fields[f"{name}-{HOW}"] = forms.ChoiceField(
                label=gettext_lazy("condition"),
                required=False,
                choices=[("", gettext_lazy("any")), *((each.value, words[each.value]) for each in _TYPED)],
            )
            self.fields[f"{name}-{TEXT}"] = forms.CharField(
                label=gettext_lazy("value"),
                required=False,
                max_length=2_000,
                widget=forms.TextInput(attrs={"autocomplete": "off"}),
                help_text=gettext_lazy("several: with ; between them"),
            )

    @property
    def asked(self) -> list[forms.BoundField]:
        """The report's own fields that stand beside one another."""
        names = ("first_day", "last_day", "currency", "table", "player", "least")
        return [self[name] for name in names if name in self.fields]

    def columns(self) -> Iterator[ColumnFields]:
        """The report's columns, each with its fields."""
        for name, column in self._columns.items():
            wanted = [
                self[f"{name}-{part}"] for part in (FROM, TO, ONE_OF, HOW, TEXT) if f"{name}-{part}" in self.fields
            ]
            yield ColumnFields(capfirst(str(column.title)), column.personal, self[f"{name}-{KEPT}"], wanted)

    @property
    def wrong_columns(self) -> bool:
        """Whether something is wrong with a column's own fields."""
        return any(name.partition("-")[0] in self._columns for name in self.errors)

    def clean(self) -> dict[str, Any]:
        values: dict[str, Any] = super().clean() or {}
        for name in self._columns:
            if values.get(f"{name}-{TEXT}") and not values.get(f"{name}-{HOW}"):
                self.add_error(f"{name}-{HOW}", gettext("Choose how the rows are compared with this value."))
        if not any(values.get(f"{name}-{KEPT}") for name in self._columns):
            self.add_error(None, gettext("Keep at least one column."))
        return values

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        wanted = {name: value for name, value in self.cleaned_data.items() if name in _REQUEST}
        kept = [column.name for name, column in self._columns.items() if self.cleaned_data[f"{name}-{KEPT}"]]
        draft = Draft(
            wanted=self.wanted_of(wanted),
            title=self.cleaned_data["title"],
            reveal=bool(self.cleaned_data.get("reveal")),
            conditions=tuple(self._conditions()),
            columns=kept if len(kept) < len(self._columns) else (),
        )
        return {"draft": draft, "key": self.cleaned_data["key"]}

    def _conditions(self) -> Iterator[Condition]:
        for name, column in self._columns.items():
            sent: dict[str, Any] = {
                part: self.cleaned_data.get(f"{name}-{part}") for part in (FROM, TO, ONE_OF, HOW, TEXT)
            }
            if sent[FROM] is not None:
                yield Condition(column=column.name, match=Match.LEAST, values=(_kept(column, sent[FROM]),))
            if sent[TO] is not None:
                yield Condition(column=column.name, match=Match.MOST, values=(_kept(column, sent[TO]),))
            if sent[ONE_OF]:
                yield Condition(column=column.name, match=Match.IS, values=tuple(sent[ONE_OF]))
            if sent[HOW]:
                yield _typed(column, Match(sent[HOW]), sent[TEXT] or "")


_REQUEST: Final = frozenset({"first_day", "last_day", "currency", "table", "player", "least", "reason"})


def _range_field(column: Column, label: Any) -> forms.Field:
    match column.kind:
        case Kind.CENTS:
            return Euros(label=label, required=False)
        case Kind.RATIO:
            return forms.DecimalField(label=label, required=False, decimal_places=4, max_digits=10, help_text="%")
        case Kind.WHOLE:
            return forms.IntegerField(label=label, required=False)
        case Kind.DAY:
            return forms.DateField(
                label=label, required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
            )
        case _:
            return forms.DateTimeField(
                label=label,
                required=False,
                input_formats=[_LOCAL, f"{_LOCAL}:%S"],
                widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format=_LOCAL),
                help_text=gettext_lazy("hour in Lisbon"),
            )


def _kept(column: Column, value: Any) -> str | int:
    """A value of a range as a condition keeps it."""
    if column.kind is Kind.RATIO:
        return int(value * PERCENT)
    return value if column.kind in NUMBERS else str(value.isoformat())


def _typed(column: Column, match: Match, text: str) -> Condition:
    """A condition on text: one value, or several with semicolons between them."""
    if match in {Match.EMPTY, Match.FILLED}:
        return Condition(column=column.name, match=match)
    if match in {Match.IS, Match.IS_NOT}:
        values = tuple(dict.fromkeys(each.strip() for each in text.split(";") if each.strip()))[: VALUES_MOST + 1]
        return Condition(column=column.name, match=match, values=values)
    return Condition(column=column.name, match=match, values=(text.strip(),) if text.strip() else ())
