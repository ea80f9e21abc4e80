"""Second factors one by one: their names, who may give one up, which code is the next, what a form asks and counts."""

import time
from types import SimpleNamespace
from typing import Any

import pytest
from allauth.core import context
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user_model
from django.test import Client, RequestFactory
from django.utils import translation

from casino.signing import second_factor
from casino.signing.second_factor import ActivationCode, AgainCode, MFAAdapter, SignInCode
from players.models import SignInAttempt
from players.roles import Role
from tests.factories import SECOND_FACTOR, Floor

pytestmark = pytest.mark.django_db
STEP = 60_000_000
"""A half minute, counted since 1970."""
CODE_PAGE = "/entrar/codigo/"


def code_of(step: int) -> str:
    """The code of the tests' application in this half minute."""
    return str(second_factor.format_hotp_value(second_factor.hotp_value(SECOND_FACTOR, step)))


def user_of(person_id: int) -> Any:
    return get_user_model().objects.get(pk=person_id)


def give(user: Any, kind: str) -> Authenticator:
    return Authenticator.objects.create(user=user, type=kind, data={})


def test_keys_without_a_name_are_numbered_from_one_by_owner_and_kind(floor: Floor) -> None:
    ana, rui = (user_of(floor.player(name).id) for name in ("ana", "rui"))
    give(rui, Authenticator.Type.WEBAUTHN)
    give(ana, Authenticator.Type.TOTP)
    named = MFAAdapter().generate_authenticator_name
    with translation.override("en"):
        assert named(ana, Authenticator.Type.WEBAUTHN) == "Key 1"
        give(ana, Authenticator.Type.WEBAUTHN)
        assert named(ana, Authenticator.Type.WEBAUTHN) == "Key 2"


def test_a_player_may_give_up_the_only_second_factor(floor: Floor) -> None:
    only = give(user_of(floor.player("ana").id), Authenticator.Type.TOTP)
    assert MFAAdapter().can_delete_authenticator(only) is True


def test_staff_keep_a_second_factor_beside_their_recovery_codes(floor: Floor) -> None:
    boss = user_of(floor.staff(Role.SUPERVISOR).id)
    only = Authenticator.objects.get(user=boss)
    assert MFAAdapter().can_delete_authenticator(only) is False
    give(boss, Authenticator.Type.RECOVERY_CODES)
    give(user_of(floor.player("ana").id), Authenticator.Type.WEBAUTHN)
    assert MFAAdapter().can_delete_authenticator(only) is False, "neither paper nor another person's key"
    give(boss, Authenticator.Type.WEBAUTHN)
    assert MFAAdapter().can_delete_authenticator(only) is True


def test_an_owner_who_does_not_say_to_be_staff_is_none() -> None:
    assert MFAAdapter().can_delete_authenticator(SimpleNamespace(user=object(), user_id=0, pk=0)) is True  # type: ignore[arg-type]


def test_a_seeded_account_gets_its_application_once(floor: Floor) -> None:
    ana = floor.player("ana")
    for secret in (SECOND_FACTOR, "B" * 32):
        second_factor.seed(person_id=ana.id, secret=secret)
    kept = Authenticator.objects.get(user_id=ana.id)
    assert MFAAdapter().decrypt(kept.data["secret"]) == SECOND_FACTOR


@pytest.mark.parametrize(
    ("used", "next_step"),
    [
        ((), STEP),
        ((STEP,), STEP + 1),
        ((STEP, STEP + 1), STEP - 1),
        ((STEP - 1, STEP + 1), STEP),
        ((STEP, STEP - 1, STEP + 1), STEP),
    ],
)
@pytest.mark.parametrize("second", [0, 29])
def test_the_next_code_is_of_the_first_half_minute_not_used_yet(
    monkeypatch: pytest.MonkeyPatch, used: tuple[int, ...], next_step: int, second: int
) -> None:
    monkeypatch.setattr(second_factor, "code_steps_used", lambda person_id: frozenset(used))
    monkeypatch.setattr(time, "time", lambda: STEP * 30.0 + second)
    assert second_factor.code_now(person_id=1, secret=SECOND_FACTOR) == code_of(next_step)


