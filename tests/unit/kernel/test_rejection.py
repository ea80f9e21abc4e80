"""Rejections: their facts, their fixedness, and that every rejection of an operation is one."""

import importlib
import pkgutil
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum

import pytest

import players
import reporting
import tables
import wallet
from kernel.rejection import Rejected


class Rejection(StrEnum):
    LATE = "too-late"
    NUMBER_INVALID = "number-invalid"
    NOT_ALLOWED = "not-allowed"


class CoatRejected(Rejected):
    """A coat was not taken."""

    reason: Rejection
    rule = "R1"
    most = 7


def test_a_rejection_carries_its_facts_and_the_defaults_of_its_operation() -> None:
    until = datetime(2026, 11, 23, tzinfo=UTC)
    bare, full = (
        CoatRejected(Rejection.LATE),
        CoatRejected(Rejection.LATE, rule="R2", asked=9, least=1, most=8, until=until),
    )

    assert (bare.reason, bare.rule, bare.asked, bare.most, bare.until, str(bare)) == (
        Rejection.LATE,
        "R1",
        None,
        7,
        None,
        "too-late",
    )
    assert (full.rule, full.asked, full.least, full.most, full.until) == ("R2", 9, 1, 8, until)


def test_a_rejection_cannot_be_changed_but_python_can_raise_it_anywhere() -> None:
    @contextmanager
    def passing():  # type: ignore[no-untyped-def]
        yield

    with pytest.raises(CoatRejected) as caught, passing():
        raise CoatRejected(Rejection.LATE) from ValueError()
    caught.value.add_note("seen")
    with pytest.raises(AttributeError):
        caught.value.most = 8  # type: ignore[misc]


def test_the_reason_says_whether_what_was_sent_can_ever_do() -> None:
    assert [CoatRejected(each).malformed for each in Rejection] == [False, True, False]
    assert [CoatRejected(each).not_allowed for each in Rejection] == [False, False, True]


def test_every_rejection_of_an_operation_stands_on_the_one_base() -> None:
    apart = {"players.cashier.payments.provider.NoticeRejected", "players.complaints.operations.cell.CellRejected"}
    found: dict[str, type] = {}
    for app in (wallet, players, tables, reporting):
        for module in pkgutil.walk_packages(app.__path__, f"{app.__name__}."):
            if "migrations" in module.name or "painter" in module.name:
                continue
            for name, each in vars(importlib.import_module(module.name)).items():
                if name.endswith("Rejected") and isinstance(each, type) and issubclass(each, Exception):
                    found[f"{each.__module__}.{each.__name__}"] = each
    others = {name for name, each in found.items() if not issubclass(each, Rejected)}

    assert others <= apart | {"kernel.signed.SignatureRejected"}
    assert len(found) > 40
    for name, each in found.items():
        if issubclass(each, Rejected):
            assert any("reason" in vars(one).get("__annotations__", {}) for one in each.__mro__[:-3]), name
