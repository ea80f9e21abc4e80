"""The text of a form submitted before its sender confirmed their identity: shown again, so that none is lost."""

import time
from typing import Final

from django.conf import settings
from django.http import HttpRequest

_KEPT: Final = "kept-words"
NAMES: Final = ("reason", "reasons", "note", "reference", "override")
"""The fields that hold written text; nothing else of a form is kept, no number and no choice."""
LONGEST: Final = 4000


def keep(request: HttpRequest, page: str) -> None:
    """Keep the words of the form that was sent, for the page at this path, until its sender is back on it."""
    words = {name: request.POST[name] for name in NAMES if request.POST.get(name, "").strip()}
    if words and sum(map(len, words.values())) <= LONGEST:
        request.session[_KEPT] = {"page": page, "words": words, "at": time.time()}


def take(request: HttpRequest) -> dict[str, str]:
    """The words kept for this page, once; nothing where none are, or where they are older than a proof lasts."""
    kept = request.session.get(_KEPT)
    if request.method not in ("GET", "HEAD") or not kept or kept["page"] != request.path:
        return {}
    del request.session[_KEPT]
    fresh = time.time() - kept["at"] < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT
    return dict(kept["words"]) if fresh else {}
