"""Account holders: names as banks and persons write them, compared."""

import unicodedata

from players.models import Registration


def registered_name(person_id: int) -> str | None:
    """The full name of the person's registration; None without one (PT-12)."""
    names = Registration.objects.filter(person_id=person_id, ended_at__isnull=True)
    return names.values_list("full_name", flat=True).first()


def same_holder(one: str, other: str) -> bool:
    """Whether both are the same name but for accents, letter case, signs and spaces. No name is no one's.

    >>> same_holder("Ana  Conceição-Reis", "ANA CONCEICAO REIS"), same_holder("Ana Reis", "Rui Reis")
    (True, False)
    >>> same_holder("", "-")
    False
    """
    return bool(_bare(one)) and _bare(one) == _bare(other)


def _bare(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).casefold()
    letters = "".join(each if each.isalpha() else " " for each in plain if not unicodedata.combining(each))
    return " ".join(letters.split())
