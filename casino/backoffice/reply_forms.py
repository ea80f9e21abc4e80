"""The forms of an answer to a complaint: decision and message with their kept texts, and the kept texts themselves."""

import uuid
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

from django import forms
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext, gettext_lazy

from casino.backoffice.presenters.replies import Filled
from casino.stories.case_facts import CITED, CaseFacts
from casino.web.fields import Euros
from casino.web.files import FilesField
from kernel.labels import headings_of, labels_of
from kernel.reasons import REASON
from players.complaints.operations.replies import TEXT as REPLY
from players.complaints.operations.replies import TITLE
from players.complaints.operations.rows import TEXT_LEAST, TEXT_MOST
from players.complaints.queries.cases import Category, ComplaintOutcome
from players.complaints.queries.replies import Placeholder, names_in

VERSION_DIGITS: Final = 18


class Chosen(forms.Select):
    """The kept texts to choose among, each with what choosing it would insert, and the button that does it."""

    template_name = "backoffice/complaint/_chosen.html"
    filled: Mapping[str, Filled] = MappingProxyType({})
    address = ""
    """Where the form is sent to have the text inserted."""

    def get_context(self, *arguments: Any) -> dict[str, Any]:
        """The widget's own context, and where to send the form."""
        return {**super().get_context(*arguments), "address": self.address}

    def create_option(self, name: str, value: Any, *arguments: Any, **named: Any) -> dict[str, Any]:
        """An option with the filled text, and what is said of it."""
        option = super().create_option(name, value, *arguments, **named)
        found = self.filled.get(str(value))
        if found is not None:
            option["attrs"] |= {"data-text": found.text, "data-said": found.said}
        return option


class Answering(forms.Form):
    """Words for who complains, out of kept texts and numbered facts.

    `filled` are the kept texts that fit, by the number of their version. A fact that the words cite must be one of
    `facts`; those that they cite are written below them, in the complainant's `language`.
    """

    words: ClassVar[str]
    """The name of the field that the words stand in."""
    kept: ClassVar[tuple[str, ...]]
    """What stays as it was typed when a text is inserted without script."""
    template = forms.ChoiceField(label=gettext_lazy("Template"), required=False, widget=Chosen)
    used = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)
    """The versions of kept texts that the words came from, with spaces between."""
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def __init__(
        self,
        *arguments: Any,
        facts: CaseFacts,
        language: str,
        filled: Sequence[Filled] = (),
        address: str = "",
        **named: Any,
    ) -> None:
        super().__init__(*arguments, **named)
        self.facts, self.language, self.address = facts, language, address
        self.by_version = {str(each.card.id): each for each in filled}
        offered = [(key, each.card.title) for key, each in self.by_version.items()]
        if not filled:
            del self.fields["template"]
            return
        field: Any = self.fields["template"]
        field.choices = [("", gettext("choose a template")), *offered]
        field.widget.filled, field.widget.address = self.by_version, address

    def checked(self, text: str) -> str:
        """The words, without a place that is still to be filled, and without a fact that there is not."""
        left = [f"{{{each}}}" for each in names_in(text) if each in set(Placeholder)]
        if left:
            said = gettext("These places are still to be filled in, or taken out: %(names)s. Nothing was sent.")
            raise forms.ValidationError(said % {"names": ", ".join(left)})
        cited = {int(number) for number in CITED.findall(text)}
        wrong = sorted(cited - self.facts.numbers) if self.facts.numbers else []
        if wrong:
            said = gettext("There is no fact %(numbers)s in this case. Nothing was sent.")
            raise forms.ValidationError(said % {"numbers": ", ".join(f"[{number}]" for number in wrong)})
        return text

    def clean_used(self) -> list[int]:
        """The versions, each once."""
        said = str(self.cleaned_data["used"]).split()
        if not all(each.isascii() and each.isdecimal() and len(each) <= VERSION_DIGITS for each in said):
            raise forms.ValidationError(gettext("The page sent something that it should not have."))
        return sorted({int(each) for each in said})

    def letter(self) -> str:
        """The words as they are sent: below them stand the facts that they cite."""
        with translation.override(self.language):
            return self.facts.letter(self.cleaned_data[self.words])

    def inserted(self) -> Self | None:
        """The same form with the chosen text below what was written, as the page without script shows it."""
        found = self.by_version.get(str(self.data.get("template", "")))
        if found is None:
            return None
        written = str(self.data.get(self.words, "")).rstrip()
        used = f"{self.data.get('used', '')} {found.card.id}".strip()
        return self.unchecked(**{self.words: f"{written}\n\n{found.text}" if written else found.text, "used": used})

    def unchecked(self, **changed: str) -> Self:
        """The same form as it was filled in, not yet judged."""
        initial = {**{name: self.data.get(name, "") for name in ("used", "key", *self.kept)}, **changed}
        filled = tuple(self.by_version.values())
        made = type(self)
        return made(initial=initial, facts=self.facts, language=self.language, filled=filled, address=self.address)


