"""Sentences of templates, translated once a language, say what Django's own tag says, and addresses are kept."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final
from unittest import mock
from uuid import UUID

import pytest
from django.template import Context, Template
from django.template.base import VariableNode
from django.template.engine import Engine
from django.templatetags import i18n
from django.urls import NoReverseMatch
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from casino.web import rendering
from kernel.money import Currency

LIBRARIES: Final = {"i18n": "django.templatetags.i18n", "l10n": "django.templatetags.l10n"}
PLAIN = Engine(libraries=LIBRARIES)
SENTENCES = (
    '{% trans "Jogadas" %}',
    '{% translate "Jogadas" as named %}[{{ named }}]',
    '{% trans "50 % & <nada>" %}',
    '{% trans "Jogadas"|upper %}',
    '{% trans "novo" context "audit" %}',
    '{% trans "novo" context about %}',
    '{% trans "Jogadas" noop %}',
    "{% trans word %}",
    "{% for each in words %}{% trans each %}{% trans 'Mesa' %}{% endfor %}",
)


@pytest.mark.parametrize("text", SENTENCES)
def test_a_template_says_the_same_in_every_language_as_often_as_it_is_asked(text: str) -> None:
    ours, plain = Template("{% load i18n %}" + text), PLAIN.from_string("{% load i18n %}" + text)
    for language in ("pt", "en", "ro", "en", "pt"):
        for word in ("Jogadas", "Mesas & <regras>"):
            known = {"word": word, "words": ["Mesas", word], "about": "audit"}
            with translation.override(language):
                assert ours.render(Context(known)) == plain.render(Context(known)), (language, word)


def test_every_page_of_the_house_is_compiled_so() -> None:
    template = Template('{% load i18n %}{% trans "Jogadas" %}{% trans word %}')
    kept, looked_up = template.nodelist[-2:]
    assert type(kept).__module__ == rendering.__name__
    assert type(looked_up) is i18n.TranslateNode


VALUES: Final = (
    *("", "texto", "<b>&'\"</b>", mark_safe("<b>&</b>"), format_lazy("{}", "<i>"), gettext_lazy("Rounds")),
    *(0, 7, -999, 999, 1000, -1000, 1_234_567, True, False, None, 0.5, 1234.5, Decimal("1234.50")),
    *(Currency.EUR, date(2026, 3, 9), datetime(2026, 3, 9, 23, 30, tzinfo=UTC), ["<a>", 1000], {"a": 1}),
)


@pytest.mark.parametrize("value", VALUES, ids=repr)
@pytest.mark.parametrize(
    "text",
    [
        "{{ value }}",
        "{{ nothing }}",
        "{% autoescape off %}{{ value }}{% endautoescape %}",
        "{% load l10n %}{% localize off %}{{ value }}{% endlocalize %}",
        "{{ value|default:'<nada>' }}",
        "{% for each in values %}{% if each != 3 %}{{ each }}{% endif %}{% endfor %}",
    ],
)
def test_a_value_is_written_as_django_writes_it(text: str, value: object) -> None:
    known = {"value": value, "values": [value, 3]}
    ours = Engine(
        loaders=[("casino.web.rendering.Loader", [locmem({"page": text})])], libraries=LIBRARIES
    ).get_template("page")
    assert {type(node) for node in ours.nodelist.get_nodes_by_type(VariableNode)} == {rendering._Value}
    for language in ("pt", "en", "ro"):
        with translation.override(language):
            assert ours.render(Context(known)) == PLAIN.from_string(text).render(Context(known)), language


def locmem(pages: dict[str, str]) -> tuple[str, dict[str, str]]:
    """A loader of templates that stand here."""
    return ("django.template.loaders.locmem.Loader", pages)


def test_the_values_of_every_page_are_written_so() -> None:
    page = Engine.get_default().get_template("components/notice.html")
    assert {type(node) for node in page.nodelist.get_nodes_by_type(VariableNode)} == {rendering._Value}


def test_one_context_may_be_rendered_in_one_language_after_another() -> None:
    ours, plain = (
        source.from_string('{% load i18n %}{% for each in "ab" %}{% trans "Jogadas" %}{% endfor %}')
        for source in (Engine.get_default(), PLAIN)
    )
    context = Context()
    for language in ("pt", "en", "ro"):
        with translation.override(language):
            assert ours.render(context) == plain.render(context)


def test_an_address_is_that_of_django_and_is_worked_out_once() -> None:
    text = (
        "{% url 'backoffice:complaint' number %} {% url 'portal:round' code='a-1' %} {% url name key %}"
        "{% url 'backoffice:request_report' name='rounds' %}"
        "{% url 'backoffice:nowhere' as nothing %}[{{ nothing }}]{% url 'backoffice:floor' as there %}{{ there }}"
    )
    known = {"number": "R-2026-00001", "name": "backoffice:player", "key": UUID(int=7)}
    assert Template(text).render(Context(known)) == PLAIN.from_string(text).render(Context(known))
    with mock.patch("casino.web.addresses.reverse") as asked:
        Template("{% url name key %}").render(Context(known))
    assert not asked.called
    with pytest.raises(NoReverseMatch):
        Template("{% url 'backoffice:nowhere' %}").render(Context())
