"""Terms of keeping: every table has a class, two persons erase data past its term, and money still agrees."""

import threading
import uuid
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from kernel.calendar import add_months, lisbon_date
from players.audit.trails import verify_trails
from players.complaints import operations as complaints
from players.events.names import EventName
from players.keeping import operations, queries, terms
from players.keeping.operations import ErasureRejected, ErasureRejection
from players.keeping.terms import all_terms, kept_tables, latest_before, read_terms, said_of_tables
from players.models import (
    AuditEntry,
    Complaint,
    ComplaintMessage,
    DataChange,
    Deposit,
    Device,
    Email,
    Erasure,
    Event,
    Instrument,
    KeepingLook,
    Person,
    Registration,
    Signal,
    SignalStep,
    SignInAttempt,
)
from players.models.keeping import ERASABLE, ERASED_BY, Keeping, KeepingEnd
from players.roles import Role
from tests.factories import Actor, Floor
from tests.rules import rule
from tests.tampering import as_owner, past_triggers

pytestmark = pytest.mark.django_db

WHY = "Fim do prazo de conservação"
NOW = timezone.now()
LONG_AGO = add_months(NOW, -130)
LIST = Path(terms.__file__).with_name("terms.toml")


@pytest.fixture
def two(floor: Floor) -> tuple[int, int]:
    """Who proposes and who decides."""
    return floor.staff(Role.ADMINISTRATOR).id, floor.staff(Role.COMPLIANCE).id


def attempt(at: datetime, email: str = "antigo@sabot.example", person_id: int | None = None) -> SignInAttempt:
    return SignInAttempt.objects.create(
        email=email, person_id=person_id, factor="password", at=at, outcome="failed", address="192.0.2.7"
    )


def propose(by: int, kind: Keeping, before: date | None = None, **others: Any) -> int:
    facts: dict[str, Any] = {"reason": WHY, "idempotency_key": uuid.uuid4(), "now": NOW} | others
    before = before or lisbon_date(latest_before(kind, NOW))
    return operations.propose_erasure(kind=kind.value, before=before, by=by, **facts).erasure_id


def agreed(two: tuple[int, int], kind: Keeping) -> int:
    made = propose(two[0], kind)
    operations.approve_erasure(erasure_id=made, by=two[1], now=NOW)
    return made


def closed_long_ago(actor: Actor) -> None:
    """The account was closed before its ten years, and so was everything that the term waits for."""
    with as_owner():
        Person.objects.filter(pk=actor.id).update(closed_at=LONG_AGO, joined_at=LONG_AGO - timedelta(days=400))
    with past_triggers():
        Deposit.objects.filter(person_id=actor.id).update(started_at=LONG_AGO, finished_at=LONG_AGO)


@rule("PT-56", asserts="Every table of the house has a retention class, or a reason why it holds nothing about people.")
def test_every_table_has_a_class() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')"
        )
        there = {name for (name,) in cursor.fetchall()}
    assert set(said_of_tables()) == there
    for name, said in said_of_tables().items():
        assert ("class" in said) is not ("none" in said), name
        assert said.keys() <= {"class", "since", "none"}, name
    assert {table.kind for table in kept_tables()} == set(Keeping) - {Keeping.ABANDONED}


def test_what_holds_nothing_about_people_names_none() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT conrelid::regclass::text FROM pg_constraint"
            " WHERE contype = 'f' AND confrelid = 'players_person'::regclass"
        )
        naming = {name for (name,) in cursor.fetchall()}
        for table in kept_tables():
            if table.since:
                cursor.execute(
                    "SELECT data_type FROM information_schema.columns WHERE table_name = %s AND column_name = %s",
                    [table.name, table.since],
                )
                assert "timestamp" in cursor.fetchone()[0], table
    assert {name for name in naming if "none" in said_of_tables()[name]} == set()


