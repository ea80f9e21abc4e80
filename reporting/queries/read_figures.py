"""The figures of daily reports, read from each document once for a process.

A report is never changed, and its digest stands for the very bytes of its document: a page of ninety days would read
ninety documents of several kilobytes each, and most of its time with them.
"""

import json
from collections.abc import Sequence
from typing import Final

from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import Among
from reporting.making.figures import DayFigures
from reporting.models import DailyReport

DAYS_MOST: Final = 500
"""Days whose figures are kept."""

_known: Final[dict[str, DayFigures]] = {}


def read(reports: Sequence[DailyReport]) -> None:
    """Read those of these reports that were not read before. One statement, or none."""
    new = [report for report in reports if report.sha256 not in _known]
    if len(_known) + len(new) > DAYS_MOST:
        _known.clear()
        new = list(reports)
    if new:
        documents = dict(_DOCUMENTS(reports=array(report.pk for report in new)))
        for report in new:
            _known[report.sha256] = _figures(documents[report.pk])


def of(report: DailyReport) -> DayFigures:
    """What a report says, whether it was read before or not."""
    found = _known.get(report.sha256)
    return _figures(report.document) if found is None else found


def _figures(document: str) -> DayFigures:
    return DayFigures.from_document(json.loads(document))


_DOCUMENTS: Final = KeptQuery(lambda: DailyReport.objects.filter(Among("pk", "reports")).values_list("pk", "document"))
