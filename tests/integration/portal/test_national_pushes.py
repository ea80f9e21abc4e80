"""The national list pushes: only its own word, once, at once, in the middle of a session too (PT-30)."""

import itertools
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from casino.adapters import posting
from kernel import signed
from kernel.money import Currency
from players.gates import Block, may_play
from players.models import Exclusion, NationalEntry, NationalPush, Registration
from players.protection import national_push
from tables import broadcast
from tables.models import PlaySession
from tests.factories import Actor, Floor
from tests.rules import rule

SECRET = "segredo da lista nacional, bem comprido"
_events = itertools.count(1)


@pytest.fixture(autouse=True)
def _list_has_a_secret() -> Iterator[None]:
    with override_settings(NATIONAL_LIST_SECRET=SECRET):
        yield


@pytest.fixture
def floor(db: None) -> Iterator[Floor]:
    floor = Floor(now=timezone.now())
    yield floor
    floor.prove()


def post(body: bytes, *, at: datetime | None = None, header: str | None = None) -> int:
    written = signed.signature(SECRET.encode(), body, at or timezone.now())
    answer = Client(enforce_csrf_checks=True).post(
        reverse("portal:national_notice"),
        body,
        content_type="application/json",
        headers={national_push.HEADER: written if header is None else header},
    )
    return answer.status_code


def push(reference: str = "SRIJ-1", *, listed: bool = True, at: datetime | None = None, **row: str) -> bytes:
    columns = {"referencia": reference, "inicio": "2026-01-31", "meses": "", **row}
    at = at or timezone.now()
    return national_push.written(event=f"e-{next(_events)}", listed=listed, at=at, row=columns)


def nif_of(actor: Actor) -> str:
    return Registration.objects.get(person_id=actor.id).nif


def block(actor: Actor) -> Block | None:
    return may_play(person_ids=[actor.id], currency=Currency.EUR, now=timezone.now())[actor.id].block


@rule(
    "PT-30",
    asserts="A push of the national list excludes a seated player at once and ends the session; the bet with a receipt "
    "is paid, another player is not touched, and a push without the entry frees.",
)
def test_a_push_bars_in_the_middle_of_a_session_and_frees_again(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    table, rita, zoe = floor.table(), floor.player(), floor.player()
    for each in (rita, zoe):
        floor.sit(each, table)
    floor.open_round(table, cards=("4S", "KH", "4D", "7C"))
    floor.bet(rita, table, ponto=20_00)
    sent: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(broadcast, "_publisher", lambda group, message: sent.append((group, message)))
    with django_capture_on_commit_callbacks(execute=True):
        assert post(push(nif=nif_of(rita))) == 204
    barred = [message for group, message in sent if group == "persons" and message.get("code") == broadcast.BARRED]
    assert [message["person"] for message in barred] == [rita.id], "every socket of hers is told to close"
    assert (block(rita), block(zoe)) == (Block.EXCLUDED, None)
    session = PlaySession.objects.get(person_id=rita.id)
    assert (session.leaving, session.end_reason) == (True, "barred"), "bets with a receipt are paid"
    floor.settle(table)
    assert rita.balance() == 1_020_00
    assert post(push(listed=False)) == 204
    assert block(rita) is None


def test_the_same_push_counts_once_and_its_name_stands_for_one_content(floor: Floor) -> None:
    rita = floor.player()
    body = push(nif=nif_of(rita))
    assert [post(body) for _ in range(3)] == [204] * 3
    assert Exclusion.objects.count() == NationalPush.objects.count() == 1
    assert post(body.replace(b"2026-01-31", b"2026-01-30")) == 409
    assert post(push(listed=False)) == 204
    assert post(body) == 204, "heard before: it does not bar anew"
    assert block(rita) is None


def test_of_two_pushes_about_one_entry_the_later_said_holds_whichever_comes_first(floor: Floor) -> None:
    rita, now = floor.player(), timezone.now()
    listed = push(nif=nif_of(rita), at=now - timedelta(seconds=30))
    assert post(push(listed=False, at=now)) == 204
    assert post(listed) == 204
    assert block(rita) is None
    assert post(push(nif=nif_of(rita), at=now + timedelta(seconds=1))) == 204
    assert block(rita) is Block.EXCLUDED


def test_an_entry_that_begins_later_closes_nothing_yet(floor: Floor) -> None:
    table, rita = floor.table(), floor.player()
    floor.sit(rita, table)
    begin = (timezone.now() + timedelta(days=3)).date().isoformat()
    assert post(push(nif=nif_of(rita), inicio=begin)) == 204
    assert block(rita) is None
    assert PlaySession.objects.get(person_id=rita.id).ended_at is None
    assert Exclusion.objects.get(person_id=rita.id).starts_at > timezone.now()


def test_a_message_without_the_lists_signature_changes_nothing(floor: Floor) -> None:
    rita, now = floor.player(), timezone.now()
    body = push(nif=nif_of(rita))
    good = signed.signature(SECRET.encode(), body, now)
    for header in (
        "",
        "t=1,v1=00",
        good[:-1],
        good[:-1] + ("0" if good[-1] != "0" else "1"),
        good.replace("t=", "t=1"),
        signed.signature(b"another", body, now),
        "\u0663" * 80,
    ):
        assert post(body, header=header) == 400, header
    assert post(body + b" ", header=good) == 400
    assert post(body, at=now - timedelta(minutes=6)) == 400, "an old one, replayed"
    assert post(body, at=now + timedelta(minutes=6)) == 400
    assert post(b"x" * 20_000) == 413
    for bad in (
        b"",
        b"[]",
        b"null",
        b"{",
        b"[" * 16_000,
        b"\xff\xfe",
        body.replace(b'"listed"', b'"forgotten"'),
        body.replace(b"2026-01-31", b"31-01-2026"),
        body.replace(nif_of(rita).encode(), b"12"),
        body.replace(b"SRIJ-1", b"=A1"),
        body.replace(b"SRIJ-1", b"A\\u0000"),
        body.replace(b'"inicio"', b'"fim"'),
        body.replace(b'"2026-01-31"', b"20260131"),
        push(),
    ):
        assert post(bad) == 400, bad[:80]
    assert Client().get(reverse("portal:national_notice")).status_code == 405
    assert not NationalEntry.objects.exists()
    assert not NationalPush.objects.exists()
    with override_settings(NATIONAL_LIST_SECRET="", DEMO_HOUSE=False):
        assert post(body, header=good) == 404
    assert block(rita) is None


def test_the_command_plays_the_list(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rita = floor.player()

    def posted(body: bytes, *, secret: bytes, header: str, address: str) -> None:
        if (status := post(body, header=signed.signature(secret, body, timezone.now()))) != 204:
            raise OSError(f"the house answered {status}")

    monkeypatch.setattr(posting, "post", posted)
    call_command("push_exclusion", "SRIJ-7", "--nif", nif_of(rita), "--months", "3")
    assert "SRIJ-7 was taken" in capsys.readouterr().out
    assert block(rita) is Block.EXCLUDED
    call_command("push_exclusion", "SRIJ-7", "--removed")
    assert block(rita) is None
    with pytest.raises(CommandError, match="was not pushed: no-identity"):
        call_command("push_exclusion", "SRIJ-8")
    with override_settings(NATIONAL_LIST_SECRET="", DEMO_HOUSE=False), pytest.raises(CommandError, match="not set"):
        call_command("push_exclusion", "SRIJ-8", "--nif", "123456789")
    assert uuid.UUID(NationalPush.objects.latest("received_at").event)
