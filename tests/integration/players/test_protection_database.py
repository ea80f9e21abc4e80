"""F7: the database itself refuses a stake or a deposit inside an exclusion, from any code."""

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Event
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from people import NOW, People
from tills import Till

from kernel.money import Currency
from kernel.periods import Period
from players.audit.queries import audit
from players.cashier.payments.provider import NoticeKind
from players.models import Exclusion, ExclusionKind, Limit, LimitKind, Obligation
from players.protection import national_list
from players.protection.operations import national
from players.protection.operations.exclusion import exclude
from players.protection.operations.limits import set_limit
from tests.factories import Floor
from tests.funding import deposit_row, lines_of_no_round, pay_in, withdrawal_row
from tests.rules import rule
from tests.tampering import as_owner
from wallet import operations, queries
from wallet.chart import AccountKind, Code

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def _rounds_are_words(db: None) -> Iterator[None]:
    with lines_of_no_round():
        yield


def written_raw(person_key: str, code: Code, amount: int, *, at: datetime, round_key: str = "R-9") -> None:
    """A line by plain SQL that satisfies every guard of the ledger itself."""
    account = queries.account_id(person_key, Currency.EUR)
    with transaction.atomic(), connection.cursor() as cursor:
        stakes = operations.open_stakes_account(round_key=round_key, currency=Currency.EUR, now=NOW)
        funding = operations.house_account(AccountKind.FUNDING, Currency.EUR, now=NOW)
        payouts = operations.house_account(AccountKind.PAYOUTS, Currency.EUR, now=NOW)
        out, key = code in {Code.STAKE, Code.WITHDRAWAL_REQUESTED}, uuid.uuid4()
        other = {Code.DEPOSIT: funding, Code.WITHDRAWAL_REQUESTED: payouts}.get(code, stakes)
        if code is Code.DEPOSIT:
            deposit_row(person_key, amount, key=key, now=at)
        if code is Code.WITHDRAWAL_REQUESTED:
            withdrawal_row(person_key, amount, key=key, now=at, paid=False)
        cursor.execute(
            "UPDATE wallet_account SET balance = balance + %s WHERE id = %s RETURNING balance",
            [-amount if out else amount, account],
        )
        after = cursor.fetchone()[0]
        cursor.execute(
            "INSERT INTO wallet_transfer (debit_account, credit_account, amount, code, key, reference, balance_before,"
            " balance_after, created_at) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)",
            [
                account if out else other,
                other if out else account,
                amount,
                code.value,
                key,
                round_key,
                after + amount if out else after - amount,
                after,
                at,
            ],
        )


@pytest.fixture
def rich(db: None, people: People) -> Any:
    player = people.player()
    pay_in(player.person_key, 1_000, now=NOW)
    return player


@rule(
    "PT-27",
    asserts="The database itself refuses a stake and a deposit from the beginning of a break of one day to its end, "
    "and takes them before and after.",
)
@pytest.mark.parametrize("code", [Code.STAKE, Code.DEPOSIT])
def test_raw_lines_are_refused_from_beginning_to_end(rich: Any, code: Code) -> None:
    written_raw(rich.person_key, code, 10, at=NOW)
    end = NOW + timedelta(days=1)
    exclude(person_id=rich.person_id, kind=ExclusionKind.SHORT, length=timedelta(days=1), now=NOW + MINUTE)
    for moment in (NOW, NOW + MINUTE, end):
        with pytest.raises(IntegrityError, match="PT-27"):
            written_raw(rich.person_key, code, 10, at=moment)
    written_raw(rich.person_key, code, 10, at=end + MINUTE)
    assert queries.verify_ledger().agrees


@pytest.mark.parametrize("code", [Code.STAKE_TAKEN_BACK, Code.REFUND, Code.WITHDRAWAL_REQUESTED])
def test_money_that_goes_back_to_the_player_is_never_refused(rich: Any, code: Code) -> None:
    written_raw(rich.person_key, Code.STAKE, 10, at=NOW)
    exclude(person_id=rich.person_id, kind=ExclusionKind.INDEFINITE, now=NOW + MINUTE)
    written_raw(rich.person_key, code, 10, at=NOW + 2 * MINUTE)


