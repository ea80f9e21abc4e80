"""The forms for complaints: the filters of the list, what came by another way, small acts. Writes nothing."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any, Final

from django import forms
from django.conf import settings
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from casino.backoffice.forms import Words
from casino.web.files import FilesField
from kernel.calendar import LISBON
from kernel.labels import headings_of, labels_of
from kernel.reasons import REASON
from players.complaints.operations import Subject
from players.complaints.operations.making import SUBJECT_MOST
from players.complaints.operations.outsiders import DOCUMENT_MOST, EMAIL_MOST, NAME_MOST, POSTAL_MOST
from players.complaints.operations.rows import TEXT_LEAST, TEXT_MOST
from players.complaints.operations.sheets import SHEET_MOST
from players.complaints.queries.cases import (
    CaseFilter,
    Category,
    Channel,
    ComplaintState,
    Relation,
    SubjectKind,
)
from tables.queries import round_of

OPEN: Final = frozenset({ComplaintState.RECEIVED, ComplaintState.IN_HAND})
VIEWS: Final = {
    "": gettext_lazy("To be answered"),
    "mine": gettext_lazy("Mine"),
    "unassigned": gettext_lazy("Unassigned"),
    "late": gettext_lazy("Overdue"),
    "award": gettext_lazy("Awaiting approval"),
    "done": pgettext_lazy("complaints", "Answered"),
    "all": gettext_lazy("All"),
}
"""The saved views, by the word in the address."""


class Search(forms.Form):
    """The list's filters."""

    view = forms.ChoiceField(widget=forms.HiddenInput, required=False, choices=list(VIEWS.items()))
    text = forms.CharField(
        label=gettext_lazy("Number, nickname, round or word"),
        required=False,
        max_length=100,
    )
    category = forms.ChoiceField(
        label=gettext_lazy("Subject"),
        required=False,
        choices=[("", gettext_lazy("all")), *headings_of(Category).items()],
    )
    since = forms.DateField(
        label=gettext_lazy("Received from"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=pgettext_lazy("moment", "until"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def wanted(self, *, me: int) -> CaseFilter:
        """The wanted cases; an invalid filter is ignored."""
        said: dict[str, Any] = self.cleaned_data if self.is_bound and self.is_valid() else {}
        view = said.get("view") or ""
        since: date | None = said.get("since")
        until: date | None = said.get("until")
        return CaseFilter(
            states={"": OPEN, "mine": OPEN, "done": frozenset(ComplaintState) - OPEN}.get(view),
            handler_id=me if view == "mine" else None,
            unassigned=view == "unassigned",
            late=view == "late",
            award_waits=view == "award",
            category=Category(said["category"]) if said.get("category") else None,
            text=said.get("text") or "",
            since=since,
            until=until,
        )


class Arrived(forms.Form):
    """What came by another way than the portal. `key` makes one form one entry, however often it is sent."""

    channel = forms.ChoiceField(
        label=gettext_lazy("How did it come?"),
        choices=[(code, name) for code, name in labels_of(Channel).items() if code != Channel.PORTAL.value],
    )
    received_on = forms.DateField(
        label=gettext_lazy("Day on which the house received it"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("The deadline runs from this day, even if it is registered later."),
    )
    text = forms.CharField(
        label=gettext_lazy("What the person wrote or said"),
        min_length=TEXT_LEAST,
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 7, "maxlength": TEXT_MOST}),
        help_text=gettext_lazy("Word for word where it is written; attach the letter as a file."),
    )
    attached = FilesField()
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation; the files are read only then."""
        facts = {name: self.cleaned_data[name] for name in ("received_on", "text", "key")}
        return {**facts, "channel": Channel(self.cleaned_data["channel"])}


class RegisterReply(Arrived):
    """What a person without an account wrote back, and whether that opens the case again."""

    again = forms.BooleanField(
        label=gettext_lazy("The person disagrees with the answer: open the case again"), required=False
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Its fields have ids of their own: the case's page has another form with a text and files."""
        super().__init__(*arguments, **named)
        self.auto_id = "id_reply_%s"

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {**super().arguments(), "again": self.cleaned_data["again"], "seen": self.cleaned_data["seen"]}


class RegisterComplaint(Arrived):
    """A complaint that came by another way than the portal."""

    category = forms.ChoiceField(label=gettext_lazy("What is it about?"), choices=list(headings_of(Category).items()))
    round = forms.CharField(
        label=gettext_lazy("Round"),
        required=False,
        max_length=SUBJECT_MOST,
        help_text=gettext_lazy("its code, if the complaint is about a round"),
    )
    sheet = forms.CharField(
        label=gettext_lazy("Number of the sheet in the Complaints Book"),
        required=False,
        max_length=SHEET_MOST,
        help_text=gettext_lazy("only for the Complaints Book: ROR and digits online, the digits on paper"),
    )
    when = forms.DateField(
        label=gettext_lazy("When did it happen?"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("leave it blank if it does not say"),
    )
    field_order: Sequence[str] = ("channel", "sheet", "received_on", "category", "round", "when")

    def clean_round(self) -> str:
        """The code of a round that there is, or nothing."""
        code = str(self.cleaned_data["round"]).strip()
        if code and round_of(round_code=code, person_id=None) is None:
            raise forms.ValidationError(gettext("There is no such round. Nothing was saved."))
        return code

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        day: date | None = self.cleaned_data["when"]
        happened = datetime.combine(day, time(12), tzinfo=LISBON) if day else None
        code = self.cleaned_data["round"]
        subject = Subject(SubjectKind.ROUND, code) if code else Subject()
        return {
            **super().arguments(),
            "category": self.cleaned_data["category"],
            "sheet": self.cleaned_data["sheet"],
            "occurred_at": happened,
            "subject": subject,
        }


class RegisterOutsider(RegisterComplaint):
    """The same of a person without an account: who that is, and where the answer goes."""

    relation = forms.ChoiceField(label=gettext_lazy("Who complains?"), choices=list(labels_of(Relation).items()))
    name = forms.CharField(label=gettext_lazy("Name"), max_length=NAME_MOST)
    email = forms.EmailField(
        label=gettext_lazy("Email"),
        required=False,
        max_length=EMAIL_MOST,
        help_text=gettext_lazy("The answer goes there. Leave it blank if only a postal address is known."),
    )
    postal = forms.CharField(
        label=gettext_lazy("Postal address"),
        required=False,
        max_length=POSTAL_MOST,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": POSTAL_MOST}),
    )
    document = forms.CharField(
        label=gettext_lazy("Number of an identity document"),
        required=False,
        max_length=DOCUMENT_MOST,
        help_text=gettext_lazy("only if it was given; it is shown masked"),
    )
    language = forms.ChoiceField(label=gettext_lazy("Language of the answer"), choices=settings.LANGUAGES)
    asked = ("relation", "name", "email", "postal", "document", "language")
    field_order = (*asked, *RegisterComplaint.field_order)

    def clean(self) -> dict[str, Any]:
        """One of both addresses at least."""
        found = super().clean() or self.cleaned_data
        if not (found.get("email") or found.get("postal") or self.errors):
            self.add_error(
                "email",
                gettext(
                    "Write an email address or a whole postal address, so that the answer arrives. Nothing was saved."
                ),
            )
        return found

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation."""
        return {**super().arguments(), **{name: self.cleaned_data[name] for name in self.asked}}


class Seen(forms.Form):
    """An act on a case as it was seen."""

    seen = forms.IntegerField(widget=forms.HiddenInput)


class Posted(Seen):
    """The day on which the answer left by post."""

    posted_on = forms.DateField(
        label=gettext_lazy("Day of posting"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )


class CorrectSheet(Seen):
    """The right number of the sheet in the Complaints Book, and why it is written now."""

    sheet = forms.CharField(
        label=gettext_lazy("Number of the sheet in the Complaints Book"),
        max_length=SHEET_MOST,
        help_text=gettext_lazy("ROR and digits online, the digits on paper"),
    )
    reason = Words(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("It stays in the history of the case, with the old number."),
    )


class RefuseAward(Seen):
    """The reason for not approving the money."""

    reason = forms.CharField(
        label=gettext_lazy("Why do you not approve it?"),
        min_length=REASON[0],
        max_length=REASON[1],
        widget=forms.Textarea(attrs={"rows": 2}),
    )
