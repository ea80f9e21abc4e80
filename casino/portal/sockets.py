"""Every socket address of the house, wired to the words of its rejections."""

from typing import Any

from django.conf import settings
from django.urls import path, reverse
from django.utils import translation

from casino.adapters.regions import region_of
from casino.wording.rejections import play
from tables.live.consumers import table_socket


def spoken_rejection(language: str, reason: str, **facts: Any) -> str:
    """A rejection in the reader's language; an unknown language reads the source's."""
    known = language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
    with translation.override(known):
        return play.rejection(reason=reason, **{name: fact for name, fact in facts.items() if name in _FACTS})


def session_url(code: str) -> str:
    """The address of a session's summary."""
    return reverse("portal:session", kwargs={"code": code})


_FACTS = frozenset({"rule", "chance", "asked", "most", "currency", "block", "minimum"})


_table_socket = table_socket(sentence=spoken_rejection, session_url=session_url, region_of=region_of)
urlpatterns = [path("ws/tables/<slug:code>/", _table_socket)]  # type: ignore[arg-type]  # Channels routes by `path` too