@rule("PT-56", asserts="The database keeps accounts and complaints for 120 months at least, whatever the terms say.")
def test_the_database_erases_nothing_below_the_least_of_the_law() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT players_least_months('accounts'), players_least_months('complaints')")
        assert cursor.fetchone() == (120, 120)
        for kind in ERASED_BY:
            cursor.execute("SELECT players_least_months(%s), players_erasable(%s)", [kind.value, kind.value])
            least, tables = cursor.fetchone()
            assert all(line.months >= least for line in all_terms()[kind].lines), kind
            # A class of another app names itself: that app's guards ask by it.
            assert set(tables) <= {*said_of_tables(), kind.value}, kind
            cursor.execute(f"SELECT count(*) FROM {all_terms()[kind].app}_kept_{kind.value.replace('-', '_')}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('end = "erase"', 'end = "keep"'),
        ("months = 24", "months = 0"),
        ('source = "PT-56: 24', 'source = "", other = "'),
        ("[sign-ins]", "[sign-outs]"),
        ("after = 24", ""),
    ],
)
def test_terms_that_do_not_hold_together_are_refused(before: str, after: str) -> None:
    text = LIST.read_text(encoding="utf-8")
    assert read_terms(text) == all_terms()
    with pytest.raises((ValueError, TypeError)):
        read_terms(text.replace(before, after, 1))


def test_the_line_of_the_day_holds() -> None:
    lines = (
        'terms = [{ since = 2020-01-01, months = 30, source = "a" }, { since = 2026-01-01, months = 24, source = "b" }]'
    )
    text = LIST.read_text(encoding="utf-8")
    at = text.index("terms = ", text.index("[emails]"))
    found = read_terms(text[:at] + lines + text[text.index("\n", at) :])[Keeping.EMAILS]
    assert [found.on(day).months for day in (date(2019, 1, 1), date(2025, 12, 31), date(2026, 1, 1))] == [30, 30, 24]


@rule("PT-56", asserts="Data past its term is erased once two persons agreed, and data within it stays.")
def test_two_persons_erase_what_is_past_its_term(floor: Floor, two: tuple[int, int]) -> None:
    old, young = attempt(add_months(NOW, -25)), attempt(add_months(NOW, -23))
    erasure = propose(two[0], Keeping.SIGN_INS)
    card = queries.erasure(erasure)
    assert card is not None
    assert (card.counted, card.waits) == (1, True)
    assert operations.erase_due(now=NOW) == 0
    operations.approve_erasure(erasure_id=erasure, by=two[1], now=NOW)
    assert operations.erase_due(now=NOW) == 1
    assert list(SignInAttempt.objects.values_list("pk", flat=True)) == [young.pk]
    assert old.pk != young.pk
    card = queries.erasure(erasure)
    assert card is not None
    assert (card.state, card.erased, card.done_at) == ("done", 1, NOW)
    told = Event.objects.filter(subject="erasure", subject_key=f"L-{erasure}").order_by("id")
    assert [event.name for event in told] == [
        EventName.ERASURE_PROPOSED,
        EventName.ERASURE_APPROVED,
        EventName.ERASURE_DONE,
    ]
    done = told.last()
    assert done is not None
    assert (done.by, done.facts["erased"]) == (None, 1)
    assert AuditEntry.objects.filter(subject="players_erasure", subject_id=str(erasure)).count() == 3
    assert operations.erase_due(now=NOW) == 0
    floor.prove()


