"""Asks the house, over its own port, whether it lives and whether all of it is ready. Knows only the two addresses."""

import http.client
import json
from typing import Final

ASK_SECONDS: Final = 3.0


class Health:
    """The two questions, to one house."""

    def __init__(self, port: int, host: str, *, https: bool) -> None:
        self._port = port
        # The house answers only to its own names, and behind HTTPS only to a proxy that says so.
        self._headers = {"Host": host} | ({"X-Forwarded-Proto": "https"} if https else {})

    def lives(self) -> bool:
        """Whether the web process serves."""
        return self._ask("/healthz") is not None

    def parts(self) -> dict[str, bool] | None:
        """Which parts are ready; None when nothing sensible was answered."""
        body = self._ask("/readyz/site")
        if body is None:
            return None
        try:
            found = json.loads(body)
        except ValueError:
            return None
        return {str(name): bool(well) for name, well in found.items()} if isinstance(found, dict) else None

    def _ask(self, path: str) -> bytes | None:
        connection = http.client.HTTPConnection("127.0.0.1", self._port, timeout=ASK_SECONDS)
        try:
            connection.request("GET", path, headers=self._headers)
            answer = connection.getresponse()
            return answer.read(65536)
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
