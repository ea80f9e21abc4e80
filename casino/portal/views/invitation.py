"""The link of an invitation: a new colleague chooses the first password, which nobody else has known."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from casino import links
from casino.portal.entry_forms import NewPassword
from casino.signing.origin import address_of
from players.operations import credentials


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
    if request.method == "POST" and form.is_valid():
        try:
            credentials.change_password(
                person_id=person.pk,
                password=form.cleaned_data["password"],
                address=address_of(request),
                now=timezone.now(),
                recovered=True,
            )
        except credentials.CredentialRefused as refused:
            form.refuse(refused.details, gettext("É a mesma de antes. Escolha outra."))
        else:
            messages.success(request, gettext("A palavra-passe está guardada. Entre, e junte o segundo fator."))
            return redirect("portal:sign_in")
    return render(request, "portal/invitation/page.html", {"form": form, "invited": person.nickname})
