"""VALKEY_URL names a server, or the sentinels that know the primary; each fault is one sentence."""

import pytest
import redis
from redis.sentinel import MasterNotFoundError

from kernel.database_address import AddressInvalid
from kernel.valkey_address import fault, read


def test_a_lone_server_is_its_url() -> None:
    found = read("redis://:w@h:7000/0")
    assert (found.master, found.numbered(2)) == ("", "redis://:w@h:7000/2")
    assert read("rediss://:w@h/0?ssl_ca_certs=/x").numbered(1) == "rediss://:w@h/1?ssl_ca_certs=/x"


def test_sentinels_are_hosts_and_a_name() -> None:
    found = read("sentinel://ana:geh%40im@h1,h2:1234,[::1]:5/sabot?sentinel_password=s")
    assert found.sentinels == (("h1", 26_379), ("h2", 1234), ("::1", 5))
    assert found.master == "sabot"
    assert dict(found.credentials) == {"username": "ana", "password": "geh@im"}
    assert found.of_sentinels()["password"] == "s"
    assert found.broker_urls(1) == (
        "sentinel://ana:geh%40im@h1:26379/1;sentinel://ana:geh%40im@h2:1234/1;sentinel://ana:geh%40im@[::1]:5/1"
    )
    assert "geh" not in repr(found)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("http://h", "must look like"),
        ("redis://", "must look like"),
        ("redis://h:port/0", "must look like"),
        ("sentinel://:w@h1,,h2/sabot", "must look like"),
        ("sentinel://:w@h1:x/sabot", "must look like"),
        ("sentinel://:w@h1,h2", "must end with the primary's name"),
        ("sentinel://:w@h1/a/b", "must end with the primary's name"),
        ("sentinel://:w@h1/sabot?colour=red", "knows no parameter colour"),
    ],
)
def test_a_wrong_address_gets_one_sentence(url: str, sentence: str) -> None:
    with pytest.raises(AddressInvalid, match="VALKEY_URL") as caught:
        read(url)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("url", "error", "sentence"),
    [
        (
            "redis://h",
            redis.AuthenticationError("Authentication required."),
            "wants a password, and VALKEY_URL gives none",
        ),
        ("redis://:w@h", redis.AuthenticationError("invalid username-password pair"), "refuses the password"),
        (
            "redis://:w@h",
            redis.AuthenticationError("AUTH <password> called without any password configured for the default user."),
            "has no password, and VALKEY_URL gives one",
        ),
        ("redis://h:7000", redis.ConnectionError("refused"), "No Valkey answers at VALKEY_URL (host h, port 7000)"),
        ("redis://h", redis.ReadOnlyError("x"), "is a replica"),
        ("sentinel://h1/sabot", MasterNotFoundError("x"), "No sentinel of VALKEY_URL names a primary called sabot"),
        ("sentinel://h1/sabot", redis.ConnectionError("x"), "The primary sabot"),
    ],
)
def test_a_fault_is_one_sentence(url: str, error: Exception, sentence: str) -> None:
    said = fault(error, read(url))
    assert sentence in said
    assert said.endswith(".")
