"""The name of a person in logs: a number that tells a stranger nothing and is the same in every line."""

import hashlib
import hmac

from django.conf import settings

LETTERS = 12


def pseudonym(person_id: int) -> str:
    """Twelve hexadecimal digits, the same for a person as long as the site's secret key is.

    Made with the key, so that a log alone does not tell which account it is; staff find the account's pseudonym on its
    page.
    """
    return hmac.new(settings.SECRET_KEY.encode(), b"person:%d" % person_id, hashlib.sha256).hexdigest()[:LETTERS]