def test_one_excluded_player_refuses_the_whole_statement_and_others_play_on(rich: Any, people: People) -> None:
    other = people.player()
    pay_in(other.person_key, 100, now=NOW)
    exclude(person_id=rich.person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
    written_raw(other.person_key, Code.STAKE, 10, at=NOW)
    accounts = queries.account_ids([rich.person_key, other.person_key], Currency.EUR)
    held = operations.open_stakes_account(round_key="R-2", currency=Currency.EUR, now=NOW)
    lines = [
        operations.Line(account, held, 5, Code.STAKE, uuid.uuid4(), "R-2") for account in sorted(accounts.values())
    ]
    with pytest.raises(IntegrityError, match="PT-27"), transaction.atomic():
        operations.post(lines, balances=operations.lock_balances(accounts.values()), now=NOW)
    assert queries.balance(other.person_key, Currency.EUR) == 90


def test_an_exclusion_only_ever_comes_to_its_end_sooner(rich: Any) -> None:
    done = exclude(person_id=rich.person_id, kind=ExclusionKind.FIXED, months=6, now=NOW)
    row = Exclusion.objects.filter(pk=done.exclusion_id)
    assert done.ends_at is not None
    for change in (
        {"ends_at": done.ends_at + MINUTE},
        {"ends_at": None, "kind": "indefinite"},
        {"person_key": str(uuid.uuid4())},
        {"key": uuid.uuid4()},
    ):
        with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
            row.update(**change)
    row.update(ends_at=done.ends_at - MINUTE)
    row.update(revoked_at=NOW, revoke_reason="engano")
    for moment in (None, NOW + MINUTE):
        with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
            row.update(revoked_at=moment)


def test_the_ledgers_name_of_an_excluded_person_is_the_databases_own(rich: Any) -> None:
    Exclusion.objects.create(
        person_id=rich.person_id,
        kind="indefinite",
        source="self",
        starts_at=NOW,
        created_at=NOW,
        person_key="another person",
    )
    assert Exclusion.objects.get().person_key == rich.person_key
    with pytest.raises(IntegrityError, match="PT-27"):
        written_raw(rich.person_key, Code.STAKE, 10, at=NOW)


def test_histories_stay(rich: Any) -> None:
    set_limit(
        person_id=rich.person_id,
        kind=LimitKind.STAKE,
        period=Period.DAY,
        most=100,
        idempotency_key=uuid.uuid4(),
        now=NOW,
    )
    exclude(person_id=rich.person_id, kind=ExclusionKind.INDEFINITE, now=NOW)
    for rows, change in ((Limit.objects, {"most": 10**6}), (Obligation.objects, {"due_at": NOW + timedelta(days=9)})):
        with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
            rows.update(**change)
        with pytest.raises(IntegrityError, match="is refused"), transaction.atomic(), as_owner():
            rows.all().delete()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("bet_first", [True, False])
def test_raw_bet_and_raw_exclusion_wait_for_each_other(people: People, bet_first: bool) -> None:
    """Neither locks anything of its own accord: the database holds them."""
    player = people.player()
    pay_in(player.person_key, 1_000, now=NOW)
    begun, finished = Event(), Event()

    def bar() -> None:
        Exclusion.objects.create(
            person_id=player.person_id, kind="indefinite", source="self", starts_at=NOW, created_at=NOW
        )

    def second() -> str:
        try:
            assert begun.wait(timeout=30)
            if bet_first:
                bar()
            else:
                written_raw(player.person_key, Code.STAKE, 10, at=NOW)
        except IntegrityError as error:
            return str(error)
        finally:
            finished.set()
            connection.close()
        return "done"

    with ThreadPoolExecutor(1) as thread:
        outcome = thread.submit(second)
        with transaction.atomic():
            if bet_first:
                written_raw(player.person_key, Code.STAKE, 10, at=NOW)
            else:
                bar()
            begun.set()
            assert not finished.wait(timeout=0.5)
        said = outcome.result(timeout=30)
    assert (said == "done") if bet_first else ("PT-27" in said)
    with pytest.raises(IntegrityError, match="PT-27"):
        written_raw(player.person_key, Code.STAKE, 10, at=NOW)
    assert queries.verify_ledger().agrees


@pytest.mark.django_db
def test_the_national_list_and_deposits_leave_a_trail_without_personal_data() -> None:
    floor = Floor(now=NOW)
    (entry,) = national_list.parse(
        b"referencia;nif;tipo;pais;documento;inicio;meses\nSRIJ-1;123456789;2;FR;AB1234;2026-01-31;\n"
    )
    national.take_list(entries=[entry], complete=True, now=floor.now)
    national.take_list(entries=[], complete=True, now=floor.now)
    noted = [row for act in audit.acts(subject="players_nationalentry", subject_id="SRIJ-1") for row in act.rows]
    assert [row.change for row in noted] == ["insert", "update"]
    added = noted[0].after
    assert added is not None
    assert (added["tax_number"], added["document"]) == ("•••", "•••")
    till = Till(floor)
    key = till.start(floor.player())
    till.tell(key, NoticeKind.PAID_IN)
    states = [
        (row.after or {})["state"] for act in audit.acts(subject="players_deposit") for row in act.rows
        if "state" in (row.after or {})
    ]  # fmt: skip
    assert set(states) == {"pending", "credited"}
