"""The house's adapter for allauth: attempts are counted in rows, e-mails are the house's own."""

from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.stages import LoginStage
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth import authenticate
from django.contrib.auth.base_user import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy

from casino.signing.again import proved_lately
from casino.signing.origin import address_of, browser_of, device_of, is_for_staff, session_of
from casino.signing.waiting import must_wait
from players.access import queries
from players.access.operations import credentials, sign_in

WRONG = gettext_lazy("The email or the password is not right. You can recover access by email.")
"""One answer for every wrong sign-in, so that it does not reveal what was wrong (GL-06)."""
ELSEWHERE = gettext_lazy("Staff sign in only from the house’s networks. From this one you cannot.")
"""Shown only to a person who knows the password."""
WRONG_CODE = gettext_lazy("The code is not right, or was used already.")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """The house's rules for allauth's steps."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": WRONG,
        "too_many_login_attempts": WRONG,
        "incorrect_code": WRONG_CODE,
        "incorrect_password": gettext_lazy("The password is not right."),
        "rate_limited": gettext_lazy("Too many were asked for in a short time. Wait a minute and try again."),
    }

    def authenticate(self, request: HttpRequest, **given: Any) -> AbstractBaseUser | None:
        """The person with this e-mail and password. Wrong and unknown take the same time and look the same.

        Raises `ValidationError` while the counter of this browser or network waits, for unknown e-mails too.
        """
        return self._looked_at(request, given.get("email", ""), given.get("password", ""), session=None)

    def _looked_at(
        self, request: HttpRequest, email: str, password: str, *, session: str | None
    ) -> AbstractBaseUser | None:
        email = sign_in.normalised(email)
        attempt = sign_in.begin_attempt(
            email=email,
            factor=sign_in.Factor.PASSWORD,
            address=address_of(request),
            device=device_of(request),
            browser=browser_of(request),
            session=session,
            now=timezone.now(),
        )
        if attempt.refused:
            raise must_wait(request, attempt.wait)
        user = authenticate(request, username=email, password=password)
        if user is None:
            sign_in.attempt_failed(attempt_id=attempt.id, now=timezone.now())
            return None
        if getattr(user, "is_staff", False) and not is_for_staff(request):
            sign_in.attempt_failed(attempt_id=attempt.id, now=timezone.now())
            raise ValidationError(ELSEWHERE, code="elsewhere")
        sign_in.attempt_passed(attempt_id=attempt.id)
        return user

    def reauthenticate(self, user: AbstractBaseUser, password: str) -> bool:
        """Whether this is the signed-in person's password; counted by the session, which no stranger can fill.

        Raises `ValidationError` while that counter waits.
        """
        session = session_of(self.request)
        found = self._looked_at(self.request, getattr(user, "email", ""), password, session=session)
        return found is not None and found.pk == user.pk

    def get_login_stages(self) -> list[str]:
        """After the password: the e-mail must be confirmed, then the second factor where one is set."""
        return ["casino.signing.adapter.ConfirmedStage", "allauth.mfa.stages.AuthenticateStage"]

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, Any]]:
        """The second factor where one is set (GL-05), the password where none is."""
        if not user.is_authenticated:
            return []
        methods = []
        if is_mfa_enabled(user, [Authenticator.Type.TOTP, Authenticator.Type.RECOVERY_CODES]):
            methods.append({"id": "mfa_reauthenticate", "description": "", "url": reverse("mfa_reauthenticate")})
        if is_mfa_enabled(user, [Authenticator.Type.WEBAUTHN]):
            url = reverse("mfa_reauthenticate_webauthn")
            methods.append({"id": "mfa_reauthenticate_webauthn", "description": "", "url": url})
        if methods:
            return methods
        return [{"id": "reauthenticate", "description": "", "url": reverse("account_reauthenticate")}]

    def is_reauthentication_required(self, *, app: str) -> bool:
        """A person who confirmed their identity or signed in lately is not asked again."""
        return not proved_lately(self.request)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Staff begin at their work, players at the tables."""
        return reverse("backoffice:home" if getattr(request.user, "is_staff", False) else "portal:lobby")

    def post_login(self, request: HttpRequest, user: AbstractBaseUser, **given: Any) -> HttpResponse:
        """On to the page that was asked for; by way of what the account lacks, if the way is not one out of play."""
        response: HttpResponse = super().post_login(request, user, **given)
        there = getattr(response, "url", "")
        if there and not getattr(user, "is_staff", False) and _may_ask(there) and queries.details_missing(user.pk):
            return redirect(f"{reverse('portal:contact_details')}?{urlencode({'next': there})}")
        return response

    def send_notification_mail(self, template_prefix: str, user: AbstractBaseUser, *_: Any, **__: Any) -> None:
        """Note a second factor that was added or removed, and tell its owner with the house's own e-mail (PT-17)."""
        credentials.note_second_factor(
            person_id=user.pk,
            what=template_prefix.rpartition("/")[2],
            address=address_of(self.request),
            now=timezone.now(),
        )

    def add_message(self, request: HttpRequest, level: int, *_: Any, message: str | None = None, **__: Any) -> None:
        """The pages speak for themselves: only what comes as words of ours is shown."""
        if message:
            super().add_message(request, level, message=message)


def _may_ask(there: str) -> bool:
    """Whether a question may come first: never before stopping, one's money, complaining."""
    never = ("breaks", "limits", "wallet", "withdrawal", "close_account", "complaints", "complain", "contact_details")
    return not there.startswith(tuple(reverse(f"portal:{name}") for name in never))


class ConfirmedStage(LoginStage):  # type: ignore[misc]  # allauth has no types
    """Sign-in needs a confirmed e-mail; after the right password the page says how to confirm it."""

    key = "confirmed"
    urlname = "portal:confirm_again"

    def handle(self) -> tuple[HttpResponse | None, bool]:
        """Go on, or end here."""
        if getattr(self.login.user, "email_confirmed_at", None) is not None:
            return None, True
        return redirect("portal:confirm_again"), False