@rule(
    "PT-56", asserts="An account past its ten years loses who its holder was, and ledger, bets and proofs still agree."
)
def test_an_account_is_made_anonymous_and_the_money_stays(floor: Floor, two: tuple[int, int]) -> None:
    actor, other = floor.player("Marta"), floor.player("Rui")
    table = floor.table()
    floor.sit(actor, table)
    floor.open_round(table)
    floor.bet(actor, table, ponto=10_00)
    floor.settle(table)
    balance = actor.balance()
    closed_long_ago(actor)
    attempt(NOW - timedelta(days=3), email=actor.email)
    DataChange.objects.create(person_id=actor.id, what="address", before="Rua A", after="Rua B", by_id=actor.id, at=NOW)
    Device.objects.create(public_id=uuid.uuid4(), person_id=actor.id, session="0" * 40, signed_in_at=NOW, ended_at=NOW)
    number = Instrument.objects.filter(person_id=actor.id).count()
    erasure = agreed(two, Keeping.ACCOUNTS)
    assert operations.erase_due(now=NOW) == 1
    person = Person.objects.get(pk=actor.id)
    assert (person.nickname, person.email) == (f"erased-{actor.id}", f"erased-{actor.id}@erased.invalid")
    assert (person.birth_date, person.is_active, person.has_usable_password()) == (None, False, False)
    assert not Registration.objects.filter(person_id=actor.id).exists()
    assert not DataChange.objects.filter(person_id=actor.id).exists()
    assert not SignInAttempt.objects.filter(email=actor.email).exists()
    assert Instrument.objects.filter(person_id=actor.id, label="–").count() == number
    assert Registration.objects.filter(person_id=other.id).exists()
    assert actor.balance() == balance
    floor.prove()
    # The deposit's own moments were bent by the test, past its trail.
    assert {difference.subject.partition(" ")[0] for difference in verify_trails()} == {"players_deposit"}
    said = AuditEntry.objects.filter(subject="players_registration", change="delete").get()
    assert said.before == {"erasure": erasure}
    assert KeepingLook.objects.get(kind="accounts").past == 0


def test_an_account_that_is_not_over_keeps_its_holder(floor: Floor, two: tuple[int, int]) -> None:
    young, excluded, open_ = floor.player(), floor.player(), floor.player()
    for actor in (young, excluded):
        closed_long_ago(actor)
    with past_triggers():
        Person.objects.filter(pk=young.id).update(closed_at=add_months(NOW, -119))
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO players_exclusion (person_id, kind, source, starts_at, revoke_reason, reason, person_key,"
            " created_at) VALUES (%s, 'indefinite', 'self', %s, '', '', 'x', %s)",
            [excluded.id, LONG_AGO, LONG_AGO],
        )
    with pytest.raises(ErasureRejected) as refused:
        propose(two[0], Keeping.ACCOUNTS)
    assert refused.value.reason is ErasureRejection.NOTHING_DUE
    assert Registration.objects.filter(person_id__in=[young.id, excluded.id, open_.id]).count() == 3
    floor.prove()


def test_a_registration_that_was_never_used_is_made_anonymous(two: tuple[int, int], floor: Floor) -> None:
    idle, used = floor.player(cents=0, verified=False), floor.player(cents=0)
    with past_triggers():
        Person.objects.filter(pk__in=[idle.id, used.id]).update(joined_at=add_months(NOW, -7))
        Person.objects.filter(pk=idle.id).update(email_confirmed_at=None)
    agreed(two, Keeping.ABANDONED)
    assert operations.erase_due(now=NOW) == 1
    assert list(Registration.objects.values_list("person_id", flat=True)) == [used.id]
    floor.prove()


def test_signals_go_a_year_after_the_account_and_their_steps_with_them(floor: Floor, two: tuple[int, int]) -> None:
    gone, stays = floor.player(), floor.player()
    for actor in (gone, stays):
        signal = Signal.objects.create(
            person_id=actor.id, kind="chasing", day=date(2024, 5, 1), facts={}, raised_at=NOW
        )
        SignalStep.objects.create(signal=signal, act="note", text="falámos", by_id=two[1], at=NOW)
    with as_owner():
        Person.objects.filter(pk=gone.id).update(closed_at=add_months(NOW, -13))
        Person.objects.filter(pk=stays.id).update(closed_at=add_months(NOW, -11))
    agreed(two, Keeping.SIGNALS)
    assert operations.erase_due(now=NOW) == 1
    assert [signal.person_id for signal in Signal.objects.all()] == [stays.id]
    assert SignalStep.objects.count() == 1
    assert verify_trails() == ()
    floor.prove()


