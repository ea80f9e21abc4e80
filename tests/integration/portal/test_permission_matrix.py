"""Every address and every frame of the socket, asked by every kind of person."""

import copy
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from casino.access import matrix, permissions_page
from casino.access.asked_again import ASKED_AGAIN, REFUSED_AT_ONCE
from casino.access.matrix import ADDRESSES, FRAMES, Address
from casino.access.rows import GUEST, PERSONS, PLAYER, VISITOR, Row
from casino.signing.sessions import PROVED
from players.roles import Action, Role
from tables.live import frames
from tests.factories import Floor
from tests.integration.portal.matrix_house import MatrixHouse

ROOT = Path(__file__).resolve().parents[3]
AGAIN = "/seguranca/de-novo/"
FINE = {200, 204, 302, 303, 304, 400, 409, 410, 413, 415, 429, 503}
"""Answers of an address that lets one in; the request may still be nonsense."""
PLAUSIBLE = {
    "key": "0b1c6a1e-4f1e-4a39-9d0e-7f6f1f1f7c20", "text": "Não foi isto que combinámos.", "reason": "não é minha",
    "amount": "10", "understood": "1", "agreed": "1", "name": "telemóvel", "password": "segredo-de-teste",
}  # fmt: skip
"""Values for forms, so that a view that looks at its form before its owner is found."""


@pytest.fixture
def house(floor: Floor) -> MatrixHouse:
    return MatrixHouse(floor)


def client_of(person: str, house: MatrixHouse, floor: Floor) -> Client:
    """A browser of this kind of person; the player is the one to whom things belong."""
    client = Client(raise_request_exception=True)
    if person == GUEST:
        client.force_login(get_user_model().objects.get(pk=floor.guest().id))
    elif person != VISITOR:
        actor = house.owner if person == PLAYER else floor.staff(Role(person))
        client.force_login(get_user_model().objects.get(pk=actor.id))
    return client


def asked(client: Client, method: str, path: str) -> tuple[int, str]:
    """The answer to a bare request, whose effects are undone, a sign-out among them."""
    cookies = copy.deepcopy(client.cookies)
    with transaction.atomic():
        answer = getattr(client, method.lower())(path)
        if answer.streaming:
            answer.getvalue()
        transaction.set_rollback(True)
    client.cookies = cookies
    return answer.status_code, answer.headers.get("Location", "")


def test_every_address_has_a_row() -> None:
    found = [address.name for address in matrix.addresses()]
    assert sorted(found) == sorted(set(found))
    assert set(found) == set(ADDRESSES)
    assert sum(len(rows) for rows in matrix.SECTIONS.values()) == len(ADDRESSES)


def test_every_frame_has_a_row() -> None:
    assert {"connect", *frames._READERS} == set(FRAMES)


def test_rows_name_persons_that_there_are() -> None:
    for name, row in ADDRESSES.items():
        assert (row.get or frozenset()) | (row.post or frozenset()) <= set(PERSONS), name
        assert row.get is not None or row.post is not None, name


def test_staff_pages_are_guarded_by_the_action_of_their_row() -> None:
    for address in matrix.addresses():
        if address.name.startswith("backoffice:"):
            action = ADDRESSES[address.name].action
            expected = frozenset(Action) if action is None else frozenset({action})
            assert address.pattern.callback.guarded_by == expected, address.name  # type: ignore[attr-defined]


def test_the_addresses_that_ask_again_are_those_of_the_matrix() -> None:
    asking = {each.name for each in matrix.addresses() if getattr(each.pattern.callback, "asks_again", False)}
    assert asking == ASKED_AGAIN


def test_where_two_persons_decide_both_answers_ask_again() -> None:
    answers = [
        name for name in ADDRESSES if name.partition(":")[2].partition("_")[0] in {"approve", "reject", "refuse"}
    ]
    assert len(answers) >= 14
    assert set(answers) - ASKED_AGAIN == set(REFUSED_AT_ONCE)


def test_what_a_guest_may_send(house: MatrixHouse, floor: Floor) -> None:
    """All that a guest acts on: nothing of money, of a person's data, or of others."""
    sent = {name for name, row in ADDRESSES.items() if GUEST in (row.post or ())}
    assert sent == {
        "set_language",
        "portal:top_up",
        "portal:guest",
        "portal:sign_out",
        "portal:register",
        "portal:confirm_again",
        "portal:confirm_email",
        "portal:confirm_new_email",
        "portal:recover",
        "portal:recover_password",
        "portal:accept_invitation",
        "portal:self_test",
    }
    assert {name for name, row in ADDRESSES.items() if GUEST in (row.get or ()) and VISITOR not in (row.get or ())} == {
        "portal:session"
    }


def test_a_proof_of_long_ago_is_asked_for_again(house: MatrixHouse, floor: Floor) -> None:
    wrong = []
    for address in matrix.addresses():
        if address.name not in ASKED_AGAIN:
            continue
        row = ADDRESSES[address.name]
        method, who = ("POST", row.post) if row.post is not None else ("GET", row.get)
        client = client_of(next(each for each in PERSONS if each in (who or ())), house, floor)
        _forget_proofs(client)
        status, location = asked(client, method, house.path(address))
        if status != 302 or not location.startswith(AGAIN):
            wrong.append(f"{method} {address.name}: {status} {location}")
    assert wrong == []


