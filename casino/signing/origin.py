"""Where a request comes from, as it is kept with sign-ins and changes."""

from typing import Any, Protocol


class Asked(Protocol):
    """Whatever carries the environment of a request."""

    META: dict[str, Any]


def address_of(request: Asked | None) -> str:
    """The network address; empty where there is none, as in tests and commands."""
    return "" if request is None else str(request.META.get("REMOTE_ADDR", ""))[:45]


def device_of(request: Asked | None) -> str:
    """What the browser calls itself, printable and short."""
    named = "" if request is None else str(request.META.get("HTTP_USER_AGENT", ""))
    return "".join(character for character in named if character.isprintable())[:300]
