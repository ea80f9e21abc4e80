"""Signing in and out. A demonstration house shows its visitors the accounts that it was seeded with."""

from dataclasses import dataclass
from typing import Any

from allauth.account.views import LoginView
from allauth.account.views import ReauthenticateView as AgainByPassword
from allauth.mfa.base.views import AuthenticateView, ReauthenticateView
from allauth.mfa.webauthn.views import ReauthenticateWebAuthnView
from django.conf import settings
from django.contrib.auth.views import LogoutView
from django.http import HttpRequest
from django.utils.text import capfirst

from casino.portal import demo_accounts
from casino.portal.entry_forms import SignIn as SignInForm
from casino.signing import second_factor
from kernel.labels import label
from players.roles import Role


@dataclass(frozen=True, slots=True)
class DemoSignIn:
    """One account that a visitor of a demonstration house may use."""

    name: str
    email: str
    password: str
    staff: bool


class SignIn(LoginView):  # type: ignore[misc]  # allauth has no types
    """E-mail and password; the steps that follow are allauth's."""

    template_name = "portal/sign_in/page.html"
    form_class = SignInForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The seeded accounts beside the form."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"demo_accounts": demo_sign_ins(), "next": self.request.GET.get("next", self._sent())}

    def _sent(self) -> str:
        return str(self.request.POST.get("next", ""))


class SignInStep(AuthenticateView):  # type: ignore[misc]  # allauth has no types
    """The second factor that completes a sign-in."""

    template_name = "portal/sign_in/code.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """A demonstration house says the code of its own staff: it opens nothing else."""
        context: dict[str, Any] = super().get_context_data(**kwargs)
        return context | {"demo_code": demo_code(self.stage.login.user)}


class SignOut(LogoutView):
    """Out again, by form only: a link cannot sign anybody out."""

    http_method_names = ["post", "options"]


class _OnwardTo:
    """A page that knows where to go on afterwards, also once its form was sent wrong."""

    request: HttpRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With `next`, and the code of a demonstration's own staff."""
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        onward = self.request.POST.get("next") or self.request.GET.get("next", "")
        return context | {"next": onward, "demo_code": demo_code(self.request.user)}


class Again(_OnwardTo, AgainByPassword):  # type: ignore[misc]  # allauth has no types
    """Confirm the identity again: by password, where no second factor is set."""

    template_name = "portal/sign_in/again.html"


class AgainByCode(_OnwardTo, ReauthenticateView):  # type: ignore[misc]  # allauth has no types
    """Confirm the identity again: by code."""

    template_name = "portal/sign_in/again.html"


class AgainByKey(_OnwardTo, ReauthenticateWebAuthnView):  # type: ignore[misc]  # allauth has no types
    """Confirm the identity again: by key."""

    template_name = "portal/sign_in/again_key.html"


def demo_sign_ins() -> tuple[DemoSignIn, ...]:
    """The seeded accounts of a demonstration house, staff by their role in the reader's language; none on any other."""
    if not settings.DEMO_HOUSE:
        return ()
    players = [DemoSignIn(each.name, each.email, demo_accounts.PASSWORD, False) for each in demo_accounts.PLAYERS]
    staff = [
        DemoSignIn(capfirst(label(Role(each.role))), each.email, demo_accounts.PASSWORD, True)
        for each in demo_accounts.STAFF
    ]
    return (*players, *staff)


def demo_code(user: Any) -> str:
    """The code of a seeded member of staff of a demonstration house; nothing for anybody else."""
    if not settings.DEMO_HOUSE or user.email not in {each.email for each in demo_accounts.STAFF}:
        return ""
    return second_factor.code_now(person_id=user.pk, secret=demo_accounts.SECOND_FACTOR)
