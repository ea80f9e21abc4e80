"""Every kind of answer keeps foreign pages out, and every cookie keeps to this house."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client, override_settings

from casino.web.fonts import FILES, INTERFACE
from casino.wording import texts
from players.roles import Role
from tests.factories import Floor
from tests.rules import rule

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[3]
KINDS = {
    "page": ("/", 200),
    "sign-in": ("/entrar/", 200),
    "api": ("/api/tables/", 200),
    "api error": ("/api/rounds/nada/", 404),
    "not found": ("/nada/", 404),
    "redirect": ("/carteira/", 302),
    "liveness": ("/livez", 200),
}


def kept_apart(answer: Any) -> None:
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_answer_is_kept_apart(kind: str) -> None:
    path, status = KINDS[kind]
    answer = Client().get(path)
    assert answer.status_code == status
    kept_apart(answer)


def test_rejections_are_kept_apart_too() -> None:
    forbidden = Client(enforce_csrf_checks=True).post("/entrar/", {"login": "x@sabot.example", "password": "x"})
    assert forbidden.status_code == 403
    kept_apart(forbidden)
    elsewhere = Client().get("/", headers={"host": "outra.example"})
    assert elsewhere.status_code == 400
    kept_apart(elsewhere)


def test_static_files_are_kept_apart(tmp_path: Path) -> None:
    (tmp_path / "eins.css").write_text("p{}")
    with override_settings(STATIC_ROOT=str(tmp_path), WHITENOISE_AUTOREFRESH=True):
        answer = Client().get("/static/eins.css")
    assert answer.status_code == 200
    kept_apart(answer)


def test_files_to_save_are_kept_apart(floor: Floor) -> None:
    ana = floor.player("ana")
    client = Client()
    client.post("/entrar/", {"login": ana.email, "password": ana.password})
    kept_apart(client.get("/carteira/extrato/extrato.csv"))


def test_cookies_are_read_by_no_script_and_sent_by_no_foreign_page(floor: Floor) -> None:
    ana = floor.player("ana")
    client = Client()
    client.get("/entrar/")
    client.post("/entrar/", {"login": ana.email, "password": ana.password})
    client.post("/lingua/", {"language": "en"})
    names = {"sessionid", "csrftoken", "sabot-browser"}
    assert names <= set(client.cookies)
    for name, cookie in client.cookies.items():
        assert cookie["httponly"], name
        assert cookie["samesite"] == "Lax", name
        assert not cookie["secure"], "plain over http on loopback"
        assert (cookie["path"], cookie["domain"]) == ("/", ""), name


def test_over_https_cookies_are_the_hosts_own_and_hsts_covers_sub_domains() -> None:
    code = """
from django.conf import settings as s
import django
s.STORAGES = s.STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
django.setup()
assert s.SESSION_COOKIE_SECURE and s.CSRF_COOKIE_SECURE and s.LANGUAGE_COOKIE_SECURE
for name in (s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.LANGUAGE_COOKIE_NAME, s.BROWSER_COOKIE_NAME):
    assert name.startswith("__Host-"), name
from django.test import Client
from django.contrib import messages
from casino.signing.session_store import SessionStore
from django.http import HttpResponse
from django.test import RequestFactory
browser = Client(secure=True, headers={"host": "localhost", "x-forwarded-proto": "https"})
browser.get("/entrar/")
request = RequestFactory().get("/")
request.session = SessionStore()
request._messages = messages.storage.default_storage(request)
messages.info(request, "Guardado.")
told = HttpResponse()
request._messages.update(told)
given = {**browser.cookies, **told.cookies}
request.COOKIES = {name: cookie.value for name, cookie in told.cookies.items()}
request._messages = messages.storage.default_storage(request)
assert [str(each) for each in request._messages] == ["Guardado."]
gone = HttpResponse()
request._messages.update(gone)
given |= {f"{name}, taken back": cookie for name, cookie in gone.cookies.items()}
assert len(given) == 3, given
for name, cookie in given.items():
    assert name.startswith("__Host-"), name
    assert (cookie["secure"], cookie["path"], cookie["domain"], cookie["samesite"]) == (True, "/", "", "Lax"), name