def test_words_of_closed_cases_go_and_the_numbering_stays(floor: Floor, two: tuple[int, int]) -> None:
    actor = floor.player()
    made = complaints.complain(
        person_id=actor.id,
        category="other",
        text="O meu nome é Marta e não concordo.",
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    with past_triggers():
        Complaint.objects.filter(person_id=actor.id).update(
            state="closed", outcome="rejected", answered_at=LONG_AGO, closed_at=LONG_AGO
        )
    agreed(two, Keeping.COMPLAINTS)
    assert operations.erase_due(now=NOW) == 1
    assert [message.text for message in ComplaintMessage.objects.all()] == ["–"]
    assert Complaint.objects.get().number == made.number
    floor.prove()


def test_a_worker_that_was_killed_is_gone_on_with(floor: Floor, two: tuple[int, int], monkeypatch: Any) -> None:
    for _ in range(7):
        attempt(add_months(NOW, -30))
    erasure = agreed(two, Keeping.SIGN_INS)
    monkeypatch.setattr(operations, "BATCHES_MOST", 2)
    assert operations.erase_due(now=NOW, batch=3) == 6
    card = queries.erasure(erasure)
    assert card is not None
    assert (card.state, card.erased) == ("approved", 6)
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT players_erase(%s, 3, %s)", [erasure, NOW])
        transaction.set_rollback(True)
    assert SignInAttempt.objects.count() == 1
    assert operations.erase_due(now=NOW, batch=3) == 1
    card = queries.erasure(erasure)
    assert card is not None
    assert (card.state, card.erased) == ("done", 7)
    floor.prove()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kind": "money"}, ErasureRejection.NOT_ERASABLE),
        ({"kind": ""}, ErasureRejection.NOT_ERASABLE),
        ({"kind": "'; DROP TABLE players_person"}, ErasureRejection.NOT_ERASABLE),
        ({"reason": " x "}, ErasureRejection.REASON_INVALID),
        ({"reason": "y" * 301}, ErasureRejection.REASON_INVALID),
        ({"reason": "fim\0 do prazo"}, ErasureRejection.REASON_INVALID),
        ({"before": lisbon_date(NOW)}, ErasureRejection.TERM_NOT_OVER),
        ({"before": lisbon_date(add_months(NOW, -24)) + timedelta(days=1)}, ErasureRejection.TERM_NOT_OVER),
        ({"before": date(9999, 12, 30)}, ErasureRejection.TERM_NOT_OVER),
        ({"before": date(2001, 1, 1)}, ErasureRejection.NOTHING_DUE),
        ({"before": date(1, 1, 2)}, ErasureRejection.NOTHING_DUE),
    ],
)
def test_a_proposal_that_does_not_do_changes_nothing(
    two: tuple[int, int], change: dict[str, Any], reason: ErasureRejection
) -> None:
    attempt(add_months(NOW, -30))
    facts: dict[str, Any] = {
        "kind": "sign-ins",
        "before": lisbon_date(add_months(NOW, -24)),
        "reason": WHY,
        "by": two[0],
        "idempotency_key": uuid.uuid4(),
        "now": NOW,
    } | change
    with pytest.raises(ErasureRejected) as refused:
        operations.propose_erasure(**facts)
    assert refused.value.reason is reason
    assert not Erasure.objects.exists()


def test_a_repeat_is_the_first_answer_and_other_facts_are_refused(two: tuple[int, int]) -> None:
    attempt(add_months(NOW, -30))
    key = uuid.uuid4()
    first = propose(two[0], Keeping.SIGN_INS, idempotency_key=key)
    assert propose(two[0], Keeping.SIGN_INS, idempotency_key=key) == first
    for by, reason, why in (
        (two[0], "outra razão", ErasureRejection.KEY_REUSED),
        (two[1], WHY, ErasureRejection.KEY_REUSED),
    ):
        with pytest.raises(ErasureRejected) as refused:
            propose(by, Keeping.SIGN_INS, idempotency_key=key, reason=reason)
        assert refused.value.reason is why
    with pytest.raises(ErasureRejected) as refused:
        propose(two[1], Keeping.SIGN_INS)
    assert refused.value.reason is ErasureRejection.ONE_OPEN


