"""The staff's networks at the tables' sockets, as `casino.signing.sessions` asks for them at pages (ADR 0119)."""

from collections.abc import Callable
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from casino.signing.origin import is_of_staff
from players.access.operations import sign_in
from players.accounts.session_keys import stored_key
from tables.live.standing import SIGNED_OUT


class StaffSockets:
    """Between the sign-in and the tables' sockets: staff who come from outside their networks are signed out."""

    def __init__(self, application: Callable[[Any, Any, Any], Any]) -> None:
        self._application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client")
        if not getattr(scope.get("user"), "is_staff", False) or is_of_staff(client[0] if client else ""):
            await self._application(scope, receive, send)
            return
        await database_sync_to_async(_end)(scope["user"].pk, scope["session"])
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": SIGNED_OUT, "reason": "signed out"})


def _end(person_id: int, session: Any) -> None:
    sign_in.end_devices(person_id=person_id, session=stored_key(session.session_key), now=timezone.now())
    session.flush()