def test_the_second_code_of_a_half_minute_is_taken_in_the_next_one_as_well(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A half minute may end between the code and its check."""
    boss = user_of(floor.staff(Role.SUPERVISOR).id)
    application = Authenticator.objects.get(user=boss)
    monkeypatch.setattr(second_factor, "code_steps_used", lambda person_id: frozenset({STEP}))
    monkeypatch.setattr(time, "time", lambda: STEP * 30.0 + 29.9)
    code = second_factor.code_now(person_id=boss.pk, secret=SECOND_FACTOR)
    monkeypatch.setattr(time, "time", lambda: STEP * 30.0 + 30.1)
    assert second_factor._step_of(application, code) is not None


def test_only_codes_of_an_application_have_a_half_minute(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: STEP * 30.0)
    boss = user_of(floor.staff(Role.SUPERVISOR).id)
    application = Authenticator.objects.get(user=boss)
    for step in (STEP - 1, STEP, STEP + 1):
        assert second_factor._step_of(application, code_of(step)) == step
    for step in (STEP - 2, STEP + 2):
        assert second_factor._step_of(application, code_of(step)) is None
    paper = Authenticator(
        user=boss, type=Authenticator.Type.RECOVERY_CODES, data={"secret": application.data["secret"]}
    )
    assert second_factor._step_of(paper, code_of(STEP)) is None


def test_a_code_used_again_is_refused_and_counted_as_wrong(floor: Floor) -> None:
    boss = floor.staff(Role.SUPERVISOR)
    code = second_factor.code_now(person_id=boss.id, secret=SECOND_FACTOR)
    answers = []
    for _ in range(2):
        client = Client()
        client.post("/entrar/", {"login": boss.email, "password": boss.password})
        answers.append(client.post(CODE_PAGE, {"code": code}).status_code)
    assert answers == [302, 200]
    of_codes = SignInAttempt.objects.filter(email=boss.email, factor="second-factor").order_by("pk")
    assert list(of_codes.values_list("outcome", flat=True)) == ["signed-in", "failed"]


@pytest.mark.parametrize(("form", "counted_by"), [(SignInCode, None), (AgainCode, "a-session")])
def test_who_is_signed_in_is_counted_by_that_session(
    floor: Floor, monkeypatch: pytest.MonkeyPatch, form: Any, counted_by: str | None
) -> None:
    begun: list[dict[str, Any]] = []
    begin = second_factor.sign_in.begin_attempt

    def noted(**facts: Any) -> Any:
        begun.append(facts)
        return begin(**facts | {"session": None})

    monkeypatch.setattr(second_factor.sign_in, "begin_attempt", noted)
    monkeypatch.setattr(second_factor, "session_of", lambda request: "a-session")
    request = RequestFactory().post("/")
    with context.request_context(request):
        checked = form(user=user_of(floor.staff(Role.SUPERVISOR).id), data={"code": "000000"})
        assert not checked.is_valid()
    assert [facts["session"] for facts in begun] == [counted_by]


def test_a_locked_account_has_its_code_looked_at_no_more(floor: Floor) -> None:
    boss = user_of(floor.staff(Role.SUPERVISOR).id)
    request = RequestFactory().post("/")
    request.session = SimpleNamespace(session_key=None)  # type: ignore[assignment]
    for _ in range(3):
        assert second_factor.flaws_of_code(boss, "000000", request)
    code = second_factor.code_now(person_id=boss.pk, secret=SECOND_FACTOR)
    (said,) = second_factor.flaws_of_code(boss, code, request)
    assert "5 minutos" in said
    assert second_factor.code_steps_used(boss.pk) == frozenset()


@pytest.mark.parametrize("form", [SignInCode, AgainCode])
def test_a_code_is_asked_for_in_the_houses_words_and_typed_at_once(floor: Floor, form: Any) -> None:
    field = form(user=user_of(floor.player("ana").id)).fields["code"]
    assert field.label == second_factor.CODE
    assert field.widget.attrs == {
        "autocomplete": "one-time-code",
        "inputmode": "numeric",
        "autofocus": True,
        "maxlength": 20,
    }, "twenty letters: a recovery code is longer than a code of an application"


def test_the_first_code_of_an_application_has_eight_places(floor: Floor) -> None:
    request = RequestFactory().get("/")
    request.session = {}  # type: ignore[assignment]
    with context.request_context(request):
        field = ActivationCode(user=user_of(floor.player("ana").id)).fields["code"]
    assert field.label == second_factor.CODE
    assert field.widget.attrs == {"autocomplete": "one-time-code", "inputmode": "numeric", "maxlength": 8}


@pytest.mark.parametrize(
    ("is_new", "asked", "written"),
    [
        (True, {}, {}),
        (False, {}, {"update_fields": ["data", "last_used_at"]}),
        (False, {"update_fields": ["data"]}, {"update_fields": ["data"]}),
        (True, {"update_fields": ["data"]}, {"update_fields": ["data"]}),
    ],
)
def test_of_a_second_factor_two_columns_are_written_again(
    monkeypatch: pytest.MonkeyPatch, asked: dict[str, Any], written: dict[str, Any], *, is_new: bool
) -> None:
    saved: list[dict[str, Any]] = []
    monkeypatch.setattr(Authenticator, "save", lambda self, **options: saved.append(options))
    second_factor.save_what_changes()
    one = Authenticator()
    one._state.adding = is_new
    one.save(**asked)
    assert saved == [written]
