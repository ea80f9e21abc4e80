"""The labels of the list of players, of checks of identities and of attempts to sign in."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

_Names = Mapping[str, "str | Promise"]

STATES: Final[_Names] = {
    "verified": gettext_lazy("identity verified"),
    "unverified": gettext_lazy("identity to be verified"),
    "suspended": pgettext_lazy("players", "suspended"),
    "excluded": pgettext_lazy("players", "excluded"),
    "closed": gettext_lazy("account closed"),
}
"""The filters of the list."""

WORDS: Final[Mapping[str, _Names]] = {
    "outcome": {
        "": gettext_lazy("awaiting an answer"),
        "verified": gettext_lazy("confirmed"),
        "not-found": gettext_lazy("not found"),
        "mismatch": gettext_lazy("details that do not match"),
        "under-age": gettext_lazy("under age"),
        "deceased": gettext_lazy("deceased person"),
        "prohibited": gettext_lazy("person barred from play"),
    },
    "sign-in": {
        "pending": pgettext_lazy("player", "under way"),
        "failed": gettext_lazy("failed"),
        "refused": pgettext_lazy("feminine", "rejected"),
        "step": gettext_lazy("second step missing"),
        "signed-in": gettext_lazy("signed in"),
    },
}
"""The labels by kind of code. A code without a label stands as it is."""


def word(kind: str, code: str) -> str:
    """The label of a code of this kind."""
    return str(WORDS[kind].get(code, code))
