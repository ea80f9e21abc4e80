"""A real browser for the journeys, and what people do in it."""

import asyncio
import atexit
import contextlib
import copy
import os
import re
import shutil
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect, sync_playwright

from launcher.browser import PROGRAMS
from tests.faults.support import until
from tests.patience import PATIENCE_SECONDS

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
expect.set_options(timeout=PATIENCE_SECONDS * 1000)
GRAVE = {"serious", "critical"}
WCAG = {"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"}
HARMLESS = ("favicon", "htmx:sendAbort", "htmx:afterRequest")
"""The last two htmx says of a request that it gave up because its page was left; one that failed says `sendError` or
`responseError` as well."""
AXE = {"resultTypes": ["violations"], "preload": False}
"""Without preloading: that would fetch and apply style sheets by ways that the page's policy rightly forbids."""

TOO_WIDE = """() => {
  const root = document.documentElement;
  if (root.scrollWidth <= root.clientWidth) return [];
  const beyond = (each) => each.getBoundingClientRect().right > root.clientWidth;
  const wide = [...document.body.querySelectorAll("*")].filter(beyond);
  const named = wide.map((each) => `${each.tagName}.${each.className}`);
  return [`${root.scrollWidth} of ${root.clientWidth}`, ...named.slice(0, 12)];
}"""
"""Nothing where the page is not wider than its window; else by how much, and what may be the cause."""


