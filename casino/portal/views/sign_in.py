"""Signing in and out. A demonstration house shows its visitors the accounts that it was seeded with."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView, LogoutView

from casino import demo
from casino.portal.forms import SignIn as SignInForm


@dataclass(frozen=True, slots=True)
class DemoSignIn:
    """One account that a visitor of a demonstration house may use."""

    name: str
    email: str
    password: str
    staff: bool


class SignIn(LoginView):
    """E-mail and password."""

    template_name = "portal/sign_in/page.html"
    authentication_form = SignInForm
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"demo_accounts": demo_accounts()}


class SignOut(LogoutView):
    """Out again, by form only: a link cannot sign anybody out."""

    http_method_names = ["post", "options"]


def demo_accounts() -> tuple[DemoSignIn, ...]:
    """The seeded accounts of a demonstration house; nothing on any other."""
    if not settings.DEMO_HOUSE:
        return ()
    players = [DemoSignIn(each.name, each.email, demo.PASSWORD, False) for each in demo.PLAYERS]
    staff = [DemoSignIn(each.name, each.email, demo.PASSWORD, True) for each in demo.STAFF]
    return (*players, *staff)
