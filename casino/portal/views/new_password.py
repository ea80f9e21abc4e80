"""A password chosen after following the link in an e-mail: an invitation, or a recovery."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from casino.portal.entry_forms import NewPassword, RecoveredPassword
from casino.signing.origin import address_of
from players.access.operations import credentials


def set_password(request: HttpRequest, form: NewPassword | RecoveredPassword, *, person_id: int) -> bool:
    """Give the person the password of this valid form; False where it was refused, and the form says why."""
    try:
        credentials.change_password(
            person_id=person_id,
            password=form.cleaned_data["password"],
            address=address_of(request),
            now=timezone.now(),
            recovered=True,
        )
    except credentials.CredentialRejected as refused:
        form.refuse(refused.details, gettext("It is the same as before. Choose another."))
        return False
    return True
