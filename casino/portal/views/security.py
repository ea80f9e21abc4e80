"""The person's own security: password, second factor, e-mail, payment account, devices, last sign-ins."""

import uuid
from functools import partial
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView, EditWebAuthnView, RemoveWebAuthnView
from django.contrib import messages
from django.contrib.auth import get_user_model, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from casino.portal.entry_forms import ChangedPassword, Email, PaymentAccount
from casino.portal.viewer import person_id, players_only
from casino.signing.adapter import AccountAdapter
from casino.signing.again import ask_again
from casino.signing.origin import address_of, origin_of, session_of
from casino.signing.second_factor import MFAAdapter
from casino.web.act import act, posted
from players.access import queries
from players.access.operations import credentials, sign_in
from players.accounts.operations import contact
from players.messages.brakes import Asked

SECURITY = "portal:security"


@require_safe
@login_required
@never_cache
def security(request: HttpRequest) -> HttpResponse:
    """Everything on one page, each with its way to change it."""
    person = person_id(request)
    factors = Authenticator.objects.filter(user_id=person)
    context = {
        "place": "security",
        "registration": queries.registration_of(person),
        "accepted": queries.acceptances_of(person)[:1],
        "identity": queries.identity_of(person),
        "application": factors.filter(type=Authenticator.Type.TOTP).first(),
        "keys": factors.filter(type=Authenticator.Type.WEBAUTHN).order_by("pk"),
        "codes": factors.filter(type=Authenticator.Type.RECOVERY_CODES).first(),
        "devices": queries.devices_of(person, session=session_of(request), now=timezone.now()),
        "sign_ins": queries.sign_ins_of(person),
    }
    return render(request, "portal/security/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@ask_again
@sensitive_post_parameters()
def change_password(request: HttpRequest) -> HttpResponse:
    """The present password, and a new one; every other device is signed out."""
    form = ChangedPassword(request.POST or None)
    if request.method == "POST" and form.is_valid() and _change_password(request, form):
        messages.success(request, gettext("The password has changed. Your other devices have been signed out."))
        return redirect(SECURITY)
    return render(request, "portal/security/password.html", {"form": form, "place": "security"})


def _change_password(request: HttpRequest, form: ChangedPassword) -> bool:
    try:
        right = AccountAdapter(request).reauthenticate(request.user, form.cleaned_data["present"])  # type: ignore[arg-type]
    except ValidationError as too_soon:
        form.add_error("present", too_soon)
        return False
    if not right:
        form.add_error("present", gettext("The current password is not right."))
        return False
    try:
        credentials.change_password(
            person_id=person_id(request),
            password=form.cleaned_data["password"],
            address=address_of(request),
            session=session_of(request),
            now=timezone.now(),
        )
    except credentials.CredentialRejected as refused:
        form.refuse(refused.details, gettext("It is the same as before. Choose another."))
        return False
    changed = get_user_model().objects.get(pk=person_id(request))
    before = session_of(request)
    update_session_auth_hash(request, changed)
    sign_in.move_device(before=before or "", after=session_of(request) or "")
    return True


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@ask_again
def change_email(request: HttpRequest) -> HttpResponse:
    """Change the e-mail: a message goes to the new address first."""
    return act(
        request,
        Email(posted(request)),
        contact.ask_email_change,
        idempotency_key=uuid.uuid4(),
        origin=origin_of(request),
        by="person_id",
        page=partial(_page, request, "email"),
        fields=dict.fromkeys((*contact.ContactRejection, Asked.EMAIL_CHANGE), "email"),
        done=gettext("We have sent a message to the new email. Until it is confirmed, the old one applies."),
        to=SECURITY,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@players_only
@ask_again
def change_payment_account(request: HttpRequest) -> HttpResponse:
    """Another payment account."""
    return act(
        request,
        PaymentAccount(posted(request)),
        credentials.change_payment_account,
        address=address_of(request),
        by="person_id",
        page=partial(_page, request, "payment_account"),
        fields=dict.fromkeys(credentials.CredentialRejection, "iban"),
        done=gettext("The payment account has changed."),
        to=SECURITY,
    )


def _page(request: HttpRequest, name: str, form: Form) -> HttpResponse:
    return render(request, f"portal/security/{name}.html", {"form": form, "place": "security"})


@require_POST
@login_required
def end_device(request: HttpRequest, device: uuid.UUID) -> HttpResponse:
    """Sign one of the person's own devices out."""
    if not sign_in.end_devices(person_id=person_id(request), only=device, now=timezone.now()):
        raise Http404
    messages.success(request, gettext("The device has been signed out."))
    return redirect(SECURITY)


@require_POST
@login_required
def end_others(request: HttpRequest) -> HttpResponse:
    """Sign every other device out."""
    sign_in.end_devices(person_id=person_id(request), but=session_of(request), now=timezone.now())
    messages.success(request, gettext("Your other devices have been signed out."))
    return redirect(SECURITY)


class _Placed:
    """A page of allauth's in the place of the account's pages that it belongs to."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the place marked."""
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        return context | {"place": "security"}


@method_decorator(login_required, name="dispatch")
class AddApplication(_Placed, ActivateTOTPView):  # type: ignore[misc]  # allauth has no types
    """An application that shows codes."""

    template_name = "portal/security/application.html"


@require_safe
@login_required
@never_cache
def totp_picture(request: HttpRequest) -> HttpResponse:
    """The secret that is being set up, as a square that a phone reads; 404 when none is."""
    secret = request.session.get(SECRET_SESSION_KEY)
    if not secret:
        raise Http404
    adapter = MFAAdapter()
    picture = adapter.build_totp_svg(adapter.build_totp_url(request.user, secret))
    return HttpResponse(picture, content_type="image/svg+xml")


@method_decorator(login_required, name="dispatch")
class RemoveApplication(_Placed, DeactivateTOTPView):  # type: ignore[misc]  # allauth has no types
    """Without it again."""

    template_name = "portal/security/remove_application.html"
    success_url = reverse_lazy(SECURITY)


@method_decorator(login_required, name="dispatch")
class Codes(_Placed, ViewRecoveryCodesView):  # type: ignore[misc]  # allauth has no types
    """The recovery codes, to be kept on paper."""

    template_name = "portal/security/codes.html"


@method_decorator(login_required, name="dispatch")
class NewCodes(_Placed, GenerateRecoveryCodesView):  # type: ignore[misc]  # allauth has no types
    """Ten new ones; the old ones end."""

    template_name = "portal/security/new_codes.html"


@method_decorator(login_required, name="dispatch")
class AddKey(_Placed, AddWebAuthnView):  # type: ignore[misc]  # allauth has no types
    """A key or passkey of the device."""

    template_name = "portal/security/key.html"


@method_decorator(login_required, name="dispatch")
class RemoveKey(_Placed, RemoveWebAuthnView):  # type: ignore[misc]  # allauth has no types
    """Without it again."""

    template_name = "portal/security/remove_key.html"
    success_url = reverse_lazy(SECURITY)


@method_decorator(login_required, name="dispatch")
class NameKey(_Placed, EditWebAuthnView):  # type: ignore[misc]  # allauth has no types
    """Another name for a key."""

    template_name = "portal/security/name_key.html"
    success_url = reverse_lazy(SECURITY)
