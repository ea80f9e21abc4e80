"""Tells faults to the receiver that SABOT_ERRORS names, in Sentry's protocol, without personal data.

A report is made of a line of the log: of an error, with where in the code it happened and what the line names: its
request, person (by pseudonym), table, round, task. No client is shared and nothing is patched, so a report has nothing
of another socket's frame or of another request. The words of an exception may quote what a person typed; they stay in
the log of the house, where the number of the request finds them.
"""

import atexit
import logging
import sys
import threading
import time
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

import structlog
from celery.beat import SchedulingError
from django.http import HttpRequest
from kombu.exceptions import OperationalError as BrokerAway
from redis.exceptions import ConnectionError as ValkeyAway
from redis.exceptions import TimeoutError as ValkeySlow

from casino.env import EnvironmentInvalid
from casino.web.log_lines import request_now, with_request
from kernel import failover
from kernel.redaction import redacted

if TYPE_CHECKING:
    from sentry_sdk import Client

log = structlog.get_logger(__name__)
MOST_A_MINUTE: Final = 30
"""Reports of one process: a step that fails is tried twice a second, and the receiver is no second log."""
LONGEST: Final = 200
CLOSE_SECONDS: Final = 2.0
"""How long a process that ends waits for reports under way."""
STRANGERS: Final = "django.security"
"""Lines of requests that Django refuses: mistakes of strangers, not ours."""
TAGS: Final = ("request", "person", "table", "round", "task", "task_id", "frame")
EVENT: Final = frozenset(
    {"event_id", "timestamp", "platform", "level", "logger", "release", "server_name", "sdk", "message", "transaction"}
)
"""The fields that a report keeps, beside its tags and exceptions. The filter removes all else that the library adds."""
FRAME: Final = frozenset(
    {"filename", "function", "module", "lineno", "in_app", "pre_context", "context_line", "post_context"}
)


class Reports(logging.Handler):
    """Makes reports of the lines that are errors."""

    def __init__(self, client: "Client") -> None:
        super().__init__(logging.ERROR)
        self._client = client
        self._minute, self._told = 0, 0

    def emit(self, record: logging.LogRecord) -> None:
        """Report the line if it is a fault. That it failed is a line below those that are reported."""
        try:
            if not getattr(record, "reported", False) and not record.name.startswith(STRANGERS):
                record.reported = True  # another logger may lead the same line here
                self._line(record)
        except Exception as failed:
            log.warning("report_failed", error=repr(failed))

    def uncaught(self, error: BaseException | None) -> None:
        """Report what ends a thread or the process."""
        if isinstance(error, Exception):
            self._report(error, {}, "uncaught")

    def end(self) -> None:
        """Wait shortly for reports under way."""
        self._client.close(timeout=CLOSE_SECONDS)

    def _line(self, record: logging.LogRecord) -> None:
        ours = isinstance(record.msg, dict)
        said: dict[str, Any] = dict(record.msg) if isinstance(record.msg, dict) else {}
        error = _error(said.get("exc_info") or record.exc_info)
        if error is None and not ours:
            return  # libraries tell of what is away, and go on
        fields = (
            said if ours else with_request(None, "", {**structlog.contextvars.get_contextvars(), "_record": record})
        )
        self._report(error, {**fields, "route": _route(record)}, record.name)

    def _report(self, error: Exception | None, fields: Mapping[str, Any], logger: str) -> None:
        if (error is not None and expected(error)) or not self._may():
            return
        event: Any = {"level": "error", "logger": logger, "tags": _tags(fields), "release": _release()}
        if error is None:
            event["message"] = str(fields.get("event", ""))  # a name in our code, without values
        else:
            event |= _of(error, self._client.options)
        if named := fields.get("route") or fields.get("task"):
            event["transaction"] = str(named)
        self._client.capture_event(event)

    def _may(self) -> bool:
        minute = int(time.monotonic() // 60)
        self._told = self._told + 1 if minute == self._minute else 1
        self._minute = minute
        return self._told <= MOST_A_MINUTE


def begin(dsn: str) -> Reports:
    """Report from now on: lines of the log that this handler is given, and what ends a thread or the process."""
    try:
        from sentry_sdk import Client
    except ImportError:
        raise EnvironmentInvalid(
            "SABOT_ERRORS is set, but the package sentry-sdk is not installed (lock.txt names it)."
        ) from None
    reports = Reports(
        Client(
            dsn=dsn,
            before_send=_last_look,
            include_local_variables=False,
            max_request_body_size="never",
            default_integrations=False,
            auto_enabling_integrations=False,
            auto_session_tracking=False,
            enable_backpressure_handling=False,
            send_client_reports=False,
            spotlight=False,
        )
    )
    _hook(reports)
    atexit.register(reports.end)
    return reports


def expected(error: BaseException | None) -> bool:
    """Whether it is no fault: a server that is away or moves, which the house waits out.

    A rejection is told to its person by the page, the frame or the task that asked. One that comes here was not, and
    that is a fault of ours.
    """
    if error is None:
        return False
    if isinstance(error, SchedulingError):  # Celery's wrapping of whatever kept a task from being sent
        return expected(error.__context__)
    waited_out = failover.moved(error) or failover.is_away(error)
    return waited_out or isinstance(error, BrokerAway | ValkeyAway | ValkeySlow)


def _hook(reports: Reports) -> None:
    ends_process, ends_thread = sys.excepthook, threading.excepthook

    def process(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        reports.uncaught(error)
        ends_process(kind, error, trace)

    def thread(args: threading.ExceptHookArgs) -> None:
        reports.uncaught(args.exc_value)
        ends_thread(args)

    sys.excepthook, threading.excepthook = process, thread


def _error(exc_info: Any) -> Exception | None:
    """The exception of a line, in any of the ways that logging takes one."""
    if isinstance(exc_info, Exception):
        return exc_info
    found = exc_info[1] if isinstance(exc_info, tuple) else sys.exc_info()[1] if exc_info else None
    return found if isinstance(found, Exception) else None


def _route(record: logging.LogRecord) -> str:
    """The address as the house declares it, without what stood in it."""
    request = getattr(record, "request", None) or request_now.get()
    found = request.resolver_match if isinstance(request, HttpRequest) else None
    return "" if found is None else f"/{found.route}"


def _tags(fields: Mapping[str, Any]) -> dict[str, str]:
    return {name: redacted(str(fields[name]))[:LONGEST] for name in TAGS if fields.get(name) not in (None, "")}


def _release() -> str:
    from reporting.writers.software import software  # the settings, which its package needs, are read after this module

    return software().replace(" ", "@")


def _of(error: Exception, options: dict[str, Any]) -> Any:
    """The exception and those that led to it, as the library lays them out."""
    from sentry_sdk.utils import event_from_exception

    return event_from_exception(error, client_options=options)[0]


def _last_look(event: Any, _hint: Any) -> Any:
    """Keep what is named above, whatever a later release of the library adds; no words of an exception."""
    kept = {name: value for name, value in event.items() if name in EVENT}
    kept["tags"] = {name: value for name, value in event.get("tags", {}).items() if name in TAGS}
    if "exception" in event:
        kept["exception"] = {"values": [_shown(each) for each in event["exception"]["values"]]}
    return kept


def _shown(exception: Any) -> dict[str, Any]:
    frames = (exception.get("stacktrace") or {}).get("frames", ())
    return {
        "type": exception.get("type"),
        "module": exception.get("module"),
        "value": "",
        "stacktrace": {"frames": [{name: each[name] for name in FRAME if name in each} for each in frames]},
    }
