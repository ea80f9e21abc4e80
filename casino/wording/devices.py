"""The name of a browser, reduced to words that its owner recognises: «Firefox em Windows»."""

from typing import Final

from django.utils.translation import gettext

_BROWSERS: Final = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
_LONGEST: Final = 60


def name_of(named: str) -> str:
    """The browser and its system; if neither is known, the beginning of its own description.

    >>> name_of("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox em Linux'
    >>> name_of("curl/8.5.0"), name_of("")
    ('curl/8.5.0', '–')
    """
    browser = next((name for sign, name in _BROWSERS if sign in named), "")
    system = next((name for sign, name in _SYSTEMS if sign in named), "")
    if browser and system:
        return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or named[:_LONGEST] or "–"
