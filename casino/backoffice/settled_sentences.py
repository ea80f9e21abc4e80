"""Why somebody does not decide yet, as a sentence: the same for money, rules, complaints and colleagues (H7)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from casino import words

NOT_YET: Final[Mapping[str, "str | Promise"]] = {
    "too-recent": gettext_lazy(
        "Foi admitido, ou mudaram as suas funções ou o seu acesso, há poucos dias: decide a partir de %(until)s. Nada"
        " mudou."
    ),
    "same-hands": gettext_lazy(
        "Quem propôs foi admitido ou mudado há poucos dias, por si ou por quem também o mudou a si: pode decidir a"
        " partir de %(until)s, ou decide já outra pessoa. Nada mudou."
    ),
}


def not_yet(reason: str, until: datetime | None) -> str:
    """The sentence for one of the two reasons."""
    return str(NOT_YET[reason]) % {"until": "" if until is None else words.moment(until)}
