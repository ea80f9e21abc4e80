"""Data carried over to another PostgreSQL: row by row the same, with a backup first, and no kill that loses it.

Where an older major version is there (SABOT_OLDER_POSTGRES, or Debian's /usr/lib/postgresql) it is the one to carry
from; the steps are tried with this release's own on both sides in any case.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from launcher import environment, quarters, roles, servers, upgrading
from launcher.folder import Folder
from launcher.processes import Patience
from launcher.programs import Programs
from launcher.screen import Screen
from launcher.trouble import Trouble
from launcher.upgrading import Upgrade
from tests.faults.places import throwaway

pytestmark = [pytest.mark.house, pytest.mark.timeout(300)]
MADE = """
CREATE TABLE kept (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, word text, at timestamptz, more jsonb);
INSERT INTO kept (word, at, more) SELECT 'ação ' || n, '2026-03-29 01:00+00'::timestamptz + n * interval '1 s',
  jsonb_build_object('n', n) FROM generate_series(1, 500) n;
CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept stays'; END $$;
CREATE TRIGGER kept_stays BEFORE UPDATE OR DELETE ON kept FOR EACH ROW EXECUTE FUNCTION guard();
GRANT SELECT, INSERT ON kept TO sabot_app;
"""


def older() -> Path | None:
    """The programs of an older major version of PostgreSQL, where there are any."""
    named = os.environ.get("SABOT_OLDER_POSTGRES")
    found = [Path(named)] if named else sorted(Path("/usr/lib/postgresql").glob("1[0-7]"))
    return next((each for each in found if (each / "bin/initdb").exists()), None)


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Folder]:
    monkeypatch.delenv("DATABASE_URL")
    with throwaway() as base:
        folder = Folder(base)
        folder.make()
        yield folder
        quarters.discard(quarters.find(folder.data), folder.data)


def fill(folder: Folder) -> upgrading.Rows:
    server = servers.start_postgres(
        folder.data, passwords=environment.passwords(folder), log=folder.log("postgresql"), durable=True
    )
    try:
        with psycopg.connect(server.urls["sabot_owner"]) as connection:
            connection.execute(MADE)
        return upgrading.rows(server.urls["sabot"])
    finally:
        server.stop()


def carried(folder: Folder, old: Path) -> Path:
    patience = Patience()
    place, log = quarters.find(folder.data), folder.log("upgrade")
    new, before = Programs(log, patience, place.postgres), Programs(log, patience, old)
    return Upgrade(folder, place, before, new, Screen(), patience).carry_over()


def check(folder: Folder, before: upgrading.Rows) -> None:
    server = servers.start_postgres(
        folder.data, passwords=environment.passwords(folder), log=folder.log("postgresql"), durable=True
    )
    try:
        assert upgrading.rows(server.urls["sabot"]) == before
        with psycopg.connect(server.urls["sabot_app"], autocommit=True) as connection:
            connection.execute("INSERT INTO kept (word) VALUES ('new')")
            assert connection.execute("SELECT max(id) FROM kept").fetchone() == (501,)
        with (
            psycopg.connect(server.urls["sabot_owner"]) as connection,
            pytest.raises(psycopg.Error, match="kept stays"),
        ):
            connection.execute("DELETE FROM kept")
        owners = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'"
        with psycopg.connect(server.urls["sabot"]) as connection:
            assert connection.execute(owners).fetchall() == [("sabot_owner",)]
    finally:
        server.stop()


def test_the_data_is_carried_over_and_the_old_one_stays(folder: Folder) -> None:
    before = fill(folder)
    aside = carried(folder, quarters.find(folder.data).postgres)
    assert (aside / "PG_VERSION").exists()
    assert list((folder.data / "backups").glob("before-postgresql-*.dump"))
    check(folder, before)


def test_data_that_is_not_the_same_does_not_take_the_place(folder: Folder, monkeypatch: pytest.MonkeyPatch) -> None:
    before = fill(folder)
    monkeypatch.setattr(upgrading, "compare", lambda one, other: refuse())
    with pytest.raises(Trouble, match="differ"):
        carried(folder, quarters.find(folder.data).postgres)
    place = quarters.find(folder.data)
    assert sorted(path.name for path in place.data.glob("pg*")) == ["pg"]
    check(folder, before)


def refuse() -> None:
    raise Trouble("The new database is not the old one: kept differ.")


def test_tables_that_differ_are_named() -> None:
    upgrading.compare({"a": (1, "7")}, {"a": (1, "7")})
    with pytest.raises(Trouble, match="a, b differ"):
        upgrading.compare({"a": (1, "7"), "b": (0, "0")}, {"a": (1, "8")})


def test_a_kill_between_the_two_last_steps_is_put_right_by_the_next_start(folder: Folder) -> None:
    before = fill(folder)
    data = quarters.find(folder.data).data
    (data / servers.DATA).rename(data / servers.UPGRADED)
    check(folder, before)
    assert not (data / servers.UPGRADED).exists()


def test_the_data_of_an_older_major_version_is_carried_over(folder: Folder) -> None:
    programs = older()
    if programs is None:
        pytest.skip("no older PostgreSQL is here (SABOT_OLDER_POSTGRES names one)")
    place = quarters.find(folder.data)
    patience = Patience()
    old = Programs(folder.log("upgrade"), patience, programs)
    make_older(folder, old, place, patience)
    version = (place.data / servers.DATA / "PG_VERSION").read_text().strip()
    assert int(version) == old.major() < Programs(folder.log("upgrade"), patience, place.postgres).major()
    found = upgrading.older(
        place, Programs(folder.log("upgrade"), patience, place.postgres), str(programs), folder.log("upgrade"), patience
    )
    assert found is not None
    server = Upgrade(folder, place, old, old, Screen(), patience).start_old()
    try:
        before = upgrading.rows(server.url)
    finally:
        server.stop()
    carried(folder, programs)
    check(folder, before)


def make_older(folder: Folder, old: Programs, place: quarters.Quarters, patience: Patience) -> None:
    """A house's database as a release with the older PostgreSQL would have left it."""
    word = environment.passwords(folder)[servers.USER]
    cluster = quarters.Quarters(place.tenant, old.folder, place.valkey, place.data)
    shutil.rmtree(place.data / servers.DATA, ignore_errors=True)
    servers.make_cluster(
        cluster, place.data / servers.DATA, word, folder.log("upgrade"), patience, locale=["--locale=C.UTF-8"]
    )
    server = Upgrade(folder, place, old, old, Screen(), patience).start_old(database="postgres")
    try:
        roles.make(server.url, "sabot", passwords={role: environment.passwords(folder)[role] for role in roles.ROLES})
        url = roles.url_of(server.url, roles.OWNER, environment.passwords(folder)[roles.OWNER], "sabot")
        with psycopg.connect(url) as connection:
            connection.execute(MADE)
    finally:
        server.stop()
