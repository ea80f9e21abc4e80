"""The reconciliation of the daily reports with the ledger, sum by sum and day by day (PT-R21)."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from kernel.datasets import Dataset
from kernel.labels import headings_of
from reporting.catalogue.definition import Asked, Definition, cents, code, day, whole
from reporting.making.figures import What

_COMPARED: Final = """
SELECT r.day, r.revision, c.what, c.rounds, c.ledger, c.rounds - c.ledger AS difference
FROM reporting_dailyreport r
CROSS JOIN LATERAL jsonb_to_recordset(r.document::jsonb->'comparisons')
  AS c(currency text, what text, rounds bigint, ledger bigint)
WHERE r.day >= (%(since)s AT TIME ZONE 'Europe/Lisbon')::date AND r.day < (%(until)s AT TIME ZONE 'Europe/Lisbon')::date
  AND c.currency = %(currency)s
  AND r.revision = (SELECT max(n.revision) FROM reporting_dailyreport n WHERE n.day = r.day)
"""


def _compared(asked: Asked) -> Dataset:
    values = {"since": asked.begin, "until": asked.until, "currency": asked.currency.value}
    return Dataset(_COMPARED, values, order="r.day, c.what")


DEFINITIONS: Final = (
    Definition(
        name="reconciliation",
        version=1,
        source="PT-R21",
        title=_("Financial reconciliation"),
        about=_("Each sum of each closed day according to the rounds and according to the ledger, and the difference."),
        columns=(
            day("day", _("Day")),
            whole("revision", _("Revision"), summed=False),
            code("what", _("Sum"), headings_of(What)),
            cents("rounds", _("According to the rounds")),
            cents("ledger", _("According to the ledger")),
            cents("difference", _("Difference")),
        ),
        register=_compared,
        grouped="what",
    ),
)