def _forget_proofs(client: Client) -> None:
    """As a person who signed in, and proved it, more than ten minutes ago."""
    session = client.session
    session.update({PROVED: 0, AUTHENTICATION_METHODS_SESSION_KEY: []})
    session.save()


@pytest.mark.parametrize("role", [Role.AUDITOR, Role.INSPECTOR])
def test_a_reading_role_sends_nothing_but_questions(role: Role) -> None:
    sent = {
        name for name, row in ADDRESSES.items() if name.startswith("backoffice:") and role.value in (row.post or ())
    }
    assert sent == {
        "backoffice:save_view",
        "backoffice:drop_view",
        "backoffice:calendar_address",
        "backoffice:ask_sealed",
        *(f"backoffice:{own}_work" for own in ("put_off", "bring_back", "watch", "unwatch", "read")),
        "backoffice:personal_data",
        "backoffice:find_person",
        "backoffice:effect",
        "backoffice:verify",
        "backoffice:reconcile",
        "backoffice:request_report",
        "backoffice:take_report",
        "backoffice:take_sealed_day",
        *("backoffice:propose_extract", "backoffice:withdraw_extract"),
    }


@pytest.mark.parametrize("person", PERSONS)
def test_each_person_gets_in_where_the_row_says_and_nowhere_else(house: MatrixHouse, floor: Floor, person: str) -> None:
    client, wrong = client_of(person, house, floor), []
    for address in matrix.addresses():
        row, path = ADDRESSES[address.name], house.path(address)
        cache.clear()  # brakes are not tested here
        for method, who in (("GET", row.get), ("POST", row.post)):
            status, location = asked(client, method, path)
            stands = house.stands(address) and not (person == GUEST and row.own)
            if not _as_it_should_be(person, who, status, _to_sign_in(location), stands=stands):
                wrong.append(f"{method} {path} ({address.name}): {status} {location}")
    assert wrong == []


def _as_it_should_be(
    person: str, who: frozenset[str] | None, status: int, sent_to_sign_in: bool, *, stands: bool
) -> bool:
    if who is None:
        return status in {401, 403, 404, 405} or sent_to_sign_in
    if person in who:
        return (status in FINE and not (person == VISITOR and sent_to_sign_in)) or (status == 404 and not stands)
    if not who:  # machines: no person has the signature
        return status in {400, 401, 403, 404}
    return status in {403, 404} or (person == VISITOR and (status == 401 or sent_to_sign_in))


def _to_sign_in(location: str) -> bool:
    return location.startswith(reverse("portal:sign_in"))


def owned(house: MatrixHouse) -> Iterator[tuple[Address, Row]]:
    for address in matrix.addresses():
        if ADDRESSES[address.name].own:
            assert address.name in house.arguments, f"{address.name} needs something that belongs to the house's owner"
            yield address, ADDRESSES[address.name]


def test_things_of_another_person_do_not_exist(house: MatrixHouse, floor: Floor) -> None:
    other = Client()
    other.force_login(get_user_model().objects.get(pk=house.other.id))
    mine = client_of(PLAYER, house, floor)
    for address, row in owned(house):
        for method, who in (("GET", row.get), ("POST", row.post)):
            if who is None:
                continue
            if PLAYER in who:
                assert asked(mine, method, house.path(address))[0] in FINE, address.name
            for form in ({}, PLAUSIBLE):
                with transaction.atomic():
                    before = rows_written()
                    assert getattr(other, method.lower())(house.path(address), form).status_code in {403, 404}, (
                        address.name
                    )
                    assert rows_written() == before, f"{method} {address.name} changed something"
                    transaction.set_rollback(True)


def rows_written() -> dict[str, int]:
    """How many rows of each table this transaction has written, but those of the browser's own session."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, n_tup_ins + n_tup_upd + n_tup_del FROM pg_stat_xact_user_tables"
            " WHERE n_tup_ins + n_tup_upd + n_tup_del > 0 AND relname <> 'django_session'"
        )
        return dict(cursor.fetchall())


def test_the_page_of_permissions_is_the_tables_own() -> None:
    written = (ROOT / "docs" / "permissions.md").read_text(encoding="utf-8")
    assert written == permissions_page.document(), "write it anew: ./sabot manage write_permissions"


def test_the_matrix_would_notice(house: MatrixHouse, floor: Floor) -> None:
    """A wrong row is found: the wallet is no page for visitors, nor the floor for players."""
    assert asked(client_of(VISITOR, house, floor), "GET", "/carteira/")[0] == 302
    assert asked(client_of(PLAYER, house, floor), "GET", "/casa/sala/")[0] == 403
    assert asked(client_of(PLAYER, house, floor), "GET", f"/sessoes/{uuid.uuid4()}/")[0] == 404
    before = rows_written()
    client_of(PLAYER, house, floor).post(reverse("portal:breaks"), {"kind": "short", "hours": "24"})
    assert rows_written()["players_exclusion"] == before.get("players_exclusion", 0) + 1
