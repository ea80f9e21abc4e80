"""The lines of a process's log: JSON, each with the request, task, person, table or round it belongs to, none with
personal data. A person is told by a pseudonym (`players.accounts.pseudonyms`), which the back office shows too.
"""

import logging
from contextvars import ContextVar
from typing import Any, Final

import structlog
from django.http import HttpRequest

from kernel.redaction import redacted

LONGEST: Final = 2_000
"""Characters of one value of a line: a stranger writes no pages into the log."""
LONGEST_TRACE: Final = 20_000
OF_ADDRESSES: Final = {"jogadas": "round", "mesa": "table", "mesas": "table"}
"""What the code after this part of an address names."""
request_now: ContextVar[HttpRequest | None] = ContextVar("request_now", default=None)
"""The request that this thread or coroutine answers."""

QUIET: Final = ("celery.app.trace", "celery.worker.strategy", "celery.beat")
"""They tell that each sweep was sent, taken and done, several times a second, whether or not it did anything."""


def with_request(_logger: Any, _method: str, fields: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Add the number of the request and the pseudonym of the person, where a line has them."""
    record = fields.get("_record")
    # Django logs a refused request after its middleware; the request then hangs on the record.
    request = getattr(record, "request", None) or request_now.get()
    if isinstance(request, HttpRequest):
        fields["request"] = getattr(request, "number", "")
        for name, value in _named(request).items():
            fields.setdefault(name, value)
        person_id = _known_person(request)
        if person_id is not None:
            from players.accounts.pseudonyms import (
                pseudonym,  # the settings, which it needs, are still being read at import
            )

            fields.setdefault("person", pseudonym(person_id))
    elif not isinstance(fields.get("request"), str):  # a socket has a number of its own; Django hands requests over
        fields.pop("request", None)
    return fields


def _named(request: HttpRequest) -> dict[str, str]:
    """The round or the table that the address names."""
    found = request.resolver_match
    if found is None or "code" not in found.kwargs:
        return {}
    part = next((part for part in OF_ADDRESSES if f"{part}/<" in found.route), "")
    return {OF_ADDRESSES[part]: str(found.kwargs["code"])} if part else {}


def _known_person(request: HttpRequest) -> int | None:
    """The sender of the request, as far as it is known by now: a log line asks the database nothing."""
    user = getattr(request, "_cached_user", None)
    return user.pk if user is not None else None


def without_personal_data(_logger: Any, _method: str, fields: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Take personal data out of every value of the line, and cut long values."""
    return {name: _clean(value, LONGEST_TRACE if name == "exception" else LONGEST) for name, value in fields.items()}


def _clean(value: Any, most: int) -> Any:
    if isinstance(value, dict):
        return {name: _clean(each, most) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(each, most) for each in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    text = redacted(str(value))  # before it is cut: half an address would not be found
    return text if len(text) <= most else f"{text[:most]} … ({len(text)} characters)"


FIELDS: Final[list[Any]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    with_request,
]
"""The beginning of every line, ours and those of libraries."""


def logging_settings(level: str, *, errors: str = "") -> dict[str, Any]:
    """Django's LOGGING: everything as JSON to the standard error, which the launcher leads into a file a process.

    `errors` is the receiver of reports of faults (`casino.web.error_reports`); nothing of it is loaded without one.
    """
    settings = _without_reports(level)
    if errors:
        settings["handlers"]["errors"] = {"()": "casino.web.error_reports.begin", "dsn": errors}
        settings["root"]["handlers"].append("errors")
        settings["loggers"]["uvicorn.error"] = {"handlers": ["errors"]}  # the server's lines do not reach the root
    return settings


def _without_reports(level: str) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": "structlog.stdlib.ProcessorFormatter",
                "foreign_pre_chain": FIELDS,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    without_personal_data,
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "filters": {"no_trace": {"()": lambda: _without_trace}},
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["out"], "level": level},
        "loggers": {
            **{name: {"level": "WARNING"} for name in QUIET},
            "django.security.DisallowedHost": {"filters": ["no_trace"]},
        },
    }


def _without_trace(record: logging.LogRecord) -> bool:
    """A stranger's mistake is a line; our own code has no part in it that a trace would show."""
    record.exc_info = None
    return True


def configure() -> None:
    """Lead our own lines through the same formatter as those of libraries."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *FIELDS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