answer = Client().get("/livez", secure=True, headers={"host": "localhost", "x-forwarded-proto": "https"})
assert answer.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains", answer.headers
"""
    told = {**os.environ, "SABOT_HTTPS": "1", "DJANGO_SETTINGS_MODULE": "casino.settings"}
    done = subprocess.run([sys.executable, "-c", code], env=told, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert settings.SESSION_COOKIE_NAME == "sessionid"


@rule("PT-48", asserts="A request for another name than the operator’s is refused.")
def test_a_foreign_host_is_refused_in_a_line_without_a_trace(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    assert client.get("/", headers={"host": "elsewhere.example"}).status_code == 400
    (line,) = [each for each in caplog.records if each.name == "django.security.DisallowedHost"]
    assert "elsewhere.example" in line.getMessage()
    assert line.exc_info is None


@contextmanager
def gathered(folder: Path, *, fonts: bool) -> Iterator[Path]:
    """The house with its static files gathered in that folder, its type faces fetched before or not."""
    texts.compile_all()
    (folder / "static").mkdir()
    for place in FILES.values() if fonts else ():
        file = folder / "fonts/node_modules" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"wOF2" + place.encode())
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": "casino.web.joining.storage.JoinedFiles"}}
    with override_settings(STORAGES=storages, STATIC_ROOT=str(folder / "static"), FONTS_DIR=folder / "fonts"):
        others = ["drf_spectacular_sidecar", "rest_framework", "admin"]
        call_command("collectstatic", "--no-input", verbosity=0, ignore_patterns=others)
        yield folder / "static"


PRELOAD = re.compile(r'<link rel="preload" as="font" type="font/woff2" href="([^"]+)" crossorigin>')


def test_pages_ask_ahead_for_the_interface_font_by_a_name_to_be_kept(floor: Floor, tmp_path: Path) -> None:
    office = Client()
    office.force_login(get_user_model().objects.get(pk=floor.staff(Role.GAME_MANAGER).id))
    with gathered(tmp_path, fonts=True):
        for path, client in (("/", Client()), ("/entrar/", Client()), ("/casa/mesas/", office)):
            answer = client.get(path)
            assert answer.status_code == 200
            (address,) = PRELOAD.findall(answer.content.decode())
            assert re.fullmatch(r"/static/fonts/figtree-latin-wght-normal\.[0-9a-f]{12}\.woff2", address)
            policy = answer.headers["Content-Security-Policy"]
            assert "font-src 'self';" in f"{policy};"
        font = Client().get(address)
        assert font.headers["Content-Type"] == "font/woff2"
        assert "immutable" in font.headers["Cache-Control"]
        assert b"".join(font.streaming_content).endswith(FILES[INTERFACE].encode())  # type: ignore[attr-defined]
        kept_apart(font)


def test_every_font_is_named_by_the_style_sheet_and_has_its_licence_beside_it(tmp_path: Path) -> None:
    with gathered(tmp_path, fonts=True) as static:
        (sheet,) = re.findall(r"/static/(css/main\.[^\"]+)", Client().get("/").content.decode())
        named = re.findall(r"url\(\"?\.\./(fonts/[^.]+)\.[0-9a-f]{12}(\.woff2)", (static / sheet).read_text())
        assert sorted("".join(each) for each in named) == sorted(name for name in FILES if name.endswith(".woff2"))
        for name in ("figtree", "fraunces"):
            answer = Client().get(f"/static/fonts/{name}-license.txt")
            assert answer.status_code == 200
            assert answer.headers["Content-Type"].startswith("text/plain")


def test_without_the_fonts_pages_name_none(tmp_path: Path) -> None:
    with gathered(tmp_path, fonts=False) as static:
        page = Client().get("/").content.decode()
        assert "preload" not in page
        (sheet,) = re.findall(r"/static/(css/main\.[^\"]+)", page)
        rules = (static / sheet).read_text()
        assert ".woff2" not in rules
        assert "local(" in rules, "the system's stand in"
