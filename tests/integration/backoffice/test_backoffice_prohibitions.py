"""The staff's page of those who may not play: masked, entered and lifted with who and why (PT-16)."""

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from kernel.money import Currency
from players.gates import Block, may_play
from players.models import Prohibition, Registration
from players.protection.operations.prohibitions import (
    ProhibitionRejected,
    ProhibitionRejection,
    lift_prohibition,
    prohibit,
)
from players.roles import Role
from tests.factories import Actor, Floor
from tests.integration.backoffice.browsers import AsRole
from tests.rules import rule

PAGE = "/casa/impedidos/"


def nif_of(actor: Actor) -> str:
    return Registration.objects.values_list("nif", flat=True).get(person_id=actor.id)


def block(actor: Actor, floor: Floor) -> Block | None:
    return may_play(person_ids=[actor.id], currency=Currency.EUR, now=floor.now)[actor.id].block


@rule(
    "PT-16",
    asserts="A tax number entered as a magistrate's bars its player, shows its last three digits alone, and is lifted "
    "with a note and not without.",
)
def test_entered_masked_found_and_lifted(floor: Floor, as_role: AsRole) -> None:
    rita = floor.player("Rita")
    nif, browser = nif_of(rita), as_role(Role.COMPLIANCE)
    spaced = f"{nif[:3]} {nif[3:6]} {nif[6:]}"
    for _ in range(2):
        answer = browser.post(f"{PAGE}novo/", {"nif": spaced, "reason": "magistrate", "note": "Ofício 12/2026"})
        assert answer.status_code == 302
    (entry,) = Prohibition.objects.all()
    assert (entry.nif, entry.reason, entry.added_by.is_staff) == (nif, "magistrate", True)
    assert block(rita, floor) is Block.PROHIBITED
    page = browser.get(PAGE).content.decode()
    assert nif not in page
    assert all(text in page for text in (f"••••••{nif[-3:]}", "Ofício 12/2026", "magistrado", "Rita"))
    assert "Ofício" in browser.get(PAGE, {"nif": nif}).content.decode()
    assert "nunca esteve impedido" in browser.get(PAGE, {"nif": "299900010"}).content.decode()
    path = reverse("backoffice:lift_prohibition", args=[entry.pk])
    browser.post(path, {"note": " "})
    assert block(rita, floor) is Block.PROHIBITED
    browser.post(path, {"note": "Deixou o cargo"})
    browser.post(path, {"note": "Outra vez"})
    assert block(rita, floor) is None
    page = browser.get(PAGE).content.decode()
    assert "Deixou o cargo" in page
    assert "Outra vez" not in page
    assert browser.post(reverse("backoffice:lift_prohibition", args=[10**9]), {"note": "sim"}).status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"nif": "123456780"},
        {"nif": ""},
        {"nif": "1\0"},
        {"reason": "tall"},
        {"note": "x"},
        {"note": "n" * 301},
        {"note": "a\0b"},
    ],
)
def test_wrong_entries_are_answered_and_write_nothing(floor: Floor, as_role: AsRole, wrong: dict[str, str]) -> None:
    told = {"nif": "299900010", "reason": "police", "note": "Ofício 3"} | wrong
    assert as_role(Role.COMPLIANCE).post(f"{PAGE}novo/", told).status_code == 400
    assert not Prohibition.objects.exists()


def test_a_reading_role_finds_no_form(floor: Floor, as_role: AsRole) -> None:
    browser = as_role(Role.SUPPORT)
    assert "Impedir de jogar" not in browser.get(PAGE).content.decode()
    assert browser.post(f"{PAGE}novo/", {}).status_code == 403


def test_only_who_may_verify_writes_and_nothing_is_rewritten(floor: Floor) -> None:
    support, officer = floor.staff(Role.SUPPORT), floor.staff(Role.COMPLIANCE)
    entry = {"nif": "299900010", "reason": "police", "note": "ofício", "now": floor.now}
    with pytest.raises(ProhibitionRejected) as refused:
        prohibit(**entry, by=support.id)  # type: ignore[arg-type]
    assert (refused.value.reason, refused.value.rule) == (ProhibitionRejection.NOT_ALLOWED, "PT-16")
    made = prohibit(**entry, by=officer.id)  # type: ignore[arg-type]
    with pytest.raises(ProhibitionRejected):
        lift_prohibition(entry_id=made.entry_id, note="engano", by=support.id, now=floor.now)
    for change in ({"nif": "299900029"}, {"lifted_at": floor.now}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Prohibition.objects.update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        Prohibition.objects.all().delete()
