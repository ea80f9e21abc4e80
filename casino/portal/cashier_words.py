"""The names of the means of payment, for players."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

_Names = Mapping[str, "str | Promise"]

KINDS: Final[_Names] = {
    "bank-account": gettext_lazy("Bank account (IBAN)"),
    "mbway": gettext_lazy("MB WAY (mobile phone)"),
}