@rule("PT-56", asserts="The person who proposed an erasure neither agrees to it nor turns it down.")
def test_decisions_that_nobody_may_make(floor: Floor, two: tuple[int, int]) -> None:
    attempt(add_months(NOW, -30))
    author = floor.staff(Role.COMPLIANCE).id
    made = propose(author, Keeping.SIGN_INS)
    for call, reason in (
        (lambda: operations.approve_erasure(erasure_id=made, by=author, now=NOW), ErasureRejection.OWN_PROPOSAL),
        (
            lambda: operations.reject_erasure(erasure_id=made, reason="não", by=author, now=NOW),
            ErasureRejection.OWN_PROPOSAL,
        ),
        (lambda: operations.withdraw_erasure(erasure_id=made, by=two[1], now=NOW), ErasureRejection.NOT_OWN),
        (lambda: operations.approve_erasure(erasure_id=made + 1, by=two[1], now=NOW), ErasureRejection.NO_SUCH_ERASURE),
        (
            lambda: operations.reject_erasure(erasure_id=made, reason="", by=two[1], now=NOW),
            ErasureRejection.REASON_INVALID,
        ),
    ):
        with pytest.raises(ErasureRejected) as refused:
            call()
        assert refused.value.reason is reason
    operations.reject_erasure(erasure_id=made, reason="Há um pedido do tribunal", by=two[1], now=NOW)
    assert operations.reject_erasure(erasure_id=made, reason="Há um pedido do tribunal", by=two[1], now=NOW).repeat
    with pytest.raises(ErasureRejected) as refused:
        operations.approve_erasure(erasure_id=made, by=two[1], now=NOW)
    assert refused.value.reason is ErasureRejection.ALREADY_DECIDED
    again = propose(author, Keeping.SIGN_INS)
    assert operations.withdraw_erasure(erasure_id=again, by=author, now=NOW).state == "withdrawn"
    assert operations.erase_due(now=NOW) == 0
    assert SignInAttempt.objects.exists()


@rule("PT-56", asserts="The database itself deletes nothing without an erasure that two persons agreed to.")
def test_the_house_deletes_nothing_by_itself(two: tuple[int, int], floor: Floor) -> None:
    old = attempt(add_months(NOW, -30))
    erasure = propose(two[0], Keeping.SIGN_INS)

    def refused(statement: str, *values: object) -> None:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, values)

    refused("DELETE FROM players_signinattempt")
    refused("SELECT set_config('sabot.erasing', %s, true); DELETE FROM players_signinattempt", str(erasure))
    refused("SELECT players_erase_batch('sign-ins', now(), 10)")
    refused("SELECT players_anonymise(ARRAY[1])")
    refused("SELECT players_erase(%s, 10, now())", erasure)
    refused("SELECT players_erase(%s, 10, now())", erasure + 1)
    refused("UPDATE players_erasure SET state = 'done', decided_by_id = %s, decided_at = now()", two[1])
    refused("UPDATE players_erasure SET running_in = 1")
    refused("UPDATE players_erasure SET before = now()")
    refused("UPDATE players_erasure SET state = 'approved', decided_by_id = proposed_by_id, decided_at = now()")
    refused(
        "INSERT INTO players_erasure (key, kind, before, months, counted, reason, state, proposed_by_id, proposed_at,"
        " rejection, erased) VALUES (gen_random_uuid(), 'accounts', now(), 1, 1, 'x', 'proposed', %s, now(), '', 0)",
        two[0],
    )
    # Even past the privileges the guards stand, whatever the setting says.
    with as_owner():
        refused("DELETE FROM players_signinattempt")
        refused("SELECT set_config('sabot.erasing', %s, true); DELETE FROM players_signinattempt", str(erasure))
        operations.approve_erasure(erasure_id=erasure, by=two[1], now=NOW)
        refused("SELECT set_config('sabot.erasing', %s, true); DELETE FROM players_signinattempt", str(erasure))
    assert SignInAttempt.objects.filter(pk=old.pk).exists()
    assert operations.erase_due(now=NOW) == 1
    refused("DELETE FROM players_datachange")
    floor.prove()


