"""Registration: the form, the message that confirms the e-mail, and the state of the identity verification."""

import uuid
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.adapters import links
from casino.portal.entry_forms import CorrectedIdentity, Email, Registration, first_registration
from casino.portal.viewer import person_id, players_only
from casino.signing.origin import address_of, origin_of
from casino.web.act import act, posted, say
from kernel.labels import headings_of
from players.access import queries as security
from players.access.operations import corrections, registration
from players.accounts import terms
from players.accounts.operations import contact
from players.messages.brakes import Asked
from players.messages.operations import asks

HIDDEN = frozenset(
    {
        registration.RegistrationRejection.EMAIL_TAKEN,
        registration.RegistrationRejection.IDENTITY_TAKEN,
        registration.RegistrationRejection.WORKS_HERE,
    }
)
"""Rejections that no page may show: the answer is the same as for a new account, and an e-mail tells the holder."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters()
def register(request: HttpRequest) -> HttpResponse:
    """Show the form; errors stand beside their fields, and nothing typed is lost."""
    if request.user.is_authenticated and not request.user.is_guest:
        return redirect("portal:first_steps")
    version = terms.in_force(timezone.now()).number
    if request.method != "POST":
        return _page(request, Registration(initial=first_registration(version)), version)
    form = Registration(request.POST)
    if not form.is_valid():
        _say_the_rest(form)
    elif _register(request, form):
        return redirect("portal:registered")
    return _page(request, form, version, status=400)


def _say_the_rest(form: Registration) -> None:
    """Beside what the form itself found, what the operation would find: everything is said at once."""
    found, lacks = registration.flaws_of_typed(language=_language(), now=timezone.now(), **form.typed())
    form.refuse(found, lacks)


def _language() -> str:
    return (get_language() or "pt").split("-")[0]


def _register(request: HttpRequest, form: Registration) -> bool:
    facts, now = form.cleaned_data, timezone.now()
    try:
        registration.register_player(
            email=facts["email"],
            nickname=facts["nickname"],
            password=facts["password"],
            language=_language(),
            details=form.details(),
            terms_version=facts["terms_version"],
            idempotency_key=facts["key"],
            now=now,
            received_from=address_of(request),
            origin=origin_of(request),
        )
    except registration.RegistrationRejected as refused:
        if refused.reason in HIDDEN and refused.holder is not None:
            return True
        form.refuse(refused.reasons, refused.details)
        return False
    except asks.TooOften as often:
        say(request, form, often)
        return False
    return True


def _page(request: HttpRequest, form: Registration, version: int, *, status: int = 200) -> HttpResponse:
    if form.errors and "terms_version" in form.data:
        form.data = {**form.data.dict(), "terms_version": str(version)}  # type: ignore[attr-defined]
    return render(request, "portal/registration/page.html", {"form": form, "version": version}, status=status)


@require_safe
def registered(request: HttpRequest) -> HttpResponse:
    """Show the next step, in the same words for a new account and for an existing one."""
    return render(request, "portal/registration/registered.html")


@require_http_methods(["GET", "HEAD", "POST"])
def confirm_again(request: HttpRequest) -> HttpResponse:
    """Send the confirmation again; the answer does not tell whether the address is known."""
    return act(
        request,
        Email(posted(request)),
        contact.ask_confirmation,
        idempotency_key=uuid.uuid4(),
        origin=origin_of(request),
        by=None,
        page=lambda form: render(request, "portal/registration/confirm_again.html", {"form": form}),
        fields={Asked.CONFIRMATION: "email"},
        to="portal:registered",
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """The link in a confirmation e-mail: it shows a button, because mail scanners follow links."""
    try:
        found = links.read(links.CONFIRM, token)
        if request.method == "POST":
            contact.confirm_email(person_id=found["person"], email=found["email"], now=timezone.now())
            messages.success(request, gettext("Your email is confirmed. You can sign in."))
            onward = reverse("portal:first_steps")
            here = request.user.is_authenticated and not request.user.is_guest
            return redirect(onward if here else f"{reverse('portal:sign_in')}?{urlencode({'next': onward})}")
    except (links.LinkInvalid, contact.ContactRejected):
        return _dead_link(request)
    context = {"email": found["email"], "token": token}
    return render(request, "portal/registration/confirm_email.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def confirm_new_email(request: HttpRequest, token: str) -> HttpResponse:
    """The link in the e-mail to a new address: once followed and confirmed, the address changes."""
    try:
        found = links.read(links.CHANGE, token)
        if request.method == "POST":
            contact.change_email(
                person_id=found["person"],
                before=found["before"],
                email=found["email"],
                address=address_of(request),
                idempotency_key=uuid.uuid5(uuid.NAMESPACE_URL, f"{links.CHANGE}:{found['email_id']}"),
                now=timezone.now(),
            )
            messages.success(request, gettext("Your email has changed."))
            return redirect("portal:security" if request.user.is_authenticated else "portal:sign_in")
    except (links.LinkInvalid, contact.ContactRejected):
        return _dead_link(request)
    return render(request, "portal/registration/confirm_email.html", {"email": found["email"], "token": token})


def _dead_link(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/registration/dead_link.html", status=400)


@require_safe
@players_only
def identity(request: HttpRequest) -> HttpResponse:
    """Where the verification of the person's identity stands, and what is to be done."""
    return _identity_page(request, None)


@require_POST
@players_only
@never_cache
def correct_identity(request: HttpRequest) -> HttpResponse:
    """Correct what the registers did not confirm, and have them asked again."""
    registered = security.registration_of(person_id(request))
    if registered is None:
        raise Http404
    form = CorrectedIdentity(request.POST)
    if not form.is_valid():
        return _identity_page(request, form)
    try:
        corrections.correct_identity(
            person_id=person_id(request),
            details=form.details(registered.details),
            address=address_of(request),
            now=timezone.now(),
        )
    except corrections.CorrectionRejected as refused:
        form.refuse(refused.reasons)
        return _identity_page(request, form)
    messages.success(request, gettext("Details corrected. We have asked the public records again."))
    return redirect("portal:identity")


def _identity_page(request: HttpRequest, form: CorrectedIdentity | None) -> HttpResponse:
    registered, identity = security.registration_of(person_id(request)), security.identity_of(person_id(request))
    if form is None and registered is not None and identity is not None and identity.correctable:
        form = CorrectedIdentity(initial=asdict(registered.details))
    context: dict[str, Any] = {
        "place": "security",
        "registration": registered,
        "occupation": _occupation(registered),
        "identity": identity,
        "form": form,
    }
    wrong = form is not None and form.is_bound
    return render(request, "portal/identity/page.html", context, status=400 if wrong else 200)


def _occupation(registered: security.RegistrationCard | None) -> str:
    return "" if registered is None else str(headings_of(security.Occupation).get(registered.details.occupation, ""))
