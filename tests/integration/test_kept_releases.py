"""A house of every earlier release goes to the present schema in one step: its dump was kept when it was cut."""

import json
import lzma
import os
import re
import subprocess
import sys
import tomllib
import uuid
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from psycopg import sql

from launcher import quarters
from tests.releases.keep import FOLDER, KEYS, MOST_BYTES, ROOT
from tests.rules import rule

DUMPS = sorted(FOLDER.glob("*.sql.xz"))
TABLES = ("wallet_transfer", "wallet_account", "tables_round", "tables_bet", "tables_slip", "players_event")


class Kept:
    """A house of an earlier release in a database of the tests' cluster."""

    def __init__(self, url: str) -> None:
        self.url = url

    def run(self, *arguments: str) -> str:
        """A command of this release on it."""
        environment = os.environ | KEYS | {"DATABASE_URL": self.url, "DJANGO_SETTINGS_MODULE": "casino.settings"}
        done = subprocess.run(
            [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    def rows(self) -> dict[str, int]:
        """How many rows each table of evidence has."""
        with psycopg.connect(self.url) as connection:
            found = {}
            for table in TABLES:
                row = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))).fetchone()
                assert row is not None
                found[table] = int(row[0])
            return found


@pytest.fixture(params=DUMPS, ids=lambda path: path.name)
def kept(request: pytest.FixtureRequest) -> Iterator[Kept]:
    name = f"kept_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as cluster:
        cluster.execute(sql.SQL("CREATE DATABASE {} OWNER sabot_owner").format(sql.Identifier(name)))
        try:
            url = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()
            load(request.param, url)
            yield Kept(url)
        finally:
            cluster.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def load(dump: Path, url: str) -> None:
    psql = quarters.programs() / "bin" / "psql"
    subprocess.run(
        [psql, "--quiet", "--set", "ON_ERROR_STOP=1", "--dbname", url],
        input=lzma.decompress(dump.read_bytes()),
        stdout=subprocess.DEVNULL,
        check=True,
    )


def test_every_release_has_its_dump() -> None:
    """Of the releases that the list of changes has, and of the one that is being made."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        version = tomllib.load(file)["project"]["version"]
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {version, *released} == {path.name.removesuffix(".sql.xz") for path in DUMPS}
    assert [path.name for path in DUMPS if path.stat().st_size > MOST_BYTES] == []


@rule(
    "GL-49",
    asserts="A kept house of every release goes to the present schema in one step; no row of evidence is lost, and its "
    "ledger, rounds and sealed days are proven.",
)
def test_a_kept_house_goes_to_the_present_schema(kept: Kept) -> None:
    before = kept.rows()
    assert before["wallet_transfer"] > 10
    assert before["tables_round"] == 7
    kept.run("manage.py", "migrate", "--no-input", "-v", "0")
    after = kept.rows()
    assert {table: count for table, count in before.items() if after[table] < count} == {}
    assert after["wallet_transfer"] == before["wallet_transfer"]
    proof = json.loads(kept.run("manage.py", "verify_ledger", "--json"))
    assert proof["agrees"]
    assert "7 of 7 rounds came out the same." in kept.run("manage.py", "replay", "--all")
    days = json.loads(kept.run("manage.py", "verify_days", "--json"))
    assert days["verdict"] == "holds"
    assert days["days"] >= 1
    kept.run("manage.py", "migrate", "--check")
