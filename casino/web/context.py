"""The context of every page: the site's name, its languages, and whether it is a demonstration."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, get_language_info

from casino.operator_profile import OperatorProfile


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the switch, by its own name."""

    code: str
    name: str
    current: bool


@dataclass(frozen=True, slots=True)
class House:
    """The house as its pages name it."""

    name: str
    demo: bool
    languages: tuple[Language, ...]
    facts: OperatorProfile
    """Operator, licence, supervisor, help lines."""
    helper: str
    """The operator's contacts in a line, for players who need help."""


def house(request: HttpRequest) -> dict[str, House]:
    """`house` for every template."""
    facts: OperatorProfile = settings.OPERATOR_PROFILE
    return {
        "house": House(
            name=getattr(settings, "HOUSE_NAME", "Sabot"),
            demo=bool(getattr(settings, "DEMO_HOUSE", False)),
            languages=languages(),
            facts=facts,
            helper=f"{facts.operator.email} · {facts.operator.phone}",
        )
    }


def languages() -> tuple[Language, ...]:
    """The languages that the house speaks, the present one marked."""
    present = get_language()
    return tuple(
        Language(code, get_language_info(code)["name_local"].capitalize(), code == present)
        for code, _ in settings.LANGUAGES
    )