@pytest.mark.django_db(transaction=True)
def test_two_proposals_at_one_moment_are_one(floor: Floor) -> None:
    first, second = floor.staff(Role.COMPLIANCE).id, floor.staff(Role.COMPLIANCE).id
    attempt(add_months(NOW, -30))
    found: list[object] = []

    def one(by: int) -> None:
        try:
            found.append(propose(by, Keeping.SIGN_INS))
        except ErasureRejected as refused:
            found.append(refused.reason)
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=[by]) for by in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Erasure.objects.count() == 1
    assert ErasureRejection.ONE_OPEN in found


def test_what_is_counted_once_a_day(floor: Floor, two: tuple[int, int]) -> None:
    attempt(add_months(NOW, -3))  # written first, as a past that is imported may be
    old = attempt(add_months(NOW, -30))
    floor.player()
    assert all(card.rows is None for card in queries.classes(now=NOW))
    assert operations.look(now=NOW)
    assert not operations.look(now=NOW + timedelta(hours=1))
    cards = {card.kind: card for card in queries.classes(now=NOW)}
    sign_ins = cards[Keeping.SIGN_INS]
    assert (sign_ins.rows, sign_ins.past, sign_ins.oldest, sign_ins.since) == (2, 1, old.at, old.at)
    assert sign_ins.next_at == add_months(old.at, 24)
    assert cards[Keeping.MONEY].rows
    assert cards[Keeping.MONEY].past == 0
    assert not cards[Keeping.MONEY].erasable
    assert [card.kind for card in queries.past_terms(now=NOW)] == [Keeping.SIGN_INS]
    propose(two[0], Keeping.SIGN_INS)
    assert list(queries.past_terms(now=NOW)) == []
    assert operations.look(now=NOW + timedelta(hours=21))


def test_emails_and_devices_go_and_what_is_open_stays(floor: Floor, two: tuple[int, int]) -> None:
    actor = floor.player()
    with past_triggers():
        Email.objects.all().delete()
    sent = {"person_id": actor.id, "kind": "welcome", "written_at": LONG_AGO}
    Email.objects.create(key=uuid.uuid4(), sent_at=LONG_AGO, **sent)
    waiting = Email.objects.create(key=uuid.uuid4(), sent_at=None, **sent)
    device = {"person_id": actor.id, "signed_in_at": LONG_AGO}
    Device.objects.create(public_id=uuid.uuid4(), session="1" * 40, ended_at=LONG_AGO, **device)
    Device.objects.create(public_id=uuid.uuid4(), session="2" * 40, **device)
    Session.objects.create(session_key="3" * 40, session_data="", expire_date=NOW + timedelta(hours=1))
    live = Device.objects.create(public_id=uuid.uuid4(), session="3" * 40, **device)
    agreed(two, Keeping.EMAILS)
    agreed(two, Keeping.DEVICES)
    assert operations.erase_due(now=NOW) == 3
    assert list(Email.objects.values_list("pk", flat=True)) == [waiting.pk]
    assert list(Device.objects.values_list("pk", flat=True)) == [live.pk]


def test_sessions_that_ended_are_forgotten() -> None:
    Session.objects.create(session_key="a" * 40, session_data="", expire_date=NOW - timedelta(days=2))
    Session.objects.create(session_key="b" * 40, session_data="", expire_date=NOW - timedelta(hours=2))
    assert operations.forget_sessions(now=NOW) == 1
    assert list(Session.objects.values_list("session_key", flat=True)) == ["b" * 40]


def test_the_classes_that_are_erased_are_those_of_the_list() -> None:
    ends = {KeepingEnd.ERASE, KeepingEnd.ANONYMISE, KeepingEnd.WORDS}
    assert {kind.value for kind, said in all_terms().items() if said.end in ends} == set(ERASABLE)
