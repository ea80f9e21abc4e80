"""Second factors: how their secrets are kept, who has one, and the published one of a demonstration house."""

import base64
import hashlib
import time
from typing import Any, Final

from allauth.core import context
from allauth.core.internal.cryptokit import compare_user_code
from allauth.mfa import app_settings
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.forms import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy

from casino.signing.origin import address_of, browser_of, device_of, session_of
from casino.signing.waiting import must_wait
from kernel.questions import PERSON, answer, whether_any
from players.access.operations import sign_in
from players.access.queries import code_steps_used

CODE: Final = gettext_lazy("Code")


def _sealing() -> Fernet:
    """Made from the house's secret key: the database alone reveals no second factor."""
    return Fernet(base64.urlsafe_b64encode(hashlib.sha256(b"second-factor:" + settings.SECRET_KEY.encode()).digest()))


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Secrets are sealed, keys have Portuguese names."""

    def encrypt(self, text: str) -> str:
        """Sealed, for the database."""
        return str(_sealing().encrypt(text.encode()).decode())

    def decrypt(self, encrypted_text: str) -> str:
        """As it was."""
        return _sealing().decrypt(encrypted_text.encode()).decode()

    def generate_authenticator_name(self, user: AbstractBaseUser, type: Any) -> str:
        """Name a new key that its owner did not name."""
        return gettext("Key %(number)s") % {
            "number": Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        }

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Staff keep one: they replace it, they do not go without (H7)."""
        if not getattr(authenticator.user, "is_staff", False):
            return True
        strong = Authenticator.objects.filter(user_id=authenticator.user_id).exclude(pk=authenticator.pk)
        return bool(strong.exclude(type=Authenticator.Type.RECOVERY_CODES).exists())


def has_second_factor(user: Any) -> bool:
    """Whether an application or a key of this person is asked for at every sign-in."""
    return bool(not user.is_anonymous and answer(_SECOND_FACTOR, person=user.pk))


_STRONG: Final = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)
_SECOND_FACTOR: Final = whether_any(Authenticator.objects.filter(user_id=PERSON, type__in=_STRONG))
"""Every page of the office asks it."""


def has_codes(user: Any) -> bool:
    """Whether this person can be asked for a code: of an application, or a recovery code beside a key."""
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES]))


def flaws_of_code(user: Any, code: str, request: HttpRequest) -> list[str]:
    """The flaws of a code of the person's, in words; none where it is right. It is used by asking.

    Guesses are few: they are counted like those of a sign-in.
    """
    with context.request_context(request):
        form = SignInCode(user=user, data={"code": code})
        return [str(flaw) for flaw in form.errors.get("code", ())]


def seed(*, person_id: int, secret: str) -> None:
    """Give the person this secret as an authenticator application, unless there is one: for seeded accounts only."""
    user = get_user_model().objects.get(pk=person_id)
    if not is_mfa_enabled(user, [Authenticator.Type.TOTP]):
        TOTP.activate(user, secret)


def code_now(*, person_id: int, secret: str) -> str:
    """A code of this secret that would be taken now: of those valid that were not used yet, one that stays valid for
    longer than it takes to send. The half minute before ends with this one, so its code comes last.
    """
    now = int(time.time()) // app_settings.TOTP_PERIOD
    steps, used = (now, now + 1, now - 1), code_steps_used(person_id)
    return str(format_hotp_value(hotp_value(secret, next((step for step in steps if step not in used), now))))


def _step_of(authenticator: Authenticator, code: str) -> int | None:
    """Return the half minute of a right code of an application; None for a recovery code, which allauth itself ends."""
    if authenticator.type != Authenticator.Type.TOTP:
        return None
    secret = MFAAdapter().decrypt(authenticator.data["secret"])
    steps = yield_hotp_counters_from_time()
    return next(
        (
            step
            for step in steps
            if compare_user_code(actual=code, expected=format_hotp_value(hotp_value(secret, step)))
        ),
        None,
    )


class _Counted:
    """A form whose codes are counted like passwords: three wrong ones lock their counter (GL-07)."""

    in_session = False
    """Whether the person is signed in already, and counted by that session."""
    user: Any
    authenticator: Authenticator
    fields: dict[str, Any]

    def clean_code(self) -> str:
        attempt = sign_in.begin_attempt(
            email=self.user.email,
            factor=sign_in.Factor.SECOND_FACTOR,
            address=address_of(context.request),
            device=device_of(context.request),
            browser=browser_of(context.request),
            session=session_of(context.request) if self.in_session else None,
            now=timezone.now(),
        )
        if attempt.refused:
            raise must_wait(context.request, attempt.wait)
        try:
            code: str = super().clean_code()  # type: ignore[misc]  # of the form that it is mixed into
        except ValidationError:
            sign_in.attempt_failed(attempt_id=attempt.id, now=timezone.now())
            raise
        if not sign_in.attempt_passed(attempt_id=attempt.id, code_step=_step_of(self.authenticator, code)):
            sign_in.attempt_failed(attempt_id=attempt.id, now=timezone.now())
            raise DefaultMFAAdapter().validation_error("incorrect_code")
        return code

    def say(self) -> None:
        """Label the field in the house's words."""
        self.fields["code"].label = CODE
        self.fields["code"].widget.attrs = {
            "autocomplete": "one-time-code",
            "inputmode": "numeric",
            "autofocus": True,
            "maxlength": 20,
        }


class SignInCode(_Counted, AuthenticateForm):  # type: ignore[misc]  # allauth has no types
    """The code that completes a sign-in: of the application, or one of the recovery codes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.say()


class AgainCode(_Counted, ReauthenticateForm):  # type: ignore[misc]  # allauth has no types
    """The code that proves again who is there."""

    in_session = True

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.say()


class ActivationCode(ActivateTOTPForm):  # type: ignore[misc]  # allauth has no types
    """The first code of an application that was just set up."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["code"].label = CODE
        self.fields["code"].widget.attrs = {"autocomplete": "one-time-code", "inputmode": "numeric", "maxlength": 8}


def save_what_changes() -> None:
    """Let the library write the two columns of a second factor that ever change.

    Its owner and its kind never change, and the application has no right to change them.
    """
    ordinary = Authenticator.save

    def save(self: Authenticator, *args: Any, **options: Any) -> None:
        if not self._state.adding and options.get("update_fields") is None:
            options["update_fields"] = ["data", "last_used_at"]
        ordinary(self, *args, **options)

    Authenticator.save = save
