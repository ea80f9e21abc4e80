"""DATABASE_URL is read whole; each fault in it is one sentence without its password."""

from pathlib import Path

import psycopg
import pytest

from kernel.database_address import (
    DEFAULTS,
    AddressInvalid,
    at_same_place,
    fault,
    hosts,
    parameters,
    reading,
)

WORD = "geh%40im"


def test_hosts_tls_and_time_limits_are_read(tmp_path: Path) -> None:
    root = tmp_path / "root.pem"
    root.touch()
    found = parameters(
        f"postgresql://ana:{WORD}@h1:5432,h2:5433/sabot?target_session_attrs=primary&sslmode=verify-full"
        f"&sslrootcert={root}&connect_timeout=2&application_name=web"
    )
    assert found == dict(DEFAULTS) | {
        "user": "ana",
        "password": "geh@im",
        "host": "h1,h2",
        "port": "5432,5433",
        "dbname": "sabot",
        "target_session_attrs": "primary",
        "sslmode": "verify-full",
        "sslrootcert": str(root),
        "connect_timeout": "2",
        "application_name": "web",
    }
    assert hosts(found) == ["h1:5432", "h2:5433"]


def test_what_is_not_said_is_safe() -> None:
    found = parameters("postgres://u@db/sabot")
    assert (found["target_session_attrs"], found["connect_timeout"]) == ("read-write", "3")
    assert hosts(found) == ["db:5432"]
    assert hosts(parameters("postgresql://u@h1,h2/sabot")) == ["h1:5432", "h2:5432"]


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("somewhere", "must look like"),
        ("mysql://u:{word}@h/d", "must look like"),
        ("postgresql://u:{word}@h:port/d", "must look like"),
        ("postgresql://u:{word}@h:70000/d", "must look like"),
        ("postgresql://u:{word}@h1:1,h2:2,h3/d?port=1,2", "must look like"),
        ("postgresql://u:{word}@h", "must look like"),
        ("postgresql://u:{word}@h1,,h2/d", "must look like"),
        ("postgresql://u:{word}@[::1/d", "must look like"),
        ("postgresql://u:{word}@h/d?sslmod=require", "knows no parameter sslmod"),
        ("postgresql://u:{word}@h/d?sslmode=yes", "sslmode must be one of"),
        ("postgresql://u:{word}@h1,h2/d?target_session_attrs=prefer-standby", "target_session_attrs must be one of"),
        ("postgresql://u:{word}@h/d?connect_timeout=soon", "connect_timeout must be a number"),
        ("postgresql://u:{word}@h/d?sslrootcert=/nowhere/root.pem", "names a file that is not there: /nowhere"),
        ("postgresql://u:{word}@h/d?options=-c%20statement_timeout%3D5s", "may cancel a COMMIT"),
        ("postgresql://u:{word}@h/d?options=-c%20transaction_timeout%3D5s", "may cancel a COMMIT"),
    ],
)
def test_a_wrong_address_gets_one_sentence(url: str, sentence: str) -> None:
    with pytest.raises(AddressInvalid) as caught:
        parameters(url.format(word=WORD), name="SABOT_OWNER_URL")
    said = str(caught.value)
    assert sentence in said
    assert "SABOT_OWNER_URL" in said
    assert "geh" not in said
    assert "\n" not in said
    assert said.endswith(".")


def test_each_host_is_told_with_its_own_reason() -> None:
    given = parameters("postgresql://u:p@h1:5432,h2:5433/d")
    error = psycopg.OperationalError(
        "connection failed: session is read-only\nMultiple connection attempts failed. All failures were:\n"
        "- host: 'h1', port: '5432', hostaddr: '10.0.0.1': connection failed: connection to server at \"10.0.0.1\", "
        "port 5432 failed: Connection refused\n\tIs the server running on that host?\n"
        "- host: 'h2', port: '5433', hostaddr: '10.0.0.2': connection failed: session is read-only"
    )
    assert fault(error, given) == (
        "The database of DATABASE_URL cannot be used: h1:5432 refuses the connection; "
        "h2:5433 is a replica, which takes no writes: name the primary."
    )
    assert fault(psycopg.errors.ConnectionTimeout("connection timeout expired"), given).startswith(
        "No database answers at DATABASE_URL: h1:5432 does not answer"
    )
    assert fault(psycopg.OperationalError("FATAL:  strange\nthings"), given).endswith("says: FATAL: strange things.")


def test_another_role_goes_to_the_same_hosts() -> None:
    url = "postgresql://u:p@h1:5432,h2:5433/sabot?sslmode=require"
    assert at_same_place(url, credentials="x:y", database="other") == (
        "postgresql://x:y@h1:5432,h2:5433/other?sslmode=require"
    )


def test_reading_alone_takes_a_replica_unless_it_says_otherwise() -> None:
    assert parameters(reading("postgresql://u@h/d"))["target_session_attrs"] == "any"
    assert parameters(reading("postgresql://u@h/d?sslmode=require"))["target_session_attrs"] == "any"
    standby = "postgresql://u@h1,h2/d?target_session_attrs=standby"
    assert parameters(reading(standby))["target_session_attrs"] == "standby"
