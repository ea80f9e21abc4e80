"""What every act on e-mails and passwords asks of them."""

from typing import Final

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from players.models import Person

LONGEST_PASSWORD: Final = 256
"""Longer ones only make the hash dear."""
LONGEST_EMAIL: Final = 254


def is_email(email: str) -> bool:
    """Whether it is an address that letters can be sent to."""
    try:
        validate_email(email)
    except ValidationError:
        return False
    return len(email) <= LONGEST_EMAIL


def password_lacks(password: str, person: Person) -> tuple[str, ...]:
    """The codes of what the password lacks for this person; nothing when it will do."""
    if len(password) > LONGEST_PASSWORD:
        return ("password_too_long",)
    try:
        validate_password(password, person)
    except ValidationError as error:
        return tuple(str(lack.code) for lack in error.error_list)
    return ()
