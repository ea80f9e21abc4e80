"""Sentences of templates, translated once a language, say what Django's own tag says, and addresses are kept."""

from unittest import mock
from uuid import UUID

import pytest
from django.template import Context, Template
from django.template.engine import Engine
from django.templatetags import i18n
from django.urls import NoReverseMatch
from django.utils import translation

from casino.web import rendering

PLAIN = Engine(libraries={"i18n": "django.templatetags.i18n"})
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
