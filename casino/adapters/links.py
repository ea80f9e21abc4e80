"""The links in e-mails: made when an e-mail is sent, signed, and valid for a while. No secret rests in the database."""

from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from players.messages.operations.emails import ToSend

CONFIRM: Final = "portal:confirm_email"
CHANGE: Final = "portal:confirm_new_email"
RECOVER: Final = "portal:recover_password"
INVITED: Final = "portal:accept_invitation"
GOOD_FOR: Final = {CONFIRM: 3 * 86_400, CHANGE: 86_400, RECOVER: 3_600, INVITED: 3 * 86_400}
"""Seconds."""


class LinkInvalid(Exception):
    """The link was tampered with, is too old, or was cut on its way."""


def link_of(message: ToSend) -> str:
    """The target of the e-mail's link; empty for kinds of e-mail without a link."""
    facts, house = message.facts, _house(message)
    if message.kind == "confirm-email":
        return house + _link(CONFIRM, {"person": message.person_id, "email": facts["email"]})
    if message.kind == "change-email":
        wish = {"person": message.person_id, "email": facts["email"], "before": facts["before"]}
        return house + _link(CHANGE, wish | {"email_id": message.email_id})
    if message.kind == "recover-password":
        user = get_user_model().objects.get(pk=message.person_id)
        return house + _link(RECOVER, {"person": message.person_id, "token": default_token_generator.make_token(user)})
    if message.kind == "staff-invitation":
        user = get_user_model().objects.get(pk=message.person_id)
        return house + _link(INVITED, {"person": message.person_id, "stamp": _stamp(user)})
    if message.kind == "staff-proposed":
        return house + reverse("backoffice:staff_proposal", args=[facts["proposal"]])
    if message.kind == "scheduled-report":
        return house + reverse("backoffice:requested_report", args=[facts["run"]])
    if message.kind in ("sign-in-locked", "registered-already"):
        return house + reverse("portal:recover")
    return ""


def read(name: str, token: str) -> dict[str, Any]:
    """The data of the link at this address.

    Raises `LinkInvalid`.
    """
    try:
        found = signing.loads(token, salt=name, max_age=GOOD_FOR[name])
    except signing.BadSignature as error:
        raise LinkInvalid from error
    if not isinstance(found, dict):
        raise LinkInvalid
    return found


def person_recovering(token: str) -> Any:
    """The person to whom a recovery e-mail was sent, as long as nothing changed since.

    Raises `LinkInvalid`.
    """
    found = read(RECOVER, token)
    user = get_user_model().objects.filter(pk=found.get("person", 0), is_active=True).first()
    if user is None or not default_token_generator.check_token(user, found.get("token", "")):
        raise LinkInvalid
    return user


def person_invited(token: str) -> Any:
    """The new colleague to whom an invitation was sent, as long as no password was chosen since.

    Raises `LinkInvalid`.
    """
    found = read(INVITED, token)
    user = get_user_model().objects.filter(pk=found.get("person", 0), is_active=True).first()
    if user is None or not constant_time_compare(_stamp(user), found.get("stamp", "")):
        raise LinkInvalid
    return user


def _stamp(user: Any) -> str:
    """Changes with the password, so that an invitation serves once."""
    return str(salted_hmac(INVITED, f"{user.pk}:{user.password}", algorithm="sha256").hexdigest())


def _house(message: ToSend) -> str:
    """The address that the person came from when they asked for the e-mail; the first one if that is none of ours."""
    origin = str(message.facts.get("origin", ""))
    return origin if origin in settings.CSRF_TRUSTED_ORIGINS else str(settings.HOUSE_URL)


def _link(name: str, facts: dict[str, Any]) -> str:
    return reverse(name, kwargs={"token": signing.dumps(facts, salt=name)})
