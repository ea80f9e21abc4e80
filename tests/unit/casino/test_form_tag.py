"""The tag that draws a form: its fields, what is wrong with them, and where it is sent."""

from typing import Any

from django import forms
from django.template import engines


class Act(forms.Form):
    """A form with a field of every kind that is drawn in its own way."""

    key = forms.CharField(widget=forms.HiddenInput, initial="k-1")
    reason = forms.CharField(label="Reason", help_text="it is kept")
    sure = forms.BooleanField(label="Sure", help_text="be sure")
    parts = forms.MultipleChoiceField(label="Parts", choices=[("a", "A")], widget=forms.CheckboxSelectMultiple)


class Upload(forms.Form):
    """A form that takes a file."""

    file = forms.FileField(label="File", widget=forms.FileInput)


def drawn(tag: str, **facts: Any) -> str:
    """What the template with this tag draws."""
    template = engines["django"].from_string("{% load forms %}{% form " + tag + " %}<button>Go</button>{% endform %}")
    return str(template.render({"csrf_token": "secret", **facts}))


def test_a_form_has_its_token_its_hidden_key_its_fields_and_its_buttons() -> None:
    html = drawn("act", act=Act())
    assert 'name="csrfmiddlewaretoken" value="secret"' in html
    assert 'type="hidden" name="key" value="k-1"' in html
    assert '<label for="id_reason">Reason</label>' in html
    assert 'id="id_reason_helptext">it is kept' in html
    assert 'id="id_sure_helptext">be sure' in html
    assert "<legend>Parts</legend>" in html
    assert '<p class="row"><button>Go</button></p>' in html
    assert "action=" not in html


def test_what_is_wrong_is_tied_to_its_field() -> None:
    html = drawn("act", act=Act({"key": "k-1", "sure": "on", "parts": ["a"]}))
    assert 'aria-invalid="true"' in html
    assert 'id="id_reason_error"' in html
    assert 'aria-describedby="id_reason_helptext id_reason_error"' in html


def test_what_is_wrong_with_the_whole_is_said_once() -> None:
    act = Act({"key": "k-1", "reason": "so", "sure": "on", "parts": ["a"]})
    act.add_error(None, "Not now.")
    assert drawn("act", act=act).count("Not now.") == 1
    assert "Not now." not in drawn("act above=True", act=act)


def test_a_form_is_sent_to_the_address_of_the_name() -> None:
    assert 'action="/' in drawn('None "portal:sign_out"')
    assert "<form method=" in drawn("None")


def test_only_the_named_fields_are_drawn() -> None:
    html = drawn('act fields="reason"', act=Act())
    assert 'name="reason"' in html
    assert 'name="sure"' not in html
    assert 'name="key"' not in html


def test_a_form_with_a_file_is_sent_as_parts() -> None:
    assert 'enctype="multipart/form-data"' in drawn("upload", upload=Upload())
    assert "enctype" not in drawn("act", act=Act())


def test_what_must_be_filled_in_is_marked_where_the_page_asks_for_it() -> None:
    assert '<label for="id_reason">Reason <span class="field__need"' in drawn("act mark=True", act=Act())
    assert '<label for="id_reason">Reason</label>' in drawn("act", act=Act())
