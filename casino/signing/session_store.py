"""Django's sessions in the database, known there by digests of their keys (ADR 0140): the setting `SESSION_ENGINE`."""

from typing import Any, Final

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.db.models import CharField
from django.utils import timezone

from kernel.kept_queries import KeptQuery
from kernel.questions import NOW, Given
from players.accounts.session_keys import stored_key


class SessionStore(DatabaseStore):
    """A session whose row has the digest of its key in the key's place."""

    def _get_session_from_db(self) -> Any:
        found = _STANDING.first(key=stored_key(self.session_key or ""), now=timezone.now())
        if found is None:
            self._session_key = None
        return found

    async def _aget_session_from_db(self) -> Any:
        found = await self._rows(self.session_key).filter(expire_date__gt=timezone.now()).afirst()
        if found is None:
            self._session_key = None
        return found

    def exists(self, session_key: str) -> bool:
        """Whether there is a session of this key."""
        return bool(self._rows(session_key).exists())

    async def aexists(self, session_key: str) -> bool:
        """Whether there is a session of this key."""
        return bool(await self._rows(session_key).aexists())

    def create_model_instance(self, data: Any) -> Any:
        """The row as it is to be written."""
        return _digested(super().create_model_instance(data))

    async def acreate_model_instance(self, data: Any) -> Any:
        """The row as it is to be written."""
        return _digested(await super().acreate_model_instance(data))

    def delete(self, session_key: str | None = None) -> None:
        """Delete the row of this key, or of this session's own."""
        self._rows(session_key or self.session_key).delete()

    async def adelete(self, session_key: str | None = None) -> None:
        """Delete the row of this key, or of this session's own."""
        await self._rows(session_key or self.session_key).adelete()

    def _rows(self, key: str | None) -> Any:
        return self.model.objects.filter(session_key=stored_key(key or ""))


_KEY: Final = Given("key", CharField())
_STANDING: Final[KeptQuery[Any]] = KeptQuery(
    lambda: SessionStore.get_model_class().objects.filter(session_key=_KEY, expire_date__gt=NOW)
)
"""Every page asks it."""


def _digested(row: Any) -> Any:
    row.session_key = stored_key(row.session_key)
    return row
