"""A walk through the pages of the permission matrix, as each kind of person may open them in a browser."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from playwright.sync_api import Browser, Error

from casino.access import matrix
from casino.access.matrix import ADDRESSES
from players.roles import Role
from tests.factories import Actor
from tests.functional.browsers import Person
from tests.integration.portal.matrix_house import MatrixHouse

NO_PAGES = {"api:docs"}
"""A page of a library's, and none of ours."""
OFFICE = (Role.SUPERVISOR, Role.COMPLIANCE, Role.APPROVER, Role.ADMINISTRATOR, Role.GAME_MANAGER)
"""Whose pages, together, are most of the office's."""


def cookie_of(actor: Actor) -> str:
    """The cookie of a browser in which this person is signed in."""
    client = Client()
    client.force_login(get_user_model().objects.get(pk=actor.id))
    return str(client.cookies[settings.SESSION_COOKIE_NAME].value)


def paths_of(house: MatrixHouse, person: str) -> dict[str, str]:
    """The addresses that this kind of person may read, by name."""
    return {
        each.name: house.path(each)
        for each in matrix.addresses()
        if person in (ADDRESSES[each.name].get or ()) and house.stands(each) and each.name not in NO_PAGES
    }


def someone(chromium: Browser, url: str, cookie: str | None, **options: Any) -> Person:
    """A person at a desk with this cookie, or a visitor."""
    person = Person(chromium, url)
    person.context.close()
    person.context = chromium.new_context(viewport={"width": 1440, "height": 900}, locale="pt-PT", **options)
    if cookie:
        person.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": url}])
    person.page = person.window().page
    return person


def speak(person: Person, language: str) -> None:
    """Let the pages be in this language from now on."""
    person.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": language, "url": person.url}])


def opened(person: Person, paths: dict[str, str]) -> Iterator[str]:
    """Open each address that is a page; files, other formats and ways on to another address are passed over."""
    for name, path in paths.items():
        try:
            answer = person.page.goto(person.url + path, wait_until="load")
        except Error as error:
            if "Download" in str(error) or "ERR_ABORTED" in str(error):
                continue
            raise
        html = answer is not None and answer.ok and "text/html" in answer.headers.get("content-type", "")
        if html and urlsplit(person.page.url).path == urlsplit(person.url + path).path:
            yield name
