"""The link of an invitation: a new colleague chooses the first password, which no other person has known."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from casino.adapters import links
from casino.portal.entry_forms import NewPassword
from casino.portal.views.new_password import set_password


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def accept_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Choose the password; the second factor is set up at the first sign-in (H7)."""
    try:
        person = links.person_invited(token)
    except links.LinkInvalid:
        return render(request, "portal/invitation/dead_link.html", status=400)
    form = NewPassword(request.POST or None)
    if request.method == "POST" and form.is_valid() and set_password(request, form, person_id=person.pk):
        messages.success(request, gettext("The password is saved. Sign in, and add the second factor."))
        return redirect("portal:sign_in")
    return render(request, "portal/invitation/page.html", {"form": form, "invited": person.nickname})
