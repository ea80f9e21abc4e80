"""Requirements for e-mails and passwords in every act on them."""

from collections.abc import Sequence
from typing import Final

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from players.accounts.strength import is_guessable
from players.models import Person

LONGEST_PASSWORD: Final = 256
"""Longer ones only make the hash dear."""
LONGEST_EMAIL: Final = 254


def is_email(email: str) -> bool:
    """Whether it is an address that e-mails can be sent to."""
    try:
        validate_email(email)
    except ValidationError:
        return False
    return len(email) <= LONGEST_EMAIL


def password_lacks(password: str, person: Person, *, words: Sequence[str] = ()) -> tuple[str, ...]:
    """The codes of what the password lacks for this person; nothing when it will do.

    `words` are what else can be known of the person, as the full name (ASVS 6.2.11).
    """
    if len(password) > LONGEST_PASSWORD:
        return ("password_too_long",)
    try:
        validate_password(password, person)
    except ValidationError as error:
        return tuple(str(lack.code) for lack in error.error_list)
    born = f"{person.birth_date:%d%m%Y}" if person.birth_date is not None else ""
    known = (person.nickname, person.email, person.email.partition("@")[0], settings.HOUSE_NAME, born, *words)
    return ("password_guessable",) if is_guessable(password, words=known) else ()
