"""A pytest plugin that stands before Django's: the environment of the house, and its servers where none are given.

Loaded by `-p tests.house` (see pyproject.toml), because Django's settings are read before any conftest.
"""

import atexit
import base64
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from launcher.servers import Server

os.environ.setdefault("SABOT_SECRET_KEY", "only-for-tests")
os.environ.setdefault("SABOT_SHOE_KEY", base64.b64encode(bytes(range(32))).decode())
os.environ.setdefault("SABOT_HOSTS", "localhost,127.0.0.1,testserver")
os.environ.setdefault("SABOT_ORIGINS", "http://localhost,http://testserver")
os.environ.setdefault("SABOT_DEMO", "1")
os.environ.setdefault("SABOT_LOG", "warning")


def _start_servers() -> None:
    from launcher import servers

    base = Path(tempfile.mkdtemp(prefix="sabot-tests-"))
    postgres, valkey = servers.start_postgres(base, durable=False), servers.start_valkey(base)
    os.environ["DATABASE_URL"], os.environ["VALKEY_URL"] = postgres.urls[servers.USER], valkey.url
    os.environ["SABOT_APP_URL"] = postgres.url
    os.environ.setdefault("SABOT_DATA", str(base / "data"))
    _stop_at_exit(base, postgres, valkey)


def _make_roles() -> None:
    """In a cluster from outside: the application's role, with a password for the processes that tests start."""
    from launcher import roles

    url = os.environ["DATABASE_URL"]
    database = urlsplit(url).path.strip("/")
    password = roles.new_password()
    roles.make(url, database, passwords={roles.APP: password})
    os.environ["SABOT_APP_URL"] = roles.url_of(url, roles.APP, password, database)


def _start_own_valkey() -> None:
    """Processes that test side by side have messages and static files of their own: their houses never meet."""
    from launcher import servers

    base = Path(tempfile.mkdtemp(prefix="sabot-tests-"))
    valkey = servers.start_valkey(base)
    collected = Path(os.environ["SABOT_DATA"], "static")
    if collected.exists():  # collected once for all of them (`./sabot test`)
        shutil.copytree(collected, base / "data/static")
    if (fonts := Path(os.environ["SABOT_DATA"], "fonts")).exists():
        (base / "data").mkdir(exist_ok=True)
        (base / "data/fonts").symlink_to(fonts.resolve())
    os.environ["VALKEY_URL"], os.environ["SABOT_DATA"] = valkey.url, str(base / "data")
    _stop_at_exit(base, valkey)


def _stop_at_exit(base: Path, *started: "Server") -> None:
    starter = os.getpid()

    def stop() -> None:
        if os.getpid() == starter:
            for server in started:
                server.stop()
            shutil.rmtree(base, ignore_errors=True)

    atexit.register(stop)


if not os.environ.get("DATABASE_URL") or not os.environ.get("VALKEY_URL"):
    _start_servers()
if not os.environ.get("SABOT_APP_URL"):
    _make_roles()
if not os.environ.get("SABOT_DATA"):
    os.environ["SABOT_DATA"] = tempfile.mkdtemp(prefix="sabot-data-")
    _stop_at_exit(Path(os.environ["SABOT_DATA"]))
if os.environ.get("PYTEST_XDIST_WORKER"):
    _start_own_valkey()
# An empty place for static files: the server of them says so, once a client, where there is none.
Path(os.environ["SABOT_DATA"], "static").mkdir(parents=True, exist_ok=True)
