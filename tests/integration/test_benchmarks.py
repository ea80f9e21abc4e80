"""The benchmarks lay their rows by SQL of their own: what a migration adds must not end them unseen."""

import sys
from importlib import import_module
from pathlib import Path

import pytest

from tables.models import Bet, Round
from wallet.models import Transfer

BENCHMARKS = Path(__file__).resolve().parents[1] / "bench"


@pytest.mark.django_db(transaction=True)
def test_the_day_of_the_benchmark_of_reports_can_be_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(BENCHMARKS), *sys.path])
    import_module("bench_reports").lay(bets=40)
    assert Round.objects.count() == 4
    assert Bet.objects.count() == 40
    assert Transfer.objects.count() > 40
