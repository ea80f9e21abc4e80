"""The storage of the next page's messages: Django's own, under the site's name for the cookie."""

from typing import Any

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class HostCookie(CookieStorage):
    """The signed cookie, with the name that `casino.settings` gives it: over HTTPS the host's own."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cookie_name = settings.MESSAGES_COOKIE_NAME


class Messages(FallbackStorage):
    """The cookie, and the session for messages that do not fit: a message alone needs no session."""

    storage_classes = (HostCookie, SessionStorage)
