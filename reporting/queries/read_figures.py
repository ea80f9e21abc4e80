"""The figures of daily reports, read from each document once for a process.

A report is never changed, and its digest stands for the very bytes of its document: a page of ninety days would read
ninety documents of several kilobytes each, and most of its time with them.
"""

import json
from collections.abc import Iterable
from typing import Final

from kernel.kept_queries import KeptQuery
from kernel.prepared import array
from kernel.questions import Among
from reporting.making.figures import DayFigures
from reporting.models import DailyReport

DAYS_MOST: Final = 500
"""Days whose figures are kept."""

_known: Final[dict[str, DayFigures]] = {}


def read(reports: Iterable[DailyReport]) -> None:
    """Read those of these reports that were not read before. One statement, or none."""
    if new := [report for report in reports if report.sha256 not in _known]:
        documents = dict(_DOCUMENTS(reports=array(report.pk for report in new)))
        for report in new:
            _keep(report.sha256, documents[report.pk])


def of(report: DailyReport) -> DayFigures:
    """What a report says."""
    found = _known.get(report.sha256)
    return _keep(report.sha256, report.document) if found is None else found


def _keep(sha256: str, document: str) -> DayFigures:
    if len(_known) >= DAYS_MOST:
        _known.clear()
    figures = _known[sha256] = DayFigures.from_document(json.loads(document))
    return figures


_DOCUMENTS: Final = KeptQuery(lambda: DailyReport.objects.filter(Among("pk", "reports")).values_list("pk", "document"))
