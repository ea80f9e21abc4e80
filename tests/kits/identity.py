"""The contract of a verifier of identities (`players.access.identity.Verifier`)."""

from dataclasses import replace
from datetime import date
from typing import Protocol

import pytest

from players.access.identity import Question, Verifier, VerifierUnavailable


class OutsideDataset(Protocol):
    """A verifier with people of whom its test system gives known answers."""

    verifier: Verifier
    known: Question
    """A person of whom everything is right and who may play."""
    unknown: Question
    deceased: Question
    minor: Question
    wrong_name: Question
    unanswered: Question
    """A question at which the service is silent."""


TODAY = date(2026, 11, 21)


class VerifierKit:
    """The rules of every verifier."""

    def test_it_has_a_name_that_answers_are_kept_under(self, outside: OutsideDataset) -> None:
        assert 1 <= len(outside.verifier.name) <= 20

    def test_of_a_known_person_every_flag_is_said(self, outside: OutsideDataset) -> None:
        verdict = outside.verifier.ask(outside.known)
        assert (verdict.found, verdict.name_valid, verdict.nif_valid, verdict.birth_date_valid) == (True,) * 4
        assert (verdict.of_age, verdict.deceased, verdict.prohibited) == (True, False, None)

    def test_every_answer_has_a_number_by_which_it_is_found(self, outside: OutsideDataset) -> None:
        """The regulator's files name the answer (PT-58)."""
        verdict = outside.verifier.ask(outside.known)
        assert 1 <= len(verdict.number) <= 60
        assert verdict.number.isprintable()
        assert verdict.given_at is None or verdict.given_at.tzinfo is not None
        assert outside.verifier.ask(outside.wrong_name).number != verdict.number

    def test_of_an_unknown_person_nothing_but_that(self, outside: OutsideDataset) -> None:
        verdict = outside.verifier.ask(outside.unknown)
        assert verdict.found is False
        flags = (verdict.name_valid, verdict.nif_valid, verdict.birth_date_valid, verdict.of_age, verdict.deceased)
        assert flags == (None,) * 5

    def test_the_dead_the_young_and_the_wrongly_named_are_told(self, outside: OutsideDataset) -> None:
        assert outside.verifier.ask(outside.deceased).deceased is True
        assert outside.verifier.ask(outside.minor).of_age is False
        assert outside.verifier.ask(outside.wrong_name).name_valid is False

    def test_the_same_question_has_the_same_answer(self, outside: OutsideDataset) -> None:
        assert outside.verifier.ask(outside.known) == outside.verifier.ask(replace(outside.known, tries=3))

    def test_silence_is_no_verdict(self, outside: OutsideDataset) -> None:
        with pytest.raises(VerifierUnavailable):
            outside.verifier.ask(outside.unanswered)
