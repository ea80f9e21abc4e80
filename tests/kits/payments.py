"""The contract of a payment provider (`players.cashier.payments.provider.Provider`)."""

import uuid
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol
from urllib.parse import urlsplit

import pytest

from players.cashier.payments.provider import Notice, NoticeKind, NoticeRejected, Order, Provider

NOW: Final = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
LONG_AFTER: Final = NOW + timedelta(hours=1)
HOLDER: Final = "Ana Maria Reis"


class OutsideBank(Protocol):
    """The provider's test system, moved by a test: the adapter, and the acts of those on the other side of it."""

    provider: Provider

    def approve(self, ref: str, *, now: datetime) -> None:
        """The payer agrees to a payment in."""

    def reject(self, ref: str, *, now: datetime) -> None:
        """The payer does not."""

    def notices(self, *, now: datetime) -> list[tuple[bytes, Mapping[str, str]]]:
        """The bodies and headers of the notices that are posted by then, each signed at that moment."""


def order(amount: int = 50_00, *, key: uuid.UUID | None = None) -> Order:
    """A payment of the kit."""
    return Order(key or uuid.uuid4(), amount, "PT50 •••• 4321", HOLDER, "/carteira/")


@pytest.mark.django_db
class ProviderKit:
    """The rules of every payment provider."""

    def test_it_has_a_name_that_notices_are_kept_under(self, outside: OutsideBank) -> None:
        assert 1 <= len(outside.provider.name) <= 20

    def test_a_payment_in_ordered_twice_is_one(self, outside: OutsideBank) -> None:
        wish = order()
        first = outside.provider.start_deposit(wish, now=NOW)
        again = outside.provider.start_deposit(wish, now=NOW + timedelta(minutes=1))
        assert first.ref == again.ref
        assert 1 <= len(first.ref) <= 200
        ours = first.page.startswith("/") and not first.page.startswith("//")
        assert ours or first.page.startswith(tuple(f"{origin}/" for origin in outside.provider.pages)), (
            "where payers agree"
        )

    def test_its_pages_are_origins_over_https(self, outside: OutsideBank) -> None:
        for origin in outside.provider.pages:
            parts = urlsplit(origin)
            assert origin == f"https://{parts.netloc}"
            assert parts.netloc

    def test_a_payment_out_ordered_twice_is_one(self, outside: OutsideBank) -> None:
        wish = order()
        assert outside.provider.pay_out(wish, now=NOW) == outside.provider.pay_out(wish, now=NOW)

    def test_of_an_unknown_payment_it_says_nothing(self, outside: OutsideBank) -> None:
        for outward in (False, True):
            assert outside.provider.ask(key=uuid.uuid4(), outward=outward, now=NOW) is None

    def test_of_an_open_payment_it_says_nothing(self, outside: OutsideBank) -> None:
        wish = order()
        outside.provider.start_deposit(wish, now=NOW)
        assert outside.provider.ask(key=wish.key, outward=False, now=NOW) is None

    def test_an_approved_payment_is_told_and_found_the_same(self, outside: OutsideBank) -> None:
        wish = order()
        ref = outside.provider.start_deposit(wish, now=NOW).ref
        outside.approve(ref, now=NOW)
        told = self._told(outside, LONG_AFTER)
        found = outside.provider.ask(key=wish.key, outward=False, now=LONG_AFTER)
        assert found is not None
        for notice in (*[each for each in told if each.kind is NoticeKind.PAID_IN], found):
            assert (notice.kind, notice.key, notice.ref) == (NoticeKind.PAID_IN, wish.key, ref)
            assert (notice.amount, notice.currency, notice.holder) == (50_00, "EUR", HOLDER)
            assert notice.event
        assert any(notice.kind is NoticeKind.PAID_IN for notice in told), "a notice tells it"

    def test_a_rejected_payment_is_told(self, outside: OutsideBank) -> None:
        wish = order()
        outside.reject(outside.provider.start_deposit(wish, now=NOW).ref, now=NOW)
        found = outside.provider.ask(key=wish.key, outward=False, now=LONG_AFTER)
        assert found is not None
        assert (found.kind, found.key) == (NoticeKind.REJECTED, wish.key)

    def test_a_payment_out_ends(self, outside: OutsideBank) -> None:
        wish = order()
        ref = outside.provider.pay_out(wish, now=NOW)
        found = outside.provider.ask(key=wish.key, outward=True, now=LONG_AFTER)
        assert found is not None
        assert found.kind in {NoticeKind.PAID_OUT, NoticeKind.PAY_OUT_FAILED}
        assert (found.key, found.ref, found.amount) == (wish.key, ref, 50_00)

    def test_money_is_sent_back_as_often_as_it_is_asked(self, outside: OutsideBank) -> None:
        wish = order()
        outside.approve(outside.provider.start_deposit(wish, now=NOW).ref, now=NOW)
        for _ in range(2):
            outside.provider.send_back(key=wish.key, now=LONG_AFTER)

    def test_each_event_has_a_name_of_its_own(self, outside: OutsideBank) -> None:
        for _ in range(3):
            outside.approve(outside.provider.start_deposit(order(), now=NOW).ref, now=NOW)
        events = [notice.event for notice in self._told(outside, LONG_AFTER)]
        assert len(set(events)) == len(events) >= 3

    def test_a_notice_that_was_touched_is_refused(self, outside: OutsideBank) -> None:
        outside.approve(outside.provider.start_deposit(order(), now=NOW).ref, now=NOW)
        body, headers = outside.notices(now=LONG_AFTER)[0]
        for touched in (body.replace(b"5000", b"9000"), body + b" ", b"", b"null", b"\xff", b"[" * 5_000):
            if touched != body:
                with pytest.raises(NoticeRejected):
                    outside.provider.read_notice(body=touched, headers=headers, now=LONG_AFTER)

    def test_a_notice_without_its_signature_is_refused(self, outside: OutsideBank) -> None:
        outside.approve(outside.provider.start_deposit(order(), now=NOW).ref, now=NOW)
        body, headers = outside.notices(now=LONG_AFTER)[0]
        for others in ({}, *(dict.fromkeys(headers, forged) for forged in ("", "t=1,v1=00", "é"))):
            with pytest.raises(NoticeRejected):
                outside.provider.read_notice(body=body, headers=others, now=LONG_AFTER)

    def test_an_old_notice_is_refused(self, outside: OutsideBank) -> None:
        outside.approve(outside.provider.start_deposit(order(), now=NOW).ref, now=NOW)
        body, headers = outside.notices(now=LONG_AFTER)[0]
        with pytest.raises(NoticeRejected):
            outside.provider.read_notice(body=body, headers=headers, now=LONG_AFTER + timedelta(days=1))

    def _told(self, outside: OutsideBank, now: datetime) -> list[Notice]:
        return [
            outside.provider.read_notice(body=body, headers=headers, now=now)
            for body, headers in outside.notices(now=now)
        ]
