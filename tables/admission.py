"""Which presets this site may offer: its profile, as the settings name it."""

from django.conf import settings

from tables.profiles import is_admitted


def is_offered(preset: str) -> bool:
    """Whether a table of this site may be configured, opened and dealt by that preset (R9, R10, R37)."""
    return is_admitted(preset, profile=settings.PROFILE, demonstration=settings.DEMO_HOUSE)


def is_marked(preset: str) -> bool:
    """Whether a demonstration shows that preset although its profile does not know it."""
    return not is_admitted(preset, profile=settings.PROFILE, demonstration=False)
