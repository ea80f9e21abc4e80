"""Data that the registers did not confirm: corrected by the person, a few times, with every version kept."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import DatabaseError, transaction

from players.access import queries as security
from players.access.correcting import ATTEMPTS, TRIED
from players.access.identity import Sandbox
from players.access.operations.corrections import CorrectionRejected, CorrectionRejection, correct_identity
from players.access.operations.identity import ask_waiting
from players.access.operations.registration import PersonRegistered, register_player
from players.models import DataChange, Email, IdentityCheck, Person, Registration
from tests.factories import personal_details
from tests.integration.players.people import NOW, People

pytestmark = pytest.mark.django_db
LATER = NOW + timedelta(hours=1)


def refused_with(people: People, nif: str) -> PersonRegistered:
    """A person whom the verifier answered by this number."""
    made = register_player(**people.facts(nif=nif))
    ask_waiting(verifier=Sandbox(), now=NOW)
    return made


def correct(person_id: int, **fields: object) -> tuple[str, ...]:
    card = security.registration_of(person_id)
    assert card is not None
    details = replace(card.details, **fields)  # type: ignore[arg-type]
    return correct_identity(person_id=person_id, details=details, address="192.0.2.7", now=LATER).changed


def reason(person_id: int, **fields: object) -> CorrectionRejection:
    with pytest.raises(CorrectionRejected) as refused:
        correct(person_id, **fields)
    return refused.value.reason


@pytest.mark.parametrize("nif", ["299900010", "299900029", "299900037"])
def test_a_slip_of_the_pen_is_corrected_and_asked_after_again(people: People, nif: str) -> None:
    made, right = refused_with(people, nif), personal_details()
    assert correct(made.person_id, nif=right.nif, full_name="  Ana   Maria Reis-Costa ") == ("full_name", "nif")
    card = security.identity_of(made.person_id)
    assert card is not None
    assert (card.outcome, card.correctable, card.left) == (None, False, ATTEMPTS - 1)
    again = correct_identity(
        person_id=made.person_id,
        details=security.registration_of(made.person_id).details,  # type: ignore[union-attr]
        address="",
        now=LATER,
    )
    assert again.repeat
    ask_waiting(verifier=Sandbox(), now=LATER)
    assert Person.objects.get(pk=made.person_id).verified_at == LATER
    changes = DataChange.objects.filter(person_id=made.person_id).order_by("what")
    assert [(row.what, row.before, row.after) for row in changes] == [
        ("full-name", "Ana Maria Reis", "Ana Maria Reis-Costa"),
        ("nif", nif, right.nif),
    ]
    assert IdentityCheck.objects.filter(person_id=made.person_id).count() == 2, "the first answer stays"
    with pytest.raises(DatabaseError), transaction.atomic():
        DataChange.objects.update(before="")
    assert reason(made.person_id, full_name="Outra Pessoa") is CorrectionRejection.NOT_CORRECTABLE


@pytest.mark.parametrize("nif", ["299900045", "299900053", "299900061"])
def test_other_answers_are_no_slip_of_the_pen(people: People, nif: str) -> None:
    made = refused_with(people, nif)
    assert reason(made.person_id, nif=personal_details().nif) is CorrectionRejection.NOT_CORRECTABLE
    assert not DataChange.objects.exists()


def test_no_correction_while_the_answer_waits_or_without_a_registration(people: People) -> None:
    made = register_player(**people.facts())
    assert reason(made.person_id, full_name="Outra Pessoa") is CorrectionRejection.NOT_CORRECTABLE
    with pytest.raises(CorrectionRejected) as refused:
        correct_identity(person_id=10**9, details=personal_details(), address="", now=NOW)
    assert refused.value.reason is CorrectionRejection.NO_SUCH_PERSON


def test_three_times_and_no_more(people: People) -> None:
    made = refused_with(people, "299900029")
    for number in range(ATTEMPTS):
        assert correct(made.person_id, full_name=f"Ana Reis {'Maria ' * number}Costa")
        ask_waiting(verifier=Sandbox(), now=LATER)
    assert reason(made.person_id, full_name="Ainda Outra") is CorrectionRejection.TOO_OFTEN
    card = security.identity_of(made.person_id)
    assert card is not None
    assert (card.correctable, card.left) == (False, 0)


def test_wrong_and_unchanged_data_is_refused_whole(people: People) -> None:
    made = refused_with(people, "299900029")
    assert reason(made.person_id) is CorrectionRejection.SAME_AS_BEFORE
    with pytest.raises(CorrectionRejected) as refused:
        correct(made.person_id, nif="123", full_name="Ana", birth_date=date(2015, 1, 1))
    assert refused.value.reasons == (
        CorrectionRejection.FULL_NAME_INVALID,
        CorrectionRejection.UNDER_AGE,
        CorrectionRejection.NIF_INVALID,
    )
    assert not DataChange.objects.exists()
    assert Registration.objects.get(person_id=made.person_id).nif == "299900029"


def test_another_persons_number_counts_as_a_try_and_tells_its_holder(people: People) -> None:
    holder = people.player()
    number = Registration.objects.get(person_id=holder.person_id).nif
    made = refused_with(people, "299900010")
    for _ in range(ATTEMPTS):
        assert reason(made.person_id, nif=number) is CorrectionRejection.IDENTITY_TAKEN
    assert reason(made.person_id, nif=number) is CorrectionRejection.TOO_OFTEN
    assert set(DataChange.objects.values_list("what", flat=True)) == {TRIED}
    assert Email.objects.filter(person_id=holder.person_id, kind="registered-already").count() == ATTEMPTS
