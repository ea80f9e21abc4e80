"""What may end a seat or a browser session leaves a hint, and no reader misses one, in whatever order they commit."""

import random
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from typing import Any

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import ProgrammingError, transaction
from django.utils import timezone
from people import NOW, People

from casino.signing.session_store import SessionStore
from kernel.money import Currency
from players import gates
from players.access.hints import Hints, hints_since
from players.access.operations.hints import KEPT, forget_hints
from players.accounts.session_keys import stored_key
from players.models import Exclusion, ExclusionKind, Person, ProhibitionReason, Registration, StandingHint
from players.privacy.operations import close_account
from players.protection.operations import prohibitions
from players.protection.operations.exclusion import exclude
from players.roles import Role
from players.staff.operations import accounts
from tests.connections import connect
from tests.patience import PATIENCE_SECONDS
from tests.tampering import as_owner

pytestmark = pytest.mark.django_db
HALF_AN_HOUR = timedelta(minutes=30)


def session(key: str, *, ends_in: timedelta = HALF_AN_HOUR) -> Any:
    """The rows of one browser session."""
    Session.objects.create(session_key=key, session_data="", expire_date=timezone.now() + ends_in)
    return Session.objects.filter(session_key=key)


def hinted() -> set[int | str | None]:
    """The persons and sessions that hints name, which are then forgotten."""
    found = {person_id or key for person_id, key in StandingHint.objects.values_list("person_id", "session")}
    StandingHint.objects.all().delete()
    return found


def test_what_bars_a_person_leaves_a_hint_of_them(people: People) -> None:
    officer = people.staff(Role.COMPLIANCE).person_id
    suspended, excluded, closed, inactive, barred, other = [people.player().person_id for _ in range(6)]
    nif = Registration.objects.get(person_id=barred).nif
    hinted()

    acts: dict[int, Callable[[], object]] = {
        suspended: lambda: accounts.suspend(person_id=suspended, reason="motivo", by=officer, now=NOW),
        excluded: lambda: exclude(person_id=excluded, kind=ExclusionKind.SHORT, length=timedelta(days=1), now=NOW),
        closed: lambda: close_account(person_id=closed, idempotency_key=uuid.uuid4(), now=NOW),
        inactive: lambda: Person.objects.filter(pk=inactive).update(is_active=False),
        barred: lambda: prohibitions.prohibit(
            nif=nif, reason=ProhibitionReason.MAGISTRATE, note="ofício 12", by=officer, now=NOW
        ),
    }
    for person_id, act in acts.items():
        act()
        assert hinted() == {person_id}
    answers = gates.may_play(person_ids=list(acts), currency=Currency.PLAY, now=NOW)
    assert {answer.block for answer in answers.values()} == gates.ENDING, "every block that ends a seat leaves one"
    with as_owner():
        Registration.objects.filter(person_id=other).update(nif="123456789")
    assert hinted() == {other}


def test_other_changes_of_a_person_leave_none(people: People) -> None:
    player = people.player().person_id
    hinted()
    Person.objects.filter(pk=player).update(last_login=NOW, language="ro", is_active=True)
    Registration.objects.filter(person_id=player).update(address="Rua Nova 1")
    assert hinted() == set()


def test_what_is_taken_back_leaves_none(people: People) -> None:
    player = people.player().person_id
    hinted()
    with transaction.atomic():
        exclude(person_id=player, kind=ExclusionKind.INDEFINITE, now=NOW)
        transaction.set_rollback(True)
    assert hinted() == set()


def test_a_session_that_ends_sooner_than_was_known_leaves_a_hint() -> None:
    deleted, shortened, prolonged, over = [session(name) for name in ("deleted", "shortened", "prolonged", "over")]
    over.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert hinted() == {"over"}

    deleted.delete()
    over.delete()
    shortened.update(expire_date=timezone.now() + timedelta(minutes=5))
    prolonged.update(expire_date=timezone.now() + timedelta(hours=1), session_data="x")

    assert hinted() == {"deleted", "shortened"}


def test_a_sign_out_leaves_a_hint_of_the_key_as_the_rows_know_it() -> None:
    store = SessionStore()
    store.create()
    key = stored_key(store.session_key or "")
    store.flush()
    assert hinted() == {key}


