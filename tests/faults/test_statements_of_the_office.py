"""Every statement of what the cashier, staff, players and lists do fails, in three ways: all or nothing, then done.

A failed operation leaves nothing, so one preparation serves all faults of an operation: statement after statement
fails, and when none is left to fail the operation is done, once.
"""

import itertools
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection

from players.cashier import operations as cashier
from players.cashier.operations import sandbox_bank
from players.messages.operations import emails
from players.models import Email, Exclusion, Registration, SandboxNotice, SandboxPayment, Withdrawal, WithdrawalState
from players.protection.national_entries import Entry
from players.protection.operations import national
from tests.factories import NOON, Floor
from tests.faults import doings, evidence
from tests.faults.injection import Fault, How, failing, failing_commit
from tests.faults.support import LONG
from tests.integration.players.tills import Till

LEAST = 5
"""Statements that the least of them sends."""


@pytest.fixture
def office(open_floor: Floor) -> doings.Office:
    return doings.office(open_floor)


def turns(how: How) -> Iterator[int]:
    """The statements that fail in this way: in an ordinary run every third, so that each fails in one of the ways."""
    return itertools.count(1) if LONG else itertools.count(1 + list(How).index(how), len(How))


def faults(operation: doings.Operation, how: How) -> Iterator[Fault]:
    """The operation with one statement after another failing, until there is none to fail and it is done."""
    for at in turns(how):
        with failing(Fault(at, how)) as fault:
            operation()
        if not fault.fired:
            return
        yield fault


@pytest.mark.parametrize("name", doings.DOINGS)
def test_any_statement_and_the_commit_may_fail(office: doings.Office, name: str) -> None:
    """In an ordinary run each statement fails in one of the ways, each way having its turn; in a long one in all."""
    count = 0
    for how in How:
        operation = doings.DOINGS[name](office)
        before = evidence.fingerprint()
        for fault in faults(operation, how):
            count += 1
            assert evidence.fingerprint() == before, f"{fault.at} failed ({how}), and left: {fault.statements[-1]}"
        after = evidence.fingerprint()
        assert after != before, "nothing was in its way, and nothing was done"
        doings.once_more(operation)
        assert evidence.fingerprint() == after, "done twice"
        office.floor.wait(seconds=1)
    assert count >= LEAST
    commits_fail(doings.DOINGS[name](office))


def commits_fail(operation: doings.Operation) -> None:
    """Before the server had it nothing is done; after, everything, though no answer came."""
    before = evidence.fingerprint()
    with failing_commit(reaches=False):
        operation()
    assert evidence.fingerprint() == before

    with failing_commit(reaches=True):
        operation()
    after = evidence.fingerprint()
    assert after != before
    doings.once_more(operation)
    assert evidence.fingerprint() == after, "done twice"


# Sweeps: many transactions, and others' machines between them -----------------------------------------------------


def sending(till: Till) -> Callable[[], int]:
    return lambda: cashier.send_withdrawals(provider=till.provider, now=till.floor.now)


@pytest.mark.parametrize("how", How, ids=lambda how: how.name.lower())
def test_a_payment_is_ordered_once_under_every_failure(office: doings.Office, how: How) -> None:
    """The bank has one payment a key, and the money left the balance once, wherever the sweep stopped."""
    for at in turns(how):
        key = office.withdrawal(10_00 + at)
        with failing(Fault(at, how)) as fault:
            sending(office.till)()
        sending(office.till)()
        row = Withdrawal.objects.get(key=key)
        assert row.state == WithdrawalState.SENT
        assert list(SandboxPayment.objects.filter(key=key).values_list("ref", "amount")) == [
            (row.provider_ref, row.amount)
        ]
        office.floor.wait(seconds=10)
        assert office.till.deliver() == ["applied"]
        if not fault.fired:
            break
    assert at > 2 * LEAST
    assert not SandboxNotice.objects.filter(posted_at=None).exists()


