"""A session read in the database cannot be continued: its rows know a digest, the browser alone the key."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from players.accounts.session_keys import stored_key
from players.models import Device
from tests.factories import Actor, Floor
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
STEP = Path(__file__).resolve().parents[2] / "players" / "migrations" / "0012_session_digests.sql"


@pytest.fixture
def ana(floor: Floor) -> Actor:
    return floor.player("ana")


def signed_in(actor: Actor) -> tuple[Client, str]:
    """A browser and the key in its cookie."""
    client = Client()
    client.post("/entrar/", {"login": actor.email, "password": actor.password})
    return client, client.cookies[settings.SESSION_COOKIE_NAME].value


def is_let_in(key: str) -> bool:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = key
    return client.get("/carteira/").status_code == 200


def rows_that_hold(text: str) -> Iterator[str]:
    """The tables of which some row holds this text, asked as the owner."""
    with as_owner(), connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT EXISTS (SELECT FROM {table} AS one WHERE one::text LIKE %s)", [f"%{text}%"])
            if cursor.fetchone()[0]:
                yield table


def test_no_row_holds_the_key_and_what_the_rows_hold_opens_nothing(ana: Actor) -> None:
    _, key = signed_in(ana)
    assert is_let_in(key)
    assert list(rows_that_hold(key)) == []
    assert set(rows_that_hold(stored_key(key))) == {"django_session", "players_device"}
    read = Session.objects.get().session_key
    assert read == Device.objects.get(person_id=ana.id).session == stored_key(key)
    assert not is_let_in(read)
    assert Session.objects.filter(session_key=read).exists(), "trying it ended nothing"


def test_the_session_is_saved_moved_and_ended_under_its_digest(ana: Actor) -> None:
    client, key = signed_in(ana)
    session = client.session
    assert session.exists(key)
    assert not session.exists(stored_key(key))
    session.cycle_key()
    assert not is_let_in(key)
    assert is_let_in(session.session_key or "")
    session.flush()
    assert not Session.objects.exists()


async def _asynchronously(store: Any) -> None:
    session = store()
    await session.acreate()
    key = session.session_key
    await session.aset("seen", 7)
    await session.asave()
    assert await Session.objects.filter(session_key=stored_key(key)).acount() == await Session.objects.acount() == 1
    assert await session.aexists(key)
    assert await store(key).aget("seen") == 7
    assert await store(stored_key(key)).aget("seen") is None
    await session.aflush()
    assert not await Session.objects.aexists()


@pytest.mark.django_db(transaction=True)
async def test_so_it_is_asynchronously() -> None:
    from casino.signing.session_store import SessionStore

    await _asynchronously(SessionStore)


def test_a_session_of_before_goes_on(ana: Actor) -> None:
    """The step that makes digests of keys keeps sessions signed in, and leaves browsers that are only known alone."""
    _, key = signed_in(ana)
    with as_owner():
        Session.objects.update(session_key=key)
        Device.objects.update(session=key)
    assert not is_let_in(key)
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(STEP.read_text(encoding="utf-8"))
    assert is_let_in(key)
    assert Device.objects.get(person_id=ana.id).session == stored_key(key)