def executable() -> str | None:
    """The browser to drive: the one that `./sabot test` found, or the system's; null for Playwright's own."""
    given = os.environ.get("SABOT_BROWSER")
    if given == "":
        pytest.skip("no browser could be had (SABOT_BROWSER is empty)")
    return given or next((path for name in PROGRAMS if (path := shutil.which(name))), None)


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A browser without a window: one for all tests of this process, one after another, as each start takes a second.

    Each person has a context of their own in it, so that no two tests share cookies, storage or anything loaded before.
    """
    kept = _kept()
    kept.resume()
    try:
        yield kept.browser
        for context in kept.browser.contexts:
            context.close()
    except BaseException:
        _kept.cache_clear()  # what a failure has left behind is nothing for the next test
        kept.end()
        raise
    kept.pause()


class Kept:
    """A browser that outlives a test, and what drives it."""

    def __init__(self) -> None:
        path = executable()
        self._driver = sync_playwright().start()
        self._loop = asyncio.get_running_loop()
        self.browser = self._driver.chromium.launch(executable_path=path, args=ARGUMENTS)
        atexit.register(self.end)

    def pause(self) -> None:
        """Let the thread be as without a driver: Django refuses to ask the database beside a loop that is running."""
        asyncio._set_running_loop(None)

    def resume(self) -> None:
        """Go on where `pause` left it."""
        asyncio._set_running_loop(self._loop)

    def end(self) -> None:
        """Close it, and its driver with it."""
        atexit.unregister(self.end)
        self.resume()
        with contextlib.suppress(Error):
            self.browser.close()
        self._driver.stop()
        self.pause()


@cache
def _kept() -> Kept:
    return Kept()


def tap(card: Locator) -> None:
    """Press a card in its middle, once it lies still. Not by `click`: on a full machine Playwright's look at what lies
    there missed cards that a mouse at the same place hits.
    """
    card.evaluate("card => Promise.all(card.getAnimations().map((each) => each.finished))")
    box = card.bounding_box()
    assert box is not None
    card.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(page: Page, *keys: str) -> None:
    """Press each key in turn, once the page has its scripts: a key pressed before them does nothing."""
    page.wait_for_load_state()
    for key in keys:
        page.keyboard.press(key)


class Person:
    """A person at a browser of their own; all complaints of the browser are kept, and there must be none."""

    def __init__(self, browser: Browser, url: str, *, phone: bool = False) -> None:
        self.phone = phone
        self.context: BrowserContext = browser.new_context(viewport=PHONE if phone else DESKTOP, locale="pt-PT")
        self.url = url
        self.complaints: list[str] = []
        self.page = self._new_page()

    def window(self) -> "Person":
        """The same person at one more window of the same browser."""
        other = copy.copy(self)
        other.page = self._new_page()
        return other

    def _new_page(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_SECONDS * 1000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._note)
        return page

    def _note(self, message: object) -> None:
        text = f"{message.type}: {message.text}"  # type: ignore[attr-defined]
        if text.startswith("error") and not any(harmless in text for harmless in HARMLESS):
            self.complaints.append(text)

    def go(self, path: str) -> None:
        """Open a page of the house. It shows its beginning, unless the address leads further down."""
        self.page.goto(self.url + path)
        assert "#" in path or self.page.evaluate("scrollY") == 0, (path, "scrolls by itself")

    def sign_in(self, email: str, password: str) -> None:
        """With e-mail and password."""
        self.go("/entrar/")
        self.page.fill("#id_login", email)
        self.page.fill("#id_password", password)
        self.page.locator("form.form button.button--primary").click()
        self.page.wait_for_url(re.compile(r"^(?!.*/entrar/$)"))
        if self.page.url.endswith("/entrar/codigo/"):
            self.page.get_by_role("button", name="Confirmar").click()
            self.page.wait_for_url(re.compile(r"^(?!.*/entrar/)"))

    def sit(self, table: str) -> None:
        """At a table, on any free seat."""
        self.go(f"/mesa/{table}/")
        seat = self.page.get_by_role("button", name="Sentar-me").first
        expect(seat, f"the table does not come to life: {self.complaints}").to_be_visible()
        seat.click()
        expect(self.page.locator("#tray")).to_be_visible()

    def wait_for_betting(self, *, seconds: int) -> None:
        """Until betting is open for so many seconds more, in this round or one of the next."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            left = self.page.locator("#seconds").inner_text()
            running = self.page.locator("#ring").get_attribute("data-still") is None
            if running and left.isdigit() and int(left) >= seconds:
                return
            time.sleep(0.1)
        raise AssertionError(f"betting was never open for {seconds} s")

    def lay(self, chance: str, amount: str) -> None:
        """Type an amount and lay it on a chance."""
        self.page.fill("#typed", amount)
        self.page.locator(f'[data-chance="{chance}"] button').first.click()

    def bet(self, chance: str, amount: str) -> None:
        """Type an amount, lay it on a chance, confirm the slip."""
        self.lay(chance, amount)
        self.page.locator("#act-confirm").click()

    def sees_balance(self, balance: int) -> None:
        """The balance comes to so many cents, once the prize of the last round has come home."""
        shown = self.page.locator("#bar-balance")
        until(f"a balance of {balance}", lambda: cents(shown.inner_text()) == balance, seconds=PATIENCE_SECONDS)

    def looks_well(self, state: str) -> None:
        """The page as it stands: a picture where wanted, nothing grave or against WCAG, nothing too wide."""
        self.picture(f"{state}-{'phone' if self.phone else 'desk'}"[:90])
        found = self._violations()
        bad = [each for each in found if each["impact"] in GRAVE or WCAG.intersection(each["tags"])]
        grave = {each["id"]: [node["html"][:160] for node in each["nodes"]] for each in bad}
        assert grave == {}, (state, self.page.url, grave)
        wide = self.page.evaluate(TOO_WIDE)
        assert wide == [], (state, self.page.url, wide)

    def _violations(self) -> list[dict[str, Any]]:
        """What axe finds. A page that was left for the next while axe read it is read again once that is there."""
        for again in (True, False):
            self.page.wait_for_load_state()
            try:
                return list(Axe().run(self.page, options=AXE).response["violations"])
            except Error:
                if not again:
                    raise
        raise AssertionError("one of the two answered or raised")

    def picture(self, name: str) -> None:
        """Keep a screenshot where the caller asked for them (SABOT_PICTURES)."""
        folder = os.environ.get("SABOT_PICTURES")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=str(Path(folder) / f"{name}.png"))


def cents(text: str) -> int:
    """«1 234,50 €» as cents."""
    digits = re.sub(r"[^0-9,−-]", "", text).replace("−", "-")
    whole, _, fraction = digits.partition(",")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole)) * 100 + int((fraction or "0").ljust(2, "0")))
