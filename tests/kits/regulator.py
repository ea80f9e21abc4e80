"""The contracts of the regulator's side: the desk that takes notices, the keeper of the national list, the gateway."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, Protocol

import pytest

from casino.adapters.gateway import Gateway
from casino.adapters.regulator import Desk, NationalList
from players.accounts.operations.obligations import Notice
from players.models import ObligationKind
from players.protection.national_list import parse

DUE: Final = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
NOTICE: Final = Notice(
    7, ObligationKind.NOTIFY_EXCLUSION, 11, "exclusion:3", {"begins_at": "2026-11-21T12:00:00+00:00"}, DUE
)


class OutsideDesk(Protocol):
    """A desk whose test system can be switched off and looked into."""

    desk: Desk

    def switch_off(self) -> None:
        """No notice arrives from now on."""

    def arrived(self) -> list[int]:
        """The numbers of the notices that arrived, each once."""


class DeskKit:
    """The rules of every desk (PT-29)."""

    def test_a_notice_arrives_and_has_a_receipt(self, outside: OutsideDesk) -> None:
        receipt = outside.desk.notify(NOTICE)
        assert 1 <= len(receipt) <= 200
        assert outside.arrived() == [NOTICE.obligation_id]

    def test_a_notice_sent_twice_counts_once(self, outside: OutsideDesk) -> None:
        assert outside.desk.notify(NOTICE) == outside.desk.notify(NOTICE)
        assert outside.arrived() == [NOTICE.obligation_id]

    def test_notices_are_told_apart_by_their_numbers(self, outside: OutsideDesk) -> None:
        other = replace(NOTICE, obligation_id=8, kind=ObligationKind.NOTIFY_REVOCATION)
        assert outside.desk.notify(NOTICE) != outside.desk.notify(other)
        assert sorted(outside.arrived()) == [7, 8]

    def test_a_desk_that_cannot_be_reached_says_so(self, outside: OutsideDesk) -> None:
        outside.switch_off()
        with pytest.raises(OSError):  # noqa: PT011  (which one is the service's affair)
            outside.desk.notify(NOTICE)


class OutsideList(Protocol):
    """A keeper of the national list whose test system can be filled and switched off."""

    keeper: NationalList

    def publish(self, content: bytes) -> None:
        """This is the whole list from now on."""

    def switch_off(self) -> None:
        """The keeper cannot be reached from now on."""


class NationalListKit:
    """The rules of every keeper of the national list (PT-30)."""

    def test_the_whole_list_is_fetched_in_a_form_that_is_read(self, outside: OutsideList, list_of_one: bytes) -> None:
        outside.publish(list_of_one)
        content = outside.keeper.fetch()
        assert content is not None
        assert parse(content) == parse(list_of_one)

    def test_an_unchanged_list_is_the_same_or_nothing(self, outside: OutsideList, list_of_one: bytes) -> None:
        outside.publish(list_of_one)
        first = outside.keeper.fetch()
        assert outside.keeper.fetch() in {first, None}

    def test_a_keeper_that_cannot_be_reached_says_so(self, outside: OutsideList, list_of_one: bytes) -> None:
        outside.publish(list_of_one)
        outside.switch_off()
        with pytest.raises(OSError):  # noqa: PT011  (which one is the service's affair)
            outside.keeper.fetch()


class OutsideGateway(Protocol):
    """A gateway whose test system can be switched off and on again."""

    gateway: Gateway

    def switch_off(self) -> None:
        """Nothing gets through from now on."""

    def switch_on(self) -> None:
        """It works again."""


class GatewayKit:
    """The rules of every gateway (PT-72)."""

    def test_it_says_whether_it_is_there(self, outside: OutsideGateway) -> None:
        assert outside.gateway.answers() is True
        outside.switch_off()
        assert not self._answers(outside.gateway), "it says no, or raises"
        outside.switch_on()
        assert outside.gateway.answers() is True

    def _answers(self, gateway: Gateway) -> bool:
        try:
            return gateway.answers()
        except OSError:
            return False