class Decide(Answering):
    """The outcome, its reasons, and money if any is due."""

    words = "reasons"
    kept = ("outcome", "reasons", "award", "seen")
    outcome = forms.ChoiceField(
        label=gettext_lazy("Result"), widget=forms.RadioSelect, choices=list(labels_of(ComplaintOutcome).items())
    )
    reasons = forms.CharField(
        label=gettext_lazy("Reasons, as the person will read them"),
        min_length=TEXT_LEAST,
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 9, "maxlength": TEXT_MOST}),
    )
    award = Euros(
        label=gettext_lazy("To be paid to the player"),
        required=False,
        help_text=gettext_lazy(
            "in euros; leave it blank if nothing is due. It is paid only after another person approves it."
        ),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)

    field_order: Sequence[str] = ("template", "reasons", "outcome", "award")

    def clean_reasons(self) -> str:
        """The reasons, as `checked`."""
        return self.checked(str(self.cleaned_data["reasons"]))

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation: below the reasons stand the facts that they cite."""
        return {
            **{name: self.cleaned_data[name] for name in ("outcome", "key", "seen")},
            "reasons": self.letter(),
            "award": self.cleaned_data["award"] or 0,
            "templates": self.cleaned_data["used"],
        }


class Write(Answering):
    """A message to the player; or, as a `note`, words for colleagues, in which anything may stand."""

    words = "text"
    kept = ("text",)
    text = forms.CharField(
        label=gettext_lazy("Message"),
        max_length=TEXT_MOST,
        widget=forms.Textarea(attrs={"rows": 4, "maxlength": TEXT_MOST}),
    )
    attached = FilesField()
    field_order: Sequence[str] = ("template", "text", "attached")

    def __init__(self, *arguments: Any, note: bool = False, **named: Any) -> None:
        """Its fields have ids of their own: the answer stands on the same page."""
        super().__init__(*arguments, **{"auto_id": "id_write_%s", **named})
        self.note = note

    def clean_text(self) -> str:
        """The words, as `checked` where they go to the player."""
        text = str(self.cleaned_data["text"])
        return text if self.note else self.checked(text)

    def arguments(self) -> dict[str, Any]:
        """The arguments that a valid form gives the operation; the files are read only then."""
        if self.note:
            return {"text": self.cleaned_data["text"], "key": self.cleaned_data["key"]}
        return {"text": self.letter(), "key": self.cleaned_data["key"], "templates": self.cleaned_data["used"]}


class Reply(forms.Form):
    """What a kept text says, and why it says so from now on."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        min_length=TITLE[0],
        max_length=TITLE[1],
        help_text=gettext_lazy("by which colleagues find it; the player does not read it"),
    )
    text = forms.CharField(
        label=gettext_lazy("Text"),
        min_length=REPLY[0],
        max_length=REPLY[1],
        widget=forms.Textarea(attrs={"rows": 9, "maxlength": REPLY[1]}),
        help_text=gettext_lazy("In braces, the names of the list stand for facts of the case: {amount}."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("It stays with this version."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class NewReply(Reply):
    """A new text, about a subject, in a language; neither changes later."""

    category = forms.ChoiceField(
        label=gettext_lazy("Subject"),
        required=False,
        choices=[("", gettext_lazy("every subject")), *headings_of(Category).items()],
    )
    language = forms.ChoiceField(label=gettext_lazy("Language of the template"), choices=settings.LANGUAGES)
    field_order: Sequence[str] = ("category", "language", "title", "text", "reason")


class ChangeReply(Reply):
    """Another version of a text."""

    seen = forms.IntegerField(widget=forms.HiddenInput)


class RetireReply(forms.Form):
    """Why a text is offered no more."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        min_length=REASON[0],
        max_length=REASON[1],
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    seen = forms.IntegerField(widget=forms.HiddenInput)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)


class ReplySearch(forms.Form):
    """Which kept texts are listed."""

    category = forms.ChoiceField(
        label=gettext_lazy("Subject"),
        required=False,
        choices=[("", gettext_lazy("all")), *headings_of(Category).items()],
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"), required=False, choices=[("", gettext_lazy("all")), *settings.LANGUAGES]
    )
    state = forms.ChoiceField(
        label=gettext_lazy("State"),
        required=False,
        choices=[("", gettext_lazy("offered")), ("retired", gettext_lazy("retired")), ("all", gettext_lazy("all"))],
    )
