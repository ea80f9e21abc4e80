"""One JSON object a line: the form of the launcher's own log and of the web server's.

Imported by the web process through `uvicorn.json`; must stay free of everything but the standard library. No line has
personal data: the traces of a request that failed are cleaned like the site's own lines.
"""

import json
import logging
from datetime import UTC, datetime
from pathlib import Path

from kernel.redaction import redacted


class Line(logging.Formatter):
    """Formats a record as one line of JSON, in the same fields as the house's own logs."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as one line."""
        fields = {
            "timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": redacted(record.getMessage()),
        }
        if record.exc_info:
            fields["exception"] = redacted(self.formatException(record.exc_info))
        return json.dumps(fields)


def diary(path: Path) -> logging.Logger:
    """The launcher's own log, written to that file alone."""
    logging.raiseExceptions = False  # a full disk is no reason to write traces to the terminal
    logger = logging.getLogger("sabot.launcher")
    handler = logging.FileHandler(path)
    handler.setFormatter(Line())
    logger.handlers = [handler]
    logger.propagate = False
    logger.setLevel(logging.INFO)
    return logger
