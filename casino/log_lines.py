"""The lines of a process's log: JSON, each with the request, task, person, table or round it belongs to, none with
personal data. A person is told by a pseudonym (`players.pseudonyms`), which the back office shows too.
"""

from contextvars import ContextVar
from typing import Any, Final

import structlog
from django.http import HttpRequest

from casino.redaction import redacted

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
        fields.setdefault("request", getattr(request, "number", ""))
        person_id = _known_person(request)
        if person_id is not None:
            from players.pseudonyms import pseudonym  # the settings, which it needs, are still being read at import

            fields.setdefault("person", pseudonym(person_id))
    else:
        fields.pop("request", None)
    return fields


def _known_person(request: HttpRequest) -> int | None:
    """Who sent the request, as far as it is known by now: a log line asks the database nothing."""
    user = getattr(request, "_cached_user", None)
    return user.pk if user is not None else None


def without_personal_data(_logger: Any, _method: str, fields: structlog.typing.EventDict) -> structlog.typing.EventDict:
    """Take personal data out of every value of the line."""
    return {name: _clean(value) for name, value in fields.items()}


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, dict):
        return {name: _clean(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_clean(each) for each in value]
    return value if value is None or isinstance(value, bool | int | float) else redacted(str(value))


FIELDS: Final[list[Any]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    with_request,
]
"""What every line begins with, ours and those of libraries."""


def logging_settings(level: str) -> dict[str, Any]:
    """Django's LOGGING: everything as JSON to the standard error, which the launcher leads into a file a process."""
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
        "handlers": {"out": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["out"], "level": level},
        "loggers": {name: {"level": "WARNING"} for name in QUIET},
    }


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
