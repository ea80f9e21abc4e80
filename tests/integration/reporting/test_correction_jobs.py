"""Corrections of a heavy day's files by a worker: how far it is, a kill amid it, and two who agree at once."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.db import connection

from players.roles import Role
from reporting.models import Job, JobKind, LeafKind, LogLeaf, RunState, SafeCorrection, SafeFile, SafePackage
from reporting.operations import correction_jobs, corrections, do_job, do_open_jobs, jobs
from reporting.operations.correction_jobs import CorrectionBegun, begin_approval, begin_proposal, rejected_of
from reporting.operations.corrections import CorrectionRejected, CorrectionRejection
from reporting.queries import jobs as queries
from reporting.queries.jobs import progress_name
from tests.factories import Actor
from tests.integration.reporting.test_safe_corrections import (
    DAY,
    LATER,
    PROFILE,
    SECOND,
    House,
    house,
    made,
    moved,
    reject,
    whole,
    why,
)

__all__ = ["house", "whole"]
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def heavy(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every day is too heavy for a page."""
    monkeypatch.setattr(correction_jobs, "AT_ONCE_BYTES", -1)
    settings.OPERATOR_PROFILE = replace(settings.OPERATOR_PROFILE, files=PROFILE)


def proposal(house: House, **facts: Any) -> CorrectionBegun:
    given = {"day": DAY, "reason": "região mal comunicada", "by": house.compliance.id, "idempotency_key": uuid.uuid4()}
    return begin_proposal(profile=PROFILE, now=LATER, **(given | facts))  # type: ignore[arg-type]


def approval(house: House, proposal_id: int, by: Actor | None = None) -> CorrectionBegun:
    now = LATER + timedelta(minutes=5)
    return begin_approval(
        proposal_id=proposal_id,
        profile=PROFILE,
        by=(by or house.supervisor).id,
        idempotency_key=uuid.uuid4(),
        now=now,
    )


def worked() -> int:
    return do_open_jobs(now=LATER + timedelta(minutes=6))


def card_of(begun: CorrectionBegun) -> queries.JobCard:
    assert begun.job is not None
    found = queries.work(begun.job)
    assert found is not None
    return found


def proposed(house: House) -> SafeCorrection:
    made()
    moved()
    proposal(house)
    assert worked() == 1
    return SafeCorrection.objects.get()


def test_a_heavy_day_is_left_to_a_worker_in_both_steps(house: House) -> None:
    made()
    moved()
    begun = proposal(house)
    assert (begun.acted, SafeCorrection.objects.count()) == (None, 0), "nothing is made while the page waits"
    assert worked() == 1
    row, card = SafeCorrection.objects.get(), card_of(begun)
    assert (row.proposed_by_id, row.reason) == (house.compliance.id, "região mal comunicada")
    assert (card.done, card.outcome, rejected_of(card)) == (True, {"proposal": row.pk, "package": ""}, None)
    begun = approval(house, row.pk)
    assert SafeFile.objects.count() == 98
    assert worked() == 1
    assert (card_of(begun).outcome or {})["package"] == SECOND
    row.refresh_from_db()
    assert (row.state, row.decided_by_id) == ("approved", house.supervisor.id)
    assert SafePackage.objects.get(correction=1).name == SECOND
    again = approval(house, row.pk)
    assert again.acted is not None
    assert (again.acted.repeat, again.acted.package) == (True, SECOND), "the same person again: the same answer"


