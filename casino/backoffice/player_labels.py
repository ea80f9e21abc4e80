"""The labels about players: states, checks, exclusions, limits, sign-ins, changes of data."""

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
    "exclusion": {
        "short": gettext_lazy("break"),
        "fixed": gettext_lazy("exclusion for a set time"),
        "indefinite": gettext_lazy("exclusion for an indefinite time"),
    },
    "source": {
        "self": gettext_lazy("asked for by the player"),
        "operator": gettext_lazy("the house’s"),
        "national": gettext_lazy("from the national list"),
    },
    "limit-source": {
        "self": pgettext_lazy("masculine", "asked for by the player"),
        "operator": pgettext_lazy("limit", "the house’s"),
    },
    "limit": {
        "deposit": gettext_lazy("Deposits"),
        "stake": gettext_lazy("Bets"),
        "loss": gettext_lazy("Losses"),
        "session": gettext_lazy("Playing time"),
    },
    "period": {
        "day": gettext_lazy("per day"),
        "week": gettext_lazy("per week"),
        "month": gettext_lazy("per month"),
    },
    "limit-state": {
        "in-force": gettext_lazy("in force"),
        "waiting": pgettext_lazy("limit", "waiting"),
    },
    "sign-in": {
        "pending": pgettext_lazy("player", "under way"),
        "failed": gettext_lazy("failed"),
        "refused": pgettext_lazy("feminine", "rejected"),
        "step": gettext_lazy("second step missing"),
        "signed-in": gettext_lazy("signed in"),
    },
    "change": {
        "suspended": gettext_lazy("suspended"),
        "reinstated": gettext_lazy("suspension lifted"),
        "verified": gettext_lazy("identity confirmed"),
        "closed": gettext_lazy("account closed"),
        "reopened": gettext_lazy("account opened again"),
    },
    "closure": {
        "asked": gettext_lazy("at the player’s own request"),
        "death": gettext_lazy("death"),
        "exclusion": gettext_lazy("self-exclusion with no end date"),
        "staff": gettext_lazy("works here"),
    },
    "data": {
        "email": gettext_lazy("email"),
        "iban": gettext_lazy("bank account"),
        "password": gettext_lazy("password"),
        "second-factor": gettext_lazy("second factor"),
        "full-name": gettext_lazy("full name"),
        "birth-date": gettext_lazy("date of birth"),
        "nationality": gettext_lazy("nationality"),
        "profession": gettext_lazy("occupation"),
        "address": gettext_lazy("address"),
        "country": gettext_lazy("country of residence"),
        "document-kind": gettext_lazy("kind of document"),
        "document-number": gettext_lazy("document number"),
        "document-country": gettext_lazy("country of the document"),
        "nif": gettext_lazy("NIF"),
        "identity-refused": gettext_lazy("correction refused: details of another person"),
    },
}
"""The labels by kind of code. A code without a label stands as it is."""


def word(kind: str, code: str) -> str:
    """The label of a code of this kind."""
    return str(WORDS[kind].get(code, code))
