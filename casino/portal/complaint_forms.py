"""The forms of complaints, and a complaint's subject, checked to be the player's own."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any, Final

from django import forms
from django.http import Http404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from casino.web.fields import Day
from casino.web.files import FilesField
from casino.wording import words
from kernel.labels import label, labels_of
from kernel.money import Currency
from players.accounts import queries as players
from players.cashier import queries as cashier
from players.complaints.operations import Subject
from players.complaints.operations.rows import TEXT_LEAST, TEXT_MOST
from players.complaints.queries.cases import Category, SubjectKind
from tables import queries
from wallet import queries as wallet

LONGEST_NUMBER: Final = 18
"""Digits of a ledger line's number: more is none."""
PARAMETERS: Final = {
    "jogada": SubjectKind.ROUND,
    "sessao": SubjectKind.SESSION,
    "mesa": SubjectKind.TABLE,
    "movimento": SubjectKind.PAYMENT,
    "pagamento": SubjectKind.PAYMENT,
}


class Complain(forms.Form):
    """A new complaint. `key` makes one form one complaint, however often it is sent."""

    category = forms.ChoiceField(
        label=gettext_lazy("What is it about?"), choices=list(labels_of(Category, "asked").items())
    )
    when = Day(
        label=gettext_lazy("When did it happen?"),
        required=False,
        help_text=gettext_lazy("If you do not remember, leave it blank."),
    )
    text = forms.CharField(
        label=gettext_lazy("What happened, and what do you expect us to do?"),
        widget=forms.Textarea(attrs={"rows": 7, "maxlength": TEXT_MOST}),
        min_length=TEXT_LEAST,
        max_length=TEXT_MOST,
    )
    attached = FilesField()
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def clean_when(self) -> date | None:
        day: date | None = self.cleaned_data["when"]
        if day is not None and not date(2000, 1, 1) <= day <= timezone.localdate():
            raise forms.ValidationError(gettext("Choose a day that has already passed."), code="invalid")
        return day

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation; the files are read only then."""
        sent = {name: self.cleaned_data[name] for name in ("category", "text", "key")}
        return sent | ({"occurred_at": noon(self.cleaned_data["when"])} if "when" in self.fields else {})


class Say(forms.Form):
    """One more message in a case."""

    text = forms.CharField(
        label=gettext_lazy("Your message"),
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": TEXT_MOST}),
        max_length=TEXT_MOST,
    )
    attached = FilesField()
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation; the files are read only then."""
        return {"text": self.cleaned_data["text"], "key": self.cleaned_data["key"]}


class Reopen(forms.Form):
    """Why the answer does not do."""

    text = forms.CharField(
        label=gettext_lazy("Why do you disagree?"),
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": TEXT_MOST}),
        min_length=TEXT_LEAST,
        max_length=TEXT_MOST,
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


@dataclass(frozen=True, slots=True)
class Hook:
    """The subject of a complaint, as its page names it."""

    subject: Subject
    label: str
    href: str
    occurred_at: datetime | None
    parameter: str = ""

    @property
    def query(self) -> str:
        """The address's query that leads to the form with this subject."""
        return f"?{self.parameter}={self.subject.code}" if self.parameter else ""


def hook_of(asked: Mapping[str, Any], *, person_id: int, now: datetime) -> Hook:
    """The subject that an address names. Raises `Http404` for one that does not exist, or is another person's."""
    for parameter, kind in PARAMETERS.items():
        code = str(asked.get(parameter) or "")
        if code:
            found = _found(kind, code, person_id=person_id, now=now)
            if found is None:
                raise Http404
            return Hook(Subject(kind, code), found[0], found[1], found[2], parameter)
    return Hook(Subject(), "", "", None)


def shown(kind: SubjectKind, code: str, *, person_id: int, now: datetime) -> Hook:
    """A subject that was checked when the complaint was made, to show it again."""
    found = _found(kind, code, person_id=person_id, now=now) if code else None
    label, href, at = found or (code, "", None)
    return Hook(Subject(kind, code), label, href, at)


def _found(kind: SubjectKind, code: str, *, person_id: int, now: datetime) -> tuple[str, str, datetime] | None:
    """Its name, its page, and when it was."""
    if kind is SubjectKind.ROUND:
        card = queries.round_of(round_code=code, person_id=person_id)
        return (gettext("Round %s") % code, reverse("portal:round", args=[code]), card.opened_at) if card else None
    if kind is SubjectKind.SESSION:
        return _session(code, person_id=person_id, now=now)
    if kind is SubjectKind.TABLE:
        rules = queries.rules_of(code)
        return (gettext("Table %s") % rules.table_name, reverse("portal:table", args=[code]), now) if rules else None
    return _movement(code, person_id=person_id) or _payment(code, person_id=person_id)


def _payment(code: str, *, person_id: int) -> tuple[str, str, datetime] | None:
    """A deposit or withdrawal of the person's own, by its key: one that never came to a line in the statement too."""
    try:
        key = uuid.UUID(code)
    except ValueError:
        return None
    deposit = cashier.deposit(key, person_id=person_id)
    if deposit is not None:
        said = {"sum": words.money(deposit.amount, Currency.EUR), "day": words.day(deposit.started_at)}
        page = reverse("portal:deposit_status", args=[key])
        return gettext("Deposit of %(sum)s, %(day)s") % said, page, deposit.started_at
    withdrawal = cashier.withdrawal(key, person_id=person_id)
    if withdrawal is not None:
        said = {"sum": words.money(withdrawal.amount, Currency.EUR), "day": words.day(withdrawal.requested_at)}
        return gettext("Withdrawal of %(sum)s, %(day)s") % said, reverse("portal:wallet"), withdrawal.requested_at
    return None


def _movement(code: str, *, person_id: int) -> tuple[str, str, datetime] | None:
    """A line of the person's own statement, by its number."""
    person = players.person(person_id)
    if person is None or not code.isascii() or not code.isdigit() or len(code) > LONGEST_NUMBER:
        return None
    for currency in Currency:
        for line in wallet.statement(person.person_key, currency, limit=1, before_id=int(code) + 1):
            if line.id == int(code):
                said = {
                    "number": code,
                    "what": label(line.code),
                    "sum": words.money(line.amount, currency),
                }
                return gettext("Movement %(number)s: %(what)s, %(sum)s") % said, reverse("portal:wallet"), line.at
    return None


def _session(code: str, *, person_id: int, now: datetime) -> tuple[str, str, datetime] | None:
    try:
        session_code = uuid.UUID(code)
    except ValueError:
        return None
    summary = queries.session_summary(session_code=session_code, person_id=person_id, now=now)
    if summary is None:
        return None
    label = gettext("Session at table %(table)s, %(day)s") % {
        "table": summary.table_name,
        "day": f"{timezone.localtime(summary.started_at):%d/%m/%Y %H:%M}",
    }
    return label, reverse("portal:session", args=[code]), summary.started_at


def noon(day: date | None) -> datetime | None:
    """Return a day that the player remembers as a moment: noon in Lisbon."""
    return timezone.make_aware(datetime.combine(day, time(12))) if day else None