def test_the_database_alone_writes_hints() -> None:
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        StandingHint.objects.create(act=1, person_id=1, at=NOW)


def test_hints_are_forgotten_after_an_hour() -> None:
    session("old").delete()
    session("new").delete()
    now = timezone.now()
    with as_owner():
        StandingHint.objects.filter(session="old").update(at=now - KEPT - timedelta(seconds=1))
    assert forget_hints(now=now) == 1
    assert hinted() == {"new"}


def test_an_exclusion_that_begins_later_is_known_beforehand(people: People) -> None:
    soon, now_barred, free = [people.player().person_id for _ in range(3)]
    begins = NOW + timedelta(minutes=1)
    for person_id, starts_at in ((soon, begins + timedelta(days=9)), (soon, begins), (now_barred, NOW)):
        Exclusion.objects.create(
            person_id=person_id, kind="indefinite", source="national", starts_at=starts_at, created_at=NOW
        )
    asked = [soon, now_barred, free]
    assert gates.exclusions_to_come(person_ids=asked, now=NOW) == {soon: begins}
    assert gates.exclusions_to_come(person_ids=asked, now=begins) == {soon: begins + timedelta(days=9)}


class Writer:
    """A connection of its own that ends sessions."""

    def __init__(self, connected: "psycopg.Connection[Any]") -> None:
        self._connected = connected
        self.ended: set[str] = set()

    def end(self, key: str) -> None:
        self._connected.execute("DELETE FROM django_session WHERE session_key = %s", [key])
        self.ended.add(key)

    def commit(self) -> set[str]:
        self._connected.commit()
        ended, self.ended = self.ended, set()
        return ended

    def roll_back(self) -> None:
        self._connected.rollback()
        self.ended = set()


@contextmanager
def writers(number: int) -> Iterator[list[Writer]]:
    with ExitStack() as stack:
        yield [Writer(stack.enter_context(connect())) for _ in range(number)]


@pytest.mark.django_db(transaction=True)
def test_a_hint_that_is_committed_after_a_later_one_is_not_missed() -> None:
    for key in ("first", "second", "third"):
        session(key)
    begun = hints_since(None)
    assert (begun.persons, begun.sessions) == (frozenset(), frozenset())
    with writers(2) as (slow, quick):
        slow.end("first")
        quick.end("second")
        quick.commit()
        heard = hints_since(begun.mark)
        assert heard.sessions == {"second"}, "the one that is committed is told at once"
        assert hints_since(heard.mark).sessions == frozenset(), "and once"
        heard = hints_since(heard.mark)
        slow.commit()
        quick.end("third")
        heard = hints_since(heard.mark)
        assert heard.sessions == {"first"}
        quick.commit()
        heard = hints_since(heard.mark)
        assert heard.sessions == {"third"}
    deadline = time.monotonic() + PATIENCE_SECONDS
    while (heard := hints_since(heard.mark)).mark.seen and time.monotonic() < deadline:
        time.sleep(0.1)  # the server's other databases have transactions under way too
    assert heard.mark.seen == frozenset(), "nothing is under way, so nothing is kept"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seed", range(8))
def test_every_hint_is_told_once_to_each_reader(seed: int) -> None:
    chance = random.Random(seed)
    keys = [f"session-{number}" for number in range(40)]
    for key in keys:
        session(key)
    heard: dict[str, list[str]] = {"often": [], "seldom": []}
    marks = {name: hints_since(None).mark for name in heard}
    committed: set[str] = set()

    def listen(name: str) -> None:
        hints: Hints = hints_since(marks[name])
        heard[name] += hints.sessions
        marks[name] = hints.mark

    with writers(4) as open_writers:
        while keys or any(writer.ended for writer in open_writers):
            writer = chance.choice(open_writers)
            if keys and chance.random() < 0.5:
                writer.end(keys.pop())
            elif chance.random() < 0.8:
                committed |= writer.commit()
            else:
                writer.roll_back()
            if chance.random() < 0.5:
                listen("often")
            if chance.random() < 0.1:
                listen("seldom")
        for name in heard:
            listen(name)
    assert {name: sorted(told) for name, told in heard.items()} == dict.fromkeys(heard, sorted(committed))
