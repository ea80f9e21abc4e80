"""A new password by e-mail: the page reveals no registered address, and a second factor is asked for as well."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from casino.adapters import links
from casino.portal.entry_forms import Email, NewPassword, RecoveredPassword
from casino.portal.views.new_password import set_password
from casino.signing import second_factor
from casino.signing.origin import address_of, browser_to_know, device_of, origin_of
from casino.web.act import act, posted
from players.access.operations import credentials, sign_in
from players.messages.brakes import Asked


@require_http_methods(["GET", "HEAD", "POST"])
def recover(request: HttpRequest) -> HttpResponse:
    """Ask for the e-mail."""
    return act(
        request,
        Email(posted(request)),
        credentials.ask_recovery,
        idempotency_key=uuid.uuid4(),
        origin=origin_of(request),
        by=None,
        page=lambda form: render(request, "portal/recovery/page.html", {"form": form}),
        fields={Asked.RECOVERY: "email"},
        to="portal:recover_sent",
    )


@require_safe
def recover_sent(request: HttpRequest) -> HttpResponse:
    """Show the next step, the same for every address."""
    return render(request, "portal/recovery/sent.html")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def recover_password(request: HttpRequest, token: str) -> HttpResponse:
    """The link in the e-mail: a new password, and the second factor's code where one is set (GL-05)."""
    try:
        person = links.person_recovering(token)
    except links.LinkInvalid:
        return render(request, "portal/registration/dead_link.html", status=400)
    form_class = RecoveredPassword if second_factor.has_codes(person) else NewPassword
    form = form_class(request.POST or None)
    if request.method == "POST" and form.is_valid() and _recover(request, form, person):
        messages.success(request, gettext("The password has changed. Sign in with the new one."))
        return redirect("portal:sign_in")
    return render(request, "portal/recovery/new_password.html", {"form": form, "token": token})


def _recover(request: HttpRequest, form: Any, person: Any) -> bool:
    if "code" in form.fields:
        flaws = second_factor.flaws_of_code(person, form.cleaned_data["code"], request)
        for flaw in flaws:
            form.add_error("code", flaw)
        if flaws:
            return False
    if not set_password(request, form, person_id=person.pk):
        return False
    sign_in.know_browser(
        person_id=person.pk,
        browser=browser_to_know(request),
        address=address_of(request),
        device=device_of(request),
        now=timezone.now(),
    )
    return True
