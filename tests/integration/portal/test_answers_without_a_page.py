"""Answers where there is no page: in the reader's language, with help at hand, without asking the database."""

import pytest
from django.test import Client, RequestFactory
from django.utils import translation
from django.views.defaults import server_error


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "heading"),
    [("pt", "Esta página não existe"), ("en", "This page does not exist"), ("ro", "Această pagină nu există")],
)
def test_an_unknown_address_is_told_in_the_readers_language_with_help_at_hand(language: str, heading: str) -> None:
    client = Client()
    client.cookies["django_language"] = language
    answer = client.get("/nada/")
    told = answer.content.decode()
    assert answer.status_code == 404
    assert f'<html lang="{language}"' in told
    assert heading in told
    assert "18+" in told
    assert 'href="/jogo-responsavel/' in told


def test_a_failure_of_ours_is_told_without_the_database() -> None:
    with translation.override("en"):
        answer = server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b'<html lang="en"' in answer.content
    assert b"footer" not in answer.content
