"""Shared parts of the journeys through the office: a member of staff at a browser, in a house that runs."""

import re
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from django.db import connection
from playwright.sync_api import Browser, expect

from casino.signing import second_factor
from players.roles import Role
from tests.factories import SECOND_FACTOR, Actor
from tests.functional.browsers import Person, browser
from tests.running import House, running_house


def prove_twice(person: Person, member: Actor) -> None:
    """Sign in as staff do, with both factors."""
    person.go("/entrar/")
    person.page.fill("#id_login", member.email)
    person.page.fill("#id_password", member.password)
    person.page.locator("form.form button.button--primary").click()
    person.page.fill("#id_code", code_of(member))
    person.page.get_by_role("button", name="Confirmar").click()
    person.page.wait_for_url(re.compile(r"^(?!.*/entrar/)"))


def code_of(member: Actor) -> str:
    """The code that the member's application shows. The rows are read in another thread: the browser has this one."""

    def read() -> str:
        try:
            return second_factor.code_now(person_id=member.id, secret=SECOND_FACTOR)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(read).result()


class Visit:
    """One member of staff at a browser: signs in with both factors, and looks at every page that is opened."""

    def __init__(self, chromium: Browser, house: House, member: Actor, role: Role, *, phone: bool) -> None:
        self.person, self.page = (person := Person(chromium, house.url, phone=phone)), person.page
        self.name = role.value
        prove_twice(person, member)

    def see(self, path: str, heading: str | None = None) -> None:
        """Open a page of the office: it is there, and clean."""
        self.person.go(path)
        if heading is not None:
            expect(self.page.get_by_role("heading", name=heading).first).to_be_visible()
        self.look(path.strip("/").replace("/", "-").replace("?", "-"))

    def look(self, name: str) -> None:
        """The page as it stands is well."""
        self.person.looks_well(f"{self.name}-{name}")

    def do(self, button: str, said: str | None = None, **fields: str) -> None:
        """Fill in and press; expect the page's words."""
        form = self.page.locator("main form", has=self.page.get_by_role("button", name=button)).first
        for name, value in fields.items():
            form.locator(f'[name="{name}"]').first.fill(value)
        with self.page.expect_navigation():  # what is looked at next is the answer, never the page before
            form.get_by_role("button", name=button).first.click()
        if said is not None:
            expect(self.page.get_by_text(said).first).to_be_visible()

    def offered(self) -> set[str]:
        """The forms of the page that send something."""
        forms = self.page.locator('main form[method="post"]').all()
        return {str(form.get_attribute("action") or "") for form in forms}


@contextmanager
def office(
    folder: Path, staff: Mapping[Role, Actor], *, phone: bool, parts: tuple[str, ...] = ("dealer",)
) -> Iterator[Callable[[Role], Visit]]:
    """The house, and a way for one of its staff to begin a visit; at the end no browser complained of anything."""
    with running_house(folder, parts=parts) as house, browser() as chromium:
        visits: list[Visit] = []

        def begin(role: Role) -> Visit:
            visits.append(Visit(chromium, house, staff[role], role, phone=phone))
            return visits[-1]

        yield begin
        for visit in visits:
            assert visit.person.complaints == [], f"{visit.name}: {visit.person.complaints}"
            visit.person.context.close()