def test_a_light_day_is_made_while_the_page_waits(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(correction_jobs, "AT_ONCE_BYTES", 10_000_000)
    made()
    moved()
    begun = proposal(house)
    assert begun.acted is not None
    done = approval(house, begun.acted.proposal_id).acted
    assert done is not None
    assert done.package == SECOND
    assert not Job.objects.exists()


def test_a_light_day_waits_behind_a_worker_that_numbers_files(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made()
    moved()
    first = proposal(house)
    monkeypatch.setattr(correction_jobs, "AT_ONCE_BYTES", 10_000_000)
    second = proposal(house, reason="outra razão")
    assert second.job not in (None, first.job), "it would wait for the safe's numbers"


def test_a_work_says_how_far_it_is(house: House) -> None:
    row = proposed(house)
    begun = approval(house, row.pk)
    told: list[int] = []
    kept = cache.set

    def noted(name: str, value: int, **more: Any) -> None:
        if name == progress_name(card_of(begun).key):
            told.append(value)
        kept(name, value, **more)

    with mock.patch.object(jobs.cache, "set", noted):
        assert worked() == 1
    assert told == sorted(told)
    assert (len(told), told[0], told[-1]) == (72, 1, 100), "each hour gathered, compared, and made"
    assert (card_of(begun).step, card_of(begun).steps) == (100, 100)


@pytest.mark.parametrize("place", ["keep_files", "_packed", "tell_correction"])
def test_a_kill_amid_it_leaves_nothing_and_the_next_goes_on(house: House, place: str) -> None:
    row = proposed(house)
    begun = approval(house, row.pk)
    with mock.patch.object(corrections, place, side_effect=SystemExit), pytest.raises(SystemExit):
        worked()
    row.refresh_from_db()
    assert (row.state, SafeFile.objects.count(), SafePackage.objects.filter(correction=1).count()) == (
        "proposed",
        98,
        0,
    )
    assert card_of(begun).state == RunState.GATHERING
    assert worked() == 1
    assert (card_of(begun).outcome or {})["package"] == SECOND
    assert LogLeaf.objects.filter(kind=LeafKind.CORRECTION).count() == 1


def test_a_kill_after_the_making_is_the_same_correction(house: House) -> None:
    row = proposed(house)
    begun = approval(house, row.pk)
    made_anew = jobs._corrected

    def killed(*given: Any, **named: Any) -> None:
        made_anew(*given, **named)
        raise SystemExit

    with mock.patch.object(jobs, "_corrected", killed), pytest.raises(SystemExit):
        worked()
    row.refresh_from_db()
    assert row.state == "approved"
    assert worked() == 1
    assert (card_of(begun).outcome or {})["package"] == SECOND
    assert SafePackage.objects.filter(correction=1).count() == 1


def test_a_kill_after_the_comparison_is_the_same_proposal(house: House) -> None:
    made()
    moved()
    key = uuid.uuid4()
    begun = proposal(house, idempotency_key=key)
    corrections.propose_correction(
        day=DAY,
        profile=PROFILE,
        reason="região mal comunicada",
        by=house.compliance.id,
        idempotency_key=key,
        now=LATER,
    )
    assert worked() == 1
    assert card_of(begun).outcome == {"proposal": SafeCorrection.objects.get().pk, "package": ""}


def test_three_kills_give_up_and_it_can_be_asked_for_again(house: House) -> None:
    row = proposed(house)
    begun = approval(house, row.pk)
    for _ in range(jobs.TRIES_MOST):
        with mock.patch.object(corrections, "_packed", side_effect=SystemExit), pytest.raises(SystemExit):
            worked()
    assert worked() == 0
    assert card_of(begun).failed
    approval(house, row.pk)
    assert worked() == 1
    assert SafePackage.objects.get(correction=1).name == SECOND


def test_what_stands_in_the_way_is_said_at_once_or_by_the_work(house: House) -> None:
    assert why(lambda: proposal(house)) is CorrectionRejection.NOT_MADE
    made()
    assert why(lambda: proposal(house, reason="x")) is CorrectionRejection.NO_REASON
    begun = proposal(house)
    assert worked() == 1
    rejected = rejected_of(card_of(begun))
    assert rejected is not None
    assert rejected.reason is CorrectionRejection.NOT_CHANGED
    moved()
    proposal(house)
    assert worked() == 1
    assert why(lambda: proposal(house)) is CorrectionRejection.ALREADY_PROPOSED
    row = SafeCorrection.objects.get()
    assert why(lambda: approval(house, row.pk, house.compliance)) is CorrectionRejection.OWN_PROPOSAL
    assert why(lambda: approval(house, 0)) is CorrectionRejection.NO_SUCH_PROPOSAL
    moved("FR")
    begun = approval(house, row.pk)
    assert worked() == 1
    rejected = rejected_of(card_of(begun))
    assert rejected is not None
    assert rejected.reason is CorrectionRejection.CHANGED_SINCE


def test_a_proposal_that_a_worker_makes_cannot_be_refused(house: House) -> None:
    row = proposed(house)
    approval(house, row.pk)
    Job.objects.filter(kind=JobKind.FILES_CORRECTION).update(state=RunState.GATHERING)
    with pytest.raises(CorrectionRejected) as refused:
        reject(house, corrections.acted(row))
    assert refused.value.reason is CorrectionRejection.UNDER_WAY
    assert worked() == 1


def test_a_proposal_that_is_refused_before_a_worker_comes_is_not_made(house: House) -> None:
    row = proposed(house)
    begun = approval(house, row.pk)
    reject(house, corrections.acted(row))
    assert worked() == 1
    rejected = rejected_of(card_of(begun))
    assert rejected is not None
    assert rejected.reason is CorrectionRejection.ALREADY_DECIDED


def test_two_who_agree_at_once_make_one_correction(house: House) -> None:
    row = proposed(house)
    people = [house.supervisor, house.night.floor.staff(Role.SUPERVISOR)]

    def agree(who: Actor) -> CorrectionBegun:
        try:
            begun = approval(house, row.pk, who)
            assert begun.job is not None
            do_job(job_id=Job.objects.get(key=begun.job).pk, now=LATER + timedelta(minutes=6))
            return begun
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(agree, people))
    while Job.objects.filter(state__in=[RunState.WAITING, RunState.GATHERING]).exists():
        worked()
    assert SafePackage.objects.filter(correction__gt=0).count() == 1
    assert LogLeaf.objects.filter(kind=LeafKind.CORRECTION).count() == 1
    cards = [card_of(each) for each in answers]
    assert all(card.done for card in cards)
    refused = [each for each in map(rejected_of, cards) if each is not None]
    # Both joined one work, or each asked for one before the other's was there: then one was too late.
    assert {each.reason for each in refused} <= {CorrectionRejection.ALREADY_DECIDED}
    assert len(refused) == len({card.key for card in cards}) - 1
