"""Rejections at their edges: the first minute and the last, a decision that came too late, a reason that is none."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection
from django.test.utils import CaptureQueriesContext
from tills import Till

from kernel.money import Currency
from kernel.periods import Period
from players.cashier import operations as cashier
from players.gates import Block, may_deposit, may_play
from players.models import Email, ExclusionKind, ExclusionSource, LimitKind, Prohibition
from players.protection.operations.exclusion import (
    ExclusionRejected,
    ExclusionRejection,
    RevocationRejected,
    RevocationRejection,
    exclude,
    revoke,
)
from players.protection.operations.limits import LimitRejected, LimitRejection, lapse_limits, set_limit
from players.protection.operations.prohibitions import (
    ProhibitionRejected,
    ProhibitionRejection,
    lift_prohibition,
    prohibit,
)
from players.roles import Role
from tests.factories import Floor


def refused(kind: type[Exception], act: Callable[[], Any]) -> Any:
    with pytest.raises(kind) as caught:
        act()
    return caught.value.reason  # type: ignore[attr-defined]  # each rejection has one


@pytest.mark.parametrize(("minutes", "taken"), [(0, False), (1, True), (24 * 60, True), (24 * 60 + 1, False)])
def test_a_session_lasts_a_minute_at_least_and_a_day_at_most(floor: Floor, minutes: int, taken: bool) -> None:
    facts = {
        "kind": LimitKind.SESSION,
        "period": Period.DAY,
        "most": minutes,
        "idempotency_key": uuid.uuid4(),
        "now": floor.now,
    }
    player = floor.player(cents=0).id
    if taken:
        assert set_limit(person_id=player, **facts).most == minutes  # type: ignore[arg-type]
    else:
        why = refused(LimitRejected, lambda: set_limit(person_id=player, **facts))  # type: ignore[arg-type]
        assert why is LimitRejection.AMOUNT_INVALID


@pytest.mark.parametrize(("most", "taken"), [(0, True), (10**12, True), (10**12 + 1, False), (-1, False)])
def test_a_limit_of_money_is_at_most_ten_billion_euros(floor: Floor, most: int, taken: bool) -> None:
    facts = {
        "kind": LimitKind.STAKE,
        "period": Period.DAY,
        "most": most,
        "idempotency_key": uuid.uuid4(),
        "now": floor.now,
    }
    player = floor.player(cents=0).id
    if taken:
        assert set_limit(person_id=player, **facts).most == most  # type: ignore[arg-type]
    else:
        with pytest.raises(LimitRejected) as caught:
            set_limit(person_id=player, **facts)  # type: ignore[arg-type]
        assert (caught.value.reason, caught.value.asked) == (LimitRejection.AMOUNT_INVALID, most)


def test_an_exclusion_that_is_over_is_not_taken_back_and_one_that_stands_is_told(floor: Floor) -> None:
    compliance, player = floor.staff(Role.COMPLIANCE).id, floor.player(cents=0).id

    def barred() -> int:
        return exclude(
            person_id=player,
            kind=ExclusionKind.SHORT,
            length=timedelta(days=1),
            source=ExclusionSource.OPERATOR,
            reason="jogo excessivo",
            by=compliance,
            idempotency_key=uuid.uuid4(),
            now=floor.now,
        ).exclusion_id

    def taken_back(number: int) -> Any:
        return revoke(exclusion_id=number, reason="engano", by=compliance, now=floor.now)

    number = barred()
    floor.wait(days=1, seconds=1)
    assert refused(RevocationRejected, lambda: taken_back(number)) is RevocationRejection.OVER
    assert not Email.objects.filter(person_id=player, kind="exclusion-revoked").exists()
    taken_back(barred())
    assert Email.objects.filter(person_id=player, kind="exclusion-revoked").count() == 1


def test_an_exclusion_is_taken_back_while_its_player_is_held(floor: Floor) -> None:
    compliance, player = floor.staff(Role.COMPLIANCE).id, floor.player(cents=0).id
    barred = exclude(
        person_id=player,
        kind=ExclusionKind.INDEFINITE,
        source=ExclusionSource.OPERATOR,
        reason="jogo excessivo",
        by=compliance,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    with CaptureQueriesContext(connection) as asked:
        revoke(exclusion_id=barred.exclusion_id, reason="engano", by=compliance, now=floor.now)
    statements = [str(each["sql"]) for each in asked.captured_queries]
    held = next(at for at, each in enumerate(statements) if "players_person" in each and " FOR " in each)
    read = next(at for at, each in enumerate(statements) if "revoked_at" in each and each.startswith("SELECT"))
    assert held < read, "what it decides on is read once no other change of this player can pass"


def test_a_prohibition_has_a_reason_that_is_known(floor: Floor) -> None:
    compliance = floor.staff(Role.COMPLIANCE).id
    why = refused(
        ProhibitionRejected,
        lambda: prohibit(nif="123456789", reason="vizinho", note="ouvi dizer", by=compliance, now=floor.now),
    )
    assert why is ProhibitionRejection.REASON_UNKNOWN
    assert not Prohibition.objects.exists()


def test_a_prohibition_has_no_signs_that_cannot_be_read(floor: Floor) -> None:
    facts = {"nif": "123456789", "reason": "magistrate", "by": floor.staff(Role.COMPLIANCE).id, "now": floor.now}
    why = refused(ProhibitionRejected, lambda: prohibit(**facts, note="toca \x07 aqui"))  # type: ignore[arg-type]
    assert why is ProhibitionRejection.NOTE_MISSING
    entered = prohibit(**facts, note="nomeado")  # type: ignore[arg-type]
    lifted = lift_prohibition(entry_id=entered.entry_id, note="deixou o cargo", by=int(str(facts["by"])), now=floor.now)
    assert (entered.repeat, lifted.repeat, lifted.lifted) == (False, False, True)


def test_a_first_limit_counts_what_was_played_before_it(floor: Floor) -> None:
    player, table = floor.player(cents=100_00), floor.table()
    floor.sit(player, table)
    floor.open_round(table)
    floor.bet(player, table, ponto=20_00)
    floor.settle(table)
    set_limit(
        person_id=player.id,
        kind=LimitKind.STAKE,
        period=Period.DAY,
        most=50_00,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    left = may_play(person_ids=[player.id], currency=Currency.EUR, now=floor.now)[player.id].headroom
    assert left is not None
    assert left.most == 30_00


def test_who_may_not_deposit_has_no_headroom(floor: Floor) -> None:
    player = floor.player(cents=0).id
    set_limit(
        person_id=player,
        kind=LimitKind.DEPOSIT,
        period=Period.DAY,
        most=50_00,
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    before = may_deposit(person_id=player, now=floor.now).headroom
    assert before is not None
    assert before.most == 50_00
    exclude(
        person_id=player,
        kind=ExclusionKind.SHORT,
        length=timedelta(days=1),
        idempotency_key=uuid.uuid4(),
        now=floor.now,
    )
    answer = may_deposit(person_id=player, now=floor.now)
    assert (answer.block, answer.headroom) == (Block.EXCLUDED, None)


def test_a_limit_lapses_while_its_player_is_held(floor: Floor) -> None:
    player = floor.player(cents=0).id
    facts: dict[str, Any] = {"person_id": player, "kind": LimitKind.STAKE, "period": Period.DAY, "now": floor.now}
    set_limit(**facts, most=100_00, idempotency_key=uuid.uuid4())
    set_limit(**facts, most=None, idempotency_key=uuid.uuid4())
    with CaptureQueriesContext(connection) as asked:
        assert lapse_limits(now=floor.now + timedelta(days=9)) == 1
    locks = [str(each["sql"]) for each in asked.captured_queries if " FOR " in str(each["sql"])]
    assert "players_person" in locks[0]


def test_an_exclusion_says_whether_it_is_new(floor: Floor) -> None:
    facts: dict[str, Any] = {"person_id": floor.player(cents=0).id, "kind": ExclusionKind.SHORT, "now": floor.now}
    facts |= {"length": timedelta(days=1), "idempotency_key": uuid.uuid4()}
    assert [exclude(**facts).repeat, exclude(**facts).repeat] == [False, True]


@pytest.mark.parametrize(("letters", "taken"), [(2, False), (3, True), (300, True), (301, False)])
def test_a_prohibition_is_noted_in_three_to_three_hundred_letters(floor: Floor, letters: int, taken: bool) -> None:
    compliance = floor.staff(Role.COMPLIANCE).id
    facts = {"nif": "123456789", "reason": "magistrate", "note": "n" * letters, "by": compliance, "now": floor.now}
    if taken:
        assert not prohibit(**facts).repeat  # type: ignore[arg-type]
    else:
        assert refused(ProhibitionRejected, lambda: prohibit(**facts)) is ProhibitionRejection.NOTE_MISSING  # type: ignore[arg-type]


def test_a_prohibition_that_is_lifted_at_the_same_moment_is_entered_anew(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lifted_meanwhile(**_: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(Prohibition.objects, "get_or_create", lifted_meanwhile)
    compliance = floor.staff(Role.COMPLIANCE).id
    why = refused(
        ProhibitionRejected,
        lambda: prohibit(nif="123456789", reason="magistrate", note="nomeado", by=compliance, now=floor.now),
    )
    assert why is ProhibitionRejection.ALREADY_LIFTED


def test_a_short_break_is_not_counted_in_months(floor: Floor) -> None:
    player = floor.player(cents=0).id
    facts = {"person_id": player, "kind": ExclusionKind.SHORT, "length": timedelta(days=1), "now": floor.now}
    why = refused(ExclusionRejected, lambda: exclude(**facts, months=1, idempotency_key=uuid.uuid4()))  # type: ignore[arg-type]
    assert why is ExclusionRejection.PERIOD_INVALID


def test_a_request_that_one_turned_down_another_does_not_turn_down_again(floor: Floor) -> None:
    till, player = Till(floor), floor.player(cents=9_000_00)
    one, other = floor.staff(Role.COMPLIANCE).id, floor.staff(Role.COMPLIANCE).id
    key = till.ask_out(player, 6_000_00, till.instrument(player, proven=True))

    def turned_down(by: int, reason: str = "não é dele") -> Any:
        return cashier.refuse_withdrawal(key=key, reason=reason, by=by, now=floor.now)

    why = refused(cashier.WithdrawalRejected, lambda: turned_down(one, "não\0 é dele"))
    assert why is cashier.WithdrawalRejection.REASON_MISSING
    assert [turned_down(one).repeat, turned_down(one).repeat] == [False, True]
    why = refused(cashier.WithdrawalRejected, lambda: turned_down(other))
    assert why is cashier.WithdrawalRejection.TOO_LATE


def test_who_agreed_first_does_not_agree_to_what_another_turned_down(floor: Floor) -> None:
    till, player = Till(floor), floor.player(cents=9_000_00)
    one, other = floor.staff(Role.COMPLIANCE).id, floor.staff(Role.COMPLIANCE).id
    key = till.ask_out(player, 6_000_00, till.instrument(player, proven=True))

    def agreed(by: int) -> bool:
        return cashier.approve_withdrawal(key=key, reason="visto", by=by, now=floor.now).repeat

    assert agreed(one) is False
    cashier.refuse_withdrawal(key=key, reason="não é dele", by=other, now=floor.now)
    assert refused(cashier.WithdrawalRejected, lambda: agreed(one)) is cashier.WithdrawalRejection.TOO_LATE


@pytest.mark.parametrize(("months", "taken"), [(2, False), (3, True), (127, True), (128, False)])
def test_an_exclusion_lasts_three_months_at_least_and_127_at_most(floor: Floor, months: int, taken: bool) -> None:
    facts: dict[str, Any] = {"person_id": floor.player(cents=0).id, "kind": ExclusionKind.FIXED, "now": floor.now}
    if taken:
        assert not exclude(**facts, months=months, idempotency_key=uuid.uuid4()).repeat
    else:
        why = refused(ExclusionRejected, lambda: exclude(**facts, months=months, idempotency_key=uuid.uuid4()))
        assert why in {ExclusionRejection.PERIOD_INVALID, ExclusionRejection.PERIOD_TOO_SHORT}


def test_only_a_player_takes_a_withdrawal_back(floor: Floor) -> None:
    till, player, support = Till(floor), floor.player(cents=100_00), floor.staff(Role.SUPPORT).id
    key = till.ask_out(player, 10_00, till.instrument(player, proven=True))
    for person_id in (support, 10**9):
        why = refused(
            cashier.WithdrawalRejected,
            lambda person_id=person_id: cashier.cancel_withdrawal(person_id=person_id, key=key, now=floor.now),
        )
        assert why is cashier.WithdrawalRejection.NO_SUCH_PERSON


def test_a_request_cancelled_by_its_player_is_not_refused_any_more(floor: Floor) -> None:
    till, compliance, player = Till(floor), floor.staff(Role.COMPLIANCE).id, floor.player(cents=9_000_00)
    key = till.ask_out(player, 6_000_00, till.instrument(player, proven=True))
    cashier.cancel_withdrawal(person_id=player.id, key=key, now=floor.now)
    why = refused(
        cashier.WithdrawalRejected,
        lambda: cashier.refuse_withdrawal(key=key, reason="não é dele", by=compliance, now=floor.now),
    )
    assert why is cashier.WithdrawalRejection.TOO_LATE
    assert player.balance() == 9_000_00


@pytest.mark.parametrize(
    ("reason", "why"), [(" ", "reason-missing"), ("x\0y", "text-invalid"), ("x" * 501, "text-invalid")]
)
def test_a_correction_is_turned_down_for_a_reason_that_can_be_read(floor: Floor, reason: str, why: str) -> None:
    support, compliance = floor.staff(Role.SUPPORT).id, floor.staff(Role.COMPLIANCE).id
    made = cashier.propose_adjustment(
        person_id=floor.player().id,
        amount=5_00,
        reason="engano",
        reference="R-1",
        idempotency_key=uuid.uuid4(),
        by=support,
        now=floor.now,
    )
    found = refused(
        cashier.AdjustmentRejected,
        lambda: cashier.reject_adjustment(
            adjustment_id=made.adjustment_id, reason=reason, by=compliance, now=floor.now
        ),
    )
    assert found.value == why


def test_it_is_counted_what_the_bank_knew_of_payments_that_were_silent(floor: Floor) -> None:
    till, player = Till(floor), floor.player(cents=100_00)
    till.ask_out(player, 10_00, till.instrument(player, proven=True))
    cashier.send_withdrawals(provider=till.provider, now=floor.now)
    floor.wait(minutes=5)
    assert cashier.ask_after_silent(provider=till.provider, now=floor.now) == 1
