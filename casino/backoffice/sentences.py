"""The fault of each field of a table's terms, in words."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from casino.wording import words
from tables import table_settings as limits_of_terms
from tables.table_settings import TableSettingsInvalid

_WHYS: Final[Mapping[str, "str | Promise"]] = {
    "unknown": gettext_lazy("This value is not known."),
    "missing": gettext_lazy("This field is still empty."),
    "not-a-choice": gettext_lazy("The chosen game does not allow this value."),
    "out-of-range": gettext_lazy("The value is outside what is allowed."),
    "not-for-this-game": gettext_lazy(
        "Only Macau (R41) and live baccarat, on the difference between the two sides, have a maximum prize. "
        "Leave it blank."
    ),
    "too-small-for-minimum": gettext_lazy(
        "This is too little: it would not be enough for a minimum bet on each chance (in Macau, a pair has 8% "
        "of the maximum prize: R43c)."
    ),
    "nothing-to-combine": gettext_lazy(
        "Only a Macau table with pairs and a maximum prize has a ceiling on the pairs (R43c). Leave it unchosen."
    ),
    "needs-a-whole-shoe": gettext_lazy(
        "Only a whole shoe can be cut. Have the cards shuffled when the shoe ends, or leave this unchosen."
    ),
    "not-offered": gettext_lazy("This chance is not on this table’s felt."),
    "below-minimum": gettext_lazy("The maximum on a chance cannot be less than the minimum bet."),
    "above-rule": gettext_lazy("The house’s maximum may be less than the rule’s, never more (R15, R40)."),
}

WHYS: Final = frozenset(_WHYS)
"""Every code of `TableSettingsInvalid` that has a sentence."""


def terms(error: TableSettingsInvalid) -> str:
    """The fault of one field of the terms; ranges are named with their ends."""
    if error.why == "out-of-range":
        return _range(error.field)
    return str(_WHYS[error.why])


def choices(allowed: Iterable[str]) -> str:
    """The values that the chosen game allows in a field that has another value."""
    return gettext("With this game only: %(allowed)s.") % {"allowed": gettext(" or ").join(allowed)}


def why(code: str) -> str:
    """The sentence of one code of a field."""
    return str(_WHYS[code])


def _range(field: str) -> str:
    if field == "minimum":
        return gettext("The minimum bet is between %(low)s and %(high)s.") % {
            "low": words.money(1, "EUR"),
            "high": words.money(limits_of_terms.MINIMUM_MAX, "EUR"),
        }
    if field == "max_prize":
        return gettext("The maximum prize goes up to %(high)s.") % {
            "high": words.money(limits_of_terms.MAX_PRIZE_MAX, "EUR")
        }
    if field == "seats":
        return gettext("A table has one to nine seats (R6a).")
    if field == "betting_seconds":
        return gettext("Between %(low)s and %(high)s seconds; never fewer than three to decide (PT-32).") % {
            "low": limits_of_terms.BETTING_SECONDS[0],
            "high": limits_of_terms.BETTING_SECONDS[-1],
        }
    if field == "cycle_seconds":
        return gettext("Between 0 and %(high)s seconds; 0 means no minimum time (C11).") % {
            "high": limits_of_terms.CYCLE_SECONDS[-1]
        }
    if field == "squeeze_seconds":
        return gettext("0 for none, or between %(low)s and %(high)s seconds (C10).") % {
            "low": limits_of_terms.SQUEEZE_SECONDS[0],
            "high": limits_of_terms.SQUEEZE_SECONDS[-1],
        }
    if field == "show_seconds":
        return gettext("Between %(low)s and %(high)s seconds.") % {
            "low": limits_of_terms.SHOW_SECONDS[0],
            "high": limits_of_terms.SHOW_SECONDS[-1],
        }
    return str(_WHYS["out-of-range"])
