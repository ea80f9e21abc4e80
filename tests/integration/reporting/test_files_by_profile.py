"""A real day's files by each answer that the supervisor may give: they change as asked, and the gate still agrees."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from players.access.operations import sign_in
from players.roles import Role
from reporting.models import LeafKind, LogLeaf, SafeFile
from reporting.operations.corrections import approve_correction, propose_correction
from reporting.operations.safe_files import FilesRejected, make_files
from reporting.six_files import gathering
from reporting.six_files.reading import Written
from tests.factories import PONTO_WINS, Floor
from tests.integration.reporting.test_safe_files import AFTER, DAY, PROFILE, Night, files_of, values
from tests.integration.reporting.test_safe_files import night as night
from tests.rules import rule

pytestmark = pytest.mark.django_db


def made_by(**settings: Any) -> dict[str, Written]:
    return files_of(make_files(day=DAY, profile=replace(PROFILE, **settings), now=AFTER))


def bets_of(files: dict[str, Written]) -> list[dict[str, str]]:
    return values(files, "AJOG", "pbanca")


@pytest.fixture
def told(night: Night) -> Night:
    """Rita lays 20.00, takes 5.00 back and wins; Rui takes back all that he laid."""
    night.floor.open_round(night.table, PONTO_WINS)
    for player, cents in ((night.rita, 20_00), (night.rui, 10_00), (night.rita, -5_00), (night.rui, -10_00)):
        night.floor.now += timedelta(seconds=1)
        night.bet(player, ponto=cents)
    night.floor.settle(night.table)
    return night


@pytest.mark.parametrize(
    ("code", "ponto"), [("two-letters", "4S-4D"), ("ten-as-number", "4S-4D"), ("suit-signs", "4♠-4♦")]
)
def test_cards_are_written_as_asked(told: Night, code: str, ponto: str) -> None:
    assert {bet["cartas_p"] for bet in bets_of(made_by(card_code=code))} == {ponto}


@pytest.mark.parametrize(("decimals", "form"), [(6, r"\.\d{6}"), (3, r"\.\d{3}"), (0, "")])
def test_moments_have_the_decimals_that_were_asked_for(told: Night, decimals: int, form: str) -> None:
    files = made_by(decimals=decimals)
    stamps = [bet["timestp_fim"] for bet in bets_of(files)]
    stamps += [each["timestp_acao"] for each in values(files, "SESS", "jogador")]
    assert len(stamps) > 4
    assert all(re.fullmatch(rf"202603101\d{{5}}{form} \+00:00", stamp) for stamp in stamps)


def test_regions_are_those_of_the_list(told: Night) -> None:
    assert {bet["ip_regiao"] for bet in bets_of(made_by(regions={"PT-11": "1106"}))} == {"1106"}
    assert {bet["ip_regiao"] for bet in bets_of(made_by(vault="3BB", regions={"PT-13": "1312"}))} == {"PT-11"}


def test_what_was_taken_back_is_told(told: Night) -> None:
    assert sorted((bet["a_valor"], bet["r_valor"], bet["g_ganho"]) for bet in bets_of(made_by())) == [
        ("0.00", "10.00", "0.00"),
        ("0.00", "5.00", "0.00"),
        ("10.00", "0.00", "0.00"),
        ("20.00", "0.00", "30.00"),
    ]


@rule("PT-66", asserts="A house that tells what stayed alone writes 15.00 for 20.00 less 5.00, and every sum agrees.")
def test_what_stayed_alone_is_told(told: Night) -> None:
    files = made_by(taken_back="net")
    (bet,) = bets_of(files)
    assert (bet["a_saldo_ini"], bet["a_valor"], bet["a_saldo_fim"]) == ("1000.00", "15.00", "985.00")
    assert (bet["g_saldo_ini"], bet["g_ganho"], bet["g_saldo_fim"]) == ("985.00", "30.00", "1015.00")
    (summary,) = values(files, "RESF", "liq_int")
    assert (summary["total_apostas"], summary["total_reembolsos"]) == ("15.00", "0.00")


def test_what_stayed_over_midnight_agrees_on_both_days(open_floor: Floor) -> None:
    open_floor.now = datetime(2026, 3, 10, 23, 59, 50, tzinfo=UTC)
    night, profile = Night(open_floor), replace(PROFILE, taken_back="net")
    night.sit(night.rita)
    open_floor.open_round(night.table, PONTO_WINS)
    night.bet(night.rita, ponto=20_00)
    open_floor.now = datetime(2026, 3, 11, 0, 0, 1, tzinfo=UTC)
    night.bet(night.rita, ponto=-5_00)
    open_floor.settle(night.table)
    today = files_of(make_files(day=DAY, profile=profile, now=AFTER))
    tomorrow = files_of(make_files(day=DAY + timedelta(days=1), profile=profile, now=AFTER + timedelta(days=1)))
    assert (bets_of(today), [bet["a_valor"] for bet in bets_of(tomorrow)]) == ([], ["15.00"])


def test_a_stake_that_was_left_out_is_found(told: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """The gate holds what stayed to the ledger, slip by slip and day by day."""
    whole = gathering._bets
    monkeypatch.setattr(gathering, "_bets", lambda *given: whole(*given)[:0])
    with pytest.raises(FilesRejected) as refused:
        made_by(taken_back="net")
    assert "S02" in {fault.rule for fault in refused.value.faults}


@rule(
    "PT-58", asserts="A house that leaves out hours without records has the files of the others, with the same bytes."
)
def test_hours_without_records_may_have_no_file(told: Night) -> None:
    made = make_files(day=DAY, profile=replace(PROFILE, empty_hours="none"), now=AFTER)
    assert sorted(made.files) == [
        "AJOG_2026031012_2AA.xml",
        "EXCL_20260310_2AA.xml",
        "JGDR_2026031012_2AA.xml",
        "RESF_20260310_2AA.xml",
        "SESS_2026031012_2AA.xml",
        "TRAN_2026031012_2AA.xml",
    ]
    again = make_files(day=DAY, profile=replace(PROFILE, empty_hours="none"), now=AFTER + timedelta(days=1))
    assert (again.repeat, again.content) == (True, made.content)


def test_a_file_that_an_hour_did_not_have_is_a_correction(told: Night) -> None:
    """A sign-in that comes to be known later: the day is not made otherwise, until two persons agree."""
    profile = replace(PROFILE, empty_hours="none")
    make_files(day=DAY, profile=profile, now=AFTER)
    at = datetime(2026, 3, 10, 15, tzinfo=UTC)
    sign_in.complete_sign_in(person_id=told.rui.id, session="s" * 32, address="192.0.2.1", device="Linux", now=at)
    with pytest.raises(FilesRejected) as refused:
        make_files(day=DAY, profile=profile, now=AFTER)
    assert refused.value.files == ("SESS_2026031015_2AA.xml",)
    first, second = told.floor.staff(Role.COMPLIANCE), told.floor.staff(Role.SUPERVISOR)
    proposed = propose_correction(
        day=DAY, profile=profile, reason="entrada em falta", by=first.id, idempotency_key=uuid4(), now=AFTER
    )
    approve_correction(proposal_id=proposed.proposal_id, profile=profile, by=second.id, now=AFTER)
    names = SafeFile.objects.filter(correction=1).order_by("name").values_list("name", flat=True)
    assert list(names) == ["RESF_20260310_2AArp.xml", "SESS_2026031015_2AArp.xml"]
    leaf = LogLeaf.objects.get(kind=LeafKind.CORRECTION)
    assert [each["old"] == "" for each in leaf.facts["files"]] == [False, True]