@pytest.mark.parametrize("how", How, ids=lambda how: how.name.lower())
def test_the_banks_notices_are_taken_once_under_every_failure(office: doings.Office, how: How) -> None:
    """A notice that the house could not answer comes again; the deposit is credited once."""
    for at in turns(how):
        before = office.player.balance()
        key = office.till.start(office.player, 20_00, instrument=office.instrument)
        office.till.choose(key, sandbox_bank.Choice.APPROVE)
        with failing(Fault(at, how)) as fault:
            office.till.deliver()
        while SandboxNotice.objects.filter(posted_at=None).exists():
            office.floor.wait(seconds=30)
            office.till.deliver()
        assert office.player.balance() == before + 20_00
        if not fault.fired:
            break
    assert at > 2 * LEAST


@pytest.mark.parametrize("how", How, ids=lambda how: how.name.lower())
def test_a_list_bars_each_player_once_under_every_failure(office: doings.Office, how: How) -> None:
    """Entries are kept first and players barred after; the list taken again bars whom it did not come to."""
    for at in turns(how):
        reference, players = f"SRIJ-{uuid.uuid4().hex[:12]}", [office.floor.player(cents=0) for _ in range(2)]
        entries = [
            Entry(f"{reference}-{each.id}", Registration.objects.get(person_id=each.id).nif, None, NOON, None)
            for each in players
        ]
        with failing(Fault(at, how)) as fault:
            national.take_list(entries=entries, complete=False, now=office.floor.now)
        national.take_list(entries=entries, complete=False, now=office.floor.now)
        for each in players:
            barred = Exclusion.objects.get(person_id=each.id)
            assert barred.reason == f"{reference}-{each.id}"
            assert Email.objects.filter(person_id=each.id, kind="exclusion-begun").count() == 1
        if not fault.fired:
            break
    assert at > 2 * LEAST


@pytest.mark.parametrize("how", How, ids=lambda how: how.name.lower())
def test_an_email_goes_out_under_every_failure(office: doings.Office, how: How) -> None:
    """At least once, and twice only if the failure came between the mail server's yes and the note of it."""
    Email.objects.filter(sent_at=None).update(sent_at=office.floor.now)
    doubled = 0
    for at in turns(how):
        doings.email_written(office)()
        sent: list[int] = []

        def send(email: emails.ToSend, sent: list[int] = sent) -> None:
            sent.append(email.email_id)

        with failing(Fault(at, how)) as fault:  # it swallows the database's failure, and nothing that would mask it
            emails.send_emails(send=send, now=office.floor.now)
        office.floor.wait(minutes=1)
        emails.send_emails(send=send, now=office.floor.now)
        email = Email.objects.latest("pk")
        assert email.sent_at is not None
        assert set(sent) == {email.pk}
        doubled += len(sent) - 1
        assert len(sent) <= 2
        emails.send_emails(send=send, now=office.floor.now)
        assert len(sent) <= 2, "a noted e-mail went out again"
        if not fault.fired:
            break
    assert doubled < at / 2


@pytest.mark.parametrize("how", How, ids=lambda how: how.name.lower())
@pytest.mark.parametrize("statement", ["SAVEPOINT", "RELEASE SAVEPOINT"])
def test_failures_around_an_email_are_told_and_not_masked(office: doings.Office, statement: str, how: How) -> None:
    Email.objects.filter(sent_at=None).update(sent_at=office.floor.now)
    doings.email_written(office)()
    with pytest.raises(OperationalError), connection.execute_wrapper(At(statement, how)):
        emails.send_emails(send=lambda email: None, now=office.floor.now)
    connection.close()
    assert emails.send_emails(send=lambda email: None, now=office.floor.now) == 1, "it was no try of the e-mail's"


class At(Fault):
    """Fails at the first statement that begins so."""

    def __init__(self, statement: str, how: How) -> None:
        super().__init__(0, how)
        self._statement = statement

    def __call__(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Django's execute wrapper."""
        if not self.at and sql.startswith(self._statement):
            self.at = self.seen + 1
        return super().__call__(execute, sql, params, many, context)
