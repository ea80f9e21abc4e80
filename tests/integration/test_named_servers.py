"""Servers of one's own, real ones: TLS as it is asked for, several hosts, a sentence for each that will not do."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlsplit

import psycopg
import pytest

from casino import server_settings
from casino.env import EnvironmentInvalid
from kernel import database_address
from launcher import environment, servers
from launcher.trouble import Trouble
from tests.faults.places import throwaway
from tests.tls import Certificates, certificates, tls_in_front

PARTS: Final = urlsplit(os.environ["DATABASE_URL"])
HOST, PORT = PARTS.hostname or "127.0.0.1", PARTS.port or 5432
WHO: Final = PARTS.netloc.rpartition("@")[0]


def url_to(*places: str, query: str = "", who: str = WHO) -> str:
    return f"postgresql://{who}@{','.join(places)}/postgres{'?' if query else ''}{query}"


def verified(found: Certificates, port: int) -> str:
    return url_to(f"127.0.0.1:{port}", query=f"sslmode=verify-full&sslrootcert={quote(str(found.root))}")


@pytest.fixture
def well(tmp_path: Path) -> Certificates:
    return certificates(tmp_path / "well")


@pytest.fixture
def port(well: Certificates) -> Iterator[int]:
    with tls_in_front(HOST, PORT, well.server) as port:
        yield port


def asked(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The sentence of the launcher's, which asks as every process does."""
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(Trouble) as caught:
        environment.given_database("DATABASE_URL")
    said = str(caught.value)
    assert "\n" not in said
    assert (PARTS.password or "no password") not in said
    return said


def test_a_verified_server_is_used(well: Certificates, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    url = verified(well, port)
    monkeypatch.setenv("DATABASE_URL", url)
    assert environment.given_database("DATABASE_URL") == url
    with psycopg.connect(database_address.conninfo(url)) as connection:
        assert connection.pgconn.ssl_in_use
        assert connection.execute("SELECT 1").fetchone() == (1,)


def test_a_certificate_of_another_root_is_refused(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = certificates(tmp_path / "other")
    said = asked(verified(other, port), monkeypatch)
    assert f"127.0.0.1:{port} has a certificate that sslrootcert does not vouch for" in said


def test_an_expired_certificate_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = certificates(tmp_path / "old", expired=True)
    with tls_in_front(HOST, PORT, found.server) as port:
        assert "or one that has expired." in asked(verified(found, port), monkeypatch)


def test_a_certificate_of_another_name_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = certificates(tmp_path / "named", address="192.0.2.9")
    with tls_in_front(HOST, PORT, found.server) as port:
        assert "has a certificate of another name." in asked(verified(found, port), monkeypatch)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (url_to(f"{HOST}:{PORT}", query="sslmode=require"), "speaks no TLS, and sslmode asks for it."),
        (url_to(f"{HOST}:{PORT}", who="stranger:wrong"), "(pg_hba.conf)"),
        (url_to(f"{HOST}:{PORT}").replace("/postgres", "/nowhere"), "has no database of that name."),
        (url_to("127.0.0.1:1"), "No database answers at DATABASE_URL: 127.0.0.1:1 refuses the connection."),
        (
            url_to("127.0.0.1:1", f"{HOST}:{PORT}", query="target_session_attrs=standby"),
            f"127.0.0.1:1 refuses the connection; {HOST}:{PORT} ",
        ),
        (
            url_to("no-such-host.invalid:5432"),
            "No database answers at DATABASE_URL: no-such-host.invalid:5432 is a name",
        ),
    ],
)
def test_a_server_that_will_not_do_gets_one_sentence(url: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert sentence in asked(url, monkeypatch)


def test_the_next_host_is_used_where_the_first_is_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    url = url_to("127.0.0.1:1", f"{HOST}:{PORT}")
    monkeypatch.setenv("DATABASE_URL", url)
    assert environment.given_database("DATABASE_URL") == url
    default = server_settings.databases(url)["default"]
    assert (default["HOST"], default["PORT"]) == (f"127.0.0.1,{HOST}", f"1,{PORT}")
    assert default["OPTIONS"]["target_session_attrs"] == "read-write"  # type: ignore[index]


def test_a_process_names_what_is_wrong_with_its_address() -> None:
    with pytest.raises(EnvironmentInvalid, match="DATABASE_URL must look like"):
        server_settings.databases("postgresql://u:p@h:port/d")
    with pytest.raises(EnvironmentInvalid, match="VALKEY_URL must look like"):
        server_settings.valkey("http://h")


@pytest.fixture(scope="module")
def valkey_port() -> Iterator[int]:
    """A Valkey that wants a password."""
    with throwaway() as base:
        server = servers.start_valkey(base)
        try:
            yield server.port
        finally:
            server.stop()


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("", "The Valkey of VALKEY_URL wants a password, and VALKEY_URL gives none."),
        (":wrong@", "The Valkey of VALKEY_URL refuses the password that VALKEY_URL gives."),
    ],
)
def test_a_valkey_that_does_not_let_us_in_gets_one_sentence(
    who: str, sentence: str, valkey_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VALKEY_URL", f"redis://{who}127.0.0.1:{valkey_port}/0")
    with pytest.raises(Trouble) as caught:
        environment.given_valkey()
    assert str(caught.value) == sentence


def test_sentinels_that_do_not_answer_get_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VALKEY_URL", "sentinel://:w@127.0.0.1:1,127.0.0.1:2/sabot")
    with pytest.raises(Trouble, match="No sentinel of VALKEY_URL names a primary called sabot that answers"):
        environment.given_valkey()
