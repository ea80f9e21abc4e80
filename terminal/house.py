"""The house's pages, as far as a player at a terminal needs them: signing in, and the table's page for its words."""

import json
import re
from dataclasses import dataclass
from html.parser import HTMLParser
from http.cookiejar import Cookie, CookieJar
from typing import Final
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

_PATIENCE: Final = 20


class NoEntry(Exception):
    """The house did not let the player in: `why` is the name of a sentence of `terminal.words`."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(frozen=True)
class Labels:
    """What the table's page says of names and money."""

    chances: dict[str, dict[str, str]]
    decimal: str
    group: str
    pattern: str

    def name(self, chance: str) -> str:
        """The bet's name in the player's language."""
        return self.chances.get(chance, {}).get("name", chance)

    def money(self, cents: int) -> str:
        """Whole cents as the house writes them."""
        whole, rest = divmod(abs(cents), 100)
        text = f"{whole:,}".replace(",", self.group) + f"{self.decimal}{rest:02d}"
        return ("−" if cents < 0 else "") + self.pattern.replace("#", text)

    def signed(self, cents: int) -> str:
        """The same, with its sign."""
        return ("+" if cents > 0 else "") + self.money(cents)


class _Page(HTMLParser):
    """The hidden token of a form, and the data of the table's page."""

    def __init__(self) -> None:
        super().__init__()
        self.token, self.data = "", {}  # type: str, dict[str, str]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if found.get("name") == "csrfmiddlewaretoken" and not self.token:
            self.token = found.get("value", "")
        if found.get("id") == "main":
            self.data = found


class House:
    """One player's way into one house; keeps the cookies."""

    def __init__(self, url: str, language: str) -> None:
        self.url = url.rstrip("/")
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))
        host = urlsplit(self.url).hostname or ""
        self._jar.set_cookie(_cookie("django_language", language, f"{host}.local" if "." not in host else host))

    def _ask(self, path: str, form: dict[str, str] | None = None) -> tuple[str, _Page]:
        data = None if form is None else urlencode(form).encode()
        # The house's address is the player's own choice, and checked to be http or https.
        request = Request(self.url + path, data, {"Referer": self.url + path, "Origin": self.url})  # noqa: S310
        try:
            with self._opener.open(request, timeout=_PATIENCE) as answer:
                where, text = answer.url, answer.read().decode()
        except HTTPError as error:
            if error.code == 404:
                raise NoEntry("no-table") from error
            if error.code == 429:
                raise NoEntry("too-often") from error
            where, text = error.url or "", error.read().decode(errors="replace")
        except (URLError, OSError) as error:
            raise NoEntry("no-house") from error
        page = _Page()
        page.feed(text)
        return urlsplit(where).path, page

    def sign_in(self, email: str, password: str) -> bool:
        """Whether that is all; False where the house asks for the second step's code."""
        _, page = self._ask("/entrar/")
        form = {"login": email, "password": password, "csrfmiddlewaretoken": page.token}
        where, _ = self._ask("/entrar/", form)
        if where == "/entrar/":
            raise NoEntry("wrong-password")
        return not where.startswith("/entrar/")

    def prove(self, code: str) -> None:
        """The second step."""
        _, page = self._ask("/entrar/codigo/")
        where, _ = self._ask("/entrar/codigo/", {"code": code, "csrfmiddlewaretoken": page.token})
        if where.startswith("/entrar/"):
            raise NoEntry("wrong-code")

    def labels(self, table: str) -> Labels:
        """The names and the money of a table."""
        if not re.fullmatch(r"[-\w]{1,64}", table):
            raise NoEntry("no-table")
        _, page = self._ask(f"/mesa/{table}/")
        data = page.data
        if "data-chances" not in data:
            raise NoEntry("no-table")
        return Labels(json.loads(data["data-chances"]), data["data-decimal"], data["data-group"], data["data-money"])

    @property
    def cookies(self) -> str:
        """As a request carries them."""
        return "; ".join(f"{each.name}={each.value}" for each in self._jar)


def _cookie(name: str, value: str, domain: str) -> Cookie:
    return Cookie(0, name, value, None, False, domain, False, False, "/", True, False, None, True, None, None, {})
