"""Signing in and out. A demonstration house shows its visitors the accounts that it was seeded with."""

from typing import Any

from django.conf import settings
from django.contrib.auth.views import LoginView, LogoutView

from casino.portal.forms import SignIn as SignInForm


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


def demo_accounts() -> tuple[dict[str, str], ...]:
    """The seeded accounts of a demonstration house (`name`, `email`, `password`, `role`); nothing on any other."""
    return tuple(getattr(settings, "DEMO_ACCOUNTS", ())) if settings.DEMO_HOUSE else ()
