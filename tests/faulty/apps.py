"""The faults: each with personal data in the words of its exception and in its local variables."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final

from django.apps import AppConfig
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse

from kernel.rejection import Rejected

NAME: Final = "Benedita Fictícia de Sousa"
EMAIL: Final = "benedita@faulty.example"

DOWN: Final = "em-baixo"
"""The code of a table whose sockets fail before they are open."""


class Why(StrEnum):
    """The reasons of the rejection."""

    UNTOLD = "not-told-to-the-player"


class FaultyPages:
    """A page whose address or form has `fault` fails, with all that was sent in its hands."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer as the house does."""
        return self._get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> None:
        """Fail where it is asked for."""
        asked = request.POST.get("fault") or request.GET.get("fault")
        sent = {
            **request.POST.dict(),
            **request.COOKIES,
            "from": request.META["REMOTE_ADDR"],
            "user": str(request.user),
        }
        if asked == "rejected":
            raise Rejected(Why.UNTOLD)
        if asked == "moved":
            raise OperationalError from _moved()
        if asked:
            raise ValueError(f"no amount in {sent}")


class Faulty(AppConfig):
    """Puts the faults into operations of the house."""

    name = "tests.faulty"

    def ready(self) -> None:
        """Each once the apps are there, before any process begins its work."""
        from casino.beat import Scheduler
        from tables import queries
        from tables.operations import hours, idle, rounds, seats

        Scheduler._holds = _fails(BufferError)  # type: ignore[method-assign]
        hours.apply_hours = _fails(KeyError)
        queries.table_id = _but(DOWN, queries.table_id)
        idle.note_shown = _fails(TypeError)  # type: ignore[assignment]
        seats.leave = _refuses  # type: ignore[assignment]
        rounds.do_due_steps = _fails(ZeroDivisionError)  # type: ignore[assignment]


def _fails(kind: type[Exception]) -> Any:
    def fail(*_: Any, **given: Any) -> None:
        person = f"{NAME} <{EMAIL}>"
        raise kind(f"{person} with {given}")

    return fail


def _but(code: str, find: Callable[[str], int | None]) -> Any:
    def found(asked: str) -> int | None:
        if asked == code:
            raise EOFError(f"{NAME} <{EMAIL}>")
        return find(asked)

    return found


def _refuses(**_: Any) -> None:
    raise Rejected(Why.UNTOLD)


def _moved() -> Exception:
    from psycopg.errors import ReadOnlySqlTransaction

    return ReadOnlySqlTransaction(f"cannot execute UPDATE for {EMAIL}")
