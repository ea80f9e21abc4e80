"""Telephone, postal code, district and kind of work: asked once of accounts that are older than these fields.

After a sign-in the page comes by itself while something is missing (`casino.signing.adapter`), and a link goes on
without an answer: no one is kept from withdrawing, stopping or anything else.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from casino.portal.contact_forms import ContactDetails
from casino.portal.viewer import person_id, players_only
from casino.signing.origin import address_of
from casino.web.act import posted
from players.access import queries
from players.access.operations import corrections


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def contact_details(request: HttpRequest) -> HttpResponse:
    """Ask for missing details; without any, show the registered ones, to be changed."""
    registered = queries.registration_of(person_id(request))
    if registered is None:
        raise Http404
    missing = queries.details_missing(person_id(request))
    form = ContactDetails(posted(request), registered=registered.details, missing=missing)
    if form.is_bound and form.is_valid():
        try:
            corrections.give_contact_details(
                person_id=person_id(request), given=form.cleaned_data, address=address_of(request), now=timezone.now()
            )
        except corrections.CorrectionRejected as refused:
            form.refuse(refused.reasons)
        else:
            messages.success(request, gettext("Thank you. Your details are saved."))
            return redirect(_onward(request) or reverse("portal:identity"))
    context = {"place": "security", "form": form, "missing": missing, "next": _onward(request)}
    return render(request, "portal/contact_details/page.html", context, status=400 if form.is_bound else 200)


def _onward(request: HttpRequest) -> str:
    """Where the person was going, if it is a page of this house."""
    there = request.POST.get("next") or request.GET.get("next", "")
    return there if url_has_allowed_host_and_scheme(there, allowed_hosts={request.get_host()}) else ""
